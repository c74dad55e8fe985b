import Names
import Syntax

/// What happens and what takes time: `fire`, `post`, `after`, `advance`, `wait`.
extension Compiler {
  mutating func fire(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let path = NodeID(node.a)
    let pathNode = tree[path]
    var name = Name.none
    switch pathNode.kind {
    case .member:
      try expression(NodeID(pathNode.a))
      name = tree.name(NodeID(pathNode.b))
    case .name:
      if case .member? = resolve(tree.name(path)) {
        try pushSelf(at: path)
        name = tree.name(path)
      } else {
        try expression(path)
      }
    default: try expression(path)
    }
    if node.b != 0 {
      try expression(NodeID(node.b))
    } else {
      emit(.pushNil, at: node.span, stack: 1)
    }
    // An object alone means its default member, as in a binding.
    emit(
      .fireEvent, a: name == .none ? 1 : 0, b: try cache(name), at: pathNode.span, stack: -2)
  }

  mutating func post(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    if node.b != 0 {
      try expression(NodeID(node.b))
    } else {
      emit(.pushNil, at: node.span, stack: 1)
    }
    emit(
      .postNotification, a: Int32(tree.name(NodeID(node.a)).index), at: node.span, stack: -1)
  }

  mutating func after(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    try expression(NodeID(node.a))
    block(NodeID(node.b), .after)
    emit(.after, a: Int32(id.index), at: tree[NodeID(node.a)].span, stack: -2)
  }

  /// `advance` and `wait`: each of what falls due is a turn of its own.
  mutating func passTime(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    guard isTopLevel, !isInBatch else { throw error(.timeInBlock(word(at: id)), at: id) }
    if node.kind == .advance {
      try asking(at: NodeID(node.a)) { (compiler) throws(Diagnostic) in
        try compiler.expression(NodeID(node.a))
      }
      emit(.beginPassing, at: tree[NodeID(node.a)].span)
    } else {
      emit(.beginPassing, b: 1, at: node.span, stack: 1)
    }
    let start = code.instructions.count
    let exit = emit(.passTime, at: node.span)
    emit(.endTurn, at: node.span)
    emit(.loop, a: Int32(start), at: node.span)
    land(exit)
    stackDepth -= 1
  }
}
