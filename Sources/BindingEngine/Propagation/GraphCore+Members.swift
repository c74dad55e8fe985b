// Members that are more than a place for a value: events, which have a value only while they are
// handled; actions and commands, which are called; and properties with observers that run before a
// change.
extension GraphCore {
  // MARK: Events

  /// How many events may be nested in each other. A semantics may limit only rounds, and events
  /// that set each other off make no rounds.
  private static let mostNestedEvents = 10_000

  /// Fires an event, for a statement or a block.
  ///
  /// - Returns: Whether `run()` must be called.
  package mutating func fireEvent(_ payload: Value, at slot: UInt32) -> Bool {
    begin(happen(payload, at: slot, link: 0, event: currentCause, isRoot: true))
  }

  /// Notifies the listeners of an event. Meanwhile its payload is in the property; the payload of
  /// an outer firing of the same event is restored afterwards.
  mutating func happen(
    _ payload: Value, at slot: UInt32, link: UInt32, event: UInt32, isRoot: Bool
  ) -> Suspension? {
    if turn.currentDepth >= knobs.depthLimit { return failRunaway(.depth, isRoot: isRoot) }
    guard turn.nestedEvents < GraphCore.mostNestedEvents else {
      return failRunaway(.depth, isRoot: isRoot, limit: GraphCore.mostNestedEvents)
    }
    let first = properties[slot].firstLink
    var event = event
    if isTracing {
      event = record(
        .event, first == 0 ? .unheard : .none, cause: event, link: link, property: slot,
        new: payload)
    }
    if first == 0 { return isRoot ? .done : nil }
    push(level(.happened, slot: slot, event: event, isRoot: isRoot))
    turn.nestedEvents += 1
    held.append(read(slot))
    commitUncounted(payload, to: slot, by: link)
    pushDelivery(first: first, slot: slot, link: 0, event: event, isRoot: false)
    return nil
  }

