/// What caused the value of a property: the chain from the statement to the write, and a branch for
/// each further property that was read on the way.
package struct Why: Sendable {
  /// One hop of a chain.
  package struct Step: Sendable, Equatable {
    package var place: EventPlace
    /// Index in `notes`; -1 if there is nothing to add.
    package var note = -1
  }

  /// What a hop has besides the previous one.
  package struct Note: Sendable, Equatable {
    /// What set the hop off, if that is not what it read.
    package var trigger: EventPlace?
    package var reads: [Read] = []
  }

  /// A property that a hop read besides the one of the chain.
  package struct Read: Sendable, Equatable {
    package var property: UInt32
    /// What had set it by then: a write, or the making of its object; nil if that is not
    /// remembered.
    package var place: EventPlace?
    /// Where that is explained; nil if it has no branch of its own.
    package var branch: Int?
  }

  /// Where a chain begins.
  package enum Origin: Sendable, Equatable {
    /// With the statement of the turn of its first step, or with what fell due there.
    case statement
    /// With a step that another branch explains from there on.
    case branch(Int, EventPlace)
    /// The event that led here is not remembered.
    case forgotten
  }

  package struct Branch: Sendable {
    package var property: UInt32
    /// From the statement to what set the property.
    package var steps: [Step]
    package var origin: Origin
  }

  package enum Outcome: Sendable, Equatable {
    /// The first branch says it.
    case found
    /// Nothing is remembered at all.
    case nothingRemembered
    /// It has not been set in the remembered turns.
    case notSet
    /// The requested turn is not remembered.
    case noTurn(Int)
  }

  package var property: UInt32
  package var outcome = Outcome.found
  /// Chains, that of the property itself first.
  package var branches: [Branch] = []
  package var notes: [Note] = []
  /// The last write of the property, if it had the same value since an earlier turn: the first branch
  /// says how that came about.
  package var rewritten: EventPlace?
  /// Branches beyond the maximum.
  package var leftOut = 0
  /// What the positions mean.
  package var index: EventIndex

  /// The stages of a firing or of an answer, in the order in which they ran.
  package func stages(of place: EventPlace) -> [TraceEvent] {
    let event = index[place]
    guard event.kind == .fire || event.kind == .answer else { return [] }
    var found: [TraceEvent] = []
    let events = index.turns[place.turn].events
    for position in (place.position + 1)..<max(events.count, place.position + 1) {
      let next = events[position]
      if next.cause == event.sequence {
        if next.kind == .transform { found.append(next) } else if next.kind != .compute { break }
      }
      if position > place.position + 1_000 { break }
    }
    return found
  }
}
