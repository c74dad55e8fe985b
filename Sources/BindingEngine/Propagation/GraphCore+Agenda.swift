// What is due under `order = queue` and `topological`: how it gets into the agenda, and how it is
// taken from there.
extension GraphCore {
  // MARK: What a change makes due

  private func firstListener(of slot: UInt32, latestFirst: Bool) -> UInt32 {
    let first = properties[slot].firstLink
    return first != 0 && latestFirst ? links[first].previous : first
  }

  /// Makes everything due that listens to `slot`, and marks what is computed from it.
  ///
  /// - Parameters:
  ///   - entry: The log entry that keeps the value which was there before.
  ///   - writer: The binding that wrote; 0 for a statement or a block.
  /// - Returns: What went wrong.
  mutating func makeDue(
    behind slot: UInt32, entry: UInt32, event: UInt32, by writer: UInt32, _ change: ListChange
  ) -> Suspension? {
    var due = Due(link: 0, entry: entry, slot: slot, event: event)
    due.change = change
    /// Where to go on once the listeners of a `computed` are due: they come at its place.
    var outer: [(node: UInt32, place: UInt32)] = []
    var place = slot
    var node = firstListener(of: slot, latestFirst: knobs.latestFirst)
    while true {
      guard node != 0 else {
        guard let next = outer.popLast() else { return nil }
        (node, place) = next
        continue
      }
      let link = owner(of: node)
      if knobs.latestFirst {
        node = node == properties[place].firstLink ? 0 : links[node].previous
      } else {
        node = links[node].next
      }
      if links[link].flags.contains(.computed), knobs.pulls {
        guard invalidate(by: link, isCertain: outer.isEmpty) else { continue }
        outer.append((node, place))
        place = links[link].target
        node = firstListener(of: place, latestFirst: knobs.latestFirst)
        continue
      }
      // Most of what listens to a join is due already.
      if links.base[Int(link)].flags.contains(.queued) {
        if outer.isEmpty { links.base[Int(link)].flags.insert(.confirmed) }
        continue
      }
      due.link = link
      let isBehindComputed = !outer.isEmpty
      let failed = enqueue(
        isBehindComputed ? dueAfter(place, due) : due, isCertain: !isBehindComputed, by: writer)
      if let failed { return failed }
    }
  }

  /// Marks a `computed` whose sources have changed, or may have.
  ///
  /// - Returns: Whether that is news to those who listen to it. One that is stale since nobody could
  ///   or would work it out has them told all the same.
  private mutating func invalidate(by link: UInt32, isCertain: Bool) -> Bool {
    let slot = links[link].target
    let marks = properties[slot].marks
    let isStale = marks.contains(.stale)
    if !isStale {
      setMarks(marks.union(isCertain ? .stale : [.stale, .unsure]), of: slot)
    } else if isCertain, marks.contains(.unsure) {
      setMarks(marks.subtracting(.unsure), of: slot)
    }
    if isStale, links[link].flags.contains(.announced) { return false }
    links[link].flags.insert(.announced)
    agenda.arrivals.append(link)
    return true
  }

  /// What is due behind a `computed`, which has another old value than what it is computed from.
  private mutating func dueAfter(_ slot: UInt32, _ due: Due) -> Due {
    var due = due
    due.slot = slot
    due.change = .set
    guard knobs.waitsForTick || keepsValues(of: links[due.link].detail),
      links[due.link].flags.isDisjoint(with: [.queued, .dead])
    else { return due }
    let old = read(slot)
    if !old.isBits { logHoldsReferences = true }
    log.append(LogEntry(value: old, kind: .fired, slot: 0, link: due.link))
    due.entry = UInt32(log.count - 1)
    return due
  }

  /// What could not be worked out for a link that was due is told of anew when it changes next.
  mutating func announceAnew(for link: UInt32) {
    guard knobs.pulls, knobs.delivery == .queue else { return }
    var pending = [link]
    while let next = pending.popLast() {
      for slot in sources(of: next) where properties[slot].marks.contains(.stale) {
        for writer in writers(of: slot) where links[writer].flags.contains([.computed, .announced])
        {
          links[writer].flags.remove(.announced)
          pending.append(writer)
        }
      }
    }
  }

