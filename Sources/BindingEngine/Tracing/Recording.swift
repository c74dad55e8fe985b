/// What the trace keeps of one turn.
struct Recording {
  var events: [TraceEvent] = []
  /// What was read without an event, by the events that needed it.
  var reads: [RecordedRead] = []
  /// How many events are not kept because the turn has too many.
  var leftOut = 0
  /// What began the turn, if that is not a call.
  var timer: TurnTimer?
  /// The number of the last event.
  var lastSequence: UInt32 = 0
  /// By effect that runs, the length of the log when it read each property last.
  var lastReads: [UInt32: [UInt32: Int]] = [:]
  /// The numbers of the events that were removed at the end of the turn.
  var removed: [UInt32] = []

  /// Starts again, in the memory of the previous turn.
  mutating func forget() {
    events.removeAll(keepingCapacity: true)
    reads.removeAll(keepingCapacity: true)
    self = Recording(events: events, reads: reads)
  }
}

/// How many events are kept of a turn: the first ones, and up to twice `tail` of the last.
struct TraceLimit {
  var head: Int
  var tail: Int

  var most: Int { head + 2 * tail }

  /// Of a turn that is only shown.
  static let shown = TraceLimit(head: 20_000, tail: 2_000)
  /// Of a turn that is remembered for questions.
  static let remembered = TraceLimit(head: 200_000, tail: 25_000)
}
