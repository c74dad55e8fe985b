// What the orders that take from the agenda share: see `AgendaOrder`.
extension GraphCore {
  /// Whether the semantics locks this kind of link.
  func locks(_ flags: LinkFlags) -> Bool {
    if flags.contains(.observer) {
      return knobs.locksObservers || knobs.holdsEffects && flags.contains(.effect)
    }
    return flags.isDisjoint(with: .twoWay) ? knobs.locksPlain : knobs.locksTwoWay
  }

  /// What has become due is locked, so it does not fire.
  @inline(never)
  mutating func holdDue(_ link: UInt32) {
    turn.held += 1
    hold(link)
    if links[link].flags.contains(.effect) { giveUp(link) }
  }

  // MARK: Taking from the agenda

  /// Begins to fire what is due, unless this is already going on, or waits for the end of a batch
  /// or for a tick.
  mutating func flush(isRoot: Bool) -> Suspension? {
    guard mayFlush else { return isRoot ? .done : nil }
    pushFlush(isRoot: isRoot)
    return nil
  }

  var mayFlush: Bool { !agenda.isFlushing && agenda.batchDepth == 0 && !knobs.waitsForTick }

  mutating func pushFlush(isRoot: Bool) {
    if agenda.firstNewArrival > 0 || agenda.notes.firstNew > 0 { noteWaiting() }
    agenda.isFlushing = true
    readMask = GraphCore.watchfulReadMask
    agenda.roundEnd = agenda.head
    push(level(.flush, event: currentCause, isRoot: isRoot))
  }

  /// Evaluates what the firing that is due next reads, because of what made the firing due.
  mutating func prepare(_ stale: UInt32, for due: Due) -> Suspension? {
    agenda.isPreparing = true
    return compute(stale, cause: due.event)
  }

  /// Whether anything waits for the next round.
  var hasMore: Bool {
    (agenda.head..<max(agenda.head, agenda.queue.count)).contains {
      isStillDue(agenda.queue.base[$0])
    } || (0..<agenda.stack.count).contains { isStillDue(agenda.stack.base[$0]) }
  }

  func isStillDue(_ due: Due) -> Bool {
    let record = links[due.link]
    return record.flags.contains(.queued) && record.serial == due.serial
      && !record.flags.contains(.dead)
  }

  enum Readiness {
    case due
    /// It has ended, has fired, or what it reads has the same value as before.
    case gone
    /// A `computed` that it reads must be evaluated first.
    case waits(for: UInt32)
  }

  /// Whether the first entry of the agenda will be fired.
  mutating func readiness(of due: Due) -> Readiness {
    guard isStillDue(due) else { return .gone }
    if knobs.examinesReads, !knobs.keepsPrefix || !links[due.link].flags.contains(.confirmed) {
      switch firstChange(of: due.link) {
      case .stale(let stale): return .waits(for: stale)
      case .changed: return isComparedStale(due) ? .waits(for: due.slot) : .due
      case .none: if isUnconcerned(due) { return .gone }
      }
    }
    if links[due.link].flags.contains(.confirmed) {
      return isComparedStale(due) ? .waits(for: due.slot) : .due
    }
    if let stale = staleSource(of: due.link) { return .waits(for: stale) }
    passOverEffect(due)
    links[due.link].flags.remove(.queued)
    return .gone
  }

  /// A `computed` among what the link reads that is not yet evaluated.
  func staleSource(of link: UInt32) -> UInt32? {
    let own = links[link].source
    if own != 0, properties[own].marks.contains(.stale) { return own }
    let detail = links[link].detail
    var step = detail == 0 ? 0 : details[detail].firstStep
    while step != 0 {
      let slot = links[step].source
      if properties[slot].marks.contains(.stale) { return slot }
      step = links[step].nextIncoming
    }
    return nil
  }

  /// Fires the first of the heap, unless it is not due any more or waits for a `computed`.
  ///
  /// - Parameter flags: What it gets before it fires.
  mutating func takeFirstOfHeap(marking flags: LinkFlags = []) -> Suspension? {
    let due = agenda.heap.base[0]
    switch readiness(of: due) {
    case .waits(let stale): return prepare(stale, for: due)
    case .gone:
      _ = agenda.popFirst()
      return nil
    case .due:
      _ = agenda.popFirst()
      links[due.link].flags.formUnion(flags)
      return fireDue(due)
    }
  }