  private mutating func enqueue(_ due: Due, isCertain: Bool, by writer: UInt32) -> Suspension? {
    let link = due.link
    let flags = links[link].flags
    if flags.contains(.dead) { return nil }
    if flags.contains(.queued) {
      if isCertain { links[link].flags.insert(.confirmed) }
      return nil
    }
    if flags.contains(.locked), !knobs.isLoopAnError, locks(flags) {
      turn.held += 1
      hold(link)
      return nil
    }
    var due = due
    due.serial = links[link].serial
    links[link].flags.formUnion(isCertain ? [.queued, .confirmed] : .queued)
    agenda.arrivals.append(link)
    settledBelow = .min
    if !knobs.isTopological {
      if knobs.waitsForTick { keepOldValue(of: &due) }
      if knobs.latestFirst { agenda.stack.append(due) } else { agenda.queue.append(due) }
    } else if flags.contains(.observer) {
      agenda.later.append(due)
    } else if flags.contains(.firedInRound) {
      if writer != 0, !links[writer].flags.contains(.observer) {
        links[link].flags.subtract([.queued, .confirmed])
        return failLoop(link)
      }
      agenda.nextRound.append(due)
    } else {
      due.place = place(of: link)
      agenda.push(due)
    }
    return nil
  }

  /// The log of this turn is gone when the tick comes.
  private mutating func keepOldValue(of due: inout Due) {
    guard due.entry != .max else { return }
    agenda.oldValues.append(log[due.entry].value)
    due.entry = UInt32(agenda.oldValues.count - 1)
    due.isKept = true
  }

  /// When a binding's turn comes under a topological order.
  func place(of link: UInt32) -> Int32 {
    let target = links[link].target
    return target == 0 ? .max : properties[target].order
  }

  /// Whether the semantics locks this kind of link.
  func locks(_ flags: LinkFlags) -> Bool {
    if flags.contains(.observer) { return knobs.locksObservers }
    return flags.isDisjoint(with: .twoWay) ? knobs.locksPlain : knobs.locksTwoWay
  }

  // MARK: Taking from the agenda

  /// Begins to fire what is due, unless that happens already, or waits for the end of a batch or
  /// for a tick.
  mutating func flush(isRoot: Bool) -> Suspension? {
    guard !agenda.isFlushing, agenda.batchDepth == 0, !knobs.waitsForTick else {
      return isRoot ? .done : nil
    }
    pushFlush(isRoot: isRoot)
    return nil
  }

  mutating func pushFlush(isRoot: Bool) {
    agenda.isFlushing = true
    readMask = GraphCore.watchfulReadMask
    agenda.roundEnd = agenda.head
    push(level(.flush, event: currentCause, isRoot: isRoot))
  }

  /// Fires what is due next.
  mutating func takeNext() -> Suspension? {
    if isInterrupted { return fail(.interrupted) }
    agenda.isPreparing = false
    // What has waited for a tick stands in the queue, whatever the order is by now.
    return knobs.isTopological && agenda.head == agenda.queue.count ? takeFirst() : takeFromQueue()
  }

  private mutating func takeFromQueue() -> Suspension? {
    if agenda.head == agenda.roundEnd {
      if turn.rounds >= knobs.roundLimit, hasMore { return failRunaway(.rounds, isRoot: false) }
      guard beginRound() else { return endFlush() }
    }
    let due = agenda.queue[UInt32(agenda.head)]
    guard isStillDue(due) else {
      agenda.head += 1
      return nil
    }
    if !links[due.link].flags.contains(.confirmed) {
      if let stale = staleSource(of: due.link) { return prepare(stale) }
      if !links[due.link].flags.contains(.confirmed) {
        // What it reads has come out as it was.
        links[due.link].flags.remove(.queued)
        agenda.head += 1
        return nil
      }
    }
    agenda.head += 1
    return fireDue(due)
  }

