/// Cutting the text into pieces, and deciding where lines end.
extension ScriptFormatter {
  /// A token, or several tokens that stay as they were written.
  struct Piece {
    let start: UInt32
    let end: UInt32
    let kind: Token.Kind
    let marks: LayoutMarks.Mark
    var gap: GapTraits
    /// For a brace: whether its block has lines of its own.
    var isExpanded = false
  }

  /// What is known about the gap before a piece.
  struct GapTraits: OptionSet {
    let rawValue: UInt16

    /// A statement, the braces of a block or the text ends here, so a line may end here.
    static let isBoundary = GapTraits(rawValue: 1)
    static let hasNewline = GapTraits(rawValue: 2)
    static let hasSemicolon = GapTraits(rawValue: 4)
    /// A comment of several lines.
    static let hasTallComment = GapTraits(rawValue: 8)
    /// A comment comes before the first line end, or expected output on the line below: it is about
    /// the statements on the line.
    static let hasCommentBeforeNewline = GapTraits(rawValue: 16)
    /// A comment comes before the first `;`.
    static let hasCommentBeforeSemicolon = GapTraits(rawValue: 32)
    static let hasComment = GapTraits(rawValue: 64)
    /// In the layout a line ends here.
    static let breaks = GapTraits(rawValue: 128)
    /// The line before the piece is a comment that begins with `// allow`.
    static let endsInAllowance = GapTraits(rawValue: 256)
    /// The gap is on the line below such a comment.
    static let isBelowAllowance = GapTraits(rawValue: 512)
  }

  /// Divides the text into pieces; the last one is the end of the text.
  mutating func cut() {
    var lexer = Lexer(bytes: bytes, classes: classes)
    var verbatim = 0
    var open: [(piece: Int, isBrace: Bool, lineEnds: Int)] = []
    var lineEnds = 0
    var end = firstLineEnd
    pieces.reserveCapacity(bytes.count / 4)
    while true {
      var token = lexer.next()
      let mark = marks.marks[Int(token.start)]
      if mark.contains(.verbatim) {
        while marks.verbatim[verbatim].start < token.start { verbatim += 1 }
        token.end = marks.verbatim[verbatim].end
        lexer.position = Int(token.end)
      }
      if token.kind == .semicolon { continue }
      var gap = gapTraits(end..<Int(token.start))
      let isCloser = token.kind == .rightBrace || token.kind == .end
      if open.last?.isBrace ?? true,
        mark.contains(.statement) || isCloser || pieces.isEmpty
          || open.last?.piece == pieces.count - 1
      {
        gap.insert(.isBoundary)
      }
      if !gap.isDisjoint(with: [.hasNewline, .hasTallComment]) { lineEnds += 1 }
      pieces.append(
        Piece(start: token.start, end: token.end, kind: token.kind, marks: mark, gap: gap))
      end = Int(token.end)
      switch token.kind {
      case .leftBrace, .leftParen, .leftBracket:
        open.append((pieces.count - 1, token.kind == .leftBrace, lineEnds))
      case .rightBrace, .rightParen, .rightBracket:
        guard let opening = open.popLast() else { break }
        let isExpanded = lineEnds > opening.lineEnds
        pieces[opening.piece].isExpanded = isExpanded
        pieces[pieces.count - 1].isExpanded = isExpanded
      case .end: return
      default: break
      }
    }
  }

