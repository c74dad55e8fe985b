// `computed = pull`, depth first: a `computed` that is not read at once is marked when something
// that it reads has changed, and plain copies are read through. With `bound = pull` the targets of one-way
// bindings are marked, too.
extension SweepOrder {
  /// Marks a `computed` or a bound property that nothing reads at once, and what depends on it.
  ///
  /// If it is already marked, there is nothing to do, unless its dependents were not marked: after
  /// a silent write, or if it could not be evaluated.
  static func passMark(
    by link: UInt32, _ delivery: Frame, in core: inout GraphCore
  ) -> Suspension?? {
    guard core.knobs.pulls else { return nil }
    let isComputed = core.links[link].flags.contains(.computed)
    guard isComputed || core.onlyMarks(link) else { return nil }
    let slot = core.links[link].target
    // Its own evaluation has changed its source.
    if !isComputed, core.properties[slot].marks.contains(.evaluating) { return .some(nil) }
    if isWanted(slot, in: core) { return nil }
    if !isComputed, core.isTracing {
      core.record(.dropped, .unread, cause: delivery.event, link: link, property: slot)
    }
    let isStale = core.properties[slot].marks.contains(.stale)
    if isStale, core.links[link].flags.contains(.announced) { return .some(nil) }
    core.links[link].flags.insert(.announced)
    if !isStale { core.setMarks(core.properties[slot].marks.union(.stale), of: slot) }
    if !isComputed { core.markCopies(of: slot) }
    guard core.properties[slot].firstLink != 0 else { return .some(nil) }
    return sweep(slot, entry: .max, event: delivery.event, isRoot: false, in: &core)
  }

  /// Whether a listener of what is marked reads it at once.
  private static func isWanted(_ slot: UInt32, in core: borrowing GraphCore) -> Bool {
    var node = core.properties[slot].firstLink
    while node != 0 {
      let link = core.owner(of: node)
      if !core.links[link].flags.contains(.computed), !core.onlyMarks(link) { return true }
      node = core.links[node].next
    }
    return false
  }

  /// Whether an equal value sets off the listeners of a binding's target, too, as in JavaFX: there a binding
  /// marks its target and what depends on it before anybody has evaluated it. Only change listeners compare.
  static func passesOnEqual(_ link: UInt32, in core: borrowing GraphCore) -> Bool {
    core.knobs.pulls && link != 0 && core.links[link].flags.isDisjoint(with: .twoWay)
  }

  // MARK: Copies that are read through

  /// Updates a property that a plain binding writes but has not written yet. If values are pulled,
  /// such a property is read through to its source. As in JavaFX, where it has no value of its own.
  static func pullThrough(_ slot: UInt32, in core: inout GraphCore) {
    guard core.knobs.pulls else { return }
    var ways: [UInt32] = []
    var place = slot
    while let link = core.copy(into: place), ways.count < 1_000 {
      ways.append(link)
      place = core.links[link].source
    }
    for link in ways.reversed() {
      let target = core.links[link].target
      let value = core.read(core.links[link].source)
      guard value != core.read(target) else { continue }
      core.commitUncounted(value, to: target, by: link)
      core.rare.notePulled(target, entry: core.lastEntry)
    }
  }
}
