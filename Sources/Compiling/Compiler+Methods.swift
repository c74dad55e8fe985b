import Language
import Syntax

/// Calls of methods of values, if labels or a block show that no action is meant. Others are
/// resolved when they run: see `Machine+Methods.swift`.
extension Compiler {
  mutating func methodCall(
    _ base: NodeID, _ method: ValueMethod, _ arguments: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    try refuse(mistake(ofCalling: method, given: arguments, in: tree), at: id)
    let number = UInt16(ValueMethod.number(of: method.name) ?? 0)
    let span = tree[id].span
    try expression(base)
    let given = tree.given(arguments)
    for argument in given { try expression(tree.value(ofArgument: argument)) }
    guard let block = method.block else {
      emit(.callMethod, a: Int32(given.count), b: number, at: span, stack: -given.count)
      return
    }
    try loop(over: tree.block(of: arguments), of: block, number, at: span)
  }

  /// The block runs in place, once for each element, so that it sees the locals around it and what it
  /// reads counts as read here.
  private mutating func loop(
    over body: NodeID, of block: ListBlock, _ method: UInt16, at span: SourceSpan
  ) throws(Diagnostic) {
    let visible = locals.count
    let list = newLocal(.none, .constant)
    _ = newLocal(.none, .constant)
    let result = newLocal(block == .reduce ? session.names.intern("total") : .none, .constant)
    if block == .reduce { emit(.setLocal, a: result, at: span, stack: -1) }
    let value = newLocal(session.names.intern("value"), .constant)
    emit(.beginMethod, a: list, b: method, at: span, stack: -1)
    let start = code.instructions.count
    emit(.forNext, a: list, b: UInt16(value - list), at: span)
    let exit = emit(.jump, at: span)
    let index = session.names.intern("index")
    if tree.contains(nameIn: body, where: { $0 == index }) {
      declareIndex(index, of: list, at: span)
    }
    if block == .reduce, let added = addedToTotal(body, result) {
      try expression(added)
      emit(.addToLocal, a: result, at: tree[body].span, stack: -1)
    } else {
      let first = code.instructions.count
      try expression(body)
      if [.map, .filter, .sortedBy, .groupedBy].contains(block) {
        code.classifyAsFormula(loop: first..<code.instructions.count, from: start, of: value)
      }
      emit(.collect, a: list, b: method, at: tree[body].span, stack: -1)
    }
    emit(.loop, a: Int32(start), at: span)
    land(exit)
    emit(.endMethod, a: list, b: method, at: span, stack: 1)
    locals.removeSubrange(visible...)
  }

  /// What the block of a `reduce` adds to its total; nil if it does anything else.
  private func addedToTotal(_ body: NodeID, _ total: Int32) -> NodeID? {
    guard case .binary(.add, let left, let right) = tree.expression(body),
      case .name(let name) = tree.expression(left), case .local(let local)? = resolve(name),
      local.slot == total
    else { return nil }
    return right
  }
}
