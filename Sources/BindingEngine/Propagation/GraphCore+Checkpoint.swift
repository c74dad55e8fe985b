// A state to which the graph can be rolled back over several turns.
//
// While a checkpoint is open, or turns are remembered, a turn that is kept leaves its entries in
// the log, and what it has ended keeps its place. So going through the log from its end rolls back
// turn by turn. A turn that fails is rolled back alone, to its beginning: see `turnStart`. The
// checkpoint itself contains the little that the log does not have; each remembered turn has one.
//
// As after a turn that was rolled back, the places of what was made can be used for others.
// Variables, classes and transformers stay, because compiled code may point to them.
extension GraphCore {
  struct Checkpoint {
    /// The lengths of the log and of what is pending.
    var start: Savepoint
    var turn: TurnCounts
    var nextSerial: UInt32
    var nextObjectNumber: UInt32
    var unnumberedCount: Int
    var finishedCount: Int
    /// What waited for a tick.
    var waiting: Waiting
  }

  /// Whether the graph can be rolled back to its state before an earlier turn.
  package var hasCheckpoint: Bool { keepsLog }

  /// Whether what is done now may be rolled back: as part of the running turn, or to a checkpoint.
  @inline(__always)
  var isLogging: Bool { isInTurn || keepsLog }

  /// The present state between turns.
  ///
  /// - Complexity: O(1), apart from what waits for a tick.
  mutating func makeCheckpoint() -> Checkpoint {
    precondition(!isInTurn, "checkpoints are made between turns")
    return Checkpoint(
      start: makeSavepoint(), turn: turn, nextSerial: nextSerial,
      nextObjectNumber: nextObjectNumber,
      unnumberedCount: unnumbered.count, finishedCount: finishedBlocks.count,
      waiting: isTickDue || agenda.oldValues.count > 0 ? waiting : Waiting())
  }

  /// Marks the state between turns to which `rollBack` leads.
  package mutating func openCheckpoint() {
    // Only the log from here on can be rolled back completely.
    keepsLog = true
    checkpoints.append(makeCheckpoint())
  }

  /// Rolls back everything since the last checkpoint, which stays open.
  ///
  /// - Complexity: O(*n*) in what was done.
  package mutating func rollBack() {
    guard let checkpoint = checkpoints.last else { preconditionFailure("no checkpoint is open") }
    rollBack(to: checkpoint)
  }

  mutating func rollBack(to checkpoint: Checkpoint) {
    precondition(!isInTurn, "checkpoints are for the time between turns")
    while log.count > checkpoint.start.log { undo(store.takeLast()) }
    pending.truncate(to: checkpoint.start.pending)
    takeBackNumbers(to: checkpoint)
    // Their timers are due again, or were set since and are gone with their blocks.
    finishedBlocks.removeLast(finishedBlocks.count - checkpoint.finishedCount)
    makeDueAgain(checkpoint.waiting)
    counts.begin()
    latestChange = (.max, .max)
    cycles.closedBy = 0
    failure = nil
    forgetHolds()
    forgetTrace()
  }

  /// Numbers given since the checkpoint will be given again.
  private mutating func takeBackNumbers(to checkpoint: Checkpoint) {
    turn = checkpoint.turn
    nextSerial = checkpoint.nextSerial
    nextObjectNumber = checkpoint.nextObjectNumber
    unnumbered.removeLast(unnumbered.count - checkpoint.unnumberedCount)
    firstNewSerial = nextSerial
  }

  /// The state before a trial turn.
  package struct TrialStart {
    fileprivate var checkpoint: Checkpoint
    fileprivate var closedBy: UInt32
  }

  /// Begins a turn that `endTrial` undoes, so that later turns cannot tell that it ran.
  package mutating func beginTrial() -> TrialStart {
    let start = TrialStart(checkpoint: makeCheckpoint(), closedBy: cycles.closedBy)
    beginTurn()
    return start
  }

  /// Undoes a trial turn. A failed turn uses up the numbers that it assigned; a trial does not.
  package mutating func endTrial(_ start: TrialStart) {
    if isInTurn { undoTurn() }
    makeDueAgain(start.checkpoint.waiting)
    // What was removed and came back has closed no cycle.
    cycles.closedBy = start.closedBy
    takeBackNumbers(to: start.checkpoint)
  }

  /// Rewinds the running turn to the point where its log had `count` entries, for inspection only:
  /// it cannot continue from there.
  ///
  /// - Returns: Where its log begins, for going further back.
  @discardableResult
  package mutating func goBack(inTurnTo count: Int) -> Int {
    precondition(isInTurn)
    let start = turnStart.log
    clearStack()
    isInTurn = false
    goFurtherBack(to: start + count)
    emptyAgenda()
    failure = nil
    forgetTrace()
    // What is tried from here on is rolled back alone, without the turn.
    keepsLog = true
    return start
  }

  /// Goes to an earlier place of the log again. What was tried since is rolled back.
  package mutating func goFurtherBack(to place: Int) {
    precondition(!isInTurn)
    while log.count > place { undo(store.takeLast()) }
  }

  /// Keeps what was done since the last checkpoint, and removes the checkpoint.
  package mutating func closeCheckpoint() {
    precondition(!isInTurn, "checkpoints are for the time between turns")
    guard checkpoints.popLast() != nil else { preconditionFailure("no checkpoint is open") }
    if checkpoints.isEmpty, !journal.isOpen { forgetLog() }
  }

  /// What was done can no longer be rolled back.
  mutating func forgetLog() {
    keepsLog = false
    replacedRules = []
    turnStart = Savepoint()
    store.clearLog()
    settle()
    retiredBlocks += finishedBlocks
    finishedBlocks = []
  }

  // MARK: Blocks of timers

  /// Lets the driver forget the block of a timer that has fallen due, as soon as nothing can make
  /// it due again.
  package mutating func retire(_ block: BlockID) {
    if keepsLog { finishedBlocks.append(block) } else { retiredBlocks.append(block) }
  }

  /// Keeps the block after all: the timer is due again.
  package mutating func unretire(_ block: BlockID) {
    if keepsLog {
      finishedBlocks.removeAll { $0 == block }
    } else {
      retiredBlocks.removeAll { $0 == block }
    }
  }
}
