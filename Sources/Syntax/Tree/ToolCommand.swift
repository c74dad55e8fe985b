/// A statement that controls the tool, and changes nothing that the script has made.
package enum ToolCommand {
  case breakpoint(BreakpointSyntax)
  /// Without a number, all are removed.
  case unbreak(number: NodeID)
  case breakpoints
  case walk(WalkWord)
  case trace(TraceWord)
  /// Without a value, it lists what is watched.
  case watch(NodeList)
  /// Without a value, nothing is watched any more.
  case unwatch(NodeList)
  case save(file: NodeID)
  case reset
  case version, quit
}

/// `break a.x if …`, `break 3`, `break on glitch`
package struct BreakpointSyntax {
  package let occasion: BreakOccasion?
  /// A path or a number.
  package let place, condition: NodeID
}

extension ToolCommand {
  /// Whether a person sees everything from then on.
  package var showsAll: Bool {
    switch self {
    case .breakpoint, .walk, .trace, .save: true
    case .unbreak, .breakpoints, .watch, .unwatch, .reset, .version, .quit: false
    }
  }
}

extension ToolCommand {
  /// Whether it needs remembered turns.
  var asksTheJournal: Bool {
    switch self {
    case .breakpoint: true
    case .unbreak, .breakpoints, .walk, .trace, .watch, .unwatch, .save, .reset, .version, .quit:
      false
    }
  }

  /// Whether it can be rolled back together with the block around it.
  var canBeRolledBack: Bool {
    switch self {
    case .save, .reset, .quit: false
    case .breakpoint, .unbreak, .breakpoints, .walk, .trace, .watch, .unwatch, .version: true
    }
  }

  /// Whether it is allowed while a turn is stopped; `walk` continues the turn itself.
  package var goesWhereStopped: Bool {
    switch self {
    case .walk, .save, .reset: false
    case .breakpoint, .unbreak, .breakpoints, .trace, .watch, .unwatch, .version, .quit: true
    }
  }
}

extension SyntaxTree {
  func toolCommand(_ node: Node) -> ToolCommand? {
    let (a, b) = (NodeID(node.a), NodeID(node.b))
    switch node.kind {
    case .breakpoint:
      return .breakpoint(
        BreakpointSyntax(
          occasion: BreakOccasion(rawValue: node.flags), place: a, condition: b))
    case .unbreak: return .unbreak(number: a)
    case .breakpoints: return .breakpoints
    case .walk: return .walk(WalkWord(rawValue: node.flags) ?? .where)
    case .trace: return .trace(TraceWord(rawValue: node.flags) ?? .state)
    case .watch: return .watch(list(node.a))
    case .unwatch: return .unwatch(list(node.a))
    case .save: return .save(file: a)
    case .reset: return .reset
    case .version: return .version
    case .quit: return .quit
    default: return nil
    }
  }
}
