/// A turn as it was recorded, for questions about causes. It has just run, or was read from a trace
/// that another run wrote.
public struct RecordedTurn: Sendable {
  public var number: Int
  /// The statement's text, on one line.
  public var statement = ""
  /// `FILE:LINE`.
  public var place = ""
  /// What fell due and began it; nil if a statement began it.
  public var timer: TurnTimer?
  /// What happened and what did not, in order. The handles are those of the graph, or of the tables
  /// into which the trace was read.
  public var events: [TraceEvent] = []
  /// What was read without an event: by expressions and by `computed` properties.
  public var reads: [RecordedRead] = []
  /// How many events in the middle were not kept.
  public var leftOut = 0
  public var outcome = ""

  public enum Outcome: String, Sendable {
    case settled, held, loop, runaway, failed
  }

  public init(number: Int) { self.number = number }

  /// What is missing of a turn that had very many events.
  package struct Gap: Sendable, Equatable {
    package var turn: Int
    package var count: Int
  }

  /// nil if it has all its events.
  package var gap: Gap? { leftOut > 0 ? Gap(turn: number, count: leftOut) : nil }

  /// Whether everything that it did was rolled back.
  public var wasUndone: Bool { events.last?.kind == .undo }
}

/// A property that was read for an evaluation.
public struct RecordedRead: Sendable, Equatable {
  /// The sequence number of the firing or `computed` that needed it.
  public var event: UInt32
  package var property: UInt32

  package init(event: UInt32, property: UInt32) {
    self.event = event
    self.property = property
  }
}
