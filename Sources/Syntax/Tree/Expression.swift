import Names

/// An expression with its parts.
///
/// Nodes are stored flat, as two numbers and some flags. Only the functions in this folder know what
/// these mean. Reading an expression costs no more than reading the numbers.
package enum Expression {
  /// The parser could not continue here; an error was reported.
  case missing
  case nilLiteral
  case boolLiteral(Bool)
  case intLiteral(Int)
  case doubleLiteral(Double)
  /// In microseconds.
  case durationLiteral(Int)
  case stringLiteral(String)
  /// String literals and expressions, in order.
  case interpolation(NodeList)
  case listLiteral(NodeList)
  /// Keys and values, in turn.
  case dictionaryLiteral(NodeList)
  case name(Name)
  case selfReference
  /// `#3`.
  case number(UInt32)
  /// `base.name`; the name is a `.name` node.
  case member(base: NodeID, name: NodeID)
  case element(base: NodeID, index: NodeID)
  /// The callee is a `.name` or a `.member`.
  case call(callee: NodeID, arguments: NodeList)
  /// `at: 0`.
  case labeledArgument(label: NodeID, value: NodeID)
  /// `{ value * 2 }`, the last argument of a call.
  case valueBlock(NodeID)
  /// The class is a `.name` node; the body may be missing.
  case new(class: NodeID, body: NodeID)
  case unary(UnaryOperator, NodeID)
  case binary(BinaryOperator, NodeID, NodeID)
  case conditional(condition: NodeID, then: NodeID, otherwise: NodeID)
  /// `base responds name`; the name is a `.name` node.
  case responds(base: NodeID, name: NodeID)
  /// `base is Int`
  case typeTest(base: NodeID, type: NodeID)
  case parenthesized(NodeID)
  /// A missing optional expression, or a node that is not an expression: a block, a body.
  case none
}

extension SyntaxTree {
  /// The expression at a node.
  ///
  /// - Complexity: O(1).
  package func expression(_ id: NodeID) -> Expression {
    let node = self[id]
    let (a, b) = (NodeID(node.a), NodeID(node.b))
    switch node.kind {
    case .missing: return .missing
    case .nilLiteral: return .nilLiteral
    case .trueLiteral: return .boolLiteral(true)
    case .falseLiteral: return .boolLiteral(false)
    case .intLiteral: return .intLiteral(Int(bitPattern: UInt(SyntaxTree.bits(node))))
    case .doubleLiteral: return .doubleLiteral(Double(bitPattern: SyntaxTree.bits(node)))
    case .durationLiteral: return .durationLiteral(Int(bitPattern: UInt(SyntaxTree.bits(node))))
    case .stringLiteral: return .stringLiteral(string(node.a))
    case .interpolation: return .interpolation(list(node.a))
    case .listLiteral: return .listLiteral(list(node.a))
    case .dictionaryLiteral: return .dictionaryLiteral(list(node.a))
    case .name: return .name(Name(index: node.a))
    case .selfReference: return .selfReference
    case .number: return .number(node.a)
    case .member: return .member(base: a, name: b)
    case .element: return .element(base: a, index: b)
    case .call: return .call(callee: a, arguments: list(node.b))
    case .labeledArgument: return .labeledArgument(label: a, value: b)
    case .valueBlock: return .valueBlock(a)
    case .new: return .new(class: a, body: b)
    case .unary: return .unary(UnaryOperator(rawValue: node.flags) ?? .not, a)
    case .binary: return .binary(BinaryOperator(rawValue: node.flags) ?? .or, a, b)
    case .conditional:
      return .conditional(
        condition: a, then: child(node.b, 0), otherwise: child(node.b, 1))
    case .responds: return .responds(base: a, name: b)
    case .typeTest: return .typeTest(base: a, type: b)
    case .parenthesized: return .parenthesized(a)
    default: return .none
    }
  }

  /// Whether a member is written as a key: `vm["text"]`.
  package func isKey(_ id: NodeID) -> Bool { self[id].kind == .member && self[id].flags & 1 != 0 }

  /// Whether a step of a path is written as a key: `text` of `vm["text"]`, or `key` of `vm[key]`.
  package func isSpelledAsKey(_ step: NodeID) -> Bool {
    guard self[step].kind == .name else { return true }
    var start = min(Int(self[step].span.start), file.bytes.count)
    while start > 0, file.bytes[start - 1] <= UInt8(ascii: " ") { start -= 1 }
    return start > 0
      && (file.bytes[start - 1] == UInt8(ascii: "\"") || file.bytes[start - 1] == UInt8(ascii: "["))
  }

  /// The ends of a range that is written out, `a...b` or `a..<b`; nil for any other node.
  package func range(_ id: NodeID) -> (low: NodeID, high: NodeID, isClosed: Bool)? {
    switch expression(id) {
    case .binary(.closedRange, let low, let high): (low, high, true)
    case .binary(.range, let low, let high): (low, high, false)
    default: nil
    }
  }

  /// The text of a string literal; nil for any other node.
  package func text(_ id: NodeID) -> String? {
    if case .stringLiteral(let text) = expression(id) { text } else { nil }
  }

  /// The end of a path, without the indexes and parentheses around it: `a.x` of `(a.x)[0]`.
  package func withoutElements(_ id: NodeID) -> NodeID {
    var id = id
    while true {
      switch expression(id) {
      case .element(let base, _), .parenthesized(let base): id = base
      default: return id
      }
    }
  }

  /// The beginning of a path: `a` of `a.x[0].y`.
  package func root(of id: NodeID) -> NodeID {
    var id = id
    while true {
      switch expression(id) {
      case .member(let base, _), .element(let base, _): id = base
      default: return id
      }
    }
  }

  /// A path as its beginning and the `.name` nodes that follow: `a[0]` and `x`, `y` of `a[0].x.y`.
  package func path(_ id: NodeID) -> (root: NodeID, names: [NodeID]) {
    var names: [NodeID] = []
    var root = id
    while case .member(let base, let name) = expression(root) {
      names.append(name)
      root = base
    }
    return (root, names.reversed())
  }

  /// The beginning of a path, with the names that follow put before `names`, for a search that
  /// visits many paths and keeps no nodes.
  package func root(ofPath id: NodeID, withNamesBefore names: inout [Name]) -> NodeID {
    var root = id
    while case .member(let base, let name) = expression(root) {
      names.insert(self.name(name), at: 0)
      root = base
    }
    return root
  }

  /// Visits the names in a node, from the last to the first, until one is found.
  ///
  /// - Returns: Whether `isFound` was true for one.
  package func contains(nameIn id: NodeID, where isFound: (Name) -> Bool) -> Bool {
    let span = self[id].span
    // Parts of a node come before it in the tree, since they are made first.
    var index = Int(id.index)
    while index > 0 {
      let node = nodes[index]
      if node.kind == .name, node.span.start >= span.start, node.span.end <= span.end,
        isFound(Name(index: node.a))
      {
        return true
      }
      if node.span.end <= span.start, index < Int(id.index) { break }
      index -= 1
    }
    return false
  }
}
