import Language

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import Syntax

/// Tests that run a script and examine the graph at its end.
protocol GraphScript {}

/// A host that keeps what it gets.
final class GraphHost: SessionHost {
  var output = ""
  var errors: [String] = []
  var files: [String: String] = [:]
  func write(_ text: String) { output += text }
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { errors.append(diagnostic.message) }
  }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? {
    if path.hasPrefix("/") { return SessionFileError("it is full") }
    files[path] = text
    return nil
  }
}

extension GraphScript {
  func run(
    _ script: String, _ options: SessionOptions = SessionOptions(),
    then look: (Session, GraphHost) throws -> Void
  ) rethrows {
    let host = GraphHost()
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "t.bind", text: script))
    try look(session, host)
  }
}
