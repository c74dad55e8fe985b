/// Divides UTF-8 bytes into tokens, one at a time.
///
/// It is a value without references and reports nothing. A copy of it can look ahead, and a faulty
/// token says itself what is wrong with it. It never looks at bytes after the parser's position.
struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>
  let classes: UnsafeBufferPointer<ByteClass>
  /// The offset of the next byte to look at.
  var position: Int
  /// The present end of the text: its real end, or the line end inside a plain string's `\( )`.
  var end: Int

  /// - Parameter part: The bytes that are the program; nil if all are.
  init(
    bytes: UnsafeBufferPointer<UInt8>, classes: UnsafeBufferPointer<ByteClass>,
    part: Range<Int>? = nil
  ) {
    self.bytes = bytes
    self.classes = classes
    position = part?.lowerBound ?? 0
    end = part?.upperBound ?? bytes.count
    if position == 0 { skipMarkAndInterpreterLine() }
  }

  /// The next token; at the end of the text `.end`, again and again.
  mutating func next() -> Token {
    var startsLine = false
    while position < end {
      let start = position
      let byte = bytes[start]
      // Most tokens begin in one of these two ways. The processor predicts such a test better than the
      // jump of a `switch`, and the compiler would make tests of the class a part of that jump.
      if byte == UInt8(ascii: " ") {
        position += 1
        continue
      }
      if (byte | 0x20) &- UInt8(ascii: "a") < 26 {
        position += 1
        return name(from: start, startsLine)
      }
      switch classes[Int(byte)] {
      case .blank:
        position += 1
      case .letter:
        position += 1
        return name(from: start, startsLine)
      case .newline:
        position += 1
        startsLine = true
      case .digit:
        return number(startsLine)
      case .quote:
        return string(startsLine)
      case .slash:
        switch byteAfter(start) {
        case UInt8(ascii: "/"):
          skipLine()
        case UInt8(ascii: "*"):
          guard skipBlockComment(&startsLine) else {
            return token(.invalid, from: start, startsLine, problem: .unterminatedComment)
          }
        case UInt8(ascii: "="):
          return take(2, .compoundAssign, startsLine)
        default:
          return take(1, .slash, startsLine)
        }
      case .hash:
        return bindingNumber(startsLine)
      case .symbol:
        return symbol(byte, startsLine)
      case .high:
        return highToken(startsLine)
      case .bad:
        // The CR of a CRLF is a part of the line end after it.
        if byte == UInt8(ascii: "\r"), byteAfter(start) == UInt8(ascii: "\n") {
          position += 1
          continue
        }
        if byte == UInt8(ascii: "'") { return wronglyQuoted(startsLine) }
        return take(1, .invalid, startsLine, problem: .unexpectedCharacter)
      }
    }
    return token(.end, from: end, startsLine)
  }

  /// The byte after `offset`, or 0 if the text ends.
  func byteAfter(_ offset: Int) -> UInt8 { offset + 1 < end ? bytes[offset + 1] : 0 }

  /// A token from `start` up to the position.
  func token(
    _ kind: Token.Kind, from start: Int, _ startsLine: Bool, problem: LexicalProblem = .none,
    value: UInt64 = 0
  ) -> Token {
    Token(
      kind: kind, startsLine: startsLine, problem: problem,
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: position),
      value: value)
  }

  /// The token of the next `length` bytes.
  mutating func take(
    _ length: Int, _ kind: Token.Kind, _ startsLine: Bool, problem: LexicalProblem = .none
  ) -> Token {
    let start = position
    position += length
    return token(kind, from: start, startsLine, problem: problem)
  }

  private mutating func symbol(_ byte: UInt8, _ startsLine: Bool) -> Token {
    let second = byteAfter(position)
    let isBeforeEqualSign = second == UInt8(ascii: "=")
    switch byte {
    case UInt8(ascii: "("): return take(1, .leftParen, startsLine)
    case UInt8(ascii: ")"): return take(1, .rightParen, startsLine)
    case UInt8(ascii: "["): return take(1, .leftBracket, startsLine)
    case UInt8(ascii: "]"): return take(1, .rightBracket, startsLine)
    case UInt8(ascii: "{"): return take(1, .leftBrace, startsLine)
    case UInt8(ascii: "}"): return take(1, .rightBrace, startsLine)
    case UInt8(ascii: ","): return take(1, .comma, startsLine)
    case UInt8(ascii: ";"): return take(1, .semicolon, startsLine)
    case UInt8(ascii: ":"): return take(1, .colon, startsLine)
    case UInt8(ascii: "."):
      switch (second, byteAfter(position + 1)) {
      case (byte, byte): return take(3, .closedRange, startsLine)
      case (byte, UInt8(ascii: "<")): return take(3, .range, startsLine)
      default: return take(1, .dot, startsLine)
      }
    case UInt8(ascii: "~"): return take(1, .tilde, startsLine)
    case UInt8(ascii: "+"):
      return isBeforeEqualSign ? take(2, .compoundAssign, startsLine) : take(1, .plus, startsLine)
    case UInt8(ascii: "-"):
      return isBeforeEqualSign ? take(2, .compoundAssign, startsLine) : take(1, .minus, startsLine)
    case UInt8(ascii: "*"):
      return isBeforeEqualSign ? take(2, .compoundAssign, startsLine) : take(1, .star, startsLine)
    case UInt8(ascii: "%"):
      return isBeforeEqualSign
        ? take(2, .compoundAssign, startsLine) : take(1, .percent, startsLine)
    case UInt8(ascii: "!"):
      return isBeforeEqualSign ? take(2, .notEqual, startsLine) : take(1, .bang, startsLine)
    case UInt8(ascii: ">"):
      return isBeforeEqualSign
        ? take(2, .greaterOrEqual, startsLine) : take(1, .greater, startsLine)
    case UInt8(ascii: "<"):
      if second == UInt8(ascii: ">") { return take(2, .lessGreater, startsLine) }
      return isBeforeEqualSign ? take(2, .lessOrEqual, startsLine) : take(1, .less, startsLine)
    case UInt8(ascii: "="):
      guard isBeforeEqualSign else { return take(1, .assign, startsLine) }
      let isTriple = byteAfter(position + 1) == UInt8(ascii: "=")
      return isTriple ? take(3, .tripleEqual, startsLine) : take(2, .equal, startsLine)
    case UInt8(ascii: "?"):
      return second == byte ? take(2, .coalesce, startsLine) : take(1, .question, startsLine)
    case UInt8(ascii: "|"):
      return second == byte ? take(2, .or, startsLine) : take(1, .pipe, startsLine)
    default:
      return second == byte
        ? take(2, .and, startsLine) : take(1, .invalid, startsLine, problem: .unexpectedCharacter)
    }
  }

  private mutating func bindingNumber(_ startsLine: Bool) -> Token {
    let start = position
    position += 1
    var value: UInt64 = 0
    var isTooLarge = false
    while position < end, classes[Int(bytes[position])] == .digit {
      value = value &* 10 &+ UInt64(bytes[position] - UInt8(ascii: "0"))
      if value > UInt64(UInt32.max) {
        isTooLarge = true
        value = 0
      }
      position += 1
    }
    guard position > start + 1 else {
      return token(.invalid, from: start, startsLine, problem: .unexpectedCharacter)
    }
    return token(
      .number, from: start, startsLine, problem: isTooLarge ? .numberTooLarge : .none, value: value)
  }

  // MARK: What is passed over

  private mutating func skipMarkAndInterpreterLine() {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    if position + 1 < end, bytes[position] == UInt8(ascii: "#"),
      bytes[position + 1] == UInt8(ascii: "!")
    {
      skipLine()
    }
  }

  mutating func skipLine() {
    while position < end, bytes[position] != UInt8(ascii: "\n") { position += 1 }
  }

  /// Whether a comment of either kind begins at `offset`, outside of strings.
  func startsComment(at offset: Int) -> Bool {
    guard bytes[offset] == UInt8(ascii: "/") else { return false }
    let next = byteAfter(offset)
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "*")
  }

  /// Returns whether the comment was closed; a line end inside it ends the line.
  mutating func skipBlockComment(_ startsLine: inout Bool) -> Bool {
    position += 2
    while position + 1 < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return true
      }
      if byte == UInt8(ascii: "\n") { startsLine = true }
      position += 1
    }
    position = end
    return false
  }
}
