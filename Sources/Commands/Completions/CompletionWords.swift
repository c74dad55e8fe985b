import Language

/// What can stand on a command line, as the completions of all shells need it.
enum CompletionWords {
  /// What can stand for a word.
  enum Choice: Equatable {
    /// Something that no list has: a number, a text.
    case anything
    /// Files whose names end so, folders, and nothing else: not a script that would be lost.
    case files([String])
    /// One of these words.
    case words([String])
    /// One or more of these words, separated by commas.
    case list([String])
    /// Files whose names end so, and folders; where there are none, any file.
    case scripts([String])
    /// One of these words, or such a file.
    case wordsOrScripts([String], [String])
  }

  /// The options that a subcommand takes, `--help` and `--version` too.
  static func options(of subcommand: Subcommand) -> [CommandOption] {
    CommandOption.all.filter(subcommand.takes)
  }

  /// `--trace` and `-t` of one option.
  static func spellings(of option: CommandOption) -> [String] {
    var spellings: [String] = []
    if let short = option.short { spellings.append("-\(short)") }
    if let long = option.long { spellings.append("--\(long)") }
    return spellings
  }
}

extension CommandOption {
  /// Whether its argument is the next word if it is not after a `=`.
  var needsArgument: Bool { if case .required = argument { true } else { false } }
  var takesArgument: Bool { if case .none = argument { false } else { true } }
}

extension Subcommand {
  /// What stands after the options.
  var operands: CompletionWords.Choice {
    switch self {
    case .run, .check, .compare, .graph, .report, .format: .scripts(["bind"])
    case .test: .scripts(["bind", "md"])
    case .learn: .wordsOrScripts(LessonShelf.builtin.map(\.name), ["md"])
    case .completions: .words(CompletionsCommand.Target.allCases.map(\.rawValue))
    case .help:
      // A shell takes a name of two words apart.
      .words(Subcommand.named.map(\.rawValue) + Writing.topics.filter { !$0.contains(" ") })
    }
  }
}
