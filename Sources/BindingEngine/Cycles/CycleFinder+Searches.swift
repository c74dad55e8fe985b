// The searches that put a binding in order which goes backward; `CycleFinder.swift` says why there
// are two of them.

/// Marks of what the two searches of one reordering have met, by node: a property, or the name of
/// its component. A new reordering makes all earlier marks void without touching them.
struct SearchMarks {
  struct Kind: OptionSet {
    let rawValue: UInt32
    static let ahead = Kind(rawValue: 1)
    static let behind = Kind(rawValue: 2)
    static let onCycle = Kind(rawValue: 4)
  }

  private var marks: [UInt32] = []
  private var round: UInt32 = 0

  mutating func begin(among count: Int) {
    if round >= UInt32.max >> 3 {
      marks = []
      round = 0
    }
    round += 1
    if marks.count < count {
      marks.append(contentsOf: repeatElement(0, count: max(count, 2 * marks.count) - marks.count))
    }
  }

  func contains(_ kind: Kind, at node: UInt32) -> Bool {
    let mark = marks[Int(node)]
    return mark >> 3 == round && mark & kind.rawValue != 0
  }

  /// - Returns: Whether the mark is new.
  mutating func insert(_ kind: Kind, at node: UInt32) -> Bool {
    let mark = marks[Int(node)]
    let known = mark >> 3 == round ? mark : round << 3
    marks[Int(node)] = known | kind.rawValue
    return known & kind.rawValue == 0
  }
}

/// A search forward or backward along bindings, which continues one link at a time.
private struct OrderSearch {
  let kind: SearchMarks.Kind
  /// Nothing outside of these places is followed.
  let bounds: ClosedRange<Int32>
  /// The node beyond which it does not search; 0 for none.
  let end: UInt32
  private(set) var hasMetEnd = false
  private(set) var nodes: [UInt32] = []
  /// The edges that were followed, between nodes.
  private(set) var edges: [(from: UInt32, to: UInt32)] = []
  /// Nodes beyond the bounds that the search from the other end has met.
  private(set) var metOther: [UInt32] = []
  private var pending: [UInt32] = []
  /// The member that is to be searched next of the component that is being searched; 0 for none.
  private var member: UInt32 = 0
  private var slot: UInt32 = 0
  private var node: UInt32 = 0
  private var next: UInt32 = 0
  private(set) var isDone = false
  private(set) var steps = 0

  init(
    _ kind: SearchMarks.Kind, from start: UInt32, within bounds: ClosedRange<Int32>, to end: UInt32,
    in core: inout GraphCore
  ) {
    self.kind = kind
    self.bounds = bounds
    self.end = end
    add(core.node(of: start), in: &core)
    if !core.properties[start].marks.contains(.inComponent) { pending = [] }
    // The members of a component are searched one by one. What closes a cycle often leads on from
    // where the new binding ends.
    begin(start, in: &core)
  }

  private mutating func add(_ found: UInt32, in core: inout GraphCore) {
    guard core.cycles.met.insert(kind, at: found) else { return }
    nodes.append(found)
    if found == end {
      hasMetEnd = true
    } else {
      pending.append(found)
    }
  }

  /// Goes on to the next property or follows one link.
  mutating func step(in core: inout GraphCore) {
    guard !isDone else { return }
    steps += 1
    guard next != 0 else { return beginNext(in: &core) }
    let link = next
    if kind == .ahead {
      next = core.links[link].next
      let owner = core.owner(of: link)
      let target = core.links[owner].target
      if target != 0, !core.links[owner].flags.contains(.observer) { meet(target, in: &core) }
    } else {
      next = core.links[link].nextIncoming
      if core.links[link].detail == 0 {
        meetSource(core.links[link].source, in: &core)
      } else {
        for source in core.sources(of: link) { meetSource(source, in: &core) }
      }
    }
  }

  mutating func run(upTo limit: Int, in core: inout GraphCore) {
    while !isDone, steps < limit { step(in: &core) }
  }

  private mutating func beginNext(in core: inout GraphCore) {
    if member == 0 {
      guard let found = pending.popLast() else {
        isDone = true
        return
      }
      member = found
    }
    let found = member
    member =
      core.properties[found].marks.contains(.inComponent)
      ? core.cycles.component.member(after: found) : 0
    begin(found, in: &core)
  }

  private mutating func begin(_ found: UInt32, in core: inout GraphCore) {
    core.cycles.visits += 1
    slot = found
    node = core.node(of: found)
    if kind == .behind {
      next = core.firstIncoming[found]
    } else {
      next = core.passesOn(found) ? core.properties[found].firstLink : 0
    }
  }

