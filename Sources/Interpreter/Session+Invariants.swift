extension Session {
  /// What does not hold in the engine's tables, between turns; empty if everything holds.
  ///
  /// - Complexity: O(*n*) in the size of the graph; for tests and fuzzing.
  package func checkInvariants() -> [String] {
    var counts = journal.entries.map(\.before.madeCount)
    if let after = journal.after { counts.append(after.madeCount) }
    counts.append(madeInstances.count)
    let isOrdered = zip(counts, counts.dropFirst()).allSatisfy { $0 >= 0 && $0 <= $1 }
    return core.pointee.checkInvariants()
      + (isOrdered ? [] : ["the marks of remembered turns count instances out of order"])
  }

  /// What there is between turns, each by its contents; for fuzzing.
  package func state() -> [String: String] { core.pointee.state() }

  /// The number of the last turn, and whether it was certainly rolled back as a whole; for fuzzing.
  package var lastTurnEnd: (number: Int, isRolledBack: Bool) {
    let semantics = core.pointee.semantics
    let rollsBack = semantics.error == .undo && semantics.beyond == .undo
    return (lastTurn.number, rollsBack && lastTurn.failure != nil)
  }

  /// Whether nothing runs any more, because `--max-steps` is used up; for fuzzing.
  package var hasUsedUpSteps: Bool { machine.hasUsedUpSteps }

  /// Whether turns are remembered; for fuzzing.
  package var hasJournal: Bool { journalIsOpen }
}
