/// A turn as it was recorded: what questions about causes are asked of, whether it has just run or
/// was read from a trace that another run wrote.
public struct RecordedTurn: Sendable {
  public var number: Int
  /// The statement's text, on one line.
  public var statement = ""
  /// `FILE:LINE`.
  public var place = ""
  /// What fell due and began it; nil where that was a statement.
  public var timer: TurnTimer?
  /// What happened and what did not, in that order. The handles are those of the graph, or of the
  /// tables that the trace was read into.
  public var events: [TraceEvent] = []
  /// What was read where no event says it: by expressions and by `computed` properties.
  public var reads: [RecordedRead] = []
  /// Events between the first ones and the last that were not kept.
  public var leftOut = 0
  public var outcome = ""

  public enum Outcome: String, Sendable {
    case settled, held, loop, runaway, failed
  }

  public init(number: Int) { self.number = number }

  /// Whether everything that it did was rolled back.
  public var wasUndone: Bool { events.last?.kind == .undo }
}

/// That a property was read to work something out.
public struct RecordedRead: Sendable, Equatable {
  /// The sequence of the firing or of the `computed` that wanted it.
  public var event: UInt32
  package var property: UInt32

  package init(event: UInt32, property: UInt32) {
    self.event = event
    self.property = property
  }
}
