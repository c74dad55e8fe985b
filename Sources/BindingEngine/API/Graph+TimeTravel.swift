// Going back over the turns that are remembered, and forward again.
//
// What would happen if something were done is asked with `dryRun`, which leaves no trace either.
extension Graph {
  /// Puts the graph back to what it was some turns ago: values, objects, bindings, the clock, and what
  /// was still due. What closures have done outside of the graph stays. `replay` leads forward again,
  /// until something new is done.
  ///
  /// Handles of what was made since are stale then. A binding that is made instead may have the same
  /// number, and the same handle.
  ///
  /// - Parameter turns: How many turns are undone.
  /// - Returns: How many that were: fewer where so many are not remembered.
  /// - Throws: `GraphError.refused` inside a turn.
  /// - Complexity: O(*n*) in what the turns did; the first time also O(*m*) in all that the graph has,
  ///   which is kept for `replay`.
  @discardableResult
  public func rewind(_ turns: Int = 1) throws(GraphError) -> Int {
    try checkBetweenTurns("a graph goes back")
    let count = max(0, min(turns, rememberedTurnCount))
    guard count > 0 else { return 0 }
    if present == nil {
      // What is only kept to save moving the log is not to be come to by going back twice.
      core.pointee.forgetTurnsBeyondLimit()
      forgetOldEndings()
      forgetRetired()
      present = Present(self)
    }
    putBack(to: core.pointee.journal.count - count)
    return count
  }

  /// Restores what `rewind` rolled back: nothing is evaluated again and no closure is called.
  /// Handles of what was made in these turns are good again.
  ///
  /// - Parameter turns: How many turns; all of them at first.
  /// - Returns: How many that were: none once something new has been done, be it a turn, a class, an
  ///   object, a transformer, a timer, another semantics, or letting time pass.
  /// - Throws: `GraphError.refused` inside a turn.
  /// - Complexity: O(1) for all of them; else O(*m*) in all that the graph has.
  @discardableResult
  public func replay(_ turns: Int = .max) throws(GraphError) -> Int {
    try checkBetweenTurns("a graph goes forward")
    let count = max(0, min(turns, replayableTurnCount))
    guard count > 0, let present else { return 0 }
    let target = core.pointee.journal.count + count
    endings = present.endings
    if target == present.count {
      present.core.pointee.takeLasting(from: core.pointee)
      swap(&core.pointee, &present.core.pointee)
      self.present = nil
      semantics = core.pointee.semantics
      trace()
    } else {
      var copy = present.core.pointee.copy()
      copy.takeLasting(from: core.pointee)
      core.pointee.destroy()
      core.pointee = copy
      present.postponed = []
      putBack(to: target)
    }
    return count
  }

  /// How many turns `replay` can do again.
  public var replayableTurnCount: Int {
    present.map { $0.count - core.pointee.journal.count } ?? 0
  }

  private func putBack(to count: Int) {
    core.pointee.rewindJournal(to: count)
    semantics = core.pointee.semantics
    endings.removeAll { $0.turn > core.pointee.turn.number }
    // Their closures are needed again where the present is.
    present?.postponed += core.pointee.retiredBlocks
    core.pointee.retiredBlocks = []
    trace()
  }

  /// Something new is done: what was rolled back is not to be done again.
  @inline(__always)
  func forgetFuture() {
    if present != nil { forgetPresent() }
  }

  private func forgetPresent() {
    core.pointee.retiredBlocks += present?.postponed ?? []
    present = nil
    if !core.pointee.isInTurn { forgetRetired() }
  }

  /// Something is changed that is no turn of its own. Within a turn it counts when that is kept.
  func noteChangeBetweenTurns() {
    if present != nil, !core.pointee.isInTurn { forgetPresent() }
  }

  /// The state from which turns were rolled back, whole.
  final class Present {
    let core: UnsafeMutablePointer<GraphCore>
    let endings: [EndedLink]
    /// The turns that it remembers.
    let count: Int
    /// Closures that only the present still needs.
    var postponed: [BlockID] = []

    init(_ graph: Graph) {
      core = .allocate(capacity: 1)
      core.initialize(to: graph.core.pointee.copy())
      endings = graph.endings
      count = graph.core.pointee.journal.count
    }

    deinit {
      core.pointee.destroy()
      core.deinitialize(count: 1)
      core.deallocate()
    }
  }
}
