// Changes that wait: for the end of a batch, and for the next tick of the virtual clock.
extension GraphCore {
  // MARK: Batches

  /// Lets changes wait for `endBatch`, if the semantics says so.
  package mutating func beginBatch() {
    guard knobs.batches else { return }
    if agenda.batchDepth == 0 {
      agenda.batchStart = (log.count, nextSerial)
      store.raiseFloor()
      if knobs.restoresInBatch { forgetCaptured() }
      if knobs.computesAhead, !agenda.isFlushing { beginUpdate() }
    }
    agenda.batchDepth += 1
    rare.noteBatch()
  }

  /// - Returns: Whether `run()` must be called.
  package mutating func endBatch() -> Bool {
    guard agenda.batchDepth > 0 else { return false }
    agenda.batchDepth -= 1
    guard agenda.batchDepth == 0 else { return false }
    if knobs.restoresInBatch, !agenda.isFlushing { passOverRestored() }
    return passOnBatch()
  }

  /// Leaves a batch in the middle: what waited for its end is not passed on.
  mutating func leaveBatch() {
    agenda.batchDepth = 0
    sweeps.announced.forget()
    if !knobs.waitsForTick, !agenda.isEmpty { emptyAgenda() }
  }

  // MARK: Announcing

  /// Notes a change that is announced when the batch ends, each property once.
  mutating func announceLater(_ write: Delivery) -> Suspension? {
    if let place = sweeps.announcedPlace(of: write.slot) {
      sweeps.announced[place].change = .set
    } else {
      var due = Due(link: 0, entry: write.entry, slot: write.slot, event: write.event)
      due.change = write.change
      sweeps.announced.append(due)
    }
    return write.isRoot ? .done : nil
  }

  /// - Returns: Whether `run()` must be called.
  mutating func announce() -> Bool {
    let count = sweeps.announced.count
    guard count > 0 else { return false }
    var frame = level(.announce, event: currentCause, isRoot: true)
    frame.notifyBase = UInt32(sweeps.due.count)
    frame.place = frame.notifyBase + UInt32(count)
    push(frame)
    for position in 0..<UInt32(count) { sweeps.due.append(sweeps.announced[position]) }
    sweeps.announced.forget()
    return true
  }

  /// Announces the next property, backward, as GObject does when notifications are thawed.
  mutating func goOnAnnouncing() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    guard frame.place > frame.notifyBase else {
      sweeps.due.setCount(Int(frame.notifyBase))
      return finishFiring() ? .done : nil
    }
    frames[top].place -= 1
    let due = sweeps.due[frame.place - 1]
    if knobs.passesAnnounced { rare.noteAnnounced(due.entry, at: log.count - 1) }
    return deliver(
      due.slot, entry: due.entry, event: due.event, link: 0, isRoot: false, due.change)
  }

  // MARK: Ticks

  /// Whether something waits for the next tick of the clock.
  ///
  /// Between turns the agenda contains nothing else.
  package var isTickDue: Bool {
    !agenda.isFlushing && (hasMore || agenda.notes.count > 0)
  }

  /// What falls due next until `time`, removed from the clock. The tick comes before everything
  /// else.
  package mutating func nextTimer(until time: Int) -> TimerRecord? {
    setNextOfQueue()
    if isTickDue { return clock.tick() }
    let now = clock.now
    guard let (timer, record) = clock.next(until: time, isKept: keepsLog) else { return nil }
    if keepsLog {
      appendLog(.fell, .int(now), slot: timer)
      pending.add(timer: timer)
    }
    return record
  }

  /// Sets the clock to `time` if nothing is due before.
  package mutating func stand(at time: Int) {
    if keepsLog, time > clock.now { appendLog(.passed, .int(clock.now)) }
    clock.stand(at: time)
  }

  /// Makes what has just fallen due, and was not run, due again, at the previous time.
  ///
  /// The log continues: a turn that was rolled back is remembered with the place where it began.
  package mutating func restore(_ timer: TimerRecord) {
    if case .tick = timer.work { return }
    let now = clock.now
    let restored = clock.restore(timer)
    if keepsLog { appendLog(.dueAgain, slot: restored) }
    noteRestored(restored)
    if keepsLog, clock.now < now { appendLog(.passed, .int(now)) }
  }

  /// How many batches are open.
  package var batchDepth: Int { agenda.batchDepth }

  /// Leaves batches whose end was not reached.
  ///
  /// - Returns: Whether `run()` must be called.
  package mutating func leaveBatches(to depth: Int) -> Bool {
    var isDue = false
    while agenda.batchDepth > depth { isDue = endBatch() }
    return isDue
  }

  /// What waits was caused by an earlier turn, whose events are not those of the next.
  mutating func forgetCausesOfWaiting() {
    for position in 0..<agenda.notes.count { agenda.notes.list.base[position].event = 0 }
    for position in 0..<agenda.stack.count { agenda.stack.base[position].event = 0 }
    for position in agenda.head..<max(agenda.head, agenda.queue.count) {
      agenda.queue.base[position].event = 0
    }
  }

  /// The tick: fires what waits for it. Must be called in a turn.
  package mutating func tick() -> Suspension {
    pushFlush(isRoot: true)
    forgetCausesOfWaiting()
    return run()
  }

  /// Must be called before what waits from earlier turns is fired: if the turn is rolled back, it waits
  /// again. What this turn itself has made due does not.
  @inline(never)
  mutating func noteWaiting() {
    guard rare.taken == nil else { return }
    let earlier = Set((0..<UInt32(agenda.firstNewArrival)).map { agenda.arrivals[$0] })
    var waiting = waiting
    waiting.queue.removeAll { !earlier.contains($0.link) }
    waiting.stack.removeAll { !earlier.contains($0.link) }
    waiting.notes.removeLast(waiting.notes.count - agenda.notes.firstNew)
    rare.noteTaken(waiting)
  }

  /// Also what the running turn has ended, since that may be rolled back.
  var waiting: Waiting {
    Waiting(
      queue: (agenda.head..<max(agenda.head, agenda.queue.count)).compactMap {
        waiting(agenda.queue.base[$0])
      },
      stack: (0..<agenda.stack.count).compactMap { waiting(agenda.stack.base[$0]) },
      oldValues: (0..<agenda.oldValues.count).map { agenda.oldValues.base[$0] },
      notes: (0..<agenda.notes.count).map { agenda.notes.list.base[$0] })
  }

  private func waiting(_ due: Due) -> Due? {
    let record = links[due.link]
    guard record.flags.contains(.queued), record.serial == due.serial else { return nil }
    var due = due
    due.isConfirmed = record.flags.contains(.confirmed)
    due.isPlaced = record.flags.contains(.placed)
    return due
  }

  /// Must be called when a flush is left in the middle.
  mutating func leaveFlush() {
    agenda.isFlushing = false
    emptyAgenda()
  }

  /// Restores what waited for a tick, in the same order, and forgets what was made due since.
  mutating func makeDueAgain(_ waiting: Waiting) {
    emptyAgenda()
    for value in waiting.oldValues { agenda.oldValues.append(value) }
    for note in waiting.notes { agenda.notes.list.append(note) }
    for due in waiting.queue {
      noteArrival(of: due)
      agenda.queue.append(due)
    }
    for due in waiting.stack {
      noteArrival(of: due)
      agenda.stack.append(due)
    }
  }

  private mutating func noteArrival(of due: Due) {
    links[due.link].flags.formUnion(due.isConfirmed ? [.queued, .confirmed] : .queued)
    if due.isPlaced { links[due.link].flags.insert(.placed) }
    agenda.arrivals.append(due.link)
  }
}
