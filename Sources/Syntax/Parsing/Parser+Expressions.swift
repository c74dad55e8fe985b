/// Expressions, by precedence; `Token.Kind.precedence` gives the precedence of each operator.
extension Parser {
  /// An expression in a place that needs a value and not a target of an assignment.
  mutating func parseExpression() -> NodeID {
    let start = token.start
    let value = parseConditional()
    guard isAt(.assign), !failAtForeignSign() else { return value }
    report(.assignmentInValue, at: token.span)
    advance()
    let right = parseExpression()
    return add(.binary, from: start, a: value, b: right, flags: BinaryOperator.equal.rawValue)
  }

  /// An expression in the head of a statement, where `{` opens the statement's block.
  mutating func parseHeadExpression() -> NodeID {
    let outside = isInHead
    isInHead = true
    defer { isInHead = outside }
    return parseExpression()
  }

  /// `condition ? value : value`, or an operator of higher precedence.
  mutating func parseConditional() -> NodeID {
    let start = token.start
    let condition = parseBinary(above: 0)
    guard isAt(.question) else { return condition }
    guard enter() else {
      leave()
      return condition
    }
    defer { leave() }
    var tallestPart = height
    let question = token
    advance()
    if token.kind == .dot, token.start == question.end {
      fail(.optionalChain, at: SourceSpan(question.start, token.end))
      return condition
    }
    let then = parseConditional()
    tallestPart = max(tallestPart, height)
    if token.kind == .colon {
      advance()
    } else {
      failExpecting("':' and the other value", isMendable: breaksLine)
    }
    let otherwise = parseConditional()
    setHeight(max(tallestPart, height) + 1)
    return add(.conditional, from: start, a: condition, b: list(then, otherwise))
  }

  /// Operators of a higher precedence than `minimum`, joined from left to right.
  private mutating func parseBinary(above minimum: UInt8) -> NodeID {
    let start = token.start
    var left = parseUnary()
    while true {
      let kind = token.kind
      let precedence = kind.precedence
      guard precedence > minimum, !breaksLine else { return left }
      if kind == .lessGreater {
        report(.lessGreater, at: token.span)
      } else if kind == .tripleEqual {
        report(.unknownOperator(quoted(token), meant: "=="), at: token.span)
      }
      let leftHeight = height
      let sign = token
      advance()
      if token.kind == kind, kind == .plus || kind == .minus, token.start == sign.end {
        guard !failAtIncrement(of: left, sign) else { return left }
      }
      let right = parseBinary(above: precedence)
      left = add(.binary, from: start, a: left, b: right, flags: kind.binaryOperator.rawValue)
      setHeight(max(leftHeight, height) + 1)
    }
  }

  /// Fails at `++`, and at `--` if nothing follows it.
  private mutating func failAtIncrement(of left: NodeID, _ sign: Token) -> Bool {
    if token.kind == .minus {
      switch peek().kind {
      case .end, .semicolon, .rightBrace, .rightParen: break
      default: guard peek().startsLine else { return false }
      }
    }
    fail(
      .increment(sourceText(node(left).span), operator: tokenText(token)),
      at: SourceSpan(sign.start, token.end))
    return true
  }

  @inline(__always)
  private mutating func parseUnary() -> NodeID {
    guard token.kind == .bang || token.kind == .minus else { return parsePostfix() }
    guard enter() else {
      leave()
      return missing()
    }
    defer { leave() }
    let sign = token
    advance()
    if sign.kind == .bang, token.kind == .bang, token.start == sign.end,
      peek().startsLine || peek().kind == .end, failAtForeignSign()
    {
      return missing()
    }
    if sign.kind == .minus, token.kind == .integer, token.value == 1 << 63 {
      // The least integer has no positive counterpart, so it is one literal.
      token.value = 0
      advance()
      setHeight(1)
      return addLiteral(
        .intLiteral, SourceSpan(sign.start, lastEnd), bits: UInt64(bitPattern: Int64.min))
    }
    let operand = parseUnary()
    setHeight(height + 1)
    let `operator`: UnaryOperator = sign.kind == .bang ? .not : .negate
    return add(.unary, from: sign.start, a: operand, flags: `operator`.rawValue)
  }

  /// A value with the members, elements and calls that follow it.
  @inline(__always)
  private mutating func parsePostfix() -> NodeID {
    let start = token.start
    var base = parsePrimary()
    while !breaksLine {
      switch token.kind {
      case .dot: base = parseMember(of: base, from: start)
      case .leftBracket: base = parseElement(of: base, from: start)
      case .leftParen: base = parseCall(of: base, from: start)
      case .leftBrace where !isInHead && node(base).kind == .member:
        base = parseCallWithoutParentheses(of: base, from: start)
      case .name where token.word == .responds && isBeforeName:
        base = parseResponds(of: base, from: start)
      case .name where token.word == .is && isBeforeName:
        advance()
        let type = parseType()
        setHeight(height + 1)
        base = add(.typeTest, from: start, a: base, b: type)
      default: return base
      }
    }
    return base
  }

  /// `responds name`.
  private mutating func parseResponds(of base: NodeID, from start: UInt32) -> NodeID {
    advance()
    let name = parseName(of: "action")
    setHeight(height + 1)
    return add(.responds, from: start, a: base, b: name)
  }

  /// `.name`; after a dot any word is a name.
  mutating func parseMember(of base: NodeID, from start: UInt32) -> NodeID {
    advance()
    guard token.kind == .name else {
      let isText = [.string, .stringStart].contains(token.kind)
      failExpecting("a name", isMendable: true, help: isText ? "'+' joins strings" : nil)
      return base
    }
    let name = addName(token)
    advance()
    setHeight(height + 1)
    return add(.member, from: start, a: base, b: name)
  }

