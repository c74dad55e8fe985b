// Where nothing came from: no path leads from the change to the target, or nothing on the path has changed.
extension WhyNotFinder {
  /// Why no path leads here from what the turn wrote, if a link could lead there or once did.
  func wrongWay(in turn: Int, _ ways: Ways) -> WhyNot.Obstacle? {
    if let lost = formerWay(in: turn) ?? formerWriter(ways) ?? movedWriter() { return lost }
    let reached = source.map(reached)
    // Along the bindings, away from what leads to the target.
    var pending = ways.order
    var seen = Set(pending)
    var next = 0
    while next < pending.count {
      let property = pending[next]
      next += 1
      for link in recorded.listeners(of: property) {
        guard let known = recorded.link(link), known.isAlive, known.target != 0,
          known.kind == .binding, !known.isTwoWay, ways.upstream[known.target] == nil,
          reached?.contains(property) != true
        else { continue }
        let isWritten =
          reached?.contains(known.target)
          ?? index.sets(of: known.target, in: turn).contains { index[$0].link != link }
        if isWritten { return .oneWay(link) }
        if seen.insert(known.target).inserted { pending.append(known.target) }
      }
    }
    return nil
  }

  /// A property and all to which bindings lead from there.
  private func reached(from start: UInt32) -> Set<UInt32> {
    var found: Set<UInt32> = [start]
    var pending = [start]
    while let property = pending.popLast() {
      for link in recorded.listeners(of: property) {
        guard let known = recorded.link(link), known.isAlive, known.target != 0,
          found.insert(known.target).inserted
        else { continue }
        pending.append(known.target)
      }
    }
    return found
  }

  // MARK: Links that are gone

  /// A link that has ended, or got other ends, on a path that led here from what the turn changed.
  func formerWay(in turn: Int) -> WhyNot.Obstacle? {
    formerWay { property in
      source.map { $0 == property } ?? !index.sets(of: property, in: turn).isEmpty
    }
  }

  /// A link that has written the target, and leads elsewhere now: its path goes over another object.
  private func movedWriter() -> WhyNot.Obstacle? {
    guard let place = index.sets(of: target).last(where: { index[$0].link != 0 }),
      let known = recorded.link(index[place].link), known.isAlive, known.kind == .binding,
      known.target != 0, known.target != target
    else { return nil }
    return .leadsElsewhere(index[place].link, to: known.target, place)
  }

  /// A link that has ended, or got other ends, on a path that led here: the nearest one to the target.
  private func formerWay(from isMeant: (UInt32) -> Bool) -> WhyNot.Obstacle? {
    let (ends, moves) = (ends(), rebinds())
    guard !ends.isEmpty || !moves.links.isEmpty else { return nil }
    var pending: [(property: UInt32, lost: WhyNot.Obstacle?)] = [(target, nil)]
    var (seen, seenLost): (Set<UInt32>, Set<UInt32>) = ([target], [])
    var next = 0
    func enqueue(_ sources: [UInt32], _ lost: WhyNot.Obstacle?) {
      for source in sources {
        let isNew =
          lost == nil ? seen.insert(source).inserted : seenLost.insert(source).inserted
        if isNew { pending.append((source, lost)) }
      }
    }
    while next < pending.count {
      let (property, lost) = pending[next]
      next += 1
      if let lost, isMeant(property) { return lost }
      var ended: [(sources: [UInt32], lost: WhyNot.Obstacle, place: EventPlace)] = []
      for link in recorded.writers(of: property) {
        guard let known = recorded.link(link) else { continue }
        if known.isAlive {
          enqueue(known.sources, lost)
          if let place = moves.links[link] {
            enqueue(index.reads(at: place), lost ?? .rebound(link, place))
          }
        } else if let place = ends[recorded.lead(of: link)] {
          ended.append((known.sources, .unbound(link, place), place))
        }
      }
      // Of several the one that ended last.
      for end in ended.sorted(by: { $1.place < $0.place }) {
        enqueue(end.sources, lost ?? end.lost)
      }
      if let place = moves.targets[property] {
        enqueue(index.reads(at: place), lost ?? .rebound(index[place].link, place))
      }
    }
    return nil
  }

