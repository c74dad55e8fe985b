import Language
import Syntax

/// What can be known of a script without running it.
public enum Checker {
  /// Everything that is wrong, in the order of the places: syntax; where that is right also names,
  /// types and cycles. Only what is certain is reported.
  ///
  /// - Parameters:
  ///   - host: For the files that `source` names.
  /// - Complexity: O(*n*) in the length of the text, for all but the search for the name that was
  ///   meant by an unknown one, and for cycles.
  public static func check(
    _ file: SourceFile, host: any SessionHost, options: CheckOptions
  ) -> [Diagnostic] {
    CheckRun(file, host: host, options: options).result()
  }

  /// A text with all that can be fixed in it, and what is found in it then.
  public struct Fixed {
    public var file: SourceFile
    /// How many findings were fixed.
    public var count: Int
    public var rest: [Diagnostic]
  }

  /// Fixes what can be fixed without doubt, until there is no more: fixes that lie across each other
  /// are done one after the other. What leads to more errors is not done, and nothing is in bytes
  /// that are no text.
  public static func fix(
    _ file: SourceFile, host: any SessionHost, options: CheckOptions
  ) -> Fixed {
    var fixed = Fixed(file: file, count: 0, rest: check(file, host: host, options: options))
    if fixed.rest.contains(where: { $0.code == .brokenText }) { return fixed }
    for _ in 0..<mostRounds {
      let next = FixedText(fixed.file, fixed.rest)
      guard next.count > 0 else { break }
      let text = SourceFile(name: file.name, bytes: next.bytes, firstLine: file.firstLine)
      let rest = check(text, host: host, options: options)
      guard errorCount(rest) <= errorCount(fixed.rest) else { break }
      fixed = Fixed(file: text, count: fixed.count + next.count, rest: rest)
    }
    return fixed
  }

  private static let mostRounds = 100

  private static func errorCount(_ found: [Diagnostic]) -> Int {
    found.count { $0.severity == .error }
  }
}
