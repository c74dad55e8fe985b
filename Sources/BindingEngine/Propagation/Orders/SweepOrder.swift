/// Depth first, when the listeners of a property are not simply notified in the order in which they
/// were made: they are gathered when the property changes, in the order that the semantics defines.
enum SweepOrder: Order {
  static func deliver(_ write: Delivery, in core: inout GraphCore) -> Suspension? {
    if core.agenda.batchDepth > 0 { return core.announceLater(write) }
    if core.knobs.restarts, core.properties[write.slot].marks.contains(.delivering) {
      guard restart(write.slot, event: write.event, in: &core) else {
        return core.failRunaway(.depth, isRoot: write.isRoot)
      }
      return write.isRoot ? .done : nil
    }
    let height = core.frames.count
    let suspension =
      core.knobs.notifiesAfter
      ? wave(write, in: &core)
      : sweep(
        write.slot, entry: write.entry, event: write.event, isRoot: write.isRoot, [], write.change,
        in: &core)
    if core.frames.count > height, core.frames.base[core.frames.count - 1].phase == .sweep {
      core.noteArrival(at: write.slot, by: write.link)
    }
    return suspension
  }

  static func fireAlone(_ link: UInt32, in core: inout GraphCore) -> Bool {
    guard core.knobs.notifiesAfter, core.links[link].flags.isDisjoint(with: .observer) else {
      return core.begin(core.fire(link, after: .max, cause: core.currentCause, isRoot: true))
    }
    // Its lock is open again when observers are notified.
    pushWave(isRoot: true, in: &core)
    core.pendingSuspension = core.fire(link, after: .max, cause: core.currentCause, isRoot: false)
    return true
  }

  static func endBatch(in core: inout GraphCore) -> Bool {
    core.knobs.notifiesAfter ? announceInWave(in: &core) : core.announce()
  }

  /// Begins to notify the listeners of `slot` of its last write.
  ///
  /// - Parameters:
  ///   - marks: Whether only bindings or only observers are notified.
  ///   - link: A lock that is opened when all have been notified.
  static func sweep(
    _ slot: UInt32, entry: UInt32, event: UInt32, link: UInt32 = 0, isRoot: Bool,
    _ marks: Frame.Marks = [], _ change: ListChange = .set, in core: inout GraphCore
  ) -> Suspension? {
    if core.turn.currentDepth >= core.turn.depth { core.turn.depth = core.turn.currentDepth + 1 }
    let base = core.sweeps.gathered.count
    gatherListeners(of: slot, marks, in: &core)
    guard core.sweeps.gathered.count > base + 1 else {
      core.sweeps.gathered.setCount(base)
      if link != 0 { core.unlock(link) }
      return isRoot ? .done : nil
    }
    core.turn.currentDepth += 1
    var frame = Frame(
      sweeping: slot, from: core.sweeps.gathered.count - 1, newStamp: core.sweeps.lastStamp,
      entry: entry, link: link, event: event, isRoot: isRoot)
    frame.marks.formUnion(marks)
    if core.knobs.restarts {
      core.properties[slot].marks.insert(.delivering)
    } else if core.knobs.notifiesLast {
      frame.marks.insert(.first)
      noteInnerSweep(&frame, in: &core)
    }
    core.push(frame)
    if change.kind != .set { core.noteChange(change) }
    return nil
  }

