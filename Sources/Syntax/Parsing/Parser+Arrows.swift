/// Arrows, which are tokens only where `bind` expects one.
extension Parser {
  /// An arrow as it was written.
  struct WrittenArrow {
    var arrow: Arrow
    var isOld: Bool
    var span: SourceSpan
  }

  /// The arrow at the current token. Its bytes are read again, since elsewhere `a<-1` compares.
  ///
  /// An unknown arrow is reported, and replaced by the arrow that it resembles most.
  mutating func parseArrow() -> WrittenArrow? {
    guard !isPanicking, let span = arrowSpan(at: token) else {
      if !isPanicking { failWithoutArrow() }
      return nil
    }
    let spelling = sourceText(span)
    if breaksLine {
      report(.misplacedWord("'\(spelling)'", place: "the line of what it binds"), at: span)
    }
    var written = WrittenArrow(arrow: .right, isOld: false, span: span)
    if let arrow = Arrow.allCases.first(where: { $0.spelling == spelling }) {
      written.arrow = arrow
    } else if let arrow = Parser.oldArrow(spelling) {
      written = WrittenArrow(arrow: arrow, isOld: true, span: span)
      report(.oldArrow(spelling, new: arrow), at: span)
    } else {
      written.arrow = Parser.arrow(like: spelling)
      report(.unknownArrow(spelling, meant: written.arrow), at: span)
    }
    lexer.position = Int(span.end)
    token.end = span.end
    advance()
    return written
  }

  /// The characters at `token` that look like an arrow, as many as there are.
  func arrowSpan(at token: Token) -> SourceSpan? {
    guard token.kind != .end else { return nil }
    var end = Int(token.start)
    if let (scalar, length) = lexer.scalar(at: end),
      0x2190...0x21FF ~= scalar.value
        || 0x27F0...0x27FF ~= scalar.value
    {
      return SourceSpan(Int(token.start)..<(end + length))
    }
    while end < lexer.end, Parser.arrowBytes.contains(lexer.bytes[end]) { end += 1 }
    let span = SourceSpan(Int(token.start)..<end)
    // A lone `=` or `!` is another mistake.
    guard span.end > span.start + 1 || lexer.bytes[Int(span.start)] == UInt8(ascii: "~") else {
      return nil
    }
    return span
  }

  static let arrowBytes = Array("<>~!-=".utf8)

  /// The arrow whose spelling this was in BIND's first versions.
  static func oldArrow(_ spelling: String) -> Arrow? {
    switch spelling {
    case "->": .right
    case "<-": .left
    case "!->": .rightLater
    case "<-!": .leftLater
    default: nil
    }
  }

  /// The existing arrow with the same points and the same `!`.
  static func arrow(like spelling: String) -> Arrow {
    let isLater = spelling.contains("!")
    let pointsLeft = spelling.contains("<") || spelling == "\u{2190}" || spelling == "\u{21D0}"
    let pointsRight = spelling.contains(">")
    if (pointsLeft && pointsRight) || spelling == "\u{2194}" || spelling == "\u{21D4}" {
      return isLater ? .bothLater : .both
    }
    if pointsLeft { return isLater ? .leftLater : .left }
    return isLater ? .rightLater : .right
  }

  private mutating func failWithoutArrow() {
    if token.kind.precedence > 0 || isAt(.question) || isAt(.leftParen) {
      fail(.sourceWithoutParentheses(nil), at: token.span)
    } else {
      // No further line can complete this one, since no line begins with an arrow.
      failExpecting("an arrow such as '~>'", help: SyntaxProblem.arrows)
    }
  }

  /// What is wrong with an arrow after `once`.
  func problem(of arrow: WrittenArrow, isOnce: Bool) -> SyntaxProblem? {
    guard isOnce else { return nil }
    if arrow.arrow.isTwoWay { return .onceBothWays(arrow.arrow.spelling) }
    if !arrow.arrow.isInitial {
      let fix: Arrow = arrow.arrow.isLeftward ? .left : .right
      return .onceLater(arrow.arrow.spelling, fix: fix.spelling)
    }
    return nil
  }
}
