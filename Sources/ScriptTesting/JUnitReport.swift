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
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="bindlab"\(counts)>
        <testsuite name="bindlab"\(counts) skipped="0">

      """
  }

  private func time(_ nanoseconds: UInt64) -> String {
    showsTimes ? " time=\"\(seconds(nanoseconds))\"" : ""
  }

  package func entry(_ name: String, _ result: TestResult, number: Int) -> String {
    let folders = name.split(separator: "/").dropLast().filter { $0 != ".." }
    let group = folders.isEmpty ? "bindlab" : folders.joined(separator: ".")
    var text = "    <testcase classname=\"\(attribute(group))\" name=\"\(attribute(name))\""
    text += " file=\"\(attribute(name))\""
    // In a script that the test reads, the line would be a line of another file.
    if let first = result.findings.first(where: { $0.file == name }), first.line > 0 {
      text += " line=\"\(first.line)\""
    }
    text += time(result.nanoseconds)
    if result.hasPassed, result.remarks.isEmpty { return text + "/>\n" }
    text += ">\n"
    if let first = result.findings.first {
      let element = result.isError ? "error" : "failure"
      let others = result.findings.count - 1 + result.leftOut
      let message = first.title + (others > 0 ? " (and \(others) more)" : "")
      text += "      <\(element) message=\"\(attribute(message))\" type=\"\(first.kind)\">"
      text += result.findings.flatMap(\.text).map(escaped).joined(separator: "\n")
      text += "</\(element)>\n"
    }
    if !result.remarks.isEmpty {
      let remarks = result.remarks.map(escaped).joined(separator: "\n")
      text += "      <system-err>\(remarks)</system-err>\n"
    }
    return text + "    </testcase>\n"
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
