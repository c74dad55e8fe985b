import Text

/// How text fills the rows of a terminal that wraps at its right edge.
struct ScreenRows {
  let columns: Int

  /// The rows between the start of a text and the cursor after it.
  func below(_ text: String) -> Int { layOut(text, redrawn: 0).rows }

  /// The text as the terminal has it, to find out how it fills rows of another width. Where a wide
  /// character has no room, libedit writes a blank, which the terminal takes for text. When it draws a
  /// line again, it writes no blanks at the end of a row, so that the row ends there.
  ///
  /// - Parameter redrawn: How many characters were there when the line was drawn again.
  func written(_ text: String, redrawn: Int) -> String { layOut(text, redrawn: redrawn).written }

  private func layOut(_ text: String, redrawn: Int) -> (rows: Int, written: String) {
    guard columns > 0 else { return (0, text) }
    var (row, column) = (0, 0)
    var written = ""
    for (position, character) in text.enumerated() {
      func startRow(after blanks: Int) {
        let endsThere = position < redrawn && (blanks > 0 || written.last == " ")
        written += endsThere ? "\n" : String(repeating: " ", count: blanks)
        (row, column) = (row + 1, 0)
      }
      if character.isNewline {
        written.append(character)
        (row, column) = (row + 1, 0)
        continue
      }
      let needed = character.displayWidth
      // A wide character does not break; it leaves the last column empty.
      if column + needed > columns { startRow(after: columns - column) }
      written.append(character)
      column += needed
      if column >= columns { startRow(after: 0) }
    }
    return (row, written)
  }
}
