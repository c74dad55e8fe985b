import Names
import Syntax

/// Loops, and what leaves them or their rounds.
extension Compiler {
  mutating func forStatement(
    _ statement: ForSyntax, at span: SourceSpan
  ) throws(Diagnostic) {
    try condition(statement.sequence)
    let visible = locals.count
    let list = newLocal(.none, .constant)
    _ = newLocal(.none, .constant)
    emit(.beginLoop, a: list, at: tree[statement.sequence].span, stack: -1)
    let variable = newLocal(tree.name(statement.variable), .constant)
    let start = code.instructions.count
    emit(.forNext, a: list, b: UInt16(variable - list), at: span)
    let exit = emit(.jump, at: span)
    if statement.index.exists { declareIndex(tree.name(statement.index), of: list, at: span) }
    loop(statement.block, from: start, exit: exit, at: span)
    locals.removeSubrange(visible...)
  }

  /// Gives the index or key of the element a name.
  mutating func declareIndex(_ name: Name, of list: Int32, at span: SourceSpan) {
    let index = newLocal(name, .constant)
    emit(.loopIndex, a: list, at: span, stack: 1)
    emit(.setLocal, a: index, at: span, stack: -1)
  }

  mutating func repeatStatement(
    _ count: NodeID, _ block: NodeID, at span: SourceSpan
  ) throws(Diagnostic) {
    try condition(count)
    let visible = locals.count
    let rounds = newLocal(.none, .constant)
    emit(.beginLoop, a: rounds, b: 1, at: tree[count].span, stack: -1)
    let start = code.instructions.count
    emit(.repeatNext, a: rounds, at: span)
    let exit = emit(.jump, at: span)
    loop(block, from: start, exit: exit, at: span)
    locals.removeSubrange(visible...)
  }

  mutating func whileStatement(
    _ test: NodeID, _ block: NodeID, at span: SourceSpan
  ) throws(Diagnostic) {
    let start = code.instructions.count
    try condition(test)
    let exit = emit(.jumpIfFalse, at: tree[test].span, stack: -1)
    loop(block, from: start, exit: exit, at: span)
  }

  private mutating func loop(_ block: NodeID, from start: Int, exit: Int, at span: SourceSpan) {
    loops.append(LoopJumps(start: start, batches: openBatches, untracked: openUntracked.count))
    noteEntry(block)
    body(block)
    emit(.loop, a: Int32(start), at: span)
    land(exit)
    for jump in loops.removeLast().breaks { land(jump) }
  }

  mutating func breakStatement(_ id: NodeID) throws(Diagnostic) {
    guard loops.count > 0 else { throw error("'break' outside a loop", at: id) }
    leaveRound(at: id)
    loops[loops.count - 1].breaks.append(emit(.jump, at: tree[id].span))
  }

  mutating func continueStatement(_ id: NodeID) throws(Diagnostic) {
    guard let loop = loops.last else { throw error("'continue' outside a loop", at: id) }
    leaveRound(at: id)
    emit(.loop, a: Int32(loop.start), at: tree[id].span)
  }

  /// Ends what was begun in the present round of the innermost loop.
  private mutating func leaveRound(at id: NodeID) {
    let span = tree[id].span
    let outside = loops[loops.count - 1].batches
    leaveBatches(to: outside, at: span)
    let inner = openUntracked.dropFirst(loops[loops.count - 1].untracked)
    if let first = inner.first { emit(.endUntracked, a: first, at: span) }
    if isTopLevel, isInBatch, outside == 0 { emit(.endTurn, at: span) }
  }

  /// A block that reads without following.
  mutating func untracked(_ block: NodeID, at span: SourceSpan) {
    let visible = locals.count
    untracked(at: span) { $0.body(block) }
    locals.removeSubrange(visible...)
  }

  mutating func untracked<Failure>(
    at span: SourceSpan, _ body: (inout Compiler) throws(Failure) -> Void
  ) throws(Failure) {
    let local = newLocal(.none, .constant)
    openUntracked.append(local)
    defer { openUntracked.removeLast() }
    emit(.beginUntracked, a: local, at: span)
    try body(&self)
    emit(.endUntracked, a: local, at: span)
  }

  /// Ends the batches that a jump leaves: what they kept back is passed on there.
  mutating func leaveBatches(to count: Int, at span: SourceSpan) {
    for _ in count..<openBatches { emit(.endBatch, at: span) }
  }
}
