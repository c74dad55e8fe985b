import BindingEngine
import Language
import Layout
import Rendering
import Syntax

/// One option of the command line: its texts and its effect.
///
/// getopt, `--help`, the completions and the check of the man page read this one table.
package struct CommandOption: Sendable {
  package typealias UsageError = CommandLineOptions.UsageError

  package enum Argument {
    case none
    case required(String)
    case optional(String)
  }

  /// How often a file of settings can have an option.
  package enum Setting {
    case once, often
  }

  package let short: Character?
  package let long: String?
  package let argument: Argument
  package var summary: String
  /// The subcommands that it has a meaning for; the others refuse it.
  package let takers: [Subcommand]
  /// How often a file of settings can have it; nil if it is for command lines only.
  package private(set) var setting: Setting?
  /// What can stand for its argument.
  package let choices: @Sendable (Subcommand) -> CompletionWords.Choice
  /// Stores its effect in the options; the text is its argument, or empty.
  package let apply: @Sendable (inout CommandLineOptions, String) throws(UsageError) -> Void

  package init(
    _ short: Character?, _ long: String?, _ argument: Argument, _ summary: String,
    for takers: [Subcommand],
    completing choices: @escaping @Sendable (Subcommand) -> CompletionWords.Choice = { _ in
      .anything
    },
    apply: @escaping @Sendable (inout CommandLineOptions, String) throws(UsageError) -> Void
  ) {
    self.short = short
    self.long = long
    self.argument = argument
    self.summary = summary
    self.takers = takers
    self.choices = choices
    self.apply = apply
  }

  /// What runs scripts.
  private static let runners: [Subcommand] = [
    .run, .compare, .graph, .report, .test, .coverage, .watch,
  ]
  /// What reads scripts.
  private static let readers = runners + [.check]

  /// The option, which a file of settings can have, too.
  package func also(_ setting: Setting) -> CommandOption {
    var option = self
    option.setting = setting
    return option
  }

  /// An option without an argument.
  package static func flag(
    _ long: String?, short: Character? = nil, _ summary: String, for takers: [Subcommand],
    set: @escaping @Sendable (inout CommandLineOptions) -> Void
  ) -> CommandOption {
    CommandOption(short, long, .none, summary, for: takers) { options, _ in set(&options) }
  }

  /// An option with an argument that `read` parses. If that fails, the message says what is `expected`.
  package static func value<Value>(
    _ long: String, _ argument: String, _ summary: String, for takers: [Subcommand],
    expecting expected: String,
    completing choices: @escaping @Sendable (Subcommand) -> CompletionWords.Choice = { _ in
      .anything
    },
    read: @escaping @Sendable (String) -> Value?,
    set: @escaping @Sendable (inout CommandLineOptions, Value) -> Void
  ) -> CommandOption {
    CommandOption(nil, long, .required(argument), summary, for: takers, completing: choices) {
      (options, text) throws(UsageError) in
      guard let value = read(text) else {
        throw UsageError(message: "--\(long) takes \(expected), not '\(text)'")
      }
      set(&options, value)
    }
  }

  /// In the order of `--help`.
  package static let all = tasks + testing + running

  /// What to read, to do and to write.
  private static let tasks: [CommandOption] = [
    CommandOption(
      "e", nil, .required("TEXT"), "run TEXT; repeatable, in order with FILEs",
      for: readers.filter { ![.test, .coverage, .watch].contains($0) } + [.format]
    ) { $0.inputs.append(.text($1)) },
    flag(nil, short: "i", "start the REPL afterwards; no prompt on a pipe", for: [.run]) {
      $0.isInteractive = true
    },
    flag("json", "with -i: requests and answers as lines of JSON", for: [.run]) {
      $0.speaksJSON = true
    },
    CommandOption(
      "t", "trace", .optional("tree|flat|json"),
      "show the trace of each turn; also brief and full",
      for: [.run, .test, .watch],
      completing: { _ in .words(TraceStyle.allCases.map(\.rawValue) + ["brief", "full"]) },
      apply: { (options, text) throws(UsageError) in try options.setTrace(text) }),
    CommandOption(
      nil, "trace-to", .required("FILE"), "send the trace to FILE", for: [.run],
      completing: { _ in .files(["ndjson", "json", "txt", "log"]) },
      apply: { (options, text) throws(UsageError) in
        options.tracePath = text
        if !options.hasTrace { try options.setTrace("") }
      }),
    CommandOption(
      "s", "semantics", .required("NAME"), "the semantics to start with, or to compare: A,B",
      for: readers + [.lsp],
      completing: { subcommand in
        let names = Semantics.presets.map(\.name)
        let families = Semantics.Family.allCases.map(\.rawValue)
        return [.compare, .coverage].contains(subcommand) ? .list(names + families) : .words(names)
      },
      apply: { (options, text) throws(UsageError) in try options.setSemantics(text) }
    ).also(.once),
    CommandOption(
      nil, "from-trace", .required("FILE"), "open a trace of --trace=json, to ask or report",
      for: [.run, .report], completing: { _ in .files(["ndjson", "json"]) },
      apply: { $0.recordedTracePath = $1 }),
    CommandOption(
      "o", "output", .required("FILE"), "where to write; - is standard output",
      for: [.check, .report, .test, .coverage, .format, .editor],
      completing: { subcommand in
        switch subcommand {
        case .test: .files(["tap", "xml", "json"])
        case .check, .format: .files(["json", "sarif"])
        case .coverage: .files(["info", "json", "txt"])
        case .editor: .files(["/"])
        default: .files(["html"])
        }
      },
      apply: { $0.outputPath = $1 }),
    flag("force", "editor: replace files", for: [.editor]) { $0.overwrites = true },
    CommandOption(
      nil, "format", .required("FORMAT"), "the output format",
      for: [.check, .compare, .graph, .test, .coverage, .format],
      completing: { .words($0.formats.map(\.rawValue)) },
      apply: { (options, text) throws(UsageError) in options.format = try options.outputFormat(text)
      }),
    CommandOption(
      nil, "of", .required("PATH"), "draw only what is connected to this path",
      for: [.graph]
    ) { $0.subject = $1 },
    value(
      "orders", "N", "compare N orders of bindings, not semantics", for: [.compare],
      expecting: "a number above 0", read: { number($0, in: 1...) }, set: { $0.orders = $1 }),
    flag("fix", "check: apply unambiguous fixes to the files", for: [.check]) { $0.fixes = true },
    CommandOption(
      nil, "exclude", .required("PATTERN"), "leave out such names in folders; repeatable",
      for: [.check, .format, .graph, .report, .test, .coverage, .lsp]
    ) { $0.exclusions.append($1) }.also(.often),
    findings("allow", "leave out findings with these codes; repeatable") { $0.allow($1) },
    findings("deny", "count these findings as errors; repeatable") { $0.deny($1) },
  ]

  /// How scripts are run.
  private static let running: [CommandOption] = [
    flag("check", "format, learn: check only, change nothing", for: [.format, .learn]) {
      $0.checksOnly = true
    },
    flag("diff", "format: show what would change, change nothing", for: [.format]) {
      $0.showsDifference = true
    },
    value(
      "width", "N", "format, lsp: break lines longer than N columns", for: [.format, .lsp],
      expecting:
        "a number from \(ScriptLayout.widths.lowerBound) to \(ScriptLayout.widths.upperBound)",
      read: { number($0, in: ScriptLayout.widths) }, set: { $0.layout.width = $1 }
    ).also(.once),
    CommandOption(
      nil, "stdin-filename", .required("NAME"), "the name of '-' in messages; *.md is Markdown",
      for: [.check, .format]
    ) { $0.standardInputName = $1 },
    flag("print", "learn: print the file of a lesson", for: [.learn]) {
      $0.printsLesson = true
    },
    // Many editors say so, although there is no other way.
    flag("stdio", "lsp: use the standard streams, as always", for: [.lsp]) { _ in },
    flag("keep-going", "go on after an error", for: runners + [.lsp]) {
      $0.session.keepsGoing = true
    }
    .also(.once),
    value(
      "seed", "N", "the seed of random(n); 0 by default", for: runners + [.lsp],
      expecting: "a whole number", read: { UInt64($0) }, set: { $0.session.seed = $1 }
    ).also(.once),
    value(
      "journal", "N", "remember the last N turns, for why and rewind",
      for: [.run, .test, .watch, .lsp],
      expecting: "a number of turns, 0 for none", read: { number($0, in: 0...) },
      set: { $0.session.journalLimit = $1 }
    ).also(.once),
    value(
      "max-steps", "N", "stop with status 2 after N steps", for: runners + [.lsp],
      expecting: "a number above 0", read: { number($0, in: 1...) },
      set: { $0.session.maximumSteps = $1 }
    ).also(.once),
    value(
      "max-memory", "SIZE", "limit the memory: 64M, 1G or none",
      for: readers + [.format, .lsp], expecting: "a size such as 64M or 1G, or none",
      read: { MemoryLimit($0) },
      set: { ($0.memoryLimit, $0.session.maximumMemory) = ($1, $1.ofUser) }
    ).also(.once),
    flag("werror", "treat warnings as errors", for: readers + [.lsp]) {
      $0.session.treatsWarningsAsErrors = true
    }.also(.once),
    flag("no-source", "refuse source, save and all other use of files", for: readers + [.lsp]) {
      $0.session.refusesFiles = true
    }.also(.once),
    value(
      "color", "auto|always|never", "colours in diagnostics and graphs",
      for: readers + [.format, .learn], expecting: "auto, always or never",
      completing: { _ in .words(CommandLineOptions.Color.allCases.map(\.rawValue)) },
      read: { CommandLineOptions.Color(rawValue: $0) }, set: { $0.color = $1 }
    ).also(.once),
    flag(
      "ascii", "draw traces and graphs in ASCII only", for: readers + [.format, .learn]
    ) { $0.session.isASCII = true }.also(.once),
    flag(
      "no-settings", "ignore files .bindlab", for: Subcommand.allCases.filter(\.readsSettings)
    ) { $0.ignoresSettings = true },
    flag("no-init", short: "n", "skip the start-up file", for: [.run]) { $0.skipsInit = true },
    flag("quiet", short: "q", "show no banner", for: [.run]) { $0.isQuiet = true },
    flag("help", short: "h", "show this help", for: Subcommand.allCases) { $0.request = .help },
    flag("version", "show the version", for: Subcommand.allCases) { $0.request = .version },
  ]

  /// An option with codes of findings.
  private static func findings(
    _ long: String, _ summary: String,
    set: @escaping @Sendable (inout FindingSelection, [FindingCode]) -> Void
  ) -> CommandOption {
    CommandOption(
      nil, long, .required("CODES"), summary, for: [.check, .lsp],
      completing: { _ in .list(FindingCode.allCases.map(\.text)) },
      apply: { (options, text) throws(UsageError) in
        set(&options.findings, try FindingSelection.codes(in: text, for: long))
      }
    ).also(.often)
  }

  /// A whole number within the range; nil if the text is not one.
  package static func number(_ text: String, in range: some RangeExpression<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}

extension CommandOption {
  /// Whether it goes with every subcommand.
  package var isForAll: Bool { takers == Subcommand.allCases }

  /// Its name in messages: the long one, or the letter if it has no long name.
  package var spelling: String { long.map { "--\($0)" } ?? short.map { "-\($0)" } ?? "" }

  /// `-s, --semantics NAME`.
  package var usage: String {
    var parts: [String] = []
    if let short { parts.append("-\(short)") }
    if let long { parts.append("--\(long)") }
    let names = parts.joined(separator: ", ")
    switch argument {
    case .none: return names
    case .required(let name): return "\(names) \(name)"
    case .optional(let name): return "\(names)[=\(name)]"
    }
  }

  /// The option of a spelling such as `--seed` or `-e`.
  package static func named(_ spelling: String) -> CommandOption? {
    all.first { $0.long.map { "--\($0)" } == spelling || $0.short.map { "-\($0)" } == spelling }
  }

  /// What `help --seed` shows.
  package var helpText: String {
    let commands = takers.map { $0 == .run ? "FILE" : $0.rawValue }
    var lines = ["\(usage): \(summary)", ""]
    lines += TurnTrace.wrap(
      "It goes with bindlab \(listing(commands, "and")).", width: 80)
    let words: [String] =
      switch choices(takers[0]) {
      case .words(let words), .list(let words): words
      default: []
      }
    if !words.isEmpty {
      lines += TurnTrace.wrap("It takes \(listing(words, "or")).", width: 80)
    }
    return (lines + ["man bindlab says more."]).joined(separator: "\n")
  }

  /// A line for each option, with its meaning.
  package static func table(of entries: [CommandOption]) -> String {
    var text = ""
    let width = all.map(\.usage.count).max() ?? 0
    for entry in entries {
      let gap = String(repeating: " ", count: width - entry.usage.count + 2)
      text += "  \(entry.usage)\(gap)\(entry.summary)\n"
    }
    return text
  }
}
