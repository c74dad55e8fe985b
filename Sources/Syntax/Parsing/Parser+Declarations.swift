import Basics

/// Declarations: objects, classes, constants, transformers, actions and semantics.
extension Parser {
  mutating func parseObject(from start: UInt32) -> NodeID {
    let name = parseName(of: "object")
    let mark = parseSupertypes()
    let body = isAt(.leftBrace) ? parseBody() : .none
    scratch[mark + 1] = body.index
    return add(.objectDeclaration, from: start, a: name, b: list(from: mark))
  }

  mutating func parseClass(from start: UInt32) -> NodeID {
    let name = parseName(of: "class")
    let mark = parseSupertypes()
    let body = parseBody()
    scratch[mark + 1] = body.index
    return add(.classDeclaration, from: start, a: name, b: list(from: mark))
  }

  /// `: NAME, …`, if it is here: pushes the first name on `scratch`, then the place of a body, and then
  /// other names.
  ///
  /// - Returns: The index on `scratch` where they begin.
  private mutating func parseSupertypes() -> Int {
    let mark = scratch.count
    let first = take(.colon) ? parseName(of: "class") : .none
    scratch += [first.index, 0]
    while first.exists, take(.comma) { scratch.append(parseName(of: "protocol").index) }
    return mark
  }

  /// `NAME { [optional] action NAME(names) … }`, after the word `protocol`.
  mutating func parseProtocol(from start: UInt32) -> NodeID {
    let name = parseName(of: "protocol")
    guard resumeAtBlock(), openBrace() else { return missing() }
    let mark = scratch.count
    inBraces(token) { parser in
      let requirement = parser.parseRequirement()
      parser.scratch.append(requirement.index)
    }
    return add(.protocolDeclaration, from: start, a: name, b: list(from: mark))
  }

  private mutating func parseRequirement() -> NodeID {
    let start = token.start
    token.startsLine = false
    let isOptional = take(.optional)
    var requirement = NodeID.none
    if take(.action) {
      let name = parseName(of: "action")
      let mark = scratch.count
      parseParameters()
      requirement = add(
        .requirement, from: start, a: name, b: list(from: mark), flags: isOptional ? 1 : 0)
      if !isPanicking, !isAtEnd { failExpecting("the end of the line or ';'") }
    } else {
      failExpecting("'action' and its name, as in 'action done(result)'")
      requirement = missing()
    }
    if isPanicking { recover(from: start) }
    return requirement
  }

  mutating func parseConstant(
    _ kind: NodeKind, _ role: String, from start: UInt32
  ) -> NodeID {
    let name = parseName(of: role)
    if isAt(.colon) {
      let colon = token.start
      advance()
      _ = parseType()
      report(.typeOnConstant(role), at: SourceSpan(colon, max(colon + 1, lastEnd)))
    }
    if isAt(Token.Kind.dot) {
      failExpecting("'=' and a value", help: "a property needs no declaration: write 'vm.name = 1'")
    }
    expect(.assign, "'=' and a value")
    return add(kind, from: start, a: name, b: parseExpression())
  }

  /// `after expr`, if it is here.
  mutating func parseAfter() -> NodeID {
    take(.after) ? parseHeadExpression() : .none
  }

  mutating func parseTransformer(from start: UInt32) -> NodeID {
    let name = parseName(of: "transformer")
    let mark = scratch.count
    scratch += [0, 0, 0]
    if isAt(.leftParen) { parseParameters(mayKeep: true) }
    let after = parseAfter()
    let late = after.exists ? parseLate() : 0
    guard resumeAtBlock(), openBrace() else {
      scratch.removeLast(scratch.count - mark)
      return missing()
    }
    var (forward, reverse) = (NodeID.none, NodeID.none)
    inBraces(token) { parser in
      let way = parser.token
      let partStart = way.start
      if way.word == .forward || way.word == .reverse {
        let isAgain = way.word == .forward ? forward.exists : reverse.exists
        if isAgain { parser.report(.givenTwice(parser.quoted(way)), at: way.span) }
        parser.advance()
        let block = parser.parseBlock(.converting(isLater: after.exists))
        if way.word == .forward { forward = block } else { reverse = block }
      } else {
        parser.fail(.transformerWithoutWay(parser.quoted(way)), at: way.span)
      }
      if parser.isPanicking { parser.recover(from: partStart) }
    }
    (scratch[mark], scratch[mark + 1]) = (after.index, forward.index)
    scratch[mark + 2] = reverse.index
    return add(.transformer, from: start, a: name, b: list(from: mark), flags: late)
  }

