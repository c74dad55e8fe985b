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
    } else if core.knobs.firesInPasses {
      let place = place(of: due.link, in: core)
      guard place > core.agenda.passed else { return core.agenda.queue.append(due) }
      var due = due
      due.place = place
      core.agenda.push(due)
    } else if core.knobs.placesAgain {
      let flags = core.links[due.link].flags
      guard flags.contains(.placed) else {
        core.links[due.link].flags.insert(.placed)
        return core.agenda.queue.append(due)
      }
      // It has fired since it got its place.
      var position = core.agenda.queue.count - 1
      while position >= core.agenda.roundEnd {
        if core.agenda.queue.base[position].link == due.link {
          core.agenda.queue.base[position] = due
          return
        }
        position -= 1
      }
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
    if core.knobs.firesInPasses { return takeNextInPass(in: &core) }
    if core.agenda.head == core.agenda.roundEnd {
      if !core.agenda.updates.isEmpty { return core.takeNextAhead() }
      if core.turn.rounds >= core.knobs.mostRounds, core.hasMore {
        return core.failRunaway(.rounds, isRoot: false)
      }
      guard beginRound(in: &core) else { return core.endFlush() }
    }
    var due = core.agenda.queue[UInt32(core.agenda.head)]
    if due.isPlace {
      guard let found = dueAtPlace(due, in: &core) else {
        core.agenda.head += 1
        return nil
      }
      due = found
      core.agenda.queue[UInt32(core.agenda.head)] = due
    }
    if core.knobs.computesAhead, core.isStillDue(due) {
      if let next = core.fireAround(due) { return next }
      guard core.links[due.link].flags.contains(.confirmed) else {
        core.agenda.head += 1
        return core.lookUp(due.link, cause: due.event, due.slot)
      }
    }
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

  /// Gives a place in the round to everything that was made together with an effect that is due: those made
  /// in it, and in these, each before those that it has made, at the place of the first that is due. Each
  /// runs if it is marked when its place comes.
  private static func gatherUnits(in core: inout GraphCore) {
    let entries = (core.agenda.head..<core.agenda.queue.count).map { core.agenda.queue.base[$0] }
    guard entries.contains(where: { core.unit(of: $0.link).count > 1 }) else { return }
    let own = Dictionary(entries.map { ($0.link, $0) }) { first, _ in first }
    var seen: Set<UInt32> = []
    core.agenda.queue.setCount(core.agenda.head)
    for entry in entries where !seen.contains(entry.link) {
      for link in core.unit(of: entry.link) where seen.insert(link).inserted {
        core.agenda.queue.append(own[link] ?? Due(place: link, serial: core.links[link].serial))
      }
    }
  }

  /// What is due at the head of the queue, if that is only a place: it was marked meanwhile, and keeps the
  /// place in the next round that it got by that.
  ///
  /// - Returns: nil if it is not marked.
  private static func dueAtPlace(_ place: Due, in core: inout GraphCore) -> Due? {
    guard core.isStillDue(place) else { return nil }
    for position in core.agenda.roundEnd..<max(core.agenda.roundEnd, core.agenda.queue.count)
    where core.agenda.queue.base[position].link == place.link {
      return core.agenda.queue.base[position]
    }
    return nil
  }

  // MARK: Passes

  /// The place of a link in the order of making.
  private static func place(of link: UInt32, in core: borrowing GraphCore) -> Int32 {
    let record = core.links[link]
    return Int32(truncatingIfNeeded: record.serial << 1)
      | (record.flags.contains(.reverse) ? 1 : 0)
  }

  private static func takeNextInPass(in core: inout GraphCore) -> Suspension? {
    guard core.agenda.heap.count > 0 else {
      if core.turn.rounds >= core.knobs.roundLimit, core.hasMore {
        return core.failRunaway(.rounds, isRoot: false)
      }
      return beginPass(in: &core) ? nil : core.endFlush()
    }
    core.agenda.passed = core.agenda.heap.base[0].place
    return core.takeFirstOfHeap()
  }

  /// - Returns: Whether it contains anything.
  private static func beginPass(in core: inout GraphCore) -> Bool {
    core.agenda.enqueueStack()
    for position in core.agenda.head..<max(core.agenda.head, core.agenda.queue.count) {
      var due = core.agenda.queue.base[position]
      guard core.isStillDue(due) else { continue }
      due.place = place(of: due.link, in: core)
      core.agenda.push(due)
    }
    core.agenda.queue.forget()
    core.agenda.head = 0
    core.agenda.roundEnd = 0
    core.agenda.passed = .min
    guard core.agenda.heap.count > 0 else { return false }
    core.turn.rounds += 1
    return true
  }

  // MARK: Rounds

  /// What is not due any more has no place in the round, also if it is marked again within it.
  private static func forgetPlaces(in core: inout GraphCore) {
    var count = core.agenda.head
    for position in core.agenda.head..<max(core.agenda.head, core.agenda.queue.count) {
      let due = core.agenda.queue.base[position]
      core.links[due.link].flags.remove(.placed)
      guard core.isStillDue(due) else { continue }
      core.agenda.queue.base[count] = due
      count += 1
    }
    core.agenda.queue.setCount(count)
  }

  /// - Returns: Whether it contains anything.
  private static func beginRound(in core: inout GraphCore) -> Bool {
    core.agenda.enqueueStack()
    if core.knobs.placesAgain { forgetPlaces(in: &core) }
    // Links that ended meanwhile do not make a round.
    while core.agenda.head < core.agenda.queue.count,
      !core.isStillDue(core.agenda.queue[UInt32(core.agenda.head)])
    {
      core.agenda.head += 1
    }
    guard core.agenda.head < core.agenda.queue.count else { return false }
    if core.knobs.endsInner, core.knobs.placesAgain { gatherUnits(in: &core) }
    core.agenda.roundEnd = core.agenda.queue.count
    core.turn.rounds += 1
    if core.knobs.computesAhead { core.beginUpdate() }
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
