import Text

/// The text of an `expect trace`, line by line, which is compared with the actual trace.
///
/// Blanks are not compared, since they show the layout of a script, and neither are turn numbers,
/// which depend on what ran before. Signs may be written in ASCII; `...` in a line stands for any
/// text, and a line with nothing else for any number of lines.
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
    let expected = lines.map(ExpectedTrace.key)
    let actual = trace.map(ExpectedTrace.key)
    if ExpectedTrace.matches(expected, actual) { return nil }
    // A line with `...` is shown as equal to the first line that it matches.
    let shown = expected.map { line in
      guard line != ExpectedTrace.wildcard, line.contains(ExpectedTrace.wildcard) else {
        return line
      }
      return actual.first { ExpectedTrace.fits(line, $0) } ?? line
    }
    let difference = LineDifference(shown, actual)
    var result: [String] = []
    for (position, edit, followsGap) in difference.hunks(context: ExpectedTrace.context) {
      if result.count >= ExpectedTrace.mostLines {
        return result + ["and \(difference.edits.count - position) more lines"]
      }
      if followsGap { result.append("  " + ExpectedTrace.wildcard) }
      switch edit {
      case .same(_, let place): result.append("  " + trace[place])
      case .removed(let place): result.append("- " + lines[place])
      case .added(let place): result.append("+ " + trace[place])
      }
    }
    return result
  }

  private static let wildcard = "..."

  /// A line in the form in which it is compared.
  private static func key(_ line: String) -> String {
    var text = TraceSigns.inASCII(line)
    if text.allSatisfy({ $0 == " " || $0 == "." }), text.hasSuffix(wildcard) { return wildcard }
    if text.hasPrefix("turn ") {
      text = "turn" + text.dropFirst(5).drop { $0 == " " }.drop { $0.isNumber }
    }
    // Text quoted from a script may be laid out differently there. How far a line is indented
    // shows what caused it.
    let drawn = text.prefix { " |`-".contains($0) }
    return drawn + text.dropFirst(drawn.count).filter { $0 != " " && $0 != "\r" }
  }

  /// Whether a line matches, where `...` stands for any text.
  private static func fits(_ pattern: String, _ line: String) -> Bool {
    if pattern == line { return true }
    let parts = pattern.utf8.split(separator: wildcard.utf8, omittingEmptySubsequences: false)
    let wanted = parts.map { $0.map(UInt8?.some) }.joined(separator: [nil])
    return matches(Array(wanted), Array(line.utf8), by: ==)
  }

  /// Whether the lines match, where a wildcard stands for any number of them.
  private static func matches(_ pattern: [String], _ lines: [String]) -> Bool {
    matches(pattern.map { $0 == wildcard ? nil : $0 }, lines, by: fits)
  }

  /// Whether the elements match `pattern` one by one, where nil stands for any number of them.
  private static func matches<Part>(
    _ pattern: [Part?], _ parts: [Part], by fits: (Part, Part) -> Bool
  ) -> Bool {
    var (place, position) = (0, 0)
    // Where to continue if what follows the last wildcard does not match.
    var retry: (place: Int, position: Int)?
    while position < parts.count {
      if place < pattern.count, pattern[place] == nil {
        place += 1
        retry = (place, position)
      } else if place < pattern.count, let wanted = pattern[place], fits(wanted, parts[position]) {
        (place, position) = (place + 1, position + 1)
      } else if let last = retry {
        retry = (last.place, last.position + 1)
        (place, position) = (last.place, last.position + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == nil }
  }
}
