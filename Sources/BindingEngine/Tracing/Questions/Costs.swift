/// How often each binding, observer and `computed` has fired, over all remembered turns.
package struct Costs: Sendable {
  package struct Row: Sendable, Equatable {
    package var link: UInt32
    package var firings = 0
    /// Writes of the value that was already there, whether they were dropped or not.
    package var idle = 0
    package var held = 0
    package var glitches = 0
  }

  /// In the order in which they first fired.
  private var tallies: [Row] = []
  private var places: [UInt32: Int] = [:]
  package private(set) var turns = 0
  /// The turns of which not all events are kept, and so not all counted.
  package private(set) var cut: [RecordedTurn.Gap] = []

  package init() {}

  /// - Complexity: O(*n*) in the number of events.
  package init(of recorded: some Recorded, upTo number: Int? = nil) {
    for turn in recorded.turns(upTo: number) { count(turn, of: recorded) }
  }

  /// Counts one more turn.
  ///
  /// - Complexity: O(*n*) in its events.
  package mutating func count(_ turn: RecordedTurn, of recorded: some Recorded) {
    turns += 1
    if let gap = turn.gap { cut.append(gap) }
    for event in turn.events where event.link != 0 {
      let link = recorded.lead(of: event.link)
      guard let row = Row(event, of: link) else { continue }
      if let place = places[link] {
        tallies[place].add(row)
      } else {
        places[link] = tallies.count
        tallies.append(row)
      }
    }
  }

  /// The busiest first, equally busy ones in the order in which they first fired.
  ///
  /// - Complexity: O(*n* log *n*) in the number of rows.
  package var rows: [Row] {
    tallies.enumerated().sorted {
      ($1.element.firings, $1.element.held, $0.offset)
        < ($0.element.firings, $0.element.held, $1.offset)
    }.map(\.element)
  }
}

extension Costs.Row {
  /// What one event counts for; nil if nothing.
  ///
  /// - Parameter link: Its binding, observer or `computed`.
  package init?(_ event: TraceEvent, of link: UInt32) {
    self.init(link: link)
    switch event.kind {
    case .fire, .observe: firings = 1
    case .compute:
      firings = 1
      if event.old == event.new { idle = 1 }
    case .write where event.old == event.new: idle = 1
    case .dropped where event.reason == .equal: idle = 1
    case .held: held = 1
    case .glitch: glitches = 1
    default: return nil
    }
  }

  fileprivate mutating func add(_ other: Costs.Row) {
    firings += other.firings
    idle += other.idle
    held += other.held
    glitches += other.glitches
  }
}
