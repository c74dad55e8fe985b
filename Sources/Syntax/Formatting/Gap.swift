/// What stands between two tokens: blanks, line ends, `;` and comments.
///
/// The lexer passes over all of this, and so nothing but the formatter pays for reading it.
struct Gap: Sequence, IteratorProtocol {
  enum Item {
    case newline
    case semicolon
    /// A comment with its signs, without the line end that closes it.
    case comment(Range<Int>)
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> Item? {
    while position < end {
      let start = position
      position += 1
      switch bytes[start] {
      case UInt8(ascii: "\n"): return .newline
      case UInt8(ascii: ";"): return .semicolon
      case UInt8(ascii: "/"):
        if bytes[start + 1] == UInt8(ascii: "/") { skipLine() } else { skipBlock() }
        return .comment(start..<position)
      default: break
      }
    }
    return nil
  }

  private mutating func skipLine() {
    while position < end, bytes[position] != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipBlock() {
    position += 1
    while position + 1 < end {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    position = end
  }
}
