import BindingEngine
import BindingLanguage
import CEditLine
import Glibc
import Rendering

/// What the command line asks for.
struct CommandLineOptions {
  enum Input {
    case file(String)
    case text(String)
  }

  enum Color: String, CaseIterable {
    case auto, always, never
  }

  enum Request {
    case run, check, compare, report, help, version
  }

  enum Format: String, CaseIterable {
    case text, json
  }

  var request = Request.run
  /// The subcommand that the first word names, which `--help` may be about.
  private(set) var subcommand = Request.run
  var inputs: [Input] = []
  var isInteractive = false
  var skipsInit = false
  var isQuiet = false
  var color = Color.auto
  var tracePath: String?
  var hasTrace = false
  /// The names that `--semantics` gives to `compare`; nil for all presets.
  var comparedSemantics: [String]?
  var format: Format?
  /// Where `report` writes its page.
  var outputPath: String?
  /// In how many other orders `compare` runs a script; nil where it compares semantics.
  var orders: Int?
  var session = SessionOptions()

  /// A command line that cannot be understood.
  struct UsageError: Error {
    var message: String
  }

  /// Words that later versions understand as subcommands.
  private static let laterCommands = [
    "test", "graph", "format", "learn", "completions",
  ]

  /// Reads the words of a command line, the program's name first, with libc's `getopt_long`.
  static func parse(_ words: [String]) throws(UsageError) -> CommandLineOptions {
    var options = CommandLineOptions()
    var words = words
    if words.count > 1, words[1] == "check" {
      options.request = .check
      words.remove(at: 1)
    } else if words.count > 1, words[1] == "compare" {
      options.request = .compare
      words.remove(at: 1)
    } else if words.count > 1, words[1] == "report" {
      options.request = .report
      words.remove(at: 1)
    } else if words.count > 1, laterCommands.contains(words[1]), access(words[1], F_OK) != 0 {
      throw UsageError(message: "'\(words[1])' is not in this version")
    }
    options.subcommand = options.request
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    // The leading '-' gives files in their place among the options, since -e and FILEs keep order.
    var shorts = "-:"
    var longs: [option] = []
    var longNames: [UnsafeMutablePointer<CChar>] = []
    defer { for name in longNames { free(name) } }
    for (position, entry) in CommandOption.all.enumerated() {
      let argument: Int32
      switch entry.argument {
      case .none: argument = 0
      case .required: argument = 1
      case .optional: argument = 2
      }
      // `-t` takes no argument: `-t FILE` is a traced FILE.
      if let short = entry.short { shorts += "\(short)\(argument == 1 ? ":" : "")" }
      guard let long = entry.long, let name = strdup(long) else { continue }
      longNames.append(name)
      longs.append(
        option(name: name, has_arg: argument, flag: nil, val: Int32(1000 + position)))
    }
    longs.append(option())
    while true {
      var argument: UnsafeMutablePointer<CChar>?
      var position: Int32 = 0
      var unknown: Int32 = 0
      let code = cel_next_option(
        Int32(words.count), &pointers, shorts, longs, &argument, &position, &unknown)
      if code == -1 {
        for word in words[min(Int(position), words.count)...] { options.inputs.append(.file(word)) }
        break
      }
      let text = argument.map { String(cString: $0) }
      if code == 1 {
        options.inputs.append(.file(text ?? ""))
        continue
      }
      if code == 63 || code == 58 {
        throw options.problem(code, unknown, words, position)
      }
      let entry =
        code >= 1000
        ? CommandOption.all[Int(code) - 1000]
        : CommandOption.all.first { $0.short?.asciiValue.map(Int32.init) == code }
      guard let entry else { continue }
      try options.apply(entry, text)
    }
    try options.refuseWhatDoesNotFit()
    return options
  }

  /// Options that have no meaning for what is asked for are refused, so that none is ignored.
  private func refuseWhatDoesNotFit() throws(UsageError) {
    if outputPath != nil, subcommand != .report {
      throw UsageError(message: "-o goes with report")
    }
    if subcommand == .compare || subcommand == .report {
      let name = subcommand == .compare ? "compare" : "report"
      if isInteractive { throw UsageError(message: "-i does not go with \(name)") }
      if hasTrace { throw UsageError(message: "--trace does not go with \(name)") }
    }
    if subcommand == .compare { return }
    if format != nil || orders != nil {
      let name = format != nil ? "format" : "orders"
      throw UsageError(message: "--\(name) goes with compare")
    }
  }

  private func problem(
    _ code: Int32, _ unknown: Int32, _ words: [String], _ position: Int32
  ) -> UsageError {
    let index = Int(position) - 1
    let word = words.indices.contains(index) ? words[index] : ""
    if unknown >= 1000, let long = CommandOption.all[Int(unknown) - 1000].long {
      return UsageError(
        message: code == 58 ? "--\(long) needs an argument" : "--\(long) takes no argument")
    }
    if unknown > 0, let scalar = Unicode.Scalar(UInt32(unknown)) {
      return UsageError(
        message: code == 58 ? "-\(scalar) needs an argument" : "unknown option -\(scalar)")
    }
    return UsageError(message: "unknown option \(word)")
  }

