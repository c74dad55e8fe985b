/// The fields of `turn`, the last turn.
public enum TurnField: String, CaseIterable, Sendable {
  case number, writes, firings, held, dropped, rejected, depth, glitches, rounds, made, reused
  case outcome, cycle

  /// Its explanation in `help` and the manual.
  public var summary: String {
    switch self {
    case .number: "turns so far"
    case .writes: "values stored, including the statement's own and equal ones"
    case .firings: "bindings that passed a value; observers do not count"
    case .held: "firings that a lock held back"
    case .dropped: "writes, firings and calls left out: equal, nil in a path, released, outdated"
    case .rejected: "firings whose value a transformer rejected; not counted as dropped"
    case .depth: "the longest chain of causes; the statement's write is 1"
    case .glitches: "firings that read a stale value: what was due then gives it another one"
    case .rounds: "rounds of the queue or of the topological order; 0 in depth"
    case .made: "cells that 'each' made"
    case .reused: "cells that 'each' reused"
    case .outcome: "\"settled\", \"held\", \"loop\", \"runaway\" or \"failed\""
    case .cycle: "the cycle on which it was held back or stopped, as text; or nil"
    }
  }
}
