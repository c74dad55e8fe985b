/// How text fills the rows of a terminal that wraps at its right edge.
struct ScreenRows {
  let columns: Int
  /// How many columns a character takes.
  let width: (String) -> Int

  /// The rows between the start of a text and the cursor after it.
  func below(_ text: String) -> Int { layOut(text).rows }

  /// The text as libedit writes it: with blanks at the edge where a wide character has no room. A
  /// terminal that changes its width takes them for text.
  func written(_ text: String) -> String { layOut(text).written }

  private func layOut(_ text: String) -> (rows: Int, written: String) {
    guard columns > 0 else { return (0, text) }
    var row = 0
    var column = 0
    var written = ""
    for character in text {
      if character.isNewline {
        written.append(character)
        row += 1
        column = 0
        continue
      }
      let needed = width(String(character))
      // A wide character does not break; it leaves the last column empty.
      if column + needed > columns {
        written += String(repeating: " ", count: columns - column)
        row += 1
        column = 0
      }
      written.append(character)
      column += needed
      if column >= columns {
        row += 1
        column = 0
      }
    }
    return (row, written)
  }
}
