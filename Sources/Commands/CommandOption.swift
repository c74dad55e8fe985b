/// One option of the command line, with all that is to be said about it.
///
/// getopt, `--help` and the check of the man page read this one table.
struct CommandOption {
  enum Argument {
    case none
    case required(String)
    case optional(String)
  }

  let short: Character?
  let long: String?
  let argument: Argument
  var summary: String

  static let all: [CommandOption] = [
    .init("e", nil, .required("TEXT"), "run TEXT; repeatable, in order with FILEs"),
    .init("i", nil, .none, "then the REPL; on a pipe it shows no prompt"),
    .init(
      "t", "trace", .optional("tree|flat|json"),
      "show the trace of each turn; also brief and full"),
    .init(nil, "trace-to", .required("FILE"), "send the trace to FILE"),
    .init("s", "semantics", .required("NAME"), "the semantics to start with, or to compare: A,B"),
    .init(nil, "from-trace", .required("FILE"), "ask or report a trace of --trace=json"),
    .init("o", "output", .required("FILE"), "where to write; - is standard output"),
    .init(nil, "format", .required("FORMAT"), "the form of what is shown"),
    .init(nil, "of", .required("PATH"), "draw only what hangs on this object or property"),
    .init(nil, "orders", .required("N"), "compare N orders of bindings, not semantics"),
    .init(nil, "fix", .none, "check: write the files with what it can fix"),
    .init(nil, "filter", .required("TEXT"), "run only tests with TEXT in their names"),
    .init(nil, "jobs", .required("N"), "run N tests at a time; one for each processor"),
    .init(nil, "fail-fast", .none, "end with the first test that fails"),
    .init(nil, "timeout", .required("SECONDS"), "how long one test may take; 10 by default"),
    .init(nil, "update", .none, "make what tests show now what they expect"),
    .init(nil, "check", .none, "format, learn: only look, and change nothing"),
    .init(nil, "print", .none, "learn: show the file that a lesson is"),
    .init(nil, "keep-going", .none, "go on after an error"),
    .init(nil, "seed", .required("N"), "for random(n); 0 by default"),
    .init(
      nil, "journal", .required("N"), "remember the last N turns, for why and rewind"),
    .init(nil, "max-steps", .required("N"), "stop with status 2 after N steps"),
    .init(nil, "max-memory", .required("SIZE"), "refuse to use more memory: 64M, 1G"),
    .init(nil, "werror", .none, "a warning counts as an error"),
    .init(nil, "no-source", .none, "refuse source, save and all other use of files"),
    .init(nil, "color", .required("auto|always|never"), "colours in diagnostics and graphs"),
    .init(nil, "ascii", .none, "draw traces and graphs in ASCII alone"),
    .init("n", "no-init", .none, "skip the start-up file"),
    .init("q", "quiet", .none, "no banner"),
    .init("h", "help", .none, "show this help"),
    .init(nil, "version", .none, "show the version"),
  ]

  init(_ short: Character?, _ long: String?, _ argument: Argument, _ summary: String) {
    self.short = short
    self.long = long
    self.argument = argument
    self.summary = summary
  }

  /// What tables call it: its long name, or the letter where there is no other.
  var name: String { long ?? short.map(String.init) ?? "" }

  /// What messages call it.
  var spelling: String { long == nil ? "-\(name)" : "--\(name)" }

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
}

extension CommandOption {
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
