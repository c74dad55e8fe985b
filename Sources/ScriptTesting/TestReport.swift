/// A format of results.
package protocol TestReport {
  /// Whether the head contains the totals, so that it can only be written at the end.
  var headNeedsSummary: Bool { get }
  func head(_ summary: TestSummary) -> String
  /// The text for a test.
  ///
  /// - Parameters:
  ///   - file: The name of the file that the test is in.
  ///   - number: The position of the test in the run, from 1.
  func entry(_ file: String, _ result: TestResult, number: Int) -> String
  /// - Parameter ending: Why the run ended early; nil for a complete one.
  func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String
}

/// Why not all tests were run.
package enum TestRunEnding: Equatable {
  case interrupted
  case firstFailure
}
