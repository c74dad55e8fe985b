/// Why `run()` returned.
package enum Suspension {
  /// What was begun is done.
  case done
  /// A block must be run: see `request`, and `resume(with:)`.
  case block
  /// `failure` says what went wrong; the stack is as it was at that point.
  case failed
}

// The loop, depth first: a change is passed on, with everything that it sets off, before its next
// listener is visited. The stack is explicit, so a chain may be a million long.
extension GraphCore {
  /// A write by a statement or a block.
  ///
  /// - Returns: Whether `run()` must be called to deliver it.
  @inline(__always)
  package mutating func write(_ value: consuming Value, to slot: UInt32) -> Bool {
    let place = properties.pointer(slot)
    guard place.pointee.flags.isEmpty, knobs.isPlain, !notesEvents, !isAwaitedMeanwhile(place)
    else {
      return writeCarefully(value, to: slot)
    }
    let first = place.pointee.firstLink
    if first == 0 {
      turn.depth = max(turn.depth, turn.currentDepth + 1)
      // A loop that counts in one property must not need more memory with each lap.
      if frames.count == 0, commitAgain(value, to: slot) { return false }
      commit(value, to: slot, by: 0)
      return false
    }
    commit(value, to: slot, by: 0)
    pushDelivery(first: first, slot: slot, link: 0, event: 0, isRoot: true)
    return true
  }

  /// Whether a change may be on its way to a property that a block writes.
  @inline(__always)
  func isAwaitedMeanwhile(_ place: UnsafeMutablePointer<PropertyRecord>) -> Bool {
    frames.count > 0 && openLevel != 0 && place.pointee.marks.contains(.bound)
  }

  /// The highest level that still has further listeners, counted from 1; 0 for none.
  @inline(__always)
  var openLevel: UInt32 {
    guard frames.count > 0 else { return 0 }
    let top = frames.base + (frames.count - 1)
    let isOpen: Bool
    switch top.pointee.phase {
    case .deliver: isOpen = top.pointee.nextLink != 0
    case .sweep:
      // If only observers remain to be notified, nothing is on its way any more.
      isOpen =
        !top.pointee.marks.contains(.observers) && sweeps.gathered.base[Int(top.pointee.place)] != 0
    case .wave: isOpen = !top.pointee.isNotifying && top.pointee.batchCount > 0
    case .announce: isOpen = true
    default: isOpen = false
    }
    return isOpen ? UInt32(truncatingIfNeeded: frames.count) : top.pointee.open
  }

  /// Puts a level on the stack.
  @inline(__always)
  mutating func push(_ frame: consuming Frame) {
    frame.open = openLevel
    if frame.open != 0 { readMask = GraphCore.watchfulReadMask }
    frames.append(frame)
  }

  /// A level that removes what was read and held from now on when it ends.
  @inline(__always)
  func level(
    _ phase: Frame.Phase, link: UInt32 = 0, slot: UInt32 = 0, event: UInt32, isRoot: Bool = false
  ) -> Frame {
    Frame(
      phase, link: link, slot: slot, event: event, readBase: reads.count, heldBase: held.count,
      isRoot: isRoot)
  }

  /// Begins to deliver the last write in the log.
  @inline(__always)
  mutating func pushDelivery(
    first: UInt32, slot: UInt32, link: UInt32, event: UInt32, isRoot: Bool
  ) {
    turn.currentDepth += 1
    if turn.currentDepth > turn.depth { turn.depth = turn.currentDepth }
    push(
      Frame(
        delivering: slot, to: first, newSerial: nextSerial,
        entry: lastEntry, link: link, event: event,
        isRoot: isRoot))
  }

  /// Notes what happened to the list in the delivery that just began.
  mutating func noteChange(_ change: ListChange) {
    let top = frames.pointer(UInt32(frames.count - 1))
    top.pointee.change = change
    latestChange = (top.pointee.entry, top.pointee.entry)
  }

  /// What happened to the delivered list. If it has changed again since, an observer that is
  /// notified now reads that list, so only `set` is true of it.
  ///
  /// - Complexity: O(1), apart from the log entries since the previous listener.
  mutating func change(of delivery: Frame) -> ListChange {
    guard delivery.changesElement else { return .set }
    let entry = delivery.entry
    var position = (latestChange.entry == entry ? latestChange.seen : entry) + 1
    while position < log.count {
      if log[position].kind == .write, log[position].slot == delivery.slot { return .set }
      position += 1
    }
    latestChange = (entry, position - 1)
    return delivery.change
  }

  /// Does what `run()` does, after a write that is a whole turn.
  @inline(__always)
  mutating func runWrite() -> Suspension {
    if pendingSuspension == nil, !isTracing || tracesHopsByLog, knobs.isPlain, !isInterrupted,
      !isWatching,
      frames[UInt32(frames.count - 1)].phase == .deliver, copyNumbers() == .finished
    {
      return .done
    }
    return run()
  }