  private func gapTraits(_ range: Range<Int>) -> GapTraits {
    var traits: GapTraits = []
    // Most gaps are one blank or nothing.
    if range.count < 2, range.isEmpty || bytes[range.lowerBound] == UInt8(ascii: " ") {
      return traits
    }
    var lineEnds = 0
    var lineEndsBelowAllowance: Int?
    for item in Gap(Lexer(bytes: bytes, classes: classes), range) {
      switch item {
      case .newline:
        lineEnds += 1
        lineEndsBelowAllowance = lineEndsBelowAllowance.map { $0 + 1 }
        if traits.contains(.hasComment), !traits.contains(.hasNewline) {
          traits.insert(.hasCommentBeforeNewline)
        }
        traits.insert(.hasNewline)
      case .semicolon:
        if traits.contains(.hasComment), !traits.contains(.hasSemicolon) {
          traits.insert(.hasCommentBeforeSemicolon)
        }
        traits.insert(.hasSemicolon)
      case .comment(let comment):
        if !traits.contains(.hasComment), lineEnds == 1,
          ScriptComment.isExpectedOutput(bytes[comment])
        {
          traits.insert(.hasCommentBeforeNewline)
        }
        let isAlone = lineEnds > 0 || range.lowerBound == firstLineStart
        lineEndsBelowAllowance = isAlone && ScriptComment.isAllowance(bytes[comment]) ? 0 : nil
        traits.insert(.hasComment)
        if bytes[comment].contains(UInt8(ascii: "\n")) { traits.insert(.hasTallComment) }
      }
    }
    if lineEndsBelowAllowance == 1 { traits.insert(.endsInAllowance) }
    return traits
  }

  /// Marks the gaps on lines below an `allow` comment, which applies to the whole line.
  private mutating func markAllowances() {
    var isBelow = false
    for index in pieces.indices {
      let piece = pieces[index]
      let beginsBlock =
        index > 0 && pieces[index - 1].kind == .leftBrace && pieces[index - 1].isExpanded
      let endsBlock = piece.kind == .rightBrace && piece.isExpanded
      if !piece.gap.isDisjoint(with: [.hasNewline, .hasTallComment]) {
        isBelow = piece.gap.contains(.endsInAllowance)
      } else if beginsBlock || endsBlock || piece.marks.contains(.secondWay) {
        isBelow = false
      }
      if isBelow { pieces[index].gap.insert(.isBelowAllowance) }
    }
  }

  /// Decides in which gaps lines end, from the last to the first. Statements joined by `;` stay
  /// together if their line ends in a comment, or if an `allow` comment above applies to it.
  mutating func decideBreaks() {
    markAllowances()
    var endsInComment = false
    var isExpanded = [true]
    for index in pieces.indices.reversed() {
      let piece = pieces[index]
      if piece.kind == .rightBrace { isExpanded.append(piece.isExpanded) }
      if piece.kind == .leftBrace { isExpanded.removeLast() }
      var gap = piece.gap
      if !gap.contains(.isBoundary) {
        if gap.contains(.hasNewline) { gap.insert(.breaks) }
      } else if isExpanded[isExpanded.count - 1] {
        let isJoined =
          gap.contains(.hasSemicolon) && gap.isDisjoint(with: [.hasNewline, .hasTallComment])
        let isSpokenOf = endsInComment || gap.contains(.isBelowAllowance)
        if !(isJoined && isSpokenOf && isBetweenStatements(index)) { gap.insert(.breaks) }
      }
      if gap.contains(.hasTallComment) {
        endsInComment = true
      } else if gap.contains(.breaks) {
        endsInComment = hasCommentBeforeBreak(index, gap)
      }
      pieces[index].gap = gap
    }
  }

  /// Whether there is a statement on both sides of the gap before a piece.
  func isBetweenStatements(_ index: Int) -> Bool {
    let piece = pieces[index]
    return index > 0 && pieces[index - 1].kind != .leftBrace && piece.kind != .rightBrace
      && piece.kind != .end && !piece.marks.contains(.secondWay)
  }

  /// Whether a comment is between a piece and the end of its line.
  private func hasCommentBeforeBreak(_ index: Int, _ gap: GapTraits) -> Bool {
    if gap.contains(.hasNewline) { return gap.contains(.hasCommentBeforeNewline) }
    if index > 0, pieces[index - 1].kind == .leftBrace { return false }
    let isAtSemicolon = gap.contains(.hasSemicolon) && isBetweenStatements(index)
    return gap.contains(isAtSemicolon ? .hasCommentBeforeSemicolon : .hasComment)
  }
}