  private mutating func meetSource(_ source: UInt32, in core: inout GraphCore) {
    if source != 0, core.passesOn(source) { meet(source, in: &core) }
  }

  private mutating func meet(_ found: UInt32, in core: inout GraphCore) {
    let place = core.properties[found].order
    let own = core.properties[slot].order
    // Other edges of the link that is being added may not be in order yet. They are added next.
    guard place != 0, kind == .ahead ? own < place : place < own else { return }
    let other = core.node(of: found)
    if bounds.contains(place) {
      edges.append(kind == .ahead ? (node, other) : (other, node))
      add(other, in: &core)
    } else if kind == .ahead, core.cycles.met.contains(.behind, at: other) {
      edges.append((node, other))
      metOther.append(other)
    }
  }

  /// Marks what lies on a path between its start and `seeds`, which it has met.
  func markCycle(through seeds: [UInt32], in core: inout GraphCore) {
    guard !seeds.isEmpty else { return }
    for seed in seeds { _ = core.cycles.met.insert(.onCycle, at: seed) }
    let places = edges.map { core.properties[kind == .ahead ? $0.from : $0.to].order }
    // Towards the start: each edge after those that lead on from it.
    let order = edges.indices.sorted {
      kind == .ahead ? places[$0] > places[$1] : places[$0] < places[$1]
    }
    for position in order {
      let (from, to) = edges[position]
      let (near, far) = kind == .ahead ? (from, to) : (to, from)
      if core.cycles.met.contains(.onCycle, at: far) {
        _ = core.cycles.met.insert(.onCycle, at: near)
      }
    }
  }
}

extension GraphCore {
  /// A property, or the name of its component.
  fileprivate func node(of slot: UInt32) -> UInt32 {
    guard properties[slot].marks.contains(.inComponent) else { return slot }
    return cycles.component[slot] ?? slot
  }

  /// Moves what `source` depends on before what `target` leads to. If a path leads from `target` to
  /// `source`, everything on it becomes one component.
  ///
  /// - Returns: Whether there is such a path.
  /// - Complexity: O(√*m*) in the bindings, averaged over the making of all of them.
  mutating func reorder(_ source: UInt32, _ target: UInt32) -> Bool {
    cycles.version += 1
    let limit = cycles.searchLimit ?? 64 + 2 * Int(Double(links.count).squareRoot())
    if let closes = reorderBetween(source, target, limit: limit) { return closes }
    // Less must lead to a level than lies between: most searches for the former end at their limit.
    if let closes = raise(source, target, limit: max(1, limit / 4)) { return closes }
    // No level has room. In one level, a search without a limit always has an answer.
    reassignAllPlaces()
    return reorderBetween(source, target, limit: .max) ?? false
  }

  /// Reorders what lies between two properties of one level at the places that it has.
  ///
  /// - Parameter limit: How many steps each of the two searches may take.
  /// - Returns: Whether there is a cycle; nil if that is not known, and nothing has been moved.
  private mutating func reorderBetween(
    _ source: UInt32, _ target: UInt32, limit: Int
  ) -> Bool? {
    let bounds = properties[target].order...properties[source].order
    guard CycleFinder.level(of: bounds.lowerBound) == CycleFinder.level(of: bounds.upperBound)
    else { return nil }
    cycles.met.begin(among: properties.count)
    let (start, end) = (node(of: target), node(of: source))
    var ahead = OrderSearch(.ahead, from: target, within: bounds, to: end, in: &self)
    var behind = OrderSearch(.behind, from: source, within: bounds, to: start, in: &self)
    while !ahead.isDone || !behind.isDone {
      guard max(ahead.steps, behind.steps) < limit else { return nil }
      // As many steps on both sides: one that ends early may spare the other, which may be long.
      if !ahead.isDone {
        ahead.step(in: &self)
        if ahead.isDone, closesCycle(of: ahead) { return true }
      }
      if !behind.isDone {
        behind.step(in: &self)
        if behind.isDone, closesCycle(of: behind) { return true }
      }
    }
    ahead.markCycle(through: ahead.hasMetEnd ? [end] : [], in: &self)
    arrange(sorted(behind.nodes), sorted(ahead.nodes))
    return ahead.hasMetEnd
  }