  /// Continues until what was begun last is done, or a block must be run.
  package mutating func run() -> Suspension {
    if let pending = pendingSuspension {
      pendingSuspension = nil
      return pending
    }
    let passesAnnounced = knobs.passesAnnounced
    let mapsAtOnce = !passesAnnounced && !knobs.sendsOnce
    let copiesPlainly = (!isTracing || tracesHopsByLog) && knobs.isPlain
    while true {
      let top = frames.base + (frames.count - 1)
      guard top.pointee.phase == .deliver else {
        switch advanceFiring() {
        case nil: continue
        case .some(let suspension): return suspension
        }
      }
      let link = top.pointee.nextLink
      if link == 0 {
        if finishDelivery() { return .done }
        continue
      }
      if isInterrupted { return fail(.interrupted) }
      let record = links.pointer(link)
      let isPlain = isPlain(record, in: top)
      let mayCopy = isPlain && !record.pointee.flags.contains(.joins)
      if copiesPlainly, !isWatching, mayCopy || mayMap(record) {
        switch mayCopy ? copyNumbers() : mapNumbers() {
        case .finished: return .done
        case .gotOn: continue
        case .stuck: break
        }
      }
      let delivery = frames.pointer(UInt32(frames.count - 1))
      delivery.pointee.nextLink = record.pointee.next
      guard record.pointee.serial < delivery.pointee.newSerial else { continue }
      if isPlain, !notesEvents, !delivery.pointee.changesElement, copyPlainly(link, record) {
        continue
      }
      if record.pointee.flags.contains(.maps), !notesEvents, !isDeliveryBehind, mapsAtOnce,
        beginMapping(link, record)
      {
        return .block
      }
      if record.pointee.flags.contains(.plainObserver), !notesEvents, !isDeliveryBehind,
        !passesAnnounced,
        beginNotifying(link, record, delivery.pointee)
      {
        return .block
      }
      if let suspension = visit(link) { return suspension }
    }
  }

  /// Whether the link is a plain copy without anything else to consider.
  @inline(__always)
  private func isPlain(
    _ record: UnsafeMutablePointer<LinkRecord>, in delivery: UnsafeMutablePointer<Frame>
  ) -> Bool {
    let flags = record.pointee.flags.intersection(.obstacles)
    if flags.isEmpty { return !delivery.pointee.marks.contains(.behind) }
    // Two paths lead to its target. That matters only while something is on its way.
    return flags == .joins && record.pointee.next == 0 && delivery.pointee.open == 0
  }

  /// Whether a change is on its way to what is delivered and has not arrived yet.
  @inline(__always)
  private var isDeliveryBehind: Bool {
    frames.base[frames.count - 1].marks.contains(.behind)
  }

  /// Passes any value on unchanged, if nothing else has to be considered. A hop through `visit`
  /// takes 3.7 times as many instructions.
  ///
  /// - Returns: Whether it did.
  private mutating func copyPlainly(
    _ link: UInt32, _ record: UnsafeMutablePointer<LinkRecord>
  ) -> Bool {
    let source = properties.pointer(record.pointee.source)
    let slot = record.pointee.target
    let target = properties.pointer(slot)
    guard target.pointee.flags.isEmpty, !source.pointee.marks.contains(.stale),
      knobs.copiesAtOnce, agenda.batchDepth == 0,
      turn.firings < knobs.firingCheck, turn.currentDepth < knobs.depthLimit
    else { return false }
    let value = living(source.pointee.value)
    if knobs.drop, isDropped(value, at: living(target.pointee.value)) { return false }
    turn.firings += 1
    commit(value, to: slot, by: link)
    let first = target.pointee.firstLink
    if first == 0 {
      turn.depth = max(turn.depth, turn.currentDepth + 1)
    } else {
      lock(link, record)
      pushDelivery(first: first, slot: slot, link: link, event: 0, isRoot: false)
    }
    return true
  }

  /// - Returns: Whether `run()` is done.
  @inline(__always)
  private mutating func finishDelivery() -> Bool {
    let frame = frames.removeLast()
    turn.currentDepth -= 1
    if knobs.storesAfterwards { storeAnnounced() }
    if frame.link != 0 {
      unlock(frame.link)
      if awaited.isInUse { noteUnlocked(frame.link) }
    }
    return frame.isRoot
  }

  package var isInterrupted: Bool {
    guard let flag = interruptFlag else { return false }
    return flag.pointee != 0
  }

  /// - Parameter isRoot: Whether `run()` was called for what could not begin, so that nothing on
  ///   the stack represents it.
  mutating func fail(_ error: GraphError, isRoot: Bool = false) -> Suspension {
    failure = error
    failedBeforeItsFrame = isRoot
    return .failed
  }

  func isDropped(_ value: Value, at old: Value) -> Bool {
    if knobs.dropSimpleOnly, !value.isSimple { return false }
    return isSame(value, old)
  }

  /// Whether two values count as equal.
  func isSame(_ value: Value, _ other: Value) -> Bool {
    if knobs.dropsSameListOnly {
      switch (value, other) {
      case (.list(let one), .list(let two)): return one.isIdentical(to: two)
      case (.dictionary(let one), .dictionary(let two)): return one.isIdentical(to: two)
      default: break
      }
    }
    return value == other
  }
}
