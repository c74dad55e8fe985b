// `computed = pull`: a `computed` is marked when something that it reads has changed, and evaluated
// when it is read. If it only may have changed, because another `computed` that it reads was
// marked, it is evaluated only if that one has a new value.
extension GraphCore {
  /// Finds out whether a `computed` that may have changed has changed.
  mutating func verify(
    _ slot: UInt32, _ link: UInt32, cause: UInt32, isRoot: Bool
  ) -> Suspension? {
    guard !properties[slot].marks.contains(.evaluating) else {
      return fail(.readsItself(circle(closedBy: slot, isDelivered: false)), isRoot: isRoot)
    }
    if knobs.computesAhead { return openUpdate(by: link, slot, cause: cause, isRoot: isRoot) }
    // What has certainly changed needs no level to find that out.
    if knobs.examinesReads, case .changed = firstChange(of: link) {
      return fireComputed(link, cause: cause, delivers: false, isRoot: isRoot)
    }
    setMarks(properties[slot].marks.union(.evaluating), of: slot)
    var frame = level(.verify, slot: slot, event: cause, isRoot: isRoot)
    frame.evaluator = link
    push(frame)
    return nil
  }

  mutating func goOnVerifying() -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    let slot = frame.slot
    let marks = properties[slot].marks
    let change = knobs.examinesReads ? firstChange(of: frame.evaluator) : .none
    if case .stale(let source) = change { return compute(source) }
    if case .none = change, marks.contains(.unsure) {
      if let source = staleSource(of: frame.evaluator) { return compute(source) }
      forgetConfirming(readBy: frame.evaluator)
      setMarks(marks.subtracting([.stale, .unsure, .evaluating]), of: slot)
      return finishFiring() ? .done : nil
    }
    setMarks(marks.subtracting(.evaluating), of: slot)
    let isRoot = frames.removeLast().isRoot
    return fireComputed(frame.evaluator, cause: frame.event, delivers: false, isRoot: isRoot)
  }

  /// A `computed` has a new value: what was marked because of it has changed, too.
  mutating func confirm(behind slot: UInt32) {
    if hasConfirmed(slot) { return }
    let isKnownToAll = knobs.subscribesAfterwards && isKnownToAll(behind: slot)
    let (notesChanges, keepsPrefix) = (knobs.notesChanges, knobs.keepsPrefix)
    // No link or property is made here, so the tables stay where they are.
    let (links, properties) = (links.base, properties.base)
    var node = properties[Int(slot)].firstLink
    var found = ChangedLinks(from: node)
    while node != 0 {
      let record = links + Int(node)
      let flags = record.pointee.flags
      let next = record.pointee.next
      if notesChanges {
        let isNew = !flags.contains(.changed)
        if isNew { record.pointee.flags = flags.union(.changed) }
        if found.note(isNew) {
          log(found, areSources: false)
          found = ChangedLinks(from: next)
        }
      }
      let listener = links + Int(record.pointee.listener(at: node))
      if listener.pointee.flags.contains(.computed) {
        let target = listener.pointee.target
        let marks = properties[Int(target)].marks
        if marks.contains(.unsure), !keepsPrefix {
          setMarks(marks.subtracting(.unsure), of: target)
        }
      } else if listener.pointee.flags.contains(.queued), !keepsPrefix {
        listener.pointee.flags.insert(.confirmed)
      }
      node = next
    }
    log(found, areSources: false)
    if isKnownToAll { noteConfirming(slot) }
  }

  /// Whether all listeners of a `computed` are marked, an effect among them, so that they know of a change.
  private func isKnownToAll(behind slot: UInt32) -> Bool {
    var tellsEffect = false
    var node = properties[slot].firstLink
    while node != 0 {
      let link = owner(of: node)
      node = links[node].next
      let flags = links[link].flags
      if flags.contains(.computed) {
        let marks = properties[links[link].target].marks
        let isRunning = marks.contains(.evaluating) && !marks.contains(.unsure)
        if isRunning || !marks.contains(.stale) { return false }
      } else if flags.contains(.queued) {
        if flags.contains(.effect) { tellsEffect = true }
      } else {
        return false
      }
    }
    return tellsEffect
  }
}
