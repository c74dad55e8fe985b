import Text

/// The text of an `expect trace`, line by line, which is compared with the actual trace.
///
/// Blanks are not compared, since they show the layout of a script, and neither are turn numbers,
/// which depend on what ran before. Signs may be written in ASCII, and patterns are those of
/// ``LinePattern``.
package struct ExpectedTrace {
  /// How many equal lines are shown around those that differ, and how many in all.
  private static let context = 4
  private static let mostLines = 100

  private let lines: [String]

  package init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
    // The first line of a trace is not indented, wherever the text is in the script.
    let indentation =
      lines.lazy.filter { $0.contains { $0 != " " } }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    self.lines = lines.map { String($0.dropFirst(indentation)) }
  }

  /// What differs, line by line with `-`, `+` and blanks before them; nil if nothing differs.
  ///
  /// - Complexity: O(*n* *m*) in the lines from the first difference to the last.
  package func difference(from trace: [String]) -> [String]? {
    let expected = LinePatterns(lines.map(ExpectedTrace.key))
    let actual = trace.map(ExpectedTrace.key)
    if expected.fit(actual) { return nil }
    let difference = LineDifference(patterns: expected, actual)
    var result: [String] = []
    for (position, edit, followsGap) in difference.hunks(context: ExpectedTrace.context) {
      if result.count >= ExpectedTrace.mostLines {
        return result + ["and \(difference.edits.count - position) more lines"]
      }
      if followsGap { result.append("  ...") }
      switch edit {
      case .same(_, let place): result.append("  " + trace[place])
      case .removed(let place): result.append("- " + lines[place])
      case .added(let place): result.append("+ " + trace[place])
      }
    }
    return result
  }

  /// The lines that make this the trace: those that fit stay as they are.
  package func updated(to trace: [String]) -> [String] {
    let keys = trace.map(ExpectedTrace.key)
    let patterns = LinePatterns(lines.map(ExpectedTrace.key))
    return patterns.updated(to: keys, keeping: lines) { trace[$0].withoutTurnNumber }
  }

  /// A line in the form in which it is compared.
  private static func key(_ line: String) -> String {
    var text = TraceSigns.inASCII(line)
    if text.hasPrefix("turn ") { text = text.withoutTurnNumber }
    // Text quoted from a script may be laid out differently there. How far a line is indented
    // shows what caused it.
    let drawn = text.prefix { " |`-".contains($0) }
    return drawn + text.dropFirst(drawn.count).filter { $0 != " " && $0 != "\r" }
  }
}

extension String {
  /// The head of a turn without its number, which depends on what ran before.
  fileprivate var withoutTurnNumber: String {
    guard hasPrefix("turn ") else { return self }
    var rest = dropFirst(5).drop { $0 == " " }
    rest = rest.hasPrefix("{int}") ? rest.dropFirst(5) : rest.drop { $0.isNumber }
    return "turn  " + rest.drop { $0 == " " }
  }
}
