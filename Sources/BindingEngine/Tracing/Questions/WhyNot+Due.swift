// What was set off and is still to come.
extension WhyNotFinder {
  /// What the change has set off that is still to come, if the answer is about something that came after it.
  func pending(for answer: WhyNot) -> [EventPlace]? {
    guard let source else { return nil }
    // A path is looked for only if something asks for it.
    let requested = index.requests.isEmpty ? [] : stillRequested(Ways(finder: self))
    let due = requested + (recorded.knowsBlocks ? stillDue() : [])
    let own = due.filter { place in
      guard let set = index.lastSet(of: source, before: place) else { return false }
      return descends(place, from: source, since: set)
    }
    return own.isEmpty ? nil : own.sorted()
  }

  /// What was scheduled for a time that has not come.
  func stillDue() -> [EventPlace] {
    stillToCome(index.timers)
  }

  /// The requests for what leads here that are not answered yet.
  func stillRequested(_ ways: Ways) -> [EventPlace] {
    stillToCome(index.requests).filter { place in
      let link = index[place].link
      guard let known = recorded.link(link), known.isAlive, ways.upstream[known.target] != nil,
        case .waiting? = fate(of: place, link)
      else { return false }
      return true
    }
  }

  private func stillToCome(_ set: [EventPlace]) -> [EventPlace] {
    guard !set.isEmpty else { return [] }
    let past = Set(index.turns.indices.compactMap { index.timerSetting(of: $0) })
    return set.filter { index.stands($0) && !past.contains($0) && !isOver($0) }
  }

  /// Whether a timer belongs to a command that has been cancelled or finished since it was set.
  private func isOver(_ timer: EventPlace) -> Bool {
    let events = index.turns[timer.turn].events
    let begun = events[..<timer.position].lastIndex {
      $0.kind == .write && $0.new == .string("executing")
    }
    guard index[timer].kind == .timer, let begun, events[begun].cause == index[timer].cause,
      let last = index.lastSet(of: events[begun].property, before: index.end)
    else { return false }
    return last > timer
  }
}