  /// A link that wrote the target once, where nothing does any more.
  private func formerWriter(_ ways: Ways) -> WhyNot.Obstacle? {
    ways.nearest == nil && source == nil ? lostWriter(of: target) : nil
  }

  /// The link that wrote a property last and has ended, or got other ends, since the property was set.
  private func lostWriter(of property: UInt32) -> WhyNot.Obstacle? {
    let ends = ends()
    var found: (obstacle: WhyNot.Obstacle, place: EventPlace)?
    for link in recorded.writers(of: property) {
      guard let known = recorded.link(link), !known.isAlive,
        let place = ends[recorded.lead(of: link)], found.map({ $0.place < place }) ?? true
      else { continue }
      found = (.unbound(link, place), place)
    }
    if let place = rebinds().targets[property], found.map({ $0.place < place }) ?? true {
      found = (.rebound(index[place].link, place), place)
    }
    return found?.obstacle
  }

  /// Where bindings got other ends last: by what they wrote before and do not now, and by themselves.
  private func rebinds() -> (targets: [UInt32: EventPlace], links: [UInt32: EventPlace]) {
    var found: (targets: [UInt32: EventPlace], links: [UInt32: EventPlace]) = ([:], [:])
    for (ordinal, turn) in index.turns.enumerated() {
      for (position, event) in turn.events.enumerated() where event.kind == .rebind {
        let place = EventPlace(turn: ordinal, position: position)
        guard index.stands(place) else { continue }
        found.links[event.link] = place
        if event.property != event.other { found.targets[event.property] = place }
      }
    }
    return found
  }

  // MARK: Nothing has changed

  /// Follows the path from the target back to where it begins: nothing came from there.
  func nothingCame(_ ways: Ways, _ answer: inout WhyNot) {
    var (property, last) = (target, target)
    var seen: Set<UInt32> = []
    let rejections = rejections()
    defer { answer.rest = ways.rest(from: last) }
    while seen.insert(property).inserted, let link = ways.firstWriter(of: property) {
      last = property
      if let place = rejections[link],
        index.lastSet(of: property, before: index.end).map({ place > $0 }) ?? true
      {
        (answer.obstacle, answer.turn) = (.rejected(link, place), place.turn)
        return
      }
      let step = recorded.brokenStep(of: link)
      if step != 0, let made = self.last(.bind, of: link) {
        // The path may have been complete in between.
        let cut = index.lastSet(of: step, before: index.end).map { max($0, made) } ?? made
        answer.obstacle = .brokenSource(link, step: step, cut)
        return
      }
      let sources = recorded.link(link)?.sources ?? []
      let next = source.flatMap { sources.contains($0) ? $0 : nil } ?? lastChanged(of: sources)
      let last =
        recorded.isEvent(next) ? lastFired(next) : index.lastSet(of: next, before: index.end)
      let isDropped = last.map { index[$0].kind == .dropped } ?? false
      answer.obstacle = isDropped ? .notFired(last) : .unchanged(link, source: next, last)
      if next == source { return }
      property = next
    }
    guard let lost = lostWriter(of: property) else { return }
    (answer.obstacle, last) = (lost, property)
  }

  /// The property of some that was set last; the last of them if none was.
  private func lastChanged(of properties: [UInt32]) -> UInt32 {
    var found: (property: UInt32, place: EventPlace)?
    for property in properties.reversed() {
      guard let place = index.lastSet(of: property, before: index.end) else { continue }
      if found.map({ $0.place < place }) ?? true { found = (property, place) }
    }
    return found?.property ?? properties.last ?? 0
  }

  /// Where the transformers of each link rejected a value last.
  private func rejections() -> [UInt32: EventPlace] {
    var found: [UInt32: EventPlace] = [:]
    for (ordinal, turn) in index.turns.enumerated() {
      for (position, event) in turn.events.enumerated() where event.reason == .rejected {
        found[event.link] = EventPlace(turn: ordinal, position: position)
      }
    }
    return found
  }
}
