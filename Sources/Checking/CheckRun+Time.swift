import Syntax

/// The virtual clock.
extension CheckRun {
  /// `after 2s { … }`.
  func after(_ delay: NodeID, _ block: NodeID) {
    duration(delay, at: delay)
    later(block, .after)
  }

  /// An expression that has to give how long something takes.
  func duration(_ expression: NodeID, at id: NodeID) {
    require(.duration, value(expression), at: id)
  }
}