  /// `[index]`.
  mutating func parseElement(of base: NodeID, from start: UInt32) -> NodeID {
    let baseHeight = height
    let opening = token
    let index = parseBracketed { $0.parseExpression() }
    closeBracket(.rightBracket, "']'", of: opening)
    setHeight(max(baseHeight, height) + 1)
    if node(base).kind != .listLiteral, let name = nameOfKey(index) {
      return add(.member, from: start, a: base, b: name, flags: 1)
    }
    return add(.element, from: start, a: base, b: index)
  }

  /// The name in a literal key: `vm["text"]` is `vm.text` from here on. With dots it may lead through
  /// several objects, or be the key of a dictionary.
  private mutating func nameOfKey(_ index: NodeID) -> NodeID? {
    let key = node(index)
    guard key.kind == .stringLiteral, !isPanicking, let first = strings[Int(key.a)].utf8.first,
      [.letter, .high].contains(ByteClass.table[Int(first)]),
      !strings[Int(key.a)].utf8.contains(UInt8(ascii: "."))
    else { return nil }
    let inner = key.span.start + 1
    let span = SourceSpan(inner, max(inner, key.span.end - 1))
    return add(.name, 0, span, names.intern(strings[Int(key.a)]).index, 0)
  }

  /// Consumes an opening bracket and parses its contents, with newlines as blanks; `closeBracket`
  /// must follow.
  mutating func parseBracketed(_ parse: (inout Parser) -> NodeID) -> NodeID {
    openBrackets += 1
    guard enter() else {
      leave()
      return missing()
    }
    let (outsideNewlines, outsideHead) = (newlinesAreBlanks, isInHead)
    newlinesAreBlanks = true
    isInHead = false
    advance()
    let inside = parse(&self)
    // The closing bracket is read before the newline after it counts again.
    newlinesAreBlanks = outsideNewlines
    isInHead = outsideHead
    leave()
    return inside
  }

  /// Consumes the bracket that closes `opening`, on whichever line it is.
  mutating func closeBracket(_ kind: Token.Kind, _ closer: String, of opening: Token) {
    if token.kind == kind {
      advance()
    } else if token.kind == .assign {
      fail(.assignmentInValue, at: token.span)
    } else {
      failClosing(opening, with: closer)
    }
    openBrackets -= 1
  }

  private mutating func parseCall(of callee: NodeID, from start: UInt32) -> NodeID {
    let kind = node(callee).kind
    // For `f()()()` one message is enough.
    let isReported = kind == .call && node(NodeID(node(callee).a)).kind == .call
    if kind != .name && kind != .member && kind != .missing && !isReported {
      report(.cannotCall(sourceText(node(callee).span)), at: node(callee).span)
    }
    let mark = scratch.count
    var tallestPart = parseArgumentsInParentheses()
    if isAt(.leftBrace), !breaksLine, !isInHead, kind == .member {
      scratch.append(parseValueBlock().index)
      tallestPart = max(tallestPart, height)
    }
    let arguments = list(from: mark)
    setHeight(tallestPart + 1)
    return add(.call, from: start, a: callee, b: arguments)
  }

  /// What a transformer in a binding is given.
  mutating func parseArguments() -> UInt32 {
    let mark = scratch.count
    _ = parseArgumentsInParentheses()
    return list(from: mark)
  }

  /// Puts what stands in parentheses on `scratch`.
  ///
  /// - Returns: How tall the tallest part is.
  private mutating func parseArgumentsInParentheses() -> Int {
    var tallestPart = height
    let opening = token
    _ = parseBracketed { parser in
      guard parser.token.kind != .rightParen else { return .none }
      repeat {
        let argument = parser.parseArgument()
        parser.scratch.append(argument.index)
        tallestPart = max(tallestPart, parser.height)
      } while parser.take(.comma)
      return .none
    }
    closeBracket(.rightParen, "',' or ')'", of: opening)
    return tallestPart
  }

  /// `items.map { value * 2 }`, without parentheses.
  private mutating func parseCallWithoutParentheses(
    of callee: NodeID, from start: UInt32
  ) -> NodeID {
    let (tallestPart, mark) = (height, scratch.count)
    scratch.append(parseValueBlock().index)
    setHeight(max(tallestPart, height) + 1)
    return add(.call, from: start, a: callee, b: list(from: mark))
  }

  /// `{ value * 2 }`: one expression, which is evaluated for each element of a list.
  private mutating func parseValueBlock() -> NodeID {
    let start = token.start
    let block = measuring { $0.parseBlock(.inner) }
    var value = NodeID.none
    if let only = onlyPart(of: block), node(only).kind == .expression {
      value = NodeID(node(only).a)
    } else {
      if !isPanicking, node(block).kind == .block {
        report(.blockOfMethod, at: node(block).span)
      }
      value = add(.missing, from: start)
    }
    return add(.valueBlock, from: start, a: value)
  }

  /// The statement in a block of one statement; nil if it has none or several.
  private func onlyPart(of block: NodeID) -> NodeID? {
    let list = Int(node(block).a)
    guard node(block).kind == .block, list > 0, lists[list] == 1 else { return nil }
    return NodeID(lists[list + 1])
  }

  private mutating func parseArgument() -> NodeID {
    guard token.kind == .name, peek().kind == .colon else { return parseExpression() }
    let start = token.start
    let label = addName(token)
    advance()
    advance()
    return add(.labeledArgument, from: start, a: label, b: parseExpression())
  }
}
