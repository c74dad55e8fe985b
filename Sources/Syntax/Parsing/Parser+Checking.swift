/// `expect`, about values, errors and the effects of a block.
extension Parser {
  mutating func parseExpect() -> NodeID {
    let start = token.start
    advance()
    switch token.word {
    case .error where isFollowedByText || isFollowedByBlock:
      advance()
      let message = isAt(.leftBrace) ? .none : parseText("a part of the message, in quotes")
      return add(.expectError, from: start, a: message, b: parseBlock(.checked))
    case .no where peek().word == .cycles && !peek().startsLine:
      advance()
      advance()
      return addExpectation(.noCycles, from: start)
    case .settles where isFollowedByBlock || peek().word == .in && !peek().startsLine:
      advance()
      let limit = take(.in) ? parseHeadExpression() : .none
      let block = parseBlock(.checked)
      return addExpectation(.settles, from: start, a: limit, b: block)
    case .quiet where isFollowedByBlock:
      advance()
      let block = parseBlock(.checked)
      return addExpectation(.quiet, from: start, b: block)
    case .trace where isFollowedByBlock:
      advance()
      let block = parseBlock(.checked)
      let text = parseText("the expected trace, in quotes")
      return addExpectation(.trace, from: start, a: text, b: block)
    default:
      let condition = parseExpression()
      let hasMessage = !isAtEnd && !isPanicking && isText(token)
      let message = hasMessage ? parseText("a message in quotes") : .none
      return add(.expect, from: start, a: condition, b: message)
    }
  }

  private mutating func addExpectation(
    _ behaviour: ExpectedBehaviour, from start: UInt32, a: NodeID = .none, b: NodeID = .none
  ) -> NodeID {
    add(.expectBehaviour, from: start, a: a, b: b, flags: behaviour.rawValue)
  }

  /// Whether the current word is followed by a block, and is therefore not a name.
  private var isFollowedByBlock: Bool {
    let next = peek()
    return next.kind == .leftBrace && !next.startsLine
  }

  /// Whether the current word is followed by a string, and is therefore not a name.
  private var isFollowedByText: Bool {
    let next = peek()
    return isText(next) && !next.startsLine
  }

  private func isText(_ token: Token) -> Bool {
    token.kind == .string || token.kind == .stringStart || token.kind == .blockStringStart
  }
}
