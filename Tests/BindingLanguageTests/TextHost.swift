import Language
import Syntax

/// A host that keeps what a session prints and the messages of its errors, and has no files.
final class TextHost: SessionHost {
  var output = ""
  private(set) var errors: [String] = []
  /// The help of the first error that has one.
  private(set) var help: String?
  private let keepsMessages: Bool

  /// - Parameter keepsMessages: Whether the messages of diagnostics belong to the output.
  init(keepsMessages: Bool = false) { self.keepsMessages = keepsMessages }

  func write(_ text: String) { output += text }
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error {
      errors.append(diagnostic.message)
      help = help ?? diagnostic.notes.first { $0.label == .help }?.message
    }
    if keepsMessages { output += diagnostic.message + "\n" }
  }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? { nil }
}
