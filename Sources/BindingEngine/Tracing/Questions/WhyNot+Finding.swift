extension WhyNot {
  /// Finds what kept a change from arriving at `target`.
  ///
  /// - Parameters:
  ///   - source: Where the change would come from; nil for whatever the last turn changed.
  ///   - number: The last turn that counts; nil for all.
  /// - Complexity: O(*n* + *m*) in the numbers of events and of links on the paths to `target`.
  package init(
    _ target: UInt32, from source: UInt32? = nil, after number: Int? = nil,
    in recorded: some Recorded
  ) {
    self.target = target
    self.source = source
    index = recorded.index(upTo: number)
    lastSet = index.lastSet(of: target, before: index.end)
    let finder = WhyNotFinder(recorded: recorded, index: index, target: target, source: source)
    finder.find(&self)
  }

  /// This answer, about one link whose source was set by an event and that did not go on.
  package func stopped(
    at link: UInt32, behind set: EventPlace, in recorded: some Recorded
  ) -> WhyNot {
    let finder = WhyNotFinder(recorded: recorded, index: index, target: target, source: source)
    var answer = self
    guard let known = recorded.link(link) else { return answer }
    answer.obstacle = finder.obstacle(of: link, known, behind: set)
    answer.turn = set.turn
    return answer
  }
}

extension WhyNot.Obstacle {
  /// Whether it says what became of the last change itself, or that it is still to come.
  fileprivate var isNews: Bool {
    switch self {
    case .equal, .silent, .unbound, .rebound, .unconcerned, .noPath, .noWriter, .unchanged: false
    default: true
    }
  }

  /// Whether it is that a request got no answer, which shows only after something else had come.
  func isLostAnswer(since other: EventPlace) -> Bool {
    switch self {
    case .unanswered(_, let place), .overtaken(_, let place), .rejected(_, let place):
      place > other
    default: false
    }
  }
}

/// Looks for the stop: see `WhyNot+Ways.swift` and `WhyNot+Hop.swift`.
struct WhyNotFinder<Record: Recorded> {
  let recorded: Record
  let index: EventIndex
  let target: UInt32
  let source: UInt32?

  func find(_ answer: inout WhyNot) {
    findStop(&answer)
    if source != nil, !answer.obstacle.isNews, let first = pending(for: answer) {
      answer.due = first
      answer.isDue = true
    }
  }

