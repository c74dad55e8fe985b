// What links have read, and when they fired.
extension EventIndex {
  /// The last event that set what an event has read: before it, or meanwhile, if its reading evaluated a
  /// `computed` or a binding.
  ///
  /// - Parameter limit: What the reading led to, if that is known.
  func set(of property: UInt32, readAt place: EventPlace, before limit: EventPlace?) -> EventPlace?
  {
    if let limit, limit.turn == place.turn,
      let meanwhile = lastSet(of: property, before: limit), meanwhile > place
    {
      let event = self[meanwhile]
      if event.kind == .compute, event.cause == self[place].sequence { return meanwhile }
      if !pulls.isEmpty, let firing = self.place(of: event.cause, in: place.turn),
        self[firing].kind == .fire, self[firing].cause == self[place].sequence
      {
        return meanwhile
      }
    }
    return lastSet(of: property, before: place)
  }

  /// How a link was written at the time of an event, if it has got other ends since.
  package func formerText(of link: UInt32, at place: EventPlace) -> String? {
    rebinds[link]?.first { $0 > place }.flatMap { self[$0].text }
  }

  /// The last event of a link that fired or was evaluated.
  ///
  /// - Complexity: O(*n*) in the events since.
  package func lastFiring(of link: UInt32) -> EventPlace? {
    for turn in turns.indices.reversed() {
      let found = turns[turn].events.lastIndex {
        $0.link == link && ($0.kind == .fire || $0.kind == .compute)
      }
      if let found { return EventPlace(turn: turn, position: found) }
    }
    return nil
  }
}
