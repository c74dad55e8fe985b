/// How results are written.
package protocol TestReport {
  /// Whether the head says what all came to, so that it can only be written at the end.
  var headNeedsSummary: Bool { get }
  func head(_ summary: TestSummary) -> String
  /// What is written of a test.
  ///
  /// - Parameter number: The place of the test in the run, from 1.
  func entry(_ name: String, _ result: TestResult, number: Int) -> String
  /// - Parameter ending: Why the run ended before its time; nil for a whole one.
  func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String
}

/// Why not all tests were run.
package enum TestRunEnding: Equatable {
  case interrupted
  case firstFailure
}
