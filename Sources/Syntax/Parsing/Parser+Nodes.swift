/// Making nodes and lists of children.
extension Parser {
  /// Adds a node that extends from `start` to the end of the last token consumed.
  mutating func add(
    _ kind: NodeKind, from start: UInt32, a: NodeID = .none, b: UInt32 = 0, flags: UInt8 = 0
  ) -> NodeID {
    add(kind, flags, SourceSpan(start, max(start, lastEnd)), a.index, b)
  }

  /// Adds a node with two children that extends to the end of the last token consumed.
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

  /// A node that was made before.
  func node(_ id: NodeID) -> Node { nodes[Int(id.index)] }

  /// The node for something that could not be parsed.
  mutating func missing() -> NodeID {
    let place = min(lastEnd, UInt32(lexer.bytes.count))
    return add(.missing, 0, SourceSpan(place, place), 0, 0)
  }

  /// The node for something that cannot be parsed; the error is reported.
  mutating func missing(_ problem: SyntaxProblem, at span: SourceSpan) -> NodeID {
    fail(problem, at: span)
    return missing()
  }

  /// The node for something that is missing because something else was found; the error is reported.
  mutating func missing(expecting what: String, isMendable: Bool = false) -> NodeID {
    failExpecting(what, isMendable: isMendable)
    return missing()
  }

  /// The `.name` node of a token; the token is not consumed.
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

  /// Makes a list of everything pushed on `scratch` since it had `mark` elements, and removes it there.
  mutating func list(from mark: Int) -> UInt32 {
    // All empty lists are the one at index 0.
    guard scratch.count > mark else { return 0 }
    let position = UInt32(lists.count)
    lists.append(UInt32(scratch.count - mark))
    lists.append(contentsOf: scratch[mark...])
    scratch.removeLast(scratch.count - mark)
    return position
  }

  // MARK: Bounds

  /// Enters a construct that may nest; returns false, with an error, if that is too deep.
  mutating func enter() -> Bool {
    depth += 1
    guard depth > Parser.deepestNesting else { return true }
    fail(.nestsTooDeep, at: token.span)
    isTooDeep = true
    return false
  }

  mutating func leave() { depth -= 1 }

  /// Records the height of the expression that was just made.
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

  /// Parses something whose parts may contain statements, and counts it as one level higher than the
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
