// Describes a `computed` property that needs its own value.
extension GraphCore {
  /// The closed path of `computed` properties from `slot`, which is needed while it is being
  /// evaluated: each reads the next, and the last is `slot` again.
  ///
  /// - Parameter isDelivered: Whether its own change has come back to it.
  /// - Complexity: O(*n*) in the levels of the stack.
  func circle(closedBy slot: UInt32, isDelivered: Bool) -> [Named<PropertyID>] {
    var path = [slot]
    var position = frames.count - 1
    while position >= 0 {
      let frame = frames.base[position]
      position -= 1
      guard isDelivered ? frame.isDelivery : frame.phase == .computed || frame.phase == .verify,
        properties[frame.slot].flags.contains(.computed), path.last != frame.slot
      else { continue }
      path.append(frame.slot)
      if frame.slot == slot { break }
    }
    if path.last != slot || path.count == 1 { path.append(slot) }
    // What is delivered was read by the level above; what is evaluated is read by the level below.
    return (isDelivered ? path : path.reversed()).map { named($0) }
  }

  /// Whether the change of a property that is about to be evaluated was caused by itself, through
  /// other `computed` properties only. No lock holds that back, and no limit on firings ends it.
  ///
  /// - Complexity: O(1) if it is not on a cycle, otherwise O(*n*) in the size of the cycle.
  func isItsOwnCause(_ slot: UInt32) -> Bool {
    guard properties[slot].marks.contains(.inComponent) else { return false }
    var position = frames.count - 1
    while position >= 0 {
      let frame = frames.base[position]
      // A `computed` that follows its new way when it has passed its value on is still below that.
      if frame.phase == .delivered, links[frame.link].flags.contains(.computed) {
        position -= 1
        continue
      }
      let place = properties[frame.slot]
      // A stale one may read something else when it is evaluated.
      guard frame.isDelivery, place.flags.contains(.computed), !place.marks.contains(.stale) else {
        return false
      }
      if frame.slot == slot { return followsItself(slot) }
      position -= 1
    }
    return false
  }

  /// Whether a path of `computed` properties leads from `slot` back to it, according to their last
  /// evaluation.
  private func followsItself(_ slot: UInt32) -> Bool {
    var pending = [slot]
    var seen: Set<UInt32> = []
    while let next = pending.popLast() {
      var node = properties[next].firstLink
      while node != 0 {
        let link = owner(of: node)
        node = links[node].next
        guard links[link].flags.contains(.computed) else { continue }
        let target = links[link].target
        if target == slot { return true }
        if seen.insert(target).inserted { pending.append(target) }
      }
    }
    return false
  }

  /// The runaway of a cycle of `computed` properties only; nil for others.
  func circle(of runaway: Runaway) -> GraphError? {
    guard !runaway.hops.isEmpty,
      runaway.hops.allSatisfy({ links[$0.link].flags.contains(.computed) })
    else { return nil }
    // The hops follow the changes, and each reads the one before.
    let path = runaway.hops.reversed().map(\.property)
    return .readsItself(path + path.prefix(1))
  }
}
