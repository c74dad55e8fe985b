extension WhyNot {
  /// Finds what kept a change from arriving at `target`.
  ///
  /// - Parameters:
  ///   - source: Where it was to come from; nil for whatever the last turn changed.
  ///   - number: The last turn that counts; nil for all.
  /// - Complexity: O(*n* + *m*) in the numbers of events and of links on the ways to `target`.
  package init(
    _ target: UInt32, from source: UInt32? = nil, after number: Int? = nil,
    in recorded: some Recorded
  ) {
    self.target = target
    self.source = source
    index = EventIndex(recorded, upTo: number)
    lastSet = index.lastSet(of: target, before: index.end)
    let finder = WhyNotFinder(recorded: recorded, index: index, target: target, source: source)
    finder.find(&self)
  }
}

private struct WhyNotFinder<Record: Recorded> {
  let recorded: Record
  let index: EventIndex
  let target: UInt32
  let source: UInt32?

  func find(_ answer: inout WhyNot) {
    guard let last = lastActiveTurn() else { return }
    answer.turn = last
    if recorded.isInBatch {
      answer.obstacle = .batchOpen
      return
    }
    if index.turns[last].wasUndone {
      answer.obstacle = undone(last)
      return
    }
    if let refused = refusal(in: last) {
      answer.obstacle = refused
      return
    }
    let ways = Ways(finder: self)
    if arrive(in: last, ways, &answer) { return }
    if let stop = ways.stop(in: last) {
      (answer.obstacle, answer.rest) = (stop.obstacle, ways.rest(from: stop.property))
      return
    }
    if let dropped = plainDrop(in: last, ways) {
      answer.obstacle = dropped
      return
    }
    if let wrong = wrongWay(in: last, ways) {
      answer.obstacle = wrong
      return
    }
    lookEarlier(than: last, ways, &answer)
  }

  // MARK: Turns

  /// The last turn that did something; with a source, the last that did something to it.
  private func lastActiveTurn() -> Int? {
    for turn in stride(from: index.turns.count - 1, through: 0, by: -1) {
      let acts = index.turns[turn].events.contains { event in
        if let source {
          // What was due at another time belongs to the change that asked for it.
          return event.property == source && (event.kind.sets || event.kind == .dropped)
            || event.kind == .error && index.turns[turn].wasUndone
        }
        switch event.kind {
        case .write, .event, .call, .error, .dropped, .held, .answer: return true
        default: return false
        }
      }
      if acts { return turn }
    }
    return nil
  }

  private func undone(_ turn: Int) -> WhyNot.Obstacle {
    let error = index.turns[turn].events.lastIndex { $0.kind == .error }
    if let refused = refusal(in: turn) { return refused }
    return .undone(error.map { EventPlace(turn: turn, position: $0) })
  }

  /// A plain write to the property that was not done.
  private func refusal(in turn: Int) -> WhyNot.Obstacle? {
    for (position, event) in index.turns[turn].events.enumerated()
    where event.kind == .dropped && (event.property == target || event.property == source) {
      let place = EventPlace(turn: turn, position: position)
      if event.reason == .refused { return .refused(event.link, place) }
      if event.reason == .equal, event.link == 0, isPlain(event, in: turn),
        index.sets(of: event.property, in: turn).isEmpty
      {
        return .equal(0, place)
      }
    }
    return nil
  }

  /// A plain write of an equal value to something that leads here.
  private func plainDrop(in turn: Int, _ ways: Ways) -> WhyNot.Obstacle? {
    for (position, event) in index.turns[turn].events.enumerated()
    where event.kind == .dropped && event.reason == .equal && event.link == 0
      && ways.upstream[event.property] != nil && isPlain(event, in: turn)
    {
      return .equal(0, EventPlace(turn: turn, position: position))
    }
    return nil
  }

  /// Whether no `computed` was worked out there.
  private func isPlain(_ event: TraceEvent, in turn: Int) -> Bool {
    !recorded.writers(of: event.property).contains { recorded.link($0)?.kind == .computed }
  }

  // MARK: Arriving

