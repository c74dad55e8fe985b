// How cycles are found when a binding closes them, without a walk over the graph.
//
// Every property that a binding connects has a place in an order in which each binding goes
// forward. A binding between properties that are already in order costs nothing. For one that goes
// backward, a search from both ends looks at what lies between, and either moves what it finds or
// has found a cycle: Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic
// graphs" (2006). The properties on a cycle form a component. All members of a component have the
// same place, so the order remains an order.
//
// Where much lies between, such a search would be made again and again. So it has a limit, about
// the square root of the number of bindings. Beyond it, levels help: Bender, Fineman, Gilbert and
// Tarjan, "A new approach to incremental cycle detection and related problems" (2016). A place
// belongs to a level, and no binding leads to a lower level. A property to which too much leads on
// its level moves to the next, with everything that it leads to. Since so much must lead to each
// level, there are few of them, and a property does not move often.
//
// A property that is new to the graph gets a place before all others or behind those of its level,
// whichever needs no search, so chains grow freely from either end. Each place has some room up to
// the next. When a binding that held a component together is removed, its pieces usually find room
// at its place. If they do not, all places are assigned again.
//
// Unbinding only notes that a component may have come apart. That is examined when the next binding
// needs it.

/// The finder's own memory. The order itself is in the property records.
struct CycleFinder: TableOwner {
  /// The room of a place in level 0. Further levels hold what was moved, at places without gaps.
  static let step: Int32 = 16
  /// Level 0 has all negative places; each further level has this many.
  private static let width: Int32 = 1 << 22

  /// The places that a level has given, from `lowest` up to and without `highest`.
  private struct Level {
    var lowest: Int32
    var highest: Int32
    static let first = Level(lowest: -1 << 30, highest: -1 << 30)

    @inline(__always)
    mutating func takeBefore(_ room: Int, within places: ClosedRange<Int32>) -> Int32? {
      guard Int(lowest) - room >= Int(places.lowerBound) else { return nil }
      lowest -= Int32(room)
      return lowest
    }

    @inline(__always)
    mutating func takeBehind(_ room: Int32, within places: ClosedRange<Int32>) -> Int32? {
      let place = highest
      guard place <= places.upperBound - room else { return nil }
      highest += room
      return place
    }
  }
  /// Level 0. It lies outside of the list because most bindings take a place here and nowhere else:
  /// making a binding takes a tenth less time.
  private var ground = Level.first
  /// The levels from 1 on.
  private var higher: [Level] = []
  /// The component of each property that lies on a cycle with others.
  var component = CycleComponents()
  /// Components that have lost a binding since they were last examined.
  var dirty: Set<UInt32> = []
  /// The room of places that have more or less than is usual in their level.
  private var unusualRoom: [Int32: Int32] = [:]
  /// The last link that closed a cycle when it began to observe; 0 if there was none since the last
  /// question.
  var closedBy: UInt32 = 0
  /// Counts the changes of places.
  var version = 0
  /// A link has closed a cycle, and whether that is a loop has not been checked.
  var hasClosed = false
  /// Whether a link has ever led from a property to itself, which makes no component.
  var hasSelfEdge = false
  /// Whether no change can come back to its origin.
  @inline(__always)
  var isFree: Bool { component.isEmpty && !hasSelfEdge }
  /// How many properties searches have examined; tests limit it.
  var visits = 0
  /// What the searches of the running reordering have met.
  var met = SearchMarks()
  /// What a search forward and one backward use; nil until there is one.
  var ahead: SearchLists?
  var behind: SearchLists?
  /// How many steps a search may take before it is given up for levels; nil for what the number of
  /// bindings suggests. Tests set it, because the levels are needed by large graphs only.
  var searchLimit: Int?
  /// Tests lower it.
  var highestLevel = Int(Int32.max / width)

  mutating func forEachTable(_ change: TableChange) {
    met.forEachTable(change)
    ahead?.forEachTable(change)
    behind?.forEachTable(change)
  }

  // MARK: Places

  private static var groundPlaces: ClosedRange<Int32> { Int32.min + step...(-1) }

  static func level(of place: Int32) -> Int { place < 0 ? 0 : Int(place / width) + 1 }

  /// The places that may be given in a level; nil if there is no such level.
  func places(of level: Int) -> ClosedRange<Int32>? {
    if level == 0 { return CycleFinder.groundPlaces }
    guard level <= highestLevel else { return nil }
    let width = CycleFinder.width
    let start = Int32(level - 1) * width
    // Place 0 is none.
    return start + 1...start + width - 1
  }

