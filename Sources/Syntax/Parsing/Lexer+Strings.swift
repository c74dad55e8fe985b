/// Strings: a plain one is one token, any other one is divided so that the parser can look inside.
extension Lexer {
  /// What ends a piece of a string's text.
  enum PieceEnd {
    case quote, interpolation, unterminated
  }

  /// The string at the position: the whole string if it is plain, or else only its opening quotes.
  mutating func string(_ startsLine: Bool) -> Token {
    let start = position
    if isBlockQuote(start) { return take(3, .blockStringStart, startsLine) }
    var offset = start + 1
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        position = offset + 1
        return token(.string, from: start, startsLine)
      case UInt8(ascii: "\\"):
        return take(1, .stringStart, startsLine)
      case UInt8(ascii: "\n"):
        position = endOfLine(offset)
        return token(.string, from: start, startsLine, problem: .unterminatedString)
      default:
        offset += 1
      }
    }
    position = end
    return token(.string, from: start, startsLine, problem: .unterminatedString)
  }

  /// Moves to the end of the piece of text at the position: a quote, `\(` or the end of the string.
  mutating func skipPiece(inBlock isBlock: Bool) -> PieceEnd {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        if !isBlock || isBlockQuote(position) { return .quote }
        position += 1
      case UInt8(ascii: "\\"):
        if byteAfter(position) == UInt8(ascii: "(") { return .interpolation }
        // The next character is text, whatever it is, unless it is the line end of a plain string.
        let next = byteAfter(position)
        let isLineEnd = next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r")
        position += isLineEnd ? 1 : min(2, end - position)
      case UInt8(ascii: "\n") where !isBlock:
        position = endOfLine(position)
        return .unterminated
      default:
        position += 1
      }
    }
    return .unterminated
  }

  func isBlockQuote(_ offset: Int) -> Bool {
    offset + 2 < end && bytes[offset] == UInt8(ascii: "\"")
      && bytes[offset + 1] == UInt8(ascii: "\"") && bytes[offset + 2] == UInt8(ascii: "\"")
  }

  /// The end of the text of a line whose newline is at `newline`; a CR before it does not count.
  private func endOfLine(_ newline: Int) -> Int {
    newline > 0 && bytes[newline - 1] == UInt8(ascii: "\r") ? newline - 1 : newline
  }

  /// Where the string ends that begins at `start`, whatever its `\( )` contain; the end of its line or
  /// of the text if it is not closed. It is used to skip a string with an error inside.
  func endOfString(from start: Int) -> Int {
    // One entry for each open string or `\(`: the number of open parentheses, or a negative mark.
    let plain = -1
    let block = -2
    var open = [isBlockQuote(start) ? block : plain]
    var plainDepth = open[0] == plain ? 1 : 0
    var offset = start + (open[0] == block ? 3 : 1)
    while offset < end {
      let byte = bytes[offset]
      let innermost = open[open.count - 1]
      if byte == UInt8(ascii: "\n"), plainDepth > 0 { return endOfLine(offset) }
      if innermost < 0 {
        if byte == UInt8(ascii: "\\") {
          if byteAfter(offset) == UInt8(ascii: "(") { open.append(1) }
          offset += byteAfter(offset) == UInt8(ascii: "\n") ? 1 : 2
          continue
        }
        if byte == UInt8(ascii: "\""), innermost == plain || isBlockQuote(offset) {
          offset += innermost == block ? 3 : 1
          if innermost == plain { plainDepth -= 1 }
          open.removeLast()
          if open.isEmpty { return offset }
          continue
        }
      } else if byte == UInt8(ascii: "(") {
        open[open.count - 1] += 1
      } else if byte == UInt8(ascii: ")") {
        open[open.count - 1] -= 1
        if open[open.count - 1] == 0 { open.removeLast() }
      } else if byte == UInt8(ascii: "\"") {
        let isBlock = isBlockQuote(offset)
        open.append(isBlock ? block : plain)
        if !isBlock { plainDepth += 1 }
        offset += isBlock ? 3 : 1
        continue
      }
      offset += 1
    }
    return end
  }

  // MARK: Quotes of other kinds

  /// The quote that closes `quote`, if it is one that people type instead of `"`.
  static func closingQuote(of quote: Unicode.Scalar) -> [Unicode.Scalar]? {
    switch quote {
    case "'": ["'"]
    case "\u{201C}", "\u{201D}": ["\u{201D}", "\u{201C}", "\""]
    case "\u{201E}": ["\u{201C}", "\u{201D}", "\""]
    case "\u{2018}", "\u{2019}": ["\u{2019}", "\u{2018}"]
    case "\u{AB}": ["\u{BB}"]
    case "\u{BB}": ["\u{AB}"]
    default: nil
    }
  }

  /// A string in invalid quotes: up to its closing quote if the line has one.
  mutating func wronglyQuoted(_ startsLine: Bool) -> Token {
    let start = position
    guard let (quote, length) = scalar(at: start), let closing = Lexer.closingQuote(of: quote)
    else {
      return take(1, .invalid, startsLine, problem: .unexpectedCharacter)
    }
    var offset = start + length
    // The limit avoids reading a long line of opening quotes once for each of them.
    let limit = min(end, start + 400)
    while offset < limit, bytes[offset] != UInt8(ascii: "\n") {
      guard let (scalar, length) = scalar(at: offset) else { break }
      offset += length
      if closing.contains(scalar) {
        position = offset
        return token(.string, from: start, startsLine, problem: .wrongQuotes, value: UInt64(length))
      }
    }
    return take(length, .invalid, startsLine, problem: .unexpectedCharacter)
  }
}
