/// One of two searches for a path inside a component, from its beginning or its end. It follows one
/// link at a time, because a property may have as many as the component.
struct PathSearch {
  private let isForward: Bool
  private let component: UInt32?
  private var found: Set<UInt32>
  private var pending: [UInt32]
  private var next: UInt32 = 0
  private var isDone: Bool { next == 0 && pending.isEmpty }

  private let partner: UInt32
  private let oneWay: Bool

  private init(
    from start: UInt32, isForward: Bool, in core: borrowing GraphCore, without partner: UInt32,
    oneWay: Bool
  ) {
    self.isForward = isForward
    self.partner = partner
    self.oneWay = oneWay
    component = core.cycles.component[start]
    found = [start]
    pending = [start]
  }

  /// Whether a path leads from one property to another of its component.
  ///
  /// Both searches take as many steps. A property that has just joined a component often leads
  /// nowhere else, and then the component is not searched.
  ///
  /// - Parameters:
  ///   - partner: A link that the path may not contain; 0 for none.
  ///   - oneWay: Whether it may not contain two-way bindings.
  /// - Complexity: O(*m*) in the bindings that the shorter search meets.
  static func leads(
    from start: UInt32, to end: UInt32, in core: borrowing GraphCore, without partner: UInt32,
    oneWay: Bool
  ) -> Bool {
    var ahead = PathSearch(
      from: start, isForward: true, in: core, without: partner, oneWay: oneWay)
    var behind = PathSearch(
      from: end, isForward: false, in: core, without: partner, oneWay: oneWay)
    while !ahead.isDone, !behind.isDone {
      if ahead.step(in: core, meeting: behind.found) { return true }
      if behind.step(in: core, meeting: ahead.found) { return true }
    }
    return false
  }

  /// Follows one link.
  ///
  /// - Returns: Whether it leads to what the other search has found.
  private mutating func step(
    in core: borrowing GraphCore, meeting other: Set<UInt32>
  ) -> Bool {
    if next == 0 {
      guard let slot = pending.popLast() else { return false }
      if !isForward {
        next = core.firstIncoming[slot]
        return core.ownSources(of: slot).contains { reach($0, in: core, meeting: other) }
      } else if core.passesOn(slot) {
        next = core.properties[slot].firstLink
      }
      return false
    }
    let link = isForward ? core.owner(of: next) : next
    next = isForward ? core.links[next].next : core.links[next].nextIncoming
    let flags = core.links[link].flags
    guard link != partner, !flags.contains(.observer), !oneWay || flags.isDisjoint(with: .twoWay)
    else { return false }
    let ends = isForward ? [core.links[link].target] : core.sources(of: link)
    return ends.contains { reach($0, in: core, meeting: other) }
  }

  /// - Returns: Whether the other search has found it.
  private mutating func reach(
    _ end: UInt32, in core: borrowing GraphCore, meeting other: Set<UInt32>
  ) -> Bool {
    guard core.cycles.component[end] == component, isForward || core.passesOn(end) else {
      return false
    }
    if other.contains(end) { return true }
    if found.insert(end).inserted { pending.append(end) }
    return false
  }
}
