import Language
import Names
import Syntax

/// What can be known about a script without running it.
public enum Checker {
  /// Everything that is wrong, in the order of the places: syntax, names, types and cycles. Only certain
  /// errors are reported; where the text has syntax errors, these and the names that are unknown.
  ///
  /// - Parameters:
  ///   - host: For the files that `source` names.
  ///   - filesAround: Gives the files that run together with one of these, given its path. What they use
  ///     is used. It is asked only if something seems not to be.
  ///   - isWanted: Called before each step; once it is false, the check ends and finds nothing.
  /// - Complexity: O(*n*) in the length of the text, except for the search for names similar to unknown
  ///   ones, and for cycles.
  public static func check(
    _ file: SourceFile, host: any SessionHost, options: CheckOptions,
    filesAround: @escaping (_ path: String) -> [SourceFile] = { _ in [] },
    isWanted: @escaping () -> Bool = { true }
  ) -> [Diagnostic] {
    let run = CheckRun(file, host: host, options: options, isWanted: { _ in isWanted() })
    run.filesAround = filesAround
    let findings = run.result()
    // Freeing a large script takes as long as reading it; the system frees it with the process.
    if options.isLast || !isWanted() { _ = Unmanaged.passRetained(run) }
    return findings
  }

  /// The syntax errors of a text, with what else the parser finds; nil if it has none.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func syntaxFindings(in file: SourceFile) -> [Diagnostic]? {
    let (tree, diagnostics, _) = Parser.parse(file, names: NameTable())
    guard diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    var findings = Findings()
    findings.begin(with: file)
    findings.readSilences(of: tree)
    findings.add(diagnostics)
    return findings.sorted
  }

  /// A text with all fixes, and the remaining findings.
  public struct Fixed {
    public var file: SourceFile
    /// How many findings were fixed.
    public var count: Int
    public var rest: [Diagnostic]
  }

  /// Applies all unambiguous fixes, until there are no more; fixes that overlap are applied one after
  /// the other. A fix that leads to more errors is not applied, and bytes that are not text are left
  /// alone.
  ///
  /// - Parameter check: Finds what is wrong with a text.
  public static func fix(_ file: SourceFile, check: (SourceFile) -> [Diagnostic]) -> Fixed {
    var fixed = Fixed(file: file, count: 0, rest: check(file))
    if fixed.rest.contains(where: { $0.code == .brokenText }) { return fixed }
    for _ in 0..<mostRounds {
      let next = FixedText(fixed.file, fixed.rest)
      guard next.count > 0 else { break }
      let text = fixed.file.changed(to: next.bytes)
      let rest = check(text)
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
