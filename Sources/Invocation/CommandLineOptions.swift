import BindingEngine
import Language
import Layout
import Platform
import Rendering
import Text

/// The parsed command line.
package struct CommandLineOptions {
  package enum Input: Equatable {
    case file(String)
    case text(String)
  }

  package enum Color: String, CaseIterable {
    case auto, always, never
  }

  package enum Request {
    case work, help, version
  }

  package var request = Request.work
  /// The subcommand that the first word names; `--help` may be about it.
  package private(set) var subcommand = Subcommand.run
  package var inputs: [Input] = []
  package var isInteractive = false
  /// Whether a program drives the session, with requests and answers of JSON.
  package var speaksJSON = false
  package var skipsInit = false
  package var isQuiet = false
  package var color = Color.auto
  package var tracePath: String?
  /// The recorded trace to answer questions about.
  package var recordedTracePath: String?
  package var hasTrace = false
  /// The style that `--trace` names.
  private var writtenStyle: TraceStyle?
  /// The names that `--semantics` gives to `compare`; nil for all presets.
  package var comparedSemantics: [String]?
  package var format: OutputFormat?
  /// Where `report` writes its page.
  package var outputPath: String?
  /// Whether `editor` replaces files.
  package var overwrites = false
  /// How many other orders `compare` runs a script in; nil if it compares semantics.
  package var orders: Int?
  /// The object or property whose part of the graph `graph` draws; nil for all.
  package var subject: String?
  /// Whether files of settings are not read.
  package var ignoresSettings = false
  /// The findings that `check` leaves out, and those that it counts as errors.
  package var findings = FindingSelection()
  /// What the command line leaves out in folders.
  package var exclusions: [String] = []
  /// What the settings leave out; nil without any.
  package var settingsExclusions: FolderExclusions.Rules?
  /// Answers what holds for each file; nil if no settings are read.
  package var fileSettings: FileSettings?
  /// Whether `check` writes the fixes to the files.
  package var fixes = false
  /// What `test` does, and how.
  package var tests = TestSettings()
  /// What is counted for coverage, and what for.
  package var coverage = CoverageSettings()
  /// Whether `format` only says which files would change, and `learn` only checks lessons.
  package var checksOnly = false
  /// Whether `format` only shows what it would change.
  package var showsDifference = false
  /// How `format` and an editor lay scripts out.
  package var layout = ScriptLayout()
  /// The name that standard input has in messages; its ending says what it holds.
  package var standardInputName = "<stdin>"
  /// Whether `learn` prints the file of a lesson.
  package var printsLesson = false
  package var session = SessionOptions()
  package var memoryLimit = MemoryLimit.standard(shares: 1)

  /// A command line that cannot be parsed.
  package struct UsageError: Error {
    package var message: String
    /// The file of settings that it is about, with the line from 1; nil for the command line.
    package var place: (path: String, line: Int?)?

    package init(message: String, place: (path: String, line: Int?)? = nil) {
      (self.message, self.place) = (message, place)
    }

    /// The message with its place.
    package var text: String {
      guard let place, let line = place.line else { return message }
      return "\(place.path):\(line): \(message)"
    }
  }

  /// Parses the words of a command line, beginning with the program's name, as `getopt_long` does.
  ///
  /// - Parameter initial: What holds for each option that is not given.
  package static func parse(
    _ words: [String], over initial: CommandLineOptions = CommandLineOptions()
  ) throws(UsageError) -> CommandLineOptions {
    var options = initial
    var words = words
    if words.count > 1, let subcommand = Subcommand.named.first(where: { $0.rawValue == words[1] })
    {
      options.subcommand = subcommand
      words.remove(at: 1)
    }
    // `bindlab help --seed` asks about the option.
    if options.subcommand == .help, words.count == 2, let asked = CommandOption.named(words[1]),
      !asked.isForAll
    {
      options.inputs = [.file(words[1])]
      return options
    }
    let entries = CommandOption.all
    // Files are reported at their place among the options, since -e and FILEs are run in order.
    let reader = OptionReader(words)
    for (position, entry) in entries.enumerated() {
      let argument = entry.argument.read
      // `-t` takes no argument: `-t FILE` is a traced FILE.
      if let short = entry.short { reader.add(short, takesArgument: argument == .required) }
      if let long = entry.long { reader.add(long, argument, code: Int32(1000 + position)) }
    }
    while true {
      switch reader.next() {
      case .end(let position):
        for word in words[position...] { options.inputs.append(.file(word)) }
        try options.checkTogether()
        return options
      case .word(let word): options.inputs.append(.file(word))
      case .mistake(let code, let isIncomplete, let position):
        throw options.problem(code, isIncomplete: isIncomplete, words, position)
      case .option(let code, let argument):
        let entry =
          code >= 1000
          ? entries[Int(code) - 1000]
          : entries.first { $0.short?.asciiValue.map(Int32.init) == code }
        guard let entry else { continue }
        // An option that has no meaning for the subcommand is refused, so that none is ignored.
        guard options.subcommand.takes(entry) else {
          throw UsageError(message: options.subcommand.refusal(of: entry))
        }
        try entry.apply(&options, argument ?? "")
      }
    }
  }

  /// Checks the options that do not go together.
  private mutating func checkTogether() throws(UsageError) {
    if recordedTracePath != nil, hasTrace {
      throw UsageError(message: "--from-trace cannot be used with --trace")
    }
    if speaksJSON { try takeJSON() }
  }

  /// Checks the options that have no meaning where a program drives the session.
  private mutating func takeJSON() throws(UsageError) {
    guard isInteractive else { throw UsageError(message: "--json needs -i") }
    for (isGiven, other) in [
      (recordedTracePath != nil, "--from-trace"), (inputs.contains(.file("-")), "the input '-'"),
      (writtenStyle.map { $0 != .json } ?? false, "--trace=\(writtenStyle?.rawValue ?? "")"),
    ] where isGiven {
      throw UsageError(message: "--json cannot be used with \(other)")
    }
    session.traceStyle = .json
  }

  private func problem(
    _ unknown: Int32, isIncomplete: Bool, _ words: [String], _ position: Int
  ) -> UsageError {
    let index = position - 1
    let word = words.indices.contains(index) ? words[index] : ""
    if unknown >= 1000, let long = CommandOption.all[Int(unknown) - 1000].long {
      return UsageError(
        message: isIncomplete ? "--\(long) needs an argument" : "--\(long) takes no argument")
    }
    if unknown > 0, let scalar = Unicode.Scalar(UInt32(unknown)) {
      if isIncomplete { return UsageError(message: "-\(scalar) needs an argument") }
      // `-version` would be read as a list of single letters.
      let long = words.first { word in
        word.hasPrefix("-\(scalar)") && longNames.contains(String(word.dropFirst()))
      }
      return UsageError(
        message: "unknown option -\(scalar)" + (long.map { "; did you mean '-\($0)'?" } ?? ""))
    }
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    let begun = longNames.filter { $0.hasPrefix(name) }
    if begun.count > 1 {
      return UsageError(
        message: "--\(name) can be \(listing(begun.map { "--\($0)" }, "or"))")
    }
    let near = nearest(to: name, among: longNames) ?? nearest(to: name, among: allLongNames)
    return UsageError(
      message: "unknown option \(word)" + (near.map { "; did you mean '--\($0)'?" } ?? ""))
  }

  /// The long options that the subcommand takes.
  private var longNames: [String] {
    CommandOption.all.filter(subcommand.takes).compactMap(\.long)
  }

  private var allLongNames: [String] { CommandOption.all.compactMap(\.long) }

  /// The names that `--semantics` gives to `compare`; otherwise the preset to start with.
  package mutating func setSemantics(_ text: String) throws(UsageError) {
    guard subcommand != .compare else {
      comparedSemantics = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmed }
      return
    }
    let isFamily = Semantics.Family(rawValue: text) != nil
    if subcommand == .coverage, isFamily || text.contains(",") {
      var trials: [Semantics] = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        var meant = Semantics.presets(named: name.trimmed)
        if meant.isEmpty { meant = [try preset(name.trimmed)] }
        trials.addNew(meant)
      }
      coverage.trials = trials
      return
    }
    session.semantics = try preset(text)
  }

  private func preset(_ text: String) throws(UsageError) -> Semantics {
    guard let preset = Semantics.presets.first(where: { $0.name == text }) else {
      let known = Semantics.presets.map(\.name)
      let near = nearest(to: text, among: known).map { "did you mean '\($0)'?" }
      throw UsageError(
        message: "unknown semantics '\(text)'; "
          + (near ?? "there are \(known.joined(separator: ", "))"))
    }
    return preset
  }

  /// One of the formats of the subcommand.
  package func outputFormat(_ text: String) throws(UsageError) -> OutputFormat {
    let choices = subcommand.formats
    if let choice = choices.first(where: { $0.rawValue == text }) { return choice }
    // A job can say `pretty` to all commands, whatever each calls what people read.
    let forPeople: [OutputFormat] = [.text, .pretty]
    if forPeople.contains(where: { $0.rawValue == text }),
      let choice = choices.first(where: forPeople.contains)
    {
      return choice
    }
    let words = choices.map(\.rawValue)
    let near = nearest(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError(message: "--format takes \(listing(words, "or")), not '\(text)'\(near)")
  }

  package mutating func setTrace(_ text: String) throws(UsageError) {
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
      (session.traceStyle, writtenStyle) = (style, style)
    }
  }
}

extension CommandLineOptions {
  /// The session options that the words after `bind` in a transcript stand for.
  package static func sessionOptions(
    _ words: [String], basedOn base: SessionOptions
  ) throws(UsageError) -> SessionOptions {
    var initial = CommandLineOptions()
    initial.session = base
    let options = try parse(["bindlab"] + words, over: initial)
    guard options.request == .work, options.subcommand == .run, options.inputs.isEmpty,
      !options.isInteractive,
      options.tracePath == nil, options.recordedTracePath == nil
    else {
      throw UsageError(
        message: "'\(words.joined(separator: " "))' after 'bind' is not a session option;"
          + " write 'new' or options such as '-s qt'")
    }
    return options.session
  }
}

extension CommandOption.Argument {
  /// How it is read.
  fileprivate var read: OptionReader.Argument {
    switch self {
    case .none: .none
    case .required: .required
    case .optional: .optional
    }
  }
}
