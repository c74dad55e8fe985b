import Syntax
import Text

/// The findings that `check` leaves out, and those that it counts as errors: `--allow` and `--deny`.
package struct FindingSelection {
  private var allowed: Set<FindingCode> = []
  private var denied: Set<FindingCode> = []

  /// Leaves findings out, unless they are errors.
  package mutating func allow(_ codes: [FindingCode]) {
    allowed.formUnion(codes)
    denied.subtract(codes)
  }

  /// Counts findings as errors.
  package mutating func deny(_ codes: [FindingCode]) {
    denied.formUnion(codes)
    allowed.subtract(codes)
  }

  /// The finding as it counts; nil if it is left out.
  package func selected(_ finding: Diagnostic) -> Diagnostic? {
    guard let code = finding.code, finding.severity != .error else { return finding }
    if allowed.contains(code) { return nil }
    var finding = finding
    if denied.contains(code) { finding.severity = .error }
    return finding
  }

  /// The codes of a list such as `B045,B061`.
  ///
  /// - Parameter option: The option in the message.
  package static func codes(
    in text: String, for option: String
  ) throws(CommandLineOptions.UsageError) -> [FindingCode] {
    var codes: [FindingCode] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let code = FindingCode(text: part.trimmed) else {
        let near = FindingCode.near(String(part)).map { "; did you mean \($0.text)?" } ?? ""
        throw CommandLineOptions.UsageError(
          message: "--\(option) takes codes such as B045,B061, not '\(part)'\(near)")
      }
      codes.append(code)
    }
    return codes
  }
}

extension CommandLineOptions {
  /// The finding as it counts under `--allow`, `--deny` and `--werror`; nil if it is left out.
  package func selected(_ finding: Diagnostic) -> Diagnostic? {
    guard var finding = findings.selected(finding) else { return nil }
    if session.treatsWarningsAsErrors, finding.severity == .warning { finding.severity = .error }
    return finding
  }
}
