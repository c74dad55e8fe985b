import Exploring
import Interpreter
import Invocation
import Language
import LineEditing
import Platform
import Syntax

/// `bindlab [FILE]...`: runs scripts, and then the REPL if it was requested.
struct RunCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() throws(ExitStatus) -> ExitStatus {
    var options = options
    let isTerminal = Descriptor.isTerminal(Descriptor.input)
    let isREPL = options.isInteractive || (options.inputs.isEmpty && isTerminal)
    if options.inputs.isEmpty, !isREPL { options.inputs = [.file("-")] }
    if isREPL, !options.hasTrace { options.session.traceMode = .on }
    if isREPL, options.session.journalLimit == nil {
      options.session.journalLimit = SessionOptions.interactiveJournalLimit
    }
    if !options.speaksJSON { Environment.fit(&options.session) }
    options.session.writesOnlyJSON =
      options.session.traceStyle == .json && options.session.traceMode != .off
      && options.tracePath == nil && !options.speaksJSON && !isREPL
    if case .file(let word)? = options.inputs.first, !FileSystem.exists(word.pathBytes),
      SystemError.last == .notFound,
      let suggestion = Subcommand.suggestion(for: word)
    {
      host.report("bindlab: there is no file or command '\(word)'; \(suggestion)\n")
      return .noInput
    }
    if isREPL, !isTerminal, let refusal = host.files.refusalOfStandardInput {
      host.report("bindlab: cannot read standard input: \(refusal)\n")
      return .noInput
    }
    Interruption.install()
    let lines = isREPL && !isTerminal || options.speaksJSON ? lineReader : nil
    if options.speaksJSON { host.begin(answers: AnswerLines()) }
    options.session.endsWithInterruption = !isREPL
    let session = Session(host: host, options: options.session)
    // The process ends with the session, and the system frees its memory at once. Freeing millions of
    // values one by one would make the user wait.
    _ = Unmanaged.passRetained(session)
    session.watch(Interruption.flag)
    for input in options.inputs {
      session.run(try RunCommand.source(input, host))
      if session.isOver || hasFailed(session) { break }
    }
    if isREPL, !session.isOver, !session.isInterrupted {
      let isTerminal = isTerminal && lines == nil
      let repl = REPL(
        session: session, host: host, options: options, isTerminal: isTerminal, pipe: lines)
      if options.speaksJSON, let lines { return RequestLoop(repl: repl, lines: lines).run() }
      return repl.run()
    }
    if !session.isInterrupted, let note = session.dueNote { host.report("bindlab: \(note)\n") }
    return RunCommand.status(of: session)
  }

  /// Reads what a program sends, which need not read an answer before it sends more.
  private var lineReader: PlainLineReader {
    let (isJSON, host) = (options.speaksJSON, host)
    let lines = PlainLineReader(longest: isJSON ? RequestLoop.longestLine : .max)
    // If a script is read from there, its bytes are not lines of the session.
    guard !options.inputs.contains(.file("-")) else { return lines }
    host.writeOutput = { lines.write($0, to: Descriptor.output, givesUp: !isJSON) }
    return lines
  }

  private func hasFailed(_ session: Session) -> Bool {
    session.isInterrupted || (session.errors > 0 && !options.session.keepsGoing)
  }

  /// The text of an input.
  ///
  /// - Throws: The status if it cannot be read, after the reason has been reported.
  static func source(
    _ input: CommandLineOptions.Input, _ host: StandardHost, standardInput name: String = "<stdin>"
  ) throws(ExitStatus) -> SourceFile {
    switch ReadFile(input, host, standardInput: name) {
    case .read(let file): return file
    case .unread(let path, let error):
      host.report(cannot: "read", path, error)
      throw .noInput
    }
  }

  static func status(of session: Session) -> ExitStatus {
    if session.isInterrupted { return .interrupted }
    if session.errors > 0 { return .scriptError }
    return session.expectations.failed > 0 ? .expectationFailed : .success
  }
}
