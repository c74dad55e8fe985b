/// Statements, their ends, and blocks of them.
extension Parser {
  /// What `break` and `return` can do in a block.
  enum BlockRole {
    /// It runs as a part of the statement around it: `if`, `batch`.
    case inner
    case loop
    /// It runs by itself, so `break` and `return` can leave only what is inside it.
    case checked
    /// It is kept for later and can be left by `return`: observers, transformers, actions.
    case kept
    /// It is such a block, and `drop` can end it without an answer.
    case answering
    /// A block of a transformer, which may reject its value; with `after` its answer comes later.
    case converting(isLater: Bool)
  }

  /// A statement and its end; after an error, the rest of it is skipped.
  mutating func parseWholeStatement() -> NodeID {
    let start = token.start
    // It begins a line of its own.
    token.startsLine = false
    let outer = head
    head = token.span
    let statement = parseStatement()
    if !isPanicking, !isAtEnd { failAtEnd(of: statement) }
    if isPanicking { recover(from: start) }
    head = outer
    misspelled = ""
    return statement
  }

  private mutating func parseStatement() -> NodeID {
    guard token.kind == .name else { return parseOtherStatement() }
    if token.word == .else { return missing(.elseWithoutIf, at: token.span) }
    guard token.isStatementWord, countsAsStatement else { return parseExpressionStatement() }
    return StatementWord.parsers[Int(token.statement)](&self)
  }

  /// Whether the current statement word is used as a statement, and not as a name: `next = 3`.
  private var countsAsStatement: Bool {
    if token.isReserved { return true }
    let isHelp = token.word == .help
    let next = peek()
    if next.startsLine { return true }
    if token.word == .switch, next.kind == .leftParen { return hasBlockBehindParentheses }
    switch next.kind {
    case .assign, .compoundAssign, .dot, .leftBracket, .leftParen, .question, .tilde,
      .bang:
      return isHelp && isHelpTopic(next)
    default:
      return next.kind.precedence == 0 || (isHelp && isHelpTopic(next))
    }
  }

  /// Whether `( … ) {` follows: `switch (phase) {`.
  private var hasBlockBehindParentheses: Bool {
    var ahead = lexer
    var next = ahead.next()
    var open = 0
    // The limit avoids reading a long text again and again.
    for _ in 0..<256 {
      switch next.kind {
      case .leftParen: open += 1
      case .rightParen: open -= 1
      case .stringStart, .blockStringStart:
        ahead.position = ahead.endOfString(from: Int(next.start))
      case .end: return false
      default: break
      }
      next = ahead.next()
      if open == 0 { return next.kind == .leftBrace && !next.startsLine }
    }
    return false
  }

  // MARK: Expressions and assignments as statements

  mutating func parseExpressionStatement() -> NodeID {
    let first = token
    let diagnosticCount = diagnostics.count
    let target = parseConditional()
    if isAt(.assign) || isAt(.compoundAssign) {
      return parseAssignment(to: target, from: first.start)
    }
    if isPanicking { return add(.expression, from: first.start, a: target) }
    if !isAtEnd {
      if let statement = parseMisspelled(first, target, diagnosticCount: diagnosticCount) {
        return statement
      }
    }
    return add(.expression, from: first.start, a: target)
  }

  /// The `=` or `+=` and the value of an assignment.
  mutating func parseAssignment(
    to target: NodeID, from start: UInt32, isSilent: Bool = false
  ) -> NodeID {
    switch node(target).kind {
    case .name, .member, .element, .missing: break
    default:
      let span = node(target).span
      report(.cannotAssign(sourceText(span)), at: span)
    }
    let flags: UInt8 =
      (isSilent ? 1 : 0) | (operationOfAssignment.map { ($0.rawValue + 1) << 1 } ?? 0)
    advance()
    return add(.assign, from: start, a: target, b: parseExpression(), flags: flags)
  }

  /// The operator of the current `+=` or similar token; nil for `=`.
  private var operationOfAssignment: BinaryOperator? {
    guard token.kind == .compoundAssign else { return nil }
    switch lexer.bytes[Int(token.start)] {
    case UInt8(ascii: "+"): return .add
    case UInt8(ascii: "-"): return .subtract
    case UInt8(ascii: "*"): return .multiply
    case UInt8(ascii: "/"): return .divide
    default: return .remainder
    }
  }

  // MARK: Blocks

  /// `{ … }` on the line of the statement that it belongs to.
  mutating func parseBlock(_ role: BlockRole) -> NodeID {
    var inside = surroundings
    switch role {
    case .inner: break
    case .loop: inside.isInLoop = true
    case .checked: inside = Surroundings()
    case .kept: inside = Surroundings(isInKeptBlock: true)
    case .answering: inside = Surroundings(isInKeptBlock: true, mayDrop: true)
    case .converting(let isLater):
      inside = Surroundings(isInKeptBlock: true, mayDrop: isLater, mayReject: true)
    }
    return parseBraced(.block, in: inside) { $0.parseWholeStatement() }
  }

  /// Parses `{ … }` as a node with a list of its contents.
  mutating func parseBraced(
    _ kind: NodeKind, in inside: Surroundings, _ parsePart: (inout Parser) -> NodeID
  ) -> NodeID {
    guard resumeAtBlock(), openBrace() else { return missing() }
    let (opening, outside, mark) = (token, surroundings, scratch.count)
    surroundings = inside
    inBraces(opening) { parser in
      let part = parsePart(&parser)
      parser.scratch.append(part.index)
    }
    surroundings = outside
    return add(kind, from: opening.start, a: NodeID(list(from: mark)))
  }

  /// Whether a `{` is the current token; if it is on the next line, it is reported and accepted.
  mutating func openBrace() -> Bool {
    guard token.kind == .leftBrace else {
      failExpecting("'{'")
      return false
    }
    if breaksLine { report(.braceOnNextLine, at: token.span) }
    return true
  }

  /// Parses the parts between the brace `opening`, which is the current token, and its `}`.
  mutating func inBraces(_ opening: Token, _ parsePart: (inout Parser) -> Void) {
    guard enter() else { return leave() }
    let (outsideNewlines, outsideHead) = (newlinesAreBlanks, isInHead)
    let outsideBrackets = openBrackets
    newlinesAreBlanks = false
    isInHead = false
    openBrackets = 0
    advance()
    while !isPanicking, token.kind != .rightBrace, token.kind != .end {
      if token.kind == .semicolon {
        advance()
      } else {
        parsePart(&self)
      }
    }
    newlinesAreBlanks = outsideNewlines
    isInHead = outsideHead
    openBrackets = outsideBrackets
    leave()
    if token.kind == .rightBrace {
      advance()
    } else {
      failClosing(opening, with: "'}'")
    }
  }
}