  private mutating func apply(_ entry: CommandOption, _ text: String?) throws(UsageError) {
    let text = text ?? ""
    switch entry.long ?? entry.short.map(String.init) ?? "" {
    case "e": inputs.append(.text(text))
    case "i": isInteractive = true
    case "trace": try setTrace(text)
    case "trace-to":
      tracePath = text
      if !hasTrace { try setTrace("") }
    case "semantics" where subcommand == .compare:
      comparedSemantics = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmingBlanks() }
    case "output": outputPath = text
    case "format":
      guard let choice = Format(rawValue: text) else {
        throw UsageError(message: "--format takes text or json, not '\(text)'")
      }
      format = choice
    case "orders":
      guard let count = Int(text), count > 0 else {
        throw UsageError(message: "--orders takes a number above 0, not '\(text)'")
      }
      orders = count
    case "semantics":
      guard let preset = Semantics.presets.first(where: { $0.name == text }) else {
        let known = Semantics.presets.map(\.name)
        let near = nearest(to: text, among: known).map { "did you mean '\($0)'?" }
        throw UsageError(
          message: "unknown semantics '\(text)'; "
            + (near ?? "there are \(known.joined(separator: ", "))"))
      }
      session.semantics = preset
    case "keep-going": session.keepsGoing = true
    case "seed":
      guard let seed = UInt64(text) else {
        throw UsageError(message: "--seed takes a whole number, not '\(text)'")
      }
      session.seed = seed
    case "max-steps":
      guard let steps = Int(text), steps > 0 else {
        throw UsageError(message: "--max-steps takes a number above 0, not '\(text)'")
      }
      session.maximumSteps = steps
    case "werror": session.treatsWarningsAsErrors = true
    case "no-source": session.refusesFiles = true
    case "color":
      guard let choice = Color(rawValue: text) else {
        throw UsageError(message: "--color takes auto, always or never, not '\(text)'")
      }
      color = choice
    case "ascii": session.isASCII = true
    case "no-init": skipsInit = true
    case "quiet": isQuiet = true
    case "help": request = .help
    case "version": request = .version
    default: preconditionFailure("an option without a meaning")
    }
  }

  private mutating func setTrace(_ text: String) throws(UsageError) {
    hasTrace = true
    session.traceMode = .on
    switch text {
    case "": break
    case "brief": session.traceMode = .brief
    case "full": session.traceMode = .full
    default:
      guard let style = TraceStyle(rawValue: text) else {
        throw UsageError(
          message: "--trace takes tree, flat, json, brief or full, not '\(text)'")
      }
      session.traceStyle = style
    }
  }

  static var help: String {
    var text = """
      usage: bindlab [OPTION]... [FILE]...
             bindlab check FILE...
             bindlab compare FILE...
             bindlab report FILE -o PAGE

      Runs scripts of bindings; `-` is standard input. Without FILE and -e: the REPL
      on a terminal, else standard input is the script. `check` says what is wrong
      with a script without running it; `compare` runs it under each semantics and
      shows what differs; `report` writes its run as one HTML page to step through.


      """
    text += table(of: CommandOption.all)
    return text + """

      exit status: 0 all well, 1 an expectation failed, 2 the script has an error,
                   64 usage, 66 an input cannot be read, 130 interrupted
      manual: man bindlab, man 7 bindlab-language; in the REPL: help

      """
  }

  private static func table(of entries: [CommandOption]) -> String {
    var text = ""
    let width = CommandOption.all.map(\.usage.count).max() ?? 0
    for entry in entries {
      let gap = String(repeating: " ", count: width - entry.usage.count + 2)
      text += "  \(entry.usage)\(gap)\(entry.summary)\n"
    }
    return text
  }

  private static func table(of names: [String]) -> String {
    table(
      of: names.compactMap { name in
        CommandOption.all.first { $0.long == name || $0.long == nil && $0.short == name.first }
      })
  }

  /// What `bindlab compare --help` shows.
  static var compareHelp: String {
    let names = [
      "e", "semantics", "orders", "format", "keep-going", "seed", "max-steps", "werror",
      "no-source", "ascii",
    ]
    return """
      usage: bindlab compare [OPTION]... FILE...

      Runs each script under several semantics, each time from the start and with
      'wait' at the end, and shows side by side what the runs came to, the final
      values that differ, and the first place where two traces part. What the
      script prints is not shown. `-` is standard input.

      \(table(of: names))
      The table has a row for each run: the worst outcome of its turns, what these
      came to together, and what became of its cycles. `glitches` are values that
      did not know yet of a change on its way to them; `rounds` are those of a queue.
      An error under one semantics is a result like any other.

      --semantics takes names separated by commas: of presets, and of semantics that
      the script declares. By default all presets are compared:
        \(Semantics.presets.map(\.name).joined(separator: ", "))

      With --orders each script is run with its bindings and observers declared in
      other orders, all of them where there are no more than N, under the semantics
      named or under bind: does what comes of it depend on the order?

      exit status: 0 the final values agree, 1 they do not, 2 the script cannot be
                   parsed, 64 usage, 66 an input cannot be read, 130 interrupted

      """
  }

  /// What `bindlab report --help` shows.
  static var reportHelp: String {
    let names = [
      "e", "output", "semantics", "keep-going", "seed", "max-steps", "werror", "no-source", "ascii",
    ]
    return """
      usage: bindlab report [OPTION]... FILE -o PAGE

      Runs a script and writes one HTML page: the graph, every turn, each event with
      its path and the values after it, the source, and what the script comes to
      under each semantics. The page fetches nothing, and can be read without a
      script; with one it is stepped through by keys, which `?` lists. What the
      script prints stands in the page. `-` is standard input.

      \(table(of: names))
      Without -o the page goes to standard output where that is no terminal. The
      graph is drawn where Graphviz (the program `dot`) is installed. Of a long run
      the page holds the first turns and the last, and says what is left out. A run
      that fails has its page, too, with the error in it.

      exit status: as when the script is run: 0 all well, 1 an expectation failed,
                   2 the script has an error, 64 usage, 66 an input cannot be read
                   or the page not be written, 130 interrupted

      """
  }
}

extension Substring {
  /// The text without blanks at its ends.
  fileprivate func trimmingBlanks() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
