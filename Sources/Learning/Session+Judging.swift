import Interpreter
import Language
import Syntax

// Whether a task is done is decided by a trial: its expectations are run, and everything is rolled
// back.
extension Session {
  /// Why an attempt is not enough yet.
  struct Shortcoming {
    /// The check that does not hold.
    var check: Int
    /// What its expectation said.
    var message: String
    /// Whether the trial was stopped, so that nothing is known about the check.
    var isUntried = false
  }

  /// How many turns and rounds of loops a trial may take.
  private static let mostTrialSteps = 100_000

  /// Tries the checks of a task one after the other, up to the first that does not hold.
  ///
  /// - Returns: Nil if all of them hold.
  func judge(_ checks: [Lesson.Check], of file: SourceFile) -> Shortcoming? {
    guard walk == nil, !graphState.isInTurn else {
      return Shortcoming(check: 0, message: "a turn is stopped", isUntried: true)
    }
    let limit = machine.stepLimit
    let trialLimit = machine.steps + Session.mostTrialSteps
    machine.stepLimit = min(limit, trialLimit)
    defer { machine.stepLimit = limit }
    let listener = ErrorListener(reading: host)
    do {
      let found = try tried(reportingTo: listener, TrialTraces(isTracing: false)) {
        firstShortcoming(checks, file, listener)
      }
      guard machine.hasUsedUpSteps, trialLimit < limit else { return found }
      return Shortcoming(
        check: 0, message: "the check does not end when it is tried", isUntried: true)
    } catch {
      return Shortcoming(check: 0, message: "it was interrupted", isUntried: true)
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
      if let message = listener.takeError() {
        let prefix = Diagnostic.failedExpectation
        return Shortcoming(
          check: position,
          message: message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message)
      }
    }
    return nil
  }
}

/// A host that shows nothing, writes nothing, and keeps the message of the first error.
final class ErrorListener: SessionHost {
  private let outer: (any SessionHost)?
  private var firstError: String?

  /// - Parameter outer: Reads files; nil if there are none.
  init(reading outer: (any SessionHost)? = nil) { self.outer = outer }

  /// The first error since the last question.
  func takeError() -> String? {
    defer { firstError = nil }
    return firstError
  }

  func write(_ text: String) {}
  func trace(_ line: String) {}

  func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error, firstError == nil { firstError = diagnostic.message }
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    outer?.read(path: path) ?? .failure(SessionFileError("a lesson reads no files"))
  }
  func save(path: String, text: String) -> SessionFileError? { nil }
  func layout(_ dot: String) -> Result<String, SessionFileError> { .success("") }
}
