/// The last turns, for questions and for going back.
///
/// What a turn changed is in the log, which keeps it; what happened in it are the events of its
/// trace. If there are too many turns, or too much of both, the oldest turns are forgotten.
package struct Journal {
  struct Entry {
    /// The state before the turn.
    var before: GraphCore.Checkpoint
    var number: Int
    /// Where the turn's own entries of the log begin.
    var logStart: Int
    var recording: Recording
    var outcome: RecordedTurn.Outcome
  }

  /// How many turns are remembered at most; 0 for none.
  package internal(set) var limit = 0
  var entries: [Entry] = []
  /// The state after the last turn.
  var after: GraphCore.Checkpoint?
  /// What of it has changed outside of turns before the running turn began.
  var begun = (nextSerial: UInt32(0), nextObject: UInt32(0), unnumbered: 0, finished: 0)
  /// Objects whose release can no longer be rolled back, each with the last turn that may refer to
  /// it.
  var buried: [(object: UInt32, turn: Int)] = []
  /// How many events all entries have.
  var eventCount = 0

  /// The most that is remembered of all turns together, except the last one.
  static let mostEvents = 500_000
  static let mostLogEntries = 1_000_000

  package var isOpen: Bool { limit > 0 }
  package var count: Int { entries.count }

  /// Takes off the last turn, if more than `count` are there. One by one: a slice would share the
  /// entries, and removing them then copies all that stay.
  mutating func takeLast(downTo count: Int) -> Entry? {
    guard entries.count > count, let entry = entries.popLast() else { return nil }
    eventCount -= entry.recording.events.count
    return entry
  }
}

extension GraphCore {
  /// Whether turns are remembered. The graph answers this, because another module would copy the
  /// journal to read it.
  package var remembersTurns: Bool { journal.isOpen }

  /// Remembers turns from now on, or none.
  ///
  /// - Parameter limit: How many; 0 for none.
  package mutating func openJournal(_ limit: Int) {
    precondition(!isInTurn && checkpoints.isEmpty, "the journal is opened between turns")
    journal.limit = limit
    if limit > 0 {
      if journal.after == nil {
        keepsLog = true
        journal.after = makeCheckpoint()
      }
      forgetOldTurns()
    } else {
      journal.limit = 0
      forgetLog()
      freeBuried()
      journal = Journal()
    }
    limitTrace(toShown: !journal.isOpen)
  }

  /// Notes where a turn begins.
  mutating func beginRemembering() {
    turnStart = makeSavepoint()
    if journal.isOpen {
      journal.begun = (nextSerial, nextObjectNumber, unnumbered.count, finishedBlocks.count)
    }
  }

  /// The state before the turn that has just ended: time may have passed since the turn before, and
  /// values may have been evaluated.
  private func stateBeforeTurn(after earlier: Checkpoint) -> Checkpoint {
    var before = earlier
    before.start = turnStart
    before.nextSerial = journal.begun.nextSerial
    before.nextObjectNumber = journal.begun.nextObject
    before.unnumberedCount = journal.begun.unnumbered
    before.finishedCount = journal.begun.finished
    // The entry before its first one may be of a timer whose turn has failed.
    if turnStart.log > earlier.start.log, log[UInt32(turnStart.log - 1)].kind == .fell {
      // Its timer was still pending.
      before.start.log -= 1
      before.start.pending.timers -= 1
    }
    return before
  }

  /// Adds the turn that has just ended to the journal, which takes its trace.
  ///
  /// - Complexity: O(1) amortized.
  package mutating func rememberTurn(_ outcome: RecordedTurn.Outcome) {
    precondition(!isInTurn)
    guard let earlier = journal.after, checkpoints.isEmpty else { return }
    journal.eventCount += recording.events.count
    journal.entries.append(
      Journal.Entry(
        before: stateBeforeTurn(after: earlier), number: turn.number, logStart: turnStart.log,
        recording: recording, outcome: outcome))
    recording = Recording()
    journal.after = makeCheckpoint()
    forgetOldTurns()
  }

  /// Notes how the last turn ended, if that is found out later.
  package mutating func setLastOutcome(_ outcome: RecordedTurn.Outcome) {
    if journal.count > 0 { journal.entries[journal.count - 1].outcome = outcome }
  }

  private mutating func forgetOldTurns() {
    guard
      // The same number again, so that what is kept is seldom moved to the front.
      journal.count - journal.limit > journal.limit || journal.eventCount > Journal.mostEvents
        || log.count > Journal.mostLogEntries
    else { return }
    var kept = 0
    var events = 0
    while kept < min(journal.limit, journal.count) {
      let entry = journal.entries[journal.count - 1 - kept]
      events += entry.recording.events.count
      let isTooMuch =
        2 * events > Journal.mostEvents
        || 2 * (log.count - entry.before.start.log) > Journal.mostLogEntries
      if isTooMuch, kept > 0 { break }
      kept += 1
    }
    forgetTurns(journal.count - kept)
  }

  /// Forgets the `count` oldest turns: what they did can no longer be rolled back.
  private mutating func forgetTurns(_ count: Int) {
    guard count > 0, let after = journal.after else { return }
    let start = count < journal.count ? journal.entries[count].before : after
    for entry in journal.entries.prefix(count) {
      journal.eventCount -= entry.recording.events.count
    }
    journal.entries.removeFirst(count)
    let past = start.start
    settle(past.pending, logStart: past.log)
    retiredBlocks += finishedBlocks.prefix(start.finishedCount)
    finishedBlocks.removeFirst(start.finishedCount)
    store.forgetFirst(past.log)
    for position in journal.entries.indices {
      journal.entries[position].before.move(past, start.finishedCount)
      journal.entries[position].logStart -= past.log
    }
    journal.after?.move(past, start.finishedCount)
    turnStart = turnStart.moved(past)
    freeBuried()
    latestChange = (.max, .max)
  }