  mutating func fireDue(_ due: Due) -> Suspension? {
    let link = due.link
    links[link].flags.subtract([.queued, .confirmed])
    if knobs.notesChanges { forgetChanges(of: link) }
    forgetConfirming(readBy: link)
    // When its turn comes, everything that it reads is final, as far as the order knows.
    settledBelow =
      knobs.order == .topological && agenda.heap.count > 0 && agenda.version == cycles.version
      ? agenda.heap.base[0].place : .min
    if links[link].flags.contains(.once), isAnswerDue(to: link) { return nil }
    var entry = due.entry
    if isCompared(due) {
      let old = living(due.isKept ? agenda.oldValues[entry] : log[entry].value)
      if links[link].source == due.slot, isSame(read(due.slot), old), !isWay(link) {
        // It changed and changed back before anything read it.
        dropRestored(link, due.slot, cause: due.event)
        return nil
      }
    }
    if due.isKept {
      let old = living(agenda.oldValues[entry])
      store.note(.fired, old, link: link)
      entry = lastEntry
    }
    return fire(
      link, after: entry, cause: due.event, isRoot: false, by: due.slot, change(of: due))
  }

  /// What happened to the list that changed; `set` if it has changed again since.
  private mutating func change(of due: Due) -> ListChange {
    guard due.kind != ListChange.Kind.set.rawValue, due.entry != .max else { return .set }
    if due.isKept {
      // The log of that turn is gone.
      guard case .list(let old) = agenda.oldValues[due.entry], case .list(let now) = read(due.slot)
      else { return .set }
      return due.change.leads(from: old, to: now) ? due.change : .set
    }
    for position in (Int(due.entry) + 1)..<max(Int(due.entry) + 1, log.count)
    where log[UInt32(position)].kind == .write && log[UInt32(position)].slot == due.slot {
      return .set
    }
    return due.change
  }

  /// Skips what was due if its source could not be evaluated; does nothing if the failed firing was
  /// already taken. In the order in which `takeNext` takes.
  mutating func skipDue() {
    guard agenda.isPreparing else { return }
    let due: Due
    if agenda.head < agenda.queue.count, !knobs.firesInPasses {
      due = agenda.queue[UInt32(agenda.head)]
      agenda.head += 1
    } else if agenda.heap.count > 0 {
      due = agenda.popFirst()
    } else if agenda.laterHead < agenda.later.count {
      due = agenda.later[UInt32(agenda.laterHead)]
      agenda.laterHead += 1
    } else {
      return
    }
    links[due.link].flags.subtract([.queued, .confirmed])
    giveUp(due.link)
  }

  mutating func endFlush() -> Suspension? {
    emptyAgenda()
    agenda.isFlushing = false
    return finishFiring() ? .done : nil
  }

  // MARK: Forgetting

  /// Nothing is due any more.
  mutating func emptyAgenda() {
    for position in 0..<UInt32(agenda.arrivals.count) {
      links[agenda.arrivals[position]].flags.subtract(.ofAgenda)
    }
    agenda.arrivals.forget()
    for position in 0..<UInt32(agenda.confirming.count) {
      links[agenda.confirming[position]].flags.remove(.confirming)
    }
    agenda.confirming.forget()
    agenda.queue.forget()
    agenda.stack.forget()
    agenda.heap.forget()
    agenda.later.forget()
    agenda.nextRound.forget()
    agenda.head = 0
    agenda.roundEnd = 0
    agenda.passed = .max
    agenda.isPreparing = false
    agenda.laterHead = 0
    agenda.laterEnd = 0
    agenda.laterRounds = 0
    agenda.sequence = 0
    agenda.putOffs = (0, 0)
    agenda.lowestAt = (-1, -1, -1)
    if agenda.oldValues.count > 0 { agenda.oldValues.truncate(to: 0) }
    if agenda.notes.count > 0 { agenda.notes.forget() }
    if knobs.computesAhead { forgetUpdates() }
  }

  /// Removes what became due since there were `count` arrivals.
  ///
  /// Its entries are removed, too: a link that becomes due again would fire at the place of its old
  /// entry.
  ///
  /// - Complexity: O(*n*) in what is removed and in the heap.
  mutating func forgetArrivals(from count: Int) {
    guard agenda.arrivals.count > count else { return }
    for position in count..<agenda.arrivals.count {
      links[agenda.arrivals[UInt32(position)]].flags.subtract([
        .queued, .confirmed, .announced, .placed,
      ])
    }
    agenda.arrivals.setCount(count)
    agenda.removeEntries { !links[$0.link].flags.contains(.queued) }
  }
}
