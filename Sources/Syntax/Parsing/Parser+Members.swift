/// The bodies of objects and classes.
extension Parser {
  mutating func parseBody() -> NodeID {
    parseBraced(.body, in: Surroundings()) { $0.parseWholeMember() }
  }

  private mutating func parseWholeMember() -> NodeID {
    let first = token
    let start = first.start
    token.startsLine = false
    let outer = head
    defer { head = outer }
    head = token.span
    let member = parseMember()
    if !isPanicking, isAt(.comma) {
      report(.commaBetweenMembers, at: token.span)
      advance()
    } else if !isPanicking, !isAtEnd {
      failAtEnd(ofMember: first)
    }
    if isPanicking { recover(from: start) }
    return member
  }

  private mutating func parseMember() -> NodeID {
    let start = token.start
    guard token.kind == .name else { return missing(expecting: "a property such as 'x = 1'") }
    switch token.word {
    case .bind: return parseBind()
    case .let, .var:
      report(.propertyKeyword(quoted(token)), at: token.span)
      advance()
      return parseProperty(from: start, flags: 0)
    case .observe where isBeforeName: return parseObserve()
    case .on where isBeforeName: return parseOn()
    case .weak where isBeforeName:
      advance()
      return parseProperty(from: start, flags: 1)
    case .computed where isBeforeName:
      advance()
      let name = parseName(of: "property")
      expect(.assign, "'=' and an expression")
      return add(.computed, from: start, a: name, b: parseExpression())
    case .default where isBeforeName:
      advance()
      return add(.defaultMember, from: start, a: parseName(of: "property"))
    case .event where isBeforeName:
      advance()
      return add(.event, from: start, a: parseName(of: "event"))
    case .action where isBeforeName:
      advance()
      return parseAction(from: start)
    case .command where isBeforeName:
      advance()
      return parseCommand(from: start)
    default:
      let isOther = isBeforeName && ["function", "object"].contains(tokenText(token))
      if token.isStatementWord, token.isReserved || isOther {
        let next = peek()
        let looksLikeProperty = next.kind == .assign || next.kind == .colon
        if !looksLikeProperty { return missing(.statementInBody(quoted(token)), at: token.span) }
      }
      return parseProperty(from: start, flags: 0)
    }
  }

  /// Whether the current word is followed by a name on its line, and is therefore not a name itself.
  var isBeforeName: Bool {
    let next = peek()
    return next.kind == .name && !next.startsLine
  }

  private mutating func parseProperty(from start: UInt32, flags: UInt8) -> NodeID {
    let name = parseName(of: "property")
    let type = take(.colon) ? parseType() : .none
    let value = take(.assign) ? parseExpression() : .none
    let set = take(.set) ? parseBlock(.kept) : .none
    return add(.property, from: start, a: name, b: list(type, value, set), flags: flags)
  }

  /// `Int` or `String?`.
  mutating func parseType() -> NodeID {
    let start = token.start
    guard isAt(.name), !token.isReserved else {
      if !isAtEnd, token.kind != .leftBrace {
        fail(.valueAsType(quoted(token)), at: token.span)
      } else {
        failExpecting("a type")
      }
      return missing()
    }
    let name = UInt32(token.value)
    advance()
    let isOptional = isAt(.question) && token.start == lastEnd
    if isOptional { advance() }
    return add(.type, from: start, a: NodeID(name), flags: isOptional ? 1 : 0)
  }

  private mutating func parseCommand(from start: UInt32) -> NodeID {
    let name = parseName(of: "command")
    let mark = scratch.count
    var parameter = NodeID.none
    if isAt(.leftParen) {
      let opening = token
      parameter = parseBracketed {
        $0.token.kind == .rightParen ? .none : $0.parseName(of: "parameter")
      }
      closeBracket(.rightParen, "')'", of: opening)
    }
    let enabled = parseEnabled(of: name)
    scratch.append(parameter.index)
    scratch.append(parseAfter().index)
    scratch.append(parseBlock(.answering).index)
    scratch.append(take(.begin) ? parseBlock(.kept).index : 0)
    scratch.append(take(.cancel) ? parseBlock(.kept).index : 0)
    let command = add(.command, from: start, a: name, b: list(from: mark))
    // A member of the body, as the command is.
    if enabled.exists { scratch.append(enabled.index) }
    return command
  }

  /// `enabled: EXPRESSION` after the name of a command: the binding that keeps its `enabled` so.
  private mutating func parseEnabled(of command: NodeID) -> NodeID {
    guard isAt(.name), peek().kind == .colon, tokenText(token) == "enabled" else { return .none }
    let word = token
    advance()
    let colon = token.span
    advance()
    let value = parseHeadExpression()
    let source = add(.parenthesized, 0, node(value).span, value.index, 0)
    let owner = add(.name, 0, word.span, node(command).a, 0)
    let name = add(.name, 0, word.span, UInt32(word.value), 0)
    let target = add(.member, 0, word.span, owner.index, name.index)
    let arrow = add(.arrow, 0, colon, 0, 0)
    let mark = scratch.count
    scratch += [source.index, target.index, 0, 0, 0, 0, 0]
    return add(
      .binding, from: word.start, a: NodeID(list(from: mark)), b: arrow,
      flags: Arrow.right.rawValue | 32)
  }
}
