import Names
import Syntax

/// What happens and what takes time: `fire`, `post`, `after`, `advance`, `wait`.
extension Compiler {
  mutating func fire(_ path: NodeID, _ payload: NodeID, at id: NodeID) throws(Diagnostic) {
    var name = Name.none
    switch tree.expression(path) {
    case .member(let base, let event):
      try expression(base)
      name = tree.name(event)
    case .name(let bare):
      if case .member? = resolve(bare) {
        try pushSelf(at: path)
        name = bare
      } else {
        try expression(path)
      }
    default: try expression(path)
    }
    try pushPayload(payload, at: id)
    // An object alone means its default member, as in a binding.
    emit(
      .fireEvent, a: name == .none ? 1 : 0, b: try cache(name), at: tree[path].span, stack: -2)
  }

  private mutating func pushPayload(_ payload: NodeID, at id: NodeID) throws(Diagnostic) {
    if payload.exists {
      try expression(payload)
    } else {
      emit(.pushNil, at: tree[id].span, stack: 1)
    }
  }

  mutating func post(_ name: Name, _ payload: NodeID, at id: NodeID) throws(Diagnostic) {
    try pushPayload(payload, at: id)
    emit(.postNotification, a: Int32(name.index), at: tree[id].span, stack: -1)
  }

  mutating func after(_ delay: NodeID, _ body: NodeID, at id: NodeID) throws(Diagnostic) {
    try expression(delay)
    block(body, .after)
    emit(.after, a: Int32(id.index), at: tree[delay].span, stack: -2)
  }

  /// `advance` and, without a time, `wait`: each of the things that fall due is a turn of its own.
  mutating func passTime(_ time: NodeID, at id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    try admit(id)
    if time.exists {
      try asking(at: time) { (compiler) throws(Diagnostic) in try compiler.expression(time) }
      emit(.beginPassing, at: tree[time].span)
    } else {
      emit(.beginPassing, b: 1, at: span, stack: 1)
    }
    let start = code.instructions.count
    let exit = emit(.passTime, at: span)
    emit(.endTurn, at: span)
    emit(.loop, a: Int32(start), at: span)
    land(exit)
    stackDepth -= 1
  }
}
