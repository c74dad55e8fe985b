import Names
import Syntax

extension Compiler {
  /// Emits code for one statement, which leaves nothing on the stack.
  mutating func statement(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    switch node.kind {
    case .block: body(id)
    case .ifStatement: try ifStatement(id)
    case .forStatement: try forStatement(id)
    case .whileStatement: try whileStatement(id)
    case .repeatStatement: try repeatStatement(id)
    case .breakStatement: try breakStatement(id)
    case .returnStatement: try returnStatement(id)
    case .source: try source(id)
    case .expect: try expect(id)
    case .expectError: try expectError(id)
    case .expectBehaviour: try expectBehaviour(id)
    case .expression where isQuestion(NodeID(node.a)): try question(id)
    case .show, .objects, .bindings, .observers, .explain, .graph, .cycles, .trace, .save, .reset,
      .help, .version, .quit:
      try ask(id)
    case .commands, .coupling, .why, .whynot, .blame, .history, .costs: try ask(id)
    case .semantics where node.a == 0: try ask(id)
    case .breakpoint, .breakpoints, .unbreak, .walk: try ask(id)
    case .compare, .whatif: try runAside(id)
    case .rewind, .replay: try travel(id)
    case .advance, .wait: try passTime(id)
    case .expression where isTopLevel && !isInBatch && blockDepth == 0:
      try turn(id) { (compiler) throws(Diagnostic) in
        try compiler.expression(NodeID(node.a))
      }
      emit(.showValue, a: 1, at: node.span, stack: -1)
    default:
      try turn(id) { (compiler) throws(Diagnostic) in try compiler.simple(id) }
    }
  }

  /// Whether an expression on its own only asks: all but calls, other than of functions.
  func isQuestion(_ id: NodeID) -> Bool {
    let node = tree[id]
    guard node.kind == .call else { return true }
    let callee = tree[NodeID(node.a)]
    return callee.kind == .name && isFunction(Name(index: callee.a))
  }

  /// Makes what `body` emits one turn, where statements are turns here.
  mutating func turn(
    _ id: NodeID, _ body: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard isTopLevel, !isInBatch else { return try body(&self) }
    let span = tree[id].span
    emit(.beginTurn, a: Int32(id.index), at: span)
    try body(&self)
    emit(.endTurn, at: span)
  }

  private mutating func simple(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let span = node.span
    switch node.kind {
    case .expression:
      try expression(NodeID(node.a))
      emit(.pop, at: span, stack: -1)
    case .assign: try assign(id)
    case .letDeclaration, .varDeclaration: try declareValue(id)
    case .objectDeclaration: try declareObject(id)
    case .classDeclaration: try declareClass(id)
    case .extend: try extend(id)
    case .transformer: try declareTransformer(id)
    case .semantics: try semantics(id)
    case .binding: try binding(id, isInBody: false)
    case .observe, .on: try observe(id, isInBody: false)
    case .action: try declareAction(id)
    case .fire: try fire(id)
    case .post: try post(id)
    case .after: try after(id)
    case .unbind: try unbind(id)
    case .rebind: try rebind(id)
    case .transformBinding: try transformBinding(id)
    case .release:
      try expression(NodeID(node.a))
      emit(.release, at: tree[NodeID(node.a)].span, stack: -1)
    case .batch:
      openBatches += 1
      emit(.beginBatch, at: span)
      body(NodeID(node.a))
      emit(.endBatch, at: span)
      openBatches -= 1
    case .print:
      let values = tree.children(node.a)
      for value in values { try expression(value) }
      emit(.print, a: Int32(values.count), at: span, stack: -values.count)
    case .throwStatement:
      try expression(NodeID(node.a))
      emit(.throwValue, at: span, stack: -1)
    default:
      throw error("this cannot stand here", at: id)
    }
  }

  /// The first word of the node's text.
  func word(at id: NodeID) -> String {
    let span = tree[id].span
    let bytes = file.bytes[Int(span.start)..<Int(span.end)]
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") && $0 > 32 }, as: UTF8.self)
  }

