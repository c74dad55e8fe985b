/// The text of string literals: escapes, and the indentation of `"""` blocks.
extension Parser {
  /// The text of one piece of a string.
  ///
  /// - Parameter strip: In a `"""` block, the indentation that each line begins with; otherwise nil.
  mutating func contents(
    _ piece: Range<Int>, strip: Range<Int>?, isFirst: Bool, isLast: Bool
  ) -> String {
    let bytes = lexer.bytes
    var offset = piece.lowerBound
    var end = piece.upperBound
    if let strip {
      if isLast { end = max(offset, endBeforeClosingLine(strip, from: offset)) }
      if isFirst { offset = passOpeningLine(piece) }
    }
    var text: [UInt8] = []
    text.reserveCapacity(max(0, end - offset))
    var isLineStart = isFirst && strip != nil
    while offset < end {
      if isLineStart, let strip {
        offset = passIndentation(strip, at: offset, end: end)
        isLineStart = false
        continue
      }
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\\"):
        offset = appendEscape(at: offset, end: end, to: &text)
        continue
      case UInt8(ascii: "\r") where offset + 1 < end && bytes[offset + 1] == UInt8(ascii: "\n"):
        // A string has the same value whatever line ends its file has.
        break
      default:
        text.append(byte)
        isLineStart = byte == UInt8(ascii: "\n")
      }
      offset += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The indentation of a `"""` block, which is the text before the closing quotes; or nil, with an
  /// error, if there is anything except blanks, or text after the opening quotes.
  mutating func indentation(of pieces: [SourceSpan], opening: Token) -> Range<Int>? {
    let first = pieces[0].range
    if passOpeningLine(first) == first.lowerBound {
      report(.textAfterBlockQuote, at: opening.span)
      return nil
    }
    let last = pieces[pieces.count - 1].range
    var start = last.upperBound
    while start > last.lowerBound, isBlank(lexer.bytes[start - 1]) { start -= 1 }
    guard start > last.lowerBound, lexer.bytes[start - 1] == UInt8(ascii: "\n") else {
      let closing = UInt32(last.upperBound)
      report(.textBeforeBlockQuote, at: SourceSpan(closing, closing + 3))
      return nil
    }
    return start..<last.upperBound
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// The start of the first line of text, or of `piece` if its first line is not empty.
  private func passOpeningLine(_ piece: Range<Int>) -> Int {
    var offset = piece.lowerBound
    while offset < piece.upperBound {
      let byte = lexer.bytes[offset]
      if byte == UInt8(ascii: "\n") { return offset + 1 }
      guard isBlank(byte) || byte == UInt8(ascii: "\r") else { break }
      offset += 1
    }
    return piece.lowerBound
  }

  /// The end of the last line of text; the line end before the closing quotes does not belong to it.
  private func endBeforeClosingLine(_ strip: Range<Int>, from start: Int) -> Int {
    let newline = strip.lowerBound - 1
    let hasReturn = newline > start && lexer.bytes[newline - 1] == UInt8(ascii: "\r")
    return hasReturn ? newline - 1 : newline
  }

  private mutating func passIndentation(_ strip: Range<Int>, at start: Int, end: Int) -> Int {
    var offset = start
    for expected in lexer.bytes[strip] {
      guard offset < end, lexer.bytes[offset] == expected else { break }
      offset += 1
    }
    if offset - start == strip.count { return offset }
    var text = offset
    while text < end, isBlank(lexer.bytes[text]) { text += 1 }
    let isEmptyLine =
      text == end || lexer.bytes[text] == UInt8(ascii: "\n")
      || lexer.bytes[text] == UInt8(ascii: "\r")
    if !isEmptyLine { report(.tooLittleIndentation, at: SourceSpan(start..<max(text, start + 1))) }
    return text
  }

  // MARK: Escapes

  /// Appends the value of the escape at `offset`, and returns where the text continues.
  private mutating func appendEscape(at offset: Int, end: Int, to text: inout [UInt8]) -> Int {
    guard offset + 1 < end else {
      report(.invalidEscape("\\"), at: SourceSpan(offset..<(offset + 1)))
      return end
    }
    switch lexer.bytes[offset + 1] {
    case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "u"): return appendScalar(at: offset, end: end, to: &text)
    default:
      let length = lexer.scalar(at: offset + 1)?.1 ?? 1
      let escape = SourceSpan(offset..<min(end, offset + 1 + length))
      report(.invalidEscape(sourceText(escape)), at: escape)
      return Int(escape.end)
    }
    return offset + 2
  }

  /// Appends the character of `\u{1F600}`.
  private mutating func appendScalar(
    at offset: Int, end: Int, to text: inout [UInt8]
  ) -> Int {
    var position = offset + 2
    var value: UInt32 = 0
    var digits = 0
    let isOpen = position < end && lexer.bytes[position] == UInt8(ascii: "{")
    if isOpen {
      position += 1
      while position < end, let digit = Lexer.hexadecimalDigit(lexer.bytes[position]) {
        value = value << 4 | UInt32(digit)
        digits += 1
        position += 1
      }
    }
    let isClosed = position < end && lexer.bytes[position] == UInt8(ascii: "}")
    if isClosed, isOpen { position += 1 }
    guard isOpen, isClosed, 1...8 ~= digits, let scalar = Unicode.Scalar(value) else {
      let escape = SourceSpan(offset..<position)
      report(.invalidScalar(sourceText(escape)), at: escape)
      return position
    }
    text.append(contentsOf: UTF8.encode(scalar)!)
    return position
  }
}
