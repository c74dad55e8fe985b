/// Errors, and how parsing continues after them.
extension Parser {
  /// Reports an error after which the parser can continue.
  mutating func report(_ problem: SyntaxProblem, at span: SourceSpan) {
    guard !isPanicking else { return }
    add(problem, at: span)
    hasRealError = hasRealError || problem.severity == .error
  }

  /// Reports an error and gives up on the statement.
  ///
  /// - Parameter isMendable: Whether another line could complete it, if the text ends here.
  mutating func fail(_ problem: SyntaxProblem, at span: SourceSpan, isMendable: Bool = false) {
    guard !isPanicking else { return }
    let isAtTextEnd = token.kind == .end && plainStrings == 0
    if !(isAtTextEnd && hasEndedEarly) {
      if token.kind == .invalid {
        reportProblemOfInvalidToken()
      } else {
        add(problem, at: span)
        if !isAtTextEnd || !isMendable { hasRealError = true }
      }
      if isAtTextEnd { hasEndedEarly = true }
    }
    isPanicking = true
    failed = token
    failedBrackets = openBrackets
    token.kind = .poison
    token.word = .other
    token.startsLine = false
  }

  /// Fails at the current token because `what` is expected there.
  ///
  /// What is missing at the end of a line is reported there, and not at the start of the next line.
  mutating func failExpecting(_ what: String, isMendable: Bool = false, help: String? = nil) {
    guard !isPanicking else { return }
    let isAfter = token.kind == .end || breaksLine
    let problem = SyntaxProblem.expected(
      what, found: isAfter ? nil : quoted(token), after: isAfter ? lastTokenText() : nil,
      help: help ?? habit()?.line ?? (lacksBlock(what) ? form : nil)
        ?? (what == "a value" ? helpOnValue : nil))
    let place = isAfter ? SourceSpan(lastEnd, lastEnd) : token.span
    fail(problem, at: place, isMendable: isMendable || (newlinesAreBlanks && token.kind == .end))
  }

  /// Whether the block is missing, or what comes before it: `repeat { … }`, `for (…) { … }`.
  private func lacksBlock(_ what: String) -> Bool {
    what == "'{'" || isAt(.leftBrace) || isAt(.leftParen)
  }

  /// Fails because the bracket `opening` is not closed here.
  mutating func failClosing(_ opening: Token, with closer: String) {
    guard !isPanicking else { return }
    let isAfter = token.kind == .end || token.startsLine
    let problem = SyntaxProblem.notClosed(
      closer, found: isAfter ? nil : quoted(token), opening: opening.span,
      quoted: quoted(opening), help: help(onBracket: opening))
    fail(problem, at: isAfter ? SourceSpan(lastEnd, lastEnd) : token.span, isMendable: true)
  }

  /// Ends the panic with `next` as the current token.
  mutating func resume(at next: Token) {
    isPanicking = false
    token = next
  }

  /// Skips to the end of the statement that began at `start` and failed.
  ///
  /// Braces are skipped with their contents. A line that ends in an operator, a comma or an open
  /// bracket continues on the next line, as it does elsewhere.
  mutating func recover(from start: UInt32) {
    resume(at: failed)
    isTooDeep = false
    var braces = 0
    var brackets = failedBrackets
    var last = Token.Kind.end
    // The first token always belongs to the statement, even if it begins a line or is not a statement.
    var isFirst = token.start == start
    while token.kind != .end {
      if braces == 0, !isFirst {
        if token.kind == .semicolon || token.kind == .rightBrace { break }
        if token.startsLine {
          guard brackets > 0, last.leavesLineOpen || closesBracketSoon() else { break }
        }
      }
      isFirst = false
      switch token.kind {
      case .leftBrace: braces += 1
      case .rightBrace: braces = max(0, braces - 1)
      case .leftParen, .leftBracket: brackets += 1
      case .rightParen, .rightBracket: brackets = max(0, brackets - 1)
      default: break
      }
      last = token.kind
      skipToken()
    }
    // The end of the text inside the skipped part is no second error.
    if token.kind == .end, braces > 0 || brackets > 0 { hasEndedEarly = true }
    prepareToken()
  }

  /// Whether an open bracket is closed soon, before anything that looks like a statement: then only a
  /// comma is missing at the end of the line, and not the bracket.
  private func closesBracketSoon() -> Bool {
    var ahead = lexer
    var next = token
    var open = 1
    // The limit avoids reading a long text again and again if each of its lines has an error.
    for _ in 0..<64 {
      switch next.kind {
      case .leftParen, .leftBracket: open += 1
      case .rightParen, .rightBracket: open -= 1
      case .assign, .compoundAssign, .leftBrace, .rightBrace, .semicolon, .stringStart,
        .blockStringStart, .invalid, .end:
        return false
      case .name:
        var word = next
        identify(&word)
        if word.isStatementWord, next.startsLine { return false }
      default: break
      }
      if open == 0 { return true }
      next = ahead.next()
    }
    return false
  }

  /// After a failure in the head of a statement, continues at the block that follows on the line.
  ///
  /// Returns whether there is one, so that its errors are found, too.
  mutating func resumeAtBlock() -> Bool {
    guard isPanicking else { return true }
    guard failed.kind != .end, !isTooDeep else { return false }
    var next = failed
    var ahead = lexer
    while next.kind != .leftBrace {
      next = ahead.next()
      if next.kind == .stringStart || next.kind == .blockStringStart {
        ahead.position = ahead.endOfString(from: Int(next.start))
      }
      if next.startsLine || next.kind == .end || next.kind == .semicolon
        || next.kind == .rightBrace
      {
        return false
      }
    }
    lexer = ahead
    lastEnd = next.start
    resume(at: next)
    return true
  }

  /// Consumes a token of a broken statement, without reporting what is wrong with it.
  private mutating func skipToken() {
    if token.kind == .stringStart || token.kind == .blockStringStart {
      lexer.position = lexer.endOfString(from: Int(token.start))
      token.end = UInt32(lexer.position)
    }
    lastEnd = token.end
    token = lexer.next()
  }

  /// Looks up the name of a token at which `skipToken` stopped, and reports its problem.
  private mutating func prepareToken() {
    let end = lastEnd
    lexer.position = Int(token.start)
    let startsLine = token.startsLine
    advance()
    lastEnd = end
    token.startsLine = startsLine
  }
}