  /// `late WORD`, if it is here: the number of the word, from 1.
  private mutating func parseLate() -> UInt8 {
    guard isAt(.name), tokenText(token) == "late" else { return 0 }
    advance()
    let words = LateAnswers.allCases.map(\.rawValue)
    guard let place = words.firstIndex(of: tokenText(token)) else {
      failExpecting(words.map { "'\($0)'" }.joined(separator: ", "))
      return 0
    }
    advance()
    return UInt8(place + 1)
  }

  /// `NAME ( names ) block`, after the word `action` or `function`.
  mutating func parseAction(from start: UInt32, isFunction: Bool = false) -> NodeID {
    let name = parseName(of: isFunction ? "function" : "action")
    let mark = scratch.count
    scratch.append(0)
    parseParameters()
    let block = parseBlock(.kept)
    scratch[mark] = block.index
    return add(.action, from: start, a: name, b: list(from: mark), flags: isFunction ? 1 : 0)
  }

  /// Pushes the names in parentheses on `scratch`.
  ///
  /// - Parameter mayKeep: Whether `var NAME = EXPRESSION` may follow the names.
  mutating func parseParameters(mayKeep: Bool = false) {
    guard isAt(.leftParen) else { return failExpecting("'(' and the parameters") }
    let opening = token
    _ = parseBracketed { parser in
      guard parser.token.kind != .rightParen else { return .none }
      var known: Set<String> = []
      var hasKept = false
      repeat {
        let start = parser.token.start
        let isKept = mayKeep && parser.take(.var)
        let token = parser.token
        if hasKept, !isKept { parser.failExpecting("'var': the parameters come before it") }
        hasKept = isKept
        let parameter =
          isKept
          ? parser.parseConstant(.varDeclaration, "variable", from: start)
          : parser.parseName(of: "parameter")
        parser.scratch.append(parameter.index)
        if token.kind == .name, !known.insert(parser.tokenText(token)).inserted {
          parser.report(.givenTwice(parser.quoted(token)), at: token.span)
        }
      } while parser.take(.comma)
      return .none
    }
    closeBracket(.rightParen, "')'", of: opening)
  }

  // MARK: Semantics

  mutating func parseSemantics(from start: UInt32) -> NodeID {
    let name = isAt(.name) ? parseName(of: "semantics") : .none
    let mark = scratch.count
    scratch.append(name.exists && take(.colon) ? parseName(of: "semantics").index : 0)
    if name.exists, isAt(.leftBrace) {
      inBraces(token) { parser in
        let knob = parser.parseKnob()
        parser.scratch.append(knob.index)
      }
    }
    return add(.semantics, from: start, a: name, b: list(from: mark))
  }

  private mutating func parseKnob() -> NodeID {
    let start = token.start
    var knob = NodeID.none
    if token.kind == .name {
      let name = addName(token)
      advance()
      expect(.assign, "'=' and a word or number")
      let value = parseKnobValue()
      knob = add(.knob, from: start, a: name, b: value)
      if !isPanicking, !isAtEnd { failExpecting("the end of the line or ';'") }
    } else {
      failExpecting("a knob such as 'equal = drop'")
      knob = missing()
    }
    if isPanicking { recover(from: start) }
    return knob
  }

  /// A whole number, or a word such as `drop-simple`, which may contain reserved words.
  private mutating func parseKnobValue() -> NodeID {
    if token.kind == .integer { return parsePrimary() }
    guard token.kind == .name else { return missing(expecting: "a word or a number") }
    let start = token.start
    var name = addName(token)
    advance()
    while token.kind == .minus, token.start == lastEnd {
      advance()
      guard token.kind == .name, token.start == lastEnd else {
        failExpecting("the rest of the word")
        break
      }
      let span = SourceSpan(start, token.end)
      let whole = names.intern(bytes(span))
      name = add(.name, 0, span, whole.index, 0)
      advance()
    }
    return name
  }
}
