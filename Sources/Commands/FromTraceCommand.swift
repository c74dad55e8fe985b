import Glibc
import LineEditing
import RecordedTraces

/// `bindlab --from-trace FILE`: a recorded trace, which can only be asked.
struct FromTraceCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let path = options.recordedTracePath ?? ""
    guard let session = FromTraceCommand.open(path, options, host) else { return .noInput }
    Interruption.install()
    let isTerminal = isatty(STDIN_FILENO) == 1
    let isREPL = options.isInteractive || (options.inputs.isEmpty && isTerminal)
    var inputs = options.inputs
    // The trace itself may have come from there.
    if inputs.isEmpty, !isREPL, path != "-" { inputs = [.file("-")] }
    for input in inputs where !session.isOver {
      switch RunCommand.source(input, host) {
      case .success(let file):
        session.run(String(decoding: file.bytes, as: UTF8.self), name: file.name)
      case .failure(let status): return status
      }
    }
    if isREPL, !session.isOver, !answerLines(session, isTerminal: isTerminal) { return .noInput }
    return session.errors > 0 && !(isREPL && isTerminal) ? .scriptError : .success
  }

  /// The trace, once it is read; nil where it cannot be, which has been reported.
  static func open(
    _ path: String, _ options: CommandLineOptions, _ host: StandardHost
  ) -> TraceSession? {
    let bytes: [UInt8]
    switch host.files.read(path) {
    case .success(let read): bytes = read
    case .failure(let error):
      host.tell(cannot: "read", path, error.message)
      return nil
    }
    let style = (width: Environment.width, isASCII: options.session.isASCII)
    return TraceSession(
      bytes, file: path == "-" ? "<stdin>" : path, host: host, style: style
    ) { host.tell($0 + "\n") }
  }

  /// - Returns: false where the input cannot be read to its end.
  private func answerLines(_ session: TraceSession, isTerminal: Bool) -> Bool {
    let reader = REPL.reader(isTerminal: isTerminal, host) { line, cursor in
      session.completions(in: line, at: cursor)
    }
    if isTerminal, !options.isQuiet {
      host.tell("\(session.title)   it can only be asked; help explains, Ctrl-D leaves\n")
    }
    var line = 1
    while !session.isOver {
      host.flush()
      switch reader.readLine(prompt: "> ") {
      case .line(let text):
        if let error = reader.remember(text) { host.tell("warning: \(error)\n") }
        Interruption.take()
        session.run(text, name: "<repl>", firstLine: line)
        line += 1
      case .endOfInput: return true
      case .interrupted: break
      case .invalid(let problem): host.tell("<repl>:\(line): error: \(problem)\n")
      case .failed(let error):
        host.tell("bindlab: cannot read: \(error)\n")
        return false
      }
    }
    return true
  }
}
