// Depth first where the listeners of a property are not simply taken in the order in which they
// were made: they are gathered when the property changes, in the order that the semantics wants.
extension GraphCore {
  /// Begins to tell those who listen to `slot` of its last write.
  ///
  /// - Parameters:
  ///   - marks: Whether only bindings or only observers are told.
  ///   - link: A lock that is opened when all have been told.
  mutating func sweep(
    _ slot: UInt32, entry: UInt32, event: UInt32, link: UInt32 = 0, isRoot: Bool,
    _ marks: Frame.Marks = [], _ change: ListChange = .set
  ) -> Suspension? {
    if turn.currentDepth >= turn.depth { turn.depth = turn.currentDepth + 1 }
    let base = sweeps.gathered.count
    gatherListeners(of: slot, marks)
    guard sweeps.gathered.count > base + 1 else {
      sweeps.gathered.setCount(base)
      if link != 0 { unlock(link) }
      return isRoot ? .done : nil
    }
    turn.currentDepth += 1
    var frame = Frame(
      sweeping: slot, from: sweeps.gathered.count - 1, newStamp: sweeps.lastStamp, entry: entry,
      link: link, event: event, isRoot: isRoot)
    frame.marks.formUnion(marks)
    if knobs.restarts {
      properties[slot].marks.insert(.delivering)
    } else if knobs.tellsLast {
      frame.marks.insert(.first)
      noteInnerSweep(&frame)
    }
    push(frame)
    if change.kind != .set { noteChange(change) }
    return nil
  }

  /// Puts a 0 and the listeners behind it, the first to be told last.
  private mutating func gatherListeners(of slot: UInt32, _ marks: Frame.Marks) {
    sweeps.gathered.append(0)
    let base = sweeps.gathered.count
    var node = properties[slot].firstLink
    while node != 0 {
      let flags = links[owner(of: node)].flags
      let isWanted =
        marks.contains(.bindings) && !flags.contains(.observer)
        || marks.contains(.observers) && flags.contains(.observer)
        || marks.isDisjoint(with: [.bindings, .observers])
      if isWanted { sweeps.gathered.append(node) }
      node = links[node].next
    }
    let count = sweeps.gathered.count - base
    guard count > 1 else { return }
    var nodes = UnsafeMutableBufferPointer(start: sweeps.gathered.base + base, count: count)
    if knobs.latestFirst {
      // The last registered stands last, where the next is taken from.
      let stamped = nodes.enumerated().map { (stamp(of: $0.element), $0.offset, $0.element) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      for (position, entry) in stamped.enumerated() { nodes[position] = entry.2 }
      return
    }
    nodes.reverse()
    guard knobs.tellsLast else { return }
    let listening = nodes.filter { listensLast($0) }
    let others = nodes.filter { !listensLast($0) }
    for (position, node) in (listening + others).enumerated() { nodes[position] = node }
  }

  /// Whether it has its turn behind the bindings of its property: an observer, or a two-way binding,
  /// which there is one of each end.
  private func listensLast(_ node: UInt32) -> Bool {
    !links[owner(of: node)].flags.isDisjoint(with: [.observer, .forward, .reverse])
  }

  private func stamp(of node: UInt32) -> UInt32 { sweeps.stamps[lead(of: node)] ?? 0 }

  /// Notes that a link registers with what it observes, anew or for the first time.
  mutating func register(_ link: UInt32) {
    let link = lead(of: link)
    appendLog(.registered, slot: sweeps.stamps[link] ?? 0, link: link)
    sweeps.lastStamp += 1
    sweeps.stamps[link] = sweeps.lastStamp
  }

  /// Tells the next listener.
  mutating func goOnSweeping() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    if knobs.restarts, frame.marks.contains(.restart) {
      dropGathered(of: frame)
      frames[top].marks.remove(.restart)
      gatherListeners(of: frame.slot, frame.marks)
      frames[top].place = UInt32(sweeps.gathered.count - 1)
      frames[top].newStamp = sweeps.lastStamp
    }
    let place = frames[top].place
    let node = sweeps.gathered[place]
    guard node != 0 else { return endSweep() }
    if knobs.tellsLast, frame.marks.contains(.first), listensLast(node), !beginsTelling(top) {
      return endSweep()
    }
    if isInterrupted { return fail(.interrupted) }
    sweeps.gathered.setCount(Int(place))
    frames[top].place = place - 1
    // It has registered anew since, with what it reads now.
    if knobs.latestFirst, stamp(of: node) > frame.newStamp { return nil }
    if knobs.tellsAfter, frame.marks.contains(.deep) { return tellDeeply(node) }
    return visit(node)
  }

  private mutating func endSweep() -> Suspension? {
    let frame = frames.removeLast()
    turn.currentDepth -= 1
    leaveSweep(frame)
    if frame.link != 0 { unlock(frame.link) }
    return frame.isRoot ? .done : nil
  }

