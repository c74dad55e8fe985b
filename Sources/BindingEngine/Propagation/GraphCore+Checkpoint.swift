// A state that the graph can be put back to over several turns.
//
// While a checkpoint is open a turn that is kept leaves its entries in the log, and what it has
// ended keeps its place, so that going through the log from its end puts back turn by turn. A turn
// that fails is put back alone, to where it began: see `turnStart`. What the log does not have is
// kept whole: tables that share their storage until one of them changes, and the clock, from which
// timers fall between turns.
//
// As after a turn that was put back, what has been made keeps its place for others; variables,
// classes and transformers, to which compiled code may point, stay.
//
// Checkpoints nest: one for each of the last turns would be a journal to rewind.
extension GraphCore {
  struct Checkpoint {
    /// How far the log and what is pending had come.
    var start: Savepoint
    var turn: TurnCounts
    var clock: VirtualClock
    var nextSerial: UInt32
    var unnumbered: [UInt32]
    var ties: [UInt32: [Tie]]
    var children: [UInt32: [ObjectID]]
    var objectNames: [UInt32: ObjectName]
    var origins: [UInt32]
    var linkNames: [UInt32: Name]
    var lastRequests: [UInt32: UInt64]
    /// What waited for a tick.
    var waiting: [Due]
    var oldValues: [Value]
    /// Blocks of timers that have run since: if the timers are due again they are needed again.
    var finishedBlocks: [BlockID] = []
  }

  /// Whether the graph can be put back to the state that it had before an earlier turn.
  package var hasCheckpoint: Bool { !checkpoints.isEmpty }

  /// Whether what is done now may be put back: as a part of the running turn, or to a checkpoint.
  @inline(__always)
  var isLogging: Bool { isInTurn || !checkpoints.isEmpty }

  /// Marks the state between turns to which `rollBack` leads.
  ///
  /// - Complexity: O(*n*) in the number of timers.
  package mutating func openCheckpoint() {
    precondition(!isInTurn, "checkpoints are opened between turns")
    checkpoints.append(
      Checkpoint(
        start: makeSavepoint(), turn: turn, clock: clock.copy(), nextSerial: nextSerial,
        unnumbered: unnumbered, ties: ties, children: children, objectNames: objectNames,
        origins: origins, linkNames: linkNames, lastRequests: lastRequests,
        waiting: waiting, oldValues: savedOldValues()))
  }

  /// Puts back all that was done since the last checkpoint, which stays open.
  ///
  /// - Complexity: O(*n*) in what was done and in the number of timers.
  package mutating func rollBack() {
    precondition(!isInTurn, "checkpoints are for the time between turns")
    guard let checkpoint = checkpoints.last else { preconditionFailure("no checkpoint is open") }
    while log.count > checkpoint.start.log {
      let entry = log.removeLast()
      // The clock is put back whole: what was set has fallen due since, perhaps.
      if entry.kind != .scheduled, entry.kind != .unscheduled { putBack(entry) }
    }
    forgetPending(since: checkpoint.start)
    checkpoints[checkpoints.count - 1].finishedBlocks = []
    let neededAgain = Set(checkpoint.clock.blocks(setSince: 0))
    retiredBlocks += checkpoint.finishedBlocks.filter { !neededAgain.contains($0) }
    retiredBlocks += clock.blocks(setSince: checkpoint.clock.nextSerial)
    clock.destroy()
    clock = checkpoint.clock.copy()
    turn = checkpoint.turn
    nextSerial = checkpoint.nextSerial
    unnumbered = checkpoint.unnumbered
    ties = checkpoint.ties
    children = checkpoint.children
    objectNames = checkpoint.objectNames
    origins = checkpoint.origins
    linkNames = checkpoint.linkNames
    lastRequests = checkpoint.lastRequests
    makeDueAgain(checkpoint.waiting, checkpoint.oldValues)
    firstNewSerial = nextSerial
    countEpoch &+= 1
    latestChange = (.max, .max)
    cycles.closedBy = 0
    failure = nil
    forgetHolds()
    forgetTrace()
  }

  /// Keeps what was done since the last checkpoint, which is gone.
  package mutating func closeCheckpoint() {
    precondition(!isInTurn, "checkpoints are for the time between turns")
    guard var checkpoint = checkpoints.popLast() else {
      preconditionFailure("no checkpoint is open")
    }
    checkpoint.clock.destroy()
    if checkpoints.isEmpty {
      turnStart = Savepoint()
      clearLog()
      settle()
      retiredBlocks += checkpoint.finishedBlocks
    } else {
      checkpoints[checkpoints.count - 1].finishedBlocks += checkpoint.finishedBlocks
    }
  }

  // MARK: Blocks of timers

  /// Lets the driver forget the block of a timer that has fallen due, as soon as nothing can make it
  /// due again.
  package mutating func retire(_ block: BlockID) {
    if checkpoints.isEmpty {
      retiredBlocks.append(block)
    } else {
      checkpoints[checkpoints.count - 1].finishedBlocks.append(block)
    }
  }

  /// Takes that back: the timer is due again.
  package mutating func keepAfterAll(_ block: BlockID) {
    if checkpoints.isEmpty {
      retiredBlocks.removeAll { $0 == block }
    } else {
      checkpoints[checkpoints.count - 1].finishedBlocks.removeAll { $0 == block }
    }
  }
}