  private func arrive(in turn: Int, _ ways: Ways, _ answer: inout WhyNot) -> Bool {
    var sets = index.sets(of: target, in: turn).filter { index.stands($0) }
    var first = EventPlace(turn: turn, position: -1)
    if let source {
      guard ways.upstream[source] != nil, let begin = index.sets(of: source, in: turn).first else {
        return false
      }
      first = begin
    }
    sets = sets.filter { $0 > first }
    if source != nil {
      // An answer that was asked for then may have landed since.
      let later = index.sets(of: target).filter { $0.turn > turn }
      guard let own = sets.last(where: { ways.comesAlong(index[$0]) }) else {
        guard let landed = later.last(where: { ways.comesAlong(index[$0]) }) else { return false }
        answer.obstacle = .arrived(landed)
        answer.turn = landed.turn
        answer.overwrites = later.filter { $0 > landed }
        return true
      }
      answer.obstacle = .arrived(own)
      answer.overwrites = (sets + later).filter { $0 > own && !ways.comesAlong(index[$0]) }
      return true
    }
    guard let last = sets.last else { return false }
    if let stop = ways.stopBehindStatement(last) {
      answer.obstacle = stop
      return true
    }
    // The last one that another has overwritten with another value is what somebody misses.
    let other = sets.last {
      index[$0].link != 0 && index[$0].link != index[last].link && index[$0].new != index[last].new
    }
    if let other {
      answer.obstacle = .arrived(other)
      answer.overwrites = sets.filter { $0 > other }
    } else {
      answer.obstacle = .arrived(last)
    }
    if case .nil = index[last].new, index[last].link != 0 {
      answer.nilStep = recorded.brokenStep(of: index[last].link)
    }
    return true
  }

  // MARK: No way

  /// Why no way leads here from what the turn wrote, where a link could lead there or once did.
  private func wrongWay(in turn: Int, _ ways: Ways) -> WhyNot.Obstacle? {
    if let ended = ways.endedLink(changedIn: turn) { return ended }
    // Along the bindings, away from the target.
    var seen: Set<UInt32> = [target]
    var pending = [target]
    var next = 0
    while next < pending.count {
      let property = pending[next]
      next += 1
      for link in recorded.listeners(of: property) {
        guard let known = recorded.link(link), known.isAlive, known.target != 0, !known.isTwoWay
        else { continue }
        let isWritten =
          source.map { known.target == $0 } ?? !index.sets(of: known.target, in: turn).isEmpty
        if isWritten { return .oneWay(link) }
        if seen.insert(known.target).inserted { pending.append(known.target) }
      }
    }
    return nil
  }

  /// The last turn did nothing to what leads here: an earlier one may have been stopped.
  private func lookEarlier(than last: Int, _ ways: Ways, _ answer: inout WhyNot) {
    answer.due = stillDue()
    guard let nearest = ways.nearest else {
      answer.obstacle = ways.hasWriters ? .noPath : .noWriter
      return
    }
    if let source, ways.upstream[source] == nil {
      answer.obstacle = .noPath
      return
    }
    var latest: EventPlace?
    for property in ways.upstream.keys where property != target {
      if let set = index.lastSet(of: property, before: index.end), latest ?? set <= set {
        latest = set
      }
    }
    if let latest, latest.turn < last, source == nil {
      let arrived = index.lastSet(of: target, before: index.end)
      if arrived.map({ $0 < latest }) ?? true, let stop = ways.stop(in: latest.turn) {
        answer.turn = latest.turn
        answer.laterTurn = last
        (answer.obstacle, answer.rest) = (stop.obstacle, ways.rest(from: stop.property))
        return
      }
    }
    let step = recorded.brokenStep(of: nearest)
    if step != 0, let made = self.last(.bind, of: nearest) {
      answer.obstacle = .brokenSource(nearest, step: step, made)
      return
    }
    let sources = recorded.link(nearest)?.sources ?? []
    let source = source ?? sources.last ?? 0
    answer.obstacle = .unchanged(
      nearest, source: source, index.lastSet(of: source, before: index.end))
  }

  /// What was set for a time that has not come.
  private func stillDue() -> [EventPlace] {
    index.timers.filter { place in
      guard index.stands(place), case .duration(let due) = index[place].new else { return false }
      let name = index[place].text ?? ""
      let time = "at \(Value.text(ofMicroseconds: due)):"
      return !index.turns[(place.turn + 1)...].contains { turn in
        turn.statement.hasPrefix(time)
          && (turn.statement == "\(time) \(name) is due"
            || name == "the block" && !turn.statement.hasSuffix(" is due"))
      }
    }
  }

