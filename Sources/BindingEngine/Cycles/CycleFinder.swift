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
  /// How many properties searches have examined; tests limit it.
  var visits = 0
  /// What the searches of the last reordering have met, by property: see `Search`.
  private(set) var met: [UInt32] = []
  private var lastMark: UInt32 = 0

  /// What tells the two searches of a reordering apart from each other and from earlier ones.
  struct Search {
    var ahead: UInt32
    var behind: UInt32
    /// Of what both have met.
    var both: UInt32
  }

  /// Begins the searches of a reordering.
  mutating func beginSearch(among count: Int) -> Search {
    if lastMark > .max - 3 { (met, lastMark) = ([], 0) }
    if met.count < count { met += repeatElement(0, count: count - met.count) }
    lastMark += 3
    return Search(ahead: lastMark - 2, behind: lastMark - 1, both: lastMark)
  }

  /// Marks a property as met by one of the searches, of which the one ahead comes first.
  ///
  /// - Returns: Whether the search had not met it.
  mutating func meet(_ slot: UInt32, _ search: Search, isAhead: Bool) -> Bool {
    let mark = met[Int(slot)]
    if isAhead {
      if mark == search.ahead { return false }
      met[Int(slot)] = search.ahead
      return true
    }
    if mark == search.behind || mark == search.both { return false }
    met[Int(slot)] = mark == search.ahead ? search.both : search.behind
    return true
  }
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
    if source == target { return true }
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

  /// All that can be reached from `start` over places within `bounds`.
  ///
  /// With lists and marks instead of sets: in a random order of making, this is most of the work.
  private mutating func reach(
    from start: UInt32, within bounds: ClosedRange<Int32>, _ search: CycleFinder.Search,
    isAhead: Bool
  ) -> [UInt32] {
    var found: [UInt32] = []
    meet(start, within: bounds, search, isAhead: isAhead, &found)
    var position = 0
    while position < found.count {
      let slot = found[position]
      position += 1
      cycles.visits += 1
      if isAhead {
        guard passesOn(slot) else { continue }
        var link = properties[slot].firstLink
        while link != 0 {
          let owner = owner(of: link)
          if !links[owner].flags.contains(.observer) {
            meet(links[owner].target, within: bounds, search, isAhead: true, &found)
          }
          link = links[link].next
        }
      } else {
        var link = firstIncoming[slot]
        while link != 0 {
          meet(links[link].source, within: bounds, search, isAhead: false, &found)
          let detail = links[link].detail
          var step = detail == 0 ? 0 : details[detail].firstStep
          while step != 0 {
            meet(links[step].source, within: bounds, search, isAhead: false, &found)
            step = links[step].nextIncoming
          }
          link = links[link].nextIncoming
        }
      }
    }
    return found
  }

  /// Adds what a search has met, with its component, unless it has met it before.
  private mutating func meet(
    _ slot: UInt32, within bounds: ClosedRange<Int32>, _ search: CycleFinder.Search, isAhead: Bool,
    _ found: inout [UInt32]
  ) {
    // A property without a place is on a path that is being added, and gets one after this.
    let place = properties[slot].order
    guard place != 0, bounds.contains(place), isAhead || passesOn(slot),
      cycles.meet(slot, search, isAhead: isAhead)
    else { return }
    guard properties[slot].marks.contains(.inComponent) else {
      found.append(slot)
      return
    }
    for member in component(at: slot) {
      _ = cycles.meet(member, search, isAhead: isAhead)
      found.append(member)
    }
  }

  /// Moves what `source` depends on before what `target` leads to. If a path leads from `target` to
  /// `source`, everything on it becomes one component.
  ///
  /// - Returns: Whether there is such a path.
  private mutating func reorder(_ source: UInt32, _ target: UInt32) -> Bool {
    cycles.version += 1
    let bounds = properties[target].order...properties[source].order
    let search = cycles.beginSearch(among: properties.count)
    let ahead = reach(from: target, within: bounds, search, isAhead: true)
    let behind = reach(from: source, within: bounds, search, isAhead: false)
    let both = inOrder(ahead) { $0 == search.both }
    let before = inOrder(behind) { $0 == search.behind }
    let after = inOrder(ahead) { $0 == search.ahead }
    let places = (both.places + before.places + after.places).sorted()
    setPlaces(of: before.slots, to: places.prefix(before.places.count))
    setPlaces(of: after.slots, to: places.suffix(after.places.count))
    if both.slots.isEmpty { return false }
    let between = places[before.places.count..<(places.count - after.places.count)]
    merge(both.slots, at: takeRoom(of: between))
    return true
  }

  /// Those of `found` whose mark is wanted, by their places, and these places.
  private func inOrder(
    _ found: [UInt32], _ isWanted: (UInt32) -> Bool
  ) -> (slots: [UInt32], places: [Int32]) {
    let slots = found.filter { isWanted(cycles.met[Int($0)]) }
      .sorted { properties[$0].order < properties[$1].order }
    var places: [Int32] = []
    for slot in slots where places.last != properties[slot].order {
      places.append(properties[slot].order)
    }
    return (slots, places)
  }

  /// Gives properties, which are in the order of their places, other places in that order: those of
  /// one place get one place.
  private mutating func setPlaces(of slots: [UInt32], to places: ArraySlice<Int32>) {
    var position = places.startIndex - 1
    var previous: Int32?
    for slot in slots {
      let old = properties[slot].order
      if old != previous { position += 1 }
      previous = old
      properties[slot].order = places[position]
    }
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