  /// To be called when a sweep ends, or is left.
  mutating func leaveSweep(_ frame: Frame) {
    dropGathered(of: frame)
    if properties[frame.slot].marks.contains(.delivering),
      knobs.restarts || !frame.marks.contains(.inner)
    {
      properties[frame.slot].marks.remove(.delivering)
    }
  }

  /// A property changes while the bindings of an earlier change of it are being evaluated: its
  /// observers have not been told of that one yet, so what they know is what that began with.
  private mutating func noteInnerSweep(_ frame: inout Frame) {
    guard properties[frame.slot].marks.contains(.delivering) else {
      properties[frame.slot].marks.insert(.delivering)
      return
    }
    frame.marks.insert(.inner)
    if let outer = outerSweep(of: frame.slot, below: frames.count),
      frames[outer].marks.contains(.first), !frames[outer].marks.contains(.told)
    {
      frame.entry = frames[outer].entry
    }
  }

  private func outerSweep(of slot: UInt32, below level: Int) -> UInt32? {
    var position = level - 1
    while position >= 0 {
      let frame = frames.base[position]
      if frame.phase == .sweep, frame.slot == slot { return UInt32(position) }
      position -= 1
    }
    return nil
  }

  /// The bindings are evaluated, and it is the observers' turn.
  ///
  /// - Returns: Whether there is anything to tell them that they do not know. The same as in JavaFX,
  ///   which compares with the value that they were told last.
  private mutating func beginsTelling(_ level: UInt32) -> Bool {
    frames[level].marks.remove(.first)
    let frame = frames[level]
    if frame.marks.contains(.told) { return false }
    if frame.entry != .max, living(log[frame.entry].value) == read(frame.slot) { return false }
    guard frame.marks.contains(.inner) else { return true }
    var below = Int(level)
    while let outer = outerSweep(of: frame.slot, below: below) {
      if frames[outer].marks.contains(.first) { frames[outer].marks.insert(.told) }
      below = Int(outer)
    }
    return true
  }

  private mutating func dropGathered(of frame: Frame) {
    var position = Int(frame.place)
    while sweeps.gathered.base[position] != 0 { position -= 1 }
    sweeps.gathered.setCount(position)
  }

  /// A property changes while its change is told of: that begins again with the first listener, once
  /// the one that is running returns.
  ///
  /// The same as in GObject, whose `notify` is not emitted within itself.
  ///
  /// - Returns: Whether it may: what begins again stands for a level of the stack, of which there may
  ///   be so many.
  mutating func restart(_ slot: UInt32, event: UInt32) -> Bool {
    guard counts.countRestart(of: slot) <= knobs.depthLimit else { return false }
    var position = frames.count - 1
    while position >= 0 {
      let frame = frames.pointer(UInt32(position))
      if frame.pointee.phase == .sweep, frame.pointee.slot == slot {
        frame.pointee.marks.insert(.restart)
        frame.pointee.entry = UInt32(log.count - 1)
        frame.pointee.event = event
        // Some know of what the list became first, and some of neither.
        frame.pointee.change = .set
        break
      }
      position -= 1
    }
    return true
  }

  // MARK: Observers once the bindings are done

  /// Evaluates all bindings that follow from a write, and tells the observers of what changed.
  ///
  /// The same as in Qt since 6.3.
  mutating func wave(
    _ slot: UInt32, entry: UInt32, link: UInt32, event: UInt32, isRoot: Bool, _ change: ListChange
  ) -> Suspension? {
    let begins = link == 0 || sweeps.waves.last ?? 0 == 0
    if begins {
      pushWave(isRoot: isRoot)
      noteToTell(slot, entry: entry, link: link, event: event)
    } else {
      // It was met when its binding was evaluated.
      var position = sweeps.told.count - 1
      while position >= 0, sweeps.told.base[position].slot != slot { position -= 1 }
      if position >= 0 {
        sweeps.told.base[position].entry = entry
        sweeps.told.base[position].event = event
      }
    }
    properties[slot].marks.insert(.toTell)
    return sweep(
      slot, entry: entry, event: event, isRoot: isRoot && !begins, .bindings, change)
  }

  mutating func pushWave(isRoot: Bool) {
    var frame = level(.wave, event: currentCause, isRoot: isRoot)
    frame.toldBase = UInt32(sweeps.told.count)
    frame.place = frame.toldBase
    push(frame)
    sweeps.waves.append(frames.count)
  }

  mutating func noteToTell(_ slot: UInt32, entry: UInt32, link: UInt32, event: UInt32) {
    sweeps.told.append(Due(link: link, entry: entry, slot: slot, event: event))
  }

  /// A binding is met on the way of a wave: the observers of what it writes are told in this order,
  /// as in Qt, whatever it may be evaluated to, and how often.
  mutating func meet(_ link: UInt32) {
    guard knobs.tellsAfter, sweeps.waves.last ?? 0 != 0, links[link].target != 0 else { return }
    noteToTell(links[link].target, entry: .max, link: link, event: currentCause)
  }