  // MARK: Ways

  /// What leads to the target: for each property the next link towards it.
  struct Ways {
    let finder: WhyNotFinder
    /// For each property from which a way leads to the target the next link; 0 for the target.
    private(set) var upstream: [UInt32: UInt32] = [:]
    /// The properties in the order of their distance from the target.
    private var order: [UInt32] = []
    private var ended: [UInt32] = []
    private(set) var hasWriters = false
    /// Where each property leads, among those from which a way leads to the target.
    private var forward: [UInt32: [UInt32]] = [:]
    /// What is reached from the source, where one was given.
    private var reached: Set<UInt32> = []
    /// The first link that writes the target.
    private(set) var nearest: UInt32?

    init(finder: WhyNotFinder) {
      self.finder = finder
      upstream[finder.target] = 0
      order = [finder.target]
      var next = 0
      while next < order.count {
        let property = order[next]
        next += 1
        for link in writers(of: property) {
          guard let known = finder.recorded.link(link) else { continue }
          if property == finder.target { hasWriters = true }
          guard known.isAlive else {
            ended.append(link)
            continue
          }
          if property == finder.target, nearest == nil { nearest = link }
          for source in known.sources {
            forward[source, default: []].append(property)
            if upstream[source] != nil { continue }
            upstream[source] = link
            order.append(source)
          }
        }
      }
      reachFromSource()
    }

    private mutating func reachFromSource() {
      guard let source = finder.source, upstream[source] != nil else { return }
      reached = [source]
      var pending = [source]
      while let property = pending.popLast() {
        for next in forward[property] ?? [] where reached.insert(next).inserted {
          pending.append(next)
        }
      }
    }

    /// Whether a change of the property is what is asked about.
    private func isMeant(_ property: UInt32) -> Bool {
      finder.source == nil || reached.contains(property)
    }

    /// The links that write a property, and the observers whose blocks have been seen to.
    private func writers(of property: UInt32) -> [UInt32] {
      var found = finder.recorded.writers(of: property)
      for place in finder.index.sets(of: property).suffix(WhyNotFinder.mostLookedAt) {
        var event = finder.index[place]
        guard event.link == 0 else { continue }
        for _ in 0..<8 where event.cause != 0 {
          guard let cause = finder.index.place(of: event.cause, in: place.turn) else { break }
          event = finder.index[cause]
          if event.kind == .observe || event.kind == .write { break }
        }
        if event.kind == .observe, !found.contains(event.link) { found.append(event.link) }
      }
      return found
    }

    /// Whether an event that set the target came along one of the ways.
    func comesAlong(_ event: TraceEvent) -> Bool {
      guard finder.source != nil, event.link != 0 else { return event.link != 0 }
      return finder.recorded.link(event.link)?.sources.contains(where: isMeant) ?? false
    }

    func rest(from property: UInt32) -> [UInt32] {
      var found: [UInt32] = []
      var current = property
      while let link = upstream[current], link != 0, found.count < 100 {
        found.append(link)
        guard let next = finder.recorded.link(link)?.target, next != 0 else { break }
        current = next
      }
      return found
    }

    /// Whether the change has come to the property, or anything has where no source was given.
    private func isReached(_ property: UInt32, in turn: Int) -> Bool {
      let sets = finder.index.sets(of: property, in: turn)
      guard let source = finder.source else { return !sets.isEmpty }
      if property == source { return true }
      guard let begin = finder.index.sets(of: source, in: turn).first else { return false }
      return sets.contains { $0 > begin && comesAlong(finder.index[$0]) }
    }

    /// Where the statement itself wrote the target: a link that was to write it after that and did
    /// not.
    func stopBehindStatement(_ last: EventPlace) -> WhyNot.Obstacle? {
      guard finder.index[last].link == 0 else { return nil }
      for link in writers(of: finder.target) {
        guard let known = finder.recorded.link(link), known.isAlive else { continue }
        let set = known.sources.compactMap { finder.index.sets(of: $0, in: last.turn).last }.max()
        guard let set, set > last else { continue }
        switch finder.obstacle(of: link, known, behind: set) {
        case .unknown, .madeLater, .unread, .silent: continue
        case let found: return found
        }
      }
      return nil
    }

