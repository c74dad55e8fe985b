// How cycles are found when a binding closes them, without a walk over the graph.
//
// Every property that a binding connects has a place in an order in which each binding goes
// forward: the order of Pearce and Kelly, "A dynamic topological sort algorithm for directed
// acyclic graphs" (2006). A binding between properties that are already in order costs nothing. One
// that goes backward searches only between the places of its two ends, and either moves what it
// finds or has found a cycle. The properties on a cycle form a component. All members of a
// component have the same place, so the order remains an order.
//
// A property that is new to the graph gets a place before all or after all others, whichever costs
// nothing, so chains grow from either end without a search. Places are handed out in steps of 16. A
// component takes over the room of the places that its members give up, if nothing lies between.
// When a binding that held it together is removed, its pieces usually find room there. If they do
// not, all places are assigned again, with room for the next time.
//
// Unbinding only notes that a component may have come apart. That is examined when the next binding
// needs it.

/// The finder's own memory. The order itself is in the property records.
struct CycleFinder {
  static let step: Int32 = 16
  /// Places beyond these are near the limits of an `Int32`.
  static let bounds: ClosedRange<Int32> = (-1 << 30)...(1 << 30)

  var lowest: Int32 = 0
  var highest: Int32 = 0
  /// The component's number for each property that lies on a cycle with others.
  var component: [UInt32: UInt32] = [:]
  /// May contain properties that are gone, if the component is dirty.
  var members: [UInt32: [UInt32]] = [:]
  var nextComponent: UInt32 = 1
  /// Components that have lost a binding since they were last examined.
  var dirty: Set<UInt32> = []
  /// The room up to the next place, for places with more or less room than `step`.
  var room: [Int32: Int32] = [:]
  /// The last link that closed a cycle when it began to observe; 0 if there was none since the last
  /// question.
  var closedBy: UInt32 = 0
  /// Counts the changes of places.
  var version = 0
  /// A link has closed a cycle, and whether that is a loop has not been checked.
  var hasClosed = false
  /// Whether a link has ever led from a property to itself, which makes no component.
  var hasSelfEdge = false
  /// Whether no change can come back to where it was.
  @inline(__always)
  var isFree: Bool { component.isEmpty && !hasSelfEdge }
  /// How many properties searches have examined; tests limit it.
  var visits = 0
}

extension GraphCore {
  /// Adds the edge from what `link` observes to what it writes.
  mutating func noteEdges(from link: UInt32) {
    let owner = owner(of: link)
    guard !links[owner].flags.contains(.observer) else { return }
    let source = links[link].source
    let target = links[owner].target
    if source != 0, target != 0, passesOn(source), noteEdge(source, target) {
      cycles.closedBy = link
      cycles.hasClosed = true
    }
  }

  /// The same for each property that `link` observes.
  mutating func noteAllEdges(from link: UInt32) {
    if links[link].source != 0 { noteEdges(from: link) }
    for step in steps(of: link) { noteEdges(from: step) }
  }

  /// - Returns: Whether a path leads back from `target` to `source`.
  private mutating func noteEdge(_ source: UInt32, _ target: UInt32) -> Bool {
    if source == target {
      cycles.hasSelfEdge = true
      return true
    }
    let from = properties.pointer(source)
    let to = properties.pointer(target)
    if from.pointee.order == 0 {
      if to.pointee.order == 0 {
        from.pointee.order = placeBehind()
        to.pointee.order = placeBehind()
      } else {
        from.pointee.order = placeBefore()
      }
      return false
    }
    if to.pointee.order == 0 {
      to.pointee.order = placeBehind()
      return false
    }
    if from.pointee.order < to.pointee.order { return false }
    resolveDirtyComponents()
    if from.pointee.order == to.pointee.order { return true }
    return from.pointee.order > to.pointee.order && reorder(source, target)
  }

  private mutating func placeBehind() -> Int32 {
    if cycles.highest >= CycleFinder.bounds.upperBound { giveAllPlacesAnew() }
    cycles.highest += CycleFinder.step
    return cycles.highest
  }

  private mutating func placeBefore() -> Int32 {
    if cycles.lowest <= CycleFinder.bounds.lowerBound { giveAllPlacesAnew() }
    cycles.lowest -= CycleFinder.step
    return cycles.lowest
  }