  /// Whether everything that a finished search has met lies on a cycle, which then takes the place
  /// of the other end: what leads there, and what it leads to, is in order already.
  private mutating func closesCycle(of search: OrderSearch) -> Bool {
    guard search.hasMetEnd else { return false }
    search.markCycle(through: [search.end], in: &self)
    guard search.nodes.allSatisfy({ cycles.met.contains(.onCycle, at: $0) }) else { return false }
    merge(search.nodes, at: leavePlaces(of: search.nodes, except: properties[search.end].order))
    return true
  }

  /// Moves a property that others of a higher level are to lead to, and what it leads to, to that
  /// level; or to the next if too much leads there.
  ///
  /// - Returns: Whether there is a cycle; nil if no level has room, and nothing has been moved.
  private mutating func raise(_ source: UInt32, _ target: UInt32, limit: Int) -> Bool? {
    var level = CycleFinder.level(of: properties[source].order)
    guard var places = cycles.places(of: level) else { return nil }
    cycles.met.begin(among: properties.count)
    var behind = OrderSearch(
      .behind, from: source, within: places.lowerBound...properties[source].order,
      to: node(of: target), in: &self)
    behind.run(upTo: limit, in: &self)
    var before: [UInt32] = []
    if behind.isDone {
      before = behind.nodes
    } else {
      level += 1
      guard let next = cycles.places(of: level) else { return nil }
      places = next
      cycles.met.begin(among: properties.count)
    }
    guard properties[target].order < places.lowerBound else {
      behind.markCycle(through: behind.hasMetEnd ? [behind.end] : [], in: &self)
      return move(sorted(before), [], to: level, mergingAt: properties[target].order)
    }
    var ahead = OrderSearch(
      .ahead, from: target, within: properties[target].order...places.lowerBound - 1, to: 0,
      in: &self)
    ahead.run(upTo: .max, in: &self)
    let name = node(of: source)
    ahead.markCycle(
      through: behind.isDone
        ? ahead.metOther : cycles.met.contains(.ahead, at: name) ? [name] : [], in: &self)
    if behind.isDone { behind.markCycle(through: ahead.metOther, in: &self) }
    return move(sorted(before), sorted(ahead.nodes), to: level, mergingAt: nil)
  }

  /// Moves nodes to the front of a level, in the order of the two lists. Those that lie on a cycle
  /// are merged between the two, or at a place that is given for them.
  ///
  /// - Returns: Whether there are any on a cycle; nil if the level has no room.
  private mutating func move(
    _ before: [UInt32], _ after: [UInt32], to level: Int, mergingAt given: Int32?
  ) -> Bool? {
    let cycle = (before + after).filter { isOnCycle($0) }
    let groups =
      before.filter { !isOnCycle($0) }.map { [$0] } + (cycle.isEmpty || given != nil ? [] : [cycle])
      + after.filter { !isOnCycle($0) }.map { [$0] }
    let rooms = groups.map { group in
      CycleFinder.roomWanted(by: group.reduce(0) { $0 + size(of: $1) }, in: level)
    }
    guard var place = cycles.takePlaces(beforeLevel: level, room: rooms.reduce(0, +)) else {
      return nil
    }
    for (group, room) in zip(groups, rooms) {
      leavePlaces(of: group, except: place)
      if group.count == 1 { setPlace(place, of: group[0]) } else { merge(group, at: place) }
      cycles.setRoom(Int32(room), at: place)
      place += Int32(room)
    }
    if let given, !cycle.isEmpty { merge(cycle, at: leavePlaces(of: cycle, except: given)) }
    return !cycle.isEmpty
  }

  /// Gives nodes the places that they have together: first what is behind, last what is ahead, and
  /// between them what lies on a cycle.
  private mutating func arrange(_ behind: [UInt32], _ ahead: [UInt32]) {
    let cycle = ahead.filter { isOnCycle($0) }
    let before = behind.filter { !isOnCycle($0) }
    let after = ahead.filter { !isOnCycle($0) }
    let places = (before + cycle + after).map { properties[$0].order }.sorted()
    for (place, node) in zip(places, before) { setPlace(place, of: node) }
    for (place, node) in zip(places.suffix(after.count), after) { setPlace(place, of: node) }
    guard !cycle.isEmpty else { return }
    merge(cycle, at: takeRoom(of: places[before.count..<(places.count - after.count)]))
  }

  private func isOnCycle(_ node: UInt32) -> Bool { cycles.met.contains(.onCycle, at: node) }

  private func sorted(_ nodes: [UInt32]) -> [UInt32] {
    nodes.sorted { properties[$0].order < properties[$1].order }
  }
}
