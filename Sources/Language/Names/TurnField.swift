/// The fields of `turn`, the last turn.
public enum TurnField: String, CaseIterable, Sendable {
  case number, writes, firings, held, dropped, depth, glitches, rounds, made, reused, outcome, cycle

  /// What `help` and the manual say of it.
  public var summary: String {
    switch self {
    case .number: "turns so far"
    case .writes: "stores made, the statement's own included, equal ones too"
    case .firings: "bindings that passed a value; observers not"
    case .held: "firings that a lock kept back"
    case .dropped: "writes, firings and calls not done: equal, nil on the way, released, overtaken"
    case .depth: "the longest chain of causes, the statement's write being 1"
    case .glitches: "firings that read a value which did not know yet of a change on its way to it"
    case .rounds: "rounds of the queue or of the topological order; 0 in depth"
    case .made: "cells that 'each' has made"
    case .reused: "cells that 'each' has taken again"
    case .outcome: "\"settled\", \"held\", \"loop\", \"runaway\" or \"failed\""
    case .cycle: "the closed path that the turn went round, as text, or nil"
    }
  }
}
