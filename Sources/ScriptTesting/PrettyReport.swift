import Text

/// Results for people: what failed and why, and a summary.
package struct PrettyReport: TestReport {
  private let theme: Theme
  /// Whether the summary contains the time; in a file it must be the same every time.
  private let showsTime: Bool

  package init(theme: Theme, showsTime: Bool) {
    self.theme = theme
    self.showsTime = showsTime
  }

  package var headNeedsSummary: Bool { false }
  package func head(_ summary: TestSummary) -> String { "" }

  package func entry(_ name: String, _ result: TestResult, number: Int) -> String {
    var text = ""
    if result.updated > 0 {
      text +=
        "\(theme.paint("updated", .warning)) \(name.visible(.tabs)): \(counted(result.updated, "output"))"
      if result.newErrors > 0 {
        text += ", \(result.newErrors) of which now \(result.newErrors == 1 ? "shows" : "show")"
        text += " an error that was not expected before"
      }
      text += "\n"
    }
    guard !result.hasPassed else { return text }
    text += "\(theme.paint("FAIL", .error)) \(theme.paint(name.visible(.tabs), .heading))\n"
    for finding in result.findings {
      for line in finding.text { text += shown(line.visible(.tabs), of: finding) + "\n" }
    }
    if result.leftOut > 0 { text += "… and \(result.leftOut) more\n" }
    return text + "\n"
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
    var text = "\(counted(summary.tests, "test")): \(summary.passed) passed"
    if summary.failed > 0 { text += ", " + theme.paint("\(summary.failed) failed", .error) }
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
