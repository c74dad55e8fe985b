import BindingEngine
import Rendering

/// One option of the command line, with all that is to be said about it and what it does.
///
/// getopt, `--help`, the completions and the check of the man page read this one table.
struct CommandOption: Sendable {
  typealias UsageError = CommandLineOptions.UsageError

  enum Argument {
    case none
    case required(String)
    case optional(String)
  }

  let short: Character?
  let long: String?
  let argument: Argument
  var summary: String
  /// The subcommands that it has a meaning for; the others refuse it.
  let takers: Set<Subcommand>
  /// What can stand for its argument.
  let choices: @Sendable (Subcommand) -> CompletionWords.Choice
  /// Puts what it asks for, with its argument or an empty text, into the options.
  let apply: @Sendable (inout CommandLineOptions, String) throws(UsageError) -> Void

  init(
    _ short: Character?, _ long: String?, _ argument: Argument, _ summary: String,
    for takers: Set<Subcommand>,
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
  private static let running: Set<Subcommand> = [.run, .compare, .graph, .report, .test]
  /// What reads scripts.
  private static let reading = running.union([.check])
  private static let everywhere = Set(Subcommand.allCases)

  /// In the order of `--help`.
  static let all: [CommandOption] = [
    CommandOption(
      "e", nil, .required("TEXT"), "run TEXT; repeatable, in order with FILEs",
      for: reading.subtracting([.test]).union([.format])
    ) { $0.inputs.append(.text($1)) },
    CommandOption("i", nil, .none, "then the REPL; on a pipe it shows no prompt", for: [.run]) {
      options, _ in options.isInteractive = true
    },
    CommandOption(
      "t", "trace", .optional("tree|flat|json"),
      "show the trace of each turn; also brief and full", for: [.run, .test],
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
      for: reading,
      completing: { subcommand in
        let names = Semantics.presets.map(\.name)
        return subcommand == .compare ? .list(names) : .words(names)
      },
      apply: { (options, text) throws(UsageError) in try options.setSemantics(text) }),
    CommandOption(
      nil, "from-trace", .required("FILE"), "ask or report a trace of --trace=json",
      for: [.run, .report], completing: { _ in .files(["ndjson", "json"]) },
      apply: { $0.recordedTracePath = $1 }),
    CommandOption(
      "o", "output", .required("FILE"), "where to write; - is standard output",
      for: [.report, .test], completing: { .files($0 == .test ? ["tap", "xml"] : ["html"]) },
      apply: { $0.outputPath = $1 }),
    CommandOption(
      nil, "format", .required("FORMAT"), "the form of what is shown",
      for: [.check, .compare, .graph, .test],
      completing: { .words($0.formats.map(\.rawValue)) },
      apply: { (options, text) throws(UsageError) in options.format = try options.outputFormat(text)
      }),
    CommandOption(
      nil, "of", .required("PATH"), "draw only what hangs on this object or property",
      for: [.graph]
    ) { $0.subject = $1 },
    CommandOption(
      nil, "orders", .required("N"), "compare N orders of bindings, not semantics",
      for: [.compare]
    ) { (options, text) throws(UsageError) in
      guard let count = CommandLineOptions.number(text, from: 1) else {
        throw UsageError(message: "--orders takes a number above 0, not '\(text)'")
      }
      options.orders = count
    },
    CommandOption(
      nil, "fix", .none, "check: write the files with what it can fix", for: [.check]
    ) { options, _ in options.fixes = true },
    CommandOption(
      nil, "filter", .required("TEXT"), "run only tests with TEXT in their names", for: [.test]
    ) { $0.tests.filter = $1 },
    CommandOption(
      nil, "jobs", .required("N"), "run N tests at a time; one for each processor", for: [.test]
    ) { (options, text) throws(UsageError) in try options.tests.setJobs(text) },
    CommandOption(nil, "fail-fast", .none, "end with the first test that fails", for: [.test]) {
      options, _ in options.tests.endsWithFirstFailure = true
    },
    CommandOption(
      nil, "timeout", .required("SECONDS"), "how long one test may take; 10 by default",
      for: [.test]
    ) { (options, text) throws(UsageError) in try options.tests.setTimeLimit(text) },
    CommandOption(
      nil, "update", .none, "make what tests show now what they expect", for: [.test]
    ) { options, _ in options.tests.updates = true },
    CommandOption(
      nil, "check", .none, "format, learn: only look, and change nothing", for: [.format, .learn]
    ) { options, _ in options.checksOnly = true },
    CommandOption(nil, "print", .none, "learn: show the file that a lesson is", for: [.learn]) {
      options, _ in options.printsLesson = true
    },
    CommandOption(nil, "keep-going", .none, "go on after an error", for: running) {
      options, _ in options.session.keepsGoing = true
    },
    CommandOption(
      nil, "seed", .required("N"), "for random(n); 0 by default", for: running
    ) { (options, text) throws(UsageError) in
      guard let seed = UInt64(text) else {
        throw UsageError(message: "--seed takes a whole number, not '\(text)'")
      }
      options.session.seed = seed
    },
    CommandOption(
      nil, "journal", .required("N"), "remember the last N turns, for why and rewind",
      for: [.run, .test]
    ) { (options, text) throws(UsageError) in
      guard let limit = CommandLineOptions.number(text, from: 0) else {
        throw UsageError(message: "--journal takes a number of turns, 0 for none, not '\(text)'")
      }
      options.session.journalLimit = limit
    },
    CommandOption(
      nil, "max-steps", .required("N"), "stop with status 2 after N steps", for: running
    ) { (options, text) throws(UsageError) in
      guard let steps = CommandLineOptions.number(text, from: 1) else {
        throw UsageError(message: "--max-steps takes a number above 0, not '\(text)'")
      }
      options.session.maximumSteps = steps
    },
    CommandOption(
      nil, "max-memory", .required("SIZE"), "refuse to use more memory: 64M, 1G", for: running
    ) { (options, text) throws(UsageError) in
      guard let size = CommandLineOptions.size(text) else {
        throw UsageError(message: "--max-memory takes a size such as 64M or 1G, not '\(text)'")
      }
      options.session.maximumMemory = size
    },
    CommandOption(nil, "werror", .none, "a warning counts as an error", for: reading) {
      options, _ in options.session.treatsWarningsAsErrors = true
    },
    CommandOption(
      nil, "no-source", .none, "refuse source, save and all other use of files", for: reading
    ) { options, _ in options.session.refusesFiles = true },
    CommandOption(
      nil, "color", .required("auto|always|never"), "colours in diagnostics and graphs",
      for: reading.union([.format, .learn]),
      completing: { _ in .words(CommandLineOptions.Color.allCases.map(\.rawValue)) },
      apply: { (options, text) throws(UsageError) in
        guard let choice = CommandLineOptions.Color(rawValue: text) else {
          throw UsageError(message: "--color takes auto, always or never, not '\(text)'")
        }
        options.color = choice
      }),
    CommandOption(
      nil, "ascii", .none, "draw traces and graphs in ASCII alone",
      for: reading.union([.format, .learn])
    ) { options, _ in options.session.isASCII = true },
    CommandOption("n", "no-init", .none, "skip the start-up file", for: [.run]) {
      options, _ in options.skipsInit = true
    },
    CommandOption("q", "quiet", .none, "no banner", for: [.run]) {
      options, _ in options.isQuiet = true
    },
    CommandOption("h", "help", .none, "show this help", for: everywhere) {
      options, _ in options.request = .help
    },
    CommandOption(nil, "version", .none, "show the version", for: everywhere) {
      options, _ in options.request = .version
    },
  ]
}

extension CommandOption {
  /// Whether it goes with every subcommand.
  var isForAll: Bool { takers == CommandOption.everywhere }

  /// What messages call it: by its long name, or the letter where there is no other.
  var spelling: String { long.map { "--\($0)" } ?? short.map { "-\($0)" } ?? "" }

  /// `-s, --semantics NAME`.
  var usage: String {
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

  /// A line for each, with what it means.
  static func table(of entries: [CommandOption]) -> String {
    var text = ""
    let width = all.map(\.usage.count).max() ?? 0
    for entry in entries {
      let gap = String(repeating: " ", count: width - entry.usage.count + 2)
      text += "  \(entry.usage)\(gap)\(entry.summary)\n"
    }
    return text
  }
}
