// A turn: one statement with everything that it sets off. It ends settled, or is rolled back as a
// whole.
extension GraphCore {
  @inline(__always)
  package mutating func beginTurn() {
    precondition(!isInTurn, "a turn is already running")
    isInTurn = true
    startCounting()
    if isTracing { forgetTrace() }
    store.raiseFloor()
    if keepsLog { beginRemembering() }
  }

  @inline(__always)
  mutating func startCounting() {
    turn.number += 1
    turn.writes = 0
    turn.firings = 0
    turn.held = 0
    turn.dropped = 0
    turn.rejected = 0
    turn.depth = 0
    turn.glitches = 0
    turn.searched = 0
    turn.pulled = 0
    turn.rounds = 0
    turn.made = 0
    turn.reused = 0
    turn.currentDepth = 0
    turn.nestedEvents = 0
    // What follows is nearly always empty already, and emptying costs more than checking.
    if holding.records.count > 0 { forgetHolds() }
    if awaited.isInUse { forgetAwaited() }
    if case .some = turn.runaway { turn.runaway = nil }
    turn.hasMetLimit = false
    if case .some = failure { failure = nil }
    counts.begin()
    firstNewSerial = nextSerial
    agenda.firstNewArrival = agenda.arrivals.count
    agenda.notes.firstNew = agenda.notes.count
    readMask = GraphCore.ordinaryReadMask
    settledBelow = .min
    pauses.forget()
  }

  /// Keeps what the turn did.
  @inline(__always)
  package mutating func commitTurn() {
    precondition(isInTurn)
    if isWatching { countGlitches() }
    if knobs.followsInside { inside.endTurn() }
    if agenda.unobserved.count > 0 { leaveUnobserved() }
    if frames.count | held.count | reads.count | freshLinks.count != 0 || !rare.isEmpty {
      clearStack()
      if !rare.isEmpty { rare = RareState() }
    } else {
      openHolds()
      frames.shrink(above: GraphCore.ordinarySize)
    }
    // What may still be rolled back stays in the log and keeps its place.
    if keepsLog {
      isInTurn = false
      return
    }
    store.clearLog()
    if !pending.isEmpty { settle() }
    isInTurn = false
  }

  /// Rolls back everything that the turn did.
  package mutating func undoTurn() {
    precondition(isInTurn)
    let taken = rare.taken
    countGlitches()
    if tracesHopsByLog { recordHops(since: turnStart.log) }
    clearStack()
    if taken == nil {
      forgetArrivals(from: min(agenda.firstNewArrival, agenda.arrivals.count))
      forgetNotes(from: agenda.notes.firstNew)
    }
    rollBack(to: turnStart)
    agenda.unobserved.forget()
    if !keepsLog { store.clearLog() }
    if let taken { makeDueAgain(taken) }
    cycles.closedBy = 0
    if !rare.isEmpty { rare = RareState() }
    if knobs.followsInside { inside.endTurn() }
    isInTurn = false
  }

  /// Whether the running turn has left nothing in the log: no value, object, link or timer.
  package var hasLogged: Bool {
    log.count > turnStart.log || turn.firings > 0 || turn.writes > 0
      || agenda.notes.count > agenda.notes.firstNew
  }

  /// Ends a turn that has done nothing as if it had not begun: the next turn gets its number.
  package mutating func cancelTurn() {
    undoTurn()
    turn.number -= 1
  }

  /// Leaves the stack of a turn that stopped in the middle, and opens its locks.
  package mutating func clearStack() {
    if frames.count > 0 { popFrames(to: 0) }
    // A batch that failed is over, also if what was done stays.
    if agenda.batchDepth > 0 || sweeps.announced.count > 0 { leaveBatch() }
    openHolds()
    if freshLinks.count > 0 { forgetFresh() }
    pendingSuspension = nil
    failedBeforeItsFrame = false
    if held.count > 0 { held.truncate(to: 0) }
    if reads.count > 0 { reads.truncate(to: 0) }
    frames.shrink(above: GraphCore.ordinarySize)
  }

  private mutating func forgetFresh() {
    for position in 0..<UInt32(freshLinks.count) {
      let link = freshLinks[position]
      links[link].flags.remove(.fresh)
      if links[link].flags.contains(.step) { links[link].detail = 0 }
    }
    freshLinks.truncate(to: 0)
    freshLinks.shrink(above: GraphCore.ordinarySize)
    if !freshMoves.isEmpty { freshMoves = [:] }
  }

