import BindingEngine
import Interpreter
import Language
import Text

// Answers as tables.
extension Session {
  func table(
    _ headers: [String], _ rows: [[String]], alignments: [TextTable.Alignment] = [],
    meanings: [Meaning?] = []
  ) {
    show(TextTable(headers: headers, rows: rows, alignments: alignments, meanings: meanings))
  }

  func show(_ table: TextTable) {
    for line in table.lines(maxWidth: options.width) { print(line) }
  }

  /// How many rows of a long table are shown at a time.
  private static let rowsAtATime = 200

  /// Shows a table of `count` rows. On a screen the first rows appear before the last are made; the
  /// columns may then get wider on the way.
  ///
  /// - Parameter rows: Makes some of the rows.
  func showTable(
    _ headers: [String], rows count: Int, alignments: [TextTable.Alignment] = [],
    _ rows: (Range<Int>) -> [[StyledText]]
  ) {
    let part = options.isOnScreen ? Session.rowsAtATime : max(count, 1)
    var widths: [Int] = []
    for start in stride(from: 0, to: count, by: part) {
      let table = TextTable(
        headers: headers, rows: rows(start..<min(start + part, count)), alignments: alignments)
      let lines = table.lines(maxWidth: options.width, widths: &widths)
      for line in lines.dropFirst(start == 0 ? 0 : 1) { print(line) }
    }
  }

  /// The present settings of the knobs.
  func showSemantics() {
    let semantics = options.semantics
    print("semantics \(semantics.name)")
    let rows = Semantics.Knob.allCases.map { knob in
      let words = knob.words
      return [
        knob.rawValue, semantics.word(of: knob),
        words.isEmpty
          ? "a number of \(semantics.limitUnit.rawValue), none" : words.joined(separator: " "),
      ]
    }
    table(["knob", "is", "can be"], rows)
  }
}
