import Language
import Syntax

/// A host that shows nothing, writes no file, and remembers the first errors and what was printed first.
package final class SilentHost: SessionHost {
  private let outer: (any SessionHost)?
  private let isASCII: Bool
  package private(set) var firstError: String?
  /// The first errors and failed expectations.
  private(set) var errors: [Diagnostic] = []
  private static let mostErrors = 10
  package private(set) var printed = ""
  private static let mostPrinted = 1 << 20

  /// - Parameter outer: Who reads the files that a script sources; nil if there are none.
  package init(reading outer: (any SessionHost)? = nil, isASCII: Bool = false) {
    self.outer = outer
    self.isASCII = isASCII
  }

  package func write(_ text: String) {
    if printed.utf8.count < SilentHost.mostPrinted { printed += text }
  }

  package func trace(_ line: String) {}

  package func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error, errors.count < SilentHost.mostErrors {
      errors.append(diagnostic)
    }
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
