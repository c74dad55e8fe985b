/// The text between two tokens: blanks, line ends, `;` and comments.
///
/// The lexer skips it, so only the formatter pays for reading it.
struct Gap: Sequence, IteratorProtocol {
  enum Item {
    case newline
    case semicolon
    /// A comment with its signs, without the line end after it.
    case comment(Range<Int>)
  }

  private var lexer: Lexer

  /// - Parameter lexer: A lexer of the text, at any position.
  init(_ lexer: Lexer, _ range: Range<Int>) {
    self.lexer = lexer
    self.lexer.position = range.lowerBound
    self.lexer.end = range.upperBound
  }

  mutating func next() -> Item? {
    while lexer.position < lexer.end {
      let start = lexer.position
      if lexer.bytes[start] == UInt8(ascii: "/") {
        if lexer.byteAfter(start) == UInt8(ascii: "/") {
          lexer.skipLine()
        } else {
          var startsLine = false
          _ = lexer.skipBlockComment(&startsLine)
        }
        return .comment(start..<lexer.position)
      }
      lexer.position += 1
      if lexer.bytes[start] == UInt8(ascii: "\n") { return .newline }
      if lexer.bytes[start] == UInt8(ascii: ";") { return .semicolon }
    }
    return nil
  }
}