  // MARK: Control

  private mutating func ifStatement(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    try condition(NodeID(node.a))
    let skip = emit(.jumpIfFalse, at: tree[NodeID(node.a)].span, stack: -1)
    body(tree.child(node.b, 0))
    let otherwise = tree.child(node.b, 1)
    guard otherwise.exists else { return land(skip) }
    let end = emit(.jump, at: node.span)
    land(skip)
    if tree[otherwise].kind == .ifStatement {
      try ifStatement(otherwise)
    } else {
      body(otherwise)
    }
    land(end)
  }

  /// A condition at top level asks; in a block it is part of the turn.
  private mutating func condition(_ id: NodeID) throws(Diagnostic) {
    try asking(at: id) { (compiler) throws(Diagnostic) in try compiler.expression(id) }
  }

  mutating func asking(
    at id: NodeID, _ body: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard isTopLevel, !isInBatch else { return try body(&self) }
    emit(.beginAsking, at: tree[id].span)
    try body(&self)
    emit(.endAsking, at: tree[id].span)
  }

  private mutating func forStatement(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let sequence = tree.child(node.b, 0)
    try condition(sequence)
    let visible = locals.count
    let list = newLocal(.none, .constant)
    _ = newLocal(.none, .constant)
    emit(.beginLoop, a: list, at: tree[sequence].span, stack: -1)
    let variable = newLocal(tree.name(NodeID(node.a)), .constant)
    let start = code.instructions.count
    emit(.forNext, a: list, at: node.span, stack: 1)
    let exit = emit(.jump, at: node.span)
    emit(.setLocal, a: variable, at: node.span, stack: -1)
    loop(tree.child(node.b, 1), from: start, exit: exit, at: node.span)
    locals.removeSubrange(visible...)
  }

  private mutating func repeatStatement(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    try condition(NodeID(node.a))
    let visible = locals.count
    let rounds = newLocal(.none, .constant)
    emit(.beginLoop, a: rounds, b: 1, at: tree[NodeID(node.a)].span, stack: -1)
    let start = code.instructions.count
    emit(.repeatNext, a: rounds, at: node.span)
    let exit = emit(.jump, at: node.span)
    loop(NodeID(node.b), from: start, exit: exit, at: node.span)
    locals.removeSubrange(visible...)
  }

  private mutating func whileStatement(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let start = code.instructions.count
    try condition(NodeID(node.a))
    let exit = emit(.jumpIfFalse, at: tree[NodeID(node.a)].span, stack: -1)
    loop(NodeID(node.b), from: start, exit: exit, at: node.span)
  }

  private mutating func loop(_ block: NodeID, from start: Int, exit: Int, at span: SourceSpan) {
    loops.append(LoopJumps(batches: openBatches))
    body(block)
    emit(.loop, a: Int32(start), at: span)
    land(exit)
    for jump in loops.removeLast().breaks { land(jump) }
  }

  private mutating func breakStatement(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    guard let loop = loops.last else { throw error("'break' outside a loop", at: id) }
    leaveBatches(to: loop.batches, at: node.span)
    if isTopLevel, isInBatch, loop.batches == 0 { emit(.endTurn, at: node.span) }
    loops[loops.count - 1].breaks.append(emit(.jump, at: node.span))
  }

  /// Ends the batches that a jump leaves: what they kept back is passed on there.
  private mutating func leaveBatches(to count: Int, at span: SourceSpan) {
    for _ in count..<openBatches { emit(.endBatch, at: span) }
  }

  private mutating func returnStatement(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    guard role != nil else { throw error("'return' outside a block", at: id) }
    if node.a == 0 {
      leaveBatches(to: 0, at: node.span)
      emit(.returnNil, at: node.span)
    } else {
      try expression(NodeID(node.a))
      leaveBatches(to: 0, at: node.span)
      emit(.return, at: node.span, stack: -1)
    }
  }

