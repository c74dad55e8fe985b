import Language
import Names
import Syntax

extension Compiler {
  /// Emits code for one statement, which leaves nothing on the stack.
  package mutating func statement(_ id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    switch tree.statement(id) {
    case .block: body(id)
    case .untracked(let block): untracked(block, at: span)
    case .ifStatement: try ifStatement(id)
    case .switchStatement(let choice): try switchStatement(choice, isValue: false, at: span)
    case .forStatement(let loop): try forStatement(loop, at: span)
    case .whileStatement(let condition, let block):
      try whileStatement(condition, block, at: span)
    case .repeatStatement(let count, let block): try repeatStatement(count, block, at: span)
    case .breakStatement: try breakStatement(id)
    case .continueStatement: try continueStatement(id)
    case .returnStatement(let value): try returnStatement(value, at: id)
    case .dropStatement:
      leaveBatches(to: 0, at: span)
      emit(.dropAnswer, at: span)
    case .rejectStatement(let reason):
      try expression(reason)
      leaveBatches(to: 0, at: span)
      emit(.rejectValue, at: span, stack: -1)
    case .source(let file): try source(file, at: id)
    case .expect(let condition, let message): try expect(condition, message, at: id)
    case .expectError(let text, let block): try expectError(text, block, at: id)
    case .expectBehaviour(let expected): try expectBehaviour(expected, at: id)
    case .expression(let value) where isQuestion(value): try question(value, at: id)
    case .expression(let value) where isTopLevel && !isInBatch && blockDepth == 0:
      try turn(id) { (compiler) throws(Diagnostic) in try compiler.expression(value) }
      emit(.showValue, a: 1, at: span, stack: -1)
    case .question(let question): try ask(question.paths.filter(\.exists), at: id)
    case .tool(let command): try run(command, at: id)
    case .compare, .whatif: try runAside(id)
    case .rewind(let turns), .replay(let turns): try travel(turns, at: id)
    case .advance(let time): try passTime(time, at: id)
    case .wait: try passTime(.none, at: id)
    case .object, .classDeclaration, .protocolDeclaration, .enumDeclaration, .extend,
      .letDeclaration,
      .varDeclaration, .transformer,
      .semantics, .action, .binding, .observe, .on, .effect, .unbind, .rebind, .transformBinding,
      .expression,
      .assign, .fire, .post, .release, .after, .batch, .print, .throwStatement, .missing:
      try turn(id) { (compiler) throws(Diagnostic) in try compiler.simple(id) }
    }
  }

