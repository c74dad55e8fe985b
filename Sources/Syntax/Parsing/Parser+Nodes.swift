/// Making nodes and lists of children.
extension Parser {
  /// Adds a node that reaches from `start` to the end of the last token consumed.
  mutating func add(
    _ kind: NodeKind, from start: UInt32, a: NodeID = .none, b: UInt32 = 0, flags: UInt8 = 0
  ) -> NodeID {
    add(kind, flags, SourceSpan(start, max(start, lastEnd)), a.index, b)
  }

  /// Adds a node with two children that reaches to the end of the last token consumed.
  mutating func add(
    _ kind: NodeKind, from start: UInt32, a: NodeID, b: NodeID, flags: UInt8 = 0
  ) -> NodeID {
    add(kind, flags, SourceSpan(start, max(start, lastEnd)), a.index, b.index)
  }

  mutating func add(
    _ kind: NodeKind, _ flags: UInt8, _ span: SourceSpan, _ a: UInt32, _ b: UInt32
  ) -> NodeID {
    guard nodeCount < nodes.count else {
      isOutOfNodes = true
      return .none
    }
    let index = nodeCount
    (nodes.baseAddress! + index).initialize(
      to: Node(kind: kind, flags: flags, span: span, a: a, b: b))
    nodeCount += 1
    return NodeID(UInt32(truncatingIfNeeded: index))
  }

  /// A node made before.
  func node(_ id: NodeID) -> Node { nodes[Int(id.index)] }

  /// What stands where something could not be parsed.
  mutating func missing() -> NodeID {
    let place = min(lastEnd, UInt32(lexer.bytes.count))
    return add(.missing, 0, SourceSpan(place, place), 0, 0)
  }

  /// What stands for a node that cannot be parsed, which is reported.
  mutating func missing(_ problem: SyntaxProblem, at span: SourceSpan) -> NodeID {
    fail(problem, at: span)
    return missing()
  }

  /// What stands for a node instead of which something else was found, which is reported.
  mutating func missing(expecting what: String, isMendable: Bool = false) -> NodeID {
    failExpecting(what, isMendable: isMendable)
    return missing()
  }

  /// The `.name` node of a token, which is not consumed.
  mutating func addName(_ token: Token) -> NodeID {
    add(.name, 0, token.span, UInt32(truncatingIfNeeded: token.value), 0)
  }

  mutating func addLiteral(_ kind: NodeKind, _ span: SourceSpan, bits: UInt64) -> NodeID {
    add(kind, 0, span, UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
  }

  mutating func addString(_ text: String, _ span: SourceSpan) -> NodeID {
    strings.append(text)
    return add(.stringLiteral, 0, span, UInt32(strings.count - 1), 0)
  }

  // MARK: Lists

  mutating func list(_ first: NodeID, _ second: NodeID) -> UInt32 {
    let position = UInt32(lists.count)
    lists.append(2)
    lists.append(first.index)
    lists.append(second.index)
    return position
  }

  mutating func list(_ first: NodeID, _ second: NodeID, _ third: NodeID) -> UInt32 {
    let position = UInt32(lists.count)
    lists.append(3)
    lists.append(first.index)
    lists.append(second.index)
    lists.append(third.index)
    return position
  }

  /// Makes a list of what was put on `scratch` since it held `mark`, and takes that off.
  mutating func list(from mark: Int) -> UInt32 {
    // All empty lists are the one at 0.
    guard scratch.count > mark else { return 0 }
    let position = UInt32(lists.count)
    lists.append(UInt32(scratch.count - mark))
    lists.append(contentsOf: scratch[mark...])
    scratch.removeLast(scratch.count - mark)
    return position
  }

  // MARK: Bounds

  /// Enters a construct that may nest; false, with an error, when that is too deep.
  mutating func enter() -> Bool {
    depth += 1
    guard depth > Parser.deepestNesting else { return true }
    fail(.nestsTooDeep, at: token.span)
    isTooDeep = true
    return false
  }

  mutating func leave() { depth -= 1 }

  /// Notes how tall the expression is that was just made.
  mutating func setHeight(_ newHeight: Int) {
    height = newHeight
    if newHeight > tallest {
      tallest = newHeight
      if newHeight > Parser.tallestExpression {
        fail(.expressionTooTall, at: token.span)
        isTooDeep = true
      }
    }
  }

  /// Parses something whose parts may hold statements, and counts it as one higher than the
  /// tallest expression in it.
  mutating func measuring(_ parse: (inout Parser) -> NodeID) -> NodeID {
    let outside = tallest
    tallest = 0
    let node = parse(&self)
    let inside = tallest
    tallest = outside
    setHeight(inside + 1)
    return node
  }
}
