// Writes that are more than a plain store: to a property with a type or a `set` block, to a
// released object, to the target of a binding if the semantics restricts that; and all traced
// writes.
extension GraphCore {
  /// - Returns: Whether `run()` must be called.
  mutating func writeCarefully(_ value: Value, to slot: UInt32) -> Bool {
    write(value, to: slot, change: .set)
  }

  /// Keeps what came up at the beginning of something for the next `run()`.
  ///
  /// - Returns: Whether `run()` must be called.
  mutating func begin(_ suspension: Suspension?) -> Bool {
    if suspension == .done { return false }
    pendingSuspension = suspension
    return true
  }

  /// What a plain write to the target of a one-way binding does if it does not simply stay.
  private mutating func overrideBinding(of slot: UInt32, cause: UInt32) -> GraphError? {
    for writer in writers(of: slot) {
      guard links[writer].flags.isDisjoint(with: [.dead, .forward, .reverse, .computed]) else {
        continue
      }
      // A binding's write from its own blocks is not directed against it. If bindings are not
      // locked, another mark is used.
      if links[writer].flags.contains(.locked), knobs.locksPlain { continue }
      if knobs.refusesPlainWrites {
        if isTracing { record(.dropped, .refused, cause: cause, link: writer, property: slot) }
        return .refusedWrite(named(slot), by: bindingID(writer))
      }
      end(writer, reason: .overwritten, cause: cause)
    }
    return nil
  }

  /// Stores `value` and begins to deliver it.
  ///
  /// - Parameter link: The binding that writes; 0 for a statement.
  /// - Returns: nil if the frame on top continues; `done` if there was nothing to deliver and
  ///   `isRoot`.
  mutating func store(
    _ value: Value, in slot: UInt32, link: UInt32, event: UInt32, isRoot: Bool,
    _ change: ListChange = .set
  ) -> Suspension? {
    let flags = properties[slot].flags
    if flags.contains(.dead) {
      return dropReleased(value, slot: slot, link: link, event: event, isRoot: isRoot)
    }
    if !flags.isDisjoint(with: [.computed, .event, .callable]) {
      guard link != 0, !flags.contains(.computed) else {
        return fail(.readOnly(named(slot)), isRoot: isRoot)
      }
      if flags.contains(.event) {
        return happen(value, at: slot, link: link, event: event, isRoot: false)
      }
      // A command's object can be released by itself, and then nothing can be called.
      if info(of: slot).role == .command, read(slot) == .nil {
        return dropReleased(value, slot: slot, link: link, event: event, isRoot: isRoot)
      }
      return call(value, at: slot, link: link, event: event)
    }
    if flags.contains(.hasSetter) {
      var frame = level(.setter, slot: slot, event: event, isRoot: isRoot)
      frame.writer = link
      push(frame)
      // For the trace.
      if isTracing { held.append(value) }
      request.role = .setter
      request.block = info(of: slot).setter
      request.value = value
      request.old = read(slot)
      request.link = link
      request.sender = propertyID(slot).object
      return .block
    }
    return storeAdmitted(value, in: slot, link: link, event: event, isRoot: isRoot, change)
  }

  mutating func afterSetter(_ value: Value) -> Suspension? {
    let frame = frames.removeLast()
    if held.count > frame.heldBase {
      let given = held[frame.heldBase]
      held.truncate(to: Int(frame.heldBase))
      if given != value {
        record(
          .correct, cause: frame.event, link: frame.writer, property: frame.slot, old: given,
          new: value)
      }
    }
    return storeAdmitted(
      value, in: frame.slot, link: frame.writer, event: frame.event, isRoot: frame.isRoot)
  }