  /// All have been notified.
  mutating func finishEvent() -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    closeEvent(frame)
    return finishFiring() ? .done : nil
  }

  mutating func closeEvent(_ frame: Frame) {
    turn.nestedEvents -= 1
    storeSilently(held[frame.heldBase], in: frame.slot)
  }

  // MARK: Calls

  /// A binding's value goes to an action or a command.
  mutating func call(_ value: Value, at slot: UInt32, link: UInt32, event: UInt32) -> Suspension? {
    var event = event
    if isTracing {
      event = record(.call, cause: event, link: link, property: slot, new: value)
    }
    var frame = level(.calling, slot: slot, event: event)
    frame.isCalledByWrite = true
    push(frame)
    request.role = .call
    request.block = .none
    request.value = value
    request.old = .nil
    request.link = link
    request.slot = slot
    request.sender = propertyID(slot).object
    return .block
  }

  /// The driver calls something by itself; the trace shows its effects under `event`.
  package mutating func beginCall(event: UInt32) {
    push(level(.calling, event: event, isRoot: true))
  }

  /// What was read meanwhile counts for the caller.
  package mutating func endCall() {
    frames[UInt32(frames.count - 1)].readBase = UInt32(reads.count)
    _ = finishFiring()
  }

  // MARK: Before a change

  /// Begins to notify the observers that run before `slot` changes, and stores `value` after that.
  mutating func notifyPrior(
    _ value: Value, slot: UInt32, link: UInt32, event: UInt32, isRoot: Bool, _ change: ListChange
  ) -> Suspension? {
    var frame = level(.prior, slot: slot, event: event, isRoot: isRoot)
    frame.writer = link
    push(frame)
    held.append(value)
    // Numbers travel next to values here: one more of these costs nothing elsewhere.
    held.append(.int(Int(change.kind.rawValue)))
    held.append(.int(change.index))
    // An observer that is made meanwhile is not notified, as in a delivery.
    held.append(.int(Int(nextSerial)))
    held.append(.int(log.count))
    frames[UInt32(frames.count - 1)].place = holdPrior(of: slot)
    // As deep as a delivery: a listener that writes the property again makes a cycle.
    turn.currentDepth += 1
    return nil
  }

  /// Keeps the observers that run before `slot` changes, the first to be notified last.
  ///
  /// - Returns: How many there are.
  private mutating func holdPrior(of slot: UInt32) -> UInt32 {
    let all = observers(of: slot).filter { links[owner(of: $0)].flags.contains(.prior) }
    for node in knobs.newestFirst ? all : all.reversed() { held.append(.int(Int(node))) }
    return UInt32(all.count)
  }

  mutating func notifyNextPrior() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    guard frame.place != 0 else { return finishPrior(frame) }
    frames[top].place -= 1
    guard case .int(let number) = held[frame.heldBase + 4 + frame.place] else { return nil }
    let node = UInt32(number)
    let link = owner(of: node)
    let flags = links[link].flags
    guard !flags.contains(.dead), !links[node].flags.contains(.dead), wasThere(node, frame) else {
      return nil
    }
    if isInterrupted { return fail(.interrupted) }
    if flags.contains(.locked) {
      turn.held += 1
      hold(link)
      return nil
    }
    if turn.currentDepth >= knobs.depthLimit { return failRunaway(.depth, isRoot: false) }
    if isBeyondLimit(link) { return failRunaway(.firings, isRoot: false) }
    if isNotifiedWithinItself(link) { return fail(.nestedTooDeeply) }
    lock(link, links.pointer(link))
    let event = record(
      .observe, .prior, cause: frame.event, link: link,
      property: isWay(link) ? 0 : links[link].source)
    push(level(.observer, link: link, event: event))
    let detail = details[links[link].detail]
    let value = read(detail.memory == 0 ? frame.slot : detail.memory)
    if isTracing { patchTrace(event) { ($0.old, $0.new) = (value, value) } }
    request.change = ListChange(.prior)
    return ask(.observer, detail.observe, value: value, old: value, link: link)
  }

  /// Whether an observer that runs before changes sets them off again, without end. If changes go
  /// through a queue, no limit of rounds or depth ends that.
  ///
  /// Checked only at depths that are powers of two, so that a long chain does not pay for it.
  private func isNotifiedWithinItself(_ link: UInt32) -> Bool {
    let depth = turn.currentDepth
    guard depth >= 1_024, depth & (depth - 1) == 0 else { return false }
    var count = 0
    for position in 0..<frames.count where frames.base[position].link == link { count += 1 }
    return count >= GraphCore.mostWithinItself
  }

  /// Whether a link still observes the property of `frame`, as it did when the notification began.
  private func wasThere(_ node: UInt32, _ frame: Frame) -> Bool {
    guard case .int(let serial) = held[frame.heldBase + 3],
      case .int(let begin) = held[frame.heldBase + 4]
    else { return false }
    let record = links[node]
    guard record.source == frame.slot else { return false }
    if record.flags.contains(.fresh), Int(birth(of: node)) >= begin { return false }
    return Int(record.serial) < serial
  }

  private mutating func finishPrior(_ frame: Frame) -> Suspension? {
    let value = held[frame.heldBase]
    var change = ListChange.set
    if case .int(let kind) = held[frame.heldBase + 1],
      case .int(let index) = held[frame.heldBase + 2]
    {
      change = ListChange(ListChange.Kind(rawValue: UInt8(kind)) ?? .set, at: index)
    }
    var isOutdated = false
    if case .int(let begin) = held[frame.heldBase + 4] { isOutdated = log.count != begin }
    _ = finishFiring()
    if frame.writer != 0, links[frame.writer].flags.contains(.computed) {
      return finishPriorOfComputed(frame, value, isOutdated: isOutdated)
    }
    return storeAdmitted(
      value, in: frame.slot, link: frame.writer, event: frame.event, isRoot: frame.isRoot, change,
      isNotified: true)
  }
}
