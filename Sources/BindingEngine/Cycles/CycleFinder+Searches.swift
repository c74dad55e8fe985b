// The searches that put a binding in order which goes backward; `CycleFinder.swift` says why there
// are two of them.

/// A search forward or backward along bindings, which continues one link at a time.
private struct OrderSearch {
  let kind: SearchMarks.Kind
  /// Nothing outside of these places is followed.
  let bounds: ClosedRange<Int32>
  /// The node beyond which it does not search; 0 for none.
  let end: UInt32
  private(set) var hasMetEnd = false
  /// Borrowed from the finder: see `giveBack`.
  private var lists: SearchLists
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
    lists = (kind == .ahead ? core.cycles.ahead : core.cycles.behind) ?? SearchLists()
    lists.forget()
    add(core.node(of: start), in: &core)
    if !core.properties[start].marks.contains(.inComponent) { lists.pending.forget() }
    // The members of a component are searched one by one. What closes a cycle often leads on from
    // where the new binding ends.
    begin(start, in: &core)
  }

  /// Must be called when the search is over: its lists may have moved.
  func giveBack(to core: inout GraphCore) {
    if kind == .ahead { core.cycles.ahead = lists } else { core.cycles.behind = lists }
  }

  var nodes: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: lists.nodes.base, count: lists.nodes.count)
  }

  var metOther: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: lists.metOther.base, count: lists.metOther.count)
  }

  /// The nodes in the order of their places.
  mutating func sortedNodes(in core: borrowing GraphCore) -> UnsafeBufferPointer<PlaceKey> {
    lists.keys.forget()
    for node in nodes { lists.keys.append(PlaceKey(core.properties[node].order, node)) }
    lists.sortKeys()
    return UnsafeBufferPointer(start: lists.keys.base, count: lists.keys.count)
  }

  private mutating func add(_ found: UInt32, in core: inout GraphCore) {
    guard core.cycles.met.insert(kind, at: found) else { return }
    lists.nodes.append(found)
    if found == end {
      hasMetEnd = true
    } else {
      lists.pending.append(found)
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
      if target != 0, !core.links[owner].flags.contains(.observer) { reach(target, in: &core) }
    } else {
      next = core.links[link].nextIncoming
      if core.links[link].detail == 0 {
        reachSource(core.links[link].source, in: &core)
      } else {
        for source in core.sources(of: link) { reachSource(source, in: &core) }
      }
    }
  }

  mutating func run(upTo limit: Int, in core: inout GraphCore) {
    while !isDone, steps < limit { step(in: &core) }
  }

  private mutating func beginNext(in core: inout GraphCore) {
    if member == 0 {
      guard lists.pending.count > 0 else {
        isDone = true
        return
      }
      member = lists.pending.removeLast()
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
      for source in core.ownSources(of: found) { reachSource(source, in: &core) }
    } else {
      next = core.passesOn(found) ? core.properties[found].firstLink : 0
    }
  }

  private mutating func reachSource(_ source: UInt32, in core: inout GraphCore) {
    if source != 0, core.passesOn(source) { reach(source, in: &core) }
  }

  private mutating func reach(_ found: UInt32, in core: inout GraphCore) {
    let place = core.properties[found].order
    let own = core.properties[slot].order
    // Other edges of the link that is being added may not be in order yet. They are added next.
    guard place != 0, kind == .ahead ? own < place : place < own else { return }
    let other = core.node(of: found)
    if bounds.contains(place) {
      lists.edges.append(kind == .ahead ? (node, other) : (other, node))
      add(other, in: &core)
    } else if kind == .ahead, core.cycles.met.contains(.behind, at: other) {
      lists.edges.append((node, other))
      lists.metOther.append(other)
    }
  }

  /// Marks what lies on a path between its start and `seeds`, which it has met.
  mutating func markCycle(through seeds: some Collection<UInt32>, in core: inout GraphCore) {
    guard !seeds.isEmpty else { return }
    for seed in seeds { _ = core.cycles.met.insert(.onCycle, at: seed) }
    // Towards the start: each edge after those that lead on from it.
    lists.keys.forget()
    for position in 0..<UInt32(lists.edges.count) {
      let edge = lists.edges[position]
      let place = core.properties[kind == .ahead ? edge.from : edge.to].order
      lists.keys.append(PlaceKey(kind == .ahead ? ~place : place, position))
    }
    lists.sortKeys()
    for position in 0..<UInt32(lists.keys.count) {
      let (from, to) = lists.edges[lists.keys[position].number]
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
    defer {
      ahead.giveBack(to: &self)
      behind.giveBack(to: &self)
    }
    while !ahead.isDone || !behind.isDone {
      guard max(ahead.steps, behind.steps) < limit else { return nil }
      // As many steps on both sides: one that ends early may spare the other, which may be long.
      if !ahead.isDone {
        ahead.step(in: &self)
        if ahead.isDone, closesCycle(of: &ahead) { return true }
      }
      if !behind.isDone {
        behind.step(in: &self)
        if behind.isDone, closesCycle(of: &behind) { return true }
      }
    }
    guard ahead.hasMetEnd else {
      arrange(behind.sortedNodes(in: self), ahead.sortedNodes(in: self))
      return false
    }
    ahead.markCycle(through: CollectionOfOne(end), in: &self)
    arrangeCycle(
      behind.sortedNodes(in: self).map(\.number), ahead.sortedNodes(in: self).map(\.number))
    return true
  }

  /// Whether everything that a finished search has met lies on a cycle, which then takes the place
  /// of the other end: what leads there, and what it leads to, is in order already.
  private mutating func closesCycle(of search: inout OrderSearch) -> Bool {
    guard search.hasMetEnd else { return false }
    search.markCycle(through: CollectionOfOne(search.end), in: &self)
    guard search.nodes.allSatisfy({ isOnCycle($0) }) else { return false }
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
    defer { behind.giveBack(to: &self) }
    if !behind.isDone {
      level += 1
      guard let next = cycles.places(of: level) else { return nil }
      places = next
      cycles.met.begin(among: properties.count)
    }
    guard properties[target].order < places.lowerBound else {
      if behind.hasMetEnd { behind.markCycle(through: CollectionOfOne(behind.end), in: &self) }
      let nodes = behind.isDone ? behind.sortedNodes(in: self) : .none
      return move(
        nodes, .none, to: level, hasCycle: behind.hasMetEnd, mergingAt: properties[target].order)
    }
    var ahead = OrderSearch(
      .ahead, from: target, within: properties[target].order...places.lowerBound - 1, to: 0,
      in: &self)
    defer { ahead.giveBack(to: &self) }
    ahead.run(upTo: .max, in: &self)
    let name = node(of: source)
    var hasCycle = false
    if behind.isDone {
      hasCycle = !ahead.metOther.isEmpty
      ahead.markCycle(through: ahead.metOther, in: &self)
      behind.markCycle(through: ahead.metOther, in: &self)
    } else if cycles.met.contains(.ahead, at: name) {
      hasCycle = true
      ahead.markCycle(through: CollectionOfOne(name), in: &self)
    }
    return move(
      behind.isDone ? behind.sortedNodes(in: self) : .none, ahead.sortedNodes(in: self), to: level,
      hasCycle: hasCycle, mergingAt: nil)
  }

  /// Moves nodes to the front of a level, in the order of the two lists. Those that lie on a cycle
  /// are merged between the two, or at a place that is given for them.
  ///
  /// - Returns: Whether there are any on a cycle; nil if the level has no room.
  private mutating func move(
    _ before: UnsafeBufferPointer<PlaceKey>, _ after: UnsafeBufferPointer<PlaceKey>, to level: Int,
    hasCycle: Bool, mergingAt given: Int32?
  ) -> Bool? {
    var cycle: [UInt32] = []
    if hasCycle {
      for keys in [before, after] {
        for key in keys where isOnCycle(key.number) { cycle.append(key.number) }
      }
    }
    let mergesHere = !cycle.isEmpty && given == nil
    let cycleRoom = mergesHere ? roomWanted(by: cycle, in: level) : 0
    var room = cycleRoom
    for keys in [before, after] {
      for key in keys where !hasCycle || !isOnCycle(key.number) {
        room += roomWanted(by: CollectionOfOne(key.number), in: level)
      }
    }
    guard var place = cycles.takePlaces(beforeLevel: level, room: room) else { return nil }
    moveAlone(before, to: &place, in: level, hasCycle: hasCycle)
    if mergesHere {
      leavePlaces(of: cycle, except: place)
      merge(cycle, at: place)
      cycles.setRoom(Int32(cycleRoom), at: place)
      place += Int32(cycleRoom)
    }
    moveAlone(after, to: &place, in: level, hasCycle: hasCycle)
    if let given, !cycle.isEmpty { merge(cycle, at: leavePlaces(of: cycle, except: given)) }
    return !cycle.isEmpty
  }

  /// Gives each node that is not on a cycle a place from `place` on.
  private mutating func moveAlone(
    _ keys: UnsafeBufferPointer<PlaceKey>, to place: inout Int32, in level: Int, hasCycle: Bool
  ) {
    for key in keys where !hasCycle || !isOnCycle(key.number) {
      let node = CollectionOfOne(key.number)
      leavePlaces(of: node, except: place)
      setPlace(place, of: key.number)
      let room = Int32(roomWanted(by: node, in: level))
      cycles.setRoom(room, at: place)
      place += room
    }
  }

  private func roomWanted(by nodes: some Collection<UInt32>, in level: Int) -> Int {
    CycleFinder.roomWanted(by: nodes.reduce(0) { $0 + size(of: $1) }, in: level)
  }

  /// Gives nodes the places that they have together: first what is behind, then what is ahead.
  private mutating func arrange(
    _ behind: UnsafeBufferPointer<PlaceKey>, _ ahead: UnsafeBufferPointer<PlaceKey>
  ) {
    var (left, right) = (0, 0)
    for position in 0..<(behind.count + ahead.count) {
      let isLeft =
        right == ahead.count || left < behind.count && behind[left] < ahead[right]
      let place = isLeft ? behind[left].place : ahead[right].place
      if isLeft { left += 1 } else { right += 1 }
      let key = position < behind.count ? behind[position] : ahead[position - behind.count]
      setPlace(place, of: key.number)
    }
  }

  /// Gives nodes the places that they have together: first what is behind, then what lies on a cycle, then
  /// what is ahead.
  private mutating func arrangeCycle(_ behind: [UInt32], _ ahead: [UInt32]) {
    let cycle = ahead.filter { isOnCycle($0) }
    let before = behind.filter { !isOnCycle($0) }
    let after = ahead.filter { !isOnCycle($0) }
    let places = (before + cycle + after).map { properties[$0].order }.sorted()
    for (place, node) in zip(places, before) { setPlace(place, of: node) }
    for (place, node) in zip(places.suffix(after.count), after) { setPlace(place, of: node) }
    merge(cycle, at: takeRoom(of: places[before.count..<(places.count - after.count)]))
  }

  private func isOnCycle(_ node: UInt32) -> Bool { cycles.met.contains(.onCycle, at: node) }
}

extension UnsafeBufferPointer {
  /// No elements.
  fileprivate static var none: UnsafeBufferPointer { UnsafeBufferPointer(start: nil, count: 0) }
}
