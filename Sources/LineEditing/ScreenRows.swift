/// How text fills the rows of a terminal that wraps at its right edge.
struct ScreenRows {
  let columns: Int
  /// How many columns a character takes.
  let width: (String) -> Int

  /// The rows between the start of a text and the cursor after it.
  func below(_ text: String) -> Int {
    guard columns > 0 else { return 0 }
    var row = 0
    var column = 0
    for character in text {
      if character.isNewline {
        row += 1
        column = 0
        continue
      }
      let needed = width(String(character))
      // A wide character does not break; it leaves the last column empty.
      if column + needed > columns {
        row += 1
        column = 0
      }
      column += needed
      if column >= columns {
        row += 1
        column = 0
      }
    }
    return row
  }
}
