// The semantics in force, and what a change of it changes: which links subscribe, what they keep, what they
// have read inside of lists. Where turns can be rolled back, a change of the semantics can be, too.
extension GraphCore {
  /// What a change of the semantics replaces besides the links, whose changes are in the log.
  struct Rules {
    fileprivate var semantics: Semantics
    fileprivate var knobs: Knobs
    fileprivate var hasReordered: Bool
    fileprivate var keeping: Keeping
    fileprivate var inside: InsideReads
  }

  /// Puts a semantics in force, between turns.
  package mutating func use(_ semantics: Semantics) {
    precondition(!isInTurn, "the semantics changes between turns")
    noteRules()
    self.semantics = semantics
    let before = knobs
    knobs = Knobs(semantics, mostFirings: knobs.mostFirings)
    changeSubscribing(from: before)
    changeInside(from: before)
    if knobs.keeps { keepPresent() }
    // No turn can undo what this has changed.
    if !keepsLog {
      store.clearLog()
      if !pending.isEmpty { settle() }
    }
    // Any turn may now pass on what waited for a tick.
    forgetCausesOfWaiting()
  }

  private mutating func noteRules() {
    guard keepsLog else { return }
    if replacedRules.count >= 64, replacedRules.count & (replacedRules.count - 1) == 0 {
      // The log has forgotten the turns of some.
      var known = 0
      for position in 0..<UInt32(log.count) where log[position].kind == .ruled { known += 1 }
      replacedRules.removeFirst(replacedRules.count - known)
    }
    replacedRules.append(
      Rules(
        semantics: semantics, knobs: knobs, hasReordered: hasReordered, keeping: keeping,
        inside: inside))
    appendLog(.ruled)
  }

  mutating func undoRules() {
    guard let rules = replacedRules.popLast() else { preconditionFailure("no rules to restore") }
    semantics = rules.semantics
    knobs = rules.knobs
    hasReordered = rules.hasReordered
    keeping = rules.keeping
    inside = rules.inside
  }
}
