/// The values that operators join.
extension Parser {
  /// A literal, name, list, `new` or parenthesized expression, on whichever line it is.
  mutating func parsePrimary() -> NodeID {
    setHeight(1)
    let first = token
    switch first.kind {
    case .name:
      return parseNamed()
    case .integer:
      advance()
      if first.value == 1 << 63 { report(.numberTooLarge("Int"), at: first.span) }
      return addLiteral(.intLiteral, first.span, bits: first.value)
    case .decimal:
      advance()
      return addLiteral(.doubleLiteral, first.span, bits: first.value)
    case .duration:
      advance()
      return addLiteral(.durationLiteral, first.span, bits: first.value)
    case .string:
      return parsePlainString()
    case .stringStart, .blockStringStart:
      return parseString()
    case .leftParen:
      let value = parseBracketed { $0.parseExpression() }
      closeBracket(.rightParen, "')'", of: first)
      setHeight(height + 1)
      return add(.parenthesized, from: first.start, a: value)
    case .leftBracket:
      return parseList()
    case .number:
      report(.numberAsValue(quoted(first)), at: first.span)
      advance()
      return add(.number, from: first.start, a: NodeID(UInt32(first.value)))
    default:
      if failAtForeignSign() { return missing() }
      return missing(expecting: "a value", isMendable: true)
    }
  }

  private mutating func parseNamed() -> NodeID {
    let first = token
    switch first.word {
    case .true:
      advance()
      return add(.trueLiteral, from: first.start)
    case .false:
      advance()
      return add(.falseLiteral, from: first.start)
    case .nil:
      advance()
      return add(.nilLiteral, from: first.start)
    case .self:
      advance()
      return add(.selfReference, from: first.start)
    case .new:
      return parseNew()
    default:
      if first.isReserved { return missing(expecting: "a value", isMendable: false) }
      let name = addName(first)
      advance()
      return name
    }
  }

  private mutating func parseNew() -> NodeID {
    let start = token.start
    advance()
    let name = parseName(of: "class")
    if isAt(.leftParen), !isPanicking {
      let opening = token
      report(.newWithParentheses(sourceText(node(name).span)), at: opening.span)
      // The arguments are parsed so that the text after them is understood.
      _ = parseBracketed { parser in
        while parser.token.kind != .rightParen, !parser.isPanicking {
          _ = parser.parseExpression()
          if !parser.take(.comma) { break }
        }
        return .none
      }
      closeBracket(.rightParen, "')'", of: opening)
    }
    guard isAt(.leftBrace), !isInHead else { return add(.new, from: start, a: name) }
    let body = measuring { $0.parseBody() }
    return add(.new, from: start, a: name, b: body)
  }

  private mutating func parseList() -> NodeID {
    let opening = token
    let mark = scratch.count
    var tallestPart = 0
    var isDictionary = false
    _ = parseBracketed { parser in
      if parser.token.kind == .colon {
        isDictionary = true
        parser.advance()
        return .none
      }
      while parser.token.kind != .rightBracket {
        parser.scratch.append(parser.parseExpression().index)
        tallestPart = max(tallestPart, parser.height)
        if parser.scratch.count == mark + 1 { isDictionary = parser.token.kind == .colon }
        if isDictionary {
          parser.expect(.colon, "':' and the value of the key")
          parser.scratch.append(parser.parseExpression().index)
          tallestPart = max(tallestPart, parser.height)
        }
        // A comma after the last element is allowed, for lists with one element per line.
        guard parser.take(.comma) else { break }
      }
      return .none
    }
    closeBracket(.rightBracket, "',' or ']'", of: opening)
    setHeight(tallestPart + 1)
    return add(
      isDictionary ? .dictionaryLiteral : .listLiteral, from: opening.start,
      a: NodeID(list(from: mark)))
  }

  // MARK: Names and paths

  /// A name of the user's own, on this line; for messages, `role` says what it names.
  mutating func parseName(of role: String) -> NodeID {
    guard isAt(.name) else {
      return missing(expecting: role == "class" ? "a class name" : "a name for the \(role)")
    }
    // `bind` is also a semantics.
    if token.isReserved, role != "semantics" {
      report(.reservedName(quoted(token), role: role), at: token.span)
    }
    let name = addName(token)
    advance()
    return name
  }

  /// What is expected where a path is missing.
  static let keyPath = "a key path such as 'vm.name'"

  /// `vm.person.cars[0].speed`, or `self.name`, on whichever line it begins.
  mutating func parsePath() -> NodeID {
    let start = token.start
    guard token.kind == .name, token.word == .self || !token.isReserved else {
      return missing(expecting: Parser.keyPath, isMendable: true)
    }
    setHeight(1)
    var base = token.word == .self ? add(.selfReference, 0, token.span, 0, 0) : addName(token)
    advance()
    while !breaksLine {
      switch token.kind {
      case .dot: base = parseMember(of: base, from: start)
      case .leftBracket: base = parseElement(of: base, from: start)
      default: return base
      }
    }
    return base
  }

  /// `NAME` or `#3`: a binding or observer.
  mutating func parseReference() -> NodeID {
    if isAt(.number) { return parseNumber() }
    guard isAt(.name), !token.isReserved else {
      return missing(expecting: "the name or number of a binding, such as '#3'")
    }
    let name = addName(token)
    advance()
    return name
  }

  mutating func parseNumber() -> NodeID {
    let number = token
    advance()
    return add(.number, from: number.start, a: NodeID(UInt32(number.value)))
  }
}
