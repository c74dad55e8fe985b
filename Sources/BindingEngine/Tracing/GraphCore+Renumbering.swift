import Basics

// Readings that may have been glitches take their places in the trace when they happen. Those that were
// none are removed at the end of the turn, and the events behind them move up.
extension GraphCore {
  /// - Parameter numbers: The numbers of the events, in order.
  mutating func removeFromTrace(_ numbers: [UInt32]) {
    guard let first = numbers.first else { return }
    recording.removed = numbers
    let removed = Set(numbers)
    recording.events.removeAll { removed.contains($0.sequence) }
    let start = recording.events.indices.partitionPoint {
      recording.events[$0].sequence > first
    }
    for position in start..<recording.events.count {
      recording.events[position].sequence = moved(recording.events[position].sequence)
      recording.events[position].cause = moved(recording.events[position].cause)
    }
    for position in recording.reads.indices {
      recording.reads[position].event = moved(recording.reads[position].event)
    }
    for timer in 0..<UInt32(clock.timers.count) {
      guard let setting = clock.timers[timer].setting, setting.turn == turn.number else { continue }
      let sequence = moved(setting.sequence)
      clock.timers[timer].setting?.sequence = sequence
    }
    rootEvent = moved(rootEvent)
    recording.lastSequence = moved(recording.lastSequence + 1) - 1
  }

  /// The number that an event has after that.
  ///
  /// - Complexity: O(log *n*) in the events that were removed.
  package func moved(_ number: UInt32) -> UInt32 {
    let removed = recording.removed
    return number - UInt32(removed.indices.partitionPoint { removed[$0] >= number })
  }
}
