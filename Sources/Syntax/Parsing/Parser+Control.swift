/// Branches and loops, and the statements that leave them.
extension Parser {
  mutating func parseIf() -> NodeID {
    let start = token.start
    advance()
    let condition = parseHeadExpression()
    let then = parseBlock(.inner, behind: condition)
    var otherwise = NodeID.none
    if token.word == .else, !isPanicking, isElseOfIf() {
      advance()
      otherwise = isAt(.if) ? parseElseIf() : parseBlock(.inner)
    }
    return add(.ifStatement, from: start, a: condition, b: list(then, otherwise))
  }

  /// A chain of `else if` nests to the right in the tree, so its length is limited, too.
  private mutating func parseElseIf() -> NodeID {
    defer { leave() }
    return enter() ? parseIf() : missing()
  }

  /// Whether the current `else` belongs to the `if` before it; reported if it begins a line.
  private mutating func isElseOfIf() -> Bool {
    guard breaksLine else { return true }
    guard !isInteractive || depth > 0 else { return false }
    report(.misplacedWord("'else'", place: "the line of the '}' above"), at: token.span)
    return true
  }

  mutating func parseFor(from start: UInt32) -> NodeID {
    var variable = parseName(of: "loop variable")
    var index = NodeID.none
    if take(.comma) {
      index = variable
      variable = parseName(of: "loop variable")
    }
    if !take(.in) { failExpecting("'in' and a list") }
    let sequence = parseHeadExpression()
    return add(
      .forStatement, from: start, a: variable,
      b: list(sequence, parseBlock(.loop, behind: sequence), index))
  }

  /// `while` and `repeat`.
  mutating func parseLoop(_ kind: NodeKind, from start: UInt32) -> NodeID {
    let head = parseHeadExpression()
    return add(kind, from: start, a: head, b: parseBlock(.loop, behind: head))
  }

  /// The block of a statement after an expression in which `items.any { … }` has lost its block: it
  /// was taken for the statement's block, and the error is reported where the real one follows.
  private mutating func parseBlock(_ role: BlockRole, behind head: NodeID) -> NodeID {
    let block = parseBlock(role)
    guard !breaksLine, node(head).kind == .member || node(head).kind == .call else { return block }
    let text = sourceText(node(head).span)
    if isAt(.leftBrace) {
      fail(.blockInHead(text), at: token.span)
    } else if isAt(Token.Kind.dot) || token.kind.precedence > 0 {
      let help = "the block was for '\(text)'? Write '(\(text) { … } …)'"
      fail(.expectedEnd(found: quoted(token), help: help), at: token.span)
    }
    return block
  }

  /// `break` leaves a loop; with a place it sets a breakpoint.
  mutating func parseBreak() -> NodeID {
    let start = token.start
    advance()
    if isAt(.number) { return add(.breakpoint, from: start, a: parseNumber(), b: parseCondition()) }
    if isAt(.on), peek().kind == .name, !peek().startsLine { return parseBreakOn(from: start) }
    guard isAt(.name), token.word == .self || !token.isReserved else {
      if !surroundings.isInLoop { report(.breakOutsideLoop, at: SourceSpan(start, lastEnd)) }
      return add(.breakStatement, from: start)
    }
    return add(.breakpoint, from: start, a: parsePath(), b: parseCondition())
  }

  /// `continue` begins the next round of a loop; outside of loops it continues a stopped turn.
  mutating func parseContinue(from start: UInt32) -> NodeID {
    surroundings.isInLoop
      ? add(.continueStatement, from: start)
      : add(.walk, from: start, flags: WalkWord.continue.rawValue)
  }

  private mutating func parseCondition() -> NodeID { take(.if) ? parseExpression() : .none }

  /// `break on glitch`, and the other occasions.
  private mutating func parseBreakOn(from start: UInt32) -> NodeID {
    advance()
    let first = token
    var text = tokenText(token)
    advance()
    // Only here is `second-write` one word.
    if text == "second", isAt(.minus) {
      advance()
      text += "-" + tokenText(token)
      if !isAtEnd { advance() }
    }
    guard let occasion = BreakOccasion.allCases.first(where: { $0.word == text }) else {
      return missing(
        .unknownChoice(quoted(first), of: BreakOccasion.allCases.map(\.word), text: text),
        at: SourceSpan(first.start, lastEnd))
    }
    return add(.breakpoint, from: start, flags: occasion.rawValue)
  }

  mutating func parseDrop() -> NodeID {
    let start = token.start
    advance()
    if !surroundings.mayDrop { report(.dropOutside, at: SourceSpan(start, lastEnd)) }
    return add(.dropStatement, from: start)
  }

  mutating func parseReject() -> NodeID {
    let start = token.start
    advance()
    let reason = parseExpression()
    if !surroundings.mayReject { report(.rejectOutside, at: SourceSpan(start, lastEnd)) }
    return add(.rejectStatement, from: start, a: reason)
  }

  mutating func parseReturn() -> NodeID {
    let start = token.start
    advance()
    if !surroundings.isInKeptBlock {
      report(.returnOutside, at: SourceSpan(start, lastEnd))
    }
    return add(.returnStatement, from: start, a: isAtEnd ? .none : parseExpression())
  }
}
