import BindingLanguage
import Glibc
import LineEditing
import Rendering

/// Statements typed one by one, each answered before the next; without a prompt on a pipe.
struct REPL {
  let session: Session
  let host: StandardHost
  let options: CommandLineOptions
  let isTerminal: Bool

  func run() -> ExitStatus {
    runInit()
    let reader = makeReader()
    if isTerminal, !options.isQuiet {
      host.tell("bindlab \(Session.version)   help explains, Ctrl-D leaves\n")
    }
    host.readLine = { prompt in nextStatement(reader, prompt: prompt) }
    defer { host.readLine = nil }
    var text = ""
    var line = 1
    while !session.isOver {
      host.flush()
      let prompt = text.isEmpty ? "> " : options.session.isASCII ? ". " : "… "
      switch reader.readLine(prompt: prompt) {
      case .line(let next):
        text += text.isEmpty ? next : "\n" + next
        if session.isIncomplete(text) { continue }
        answer(text, line: line, reader)
        line += text.utf8.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        text = ""
      case .endOfInput:
        if !text.isEmpty { answer(text, line: line, reader) }
        return finish()
      case .interrupted: text = ""
      case .invalid(let problem):
        host.tell("<repl>:\(line): error: \(problem)\n")
        text = ""
        session.countUnreadableLine()
      case .failed(let error):
        host.tell("bindlab: cannot read: \(error)\n")
        return .noInput
      }
    }
    return finish()
  }

  /// What is typed where a turn is stopped: a whole statement, in one line or more.
  private func nextStatement(_ reader: any LineReader, prompt: String) -> String? {
    var text = ""
    while true {
      host.flush()
      let more = options.session.isASCII ? ". " : "… "
      switch reader.readLine(prompt: text.isEmpty ? prompt : more) {
      case .line(let next):
        text += text.isEmpty ? next : "\n" + next
        if session.isIncomplete(text) { continue }
        if !text.isEmpty, let error = reader.remember(text) { host.tell("warning: \(error)\n") }
        Interruption.take()
        return text
      case .interrupted: text = ""
      case .invalid(let problem):
        host.tell("error: \(problem)\n")
        text = ""
      case .endOfInput, .failed: return nil
      }
    }
  }

  private func finish() -> ExitStatus {
    // What a person mistypes is no failure of the session; a program that talks to us wants to know.
    isTerminal ? .success : RunCommand.status(of: session)
  }

  private func answer(_ text: String, line: Int, _ reader: any LineReader) {
    let isBlank = text.utf8.allSatisfy { $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 }
    guard !isBlank else { return }
    if let error = reader.remember(text) { host.tell("warning: \(error)\n") }
    Interruption.take()
    session.run(SourceFile(name: "<repl>", text: text, firstLine: line), isInteractive: true)
    session.forgetInterruption()
  }

  private func runInit() {
    guard !options.skipsInit, let path = Environment.initPath, access(path, F_OK) == 0 else {
      return
    }
    switch SystemFile.read(path) {
    case .success(let bytes):
      let mode = session.options.traceMode
      session.setTraceMode(.off)
      session.run(SourceFile(name: path, bytes: bytes))
      session.setTraceMode(mode)
    case .failure(let error): host.tell("warning: cannot read '\(path)': \(error.message)\n")
    }
  }

  private func makeReader() -> any LineReader {
    guard isTerminal else { return PlainLineReader() }
    var environment: [String: String] = [:]
    for name in ["HOME", "XDG_STATE_HOME"] { environment[name] = Environment[name] }
    let history = History(path: History.path(in: environment))
    if let error = history.load() { host.tell("warning: \(error)\n") }
    let completer: EditedLineReader.Completer = { [session] line, cursor in
      let found = session.completions(in: line, at: cursor)
      return Completions(
        replace: found.replace,
        candidates: found.candidates.map { Candidate($0.text, note: $0.note) })
    }
    let reader = EditedLineReader(
      history: history, width: { $0.displayWidth }, completer: completer)
    return reader ?? PlainLineReader()
  }
}
