// How cycles are found when a binding closes them, without a walk over the graph.
//
// Every property that a binding connects has a place in an order in which each binding goes forward:
// the order of Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs"
// (2006). A binding between properties that already stand right costs nothing; one that goes
// backward searches only between its two ends' places, and either moves what it finds or
// has found a cycle. The properties on a cycle form a component, which has one place for all of
// its members, so that the order stays one.
//
// A property new to the graph takes a place before all or behind all, whichever costs nothing, so
// chains grow from either end without a search. Places are handed out in steps of 16: when a binding
// that held a component together goes, its pieces find room between. Only when that room is used up
// are all places given anew.
//
// Unbinding does nothing but note that a component may have come apart; that is looked into when
// the next binding asks.

/// The finder's own memory; the order itself stands in the property records.
struct CycleFinder {
  static let step: Int32 = 16

  var lowest: Int32 = 0
  var highest: Int32 = 0
  /// For each property that lies on a cycle with others the component's number.
  var component: [UInt32: UInt32] = [:]
  var members: [UInt32: [UInt32]] = [:]
  var nextComponent: UInt32 = 1
  /// Components that have lost a binding since they were last looked at.
  var dirty: Set<UInt32> = []
  /// Places whose room up to the next step has been handed out.
  var subdivided: Set<Int32> = []
  /// The last link that closed a cycle when it began to observe; 0 for none since it was reset.
  var closedBy: UInt32 = 0
}

extension GraphCore {
  /// Enters the way from what `link` observes to what it writes.
  mutating func noteEdges(from link: UInt32) {
    let flags = links[link].flags
    guard !flags.contains(.observer) else { return }
    var target = links[link].target
    if flags.contains(.step) {
      guard !links[target].flags.contains(.observer) else { return }
      target = links[target].target
    }
    let source = links[link].source
    if source != 0, target != 0 { noteEdge(source, target, link: link) }
  }

  private mutating func noteEdge(_ source: UInt32, _ target: UInt32, link: UInt32) {
    if source == target {
      cycles.closedBy = link
      return
    }
    if properties[source].order == 0 {
      if properties[target].order == 0 {
        properties[source].order = placeBehind()
        properties[target].order = placeBehind()
      } else {
        cycles.lowest -= CycleFinder.step
        properties[source].order = cycles.lowest
      }
      return
    }
    if properties[target].order == 0 {
      properties[target].order = placeBehind()
      return
    }
    if properties[source].order < properties[target].order { return }
    resolveDirtyComponents()
    let place = properties[source].order
    if place == properties[target].order { cycles.closedBy = link }
    if place > properties[target].order, reorder(source, target) { cycles.closedBy = link }
  }

  private mutating func placeBehind() -> Int32 {
    cycles.highest += CycleFinder.step
    return cycles.highest
  }

  /// Notes that something observed at `slot` no more leads where it did.
  mutating func noteEdgeRemoved(at slot: UInt32) {
    guard properties[slot].marks.contains(.inComponent) else { return }
    if let component = cycles.component[slot] { cycles.dirty.insert(component) }
  }

  /// Takes a property that is gone out of the order.
  mutating func forgetOrder(of slot: UInt32) {
    properties[slot].order = 0
    guard properties[slot].marks.contains(.inComponent) else { return }
    properties[slot].marks.remove(.inComponent)
    guard let component = cycles.component.removeValue(forKey: slot) else { return }
    cycles.members[component]?.removeAll { $0 == slot }
    cycles.dirty.insert(component)
  }

  // MARK: Going along bindings

  /// The properties that the links observing `slot` write.
  func successors(of slot: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    var link = properties[slot].firstLink
    while link != 0 {
      let record = links[link]
      if !record.flags.contains(.observer) {
        let isStep = record.flags.contains(.step)
        let target = isStep ? links[record.target].target : record.target
        let isObserver = isStep && links[record.target].flags.contains(.observer)
        if target != 0, !isObserver { found.append(target) }
      }
      link = record.next
    }
    return found
  }

  func predecessors(of slot: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    var link = firstIncoming[slot]
    while link != 0 {
      found.append(contentsOf: sources(of: link))
      link = links[link].nextIncoming
    }
    return found
  }

  private func component(at slot: UInt32) -> [UInt32] {
    guard properties[slot].marks.contains(.inComponent), let number = cycles.component[slot] else {
      return [slot]
    }
    return cycles.members[number] ?? [slot]
  }

  /// All that can be reached from `start` over places within `bounds`, by component.
  private func reach(
    from start: UInt32, within bounds: ClosedRange<Int32>, next: (UInt32) -> [UInt32]
  ) -> [Int32: [UInt32]] {
    var found: [Int32: [UInt32]] = [properties[start].order: component(at: start)]
    var pending = component(at: start)
    while let slot = pending.popLast() {
      for neighbour in next(slot) {
        let place = properties[neighbour].order
        guard bounds.contains(place), found[place] == nil else { continue }
        let members = component(at: neighbour)
        found[place] = members
        pending.append(contentsOf: members)
      }
    }
    return found
  }

  /// Puts what `source` depends on before what `target` leads to.
  ///
  /// - Returns: Whether a way leads from `target` to `source`: then what lies on it is one component.
  private mutating func reorder(_ source: UInt32, _ target: UInt32) -> Bool {
    let bounds = properties[target].order...properties[source].order
    let ahead = reach(from: target, within: bounds, next: { successors(of: $0) })
    let behind = reach(from: source, within: bounds, next: { predecessors(of: $0) })
    let both = ahead.keys.filter { behind[$0] != nil }.sorted()
    let before = behind.keys.filter { ahead[$0] == nil }.sorted()
    let after = ahead.keys.filter { behind[$0] == nil }.sorted()
    let places = (both + before + after).sorted()
    for (place, old) in zip(places, before) { setPlace(place, of: behind[old] ?? []) }
    for (place, old) in zip(places.suffix(after.count), after) {
      setPlace(place, of: ahead[old] ?? [])
    }
    guard !both.isEmpty else { return false }
    let free = places[before.count..<(places.count - after.count)]
    let roomy = free.first { $0 % CycleFinder.step == 0 && !cycles.subdivided.contains($0) }
    merge(both.flatMap { ahead[$0] ?? [] }, at: roomy ?? free[free.startIndex])
    return true
  }

  private mutating func setPlace(_ place: Int32, of slots: [UInt32]) {
    for slot in slots { properties[slot].order = place }
  }

  private mutating func merge(_ slots: [UInt32], at place: Int32) {
    let number = cycles.nextComponent
    cycles.nextComponent += 1
    for slot in slots {
      if let old = cycles.component[slot] { cycles.members[old] = nil }
      cycles.component[slot] = number
      properties[slot].marks.insert(.inComponent)
    }
    cycles.members[number] = slots
    setPlace(place, of: slots)
  }
}
