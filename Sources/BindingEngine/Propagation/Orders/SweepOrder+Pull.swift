// `computed = pull`, depth first: a `computed` that nobody reads at once is marked when something that it
// reads has changed, and plain copies are read through.
extension SweepOrder {
  /// Whether somebody listens to a `computed` who reads it at once.
  static func isWanted(_ slot: UInt32, in core: borrowing GraphCore) -> Bool {
    var node = core.properties[slot].firstLink
    while node != 0 {
      if !core.links[core.owner(of: node)].flags.contains(.computed) { return true }
      node = core.links[node].next
    }
    return false
  }

  /// Marks a `computed` that nobody reads at once, and those behind it.
  ///
  /// One that is marked already has nothing to add, unless those behind it have not heard of that:
  /// after a silent write, or where it could not be worked out.
  static func pass(invalidating link: UInt32, _ delivery: Frame, in core: inout GraphCore)
    -> Suspension?
  {
    let slot = core.links[link].target
    let isStale = core.properties[slot].marks.contains(.stale)
    if isStale, core.links[link].flags.contains(.announced) { return nil }
    core.links[link].flags.insert(.announced)
    if !isStale { core.setMarks(core.properties[slot].marks.union(.stale), of: slot) }
    guard core.properties[slot].firstLink != 0 else { return nil }
    return sweep(slot, entry: .max, event: delivery.event, isRoot: false, in: &core)
  }

  // MARK: Copies that are read through

  /// Brings a property up to date that a plain binding writes, whose turn has not come yet: where
  /// values are pulled, such a property is read through to its source. As in JavaFX, where it has no
  /// value of its own.
  static func pullThrough(_ slot: UInt32, in core: inout GraphCore) {
    guard core.knobs.pullsThrough else { return }
    var ways: [UInt32] = []
    var place = slot
    while let link = copy(into: place, in: core), ways.count < 1_000 {
      ways.append(link)
      place = core.links[link].source
    }
    for link in ways.reversed() {
      let target = core.links[link].target
      let value = core.read(core.links[link].source)
      guard value != core.read(target) else { continue }
      core.storePlain(value, at: core.properties.pointer(target), slot: target, link: link)
      core.rare.notePulled(target, entry: UInt32(core.log.count - 1))
    }
  }

  /// The only writer of a property, where that is a plain one-way binding.
  static func copy(into slot: UInt32, in core: borrowing GraphCore) -> UInt32? {
    let link = core.firstIncoming[slot]
    guard link != 0, core.links[link].nextIncoming == 0, core.properties[slot].flags.isEmpty,
      core.links[link].detail == 0,
      core.links[link].flags.isDisjoint(with: [.dead, .forward, .reverse])
    else { return nil }
    return link
  }
}
