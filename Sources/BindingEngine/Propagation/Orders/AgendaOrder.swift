/// An order under which the listeners of a change become due and fire later: what the orders that
/// use the agenda share.
protocol AgendaOrder: Order {
  /// Adds a link that has become due.
  ///
  /// - Parameter writer: The binding that made it due; 0 for a statement or a block.
  /// - Returns: What went wrong.
  static func admit(
    _ due: Due, by writer: UInt32, in core: inout GraphCore
  ) -> Suspension?
}

extension AgendaOrder {
  static func deliver(_ write: Delivery, in core: inout GraphCore) -> Suspension? {
    if core.turn.currentDepth >= core.turn.depth { core.turn.depth = core.turn.currentDepth + 1 }
    if core.knobs.computesAhead, core.mayFlush { core.beginUpdate() }
    if let failed = makeDue(
      behind: write.slot, entry: write.entry, event: write.event, by: write.link, write.change,
      in: &core)
    {
      return failed
    }
    return core.flush(isRoot: write.isRoot)
  }

  static func fireAlone(_ link: UInt32, in core: inout GraphCore) -> Bool {
    guard core.mayFlush else {
      return core.begin(core.fire(link, after: .max, cause: core.currentCause, isRoot: true))
    }
    if core.knobs.computesAhead { core.beginUpdate() }
    // What it sets off waits until it has fired.
    core.pushFlush(isRoot: true)
    core.pendingSuspension = core.fire(link, after: .max, cause: core.currentCause, isRoot: false)
    return true
  }

  static func endBatch(in core: inout GraphCore) -> Bool {
    guard core.mayFlush, !core.agenda.isEmpty else { return false }
    core.pushFlush(isRoot: true)
    return true
  }

  static func isAwaited(at slot: UInt32, in core: inout GraphCore) -> Bool {
    core.isAwaitedInAgenda(at: slot)
  }

  static func passPlainly(
    _ value: Value, _ frame: Frame, knowsWay: Bool, in core: inout GraphCore
  ) -> Suspension?? {
    let link = frame.link
    let record = core.links.pointer(link)
    let detail = core.details.pointer(record.pointee.detail)
    let slot = record.pointee.target
    let target = core.properties.pointer(slot)
    guard record.pointee.flags.contains(.linked),
      record.pointee.flags.isDisjoint(with: [.observer, .computed, .once, .joins, .twoWay]),
      detail.pointee.isPlainExpression, slot != 0, target.pointee.flags.isEmpty,
      !core.knobs.subscribesAfterwards, !core.knobs.keepsPrefix, !core.knobs.subscribesEachRun,
      !core.knobs.notesWrites,
      core.turn.rounds <= core.knobs.roundLimit,
      knowsWay || core.isSameWay(of: link, from: frame.readBase)
    else { return nil }
    core.reads.setCount(Int(frame.readBase))
    core.frames.setCount(core.frames.count - 1)
    core.unlock(link)
    if core.knobs.notesChanges { core.forgetChanges(of: link) }
    guard core.commitHop(value, to: slot, by: link) else {
      return .some(frame.isRoot ? .done : nil)
    }
    if core.turn.currentDepth >= core.turn.depth { core.turn.depth = core.turn.currentDepth + 1 }
    if target.pointee.firstLink != 0,
      let failed = makeDue(
        behind: slot, entry: core.lastEntry, event: frame.event, by: link, .set,
        in: &core)
    {
      return .some(failed)
    }
    return .some(frame.isRoot ? .done : nil)
  }

  static func giveUp(_ link: UInt32, in core: inout GraphCore) {
    guard core.knobs.pulls else { return }
    var pending = [link]
    while let next = pending.popLast() {
      for slot in core.sources(of: next) where core.properties[slot].marks.contains(.stale) {
        for writer in core.writers(of: slot)
        where core.links[writer].flags.contains([.computed, .announced]) {
          core.links[writer].flags.remove(.announced)
          pending.append(writer)
        }
      }
    }
  }

  // MARK: What a change makes due

  private static func firstListener(
    of slot: UInt32, latestFirst: Bool, in core: borrowing GraphCore
  ) -> UInt32 {
    let first = core.properties[slot].firstLink
    return first != 0 && latestFirst ? core.links[first].previous : first
  }