  // MARK: Going back

  /// Forgets turns that are kept only to avoid moving the log.
  package mutating func forgetTurnsBeyondLimit() {
    forgetTurns(max(0, journal.count - journal.limit))
  }

  /// The state in which only the first `count` remembered turns had run.
  func checkpoint(afterTurns count: Int) -> Checkpoint? {
    precondition(count <= journal.count)
    return count == journal.count ? journal.after : journal.entries[count].before
  }

  /// Rolls back turns that were taken off the journal.
  ///
  /// - Complexity: O(*n*) in what they did.
  mutating func returnToTurn(before checkpoint: Checkpoint) {
    rollBack(to: checkpoint)
    journal.after = checkpoint
  }

  // MARK: Asking

  /// The number of the turn with this index in the journal, the oldest first.
  package func rememberedNumber(at position: Int) -> Int { journal.entries[position].number }

  /// What happened in the turn with this index in the journal.
  ///
  /// - Complexity: O(*n*) in the number of its events.
  package func rememberedTurn(at position: Int) -> RecordedTurn {
    let entry = journal.entries[position]
    var turn = RecordedTurn(number: entry.number)
    let recording = entry.recording
    turn.events = withHops(recording.events, logStart: entry.logStart).events
    turn.reads = recording.reads
    turn.leftOut = recording.leftOut
    turn.timer = recording.timer
    turn.outcome = entry.outcome.rawValue
    return turn
  }

  /// Before the log forgets what is rolled back or has ended, numbers that were copied plainly become
  /// events.
  ///
  /// - Parameter start: What was logged before it stays in the log, and is read from there later.
  mutating func recordHops(since start: Int = 0) {
    guard
      let last = recording.events.last(where: { $0.hops > 0 }),
      turnStart.log + Int(last.property) + Int(last.hops) > start
    else { return }
    let (events, leftOut) = withHops(
      recording.events, logStart: turnStart.log, within: traceLimit)
    recording.events = events
    recording.leftOut += leftOut
  }

  /// The events of a turn, including those that the log represents.
  ///
  /// - Parameter limit: How many events are kept; nil for all.
  /// - Returns: How many were left out.
  func withHops(
    _ events: [TraceEvent], logStart: Int, within limit: TraceLimit? = nil
  ) -> (events: [TraceEvent], leftOut: Int) {
    let hops = events.reduce(0) { $0 + Int($1.hops) }
    guard hops > 0 else { return (events, 0) }
    var all: [TraceEvent] = []
    var leftOut = 0
    let most = limit?.most ?? .max
    all.reserveCapacity(min(events.count + 2 * hops, most))
    var values = SlotValues(count: properties.count, used: hops + events.count)
    for event in events {
      if let limit, all.count >= most { leftOut += all.leaveOut(limit) }
      guard event.hops > 0 else {
        if [.write, .compute, .event].contains(event.kind) { values[event.property] = event.new }
        all.append(event)
        continue
      }
      var sequence = event.sequence
      // What was copied last: in a chain it is what the next binding reads.
      var (lastSlot, value) = (UInt32(0), Value.nil)
      let first = logStart + Int(event.property)
      for position in first..<(first + Int(event.hops)) {
        if let limit, all.count >= most - 1 { leftOut += all.leaveOut(limit) }
        let entry = (log.base + position)
        let (cause, link, slot) = (entry.pointee.cause, entry.pointee.link, entry.pointee.slot)
        var source = lastSlot
        if lastSlot == 0 || cause != sequence &- 1 {
          // The binding may have been moved since; the delivered property shows what it read.
          source = all.index(of: cause).map { all[$0].property } ?? links[link].source
          value = values[source] ?? read(source)
        }
        all.append(
          TraceEvent(
            kind: .fire, sequence: sequence, cause: cause, link: link, property: source,
            other: slot, old: value, new: value))
        all.append(
          TraceEvent(
            kind: .write, sequence: sequence + 1, cause: sequence, link: link, property: slot,
            old: entry.pointee.value, new: value))
        values[slot] = value
        lastSlot = slot
        sequence += 2
      }
    }
    return (all, leftOut)
  }
}

/// Values by property: a table if many are needed, since a dictionary is slow, and otherwise a
/// dictionary, since a table is large.
private struct SlotValues {
  private var table: [Value?] = []
  private var few: [UInt32: Value] = [:]

  init(count: Int, used: Int) {
    if 8 * used > count { table = Array(repeating: nil, count: count) }
  }

  subscript(slot: UInt32) -> Value? {
    get { table.isEmpty ? few[slot] : table[Int(slot)] }
    set { if table.isEmpty { few[slot] = newValue } else { table[Int(slot)] = newValue } }
  }
}

extension GraphCore.Checkpoint {
  /// Moves it by what has been forgotten before it.
  mutating func move(_ past: GraphCore.Savepoint, _ finished: Int) {
    start = start.moved(past)
    finishedCount -= finished
  }
}

extension GraphCore.Savepoint {
  /// Where this savepoint is when everything before `past` has been forgotten.
  func moved(_ past: GraphCore.Savepoint) -> GraphCore.Savepoint {
    var moved = self
    moved.log -= past.log
    moved.pending = pending - past.pending
    return moved
  }
}
