/// Writing the pieces and the gaps between them.
extension ScriptFormatter {
  /// Where a line ends in a gap.
  private enum Break {
    case nowhere, atStart, atNewline, atSemicolon, atEnd
  }

  mutating func write() {
    output.reserveCapacity(bytes.count + bytes.count / 8)
    appendComment(firstLineStart..<firstLineEnd)
    var end = firstLineEnd
    for index in pieces.indices {
      let piece = pieces[index]
      writeGap(before: index, end..<Int(piece.start))
      guard piece.kind != .end else { break }
      append(piece)
      end = Int(piece.end)
    }
    if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
  }

  // MARK: Pieces

  private mutating func append(_ piece: Piece) {
    let range = Int(piece.start)..<Int(piece.end)
    switch piece.kind {
    case .blockStringStart: appendBlock(range)
    default: output.append(contentsOf: bytes[range])
    }
    switch piece.kind {
    case .leftParen, .leftBracket:
      open(
        Frame(isBrace: false, indent: lineIndent, content: lineIndent + ScriptFormatter.indentation)
      )
    case .leftBrace: open(braceFrame(of: piece))
    case .rightParen, .rightBracket, .rightBrace:
      guard frames.count > 1, let closed = frames.popLast() else { break }
      lineGoesOnWithPipe = closed.isInPipe
    case .question where !piece.marks.contains(.tight): frames[frames.count - 1].conditionals += 1
    case .colon where frames[frames.count - 1].conditionals > 0:
      frames[frames.count - 1].conditionals -= 1
    default: break
    }
  }

  private mutating func open(_ frame: Frame) {
    var frame = frame
    frame.isInPipe = lineGoesOnWithPipe
    lineGoesOnWithPipe = false
    frames.append(frame)
  }

  /// The block of a statement is indented relative to the statement, wherever its head has line ends.
  private func braceFrame(of piece: Piece) -> Frame {
    let outside = frames[frames.count - 1]
    let hangsOnStatement =
      outside.isBrace && !piece.marks.contains(.inner) && !lineGoesOnWithPipe
    let indent = hangsOnStatement ? outside.content : lineIndent
    return Frame(isBrace: true, indent: indent, content: indent + ScriptFormatter.indentation)
  }

  /// Appends a `"""` block, whose lines end in LF; one more CR before a line end belongs to its text.
  private mutating func appendBlock(_ range: Range<Int>) {
    let lineEnd: [UInt8] = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    var isText = false
    for offset in range.dropLast(2) where bytes[offset] == UInt8(ascii: "\r") {
      if bytes[(offset + 1)..<(offset + 3)].elementsEqual(lineEnd) { isText = true }
    }
    if isText {
      output.append(contentsOf: bytes[range])
    } else {
      appendLines(range)
    }
  }

  /// Appends text of several lines, each of which ends in a single LF.
  private mutating func appendLines(_ range: Range<Int>) {
    let text = bytes[range]
    guard text.contains(UInt8(ascii: "\r")) else {
      output.append(contentsOf: text)
      return
    }
    for byte in text {
      if byte == UInt8(ascii: "\n") {
        while output.last == UInt8(ascii: "\r") { output.removeLast() }
      }
      output.append(byte)
    }
  }

  // MARK: Gaps

  private mutating func writeGap(before index: Int, _ range: Range<Int>) {
    let piece = pieces[index]
    if range.isEmpty || (range.count == 1 && bytes[range.lowerBound] == UInt8(ascii: " ")),
      !piece.gap.contains(.breaks), index > 0
    {
      let isSeparate =
        piece.gap.contains(.isBoundary) || needsBlank(between: pieces[index - 1], and: piece)
      if isSeparate { output.append(UInt8(ascii: " ")) }
      return
    }
    let place = place(ofBreakBefore: index)
    let frame = frames[frames.count - 1]
    let isBoundary = piece.gap.contains(.isBoundary)
    let goesOn = isBoundary || !frame.isBrace ? 0 : ScriptFormatter.indentation
    let indent = frame.content + goesOn
    let keepsEmptyLines = isBoundary || !frame.isBrace
    var newlines = 0
    var hasBroken = place == .atStart
    var isBreakDue = hasBroken
    var hasComment = false
    var isSeparated = false
    for item in Gap(Lexer(bytes: bytes, classes: classes), range) {
      switch item {
      case .newline:
        newlines += 1
        if hasBroken || place == .atNewline { (hasBroken, isBreakDue) = (true, true) }
      case .semicolon:
        if place == .atSemicolon, !hasBroken { (hasBroken, isBreakDue) = (true, true) }
        if place == .nowhere, !isSeparated, isBetweenStatements(index) {
          output.append(UInt8(ascii: ";"))
          isSeparated = true
        }
      case .comment(let comment):
        let isFirst = !hasComment && beginsInside(index)
        if isBreakDue {
          breakLine(indent, leavesEmptyLine: newlines > 1 && keepsEmptyLines && !isFirst)
        } else if hasComment || (index > 0 && standsApart(comment, behind: pieces[index - 1])) {
          output.append(UInt8(ascii: " "))
        }
        appendComment(comment, movesTo: isBreakDue ? indent : nil)
        (isBreakDue, hasComment, newlines) = (false, true, 0)
      }
    }
    guard piece.kind != .end else { return }
    if place == .atEnd || (place != .nowhere && piece.kind == .rightBrace) { isBreakDue = true }
    guard isBreakDue || (index == 0 && !hasComment) else {
      appendBlank(before: index, hasComment: hasComment)
      return
    }
    let isFirst = !hasComment && beginsInside(index)
    let leavesEmptyLine = newlines > 1 && keepsEmptyLines && !isFirst && !closes(piece)
    breakLine(closes(piece) ? frame.indent : indent, leavesEmptyLine: leavesEmptyLine)
    lineGoesOnWithPipe = piece.kind == .pipe && !isBoundary
  }

