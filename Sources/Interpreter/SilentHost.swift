/// A host that shows nothing, writes no file, and remembers the first error.
final class SilentHost: SessionHost {
  private let outer: (any SessionHost)?
  private let isASCII: Bool
  private(set) var firstError: String?

  /// - Parameter outer: Who reads the files that a script sources; nil where there are none.
  init(reading outer: (any SessionHost)? = nil, isASCII: Bool = false) {
    self.outer = outer
    self.isASCII = isASCII
  }

  func write(_ text: String) {}
  func trace(_ line: String) {}

  func report(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error, firstError == nil,
      !diagnostic.message.hasPrefix("expectation failed: ")
    else { return }
    var first = diagnostic
    first.notes = []
    // The heading alone: the lines that quote the source are for who runs the script.
    let text = first.text(options: .init(isColored: false, isASCII: isASCII))
    firstError = text.split(separator: "\n").first.map(String.init)
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    outer?.read(path: path) ?? .failure(SessionFileError("no files here"))
  }

  func save(path: String, text: String) -> SessionFileError? { nil }
  func layout(_ dot: String) -> Result<String, SessionFileError> { .success("") }
}