  /// How much of the stack and the log is kept from turn to turn.
  static let ordinarySize = 65_536

  /// Leaves the levels of the stack above `count` and opens their locks.
  mutating func popFrames(to count: Int) {
    if awaited.isInUse { forgetAwaited() }
    hideKept()
    if knobs.keeps { keeping.leave(from: count + 1) }
    while frames.count > count {
      let frame = frames.removeLast()
      if frame.link != 0 { unlock(frame.link) }
      if pullsBound, isEvaluatingBound(frame) {
        properties[links[frame.link].target].marks.remove(.evaluating)
      }
      if frame.isDelivery {
        turn.currentDepth -= 1
        if frame.phase == .sweep { SweepOrder.leaveSweep(frame, in: &self) }
        continue
      }
      switch frame.phase {
      case .computed, .verify: properties[frame.slot].marks.remove(.evaluating)
      case .wave: SweepOrder.leaveWave(frame, in: &self)
      case .announce: sweeps.due.setCount(min(sweeps.due.count, Int(frame.notifyBase)))
      case .flush: leaveFlush()
      case .update: agenda.updates.leave(to: Int(frame.notifyBase))
      default: break
      }
      if frame.phase == .happened { closeEvent(frame) }
      if frame.phase == .prior { turn.currentDepth -= 1 }
      held.truncate(to: min(held.count, Int(frame.heldBase)))
      reads.truncate(to: min(reads.count, Int(frame.readBase)))
    }
    if knobs.subscribesEachRun { forgetReaders() }
  }

  // MARK: A part of a turn

  /// The progress of a turn: what a block does from here on can be rolled back alone.
  package struct Savepoint {
    var frames = 0
    var held = 0
    var reads = 0
    var log = 0
    var pending = Pending().counts
    var arrivals = 0
    var notes = 0
    var batchDepth = 0
    var announced = 0
    var stale = StaleReadings.Counts()
  }

  /// Must be taken before a write or a binding inside a block, if the block may survive its
  /// failure.
  package mutating func makeSavepoint() -> Savepoint {
    firstNewSerial = nextSerial
    store.raiseFloor()
    return Savepoint(
      frames: frames.count, held: held.count, reads: reads.count, log: log.count,
      pending: pending.counts, arrivals: agenda.arrivals.count, notes: agenda.notes.count,
      batchDepth: agenda.batchDepth, announced: sweeps.announced.count,
      stale: isWatching ? rare.stale.counts : StaleReadings.Counts())
  }

  /// Leaves what was begun since `savepoint`: the stack is as it was then. The counts stay.
  ///
  /// - Parameter undoing: Whether what was done since is rolled back.
  package mutating func abandon(to savepoint: Savepoint, undoing: Bool) {
    precondition(isInTurn)
    pendingSuspension = nil
    failedBeforeItsFrame = false
    popFrames(to: savepoint.frames)
    agenda.batchDepth = savepoint.batchDepth
    held.truncate(to: savepoint.held)
    reads.truncate(to: savepoint.reads)
    guard undoing else { return }
    if tracesHopsByLog { recordHops(since: savepoint.log) }
    latestChange = (.max, .max)
    if let taken = rare.taken,
      agenda.arrivals.count < savepoint.arrivals || agenda.notes.count < savepoint.notes
    {
      // A flush that began since was left in the middle.
      makeDueAgain(taken)
    } else {
      forgetArrivals(from: savepoint.arrivals)
      forgetNotes(from: savepoint.notes)
    }
    sweeps.announced.setCount(min(sweeps.announced.count, savepoint.announced))
    rare.forgetEntries(from: savepoint.log)
    if isWatching { rare.stale.forget(from: savepoint.stale) }
    while log.count > savepoint.log {
      let entry = store.takeLast()
      countUndone(entry)
      undo(entry)
    }
    pending.truncate(to: savepoint.pending)
  }

  /// Rolls back what was done since `savepoint`, and keeps nothing of it.
  mutating func rollBack(to savepoint: Savepoint) {
    while log.count > savepoint.log { undo(store.takeLast()) }
    pending.truncate(to: savepoint.pending)
  }

  // MARK: Asking

