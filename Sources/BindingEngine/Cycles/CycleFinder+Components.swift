extension GraphCore {
  /// Examines every component that has lost a binding, and splits those that came apart.
  mutating func resolveDirtyComponents() {
    guard !cycles.dirty.isEmpty else { return }
    let dirty = cycles.dirty.sorted()
    cycles.dirty = []
    for number in dirty where cycles.component.count(of: number) > 0 { split(number) }
  }

  private mutating func split(_ name: UInt32) {
    cycles.version += 1
    let members = cycles.component.end(name)
    cycles.visits += members.count
    let pieces = stronglyConnected(members) { successors(of: $0) }
    for slot in members { properties[slot].marks.remove(.inComponent) }
    for piece in pieces where piece.count > 1 {
      for slot in piece { join(slot, to: piece[0]) }
    }
    guard pieces.count > 1, let first = members.first else { return }
    let place = properties[first].order
    let room = cycles.room(at: place)
    guard room >= pieces.count else { return reassignAllPlaces(pieces: pieces) }
    let share = room / Int32(pieces.count)
    for (position, piece) in pieces.enumerated() {
      let start = place + Int32(position) * share
      // The last piece gets what remains.
      cycles.setRoom(position == pieces.count - 1 ? place + room - start : share, at: start)
      for slot in piece { properties[slot].order = start }
    }
  }

  /// Assigns all places again, in one level; `pieces` share one place and get places in their
  /// order.
  mutating func reassignAllPlaces(pieces: [[UInt32]] = []) {
    var rank: [UInt32: Int] = [:]
    for (position, piece) in pieces.enumerated() {
      for slot in piece { rank[slot] = position }
    }
    let slots = (1..<UInt32(properties.count)).filter { properties[$0].order != 0 }
    cycles.visits += slots.count
    let sorted = slots.sorted {
      (properties[$0].order, rank[$0] ?? 0, $0) < (properties[$1].order, rank[$1] ?? 0, $1)
    }
    cycles.removeAllPlaces()
    // From the last on, since places are given from above.
    var end = sorted.count
    while end > 0 {
      let last = sorted[end - 1]
      let (place, piece) = (properties[last].order, rank[last])
      var start = end - 1
      while start > 0, properties[sorted[start - 1]].order == place,
        rank[sorted[start - 1]] == piece
      {
        start -= 1
      }
      let room = CycleFinder.roomWanted(by: end - start, in: 0)
      guard let new = cycles.takePlaces(beforeLevel: 0, room: room) else {
        preconditionFailure("more properties than places")
      }
      cycles.setRoom(Int32(room), at: new)
      for slot in sorted[start..<end] { properties[slot].order = new }
      end = start
    }
  }

  // MARK: Merging

  func size(of node: UInt32) -> Int {
    max(1, cycles.component.count(of: node))
  }

  mutating func setPlace(_ place: Int32, of node: UInt32) {
    properties[node].order = place
    guard properties[node].marks.contains(.inComponent) else { return }
    var member = cycles.component.member(after: node)
    while member != 0 {
      properties[member].order = place
      member = cycles.component.member(after: member)
    }
  }

  /// Forgets the room of the places that nodes give up; all but `place`, which it returns.
  @discardableResult
  mutating func leavePlaces(of nodes: some Collection<UInt32>, except place: Int32) -> Int32 {
    if !cycles.hasUnusualRoom { return place }
    for node in nodes where properties[node].order != place {
      cycles.forgetRoom(at: properties[node].order)
    }
    return place
  }

  /// Gives up `places` except one, which gets the room of those that follow each other without a
  /// gap.
  mutating func takeRoom(of places: ArraySlice<Int32>) -> Int32 {
    var best: (place: Int32, room: Int32) = (places[places.startIndex], 0)
    var run = best
    for place in places {
      let room = cycles.room(at: place)
      if place == run.place + run.room { run.room += room } else { run = (place, room) }
      if run.room > best.room { best = run }
      cycles.forgetRoom(at: place)
    }
    cycles.setRoom(best.room, at: best.place)
    return best.place
  }

  /// Makes one component of nodes, which keeps the name of the largest: then each property is
  /// renamed few times.
  mutating func merge(_ nodes: some Collection<UInt32>, at place: Int32) {
    for node in nodes where properties[node].order != place { setPlace(place, of: node) }
    guard let name = nodes.max(by: { size(of: $0) < size(of: $1) }) else { return }
    join(name, to: name)
    for node in nodes where node != name { join(node, to: name) }
  }

  /// Joins a node to a component, which begins when it is joined to itself.
  private mutating func join(_ node: UInt32, to name: UInt32) {
    if !properties[node].marks.contains(.inComponent) {
      properties[node].marks.insert(.inComponent)
      cycles.component.begin(node)
    }
    if node != name { cycles.component.join(node, to: name) }
  }

  // MARK: Asking

  /// The links on the shortest closed path through `link`, beginning with it; nil if it is not on a
  /// cycle.
  ///
  /// - Parameter ignoringPartner: Leave out the other direction of the same two-way binding.
  ///   Otherwise every two-way binding is a cycle by itself.
  /// - Complexity: O(*m*) in the bindings of the component of `link`.
  package mutating func cycle(through link: UInt32, ignoringPartner: Bool = false) -> [UInt32]? {
    resolveDirtyComponents()
    let partner = ignoringPartner ? partner(of: link) : 0
    let lead = owner(of: link)
    let end = links[lead].target
    let starts = (links[link].flags.contains(.step) ? [links[link].source] : sources(of: lead))
      .filter { passesOn($0) }
    guard end != 0 else { return nil }
    if starts.contains(end) { return [lead] }
    var best: [UInt32]?
    for start in starts where properties[start].marks.contains(.inComponent) {
      guard cycles.component[start] == cycles.component[end],
        let path = path(from: end, to: start, without: partner)
      else { continue }
      if best == nil || path.count + 1 < best!.count { best = [lead] + path }
    }
    return best
  }

  /// The links on a closed path through `link` of one-way bindings and `computed` properties only; nil if
  /// there is none. A semantics may treat such a cycle as a loop as soon as it is closed.
  mutating func oneWayCycle(through link: UInt32) -> [UInt32]? {
    resolveDirtyComponents()
    let lead = owner(of: link)
    let end = links[lead].target
    // The two directions between two properties are not a cycle, unless both ends are the same
    // property.
    guard end != 0, links[lead].flags.isDisjoint(with: .twoWay) || links[lead].source == end else {
      return nil
    }
    for start in sources(of: lead) where passesOn(start) {
      if start == end { return [lead] }
      guard properties[start].marks.contains(.inComponent),
        cycles.component[start] == cycles.component[end],
        let path = path(from: end, to: start, without: 0, oneWay: true)
      else { continue }
      return [lead] + path
    }
    return nil
  }

  /// The links of the shortest path between two properties of one component.
  private func path(
    from start: UInt32, to end: UInt32, without partner: UInt32, oneWay: Bool = false
  ) -> [UInt32]? {
    let number = cycles.component[start]
    guard PathSearch.leads(from: start, to: end, in: self, without: partner, oneWay: oneWay)
    else { return nil }
    return way(from: start, to: end) { link, target in
      link != partner && (!oneWay || links[link].flags.isDisjoint(with: .twoWay))
        && cycles.component[target] == number
    }
  }

  /// The links of the shortest path from one property to another, without observers; nil if there
  /// is none.
  ///
  /// - Parameter mayPass: Whether the path may contain a link to its target.
  package func way(
    from start: UInt32, to end: UInt32, over mayPass: (_ link: UInt32, _ target: UInt32) -> Bool
  ) -> [UInt32]? {
    var cameBy: [UInt32: (link: UInt32, from: UInt32)] = [:]
    var pending = [start]
    var position = 0
    while position < pending.count {
      let slot = pending[position]
      position += 1
      for observer in observers(of: slot) {
        let link = owner(of: observer)
        let target = links[link].target
        guard !links[link].flags.contains(.observer), target != 0, target != start,
          cameBy[target] == nil, mayPass(link, target)
        else { continue }
        cameBy[target] = (link, slot)
        guard target == end else {
          pending.append(target)
          continue
        }
        var path: [UInt32] = []
        var current = end
        while current != start, let hop = cameBy[current] {
          path.append(hop.link)
          current = hop.from
        }
        return path.reversed()
      }
    }
    return nil
  }

  /// The other direction of a two-way binding; 0 for one-way.
  package func partner(of link: UInt32) -> UInt32 {
    let flags = links[link].flags
    if flags.contains(.forward) { return link + 1 }
    return flags.contains(.reverse) ? link - 1 : 0
  }

  /// Every cycle that a binding lies on, as the closed paths of its links: one for each binding
  /// that is not on an earlier path.
  package mutating func allCycles() -> [[UInt32]] {
    resolveDirtyComponents()
    var found: [[UInt32]] = []
    var covered: Set<UInt32> = []
    for link in (1..<UInt32(max(links.count, 1))).sorted(by: {
      (links[$0].serial, $0) < (links[$1].serial, $1)
    }) {
      let flags = links[link].flags
      guard flags.isDisjoint(with: [.dead, .step, .observer]), !covered.contains(link),
        let path = cycle(through: link)
      else { continue }
      covered.formUnion(path)
      found.append(path)
    }
    return found
  }
}