  /// Makes everything due that observes `slot`, and marks what is computed from it.
  ///
  /// - Parameters:
  ///   - entry: The log entry with the previous value.
  ///   - writer: The binding that wrote; 0 for a statement or a block.
  /// - Returns: What went wrong.
  static func makeDue(
    behind slot: UInt32, entry: UInt32, event: UInt32, by writer: UInt32, _ change: ListChange,
    in core: inout GraphCore
  ) -> Suspension? {
    var due = Due(link: 0, entry: entry, slot: slot, event: event)
    due.change = change
    /// Where to continue when the listeners of a `computed` are due: they come at its place.
    var outer: [(node: UInt32, place: UInt32)] = []
    var place = slot
    /// Whether it is `slot` itself.
    var isDirect = true
    let (latestFirst, pulls) = (core.knobs.latestFirst, core.knobs.pulls)
    let passesThrough = core.knobs.passesThroughComputed
    let placesAgain = core.knobs.placesAgain
    let isAhead = core.knobs.computesAhead
    let isInside = core.knobs.followsInside && change.isInside
    let firstArrival = core.agenda.arrivals.count
    // No link or property is made here, so the tables stay where they are.
    let (links, properties) = (core.links.base, core.properties.base)
    var head = properties[Int(place)].firstLink
    var node = firstListener(of: slot, latestFirst: latestFirst, in: core)
    while true {
      guard node != 0 else {
        guard let next = outer.popLast() else {
          if core.knobs.reversesEachWrite { core.agenda.enqueueStack() }
          if placesAgain { forgetAnnouncements(since: firstArrival, in: &core) }
          return nil
        }
        (node, place) = next
        isDirect = outer.isEmpty
        head = properties[Int(place)].firstLink
        continue
      }
      let record = links + Int(node)
      let link = record.pointee.listener(at: node)
      let listening = node
      if latestFirst {
        node = node == head ? 0 : record.pointee.previous
      } else {
        node = record.pointee.next
      }
      if isInside, isDirect, core.passesOver(link, change, at: slot, cause: event) { continue }
      if isDirect, core.knobs.notesChanges { core.setChanged(true, of: listening) }
      // Only under `subscribe = each-run`, which needs `computed = ahead`.
      if isAhead, record.pointee.flags.contains(.away) { continue }
      let listener = links + Int(link)
      let flags = listener.pointee.flags
      if pulls, flags.contains(.computed) {
        let target = listener.pointee.target
        // In layers nearly all listeners are marked and have passed that on.
        if !isDirect, flags.contains(.announced),
          properties[Int(target)].marks.contains(.stale)
        {
          continue
        }
        if isAhead, !properties[Int(target)].marks.contains(.stale) {
          core.makeDueAhead(due, link, behind: place)
        }
        let isCertain = isDirect || passesThrough
        guard invalidate(by: link, isCertain: isCertain, in: &core) else { continue }
        outer.append((node, place))
        isDirect = false
        place = target
        head = properties[Int(place)].firstLink
        node = firstListener(of: place, latestFirst: latestFirst, in: core)
        continue
      }
      // Most listeners of a join are already due.
      if flags.contains(.queued),
        !placesAgain || !flags.isDisjoint(with: [.confirmed, .placed])
      {
        if isDirect || passesThrough { listener.pointee.flags.insert(.confirmed) }
        continue
      }
      due.link = link
      let failed = enqueue(
        isDirect ? due : dueAfter(place, due, in: &core), isCertain: isDirect || passesThrough,
        by: writer, in: &core)
      if let failed { return failed }
    }
  }

  /// Marks a `computed` whose sources have changed, or may have changed.
  ///
  /// - Returns: Whether its listeners must be notified of that. They are also notified by one that
  ///   is stale because it could not be evaluated or was not read.
  private static func invalidate(by link: UInt32, isCertain: Bool, in core: inout GraphCore) -> Bool
  {
    let slot = core.links[link].target
    let marks = core.properties[slot].marks
    let isStale = marks.contains(.stale)
    if !isStale {
      core.setMarks(marks.union(isCertain ? .stale : [.stale, .unsure]), of: slot)
    } else if isCertain, marks.contains(.unsure) {
      core.setMarks(marks.subtracting(.unsure), of: slot)
    }
    if core.knobs.computesAhead { return !isStale }
    if isStale, core.links[link].flags.contains(.announced) { return false }
    core.links[link].flags.insert(.announced)
    core.agenda.arrivals.append(link)
    return true
  }

  /// Each write marks everything once more: see `Semantics.Siblings.marks`.
  private static func forgetAnnouncements(since first: Int, in core: inout GraphCore) {
    var count = first
    for position in first..<core.agenda.arrivals.count {
      let link = core.agenda.arrivals.base[position]
      if core.links[link].flags.contains(.computed) {
        core.links[link].flags.remove(.announced)
      } else {
        core.agenda.arrivals.base[count] = link
        count += 1
      }
    }
    core.agenda.arrivals.setCount(count)
  }

  /// What is due after a `computed`, which has another old value than its source.
  private static func dueAfter(_ slot: UInt32, _ due: Due, in core: inout GraphCore) -> Due {
    var due = due
    due.slot = slot
    due.change = .set
    guard core.knobs.waitsForTick || core.keepsValues(of: core.links[due.link].detail),
      core.links[due.link].flags.isDisjoint(with: [.queued, .dead])
    else { return due }
    core.store.note(.fired, core.read(slot), link: due.link)
    due.entry = core.lastEntry
    return due
  }

  @inline(__always)
  static func enqueue(
    _ due: Due, isCertain: Bool, by writer: UInt32, in core: inout GraphCore
  ) -> Suspension? {
    let link = due.link
    let flags = core.links[link].flags
    if flags.contains(.dead) { return nil }
    if flags.contains(.queued), !core.knobs.placesAgain || flags.contains(.placed) {
      if isCertain { core.links[link].flags.insert(.confirmed) }
      return nil
    }
    if flags.contains(.locked), !core.knobs.isLoopAnError, core.locks(flags) {
      core.holdDue(link)
      return nil
    }
    var due = due
    due.serial = core.links[link].serial
    core.links[link].flags.formUnion(isCertain ? [.queued, .confirmed] : .queued)
    core.agenda.arrivals.append(link)
    core.settledBelow = .min
    return admit(due, by: writer, in: &core)
  }
}
