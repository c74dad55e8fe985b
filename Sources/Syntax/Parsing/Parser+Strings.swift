/// String literals: their pieces and the expressions between them.
extension Parser {
  /// A string that is a single token of the lexer.
  mutating func parsePlainString() -> NodeID {
    let string = token
    advance()
    // A malformed one already has a message, and no script with it runs.
    guard string.problem == .none else { return addString("", string.span) }
    let content = lexer.bytes[(Int(string.start) + 1)..<(Int(string.end) - 1)]
    return addString(String(decoding: content, as: UTF8.self), string.span)
  }

  /// A string with escapes, `\( )` or several lines, whose opening quote is the current token.
  mutating func parseString() -> NodeID {
    let opening = token
    let isBlock = opening.kind == .blockStringStart
    guard enter() else {
      leave()
      return missing()
    }
    defer { leave() }
    openStrings += 1
    defer { openStrings -= 1 }

    // Text pieces as ranges; a piece that is nil stands for the expression with the same number.
    var pieces: [SourceSpan] = []
    var expressions: [NodeID] = []
    var tallestPart = 0
    while true {
      let pieceStart = lexer.position
      let end = lexer.skipPiece(inBlock: isBlock)
      pieces.append(SourceSpan(pieceStart..<lexer.position))
      if end == .interpolation {
        let expression = parseInterpolation(inBlock: isBlock)
        if isPanicking { return abandonString(opening) }
        expressions.append(expression)
        tallestPart = max(tallestPart, height)
        continue
      }
      if end == .unterminated {
        failUnterminated(opening, isBlock: isBlock)
        if isPanicking { return abandonString(opening) }
      } else {
        lexer.position += isBlock ? 3 : 1
      }
      break
    }
    let stringEnd = lexer.position
    let strip = isBlock ? indentation(of: pieces, opening: opening) : nil
    setHeight(tallestPart + 1)

    let span = SourceSpan(opening.start, UInt32(stringEnd))
    token.end = span.end
    advance()
    let mark = scratch.count
    for (index, piece) in pieces.enumerated() {
      let text = contents(
        piece.range, strip: strip, isFirst: index == 0, isLast: index == pieces.count - 1)
      if expressions.isEmpty { return addString(text, span) }
      if !text.isEmpty {
        scratch.append(addString(text, piece).index)
      }
      if index < expressions.count { scratch.append(expressions[index].index) }
    }
    return add(.interpolation, 0, span, list(from: mark), 0)
  }

  /// The expression in `\( )`, whose backslash is at the lexer's position.
  private mutating func parseInterpolation(inBlock isBlock: Bool) -> NodeID {
    let start = UInt32(lexer.position)
    let outsideEnd = lexer.end
    let (outsideNewlines, outsideHead) = (newlinesAreBlanks, isInHead)
    let outsideInterpolation = interpolation
    if !isBlock {
      plainStrings += 1
      lexer.end = endOfLine(from: lexer.position)
    }
    newlinesAreBlanks = true
    isInHead = false
    openBrackets += 1
    lexer.position += 2
    token = Token(kind: .leftParen, startsLine: false, start: start, end: start + 2)
    interpolation = token.span
    advance()
    let expression = parseExpression()
    if token.kind != .rightParen { failInterpolation() }
    if !isBlock { plainStrings -= 1 }
    openBrackets -= 1
    lexer.end = outsideEnd
    newlinesAreBlanks = outsideNewlines
    isInHead = outsideHead
    interpolation = outsideInterpolation
    return expression
  }

  /// Fails because the `\(` around the current token is not closed before it.
  mutating func failInterpolation() {
    let isAfter = token.kind == .end || token.startsLine
    fail(
      .notClosed(
        "')'", found: isAfter ? nil : quoted(token), opening: interpolation, quoted: "'\\('"),
      at: isAfter ? SourceSpan(lastEnd, lastEnd) : token.span, isMendable: true)
  }

  private mutating func endOfLine(from offset: Int) -> Int {
    if offset >= knownLineEndFrom, offset <= knownLineEnd { return knownLineEnd }
    var end = offset
    while end < lexer.end, lexer.bytes[end] != UInt8(ascii: "\n") { end += 1 }
    if end > offset, lexer.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    (knownLineEnd, knownLineEndFrom) = (end, offset)
    return end
  }

  /// Continues after a string with an error inside, after the error has been reported.
  private mutating func abandonString(_ opening: Token) -> NodeID {
    // The strings around this one are given up, too; the outermost one finds where all of them end.
    guard openStrings == 1, !isTooDeep else { return missing() }
    let end = lexer.endOfString(from: Int(opening.start))
    lexer.position = end
    resume(at: opening)
    token.end = UInt32(end)
    advance()
    return addString("", SourceSpan(opening.start, UInt32(end)))
  }

  private mutating func failUnterminated(_ opening: Token, isBlock: Bool) {
    let here = UInt32(lexer.position)
    if isBlock {
      token = Token(kind: .end, startsLine: false, start: here, end: here)
      fail(
        .notClosed("'\"\"\"'", found: nil, opening: opening.span, quoted: "'\"\"\"'"),
        at: SourceSpan(here, here), isMendable: true)
    } else if plainStrings > 0 {
      // What looks like the start of a string is the end of the one around the `\(`.
      token = Token(kind: .end, startsLine: false, start: opening.start, end: here)
      lastEnd = opening.start
      failInterpolation()
    } else {
      report(.unterminatedString, at: SourceSpan(opening.start, here))
    }
  }
}
