import Text

/// Results as JUnit XML, as Jenkins and GitLab read it.
///
/// A test is a `testcase`; its class is the folder that it is in, with points for slashes.
package struct JUnitReport: TestReport {
  /// Whether the times are in it, which are different every time.
  private let showsTimes: Bool

  package init(showsTimes: Bool) { self.showsTimes = showsTimes }

  package var headNeedsSummary: Bool { true }

  package func head(_ summary: TestSummary) -> String {
    let counts =
      " tests=\"\(summary.tests)\" failures=\"\(summary.failures)\" errors=\"\(summary.errors)\""
      + time(summary.nanoseconds)
    let skipped = summary.skipped + summary.knownFailures + summary.risky
    let properties =
      summary.seed.map { seed in
        "    <properties><property name=\"seed\" value=\"\(seed)\"/></properties>\n"
      } ?? ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="bindlab"\(counts)>
        <testsuite name="bindlab"\(counts) skipped="\(skipped)">

      """ + properties
  }

  private func time(_ nanoseconds: UInt64) -> String {
    showsTimes ? " time=\"\(seconds(nanoseconds))\"" : ""
  }

  package func entry(_ file: String, _ result: TestResult, number: Int) -> String {
    let folders = file.split(separator: "/").dropLast().filter { $0 != ".." }
    let group = folders.isEmpty ? "bindlab" : folders.joined(separator: ".")
    var text = "    <testcase classname=\"\(attribute(group))\""
    text += " name=\"\(attribute(result.name(in: file)))\" file=\"\(attribute(file))\""
    // In a script that the test reads, the line would be a line of another file.
    let finding = result.findings.first { $0.file == file && $0.line > 0 }
    let line = finding?.line ?? result.risk?.line ?? result.line
    if line > 0 { text += " line=\"\(line)\"" }
    text += time(result.nanoseconds)
    let contents = contents(result)
    return text + (contents.isEmpty ? "/>\n" : ">\n\(contents)    </testcase>\n")
  }

  private func contents(_ result: TestResult) -> String {
    var text = ""
    let reason = result.mark?.reason ?? ""
    let body = result.findings.flatMap(\.text).map(escaped).joined(separator: "\n")
    var remarks = result.remarks
    switch result.outcome {
    case .skipped: text += "      <skipped message=\"\(attribute(reason))\"/>\n"
    case .knownFailure:
      let message = attribute("known failure: \(reason)")
      text += "      <skipped message=\"\(message)\">\(body)</skipped>\n"
    case .unexpectedPass: remarks.insert("\(TestResult.unexpectedPassText): \(reason)", at: 0)
    case .failed, .stopped:
      let element = result.outcome == .stopped ? "error" : "failure"
      let others = result.findings.count - 1 + result.leftOut
      let message = result.findings[0].title + (others > 0 ? " (and \(others) more)" : "")
      text += "      <\(element) message=\"\(attribute(message))\""
      text += " type=\"\(result.findings[0].kind)\">\(body)</\(element)>\n"
    // No reader of the format knows the word, and a test that checked nothing must not look like one
    // that did.
    case .risky:
      text += "      <skipped message=\"\(attribute("risky: \(result.riskText ?? "")"))\"/>\n"
    case .passed: break
    }
    if !result.output.isEmpty {
      let lines = result.output.map(escaped).joined(separator: "\n")
      text += "      <system-out>\(lines)</system-out>\n"
    }
    if let attempts = result.attemptsText { remarks.insert(attempts, at: 0) }
    if !remarks.isEmpty {
      let lines = remarks.map(escaped).joined(separator: "\n")
      text += "      <system-err>\(lines)</system-err>\n"
    }
    return text
  }

  package func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String {
    "  </testsuite>\n</testsuites>\n"
  }

  private func escaped(_ text: String) -> String {
    Markup.escaped(text.visible(.tabs), quotes: false)
  }

  private func attribute(_ text: String) -> String {
    // A tab as it is would be read as a blank.
    Markup.escaped(text.visible(.tabs)).split(separator: "\t", omittingEmptySubsequences: false)
      .joined(separator: "&#9;")
  }
}
