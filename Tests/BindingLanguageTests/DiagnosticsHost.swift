import Language
import Syntax

/// A host that keeps diagnostics whole, and the lines of the trace, and has no files.
final class DiagnosticsHost: SessionHost {
  var diagnostics: [Diagnostic] = []
  var trace: [Substring] = []

  var errors: [String] { diagnostics.filter { $0.severity == .error }.map(\.message) }

  func write(_ text: String) {}
  func trace(_ line: String) { trace += line.split(separator: "\n") }
  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? { nil }
}
