import Text

/// The expected and the actual output side by side, as lines that begin with `-`, `+` or a blank.
struct OutputDifference {
  /// How many equal lines are shown around different ones.
  private static let context = 3
  /// The most lines that are shown.
  private static let mostLines = 200
  private static let longestLine = 500

  private let expected: LinePatterns
  private let got: [String]

  init(expected: LinePatterns, got: [String]) {
    self.expected = expected
    self.got = got
  }

  /// - Parameter firstLine: The line in the file of the first expected line, from 1.
  func lines(firstLine: Int) -> [String] {
    let difference = LineDifference(patterns: expected, got)
    var lines: [String] = []
    for (position, edit, followsGap) in difference.hunks(context: OutputDifference.context) {
      // After a gap comes an equal line.
      if followsGap, case .same(let line, _) = edit {
        lines.append("@@ line \(firstLine + line) @@")
      }
      if lines.count >= OutputDifference.mostLines {
        return lines + [
          "… and \(difference.edits.count - position) more lines; 'bindlab FILE' shows the whole run"
        ]
      }
      lines.append(shown(edit))
    }
    return lines
  }

  private func shown(_ edit: LineDifference.Edit) -> String {
    let (sign, text) =
      switch edit {
      case .same(_, let line): (" ", got[line])
      case .removed(let line): ("-", expected.lines[line])
      case .added(let line): ("+", got[line])
      }
    let isLong = text.utf8.count > OutputDifference.longestLine
    return sign + (isLong ? text.prefix(OutputDifference.longestLine) + "…" : text)
  }
}
