import BindingEngine
import Syntax

/// A stopped turn: its events, all of which are known, and the one at which it is stopped.
///
/// A turn is recorded to its end and then walked through: its events say what happened, and the log
/// gives the values at each of them. So a walk goes back as easily as forward. What the turn prints
/// waits until the walk reaches it.
package struct TurnWalk {
  package let number: Int
  package let events: [TraceEvent]
  let reads: [RecordedRead]
  /// The place of the event at which the turn is stopped.
  package var position = 0
  /// The last step that was typed, which an empty line repeats.
  var lastStep: WalkWord?

  package var event: TraceEvent { events[position] }

  /// The places of the events that led here, the first one first, and this one.
  var chain: [Int] {
    var chain = [position]
    while let place = events.index(of: events[chain[chain.count - 1]].cause) { chain.append(place) }
    return chain.reversed()
  }

  /// The place of the next firing.
  var nextFiring: Int? {
    events.indices.dropFirst(position + 1).first {
      [.fire, .observe, .compute, .answer].contains(events[$0].kind)
    }
  }

  /// The length of the log at the event, counted from the turn's beginning, and whether a part of
  /// what had been done by then was rolled back later in the turn.
  var logPosition: (count: Int, isRolledBack: Bool) {
    let own = events[position].entry
    let least = events[position...].reduce(own) { min($0, $1.entry) }
    return (Int(least), least < own)
  }
}