  private mutating func source(_ id: NodeID) throws(Diagnostic) {
    guard isTopLevel, !isInBatch else {
      throw error(.outsideBlocksOnly("source"), at: id)
    }
    let node = tree[id]
    try expression(NodeID(node.a))
    emit(.source, at: node.span, stack: -1)
  }

  /// `compare { … }` and `whatif { … }`, whose block is run by itself.
  private mutating func runAside(_ id: NodeID) throws(Diagnostic) {
    // A block of a loop, say, has names of its own, which code run by itself does not see.
    guard isTopLevel, !isInBatch, blockDepth == 0 else {
      throw error(.outsideBlocksOnly(word(at: id)), at: id)
    }
    // Told at once, and not as what comes of the block.
    let span = tree[id].span
    let refused = (1..<UInt32(tree.nodes.count)).map { NodeID($0) }.first { inner in
      let node = tree[inner]
      guard node.span.start > span.start, node.span.end <= span.end else { return false }
      let words: [NodeKind] = [
        .compare, .whatif, .rewind, .replay, .quit, .reset, .save, .source,
      ]
      return words.contains(node.kind)
    }
    if let refused { throw error(.outsideBlocksOnly(word(at: refused)), at: refused) }
    emit(tree[id].kind == .compare ? .compare : .ask, a: Int32(id.index), at: tree[id].span)
  }

  /// `rewind 3` and `replay 3`.
  private mutating func travel(_ id: NodeID) throws(Diagnostic) {
    guard isTopLevel, !isInBatch, blockDepth == 0 else {
      throw error(.outsideBlocksOnly(word(at: id)), at: id)
    }
    let node = tree[id]
    guard node.a != 0 else {
      emit(.ask, a: Int32(id.index), at: node.span)
      return
    }
    try asking(at: id) { (compiler) throws(Diagnostic) in
      try compiler.expression(NodeID(node.a))
    }
    emit(.ask, a: Int32(id.index), b: 1, at: node.span, stack: -1)
  }

  // MARK: Checking and asking

  private mutating func expect(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let condition = NodeID(node.a)
    let conditionNode = tree[condition]
    var plan = ExpectPlan(node: condition, comparison: nil)
    try asking(at: id) { (compiler) throws(Diagnostic) in
      if conditionNode.kind == .binary,
        let operation = BinaryOperator(rawValue: conditionNode.flags), operation.isComparison
      {
        plan.comparison = operation
        try compiler.expression(NodeID(conditionNode.a))
        try compiler.expression(NodeID(conditionNode.b))
      } else {
        compiler.emit(.noteOperand, at: conditionNode.span)
        try compiler.notedCondition(condition)
      }
    }
    code.expectPlans.append(plan)
    emit(
      .expect, a: Int32(code.expectPlans.count - 1), at: conditionNode.span,
      stack: plan.comparison == nil ? -1 : -2)
  }

  /// Emits the code of a condition that keeps the values of its operands.
  private mutating func notedCondition(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    switch (node.kind, BinaryOperator(rawValue: node.flags)) {
    case (.parenthesized, _): try notedCondition(NodeID(node.a))
    case (.unary, _) where node.flags == UnaryOperator.not.rawValue:
      try notedCondition(NodeID(node.a))
      emit(.not, at: node.span)
    case (.binary, let operation?) where operation == .and || operation == .or:
      try notedCondition(NodeID(node.a))
      let jump: Operation = operation == .and ? .jumpIfFalseKeeping : .jumpIfTrueKeeping
      let skip = emit(jump, at: tree[NodeID(node.a)].span, stack: -1)
      try notedCondition(NodeID(node.b))
      emit(.requireBool, at: tree[NodeID(node.b)].span)
      land(skip)
    case (.binary, let operation?) where operation.isComparison:
      for operand in [NodeID(node.a), NodeID(node.b)] { try notedOperand(operand) }
      emit(Compiler.operation(for: operation), at: node.span, stack: -1)
    default: try notedOperand(id)
    }
  }

