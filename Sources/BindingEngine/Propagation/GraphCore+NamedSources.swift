// `depends = named`: a formula depends on all properties that it names, read or not, as in JavaFX, where a
// binding is declared with what it depends on.
extension GraphCore {
  /// Lets the link whose block begins to run depend on properties, whether the block reads them or not.
  package mutating func depend(_ link: UInt32, on slots: [UInt32]) {
    if !slots.isEmpty { rare.setNamed(slots, by: link) }
  }

  /// The link of a `computed` that depends on nothing yet because it was never evaluated; nil for anything else.
  package func unsubscribedComputed(at slot: UInt32) -> UInt32? {
    guard properties[slot].flags.contains(.computed), properties[slot].marks.contains(.stale),
      !properties[slot].marks.contains(.evaluating)
    else { return nil }
    let link = computedLink(of: slot)
    return details[links[link].detail].firstStep == 0 ? link : nil
  }

  /// Lets a `computed` that was never evaluated depend on properties.
  package mutating func subscribe(_ link: UInt32, to slots: [UInt32]) {
    var known: Set<UInt32> = []
    let way = slots.filter { known.insert($0).inserted }
    if !way.isEmpty { setWay(of: link, to: way) }
  }

  /// The properties that a link depends on from now on, each once: those that its block names, and those
  /// that it has read since there were `base` of them.
  mutating func takeReads(of link: UInt32, from base: UInt32) -> [UInt32] {
    let read = takeReads(from: base)
    guard !rare.isEmpty, let named = rare.takeNamed(by: link) else { return read }
    // The names come first, so that another branch does not move the link among their listeners.
    var known: Set<UInt32> = []
    let names = named.filter { known.insert($0).inserted }
    let way = names + read.filter { !known.contains($0) }
    let unread = known.subtracting(read)
    self.unread[link] = unread.isEmpty ? nil : unread
    let new = unread.subtracting(sources(of: link))
    for slot in way where new.contains(slot) { reopen(slot) }
    return way
  }

  /// Whether a cycle of links passes one that only names what the one before writes: no value depends on
  /// itself then.
  package func isCutByBranch(_ cycle: [UInt32]) -> Bool {
    guard !unread.isEmpty, var before = cycle.last else { return false }
    for link in cycle {
      if unread[owner(of: link)]?.contains(links[before].target) ?? false { return true }
      before = link
    }
    return false
  }

  /// Lets the next change of a marked property notify its listeners again.
  ///
  /// JavaFX evaluates what it begins to listen to. Nothing sees that here but its next notification.
  private mutating func reopen(_ slot: UInt32) {
    var pending = [slot]
    while let next = pending.popLast() {
      guard properties[next].marks.contains(.stale) else { continue }
      for writer in writers(of: next) where links[writer].flags.contains(.announced) {
        closeAnnouncement(by: writer)
        pending += sources(of: writer)
      }
    }
  }
}
