// The turns that a graph remembers, to ask about them and to go back to them.
extension Graph {
  /// How many turns are remembered, 0 for none, which is so at first. Setting it to 0 forgets them.
  ///
  /// What was ended in a turn keeps its memory as long as the turn is remembered. A turn of very many
  /// changes may push others out before there are so many.
  public var journalLimit: Int {
    get { core.pointee.journal.limit }
    set {
      precondition(newValue >= 0, "a number of turns")
      core.pointee.openJournal(newValue)
      trace()
      forgetRetired()
    }
  }

  /// Lets events be made where somebody wants them.
  func trace() {
    let remembers = core.pointee.journal.isOpen
    core.pointee.isTracing = onTrace != nil || remembers
    core.pointee.tracesHopsByLog = onTrace == nil && remembers
  }

  /// How many turns are remembered now.
  public var rememberedTurnCount: Int { min(core.pointee.journal.count, journalLimit) }

  /// Puts the graph back to what it was some turns ago: values, objects, bindings, the clock, and what
  /// was still due. What closures have done outside of the graph stays.
  ///
  /// Handles of what was made since are stale then.
  ///
  /// - Parameter turns: How many turns are undone.
  /// - Returns: How many that were: fewer where so many are not remembered.
  /// - Complexity: O(*n*) in what the turns did.
  @discardableResult
  public func rewind(_ turns: Int = 1) -> Int {
    precondition(!core.pointee.isInTurn, "a graph goes back between turns")
    let count = max(0, min(turns, rememberedTurnCount))
    guard count > 0 else { return 0 }
    core.pointee.forgetTurnsBeyondLimit()
    core.pointee.rewindJournal(to: core.pointee.journal.count - count)
    semantics = core.pointee.semantics
    forgetRetired()
    return count
  }

  /// Enters the turn that has just ended.
  func rememberTurn(failing error: GraphError? = nil) {
    guard core.pointee.journal.isOpen else { return }
    core.pointee.rememberTurn(outcome(of: error))
    if !core.pointee.retiredBlocks.isEmpty { forgetRetired() }
  }

  private func outcome(of error: GraphError?) -> RecordedTurn.Outcome {
    if let runaway = core.pointee.turn.runaway { return runaway.hops.isEmpty ? .runaway : .loop }
    if error != nil { return .failed }
    return core.pointee.turn.held > 0 ? .held : .settled
  }
}
