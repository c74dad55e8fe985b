import Interpreter

// What tests and the fuzzer look at.
extension Session {
  /// What there is between turns, each by its contents; for fuzzing.
  package func state() -> [String: String] { graphState.state() }

  /// The number of the last turn, and whether it was certainly rolled back as a whole; for fuzzing.
  package var lastTurnEnd: (number: Int, isRolledBack: Bool) {
    let semantics = graphState.semantics
    let rollsBack = semantics.error == .undo && semantics.beyond == .undo
    return (state.turned.lastTurn.counts.number, rollsBack && state.turned.lastTurn.failure != nil)
  }

  /// Whether nothing runs any more, because `--max-steps` is used up; for fuzzing.
  package var hasUsedUpSteps: Bool { machine.hasUsedUpSteps }

  /// Whether turns are remembered; for fuzzing.
  package var hasJournal: Bool { journalIsOpen }
}
