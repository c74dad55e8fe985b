import Exploring
import Interpreter
import Invocation
import Language
import LineEditing
import Platform
import Syntax
import Text

/// `bindlab -i --json`: a program asks by lines of JSON, and each request is answered by lines with its
/// id, of which the last one says that it is done.
///
/// Each request has one such line, also where it leaves a turn stopped; so a program that waits for it
/// before the next request never waits for nothing.
final class RequestLoop {
  /// The bytes of the longest line, so that one without an end takes no more memory.
  static let longestLine = 1 << 23

  private let repl: REPL
  private let lines: PlainLineReader
  private var hasFailed = false
  /// The input has ended while a turn was stopped, whose requests are all done.
  private var hasEndedAtStop = false

  init(repl: REPL, lines: PlainLineReader) { (self.repl, self.lines) = (repl, lines) }

  private var session: Session { repl.session }
  private var host: StandardHost { repl.host }

  func run() -> ExitStatus {
    repl.runInit()
    host.readLine = { [unowned self] _ in statementAtStop() }
    defer { host.readLine = nil }
    while !session.isOver, let request = next() {
      var isInterrupted = false
      if let text = statement(for: request) {
        isInterrupted = repl.answer(text, remembering: { _ in })
      }
      if hasEndedAtStop { break }
      host.endRequest(isInterrupted: isInterrupted)
    }
    return hasFailed ? .noInput : repl.finish()
  }

  /// The request that has stopped a turn is done, and the next ones are about the stop.
  private func statementAtStop() -> String? {
    host.endRequest(isInterrupted: Interruption.isRaised, stop: session.stop)
    while let request = next() {
      if let text = statement(for: request) { return text }
      host.endRequest(stop: session.stop)
    }
    // The turn goes on to its end.
    hasEndedAtStop = true
    host.begin(request: "null")
    return nil
  }

  /// The next request; nil at the end of the input. A line that is no request is answered by an error.
  private func next() -> Request? {
    while true {
      if Interruption.endsProgram { return nil }
      if !lines.hasLine { host.flush() }
      switch lines.readLine() {
      case .line(let line):
        if line.isBlank { continue }
        do throws(Request.Problem) {
          let request = try Request(line)
          host.begin(request: request.id)
          repl.typed.begin(name: "<\(request.name)>")
          Interruption.take()
          return request
        } catch {
          refuse(error)
        }
      case .invalid(let line): refuse(.form("\(line)"))
      case .tooLong:
        refuse(.form("a line has more than \(RequestLoop.longestLine) bytes"))
      case .interrupted where Interruption.endsProgram: return nil
      case .interrupted: continue
      case .endOfInput: return nil
      case .failed(let error):
        host.report("bindlab: cannot read: \(error)\n")
        hasFailed = true
        return nil
      }
    }
  }

  private func refuse(_ problem: Request.Problem) {
    host.begin(request: problem.id)
    report(problem.message, help: problem.help)
    host.endRequest(stop: session.stop)
  }

  private func report(_ message: String, help: String? = nil) {
    let notes = help.map { [Diagnostic.Note(.help, $0)] } ?? []
    session.report(Diagnostic(.error, message, file: nil, span: nil, notes: notes))
  }

  /// What is to run for a request; nil if it has been answered.
  private func statement(for request: Request) -> String? {
    switch request.task {
    case .run(let text): return text
    case .complete(let text, let offset): complete(text, at: offset)
    case .help(let topic):
      let text = topic.isBlank ? "help" : "help \(topic)"
      // Only one question, whatever the topic is.
      if session.hasSyntaxErrors(text) || session.isQuestion(text) { return text }
      report("'\(topic)' is not one topic", help: "'help' lists the topics")
    case .graph(let format, let path):
      let text = Session.question(graph: format, of: path)
      if session.hasSyntaxErrors(text) || session.asksForGraph(session.typed(text).tree, of: path) {
        return text
      }
      session.report(Session.noPath(path ?? ""))
    }
    return nil
  }

  private func complete(_ text: String, at offset: Int) {
    // Completion is about one line, and the lines before it.
    let bytes = Array(text.utf8)
    let start = bytes[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 10) ?? bytes.count
    var list = repl.completions(
      in: String(decoding: bytes[start..<end], as: UTF8.self), at: offset - start,
      behind: String(decoding: bytes[..<max(start - 1, 0)], as: UTF8.self))
    list.replace = list.replace.lowerBound + start..<list.replace.upperBound + start
    host.show(completions: list)
  }
}

extension Session {
  /// Where a turn is stopped; nil if none is.
  fileprivate var stop: (turn: Int, event: Int)? {
    walk.map { ($0.number, Int($0.event.sequence)) }
  }
}
