import BindingEngine
import Syntax

/// The virtual clock.
extension CheckRun {
  /// `after 2s { … }`.
  func after(_ id: NodeID) {
    let node = tree[id]
    duration(NodeID(node.a), at: NodeID(node.a))
    later(NodeID(node.b), .after)
  }

  /// `advance 2s` and `wait`.
  func passTime(_ id: NodeID) {
    let node = tree[id]
    guard scope.isTopLevel else { return report(.timeInBlock(firstWord(of: id)), at: id) }
    if node.kind == .advance { duration(NodeID(node.a), at: NodeID(node.a)) }
  }

  /// An expression that has to give how long something takes.
  func duration(_ expression: NodeID, at id: NodeID) {
    let found = value(expression)
    if found.kinds.isDisjoint(with: .duration), let type = found.kinds.typeName {
      report(.noDuration(type: type), at: id)
    } else if case .duration(let time)? = found.literal, time < 0 {
      report(.negativeDuration(Value.text(ofMicroseconds: time)), at: id)
    }
  }
}
