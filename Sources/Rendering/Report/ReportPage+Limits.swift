// How much of a run a page has room for, and what is left out of a run that has more.
extension ReportPage {
  /// The most arrows that are kept of a run or a trace.
  package static let mostEdgesKept = 2_000
  /// The most properties that are kept of a run or a trace.
  package static let mostPropertiesKept = 2_000
  /// The most events that a page holds of all turns together.
  private static let mostEvents = 40_000
  /// The most of one turn: a browser has to lay out all of them once the turn is opened.
  private static let mostEventsOfTurn = 4_000
  /// The most bytes of a page: what opens without a wait that can be felt.
  private static let mostBytes = 4_800_000

  /// The page, after events in the middle of the turns that have most of them are left out until
  /// all has room.
  package mutating func fittedHTML() -> String {
    var limit = ReportPage.mostEvents
    for place in turns.indices { turns[place].shorten(to: ReportPage.mostEventsOfTurn) }
    while true {
      turns.shorten(toEvents: limit)
      let html = self.html
      let bytes = html.utf8.count
      let events = turns.reduce(0) { $0 + $1.steps.count }
      // Two events a turn are always kept.
      guard bytes > ReportPage.mostBytes, events > 2 * turns.count else { return html }
      limit = min(events, limit) * min(9, ReportPage.mostBytes * 10 / bytes) / 10
    }
  }
}

extension [ReportPage.Turn] {
  /// Leaves out events in the middle of the turns that have most, until all have no more than
  /// `limit` together: the first four fifths of what a turn may keep, and the last fifth.
  package mutating func shorten(toEvents limit: Int) {
    let counts = map(\.steps.count)
    guard counts.reduce(0, +) > limit else { return }
    // The greatest number that each turn may keep so that all have room.
    let tooMany = (1..<Swift.max(1, counts.max() ?? 0)).partitionPoint { most in
      counts.reduce(0) { $0 + Swift.min($1, most) } > limit
    }
    for position in indices { self[position].shorten(to: Swift.max(tooMany - 1, 2)) }
  }
}

extension ReportPage.Turn {
  /// Keeps the first events and the last; what those between did to the values is done by the
  /// first one after them.
  mutating func shorten(to limit: Int) {
    guard steps.count > limit else { return }
    let tail = limit / 5 + 1
    let range = (limit - tail)..<(steps.count - tail)
    let changes = steps[range].flatMap(\.changes)
    steps.removeSubrange(range)
    trace.entries.removeSubrange(range)
    trace.leftOut += range.count
    steps[range.lowerBound].changes = ReportPage.Turn.merged(
      changes + steps[range.lowerBound].changes)
  }

  /// The last change of each property, in the order in which they came.
  package static func merged(_ changes: [ReportPage.Change]) -> [ReportPage.Change] {
    var seen: Set<Int> = []
    var kept: [ReportPage.Change] = []
    for change in changes.reversed() where seen.insert(change.property).inserted {
      kept.append(change)
    }
    return kept.reversed()
  }
}
