/// Who wrote a property in one turn, in order.
package struct Blame: Sendable {
  package struct Writer: Sendable, Equatable {
    package var place: EventPlace
    /// The event of the binding, observer or call that wrote; nil for the statement.
    package var actor: EventPlace?
  }

  package var property: UInt32
  /// The index of the turn; nil if none wrote it.
  package var turn: Int?
  /// The writers; the value of the last one stayed.
  package var writers: [Writer] = []
  /// Whether all that the turn did was rolled back.
  package var wasUndone = false
  /// The living links that could have written it there but did not, each with the event that says
  /// why, if there is one.
  package var others: [(link: UInt32, event: EventPlace?)] = []
  package var index: EventIndex

  /// - Parameters:
  ///   - number: The turn in question; nil for the last one that wrote it.
  ///   - last: The last turn that counts; nil for all.
  package init(
    _ property: UInt32, in number: Int? = nil, upTo last: Int? = nil, of recorded: some Recorded
  ) {
    self.property = property
    index = recorded.index(upTo: number ?? last)
    let found = number.map { index.ordinal(ofTurn: $0) } ?? index.sets(of: property).last?.turn
    guard let turn = found else { return }
    self.turn = turn
    wasUndone = index.turns[turn].wasUndone
    let events = index.turns[turn].events
    for (position, event) in events.enumerated()
    where event.property == property && event.kind.sets {
      let place = EventPlace(turn: turn, position: position)
      writers.append(Writer(place: place, actor: index.actor(of: place)))
    }
    let wrote = Set(writers.map { index[$0.place].link })
    var idle = recorded.writers(of: property).filter {
      !wrote.contains($0) && recorded.link($0)?.isAlive ?? false
    }
    if idle.isEmpty { return }
    // The index ends with the turn that was asked for.
    let known = number == nil ? index.turns[...] : recorded.turns(upTo: last)
    let later = known.reversed().prefix { $0.number > index.turns[turn].number }
    let madeLater = Set(
      later.lazy.flatMap(\.events).filter { $0.kind == .bind }.map { recorded.lead(of: $0.link) })
    idle.removeAll { madeLater.contains(recorded.lead(of: $0)) }
    let stops = Blame.lastStops(in: events)
    others = idle.map { ($0, stops[$0].map { EventPlace(turn: turn, position: $0) }) }
  }

  /// The last event of each link that says why it did not write.
  private static func lastStops(in events: [TraceEvent]) -> [UInt32: Int] {
    var stops: [UInt32: Int] = [:]
    for (position, event) in events.enumerated() {
      switch event.kind {
      case .held, .dropped, .request: stops[event.link] = position
      default: break
      }
    }
    return stops
  }
}

extension EventIndex {
  /// What caused the event, as people see it: the binding, observer, call or answer; nil for the
  /// statement.
  package func actor(of place: EventPlace) -> EventPlace? {
    if self[place].link != 0 { return place }
    var current = place
    for _ in 0..<10_000 {
      guard self[current].cause != 0,
        let cause = self.place(of: self[current].cause, in: current.turn)
      else { return nil }
      switch self[cause].kind {
      case .observe, .fire, .call, .event, .answer, .compute: return cause
      default: current = cause
      }
    }
    return nil
  }
}
