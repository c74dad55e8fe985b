import Language
import Syntax

/// Keeps the output of a test if it is compared, and provides the files that the test reads.
final class TestHost: SessionHost {
  /// The most bytes of one output that are kept.
  static let mostOutput = 1 << 24

  private let outer: any SessionHost
  /// The folder of the test, with a slash at its end; empty for the working folder of the tool.
  let folder: String
  /// The output since it was last taken; nil if it is not compared.
  private var output: String?
  private(set) var hasTooMuch = false
  /// The paths that the test has read.
  private(set) var reads: Set<String> = []
  /// Turns a diagnostic into a part of the output.
  var receive: (Diagnostic) -> String? = { _ in nil }
  /// Takes a diagnostic that is no failure, because it leads to a change of the test's file.
  var update: (Diagnostic) -> Bool = { _ in false }

  /// - Parameter outer: Reads and writes files.
  init(_ outer: any SessionHost, folder: String) {
    self.outer = outer
    self.folder = folder
  }

  /// Keeps output from now on.
  func keepOutput() {
    output = ""
    hasTooMuch = false
  }

  /// Returns the kept output, and keeps no more.
  func takeOutput() -> String {
    defer { output = nil }
    return output ?? ""
  }

  func write(_ text: String) {
    guard let length = output?.utf8.count else { return }
    guard length + text.utf8.count <= TestHost.mostOutput else {
      hasTooMuch = true
      return
    }
    output?.append(text)
  }

  func trace(_ line: String) { write(line) }

  func report(_ diagnostic: Diagnostic) {
    if update(diagnostic) { return }
    if let text = receive(diagnostic) { write(text + "\n") }
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    let path = path.hasPrefix("/") ? path : folder + path
    reads.insert(path)
    return outer.read(path: path)
  }

  func save(path: String, text: String) -> SessionFileError? { outer.save(path: path, text: text) }
  func layout(_ dot: String) -> Result<String, SessionFileError> { outer.layout(dot) }
}
