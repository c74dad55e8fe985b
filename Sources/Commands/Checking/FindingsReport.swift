import Files
import Invocation
import Platform
import Syntax
import Text

/// Where the findings of `check` and `format --check` go, in the requested format.
///
/// Text and the lines of JSON are written as they come. A document is written at the end.
struct FindingsReport {
  private let format: OutputFormat
  /// Whether findings are also shown at their lines in the changes that GitHub shows.
  private let annotates: Bool
  /// Whether they are also listed for GitLab.
  private let lists: Bool
  private let host: StandardHost
  /// Where a format for programs goes; nil for standard output.
  private let file: OutputFile?
  private var sarif = SARIFReport()
  private var quality = CodeQualityReport()

  /// Without a requested format, the findings are text, with annotations in a job of GitHub, and with the
  /// list for GitLab if a job of it keeps standard output in a file. Where a fixed text goes to standard
  /// output there are none.
  init(_ options: CommandLineOptions, _ host: StandardHost, file: OutputFile? = nil) {
    self.file = file
    let writesText = options.fixes && options.inputs.contains(.file("-"))
    format = options.format ?? .text
    let chooses = options.format == nil && !writesText
    annotates = options.format == .github || chooses && isGitHubJob
    let isKept = Environment["GITLAB_CI"] == "true" && FileIdentity(of: Descriptor.output) != nil
    lists = options.format == .gitlab || chooses && isKept
    self.host = host
  }

  /// - Parameter show: Shows the finding to people; nil for the usual way.
  mutating func add(_ finding: Diagnostic, showing show: (() -> Void)? = nil) {
    let isForPeople = ![.json, .sarif, .gitlab].contains(format)
    // With a file, people still see everything in the log.
    if isForPeople || file != nil {
      if let show { show() } else { host.report(finding) }
    }
    if format == .json { write(finding.json + "\n") }
    if format == .sarif { sarif.add(finding) }
    if lists { quality.add(finding) }
    if annotates { write(finding.annotation + "\n") }
  }

  func finish() {
    if format == .sarif { write(sarif.json + "\n") }
    if lists { write(quality.json + "\n") }
    guard let file else { return }
    file.finish()
    if let failure = file.failure { host.failed("'\(file.path)'", failure) }
  }

  private func write(_ text: String) {
    if let file { file.write(text) } else { host.write(text) }
  }
}

extension Diagnostic {
  /// The finding as a command for the log of a job of GitHub.
  var annotation: String {
    let kind =
      switch severity {
      case .error: Annotation.Kind.error
      case .warning: Annotation.Kind.warning
      case .note: Annotation.Kind.notice
      }
    let text = ([message] + notes.map { "\($0.label): \($0.message)" }).joined(separator: "\n")
    var annotation = Annotation(
      kind, file: (file?.name).map(relativePath), message: text)
    if let file, let span {
      let region = TextRegion(span, of: file)
      annotation.lines = region.line...region.endLine
      // Columns mean something only within one line.
      if region.line == region.endLine { annotation.columns = (region.column, region.endColumn) }
    }
    annotation.title = code?.text
    return annotation.text
  }
}

/// Whether this is a job of GitHub, whose log can have annotations.
var isGitHubJob: Bool { Environment["GITHUB_ACTIONS"] == "true" }

/// Findings as the list that GitLab reads as a report of code quality.
///
/// Written after <https://docs.gitlab.com/ci/testing/code_quality/>.
struct CodeQualityReport {
  private var findings: [JSONObject] = []
  /// How often each finding has been seen, to tell equal ones apart.
  private var seen: [String: Int] = [:]

  mutating func add(_ finding: Diagnostic) {
    let path = finding.file.map { relativePath($0.name) } ?? ""
    let code = finding.code?.text ?? ""
    // What makes a finding the same in the next commit is not its line.
    let key = "\(code) \(path) \(finding.message)"
    let count = seen[key, default: 0]
    seen[key] = count + 1
    let line =
      if let file = finding.file, let span = finding.span {
        TextRegion(span, of: file).line
      } else {
        1
      }
    let location: JSONObject = ["path": path, "lines": ["begin": line] as JSONObject]
    findings.append([
      "description": finding.message, "check_name": code.isEmpty ? "layout" : code,
      "fingerprint": fingerprint("\(key) \(count)"), "severity": severity(finding),
      "location": location,
    ])
  }

  private func severity(_ finding: Diagnostic) -> String {
    switch finding.severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }

  var json: String { findings.json }
}

/// A path as reports name it: without `./`, and in a job below the folder of the repository, from which
/// GitHub and GitLab count.
func relativePath(_ path: String) -> String {
  var path = belowRepository(path)[...]
  while path.hasPrefix("./") { path = path.dropFirst(2).drop { $0 == "/" } }
  return String(path)
}

/// A path from the folder of the repository, if a job names that folder and the file is in it.
private func belowRepository(_ path: String) -> String {
  let roots = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap { Environment[$0] }
  guard !roots.isEmpty else { return path }
  guard let file = path.resolvedPath?.pathBytes else { return path }
  for case let root? in roots.map(\.resolvedPath?.pathBytes) where root != Array("/".utf8) {
    if let rest = file.below(root) { return String(pathBytes: rest) }
  }
  return path
}

/// Digits that stand for a text: the hash of Fowler, Noll and Vo in 64 bits.
func fingerprint(_ text: String) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