  /// Lets values be evaluated between turns. This is not a turn: `lastTurn` and the trace stay.
  package mutating func beginAsking() {
    precondition(!isInTurn, "a turn is already running")
    isInTurn = true
    askedDuring = (turn, isTracing)
    isTracing = false
    if keepsLog { turnStart = makeSavepoint() }
    turn.currentDepth = 0
    turn.firings = 0
    settledBelow = .min
    // What waits for a tick is not of this.
    agenda.firstNewArrival = agenda.arrivals.count
    agenda.notes.firstNew = agenda.notes.count
    pauses.forget()
    counts.begin()
    // What the last turn has made is not removed when this is rolled back.
    firstNewSerial = nextSerial
    if case .some = failure { failure = nil }
  }

  /// Whether the running turn has done more than evaluate something. An object may be made for a
  /// question.
  package var hasDoneSomething: Bool {
    if turn.writes > turn.pulled || agenda.notes.count > agenda.notes.firstNew { return true }
    var madeObject = false
    for position in UInt32(turnStart.log)..<UInt32(log.count) {
      let kind = log[position].kind
      // What a formula reads, and a listener's own `computed`, come and go as it is evaluated.
      if kind == .madeLink || kind == .endedLink,
        !links[log[position].link].flags.isDisjoint(with: [.own, .step])
      {
        continue
      }
      switch kind {
      case .released, .endedLink, .extended, .reclassed, .redeclared, .scheduled, .unscheduled:
        return true
      case .madeObject: madeObject = true
      case .madeLink where !madeObject: return true
      default: break
      }
    }
    return false
  }

  /// The bindings that the running turn has ended without being asked to: a write to the target has,
  /// or another binding, which is then given and may have ended itself.
  package var lostLinks: [(link: UInt32, successor: UInt32?)] {
    if pending.links.count == turnStart.pending.links { return [] }
    return pending.links[turnStart.pending.links...].compactMap { ended in
      switch ended.reason {
      case .overwritten: (ended.link, nil)
      case .replaced: (ended.link, ended.successor)
      default: nil
      }
    }
  }

  /// The objects that the running turn has made.
  package var madeObjects: Set<ObjectID> {
    var made: Set<ObjectID> = []
    for position in UInt32(turnStart.log)..<UInt32(log.count)
    where log[position].kind == .madeObject {
      made.insert(objectID(at: log[position].slot))
    }
    return made
  }

  /// Rolls back what was made for a question. Its numbers are used again, since nothing has seen them.
  package mutating func undoQuestion() {
    let first = firstNewSerial
    undoTurn()
    nextSerial = first
    while let last = unnumbered.last, last >= first { unnumbered.removeLast() }
  }

  /// - Parameter undoing: Whether what was evaluated is rolled back, after an error.
  package mutating func endAsking(undoing: Bool = false) {
    if undoing { undoTurn() } else { commitTurn() }
    if let (turn, isTracing) = askedDuring {
      self.turn = turn
      self.isTracing = isTracing
    }
    askedDuring = nil
  }
}

extension GraphCore {
  /// Applies the semantics' rule for `error`.
  package func policy(for error: GraphError) -> Semantics.ErrorPolicy {
    switch error {
    case .interrupted: .undo
    // The closures of observers that nest without end are a runaway, too.
    case .runaway, .nestedTooDeeply: knobs.undoesRunaways ? .undo : .stop
    // What runs in a cycle without end would meet the limit again.
    case .readsItself where turn.hasMetLimit: knobs.undoesRunaways ? .undo : .stop
    default: knobs.afterError
    }
  }

  /// Notes a property that now holds its first object, if such properties are noted.
  package mutating func noteReference(_ slot: UInt32) {
    if notesReferences, properties[slot].value.isObject { rare.noteReference(slot) }
  }

  /// The chosen properties that the turn has written and that hold or have held an object; each
  /// once.
  ///
  /// - Complexity: O(*n*) in how many of those the turn has written since `notesReferences`.
  package func writtenReferences(where isMeant: (UInt32) -> Bool) -> [UInt32] {
    if rare.references.isEmpty { return [] }
    var seen: Set<UInt32> = []
    return rare.references.filter { isMeant($0) && seen.insert($0).inserted }
  }

  /// The living links whose paths the turn has moved to other properties since `notesMoves`; each
  /// once.
  package func movedLinks() -> [UInt32] {
    if rare.movedLinks.isEmpty { return [] }
    var seen: Set<UInt32> = []
    return rare.movedLinks.filter { isLiving(link: $0) && seen.insert($0).inserted }
  }
}
