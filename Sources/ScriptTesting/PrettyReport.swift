import Text

/// Results for people: what failed and why, and a summary.
package struct PrettyReport: TestReport {
  private let isColored: Bool
  /// Whether the summary contains the time; in a file it must be the same every time.
  private let showsTime: Bool

  package init(isColored: Bool, showsTime: Bool) {
    self.isColored = isColored
    self.showsTime = showsTime
  }

  package var headNeedsSummary: Bool { false }
  package func head(_ summary: TestSummary) -> String { "" }

  package func entry(_ name: String, _ result: TestResult, number: Int) -> String {
    var text = ""
    if result.updated > 0 {
      text +=
        "\(paint("updated", "33")) \(name.visible(.tabs)): \(counted(result.updated, "output"))"
      if result.newErrors > 0 {
        text += ", \(result.newErrors) of which now \(result.newErrors == 1 ? "shows" : "show")"
        text += " an error that was not expected before"
      }
      text += "\n"
    }
    guard !result.hasPassed else { return text }
    text += "\(paint("FAIL", "1;31")) \(paint(name.visible(.tabs), "1"))\n"
    for finding in result.findings {
      for line in finding.text { text += shown(line.visible(.tabs), of: finding) + "\n" }
    }
    if result.leftOut > 0 { text += "… and \(result.leftOut) more\n" }
    return text + "\n"
  }

  private func shown(_ line: String, of finding: TestFinding) -> String {
    guard finding.kind == .output else { return line }
    switch line.first {
    case "-": return paint(line, "31")
    case "+": return paint(line, "32")
    case "@": return paint(line, "36")
    default: return line
    }
  }

  private func paint(_ text: String, _ code: String) -> String {
    text.painted(code, if: isColored)
  }

  package func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String {
    var text = "\(counted(summary.tests, "test")): \(summary.passed) passed"
    if summary.failed > 0 { text += ", " + paint("\(summary.failed) failed", "1;31") }
    text += "; \(counted(summary.expectations, "expect"))"
    if summary.warnings > 0 { text += ", \(counted(summary.warnings, "warning"))" }
    if summary.updated.outputs > 0 {
      text += "; \(counted(summary.updated.outputs, "output")) rewritten"
    }
    if showsTime { text += "; \(seconds(summary.nanoseconds)) s" }
    switch ending {
    case .firstFailure: text += "; ended with the first failure"
    case .interrupted: text += "; interrupted"
    case nil: break
    }
    return text + "\n"
  }
}

/// Seconds with three digits after the point.
func seconds(_ nanoseconds: UInt64) -> String {
  let thousandths = (nanoseconds + 500_000) / 1_000_000
  let rest = String(thousandths % 1000)
  return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
}
