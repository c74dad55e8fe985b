import Language
import Syntax

/// A host that shows nothing, writes no file, and remembers the first error.
package final class SilentHost: SessionHost {
  private let outer: (any SessionHost)?
  private let isASCII: Bool
  package private(set) var firstError: String?

  /// - Parameter outer: Who reads the files that a script sources; nil if there are none.
  package init(reading outer: (any SessionHost)? = nil, isASCII: Bool = false) {
    self.outer = outer
    self.isASCII = isASCII
  }

  package func write(_ text: String) {}
  package func trace(_ line: String) {}

  package func report(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error, firstError == nil,
      !diagnostic.isFailedExpectation
    else { return }
    var first = diagnostic
    first.notes = []
    // The heading alone: the lines that quote the source are for the person who runs the script.
    let text = first.text(options: .init(isASCII: isASCII))
    firstError = text.split(separator: "\n").first.map(String.init)
  }

  package func read(path: String) -> Result<[UInt8], SessionFileError> {
    outer?.read(path: path) ?? .failure(SessionFileError("no files here"))
  }

  package func save(path: String, text: String) -> SessionFileError? { nil }
  package func layout(_ dot: String) -> Result<String, SessionFileError> { .success("") }
}
