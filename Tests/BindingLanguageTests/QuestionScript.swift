import BindingEngine
import Exploring
import Interpreter
import Language
import RecordedTraces
import Rendering
import Syntax
import Testing

/// A script that is run with its trace, and then answers questions live and from that trace.
final class QuestionScript: SessionHost {
  private(set) var output = ""
  private(set) var traceText = ""
  private(set) var errors: [String] = []
  /// The errors without warnings.
  private(set) var failures: [String] = []
  let session: Session
  private let semantics: Semantics

  init(_ text: String, semantics: String = "bind", journal: Int = 1_000) throws {
    var options = SessionOptions()
    options.journalLimit = journal
    options.traceMode = .on
    options.traceStyle = .json
    options.keepsGoing = true
    self.semantics = try #require(Semantics.presets.first { $0.name == semantics })
    options.semantics = self.semantics
    options.width = 10_000
    final class NoHost: SessionHost {
      func write(_ text: String) {}
      func trace(_ line: String) {}
      func report(_ diagnostic: Diagnostic) {}
      func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("none")) }
      func save(path: String, text: String) -> SessionFileError? { nil }
    }
    session = Session(host: NoHost(), options: options)
    session.host = self
    session.run(SourceFile(name: "t.bind", text: text))
    output = ""
  }

  func write(_ text: String) { output += text }
  func trace(_ line: String) { traceText += line }
  func report(_ diagnostic: Diagnostic) {
    errors.append(diagnostic.message)
    if diagnostic.severity == .error { failures.append(diagnostic.message) }
  }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? { SessionFileError("no files here") }

  /// The answer of the session itself.
  func ask(_ question: String) -> String {
    output = ""
    session.run(SourceFile(name: "t.bind", text: question))
    return output
  }

  /// A session that has only the trace.
  func offline() throws -> TraceSession {
    var messages: [String] = []
    let session = TraceSession(
      Array(traceText.utf8), file: "t.ndjson", host: self,
      style: (session.options.width, session.options.isASCII, .plain)
    ) { messages.append($0) }
    #expect(messages == [])
    return try #require(session)
  }

  /// The answer from the trace alone.
  func askOffline(_ question: String, of known: TraceSession? = nil) throws -> String {
    let session = try known ?? offline()
    output = ""
    session.run(question, name: "t.bind")
    return output
  }
}