  /// Notes that what was observed at `slot` no longer leads where it did.
  mutating func noteEdgeRemoved(at slot: UInt32) {
    guard properties[slot].marks.contains(.inComponent) else { return }
    if let component = cycles.component[slot] { cycles.dirty.insert(component) }
  }

  /// Removes a property that is gone from the order.
  mutating func forgetOrder(of slot: UInt32) {
    properties[slot].order = 0
    guard properties[slot].marks.contains(.inComponent) else { return }
    properties[slot].marks.remove(.inComponent)
    guard let component = cycles.component.removeValue(forKey: slot) else { return }
    cycles.dirty.insert(component)
  }

  // MARK: Going along bindings

  /// Whether what comes to a property passes on to its observers. A command on the way to its
  /// status stays what it is when a binding executes it.
  func passesOn(_ slot: UInt32) -> Bool { !properties[slot].flags.contains(.callable) }

  /// The properties that the links observing `slot` write.
  func successors(of slot: UInt32) -> [UInt32] {
    guard passesOn(slot) else { return [] }
    var found: [UInt32] = []
    var link = properties[slot].firstLink
    while link != 0 {
      let owner = owner(of: link)
      let target = links[owner].target
      if target != 0, !links[owner].flags.contains(.observer) { found.append(target) }
      link = links[link].next
    }
    return found
  }

  func predecessors(of slot: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    var link = firstIncoming[slot]
    while link != 0 {
      found.append(contentsOf: sources(of: link).filter { passesOn($0) })
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
  private mutating func reach(
    from start: UInt32, within bounds: ClosedRange<Int32>, forward: Bool
  ) -> [Int32: [UInt32]] {
    var found: [Int32: [UInt32]] = [properties[start].order: component(at: start)]
    var pending = component(at: start)
    while let slot = pending.popLast() {
      cycles.visits += 1
      for neighbour in forward ? successors(of: slot) : predecessors(of: slot) {
        let place = properties[neighbour].order
        // A property without a place is on a path that is being added, and gets one after this.
        guard place != 0, bounds.contains(place), found[place] == nil else { continue }
        let members = component(at: neighbour)
        found[place] = members
        pending.append(contentsOf: members)
      }
    }
    return found
  }

  /// Moves what `source` depends on before what `target` leads to. If a path leads from `target` to
  /// `source`, everything on it becomes one component.
  ///
  /// - Returns: Whether there is such a path.
  private mutating func reorder(_ source: UInt32, _ target: UInt32) -> Bool {
    cycles.version += 1
    let bounds = properties[target].order...properties[source].order
    let ahead = reach(from: target, within: bounds, forward: true)
    let behind = reach(from: source, within: bounds, forward: false)
    let both = ahead.keys.filter { behind[$0] != nil }.sorted()
    let before = behind.keys.filter { ahead[$0] == nil }.sorted()
    let after = ahead.keys.filter { behind[$0] == nil }.sorted()
    let places = (both + before + after).sorted()
    for (place, old) in zip(places, before) { setPlace(place, of: behind[old] ?? []) }
    for (place, old) in zip(places.suffix(after.count), after) {
      setPlace(place, of: ahead[old] ?? [])
    }
    if both.isEmpty { return false }
    let slots = both.flatMap { ahead[$0] ?? [] }
    merge(slots, at: takeRoom(of: places[before.count..<(places.count - after.count)]))
    return true
  }

  private mutating func setPlace(_ place: Int32, of slots: [UInt32]) {
    for slot in slots { properties[slot].order = place }
  }

  func room(at place: Int32) -> Int32 { cycles.room[place] ?? CycleFinder.step }

  mutating func setRoom(_ room: Int32, at place: Int32) {
    cycles.room[place] = room == CycleFinder.step ? nil : room
  }

  /// Gives up `places` except one, which gets the room of those that follow each other without a
  /// gap.
  private mutating func takeRoom(of places: ArraySlice<Int32>) -> Int32 {
    var best: (place: Int32, room: Int32) = (places[places.startIndex], 0)
    var run = best
    for place in places {
      let room = room(at: place)
      if place == run.place + run.room { run.room += room } else { run = (place, room) }
      if run.room > best.room { best = run }
      cycles.room[place] = nil
    }
    setRoom(best.room, at: best.place)
    return best.place
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