  /// Whether an expression on its own is only a question: everything except calls of actions.
  package func isQuestion(_ id: NodeID) -> Bool {
    guard case .call(let callee, let arguments) = tree.expression(id) else { return true }
    switch tree.expression(callee) {
    case .name(let name):
      if isFunction(name) { return true }
      switch resolve(name) {
      case .global(.function), .global(.transformer): return true
      default: return false
      }
    case .member(let base, let node):
      if enumeration(base) != nil { return true }
      let name = tree.name(node)
      guard ValueMethod.named(text(name)) != nil else { return false }
      return tree.block(of: arguments).exists
        || !session.callables.contains { $0.name == name }
    default: return false
    }
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

  /// A statement that is a turn by itself or a part of one.
  private mutating func simple(_ id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    switch tree.statement(id) {
    case .expression(let value):
      try expression(value)
      emit(.pop, at: span, stack: -1)
    case .assign(let assignment): try assign(assignment, at: id)
    case .letDeclaration(let declared): try declareValue(declared, isConstant: true, at: id)
    case .varDeclaration(let declared): try declareValue(declared, isConstant: false, at: id)
    case .object(let declared): try declareObject(declared, at: id)
    case .classDeclaration(let declared): try declareClass(declared, at: id)
    case .protocolDeclaration(let declared):
      try refuseIfTaken(declared.name, by: .protocolSymbol)
      emit(.declareProtocol, a: Int32(id.index), at: tree[declared.name].span)
    case .enumDeclaration(let name, _):
      try refuseIfTaken(name, by: .enumeration)
      emit(.declareEnum, a: Int32(id.index), at: tree[name].span)
    case .extend(let path, let body): try extend(path, body, at: id)
    case .transformer(let declared): try declareTransformer(declared, at: id)
    case .semantics: emit(.declareSemantics, a: Int32(id.index), at: span)
    case .binding: try binding(id, isInBody: false)
    case .observe, .on: try observe(id, isInBody: false)
    case .effect(let block, let name): try effect(block, name, at: id)
    case .action(let declared): try declareAction(declared, at: id)
    case .fire(let path, let payload): try fire(path, payload, at: id)
    case .post(let name, let payload): try post(tree.name(name), payload, at: id)
    case .after(let delay, let block): try after(delay, block, at: id)
    case .unbind(let unbound): try unbind(unbound, at: id)
    case .rebind(let link, let left, let right): try rebind(link, left, right, at: id)
    case .transformBinding(let link, let block): try transformBinding(link, block, at: id)
    case .release(let path):
      try expression(path)
      emit(.release, at: tree[path].span, stack: -1)
    case .batch(let block):
      openBatches += 1
      emit(.beginBatch, at: span)
      body(block)
      emit(.endBatch, at: span)
      openBatches -= 1
    case .print(let values):
      for value in values { try expression(value) }
      emit(.print, a: Int32(values.count), at: span, stack: -values.count)
    case .throwStatement(let value):
      try expression(value)
      emit(.throwValue, at: span, stack: -1)
    case .block, .ifStatement, .switchStatement, .forStatement, .whileStatement, .repeatStatement,
      .breakStatement, .untracked,
      .continueStatement, .returnStatement, .rejectStatement, .dropStatement, .source, .expect,
      .expectError, .expectBehaviour, .question, .tool, .compare, .whatif, .rewind, .replay,
      .advance, .wait, .missing:
      throw error("this cannot be used here", at: id)
    }
  }

  /// Throws if a statement is not allowed here.
  func admit(_ id: NodeID) throws(Diagnostic) {
    let mistake = tree.statement(id).mistake(
      isTopLevel: isTopLevel && !isInBatch, blockDepth: blockDepth,
      isInFirstFile: session.isInFirstFile, word: tree.firstWord(of: id))
    try refuse(mistake, at: id)
  }

  // MARK: Control

  private mutating func ifStatement(_ id: NodeID) throws(Diagnostic) {
    guard case .ifStatement(let test, let then, let otherwise) = tree.statement(id) else {
      noteEntry(id)
      return body(id)
    }
    // What follows may be chosen, too, since a branch may return.
    let choice = beginChoice(at: tree[test].span)
    try condition(test)
    reach(.branch, of: choice, at: tree[test].span)
    let skip = emit(.jumpIfFalse, at: tree[test].span, stack: -1)
    noteEntry(then)
    body(then)
    guard otherwise.exists || session.countsBranches else { return land(skip) }
    let end = emit(.jump, at: tree[id].span)
    land(skip)
    if otherwise.exists {
      try ifStatement(otherwise)
    } else {
      noteEntry(id)
    }
    land(end)
  }

  /// A condition at top level is a question; in a block it is part of the turn.
  mutating func condition(_ id: NodeID) throws(Diagnostic) {
    try asking(at: id) { (compiler) throws(Diagnostic) in try compiler.expression(id) }
  }

  /// - Parameter isAnswered: Whether the question ends here. Otherwise it ends after the next
  ///   instruction if it has made objects, because that one still compares them.
  mutating func asking(
    at id: NodeID, isAnswered: Bool = true, _ body: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard isTopLevel, !isInBatch else { return try body(&self) }
    emit(.beginAsking, at: tree[id].span)
    try body(&self)
    emit(.endAsking, a: isAnswered ? 1 : 0, at: tree[id].span)
  }

  private mutating func returnStatement(_ value: NodeID, at id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    guard role != nil else { throw error("'return' outside a block", at: id) }
    if value.exists { try expression(value) }
    leaveBatches(to: 0, at: span)
    if value.exists {
      emit(.return, at: span, stack: -1)
    } else {
      emit(.returnNil, at: span)
    }
  }

  private mutating func source(_ file: NodeID, at id: NodeID) throws(Diagnostic) {
    try admit(id)
    try expression(file)
    emit(.source, at: tree[id].span, stack: -1)
  }

  /// `compare { … }` and `whatif { … }`, whose block is run by itself.
  private mutating func runAside(_ id: NodeID) throws(Diagnostic) {
    try admit(id)
    // Reported at once, and not as a result of the block.
    let span = tree[id].span
    let refused = tree.ids(within: id).first { inner in
      let node = tree[inner]
      return node.span.start > span.start && node.span.end <= span.end
        && !tree.statement(inner).canBeRolledBack
    }
    if let refused { throw error(.outsideBlocksOnly(tree.firstWord(of: refused)), at: refused) }
    emit(tree[id].kind == .compare ? .compare : .ask, a: Int32(id.index), at: tree[id].span)
  }

  /// `rewind 3` and `replay 3`.
  private mutating func travel(_ turns: NodeID, at id: NodeID) throws(Diagnostic) {
    try admit(id)
    let span = tree[id].span
    guard turns.exists else {
      emit(.ask, a: Int32(id.index), at: span)
      return
    }
    try asking(at: id) { (compiler) throws(Diagnostic) in try compiler.expression(turns) }
    emit(.ask, a: Int32(id.index), b: 1, at: span, stack: -1)
  }

  // MARK: Checking and asking

  private mutating func expect(
    _ condition: NodeID, _ message: NodeID, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[condition].span
    var plan = ExpectPlan(
      node: condition, comparison: nil, message: tree.text(message).map { "\($0): " } ?? "")
    try asking(at: id, isAnswered: false) { (compiler) throws(Diagnostic) in
      if case .binary(let operation, let left, let right) = compiler.tree.expression(condition),
        operation.isComparison
      {
        plan.comparison = operation
        try compiler.expression(left)
        try compiler.expression(right)
      } else {
        compiler.emit(.noteOperand, at: span)
        try compiler.notedCondition(condition)
      }
    }
    code.expectPlans.append(plan)
    emit(
      .expect, a: Int32(code.expectPlans.count - 1), at: span,
      stack: plan.comparison == nil ? -1 : -2)
  }

  /// Emits the code of a condition that keeps the values of its operands.
  private mutating func notedCondition(_ id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    switch tree.expression(id) {
    case .parenthesized(let inner): try notedCondition(inner)
    case .unary(.not, let operand):
      try notedCondition(operand)
      emit(.not, at: span)
    case .binary(let operation, let left, let right) where operation == .and || operation == .or:
      try notedCondition(left)
      let jump: Operation = operation == .and ? .jumpIfFalseKeeping : .jumpIfTrueKeeping
      let skip = emit(jump, at: tree[left].span, stack: -1)
      try notedCondition(right)
      emit(.requireBool, at: tree[right].span)
      land(skip)
    case .binary(let operation, let left, let right) where operation.isComparison:
      for operand in [left, right] { try notedOperand(operand) }
      emit(Compiler.operation(for: operation), at: span, stack: -1)
    default: try notedOperand(id)
    }
  }

  private mutating func notedOperand(_ id: NodeID) throws(Diagnostic) {
    try expression(id)
    emit(.noteOperand, a: Int32(id.index), at: tree[id].span)
  }

  private mutating func expectError(
    _ text: NodeID, _ block: NodeID, at id: NodeID
  ) throws(Diagnostic) {
    try admit(id)
    let span = tree[id].span
    let wanted = tree.text(text).map { constant(.string($0)) } ?? -1
    let begin = emit(.beginExpectError, b: 1, at: span)
    body(block)
    emit(.endExpectError, a: wanted, at: span)
    let end = emit(.jump, at: span)
    land(begin)
    emit(.expectedError, a: wanted, at: span)
    land(end)
  }

  /// An expectation of what a block sets off, or of the graph.
  private mutating func expectBehaviour(
    _ expected: BehaviourSyntax, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    try admit(id)
    guard expected.block.exists else {
      emit(.expectNoCycles, a: Int32(id.index), at: span)
      return
    }
    let operand = expected.operand
    if expected.behaviour == .settles, operand.exists {
      try asking(at: id) { (compiler) throws(Diagnostic) in try compiler.expression(operand) }
      emit(.watchTurns, a: Int32(id.index), b: 1, at: tree[operand].span, stack: -1)
    } else {
      emit(.watchTurns, a: Int32(id.index), at: span)
    }
    let begin = emit(.beginExpectError, at: span)
    body(expected.block)
    emit(.endWatching, a: 0, at: span)
    let end = emit(.jump, at: span)
    land(begin)
    emit(.endWatching, a: 1, at: span)
    land(end)
  }

  /// `EXPR` on its own: shown at top level.
  private mutating func question(_ value: NodeID, at id: NodeID) throws(Diagnostic) {
    let (isShown, span) = (isTopLevel && blockDepth == 0, tree[id].span)
    try asking(at: id) { (compiler) throws(Diagnostic) in
      try compiler.expression(value)
      if !isShown { compiler.emit(.pop, at: span, stack: -1) }
    }
    if isShown { emit(.showValue, at: span, stack: -1) }
  }

  private mutating func run(_ command: ToolCommand, at id: NodeID) throws(Diagnostic) {
    guard case .breakpoint(let stop) = command, stop.place.exists,
      tree[stop.place].kind != .number
    else { return try ask([], at: id) }
    try ask([stop.place], at: id)
  }

  /// - Parameter paths: What the question is about.
  private mutating func ask(_ paths: [NodeID], at id: NodeID) throws(Diagnostic) {
    try admit(id)
    let span = tree[id].span
    guard let first = paths.first else {
      emit(.ask, a: Int32(id.index), at: span)
      return
    }
    if tree[id].kind == .graph, case .name(let name) = tree.expression(first),
      session.declaration(of: name) == nil, name != session.turnName
    {
      throw unknownName(first, orAnyOf: GraphFormat.words)
    }
    let asksForCause = [.why, .whynot, .blame, .history].contains(tree[id].kind)
    try asking(at: id) { (compiler) throws(Diagnostic) in
      for path in paths {
        // For a property, its object is pushed; the question knows its name.
        if case .member(let base, _) = compiler.tree.expression(path) {
          try compiler.expression(base)
        } else {
          let key = asksForCause ? compiler.tree.dottedKey(of: path) : nil
          try compiler.expression(key?.base ?? path)
        }
      }
    }
    emit(.ask, a: Int32(id.index), b: UInt16(paths.count), at: span, stack: -paths.count)
  }
}
