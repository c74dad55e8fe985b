import Basics

// How much of a run fits into a page, and what is left out of a longer run.
extension ReportPage {
  /// The most arrows that are kept of a run or a trace.
  package static let mostEdgesKept = 2_000
  /// The most properties that are kept of a run or a trace.
  package static let mostPropertiesKept = 2_000
  /// The most events of all turns in a page.
  private static let mostEvents = 40_000
  /// The most events of one turn, since a browser has to lay out all of them when the turn is opened.
  private static let mostEventsOfTurn = 4_000
  /// The most bytes of a page that opens without a noticeable delay.
  private static let mostBytes = 4_800_000

  /// The page, after events are left out in the middle of the largest turns until everything
  /// fits.
  package mutating func fittedHTML() -> String {
    var limit = ReportPage.mostEvents
    for place in turns.indices { turns[place].shorten(to: ReportPage.mostEventsOfTurn) }
    while true {
      turns.shorten(toEvents: limit)
      let html = self.html
      let bytes = html.utf8.count
      let events = turns.reduce(0) { $0 + $1.steps.count }
      // Two events of a turn are always kept.
      guard bytes > ReportPage.mostBytes, events > 2 * turns.count else { return html }
      limit = min(events, limit) * min(9, ReportPage.mostBytes * 10 / bytes) / 10
    }
  }
}

extension [ReportPage.Turn] {
  /// Leaves out events in the middle of the largest turns until all turns together have no more than
  /// `limit`. A turn keeps its first events, which are four fifths of its share, and its last ones.
  package mutating func shorten(toEvents limit: Int) {
    let counts = map(\.steps.count)
    guard counts.reduce(0, +) > limit else { return }
    // The largest number of events per turn with which all turns fit.
    let tooMany = (1..<Swift.max(1, counts.max() ?? 0)).partitionPoint { most in
      counts.reduce(0) { $0 + Swift.min($1, most) } > limit
    }
    for position in indices { self[position].shorten(to: Swift.max(tooMany - 1, 2)) }
  }
}

extension ReportPage.Turn {
  /// Keeps the first events and the last ones. The first event after the gap gets the changes of the
  /// values that the gap contains.
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

  /// The last change of each property, in the order of these changes.
  package static func merged(_ changes: [ReportPage.Change]) -> [ReportPage.Change] {
    var seen: Set<Int> = []
    var kept: [ReportPage.Change] = []
    for change in changes.reversed() where seen.insert(change.property).inserted {
      kept.append(change)
    }
    return kept.reversed()
  }
}
