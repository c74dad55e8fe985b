// One hop of the path: where a link ended, and why.
extension WhyNotFinder {
  /// The most events of a property whose causes are examined.
  static var mostLookedAt: Int { 50 }

  /// Where each link ended, by its forward direction.
  func ends() -> [UInt32: EventPlace] {
    var found: [UInt32: EventPlace] = [:]
    for (ordinal, turn) in index.turns.enumerated() {
      for (position, event) in turn.events.enumerated() where event.kind == .unbind {
        let place = EventPlace(turn: ordinal, position: position)
        if index.stands(place) { found[event.link] = place }
      }
    }
    return found
  }

  /// The last event of a kind that names a link, or its other direction.
  func last(_ kind: TraceEvent.Kind, of link: UInt32) -> EventPlace? {
    let link = recorded.lead(of: link)
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

  /// What happened to a link whose source was set by the event at `set`, and which did not write.
  func obstacle(
    of link: UInt32, _ known: RecordedLink, behind set: EventPlace
  ) -> WhyNot.Obstacle {
    let made = last(.bind, of: link).flatMap { $0 > set ? $0 : nil }
    var failure: EventPlace?
    var firing: EventPlace?
    var ran: EventPlace?
    // A link that was made later has passed its first value on, or tried to.
    for place in index.consequences(of: made ?? set) {
      let event = index[place]
      if event.kind == .error { failure = place }
      if event.link == 0, event.kind == .dropped, event.reason == .equal,
        known.kind == .computed, event.property == known.target
      {
        return .equal(link, place)
      }
      if ran != nil, failure == nil, event.link == 0, event.kind == .dropped,
        event.reason == .equal, event.property == target
      {
        return .equal(0, place)
      }
      guard event.link == link else { continue }
      switch event.kind {
      case .fire: firing = place
      case .observe: ran = place
      case .compute where event.old == event.new: return .equal(link, place)
      case .held: return .held(link, place)
      case .request:
        if let fate = fate(of: place, link) { return fate }
      // What replaced it waits instead.
      case .dropped where event.isOfWaiting && isFollowedByRequest(place): break
      // It was read later.
      case .dropped where event.reason == .unread && index.pull(of: place) != nil: break
      case .dropped: return dropped(event, place)
      default: break
      }
    }
    // The turn is stopped there.
    if let firing, firing == index.last { return .unknown(link, firing) }
    if let made { return .madeLater(link, made) }
    let isSilent = index[set].isSilent
    if !isSilent, let failure { return .stopped(failure) }
    if let happened = ran ?? firing { return .unknown(link, happened) }
    // A silent write after it does not take back that it is passed on.
    if recorded.isTickDue, let set = isSilent ? earlierChange(than: set) : set,
      set.turn >= index.lastTick ?? 0
    {
      return .waitingForTick(link, set)
    }
    if isSilent { return .silent(set) }
    if known.kind == .computed {
      return evaluation(of: link, behind: set).map { .equal(link, $0) } ?? .unread(link, set)
    }
    let writer = index[set].link
    if writer != 0, known.isTwoWay, recorded.lead(of: writer) == recorded.lead(of: link) {
      return .otherDirection(link, set)
    }
    // A `computed` property was evaluated, and has the value that it had.
    if index[set].kind == .compute, index[set].old == index[set].new {
      return .equal(index[set].link, set)
    }
    return .unknown(link, set)
  }

  /// The last change of a property before a silent one of which its listeners were notified.
  private func earlierChange(than silent: EventPlace) -> EventPlace? {
    index.sets(of: index[silent].property).last { $0 < silent && !index[$0].isSilent }
  }

  /// Where a `computed` property was evaluated next, in a later turn, with the same value as before.
  private func evaluation(of link: UInt32, behind set: EventPlace) -> EventPlace? {
    for turn in (set.turn + 1)..<max(index.turns.count, set.turn + 1) {
      let found = index.turns[turn].events.firstIndex { $0.kind == .compute && $0.link == link }
      guard let found else { continue }
      let event = index.turns[turn].events[found]
      return event.old == event.new ? EventPlace(turn: turn, position: found) : nil
    }
    return nil
  }

  private func isFollowedByRequest(_ place: EventPlace) -> Bool {
    let events = index.turns[place.turn].events
    return events[(place.position + 1)...].contains {
      $0.kind == .request && $0.link == events[place.position].link
        && $0.text == events[place.position].text
    }
  }

  private func dropped(_ event: TraceEvent, _ place: EventPlace) -> WhyNot.Obstacle {
    let link = event.link
    switch event.reason {
    case .equal: return equal(event, place)
    case .once: return .spent(link, place)
    case .unchanged: return .unconcerned(link, place)
    case .unread: return .unread(link, place)
    case .elsewhere: return .elsewhere(link, place)
    case .unnoticed: return .unnoticed(link, place)
    case .repeated: return .repeated(link, place)
    case .brokenTarget: return .brokenTarget(link, step: step(event), place)
    case .brokenSource: return .brokenSource(link, step: step(event), place)
    case .released: return .released(link, place)
    case .overtaken: return .overtaken(link, place)
    case .later: return .outwritten(link, place)
    case .refused: return .refused(link, place)
    case .rejected: return .rejected(link, place)
    default: return .unknown(link, place)
    }
  }

  /// A value that was there already: at the target, or at the source, with which the link was evaluated
  /// last, so that it gave nothing.
  func equal(_ event: TraceEvent, _ place: EventPlace) -> WhyNot.Obstacle {
    let isOfSource = recorded.link(event.link).map { $0.target != event.property } ?? false
    return isOfSource ? .unconcerned(event.link, place) : .equal(event.link, place)
  }

  /// Whether an answer was never written: the block gave none, or a transformer rejected it.
  private func isLost(_ answer: TraceEvent, in turn: Int) -> Bool {
    index.turns[turn].events.contains {
      $0.link == answer.link
        && ($0.reason == .unanswered && $0.new == answer.old
          || $0.reason == .rejected && $0.cause == answer.sequence)
    }
  }

  private func step(_ event: TraceEvent) -> UInt32 {
    event.property != 0 ? event.property : recorded.brokenStep(of: event.link)
  }

  /// Where an answer began to wait in another transformer of the same binding.
  private func nextRequest(after answer: TraceEvent, in turn: Int) -> EventPlace? {
    let position = index.turns[turn].events.firstIndex {
      $0.kind == .request && $0.cause == answer.sequence
    }
    return position.map { EventPlace(turn: turn, position: $0) }
  }

  /// What happened to a request; nil if its answer has arrived.
  func fate(of request: EventPlace, _ link: UInt32) -> WhyNot.Obstacle? {
    let input = index[request].old
    for turn in (request.turn + 1)..<max(index.turns.count, request.turn + 1) {
      for (position, event) in index.turns[turn].events.enumerated() where event.link == link {
        let place = EventPlace(turn: turn, position: position)
        if event.reason == .rejected { return .rejected(link, place) }
        guard event.kind == .dropped, event.new == input else {
          if event.kind == .answer, event.old == input, !isLost(event, in: turn) {
            return nextRequest(after: event, in: turn).flatMap { fate(of: $0, link) }
          }
          continue
        }
        return event.reason == .unanswered ? .unanswered(link, place) : .overtaken(link, place)
      }
    }
    return .waiting(link, request)
  }
}

extension TraceEvent {
  /// Whether it changed a value and nobody was notified of that.
  fileprivate var isSilent: Bool { [.silent, .released, .inPlace].contains(reason) }
}