  private func place(ofBreakBefore index: Int) -> Break {
    let gap = pieces[index].gap
    guard gap.contains(.breaks) else { return .nowhere }
    if gap.contains(.hasNewline) { return .atNewline }
    guard index > 0 else { return .nowhere }
    if pieces[index - 1].kind == .leftBrace { return .atStart }
    return gap.contains(.hasSemicolon) && isBetweenStatements(index) ? .atSemicolon : .atEnd
  }

  private mutating func breakLine(_ indent: Int, leavesEmptyLine: Bool) {
    lineIndent = indent
    lineGoesOnWithPipe = false
    guard !output.isEmpty else { return }
    output.append(UInt8(ascii: "\n"))
    if leavesEmptyLine { output.append(UInt8(ascii: "\n")) }
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
  }

  // MARK: Comments

  /// Appends a comment without the blanks at its end, except in expected output.
  ///
  /// - Parameter indent: The column of the comment, if it begins a line. Its other lines move with it
  ///   if they were indented in the same way.
  private mutating func appendComment(_ range: Range<Int>, movesTo indent: Int? = nil) {
    var end = range.upperBound
    let isExpected = range.count > 2 && ScriptComment.isExpectedOutput(bytes[range])
    while end > range.lowerBound {
      let byte = bytes[end - 1]
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      guard byte == UInt8(ascii: "\r") || (isBlank && !isExpected) else { break }
      end -= 1
    }
    guard let indent, let column = indentation(before: range.lowerBound) else {
      return appendLines(range.lowerBound..<end)
    }
    var start = range.lowerBound
    while let newline = bytes[start..<end].firstIndex(of: UInt8(ascii: "\n")) {
      appendLines(start..<(newline + 1))
      start = newline + 1
      let isIndented = bytes[start..<end].starts(with: bytes[column])
      let text = start + column.count
      guard isIndented, text < end, bytes[text] != UInt8(ascii: "\n"),
        bytes[text] != UInt8(ascii: "\r")
      else { continue }
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
      start = text
    }
    appendLines(start..<end)
  }

  /// The blanks before the first token of the line at `offset`; nil if another token is before it.
  private func indentation(before offset: Int) -> Range<Int>? {
    var start = offset
    while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t")
    {
      start -= 1
    }
    return start == 0 || bytes[start - 1] == UInt8(ascii: "\n") ? start..<offset : nil
  }

  /// Whether there is a blank between a piece and a comment after it on the line.
  private func standsApart(_ comment: Range<Int>, behind piece: Piece) -> Bool {
    switch piece.kind {
    case .leftParen, .leftBracket, .dot: bytes[comment.lowerBound + 1] == UInt8(ascii: "/")
    default: !piece.marks.contains(.unary)
    }
  }

  // MARK: Blanks

  private mutating func appendBlank(before index: Int, hasComment: Bool) {
    let piece = pieces[index]
    let isSeparate: Bool
    if piece.gap.contains(.isBoundary) {
      isSeparate = true
    } else if hasComment {
      switch piece.kind {
      case .rightParen, .rightBracket, .comma, .dot: isSeparate = false
      default: isSeparate = true
      }
    } else {
      isSeparate = index > 0 && needsBlank(between: pieces[index - 1], and: piece)
    }
    if isSeparate { output.append(UInt8(ascii: " ")) }
  }

  private func needsBlank(between first: Piece, and second: Piece) -> Bool {
    if second.marks.contains(.tight) || first.marks.contains(.unary) { return false }
    switch second.kind {
    case .rightParen, .rightBracket, .comma, .dot, .closedRange, .range: return false
    case .leftParen, .leftBracket:
      if !second.marks.contains(.value) { return false }
    case .colon:
      if frames[frames.count - 1].conditionals == 0 { return false }
    default: break
    }
    switch first.kind {
    case .leftParen, .leftBracket, .dot, .closedRange, .range: return false
    default: return true
    }
  }

  /// Whether a piece is the first one in its brackets or in the file.
  private func beginsInside(_ index: Int) -> Bool {
    guard index > 0 else { return output.isEmpty }
    switch pieces[index - 1].kind {
    case .leftBrace, .leftParen, .leftBracket: return true
    default: return false
    }
  }

  private func closes(_ piece: Piece) -> Bool {
    switch piece.kind {
    case .rightBrace, .rightParen, .rightBracket: true
    default: false
    }
  }
}
