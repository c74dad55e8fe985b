/// The turns that fit into a page: the first and the last ones of a long run.
package struct KeptTurns {
  /// The most turns that are kept from the beginning, and also from the end.
  private static let mostTurns = 500
  /// The most events that are kept in all turns during the run; the page shows fewer.
  private static let mostEvents = 200_000

  package private(set) var turns: [ReportPage.Turn] = []
  package private(set) var leftOut = 0
  private var eventCount = 0

  package init() {}

  package mutating func add(_ turn: ReportPage.Turn) {
    turns.append(turn)
    eventCount += turn.steps.count
    if turns.count > 2 * KeptTurns.mostTurns {
      let old = turns.remove(at: KeptTurns.mostTurns)
      leftOut += 1
      eventCount -= old.steps.count
      let changes = old.before + old.steps.flatMap(\.changes)
      let next = KeptTurns.mostTurns
      turns[next].before = ReportPage.Turn.merged(changes + turns[next].before)
    }
    if eventCount > KeptTurns.mostEvents {
      turns.shorten(toEvents: KeptTurns.mostEvents / 2)
      eventCount = turns.reduce(0) { $0 + $1.steps.count }
    }
  }

  /// Adds changes to the end of the last turn.
  package mutating func addAtEnd(_ changes: [ReportPage.Change]) {
    guard let last = turns.indices.last else { return }
    if let step = turns[last].steps.indices.last {
      turns[last].steps[step].changes += changes
    } else {
      turns[last].before += changes
    }
  }

  /// Copies the turns into a page, and says how many are left out and where.
  package func fill(_ page: inout ReportPage) {
    page.turns = turns
    page.turnsLeftOut = leftOut
    page.turnsLeftOutAt = leftOut > 0 ? KeptTurns.mostTurns : 0
  }
}
