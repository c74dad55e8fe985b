import Syntax

/// The virtual clock.
extension CheckRun {
  /// `after 2s { … }`.
  func after(_ delay: NodeID, _ block: NodeID) {
    duration(delay, at: delay)
    later(block, .after)
  }

  /// `advance 2s`, and `wait`, which names no time.
  func passTime(_ id: NodeID, _ time: NodeID = .none) {
    guard scope.isTopLevel else { return report(.timeInBlock(firstWord(of: id)), at: id) }
    if time.exists { duration(time, at: time) }
  }

  /// An expression that has to give how long something takes.
  func duration(_ expression: NodeID, at id: NodeID) {
    require(.duration, value(expression), at: id)
  }
}