  /// Takes `room` places below all others of a level; nil if it has no such room.
  @inline(__always)
  mutating func takePlaces(beforeLevel level: Int, room: Int) -> Int32? {
    if level == 0 { return ground.takeBefore(room, within: CycleFinder.groundPlaces) }
    guard let places = prepare(level) else { return nil }
    return higher[level - 1].takeBefore(room, within: places)
  }

  /// Takes the next place above all others of a level; nil if it has no room.
  @inline(__always)
  mutating func takePlace(behindLevel level: Int) -> Int32? {
    if level == 0 {
      return ground.takeBehind(CycleFinder.step, within: CycleFinder.groundPlaces)
    }
    guard let places = prepare(level) else { return nil }
    return higher[level - 1].takeBehind(1, within: places)
  }

  /// Most places of a higher level are taken below the others, so it begins near its upper end.
  private mutating func prepare(_ level: Int) -> ClosedRange<Int32>? {
    guard let places = places(of: level) else { return nil }
    while higher.count < level {
      let start = Int32(higher.count) * CycleFinder.width + CycleFinder.width / 4 * 3
      higher.append(Level(lowest: start, highest: start))
    }
    return places
  }

  /// Begins again with level 0 alone, which has given no place.
  mutating func removeAllPlaces() {
    ground = .first
    higher = []
    unusualRoom = [:]
    version += 1
  }

  private static func usualRoom(at place: Int32) -> Int32 { place < 0 ? step : 1 }

  /// How many pieces of a component find room at `place`.
  func room(at place: Int32) -> Int32 { unusualRoom[place] ?? CycleFinder.usualRoom(at: place) }

  mutating func setRoom(_ room: Int32, at place: Int32) {
    if room == CycleFinder.usualRoom(at: place) {
      forgetRoom(at: place)
    } else {
      unusualRoom[place] = room
    }
  }

  var hasUnusualRoom: Bool { !unusualRoom.isEmpty }

  /// Forgets the room of a place that nothing has any more.
  mutating func forgetRoom(at place: Int32) {
    if !unusualRoom.isEmpty { unusualRoom[place] = nil }
  }

  /// The room that so many properties at one place want, so that they can come apart there.
  static func roomWanted(by count: Int, in level: Int) -> Int {
    max(count, level == 0 ? Int(step) : 1)
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

  /// Adds the edges from each property that `link` observes to what it writes.
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
    if properties[source].order == 0 {
      if properties[target].order == 0 {
        placeBehind(source, level: 0)
        placeBehind(target, level: 0)
      } else {
        placeFirst(source)
      }
      return false
    }
    if properties[target].order == 0 {
      placeBehind(target, level: CycleFinder.level(of: properties[source].order))
      return false
    }
    if properties[source].order < properties[target].order { return false }
    resolveDirtyComponents()
    if properties[source].order == properties[target].order { return true }
    return properties[source].order > properties[target].order && reorder(source, target)
  }

  private mutating func placeBehind(_ slot: UInt32, level: Int) {
    if let place = cycles.takePlace(behindLevel: level) {
      properties[slot].order = place
    } else {
      reassignAllPlaces()
      // Now there is one level only.
      placeBehind(slot, level: 0)
    }
  }

  private mutating func placeFirst(_ slot: UInt32) {
    if let place = cycles.takePlaces(beforeLevel: 0, room: Int(CycleFinder.step)) {
      properties[slot].order = place
    } else {
      reassignAllPlaces()
      placeFirst(slot)
    }
  }

  /// Notes that a path that began at `slot` is gone.
  mutating func noteEdgeRemoved(at slot: UInt32) {
    guard properties[slot].marks.contains(.inComponent) else { return }
    if let component = cycles.component[slot] { cycles.dirty.insert(component) }
  }

  /// Removes a property that is gone from the order.
  mutating func forgetOrder(of slot: UInt32) {
    properties[slot].order = 0
    guard properties[slot].marks.contains(.inComponent) else { return }
    properties[slot].marks.remove(.inComponent)
    if let component = cycles.component.leave(slot) { cycles.dirty.insert(component) }
  }

  // MARK: Going along bindings

  /// Whether a value that arrives at a property is passed on to its observers. A command's own value
  /// does not change when a binding executes the command.
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
    return found + ownSources(of: slot)
  }

  /// What the listeners' own evaluations of a `computed` read, which are not among its writers.
  @inline(__always)
  func ownSources(of slot: UInt32) -> [UInt32] {
    guard knobs.ownsComputed, let links = keeping.owned[slot] else { return [] }
    return links.flatMap { sources(of: $0) }
  }
}
