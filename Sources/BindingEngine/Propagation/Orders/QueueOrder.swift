/// `order = queue`: listeners become due and fire round by round. What was set off first goes
/// first, or what the last write set off.
enum QueueOrder: AgendaOrder {
  static func admit(
    _ due: Due, by writer: UInt32, in core: inout GraphCore
  ) -> Suspension? {
    var due = due
    if core.knobs.waitsForTick { keepOldValue(of: &due, in: &core) }
    append(due, in: &core)
    return nil
  }

  static func append(_ due: Due, in core: inout GraphCore) {
    if core.knobs.latestFirst {
      core.agenda.stack.append(due)
    } else {
      core.agenda.queue.append(due)
    }
  }

  /// The log of this turn is gone when the tick comes.
  private static func keepOldValue(of due: inout Due, in core: inout GraphCore) {
    guard due.entry != .max else { return }
    core.agenda.oldValues.append(core.log[due.entry].value)
    due.entry = UInt32(core.agenda.oldValues.count - 1)
    due.isKept = true
  }

  // MARK: Taking from the queue

  static func takeNext(in core: inout GraphCore) -> Suspension? {
    if core.agenda.head == core.agenda.roundEnd {
      if core.turn.rounds >= core.knobs.roundLimit, core.hasMore {
        return core.failRunaway(.rounds, isRoot: false)
      }
      guard beginRound(in: &core) else { return core.endFlush() }
    }
    let due = core.agenda.queue[UInt32(core.agenda.head)]
    switch core.readiness(of: due) {
    case .waits(let stale): return core.prepare(stale, for: due)
    case .gone:
      core.agenda.head += 1
      return nil
    case .due:
      core.agenda.head += 1
      return core.fireDue(due)
    }
  }

  /// - Returns: Whether it contains anything.
  private static func beginRound(in core: inout GraphCore) -> Bool {
    core.agenda.enqueueStack()
    // Links that ended meanwhile do not make a round.
    while core.agenda.head < core.agenda.queue.count,
      !core.isStillDue(core.agenda.queue[UInt32(core.agenda.head)])
    {
      core.agenda.head += 1
    }
    guard core.agenda.head < core.agenda.queue.count else { return false }
    core.agenda.roundEnd = core.agenda.queue.count
    core.turn.rounds += 1
    return true
  }

  // MARK: What is on its way

  static func isSettled(_ slot: UInt32, in core: inout GraphCore) -> Bool {
    if core.agenda.isEmpty {
      // Until something becomes due, the answer stays the same.
      core.settledBelow = .max
      return true
    }
    // Nearly always the sources are properties that nothing writes.
    var link = core.firstIncoming[slot]
    var isNear = true
    while link != 0, isNear {
      let source = core.links[link].source
      isNear =
        core.links[link].flags.isDisjoint(with: [.queued, .special]) && source != 0
        && !core.properties[source].marks.contains(.bound)
      link = core.links[link].nextIncoming
    }
    if isNear { return true }
    // What comes before everything that is due can no longer change.
    let state = (core.agenda.arrivals.count, core.agenda.head, core.cycles.version)
    if core.agenda.lowestAt != state {
      core.agenda.lowestAt = state
      core.agenda.lowest = core.lowestPlaceDue()
    }
    core.settledBelow = core.agenda.lowest
    return core.properties[slot].order < core.agenda.lowest
  }
}
