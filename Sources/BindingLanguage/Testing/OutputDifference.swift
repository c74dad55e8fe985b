import Rendering

/// Output that was expected beside the one that came, as lines that begin with `-`, `+` or a blank.
struct OutputDifference {
  /// How many lines that are the same are shown around those that differ.
  private static let context = 3
  /// The most lines that are shown.
  private static let mostLines = 200
  private static let longestLine = 500

  private let expected: [String]
  private let got: [String]

  init(expected: [String], got: [String]) {
    self.expected = expected
    self.got = got
  }

  /// - Parameter firstLine: Where the first line that was expected stands in its file, from 1.
  func lines(firstLine: Int) -> [String] {
    let edits = LineDifference(expected, got).edits
    var isShown = [Bool](repeating: false, count: edits.count)
    for (position, edit) in edits.enumerated() {
      if case .same = edit { continue }
      let context = OutputDifference.context
      for near in max(0, position - context)...min(edits.count - 1, position + context) {
        isShown[near] = true
      }
    }
    var lines: [String] = []
    var expectedLine = firstLine
    for (position, edit) in edits.enumerated() {
      if isShown[position] {
        if position > 0, !isShown[position - 1] { lines.append("@@ line \(expectedLine) @@") }
        if lines.count >= OutputDifference.mostLines {
          return lines + ["… and \(edits.count - position) more lines"]
        }
        lines.append(shown(edit))
      }
      if case .added = edit { continue }
      expectedLine += 1
    }
    return lines
  }

  private func shown(_ edit: LineDifference.Edit) -> String {
    let (sign, text) =
      switch edit {
      case .same(let line, _): (" ", expected[line])
      case .removed(let line): ("-", expected[line])
      case .added(let line): ("+", got[line])
      }
    let isLong = text.utf8.count > OutputDifference.longestLine
    return sign + (isLong ? text.prefix(OutputDifference.longestLine) + "…" : text)
  }
}
