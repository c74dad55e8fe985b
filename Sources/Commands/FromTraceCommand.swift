import Invocation
import LineEditing
import Platform
import RecordedTraces

/// `bindlab --from-trace FILE`: answers questions about a recorded trace.
struct FromTraceCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() throws(ExitStatus) -> ExitStatus {
    let path = options.recordedTracePath ?? ""
    let session = try FromTraceCommand.open(path, options, host)
    Interruption.install()
    let isTerminal = Descriptor.isTerminal(Descriptor.input)
    let isREPL = options.isInteractive || (options.inputs.isEmpty && isTerminal)
    var inputs = options.inputs
    // Standard input may already have been used for the trace itself.
    if inputs.isEmpty, !isREPL, path != "-" { inputs = [.file("-")] }
    for input in inputs where !session.isOver {
      let file = try RunCommand.source(input, host)
      session.run(String(decoding: file.bytes, as: UTF8.self), name: file.name)
    }
    if isREPL, !session.isOver, !answerLines(session, isTerminal: isTerminal) { return .noInput }
    return session.errors > 0 && !(isREPL && isTerminal) ? .scriptError : .success
  }

  /// The trace, after it has been read.
  ///
  /// - Throws: The status if it cannot be read, after the reason has been reported.
  static func open(
    _ path: String, _ options: CommandLineOptions, _ host: StandardHost
  ) throws(ExitStatus) -> TraceSession {
    let file = try RunCommand.source(.file(path), host)
    let style = (
      width: Environment.width, isASCII: options.session.isASCII, theme: options.session.theme
    )
    let session = TraceSession(file.bytes, file: file.name, host: host, style: style) {
      host.report($0 + "\n")
    }
    guard let session else { throw .noInput }
    return session
  }

  /// - Returns: false if the input cannot be read to its end.
  private func answerLines(_ session: TraceSession, isTerminal: Bool) -> Bool {
    let lines = REPL.reader(
      isTerminal: isTerminal, host, options.session.theme, isASCII: options.session.isASCII
    ) { line, cursor in
      session.completions(in: line, at: cursor)
    }
    // Each question is on one line.
    let reader = StatementReader(
      lines, host: host, isASCII: options.session.isASCII, unfinished: UnfinishedText(),
      isIncomplete: { _ in false })
    if isTerminal, !options.isQuiet {
      host.report("\(session.title)   for questions only; help explains, Ctrl-D leaves\n")
    }
    var line = 1
    while !session.isOver {
      switch reader.next(prompt: "> ") {
      case .statement(let text):
        reader.begin(text)
        session.run(text, name: "<repl>", firstLine: line)
        line += 1
      case .endOfInput: return true
      case .invalid(let problem): host.report("<repl>:\(line): error: \(problem)\n")
      case .failed(let error):
        host.report("bindlab: cannot read: \(error)\n")
        return false
      }
    }
    return true
  }
}
