/// `bind` with its arrow, transformers and clauses, and the statements that change a binding.
extension Parser {
  /// The clauses of a binding, in their required order.
  private enum Clause: Int {
    case each = 2
    case transform, observe, keeper, name
  }

  mutating func parseBind() -> NodeID {
    let start = token.start
    advance()
    let isOnce = isAt(.once) && isOnceBeforeEnd
    if isOnce { advance() }
    let mark = scratch.count
    scratch.append(contentsOf: repeatElement(0, count: 7))

    scratch[mark] = parseEnd().index
    let arrow = parseArrow()
    if let arrow, let problem = problem(of: arrow, isOnce: isOnce) {
      report(problem, at: arrow.span)
    }
    scratch[mark + 1] = parseEnd(isTarget: arrow?.arrow.isLeftward == false).index
    parseStages()
    let observesInitially = parseClauses(of: mark)

    let parts = list(from: mark)
    let sign = arrow.map { add(.arrow, observesInitially ? 1 : 0, $0.span, 0, 0) } ?? missing()
    let flags = (arrow?.arrow.rawValue ?? 0) | (arrow?.isOld == true ? 64 : 0) | (isOnce ? 128 : 0)
    return add(.binding, from: start, a: NodeID(parts), b: sign, flags: flags)
  }

  /// Whether `once` is followed by an end of a binding, and is therefore not a name.
  private var isOnceBeforeEnd: Bool {
    let next = peek()
    return !next.startsLine && (next.kind == .name || next.kind == .leftParen)
  }

  /// A key path or an expression in parentheses.
  private mutating func parseEnd(isTarget: Bool = false) -> NodeID {
    if token.kind == .leftParen {
      let opening = token
      let value = parseBracketed { $0.parseExpression() }
      closeBracket(.rightParen, "')'", of: opening)
      return add(.parenthesized, from: opening.start, a: value)
    }
    if token.kind == .name, token.word == .self || !token.isReserved { return parsePath() }
    guard startsValue else {
      return missing(expecting: "a key path or an expression in parentheses", isMendable: true)
    }
    if isTarget { return missing(expecting: Parser.keyPath) }
    let value = parsePrimary()
    let span = node(value).span
    report(.sourceWithoutParentheses(sourceText(span)), at: span)
    return value
  }

  /// Whether the current token begins a value that is not a key path.
  private var startsValue: Bool {
    switch token.kind {
    case .integer, .decimal, .duration, .string, .stringStart, .blockStringStart, .leftBracket:
      true
    case .name: token.word == .true || token.word == .false || token.word == .nil
    default: false
    }
  }

  // MARK: Transformers

  /// Pushes the `| stage`s on `scratch`; a line that begins with `|` continues them.
  private mutating func parseStages() {
    while token.kind == .pipe || isAt(.or) {
      if token.kind == .or { report(.doublePipe, at: token.span) }
      if breaksLine, isInteractive { report(.leadingPipe, at: token.span) }
      advance()
      scratch.append(parseStage().index)
    }
  }

  private mutating func parseStage() -> NodeID {
    let start = token.start
    if token.kind == .leftBrace {
      let block = openBraceAnywhere()
      var reverse = NodeID.none
      if isOnLineOfBinding(.reverse, before: .leftBrace) {
        advance()
        reverse = parseBlock(.converting(isLater: false))
      }
      return add(.inlineStage, from: start, a: block, b: reverse)
    }
    let isReversed = token.kind == .bang
    if isReversed { advance() }
    if isReversed, token.kind == .leftBrace {
      return missing(.reversedBlock, at: SourceSpan(start, token.end))
    }
    guard token.kind == .name, !token.isReserved else {
      return missing(expecting: "a transformer", isMendable: true)
    }
    let name = addName(token)
    advance()
    let arguments = isAt(.leftParen) && !breaksLine ? parseArguments() : 0
    return add(
      .namedStage, from: start, a: name, b: NodeID(arguments), flags: isReversed ? 1 : 0)
  }

  /// A block that may begin on the line after its `|`.
  private mutating func openBraceAnywhere() -> NodeID {
    token.startsLine = false
    return parseBlock(.converting(isLater: false))
  }