  /// - Parameters:
  ///   - isNotified: Whether the observers that run before the change have been notified.
  ///   - isNoted: Whether the write was noted before: now it is stored.
  mutating func storeAdmitted(
    _ value: Value, in slot: UInt32, link: UInt32, event: UInt32, isRoot: Bool,
    _ change: ListChange = .set, isNotified: Bool = false, isNoted: Bool = false
  ) -> Suspension? {
    var value = value
    let flags = properties[slot].flags
    if flags.contains(.dead) {
      // Released by its own `set` block.
      return dropReleased(value, slot: slot, link: link, event: event, isRoot: isRoot)
    }
    if flags.contains(.typed) {
      guard let admitted = admit(value, as: info(of: slot).type) else {
        return fail(.typeMismatch(named(slot), value), isRoot: isRoot)
      }
      value = admitted
    }
    if change.isInside, knobs.changesInPlace {
      var event = event
      let isChanged = commit(
        value, to: slot, by: link, event: &event, storingEqual: false, change)
      if isChanged, notesEvents, properties[slot].firstLink != 0 {
        patchTrace(event) { $0.reason = .inPlace }
      }
      return isRoot ? .done : nil
    }
    if knobs.notesWrites, !isNoted, !isNotified, isState(slot) {
      return note(value, for: slot, by: link, event: event, isRoot: isRoot)
    }
    if knobs.keeps {
      hideKept()
      makeStaleAgain()
    }
    unmarkBound(slot)
    var event = event
    if link != 0, let earlier = rare.takePulled(slot) {
      commitPulled(value, to: slot, by: link, event: &event, since: earlier)
      return deliver(slot, entry: earlier, event: event, link: link, isRoot: isRoot)
    }
    if flags.contains(.hasPrior), !isNotified, !knobs.drop || !isDropped(value, at: read(slot)) {
      return notifyPrior(value, slot: slot, link: link, event: event, isRoot: isRoot, change)
    }
    if knobs.storesAfterwards, properties[slot].firstLink != 0,
      !knobs.drop || !isDropped(value, at: read(slot))
    {
      return announce(value, in: slot, link: link, event: event, isRoot: isRoot, change)
    }
    if knobs.limitsWrites, turn.rounds > knobs.roundLimit, !isDropped(value, at: read(slot)) {
      return failRunaway(.rounds, isRoot: isRoot)
    }
    let passesOnEqual = passesOnEqual(link)
    let isChanged = commit(
      value, to: slot, by: link, event: &event, storingEqual: passesOnEqual, change)
    guard isChanged || passesOnEqual else { return isRoot ? .done : nil }
    return deliver(
      slot, entry: lastEntry, event: event, link: link, isRoot: isRoot, isChanged ? change : .set)
  }

  /// A write of a list of which one element was inserted, removed or replaced.
  ///
  /// - Returns: Whether `run()` must be called.
  package mutating func write(
    _ value: Value, to slot: UInt32, change: ListChange
  ) -> Bool {
    let cause = currentCause
    if !knobs.keepsPlainWrites, let refusal = overrideBinding(of: slot, cause: cause) {
      return begin(fail(refusal, isRoot: true))
    }
    return begin(store(value, in: slot, link: 0, event: cause, isRoot: true, change))
  }

  private mutating func dropReleased(
    _ value: Value, slot: UInt32, link: UInt32, event: UInt32, isRoot: Bool
  ) -> Suspension? {
    turn.dropped += 1
    if isTracing {
      record(.dropped, .released, cause: event, link: link, property: slot, new: value)
    }
    return isRoot ? .done : nil
  }

  /// Stores without notifying and without `set`, like writing an instance variable. What is
  /// computed from it becomes stale.
  package mutating func storeSilent(_ value: Value, in slot: UInt32) -> GraphError? {
    let flags = properties[slot].flags
    if !flags.isDisjoint(with: [.computed, .event, .callable]) {
      return .readOnly(named(slot))
    }
    var value = value
    if flags.contains(.typed) {
      guard let admitted = admit(value, as: info(of: slot).type) else {
        return .typeMismatch(named(slot), value)
      }
      value = admitted
    }
    hideKept()
    makeStaleAgain()
    let old = properties[slot].value
    turn.writes += 1
    unmarkBound(slot)
    storeSilently(value, in: slot)
    if isTracing {
      record(.write, .silent, cause: currentCause, property: slot, old: old, new: value)
    }
    markStale(behind: slot)
    return nil
  }

  /// A marked property gets a value.
  private mutating func unmarkBound(_ slot: UInt32) {
    guard properties[slot].marks.contains(.stale), !properties[slot].flags.contains(.computed)
    else { return }
    setMarks(properties[slot].marks.subtracting(.stale), of: slot)
    for writer in writers(of: slot) { closeAnnouncement(by: writer) }
  }

  /// Marks every `computed` that depends on `slot`.
  private mutating func markStale(behind slot: UInt32) {
    var pending = [slot]
    while let next = pending.popLast() {
      for observer in observers(of: next) {
        let link = owner(of: observer)
        guard links[link].flags.contains(.computed) else { continue }
        let target = links[link].target
        guard !properties[target].marks.contains(.stale) else { continue }
        setMarks(properties[target].marks.union(.stale), of: target)
        closeAnnouncement(by: link)
        pending.append(target)
      }
    }
  }
}
