import Text

/// Results for people: what failed and why, and a summary.
package struct PrettyReport: TestReport {
  private let theme: Theme
  /// Whether the summary contains the time; in a file it must be the same every time.
  private let showsTime: Bool
  /// Whether the totals are shown at the end.
  private let showsSummary: Bool

  package init(theme: Theme, showsTime: Bool, showsSummary: Bool = true) {
    self.theme = theme
    self.showsTime = showsTime
    self.showsSummary = showsSummary
  }

  package var headNeedsSummary: Bool { false }
  package func head(_ summary: TestSummary) -> String { "" }

  package func entry(_ file: String, _ result: TestResult, number: Int) -> String {
    let name = result.name(in: file).visible(.tabs)
    var text = ""
    func note(_ word: String, _ rest: String) {
      text += "\(theme.paint(word, .warning)) \(name): \(rest.visible(.tabs))\n"
    }
    if result.updated > 0 {
      var rest = counted(result.updated, "output")
      if result.newErrors > 0 {
        rest += ", \(result.newErrors) of which now \(result.newErrors == 1 ? "shows" : "show")"
        rest += " an error that was not expected before"
      }
      note("updated", rest)
    }
    switch result.outcome {
    case .skipped: note("skipped", result.mark?.reason ?? "")
    case .knownFailure: note("known failure", result.mark?.reason ?? "")
    case .unexpectedPass:
      note("unexpected pass", "marked as a known failure: \(result.mark?.reason ?? "")")
    case .risky: note("risky", result.riskText ?? "")
    case .passed, .failed, .stopped: break
    }
    if let attempts = result.attemptsText { note("retried", attempts) }
    guard result.isFailure else {
      // What was counted is shown as well.
      guard showsSummary, !result.remarks.isEmpty else { return text }
      return text + shown(result.remarks) + "\n"
    }
    text += "\(theme.paint("FAIL", .error)) \(theme.paint(name, .heading))\n"
    for finding in result.findings {
      for line in finding.text { text += shown(line.visible(.tabs), of: finding) + "\n" }
    }
    if result.leftOut > 0 { text += "… and \(result.leftOut) more; fix these to see them\n" }
    if showsSummary { text += shown(result.remarks) }
    if !result.output.isEmpty {
      text += theme.paint("output:", .note) + "\n" + shown(result.output.map { "  \($0)" })
    }
    return text + "\n"
  }

  private func shown(_ lines: [String]) -> String {
    lines.map { $0.visible(.tabs) + "\n" }.joined()
  }

  private func shown(_ line: String, of finding: TestFinding) -> String {
    guard finding.kind == .output else { return line }
    switch line.first {
    case "-": return theme.paint(line, .error)
    case "+": return theme.paint(line, .good)
    case "@": return theme.paint(line, .note)
    default: return line
    }
  }

  package func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String {
    guard showsSummary else { return "" }
    var text = "\(counted(summary.tests, "test")): \(summary.passed) passed"
    if summary.failed > 0 { text += ", " + theme.paint("\(summary.failed) failed", .error) }
    if summary.risky > 0 { text += ", " + theme.paint("\(summary.risky) risky", .warning) }
    if summary.skipped > 0 { text += ", \(summary.skipped) skipped" }
    if summary.knownFailures > 0 { text += ", \(counted(summary.knownFailures, "known failure"))" }
    text += "; \(counted(summary.expectations, "expect"))"
    if summary.warnings > 0 { text += ", \(counted(summary.warnings, "warning"))" }
    if summary.updated.outputs > 0 {
      text += "; \(counted(summary.updated.outputs, "output")) rewritten"
    }
    if summary.retried > 0 { text += "; \(summary.retried) passed only when run again" }
    if showsTime { text += "; \(seconds(summary.nanoseconds)) s" }
    if let seed = summary.seed { text += "; shuffled with seed \(seed)" }
    switch ending {
    case .firstFailure: text += "; ended with the first failure"
    case .interrupted: text += "; interrupted"
    case nil: break
    }
    return slowest(summary) + text + "\n"
  }

  private func slowest(_ summary: TestSummary) -> String {
    guard let tests = summary.slowest?.tests, !tests.isEmpty else { return "" }
    // Anywhere else the output is the same in every run.
    guard showsTime else {
      return "the slowest tests are shown only on a terminal; JUnit XML has all times\n"
    }
    let times = tests.map { seconds($0.nanoseconds) }
    let width = times.map(\.count).max() ?? 0
    let lines = zip(tests, times).map { test, time in
      String(repeating: " ", count: width - time.count) + "\(time) s  \(test.name.visible(.tabs))\n"
    }
    return theme.paint("slowest", .heading) + "\n" + lines.joined()
  }
}

/// Seconds with three digits after the point.
func seconds(_ nanoseconds: UInt64) -> String {
  let thousandths = (nanoseconds + 500_000) / 1_000_000
  let rest = String(thousandths % 1000)
  return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
}
