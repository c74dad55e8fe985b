import BindingEngine

// Whether a task is done is found by trying: its expectations are run, and all is put back.
extension Session {
  /// Why an attempt does not do yet.
  struct Shortcoming {
    /// The check that does not hold.
    var check: Int
    /// What its expectation said.
    var message: String
  }

  /// Tries the checks of a task one after the other, up to the first that does not hold.
  ///
  /// - Returns: Nil where all hold.
  func judge(_ checks: [Lesson.Check], of file: SourceFile) -> Shortcoming? {
    guard walk == nil, !core.pointee.isInTurn else { return nil }
    let listener = ErrorListener(reading: host)
    do {
      return try tried(telling: listener, RunRecorder(name: "")) {
        firstShortcoming(checks, file, listener)
      }
    } catch {
      return Shortcoming(check: 0, message: "it was interrupted")
    }
  }

  private func firstShortcoming(
    _ checks: [Lesson.Check], _ file: SourceFile, _ listener: ErrorListener
  ) -> Shortcoming? {
    for (position, check) in checks.enumerated() {
      let source = SourceFile(name: file.name, text: check.code.text, firstLine: check.code.line)
      let (tree, diagnostics, _) = Parser.parse(source, names: names)
      do {
        for diagnostic in diagnostics { report(diagnostic) }
        try run(tree)
      } catch {
        report(error)
      }
      if let message = listener.firstError {
        return Shortcoming(check: position, message: message)
      }
    }
    return nil
  }
}

/// A host that shows nothing, writes nothing, and keeps the message of the first error.
private final class ErrorListener: SessionHost {
  private let outer: any SessionHost
  private(set) var firstError: String?

  init(reading outer: any SessionHost) { self.outer = outer }

  func write(_ text: String) {}
  func trace(_ line: String) {}

  func report(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error, firstError == nil else { return }
    let prefix = "expectation failed: "
    let message = diagnostic.message
    firstError = message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> { outer.read(path: path) }
  func save(path: String, text: String) -> SessionFileError? { nil }
  func layout(_ dot: String) -> Result<String, SessionFileError> { .success("") }
}