  /// Evaluates what the firing that is due next reads.
  mutating func prepare(_ stale: UInt32) -> Suspension? {
    agenda.isPreparing = true
    return compute(stale)
  }

  /// Whether anything waits for the next round.
  var hasMore: Bool {
    (agenda.head..<max(agenda.head, agenda.queue.count)).contains {
      isStillDue(agenda.queue.base[$0])
    } || (0..<agenda.stack.count).contains { isStillDue(agenda.stack.base[$0]) }
  }

  /// - Returns: Whether there is anything in it.
  private mutating func beginRound() -> Bool {
    while agenda.stack.count > 0 { agenda.queue.append(agenda.stack.removeLast()) }
    // Those that ended meanwhile make no round.
    while agenda.head < agenda.queue.count, !isStillDue(agenda.queue[UInt32(agenda.head)]) {
      agenda.head += 1
    }
    guard agenda.head < agenda.queue.count else { return false }
    agenda.roundEnd = agenda.queue.count
    turn.rounds += 1
    return true
  }

  func isStillDue(_ due: Due) -> Bool {
    let record = links[due.link]
    return record.flags.contains(.queued) && record.serial == due.serial
      && !record.flags.contains(.dead)
  }

  /// A `computed` among what the link reads that is yet to be worked out.
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

  mutating func fireDue(_ due: Due) -> Suspension? {
    let link = due.link
    links[link].flags.subtract([.queued, .confirmed])
    // In its turn all that it reads stands, as far as the order knows.
    settledBelow =
      knobs.isTopological && agenda.heap.count > 0 && agenda.version == cycles.version
      ? agenda.heap.base[0].place : .min
    if links[link].flags.contains(.once), isAnswerDue(to: link) { return nil }
    var entry = due.entry
    if due.isKept {
      let old = living(agenda.oldValues[entry])
      if links[link].source == due.slot, read(due.slot) == old, !isWay(link) {
        // It went there and back before anybody looked.
        turn.dropped += 1
        if isTracing {
          record(
            .dropped, .equal, cause: due.event, link: link, property: due.slot, old: old, new: old)
        }
        return nil
      }
      if !old.isBits { logHoldsReferences = true }
      log.append(LogEntry(value: old, kind: .fired, slot: 0, link: link))
      entry = UInt32(log.count - 1)
    }
    return fire(
      link, after: entry, cause: due.event, isRoot: false, by: due.slot, change(of: due))
  }

  /// What happened to the list that changed: `set`, where it has changed once more since.
  private mutating func change(of due: Due) -> ListChange {
    guard due.kind != ListChange.Kind.set.rawValue, due.entry != .max, !due.isKept else {
      return .set
    }
    for position in (Int(due.entry) + 1)..<max(Int(due.entry) + 1, log.count)
    where log[UInt32(position)].kind == .write && log[UInt32(position)].slot == due.slot {
      return .set
    }
    return due.change
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
    agenda.queue.forget()
    agenda.stack.forget()
    agenda.heap.forget()
    agenda.later.forget()
    agenda.nextRound.forget()
    agenda.head = 0
    agenda.roundEnd = 0
    agenda.isPreparing = false
    agenda.laterHead = 0
    agenda.laterEnd = 0
    agenda.laterRounds = 0
    agenda.sequence = 0
    agenda.lowestAt = (-1, -1, -1)
    if agenda.oldValues.count > 0 { agenda.oldValues.truncate(to: 0) }
  }

  /// Takes back what became due since there were `count` arrivals.
  mutating func forgetArrivals(from count: Int) {
    guard agenda.arrivals.count > count else { return }
    for position in count..<agenda.arrivals.count {
      links[agenda.arrivals[UInt32(position)]].flags.subtract([.queued, .confirmed, .announced])
    }
    agenda.arrivals.setCount(count)
  }
}