  /// Adds a 0 and then the listeners, the first to be notified last.
  static func gatherListeners(
    of slot: UInt32, _ marks: Frame.Marks, in core: inout GraphCore
  ) {
    core.sweeps.gathered.append(0)
    let base = core.sweeps.gathered.count
    var node = core.properties[slot].firstLink
    while node != 0 {
      let flags = core.links[core.owner(of: node)].flags
      let isWanted =
        marks.contains(flags.contains(.observer) ? .observers : .bindings)
        || marks.isDisjoint(with: [.bindings, .observers])
      if isWanted { core.sweeps.gathered.append(node) }
      node = core.links[node].next
    }
    let count = core.sweeps.gathered.count - base
    guard count > 1 else { return }
    var nodes = UnsafeMutableBufferPointer(start: core.sweeps.gathered.base + base, count: count)
    if core.knobs.latestFirst {
      // The last registered is at the end, from which the next is taken.
      let stamped = nodes.enumerated()
        .map { (stamp(of: $0.element, in: core), $0.offset, $0.element) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      for (position, entry) in stamped.enumerated() { nodes[position] = entry.2 }
      return
    }
    if !core.knobs.newestFirst { nodes.reverse() }
    guard core.knobs.notifiesLast else { return }
    let listening = nodes.filter { listensLast($0, in: core) }
    let others = nodes.filter { !listensLast($0, in: core) }
    for (position, node) in (listening + others).enumerated() { nodes[position] = node }
  }

  /// Whether it comes after the bindings of its property: an observer, or a two-way binding, of
  /// which there is one for each end.
  private static func listensLast(_ node: UInt32, in core: borrowing GraphCore) -> Bool {
    !core.links[core.owner(of: node)].flags.isDisjoint(with: [.observer, .forward, .reverse])
  }

  private static func stamp(of node: UInt32, in core: borrowing GraphCore) -> UInt32 {
    core.sweeps.stamp(of: core.lead(of: node))
  }

  /// Notifies the next listener.
  static func notifyNext(in core: inout GraphCore) -> Suspension? {
    if core.knobs.sweepsPlainly {
      switch copyNumbers(in: &core) {
      case .finished: return .done
      case .gotOn: return nil
      case .stuck: break
      }
    }
    let top = UInt32(core.frames.count - 1)
    let frame = core.frames[top]
    if core.knobs.restarts, frame.marks.contains(.restart) {
      dropGathered(of: frame, in: &core)
      core.frames[top].marks.remove(.restart)
      gatherListeners(of: frame.slot, frame.marks, in: &core)
      core.frames[top].place = UInt32(core.sweeps.gathered.count - 1)
      core.frames[top].newStamp = core.sweeps.lastStamp
    }
    let place = core.frames[top].place
    let node = core.sweeps.gathered[place]
    guard node != 0 else { return endSweep(in: &core) }
    if core.knobs.notifiesLast, frame.marks.contains(.first), listensLast(node, in: core),
      !beginsNotifying(top, in: &core)
    {
      return endSweep(in: &core)
    }
    if core.isInterrupted { return core.fail(.interrupted) }
    core.sweeps.gathered.setCount(Int(place))
    core.frames[top].place = place - 1
    // It has registered again since, with what it reads now.
    if core.knobs.registers, stamp(of: node, in: core) > frame.newStamp { return nil }
    if frame.marks.contains(.deep) { return notifyDeeply(node, in: &core) }
    return core.visit(node)
  }

  private static func endSweep(in core: inout GraphCore) -> Suspension? {
    let frame = core.frames.removeLast()
    core.turn.currentDepth -= 1
    leaveSweep(frame, in: &core)
    if frame.link != 0 { core.unlock(frame.link) }
    return frame.isRoot ? .done : nil
  }

  /// Must be called when a sweep ends or is left.
  static func leaveSweep(_ frame: Frame, in core: inout GraphCore) {
    dropGathered(of: frame, in: &core)
    if core.properties[frame.slot].marks.contains(.delivering),
      core.knobs.restarts || !frame.marks.contains(.inner)
    {
      core.properties[frame.slot].marks.remove(.delivering)
    }
  }

  /// A property changes while the bindings of its earlier change are being evaluated. Its observers
  /// have not been notified of that one yet, so their old value is the one from before it.
  private static func noteInnerSweep(_ frame: inout Frame, in core: inout GraphCore) {
    guard core.properties[frame.slot].marks.contains(.delivering) else {
      core.properties[frame.slot].marks.insert(.delivering)
      return
    }
    frame.marks.insert(.inner)
    if let outer = outerSweep(of: frame.slot, below: core.frames.count, in: core),
      core.frames[outer].marks.contains(.first), !core.frames[outer].marks.contains(.notified)
    {
      frame.entry = core.frames[outer].entry
    }
  }

  private static func outerSweep(of slot: UInt32, below level: Int, in core: borrowing GraphCore)
    -> UInt32?
  {
    var position = level - 1
    while position >= 0 {
      let frame = core.frames.base[position]
      if frame.phase == .sweep, frame.slot == slot { return UInt32(position) }
      position -= 1
    }
    return nil
  }

  /// The bindings are evaluated; now the observers are notified.
  ///
  /// - Returns: Whether there is anything new for them. The same as in JavaFX, which compares with
  ///   the value of their last notification.
  private static func beginsNotifying(_ level: UInt32, in core: inout GraphCore) -> Bool {
    core.frames[level].marks.remove(.first)
    let frame = core.frames[level]
    if frame.marks.contains(.notified) { return false }
    if frame.entry != .max, core.living(core.log[frame.entry].value) == core.read(frame.slot) {
      return false
    }
    guard frame.marks.contains(.inner) else { return true }
    var below = Int(level)
    while let outer = outerSweep(of: frame.slot, below: below, in: core) {
      if core.frames[outer].marks.contains(.first) {
        saveDelivery(outer, in: &core)
        core.frames[outer].marks.insert(.notified)
      }
      below = Int(outer)
    }
    return true
  }

  private static func dropGathered(of frame: Frame, in core: inout GraphCore) {
    var position = Int(frame.place)
    while core.sweeps.gathered.base[position] != 0 { position -= 1 }
    core.sweeps.gathered.setCount(position)
  }

  /// A property changes while it notifies: it starts over with the first listener when the running
  /// one returns.
  ///
  /// GObject does so: its `notify` is not emitted within itself.
  ///
  /// - Returns: Whether it may: starting over counts as a level of the stack, whose number is
  ///   limited.
  private static func restart(_ slot: UInt32, event: UInt32, in core: inout GraphCore) -> Bool {
    guard core.counts.countRestart(of: slot) <= core.knobs.depthLimit else { return false }
    guard let level = outerSweep(of: slot, below: core.frames.count, in: core) else { return true }
    core.forgetAwaited(from: Int(level))
    let entry = core.lastEntry
    saveDelivery(level, in: &core)
    core.frames[level].marks.insert(.restart)
    core.frames[level].entry = entry
    core.frames[level].event = event
    // Some know of what the list became first, and some of neither.
    core.frames[level].change = .set
    return true
  }
}

// A delivery that goes on can change because of what happens above it on the stack. If that is rolled
// back alone, it must be as it was: what it began to deliver is no longer in the log.
extension SweepOrder {
  private static func saveDelivery(_ level: UInt32, in core: inout GraphCore) {
    let frame = core.frames[level]
    let rest =
      frame.change.index << 16 | Int(frame.change.kind.rawValue) << 8 | Int(frame.marks.rawValue)
    core.store.note(
      .delivery, .int(rest), slot: level, link: frame.entry, cause: frame.event)
  }

  static func restoreDelivery(_ saved: LogEntry, in core: inout GraphCore) {
    guard Int(saved.slot) < core.frames.count, core.frames[saved.slot].phase == .sweep,
      case .int(let rest) = saved.value
    else { return }
    let level = saved.slot
    core.frames[level].entry = saved.link
    core.frames[level].event = saved.cause
    core.frames[level].marks = Frame.Marks(rawValue: UInt8(truncatingIfNeeded: rest))
    core.frames[level].change = ListChange(
      ListChange.Kind(rawValue: UInt8(truncatingIfNeeded: rest >> 8)) ?? .set, at: rest >> 16)
  }
}
