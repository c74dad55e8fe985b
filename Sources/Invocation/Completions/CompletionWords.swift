import Language

/// The words of the command line, as the completions of all shells need them.
package enum CompletionWords {
  /// What a word can be.
  package enum Choice: Equatable {
    /// Something that cannot be listed: a number, a text.
    case anything
    /// Files whose names have one of these endings, and folders; no scripts, which could be lost.
    case files([String])
    /// One of these words.
    case words([String])
    /// One or more of these words, separated by commas.
    case list([String])
    /// Files whose names have one of these endings, and folders; any file if there are none.
    case scripts([String])
    /// One of these words, or a file with one of these endings.
    case wordsOrScripts([String], [String])
  }

  /// The options that a subcommand takes, including `--help` and `--version`.
  package static func options(of subcommand: Subcommand) -> [CommandOption] {
    CommandOption.all.filter(subcommand.takes)
  }

  /// The spellings of one option, such as `--trace` and `-t`.
  package static func spellings(of option: CommandOption) -> [String] {
    var spellings: [String] = []
    if let short = option.short { spellings.append("-\(short)") }
    if let long = option.long { spellings.append("--\(long)") }
    return spellings
  }
}

extension CommandOption {
  /// Whether its argument is the next word, unless it comes after a `=`.
  package var needsArgument: Bool { if case .required = argument { true } else { false } }
  package var takesArgument: Bool { if case .none = argument { false } else { true } }
}

extension Subcommand {
  /// What comes after the options.
  package var operands: CompletionWords.Choice {
    switch self {
    case .run, .watch, .compare: .scripts(["bind"])
    case .check, .format, .graph, .report, .test, .coverage, .config: .scripts(["bind", "md"])
    case .lsp: .words([])
    case .editor: .words(Editor.allCases.map(\.rawValue))
    case .learn: .wordsOrScripts(BuiltinLessons.all.map(\.name), ["md"])
    case .completions: .words(CompletionTarget.allCases.map(\.rawValue))
    case .help:
      // A shell would read a name with a blank as two words, and one with a parenthesis as a command.
      .words(
        Subcommand.named.map(\.rawValue)
          + Writing.topics.filter { !$0.contains(" ") && !$0.contains("(") })
    }
  }
}

/// What `bindlab completions` prints a script for.
package enum CompletionTarget: String, CaseIterable {
  case bash, zsh, fish, vim
}
