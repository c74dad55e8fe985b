import Syntax

/// The texts about a kind of finding, in one table, which `help B012`, the manual and the tests
/// read.
public struct FindingNote: Sendable {
  public let code: FindingCode
  /// One line, lower case, without a full stop.
  public let title: String
  public let explanation: String
  /// A script in which `check` finds this and nothing else; empty if it would be too long or is not
  /// text.
  public let bad: String
  /// The corrected script, in which it finds nothing.
  public let good: String

  init(_ code: FindingCode, _ title: String, _ explanation: String, bad: String, good: String) {
    self.code = code
    self.title = title
    self.explanation = explanation
    self.bad = bad
    self.good = good
  }

  /// One for each code, in the order of the codes.
  public static let all =
    ofSyntax + ofNames + ofTypes + ofBindings + ofWarnings + ofCycles + ofNotes + ofSilences
    + ofLaterWarnings

  static func of(_ code: FindingCode) -> FindingNote {
    guard let found = all.first(where: { $0.code == code }) else {
      preconditionFailure("a code that nothing explains")
    }
    return found
  }

  /// The lines that `help B012` prints.
  package var helpText: String {
    var parts = ["\(code.text): \(title) (\(code.severity))", explanation]
    if !bad.isEmpty {
      parts.append("Found in:\n\(indented(bad))")
    }
    if !good.isEmpty { parts.append("Not found in:\n\(indented(good))") }
    if code.severity != .error {
      parts.append("To silence it: // allow \(code.text)")
    }
    return parts.joined(separator: "\n\n")
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}

extension FindingCode {
  /// The explanation of `help` and the manual.
  public var explanation: FindingNote { FindingNote.of(self) }
}
