import Text

/// The text of an `expect trace`, line by line, as it is compared with a trace that came.
///
/// Neither blanks are compared, which show the layout of a script, nor the numbers of turns, which
/// tell what came before. Signs may be written in ASCII; `...` in a line stands for any text, and a
/// line with nothing else for any lines, or none.
package struct ExpectedTrace {
  /// How many lines that are the same are shown around those that differ, and how many in all.
  private static let context = 4
  private static let mostLines = 100

  private let lines: [String]

  package init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
    // The first line of a trace is not indented, wherever the text stands in the script.
    let indentation =
      lines.lazy.filter { $0.contains { $0 != " " } }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    self.lines = lines.map { String($0.dropFirst(indentation)) }
  }

  /// What differs, line by line with `-`, `+` and blanks before them; nil if nothing does.
  ///
  /// - Complexity: O(*n* *m*) in the lines, where they differ.
  package func difference(from trace: [String]) -> [String]? {
    let expected = lines.map(ExpectedTrace.key)
    let actual = trace.map(ExpectedTrace.key)
    if ExpectedTrace.matches(expected, actual) { return nil }
    // A line with `...` in it is shown as met by the first that it fits.
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

  /// A line as it is compared.
  private static func key(_ line: String) -> String {
    var text = TraceSigns.inASCII(line)
    if text.allSatisfy({ $0 == " " || $0 == "." }), text.hasSuffix(wildcard) { return wildcard }
    if text.hasPrefix("turn ") {
      text = "turn" + text.dropFirst(5).drop { $0 == " " }.drop { $0.isNumber }
    }
    // What is quoted from a script may be laid out in another way there; how far a line is indented
    // tells what brought it about.
    let drawn = text.prefix { " |`-".contains($0) }
    return drawn + text.dropFirst(drawn.count).filter { $0 != " " && $0 != "\r" }
  }

  /// Whether a line is the same, where `...` stands for any text.
  private static func fits(_ pattern: String, _ line: String) -> Bool {
    if pattern == line { return true }
    let parts = pattern.utf8.split(separator: wildcard.utf8, omittingEmptySubsequences: false)
    let wanted = parts.map { $0.map(UInt8?.some) }.joined(separator: [nil])
    return matches(Array(wanted), Array(line.utf8), by: ==)
  }

  /// Whether the lines are the same, where a wildcard stands for any of them.
  private static func matches(_ pattern: [String], _ lines: [String]) -> Bool {
    matches(pattern.map { $0 == wildcard ? nil : $0 }, lines, by: fits)
  }

  /// Whether what `pattern` has fits one by one, where nil stands for any number of them.
  private static func matches<Part>(
    _ pattern: [Part?], _ parts: [Part], by fits: (Part, Part) -> Bool
  ) -> Bool {
    var (place, position) = (0, 0)
    // Where to go on when what follows the last wildcard does not fit.
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