  private func findStop(_ answer: inout WhyNot) {
    if let place = rejectedBack() {
      (answer.obstacle, answer.turn) = (.rejected(index[place].link, place), place.turn)
      return
    }
    if source == nil, recorded.isEvent(target) {
      let fired = lastFired(target)
      (answer.obstacle, answer.turn) = (.notFired(fired), fired?.turn ?? 0)
      return
    }
    if let note = openNote() {
      (answer.obstacle, answer.turn) = (.noted(index[note].link, note), note.turn)
      answer.rest = Ways(finder: self).rest(from: index[note].property)
      return
    }
    let ways = Ways(finder: self)
    guard let last = lastActiveTurn() ?? lastReading(ways) else {
      answer.due = stillDue()
      if !index.turns.isEmpty { neverChanged(ways, &answer) }
      return
    }
    answer.turn = last
    if recorded.isInBatch {
      answer.obstacle = .batchOpen
      return
    }
    // Nothing leads from there to the target, whatever happened in that turn.
    let isConnected = source.map { ways.upstream[$0] != nil } ?? true
    if index.turns[last].wasUndone, isConnected {
      // A turn that failed for another reason is not what the user means, if a change got stuck before.
      if !mentions(ways, in: last), let stuck = stuckChange(ways) {
        answer.laterTurn = last
        (answer.obstacle, answer.turn) = (stuck.stop.obstacle, stuck.turn)
        answer.rest = ways.rest(from: stuck.stop.property)
      } else {
        answer.obstacle = undone(last)
      }
      return
    }
    if let refused = refusal(in: last) {
      answer.obstacle = refused
      return
    }
    if arrive(in: last, ways, &answer) {
      // The user may miss what was set since what arrived.
      let begun = index.timerSetting(of: answer.turn)?.turn ?? last
      answer.due = (stillDue() + stillRequested(ways)).filter { $0.turn > begun }.sorted()
      return
    }
    let stop = ways.stop(in: last)
    if case .unknown? = stop?.obstacle, let lost = formerWay(in: last) {
      answer.obstacle = lost
      return
    }
    if let stop {
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

  /// The last turn that did something; with a source, the last that did something to the source.
  private func lastActiveTurn() -> Int? {
    for turn in stride(from: index.turns.count - 1, through: 0, by: -1) {
      let acts = index.turns[turn].events.contains { event in
        if let source {
          // What was due at another time belongs to the change that requested it.
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

  /// The last turn in which something passed on the source, or anything to the target, although nothing
  /// had changed there: because a binding was made or moved, or the path to the source changed.
  private func lastReading(_ ways: Ways) -> Int? {
    let links = Set(
      source.map { recorded.listeners(of: $0).filter(ways.leadsHere) }
        ?? recorded.writers(of: target))
    return index.turns.indices.last { turn in
      index.turns[turn].events.contains { $0.kind == .fire && links.contains($0.link) }
    }
  }

  /// The first event in a turn of what follows a property and leads to the target, without what only
  /// evaluated the binding that writes it.
  private func reading(of source: UInt32, in turn: Int, _ ways: Ways) -> EventPlace? {
    let events = index.turns[turn].events
    let evaluating = Set(events.lazy.filter { $0.kind == .fire && $0.other == source }.map(\.cause))
    let position = events.firstIndex { event in
      event.kind == .fire && recorded.link(event.link)?.sources.contains(source) == true
        && !evaluating.contains(event.sequence) && ways.leadsHere(event.link)
    }
    return position.map { EventPlace(turn: turn, position: $0) }
  }

  /// Where a change of the source begins in a turn.
  func beginning(of source: UInt32, in turn: Int, _ ways: Ways) -> EventPlace? {
    guard let first = index.changes(of: source, in: turn).first else {
      return reading(of: source, in: turn, ways)
    }
    // What read a `computed`, and so evaluated it, began before.
    if index[first].kind == .compute, let reader = index.place(of: index[first].cause, in: turn),
      index[reader].kind == .fire || index[reader].kind == .observe,
      index.reads(at: reader, in: recorded).contains(source)
    {
      return reader
    }
    return first
  }

  /// Where an event was fired last, or was not although something fired it.
  func lastFired(_ event: UInt32) -> EventPlace? {
    let fired = index.lastSet(of: event, before: index.end)
    for turn in stride(from: index.turns.count - 1, through: fired?.turn ?? 0, by: -1) {
      let dropped = index.turns[turn].events.lastIndex {
        $0.kind == .dropped && $0.property == event
      }
      guard let dropped else { continue }
      let place = EventPlace(turn: turn, position: dropped)
      return max(place, fired ?? place)
    }
    return fired
  }

  /// Nothing has changed the source, or anything that leads to the target, in any remembered turn.
  private func neverChanged(_ ways: Ways, _ answer: inout WhyNot) {
    if let source, let link = ways.upstream[source], link != 0 {
      answer.obstacle = .unchanged(link, source: source, nil)
      answer.rest = ways.rest(from: recorded.link(link)?.target ?? 0)
    } else if source == nil, ways.nearest != nil {
      nothingCame(ways, &answer)
    } else {
      answer.obstacle = wrongWay(in: 0, ways) ?? (ways.hasWriters ? .noPath : .noWriter)
    }
  }

  private func undone(_ turn: Int) -> WhyNot.Obstacle {
    let error = index.turns[turn].events.lastIndex { $0.kind == .error }
    if let refused = refusal(in: turn) { return refused }
    return .undone(error.map { EventPlace(turn: turn, position: $0) })
  }

  /// A write to the property that was not carried out.
  private func refusal(in turn: Int) -> WhyNot.Obstacle? {
    for (position, event) in index.turns[turn].events.enumerated()
    where event.kind == .dropped && (event.property == target || event.property == source) {
      let place = EventPlace(turn: turn, position: position)
      if event.reason == .refused { return .refused(event.link, place) }
      if event.reason == .disabled, event.property == source,
        index.sets(of: event.property, in: turn).isEmpty
      {
        return .notFired(place)
      }
      // A binding that gave the source what it had: nothing was passed on from there.
      let isOfStatement =
        event.link == 0 && index.actor(of: place).map { index[$0].link == 0 } ?? true
      let isOfSource = event.property == source && event.property != target
      if event.reason == .equal, isOfStatement || isOfSource, isPlain(event, in: turn),
        index.sets(of: event.property, in: turn).isEmpty
      {
        return equal(event, place)
      }
    }
    return nil
  }

  /// Where a two-way binding did not take what the target holds since: source and target disagree.
  private func rejectedBack() -> EventPlace? {
    guard let source, let set = index.lastSet(of: target, before: index.end), index.stands(set)
    else { return nil }
    let events = index.turns[set.turn].events
    for position in (set.position + 1)..<max(events.count, set.position + 1)
    where events[position].reason == .rejected {
      let event = events[position]
      guard
        let firing = events.first(where: { $0.sequence == event.cause }),
        firing.kind == .fire, firing.property == target, firing.other == source
      else { continue }
      let place = EventPlace(turn: set.turn, position: position)
      if let later = index.lastSet(of: source, before: index.end), later > place { return nil }
      return place
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

  /// Whether no `computed` was evaluated there.
  private func isPlain(_ event: TraceEvent, in turn: Int) -> Bool {
    !recorded.writers(of: event.property).contains { recorded.link($0)?.kind == .computed }
  }

  /// The last turn did nothing to what leads here; an earlier one may have been stopped.
  private func lookEarlier(than last: Int, _ ways: Ways, _ answer: inout WhyNot) {
    answer.due = stillDue()
    guard ways.nearest != nil else {
      answer.obstacle = ways.hasWriters ? .noPath : .noWriter
      return
    }
    if let source, ways.upstream[source] == nil {
      answer.obstacle = formerReading(of: source, ways) ?? .noPath
      return
    }
    if source == nil, let failed = lastFailure(ways, before: last) {
      (answer.obstacle, answer.turn, answer.laterTurn) = (undone(failed), failed, last)
      return
    }
    if source == nil, let stuck = stuckChange(ways), stuck.turn < last {
      answer.turn = stuck.turn
      answer.laterTurn = last
      (answer.obstacle, answer.rest) = (
        stuck.stop.obstacle, ways.rest(from: stuck.stop.property)
      )
      return
    }
    nothingCame(ways, &answer)
  }

  /// Where a link that leads here read a property which it does not follow now. Where the blocks are known,
  /// these say more.
  private func formerReading(of source: UInt32, _ ways: Ways) -> WhyNot.Obstacle? {
    if recorded.knowsBlocks { return nil }
    for turn in index.turns.indices.reversed() {
      let events = index.turns[turn].events
      for position in events.indices.reversed() {
        let (event, place) = (events[position], EventPlace(turn: turn, position: position))
        guard event.kind == .fire || event.kind == .compute, ways.leadsHere(event.link),
          recorded.link(event.link)?.isAlive == true, index.stands(place),
          index.reads(at: place, in: recorded).contains(source)
        else { continue }
        return .unfollowed(event.link, place)
      }
    }
    return nil
  }

  /// The last change of what leads here, if it was stopped and nothing has arrived since.
  private func stuckChange(
    _ ways: Ways
  ) -> (turn: Int, stop: (obstacle: WhyNot.Obstacle, property: UInt32))? {
    var latest: EventPlace?
    for property in ways.upstream.keys where property != target {
      if let set = index.lastSet(of: property, before: index.end), latest ?? set <= set {
        latest = set
      }
    }
    guard let latest, let stop = ways.stop(in: latest.turn) else { return nil }
    let arrived = index.lastSet(of: target, before: index.end)
    // What came meanwhile may be the answer to an earlier request.
    guard arrived.map({ $0 < latest || stop.obstacle.isLostAnswer(since: $0) }) ?? true else {
      return nil
    }
    return (latest.turn, stop)
  }

  /// The turn before another one that was rolled back after it had changed what leads here, if nothing has
  /// changed there since.
  private func lastFailure(_ ways: Ways, before last: Int) -> Int? {
    for turn in stride(from: last - 1, through: 0, by: -1) where mentions(ways, in: turn) {
      return index.turns[turn].wasUndone ? turn : nil
    }
    return nil
  }

  /// Whether a turn did anything to what leads here.
  private func mentions(_ ways: Ways, in turn: Int) -> Bool {
    index.turns[turn].events.contains {
      $0.property != 0 && ways.upstream[$0.property] != nil
        || $0.other != 0 && ways.upstream[$0.other] != nil
    }
  }
}