  private mutating func notedOperand(_ id: NodeID) throws(Diagnostic) {
    try expression(id)
    emit(.noteOperand, a: Int32(id.index), at: tree[id].span)
  }

  private mutating func expectError(_ id: NodeID) throws(Diagnostic) {
    guard isTopLevel, !isInBatch else {
      throw error(.expectationInBlock("expect error"), at: id)
    }
    let node = tree[id]
    var wanted: Int32 = -1
    if node.a != 0 { wanted = constant(.string(tree.strings[Int(tree[NodeID(node.a)].a)])) }
    let begin = emit(.beginExpectError, at: node.span)
    body(NodeID(node.b))
    emit(.endExpectError, a: wanted, at: node.span)
    let end = emit(.jump, at: node.span)
    land(begin)
    emit(.expectedError, a: wanted, at: node.span)
    land(end)
  }

  /// An expectation of what a block sets off, or of the graph.
  private mutating func expectBehaviour(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let behaviour = ExpectedBehaviour(rawValue: node.flags) ?? .quiet
    guard isTopLevel, !isInBatch else {
      throw error(.expectationInBlock(behaviour.words), at: id)
    }
    guard node.b != 0 else {
      emit(.expectNoCycles, a: Int32(id.index), at: node.span)
      return
    }
    if behaviour == .settles, node.a != 0 {
      try asking(at: id) { (compiler) throws(Diagnostic) in
        try compiler.expression(NodeID(node.a))
      }
      emit(.watchTurns, a: Int32(id.index), b: 1, at: tree[NodeID(node.a)].span, stack: -1)
    } else {
      emit(.watchTurns, a: Int32(id.index), at: node.span)
    }
    let begin = emit(.beginExpectError, at: node.span)
    body(NodeID(node.b))
    emit(.endWatching, a: 0, at: node.span)
    let end = emit(.jump, at: node.span)
    land(begin)
    emit(.endWatching, a: 1, at: node.span)
    land(end)
  }

  /// `EXPR` on its own: shown at top level.
  private mutating func question(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    try asking(at: id) { (compiler) throws(Diagnostic) in
      try compiler.expression(NodeID(node.a))
    }
    emit(isTopLevel && blockDepth == 0 ? .showValue : .pop, at: node.span, stack: -1)
  }

  private mutating func ask(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    guard isTopLevel, !isInBatch, node.kind != .reset || blockDepth == 0 else {
      throw error(.outsideBlocksOnly(word(at: id)), at: id)
    }
    let paths = askedPaths(node)
    if !paths.isEmpty {
      let first = paths[0]
      if node.kind == .graph, tree[first].kind == .name, session.symbols[tree.name(first)] == nil,
        tree.name(first) != session.turnName
      {
        throw unknownName(first, orAnyOf: GraphFormat.words)
      }
      try asking(at: id) { (compiler) throws(Diagnostic) in
        for path in paths {
          let pathNode = compiler.tree[path]
          // Of a property its object is asked for; the question knows its name.
          let root = pathNode.kind == .member ? NodeID(pathNode.a) : path
          try compiler.expression(root)
        }
      }
      let count = paths.count
      emit(.ask, a: Int32(id.index), b: UInt16(count), at: node.span, stack: -count)
    } else {
      emit(.ask, a: Int32(id.index), at: node.span)
    }
  }

  /// The paths that a question is about.
  private func askedPaths(_ node: Node) -> [NodeID] {
    switch node.kind {
    case .breakpoint where node.a != 0 && tree[NodeID(node.a)].kind == .number: []
    case .show, .graph, .why, .blame, .history, .breakpoint: node.a == 0 ? [] : [NodeID(node.a)]
    case .whynot: [node.a, node.b].filter { $0 != 0 }.map { NodeID($0) }
    default: []
    }
  }
}
