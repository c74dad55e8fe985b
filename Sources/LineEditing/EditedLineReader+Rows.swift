import CEditLine
import Platform

// Up and Down in a statement of several lines, which libedit takes for one line.
extension EditedLineReader {
  /// Bound to libedit's own commands for the entries of the history.
  static let olderKey: Unicode.Scalar = "\u{84}"
  static let newerKey: Unicode.Scalar = "\u{85}"
  /// Bound to the command that goes to the last line of the text.
  static let lastRowKey: Unicode.Scalar = "\u{86}"

  /// Where the cursor was before Up or Down took it to a shorter line.
  struct WantedColumn {
    let column: Int
    /// Where the cursor is since then. Elsewhere, the column is no longer wanted.
    let cursor: Int
  }

  /// Goes to the line above in the text; in its first line, to the older entry of the history.
  func goUp() -> Int32 {
    let line = currentLine
    let rows = RowsOfText(line.text, cursor: line.cursorScalarOffset)
    // vi's keys go to the beginning of an older entry, from where the next one would be older still.
    guard rows.row > 0 else { return send([Self.olderKey] + (isVi ? [Self.lastRowKey] : [])) }
    return go(to: rows.row - 1, of: rows)
  }

  /// Goes to the line below in the text; in its last line, to the newer entry of the history.
  func goDown() -> Int32 {
    let line = currentLine
    let rows = RowsOfText(line.text, cursor: line.cursorScalarOffset)
    guard rows.row < rows.lengths.count - 1 else { return send([Self.newerKey]) }
    return go(to: rows.row + 1, of: rows)
  }

  private func go(to row: Int, of rows: RowsOfText) -> Int32 {
    var column = rows.column
    if let wantedColumn, wantedColumn.cursor == rows.cursor { column = wantedColumn.column }
    let cursor = rows.start(of: row) + min(column, rows.lengths[row])
    wantedColumn = WantedColumn(column: column, cursor: cursor)
    el_cursor(editor, Int32(clamping: cursor - rows.cursor))
    return CC_CURSOR
  }

  /// Goes to the beginning of the last line of the text.
  func goToLastRow() -> Int32 {
    let line = currentLine
    let rows = RowsOfText(line.text, cursor: line.cursorScalarOffset)
    el_cursor(editor, Int32(clamping: rows.start(of: rows.lengths.count - 1) - rows.cursor))
    return CC_CURSOR
  }

  private func send(_ keys: [Unicode.Scalar]) -> Int32 {
    el_wpush(editor, keys.map(\.wide) + [0])
    return CC_NORM
  }
}

/// The lines of a text, counted in scalars, and the one with the cursor.
struct RowsOfText {
  let lengths: [Int]
  let cursor: Int
  let row: Int
  let column: Int

  init(_ text: String, cursor: Int) {
    lengths = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map(\.count)
    self.cursor = cursor
    var (row, column) = (0, cursor)
    while row < lengths.count - 1, column > lengths[row] {
      column -= lengths[row] + 1
      row += 1
    }
    (self.row, self.column) = (row, column)
  }

  func start(of row: Int) -> Int { lengths[..<row].reduce(0) { $0 + $1 + 1 } }
}