  mutating func goOnWithWave() -> Suspension? {
    let top = UInt32(frames.count - 1)
    if !frames[top].isTelling {
      let root = frames[top].place
      if root < frames[top].toldBase + frames[top].batchCount {
        frames[top].place += 1
        let due = sweeps.told[root]
        return sweep(due.slot, entry: due.entry, event: due.event, isRoot: false, .bindings)
      }
      frames[top].isTelling = true
      frames[top].place = frames[top].toldBase
      sweeps.waves[sweeps.waves.count - 1] = 0
    }
    let position = frames[top].place
    let batch = frames[top].batchCount
    guard Int(position) < (batch > 0 ? Int(frames[top].toldBase + batch) : sweeps.told.count) else {
      leaveWave(frames[top])
      return finishFiring() ? .done : nil
    }
    if isInterrupted { return fail(.interrupted) }
    frames[top].place += 1
    var due = sweeps.told[position]
    if batch > 0 {
      properties[due.slot].marks.remove(.toTell)
      return sweep(due.slot, entry: due.entry, event: due.event, isRoot: false, .deep)
    }
    // One that was replaced or undone meanwhile has nothing to tell.
    if due.link != 0, links[due.link].flags.contains(.dead) { return nil }
    guard properties[due.slot].marks.contains(.toTell) else { return nil }
    properties[due.slot].marks.remove(.toTell)
    if due.entry == .max {
      // It did not change at first.
      for later in Int(position)..<sweeps.told.count
      where sweeps.told.base[later].slot == due.slot && sweeps.told.base[later].entry != .max {
        due.entry = sweeps.told.base[later].entry
        due.event = sweeps.told.base[later].event
        break
      }
    }
    // A binding is not evaluated while its own property is told of.
    if due.link != 0, links[due.link].flags.isDisjoint(with: [.locked, .dead]) {
      lock(due.link, links.pointer(due.link))
      return sweep(
        due.slot, entry: due.entry, event: due.event, link: due.link, isRoot: false, .observers)
    }
    return sweep(due.slot, entry: due.entry, event: due.event, isRoot: false, .observers)
  }

  /// After a batch everything has been evaluated, and observers are told where they stand among the
  /// bindings: at the place of a binding those of what it wrote.
  ///
  /// The same as in Qt 6.4, at the end of a property update group.
  private mutating func tellDeeply(_ node: UInt32) -> Suspension? {
    let link = owner(of: node)
    if links[link].flags.contains(.observer) { return visit(node) }
    let target = links[link].target
    guard !links[link].flags.contains(.dead), properties[target].marks.contains(.toTell) else {
      return nil
    }
    properties[target].marks.remove(.toTell)
    lock(link, links.pointer(link))
    var entry = UInt32.max
    for position in 0..<UInt32(sweeps.told.count)
    where sweeps.told[position].slot == target && sweeps.told[position].entry != .max {
      entry = sweeps.told[position].entry
      break
    }
    return sweep(target, entry: entry, event: currentCause, link: link, isRoot: false, .deep)
  }

  /// To be called when a wave ends, or is left.
  mutating func leaveWave(_ frame: Frame) {
    for position in Int(frame.toldBase)..<max(Int(frame.toldBase), sweeps.told.count) {
      properties[sweeps.told[UInt32(position)].slot].marks.remove(.toTell)
    }
    sweeps.told.setCount(min(sweeps.told.count, Int(frame.toldBase)))
    sweeps.waves.removeLast()
  }

  // MARK: The end of a batch

  /// Notes a change that is announced when the batch ends, each property once.
  mutating func announceLater(_ slot: UInt32, entry: UInt32, event: UInt32, _ change: ListChange) {
    for position in 0..<UInt32(sweeps.announced.count)
    where sweeps.announced[position].slot == slot {
      sweeps.announced[position].change = .set
      return
    }
    var due = Due(link: 0, entry: entry, slot: slot, event: event)
    due.change = change
    sweeps.announced.append(due)
  }

  /// - Returns: Whether `run()` must be called.
  mutating func announce() -> Bool {
    let count = sweeps.announced.count
    guard count > 0 else { return false }
    if knobs.tellsAfter {
      // One wave takes all of them.
      pushWave(isRoot: true)
      frames[UInt32(frames.count - 1)].batchCount = UInt32(count)
    } else {
      var frame = level(.announce, event: currentCause, isRoot: true)
      frame.toldBase = UInt32(sweeps.told.count)
      frame.place = frame.toldBase + UInt32(count)
      push(frame)
    }
    for position in 0..<UInt32(count) {
      sweeps.told.append(sweeps.announced[position])
      if knobs.tellsAfter { properties[sweeps.announced[position].slot].marks.insert(.toTell) }
    }
    sweeps.announced.forget()
    return true
  }

  /// Announces the next property, backward, as GObject does when it thaws.
  mutating func goOnAnnouncing() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    guard frame.place > frame.toldBase else {
      sweeps.told.setCount(Int(frame.toldBase))
      return finishFiring() ? .done : nil
    }
    frames[top].place -= 1
    let due = sweeps.told[frame.place - 1]
    return deliver(
      due.slot, entry: due.entry, event: due.event, link: 0, isRoot: false, due.change)
  }
}
