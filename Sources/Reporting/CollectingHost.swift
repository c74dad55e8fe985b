import Language
import Syntax

/// A host that shows nothing of what a script prints, writes no file, and remembers what is reported
/// while passing it on.
final class CollectingHost: SessionHost {
  /// The most diagnostics that are remembered.
  private static let mostMessages = 200

  private let outer: any SessionHost
  private(set) var messages: [(diagnostic: Diagnostic, turn: Int)] = []
  private(set) var leftOut = 0
  /// How many turns there were so far.
  var turnCount: () -> Int = { 0 }

  /// - Parameter outer: Reads the files that a script sources, and receives diagnostics.
  init(_ outer: any SessionHost) { self.outer = outer }

  func write(_ text: String) {}
  func trace(_ line: String) {}

  func report(_ diagnostic: Diagnostic) {
    if messages.count < CollectingHost.mostMessages {
      messages.append((diagnostic, turnCount()))
    } else {
      leftOut += 1
    }
    outer.report(diagnostic)
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> { outer.read(path: path) }

  func save(path: String, text: String) -> SessionFileError? { nil }
  func layout(_ dot: String) -> Result<String, SessionFileError> { .success("") }
}