    /// The hop nearest to the target that a change in the turn came up to and did not pass.
    func stop(in turn: Int) -> (obstacle: WhyNot.Obstacle, property: UInt32)? {
      var fallback: (obstacle: WhyNot.Obstacle, property: UInt32)?
      for property in order where !isReached(property, in: turn) {
        for link in writers(of: property) {
          guard let known = finder.recorded.link(link), known.isAlive else { continue }
          let sets = known.sources.filter(isMeant).compactMap {
            finder.index.sets(of: $0, in: turn).last
          }
          guard let set = sets.max() else { continue }
          let found = finder.obstacle(of: link, known, behind: set)
          if case .unknown = found {
            fallback = fallback ?? (found, property)
          } else {
            return (found, property)
          }
        }
      }
      return fallback
    }

    /// A link that has ended and would have led here.
    func endedLink(changedIn turn: Int) -> WhyNot.Obstacle? {
      var found: WhyNot.Obstacle?
      for link in ended {
        guard let place = finder.end(of: link) else { continue }
        let sources = finder.recorded.link(link)?.sources ?? []
        let isMeant = sources.contains { listened in
          finder.source.map { $0 == listened }
            ?? !finder.index.sets(of: listened, in: turn).isEmpty
        }
        if isMeant || nearest == nil { found = .unbound(link, place) }
        if isMeant { return found }
      }
      return found
    }
  }

  static var mostLookedAt: Int { 50 }

  /// Where a link ended.
  private func end(of link: UInt32) -> EventPlace? { last(.unbind, of: link) }

  private func last(_ kind: TraceEvent.Kind, of link: UInt32) -> EventPlace? {
    for turn in stride(from: index.turns.count - 1, through: 0, by: -1) {
      let found = index.turns[turn].events.lastIndex { $0.kind == kind && $0.link == link }
      if let found {
        let place = EventPlace(turn: turn, position: found)
        if index.stands(place) { return place }
      }
    }
    return nil
  }

  // MARK: The hop

  /// What became of a link whose source was set by the event at `set`, and which did not write.
  private func obstacle(
    of link: UInt32, _ known: RecordedLink, behind set: EventPlace
  ) -> WhyNot.Obstacle {
    if let made = last(.bind, of: link), made > set { return .madeLater(link, made) }
    let events = index.turns[set.turn].events
    var failure: EventPlace?
    for position in (set.position + 1)..<max(events.count, set.position + 1) {
      let event = events[position]
      let place = EventPlace(turn: set.turn, position: position)
      if event.kind == .error { failure = place }
      if event.link == 0, event.kind == .dropped, event.reason == .equal,
        known.kind == .computed, event.property == known.target
      {
        return .equal(link, place)
      }
      guard event.link == link else { continue }
      switch event.kind {
      case .held: return .held(link, place)
      case .request:
        if let fate = fate(of: place, link) { return fate }
      case .dropped: return dropped(event, place)
      default: break
      }
    }
    if index[set].reason == .silent { return .silent(set) }
    if let failure { return .stopped(failure) }
    if recorded.isTickDue, set.turn == index.turns.count - 1 { return .waitingForTick(link, set) }
    if known.kind == .computed { return .unread(link, set) }
    return .unknown(link, set)
  }

  private func dropped(_ event: TraceEvent, _ place: EventPlace) -> WhyNot.Obstacle {
    let link = event.link
    switch event.reason {
    case .equal: return .equal(link, place)
    case .brokenTarget: return .brokenTarget(link, step: step(event), place)
    case .brokenSource: return .brokenSource(link, step: step(event), place)
    case .released: return .released(link, place)
    case .overtaken: return .overtaken(link, place)
    case .refused: return .refused(link, place)
    default: return .unknown(link, place)
    }
  }

  private func step(_ event: TraceEvent) -> UInt32 {
    event.property != 0 ? event.property : recorded.brokenStep(of: event.link)
  }

  /// What became of a request; nil where its answer has landed.
  private func fate(of request: EventPlace, _ link: UInt32) -> WhyNot.Obstacle? {
    let input = index[request].old
    for turn in (request.turn + 1)..<max(index.turns.count, request.turn + 1) {
      for (position, event) in index.turns[turn].events.enumerated() where event.link == link {
        if event.kind == .answer, event.old == input { return nil }
        if event.kind == .dropped, event.new == input {
          return .overtaken(link, EventPlace(turn: turn, position: position))
        }
      }
    }
    return .waiting(link, request)
  }
}
