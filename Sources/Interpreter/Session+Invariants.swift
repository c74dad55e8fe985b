extension Session {
  /// What does not hold in the engine's tables, between turns; empty if everything holds.
  ///
  /// - Complexity: O(*n*) in the size of the graph; for tests and fuzzing.
  package func checkInvariants() -> [String] {
    var counts = state.journal.entries.map(\.before.madeCount)
    if let after = state.journal.after { counts.append(after.madeCount) }
    counts.append(state.madeInstances.count)
    let isOrdered = zip(counts, counts.dropFirst()).allSatisfy { $0 >= 0 && $0 <= $1 }
    return core.pointee.checkInvariants()
      + (isOrdered ? [] : ["the marks of remembered turns count instances out of order"])
  }
}
