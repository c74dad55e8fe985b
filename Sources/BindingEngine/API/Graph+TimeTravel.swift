import Basics

// Going back over the remembered turns, and forward again.
//
// `dryRun` answers what would happen if something were done; it leaves no trace either.
extension Graph {
  /// Rolls the graph back by some turns: values, objects, bindings, the clock, and what was still
  /// due. What closures have done outside of the graph stays. `replay` leads forward again until
  /// something new is done.
  ///
  /// Handles of what was made since become stale. A binding that is made later may get the same
  /// number and the same handle.
  ///
  /// - Parameter turns: How many turns to undo.
  /// - Returns: How many were undone: fewer if not so many are remembered.
  /// - Throws: `GraphError.refused` inside a turn.
  /// - Complexity: O(*n*) in what the turns did; the first time also O(*m*) in everything the graph
  ///   has, which is kept for `replay`.
  @discardableResult
  public func rewind(_ turns: Int = 1) throws(GraphError) -> Int {
    try checkBetweenTurns("a graph goes back")
    let count = max(0, min(turns, rememberedTurnCount))
    guard count > 0 else { return 0 }
    settleReport()
    if present == nil {
      // Turns beyond the limit are kept only to avoid moving the log. Rewinding twice must not
      // reach them.
      core.pointee.forgetTurnsBeyondLimit()
      forgetOldEndings()
      forgetRetired()
      present = Present(self)
    }
    rewindCore(to: core.pointee.journal.count - count)
    return count
  }

  /// Restores what `rewind` rolled back. Nothing is evaluated again, and no closure is called.
  /// Handles of what was made in these turns are valid again.
  ///
  /// - Parameter turns: How many turns; all of them by default.
  /// - Returns: How many were restored: none once something new has been done, such as a turn, a
  ///   class, an object, a transformer, a timer, another semantics, or letting time pass.
  /// - Throws: `GraphError.refused` inside a turn.
  /// - Complexity: O(*n*) in what the turns did for all of them; otherwise also O(*m*) in everything
  ///   the graph has.
  @discardableResult
  public func replay(_ turns: Int = .max) throws(GraphError) -> Int {
    try checkBetweenTurns("a graph goes forward")
    let count = max(0, min(turns, replayableTurnCount))
    guard count > 0, let present else { return 0 }
    settleReport()
    let target = core.pointee.journal.count + count
    present.endings.putBack { endings.append($0) }
    if target == present.count {
      present.state.become(&core.pointee)
      self.present = nil
      trace()
    } else {
      present.state.restore(&core.pointee)
      present.postponed = []
      rewindCore(to: target)
    }
    return count
  }

  /// How many turns `replay` can do again.
  public var replayableTurnCount: Int {
    present.map { $0.count - core.pointee.journal.count } ?? 0
  }

  private func rewindCore(to count: Int) {
    guard let present else { return }
    present.state.rewind(&core.pointee, to: count)
    present.endings.take(from: &endings) { $0.turn > core.pointee.turn.number }
    // Their closures are needed again in the present.
    present.postponed += core.pointee.retiredBlocks
    core.pointee.retiredBlocks = []
    trace()
  }

  /// Something new is done, so what was rolled back cannot be replayed any more.
  @inline(__always)
  func forgetFuture() {
    settleReport()
    if present != nil { forgetPresent() }
  }

  private func forgetPresent() {
    core.pointee.retiredBlocks += present?.postponed ?? []
    present = nil
    if !core.pointee.isInTurn { forgetRetired() }
  }

  /// Notes a change that is not a turn by itself. Inside a turn it takes effect when the turn is
  /// kept.
  func noteChangeBetweenTurns() {
    settleReport()
    if present != nil, !core.pointee.isInTurn { forgetPresent() }
  }

  /// The complete state from which turns were rolled back.
  final class Present {
    let state: SavedState
    /// The ends of links in the turns that were rolled back.
    var endings = TakenOff<EndedLink>()
    /// The turns that it remembers.
    let count: Int
    /// Closures that only the present still needs.
    var postponed: [BlockID] = []

    init(_ graph: Graph) {
      state = SavedState(graph.core.pointee)
      count = graph.core.pointee.journal.count
    }
  }
}
