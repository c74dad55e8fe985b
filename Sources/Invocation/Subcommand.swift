/// What the first word of a command line can be, with its texts.
///
/// getopt's words, `--help` and the completions read this table; each option says which subcommands
/// take it.
package enum Subcommand: String, CaseIterable {
  /// No word: scripts, or the REPL.
  case run
  case check, test, coverage, watch, compare, graph, report, format, learn, lsp, editor, config,
    completions, help

  /// The subcommands that have a word.
  package static let named = allCases.filter { $0 != .run }

  /// What comes after the word: `FILE...`.
  package var arguments: String {
    switch self {
    case .run: "[FILE]..."
    case .compare, .watch: "FILE..."
    case .report: "PATH -o PAGE"
    case .check, .format, .graph, .test, .coverage: "PATH..."
    case .completions: "SHELL"
    case .learn: "[LESSON]"
    case .config: "[PATH]"
    case .lsp: ""
    case .editor: "NAME"
    case .help: "[COMMAND | TOPIC]"
    }
  }

  /// A description in one line.
  package var summary: String {
    switch self {
    case .run: "run scripts, or start the REPL"
    case .check: "find mistakes in scripts without running them"
    case .watch: "run scripts again when they change, and show what differs"
    case .compare: "run scripts under several semantics and show what differs"
    case .graph: "run scripts and draw what is bound to what at the end"
    case .report: "write a run as one HTML page to step through"
    case .test: "run scripts and transcripts as tests"
    case .coverage: "run scripts, and show what of them the runs exercised"
    case .format: "rewrite scripts in the standard layout"
    case .completions: "print completions for bash, zsh or fish, or a syntax file for vim"
    case .learn: "take lessons in the REPL"
    case .config: "show the settings for a file or folder, with their origin"
    case .lsp: "answer an editor about scripts, as a language server"
    case .editor: "write colours, indentation and set-up for an editor"
    case .help: "explain a command, a statement or a topic"
    }
  }

  /// The values of its `--format`, with the default first; none if it has no such option.
  package var formats: [OutputFormat] {
    switch self {
    case .run, .watch, .report, .learn, .lsp, .editor, .config, .completions, .help: []
    case .check: [.text, .json, .sarif, .github, .gitlab]
    case .compare: [.text, .json]
    case .graph: [.text, .dot, .mermaid, .svg, .json]
    case .coverage: [.text, .listing, .lcov, .json]
    case .test: [.pretty, .tap, .junit, .github, .json]
    case .format: [.text, .json, .sarif, .github, .gitlab]
    }
  }

  /// Whether an option has a meaning for it.
  package func takes(_ option: CommandOption) -> Bool {
    option.takers.contains(self)
  }

  /// Whether files of settings say how it works.
  package var readsSettings: Bool { ![.editor, .config, .completions, .help].contains(self) }

  /// Why an option is refused.
  package func refusal(of option: CommandOption) -> String {
    let takers = Subcommand.allCases.filter { $0.takes(option) }
    if takers.contains(.run) { return "\(option.spelling) cannot be used with \(self)" }
    return "\(option.spelling) can only be used with \(listing(takers.map(\.rawValue), "or"))"
  }
}

/// The formats in which a subcommand can show its results.
package enum OutputFormat: String, CaseIterable {
  case text, json, dot, mermaid, svg, pretty, tap, junit, sarif, github, gitlab
  case listing, lcov
}

/// `a, b and c`.
package func listing(_ words: [String], _ conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}
