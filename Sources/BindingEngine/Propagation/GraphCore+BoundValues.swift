// `bound = pull`: what a one-way binding gives its target is evaluated when the target is read, as in
// JavaFX. A change marks the target and what depends on it. An observer or a two-way binding reads at once,
// so where one listens the binding is evaluated at the change.
extension GraphCore {
  // Read from the semantics: the knobs of the loop are laid out as they are used.
  @inline(__always)
  var pullsBound: Bool { semantics.bound == .pull && semantics.marksBound }

  /// Whether a binding only marks its target when its source has changed: a one-way binding of values to a
  /// plain property. One with a block of its own, with cells, or with an answer that takes time is evaluated.
  func onlyMarks(_ link: UInt32) -> Bool {
    let record = links[link]
    guard record.target != 0, pullsBound,
      record.flags.isDisjoint(with: [.observer, .computed, .once, .forward, .reverse, .dead]),
      properties[record.target].flags.subtracting(.typed).isEmpty
    else { return false }
    if record.detail == 0 { return true }
    let detail = details[record.detail]
    guard case .property = detail.target, !detail.observe.exists, !detail.each.exists,
      !detail.isWaiting
    else { return false }
    for place in 0..<detail.stageCount {
      let transformer = transformers[stages[detail.firstStage + place].transformer]
      if transformer.takesTime || transformer.keepsState { return false }
    }
    return true
  }

  /// The binding that gives a marked property its value when that is read; 0 if it has none.
  func pulledLink(of slot: UInt32) -> UInt32 {
    var link = firstIncoming[slot]
    while link != 0, !onlyMarks(link) { link = links[link].nextIncoming }
    return link
  }

  /// Marks what takes its value from a marked property by plain copies only: it is read through to that,
  /// also before the change has come there.
  mutating func markCopies(of slot: UInt32) {
    var pending = [slot]
    while let next = pending.popLast() {
      for node in observers(of: next) {
        let target = links[node].target
        guard !links[node].flags.contains(.step), copy(into: target) == node, onlyMarks(node),
          !properties[target].marks.contains(.stale)
        else { continue }
        setMarks(properties[target].marks.union(.stale), of: target)
        pending.append(target)
      }
    }
  }

  /// Evaluates the binding to a marked property, which is about to be read.
  mutating func fireBound(_ slot: UInt32, cause: UInt32, isRoot: Bool) -> Suspension? {
    let link = pulledLink(of: slot)
    guard link != 0 else {
      // The binding has changed so that it is evaluated at each change.
      setMarks(properties[slot].marks.subtracting(.stale), of: slot)
      return isRoot ? .done : nil
    }
    guard !properties[slot].marks.contains(.evaluating) else {
      return fail(.readsItself([named(slot), named(slot)]), isRoot: isRoot)
    }
    // What is pulled may go on for long without anything being delivered.
    if isInterrupted { return fail(.interrupted, isRoot: isRoot) }
    properties[slot].marks.insert(.evaluating)
    let level = frames.count
    let suspension = fire(link, after: .max, cause: cause, isRoot: isRoot)
    // A firing beyond the limit has no frame that takes the mark away.
    if case .failed = suspension, frames.count == level {
      properties[slot].marks.remove(.evaluating)
    }
    return suspension
  }

  /// Stores the value of a binding that was evaluated because its target is read. Nothing is notified:
  /// that was done when it was marked.
  mutating func storePulled(_ value: Value, in slot: UInt32, link: UInt32, event: UInt32)
    -> Suspension?
  {
    var value = value
    if properties[slot].flags.contains(.typed) {
      guard let admitted = admit(value, as: info(of: slot).type) else {
        return fail(.typeMismatch(named(slot), value))
      }
      value = admitted
    }
    turn.pulled += 1
    var event = event
    let isChanged = commit(
      value, to: slot, by: link, event: &event, storingEqual: false, .set)
    if links[link].flags.contains(.announced) {
      _ = rare.takePulled(slot)
    } else if isChanged {
      // A copy that was read before the change has come there: its observers know the value before.
      rare.notePulled(slot, entry: lastEntry)
    }
    return nil
  }

  /// The binding to a marked property ends: that keeps the value which it was read with last.
  mutating func unmark(by link: UInt32) {
    let slot = links[link].target
    guard slot != 0, properties[slot].marks.contains(.stale), links[link].flags.contains(.linked),
      !properties[slot].flags.contains(.computed), pulledLink(of: slot) == link
    else { return }
    setMarks(properties[slot].marks.subtracting(.stale), of: slot)
  }

  /// Whether a level of the stack evaluates a binding because its target is read.
  func isEvaluatingBound(_ frame: Frame) -> Bool {
    guard frame.link != 0, frame.phase != .computed, frame.phase != .verify else { return false }
    let place = properties[links[frame.link].target]
    return place.marks.contains(.evaluating) && !place.flags.contains(.computed)
  }

  /// The marked targets of some bindings that are about to end or move: these keep the values that they
  /// would be read with.
  ///
  /// JavaFX's `unbind` reads its property, too.
  package func markedTarget(of links: [UInt32]) -> UInt32? {
    guard pullsBound else { return nil }
    for link in links where !self.links[link].flags.contains(.dead) {
      let slot = self.links[link].target
      if slot != 0, properties[slot].marks.contains(.stale), pulledLink(of: slot) == link {
        return slot
      }
    }
    return nil
  }

  /// The marked targets of the bindings that end with an object.
  package func markedTarget(ofReleasing object: ObjectID) -> UInt32? {
    guard pullsBound, isAlive(object) else { return nil }
    var ending = [object]
    while let next = ending.popLast() {
      for slot in slots(of: next.index) {
        for node in observers(of: slot) {
          if let found = markedTarget(of: [owner(of: node)]) { return found }
        }
      }
      for child in children[next.index] ?? [] where isAlive(child) { ending.append(child) }
    }
    return nil
  }

  /// All properties that are marked because of a binding.
  package var allMarkedTargets: [UInt32] {
    guard pullsBound else { return [] }
    var found: [UInt32] = []
    for slot in 1..<UInt32(properties.count)
    where properties[slot].marks.contains(.stale) && !properties[slot].flags.contains(.computed) {
      found.append(slot)
    }
    return found
  }
}
