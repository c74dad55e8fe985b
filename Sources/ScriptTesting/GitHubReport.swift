import Text

/// What failed, as commands for the log of a job of GitHub, which shows each failure at its line.
package struct GitHubReport: TestReport {
  /// A path as GitHub knows it: from the folder of the repository.
  private let path: (String) -> String

  package init(path: @escaping (String) -> String = { $0 }) { self.path = path }

  package var headNeedsSummary: Bool { false }
  package func head(_ summary: TestSummary) -> String { "" }

  package func entry(_ file: String, _ result: TestResult, number: Int) -> String {
    if result.outcome == .risky, let risk = result.risk {
      var annotation = Annotation(
        .warning, file: path(file), message: "it checked nothing: \(risk.reason)".visible(.tabs))
      annotation.lines = risk.line...risk.line
      annotation.title = result.name(in: file)
      return annotation.text + "\n"
    }
    guard result.isFailure else { return "" }
    return result.findings.map { finding in
      // The first line has the place and the title, which the annotation has, too.
      let text = [finding.title] + finding.text.dropFirst()
      let shown = text.map { $0.visible(.tabs) }.joined(separator: "\n")
      var annotation = Annotation(.error, file: path(finding.file), message: shown)
      if finding.line > 0 { annotation.lines = finding.line...finding.line }
      annotation.title = result.name(in: file)
      return annotation.text + "\n"
    }.joined()
  }

  package func foot(_ summary: TestSummary, ending: TestRunEnding?) -> String { "" }
}