  // MARK: Clauses

  /// - Returns: Whether the observe block also runs for the first value.
  private mutating func parseClauses(of mark: Int) -> Bool {
    var observesInitially = false
    var last: (clause: Clause, word: String)?
    while let clause = clauseHere() {
      let word = quoted(token)
      if scratch[mark + clause.rawValue] != 0 {
        report(.givenTwice(word), at: token.span)
      } else if let last, last.clause.rawValue > clause.rawValue {
        report(.clauseTooLate(word, before: last.word), at: token.span)
      }
      last = (clause, word)
      advance()
      let node: NodeID
      switch clause {
      case .each: node = isAt(.leftBrace) ? parseBlock(.kept) : parseName(of: "class")
      case .transform: node = parseBlock(.converting(isLater: false))
      case .observe:
        observesInitially = take(.initial)
        node = parseBlock(.kept)
      case .keeper: node = parseKeeperBehindKept()
      case .name: node = parseName(of: "binding")
      }
      scratch[mark + clause.rawValue] = node.index
      if token.kind == .pipe, !breaksLine {
        fail(.clauseTooLate("'|'", before: word), at: token.span)
      }
    }
    return observesInitially
  }

  private mutating func clauseHere() -> Clause? {
    switch token.word {
    case .each: isAt(.each) ? .each : nil
    case .transform: isOnLineOfBinding(.transform, before: .leftBrace) ? .transform : nil
    case .observe: isOnLineOfBinding(.observe, before: .leftBrace) ? .observe : nil
    case .kept: isAtKept() ? .keeper : nil
    case .as: isOnLineOfBinding(.as, before: .name) ? .name : nil
    default: nil
    }
  }

  /// Whether `word` is the current token and belongs to the binding. If it is on the next line, it
  /// is reported, and still accepted if the tokens after it leave no doubt.
  mutating func isOnLineOfBinding(_ word: Word, before kind: Token.Kind) -> Bool {
    guard token.word == word else { return false }
    guard breaksLine else { return true }
    let next = peek()
    guard next.kind == kind, !next.startsLine, !isInteractive else { return false }
    report(.misplacedWord(quoted(token), place: "the line of the binding above"), at: token.span)
    return true
  }

  /// Whether `kept by` is here.
  private mutating func isAtKept() -> Bool {
    token.word == .kept && peek().word == .by && isOnLineOfBinding(.kept, before: .name)
  }

  /// `kept by PATH` or `kept by nobody`, if it is here.
  mutating func parseKeeper() -> NodeID {
    guard isAtKept() else { return .none }
    advance()
    return parseKeeperBehindKept()
  }

  private mutating func parseKeeperBehindKept() -> NodeID {
    advance()
    guard isAt(.nobody), !isNameOfPath() else { return parsePath() }
    let span = SourceSpan(token.start, token.end)
    advance()
    return add(.nilLiteral, 0, span, 0, 0)
  }

  /// Whether a path goes on behind the current token.
  private mutating func isNameOfPath() -> Bool {
    let next = peek()
    return !next.startsLine && (next.kind == .dot || next.kind == .leftBracket)
  }

  /// `as NAME`, if it is here.
  mutating func parseAs(_ role: String) -> NodeID {
    guard isOnLineOfBinding(.as, before: .name) else { return .none }
    advance()
    return parseName(of: role)
  }

  // MARK: Live bindings

  mutating func parseUnbind(from start: UInt32) -> NodeID {
    if isAt(.number) { return add(.unbind, from: start, a: parseNumber()) }
    if isAt(.all), isAllAlone {
      advance()
      return add(.unbind, from: start, flags: 1)
    }
    return add(.unbind, from: start, a: parsePath())
  }

  mutating func parseRebind(from start: UInt32) -> NodeID {
    let reference = parseReference()
    if !take(.to) { failExpecting("'to' and the new ends") }
    let left = parsePath()
    expect(.comma, "',' and the other end")
    return add(.rebind, from: start, a: reference, b: list(left, parsePath()))
  }

  private var isAllAlone: Bool {
    let next = peek()
    return next.startsLine || next.kind == .end || next.kind == .semicolon
      || next.kind == .rightBrace
  }
}
