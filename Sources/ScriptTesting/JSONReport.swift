import Text

/// Results as lines of JSON: one for each test as soon as it is known, and one at the end.
package struct JSONReport: TestReport {
  /// Whether the times are in it, which are different every time.
  private let showsTimes: Bool

  package init(showsTimes: Bool) { self.showsTimes = showsTimes }

  package var headNeedsSummary: Bool { false }
  package func head(_ summary: TestSummary) -> String { "" }

  package func entry(_ file: String, _ result: TestResult, number: Int) -> String {
    let expectations: JSONObject = [
      "passed": result.expectations.passed, "failed": result.expectations.failed,
    ]
    var test: JSONObject = [
      "v": 1, "kind": "test", "name": result.name(in: file), "file": file,
      "line": result.line > 0 ? result.line : Int?.none, "outcome": result.outcome.word,
      "reason": reason(result), "expectations": expectations, "compared": result.compared,
      "attempts": result.attempts,
    ]
    if showsTimes { test.add("nanoseconds", Int(clamping: result.nanoseconds)) }
    test.add("findings", result.findings.map(json))
    test.add("more", result.leftOut)
    test.add("warnings", result.remarks)
    test.add("output", result.output)
    return test.json + "\n"
  }

  private func reason(_ result: TestResult) -> String? {
    result.riskText ?? result.mark?.reason ?? result.attemptsText
  }

  private func json(_ finding: TestFinding) -> JSONObject {
    [
      "kind": "\(finding.kind)", "file": finding.file,
      "line": finding.line > 0 ? finding.line : Int?.none, "message": finding.title,
      "text": finding.text,
    ]
  }

  package func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String {
    let word: String? =
      switch ending {
      case .interrupted: "interrupted"
      case .firstFailure: "first failure"
      case nil: nil
      }
    var end: JSONObject = [
      "v": 1, "kind": "end", "tests": summary.tests, "passed": summary.passed,
      "risky": summary.risky, "failed": summary.failures, "stopped": summary.errors,
      "skipped": summary.skipped, "knownFailures": summary.knownFailures,
      "expectations": summary.expectations, "warnings": summary.warnings,
      "seed": summary.seed.map { Int(clamping: $0) }, "ended": word,
    ]
    if showsTimes { end.add("nanoseconds", Int(clamping: summary.nanoseconds)) }
    return end.json + "\n"
  }
}

extension TestResult.Outcome {
  /// What programs read.
  fileprivate var word: String {
    switch self {
    case .passed: "passed"
    case .risky: "risky"
    case .failed: "failed"
    case .stopped: "stopped"
    case .skipped: "skipped"
    case .knownFailure: "known failure"
    case .unexpectedPass: "unexpected pass"
    }
  }
}
