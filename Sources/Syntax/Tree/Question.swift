/// A statement that only asks a question.
package enum Question {
  /// Without a path, it asks about everything.
  case show(path: NodeID)
  case objects, bindings, observers, commands, coupling
  case explain(link: NodeID)
  case why(path: NodeID, turn: NodeID)
  /// With a second path, it asks about the path between the two.
  case whynot(path: NodeID, Arrow, other: NodeID)
  case blame(path: NodeID, turn: NodeID)
  case history(path: NodeID)
  case costs
  case graph(path: NodeID, file: NodeID, GraphFormat)
  case cycles
  /// `semantics` alone.
  case semantics
  case help(words: NodeID)
}

extension Question {
  /// The paths that it asks about; some may be `.none`.
  package var paths: [NodeID] {
    switch self {
    case .show(let path), .graph(let path, _, _), .why(let path, _), .blame(let path, _),
      .history(let path):
      [path]
    case .whynot(let path, _, let other): [path, other]
    case .objects, .bindings, .observers, .commands, .coupling, .explain, .costs, .cycles,
      .semantics, .help:
      []
    }
  }

  /// Whether it asks about past turns, which must have been remembered.
  var asksTheJournal: Bool {
    switch self {
    case .why, .whynot, .blame, .history, .costs, .graph: true
    case .show, .objects, .bindings, .observers, .commands, .coupling, .explain, .cycles,
      .semantics, .help:
      false
    }
  }

  /// Whether its answer shows everything to a person.
  package var showsAll: Bool {
    switch self {
    case .show(let path): !path.exists
    case .objects, .bindings, .observers, .commands, .coupling, .costs, .graph, .cycles: true
    case .explain, .why, .whynot, .blame, .history, .semantics, .help: false
    }
  }
}

extension SyntaxTree {
  func question(_ node: Node) -> Question? {
    let (a, b) = (NodeID(node.a), NodeID(node.b))
    switch node.kind {
    case .show: return .show(path: a)
    case .objects: return .objects
    case .bindings: return .bindings
    case .observers: return .observers
    case .commands: return .commands
    case .coupling: return .coupling
    case .explain: return .explain(link: a)
    case .why: return .why(path: a, turn: b)
    case .whynot: return .whynot(path: a, Arrow(rawValue: node.flags) ?? .both, other: b)
    case .blame: return .blame(path: a, turn: b)
    case .history: return .history(path: a)
    case .costs: return .costs
    case .graph: return .graph(path: a, file: b, GraphFormat(rawValue: node.flags) ?? .text)
    case .cycles: return .cycles
    case .help: return .help(words: a)
    default: return nil
    }
  }
}
