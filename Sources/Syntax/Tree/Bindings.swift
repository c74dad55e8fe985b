import Names

// Bindings, observers and event handlers, with their parts.

/// `bind LEFT ~> RIGHT | STAGE … each CLASS transform { … } observe initial { … } kept by PATH as NAME`
package struct BindingSyntax {
  package let arrow: Arrow
  /// Whether the arrow has its old spelling.
  package let hasOldSpelling: Bool
  package let isOnce: Bool
  /// Whether it stands for the `enabled:` of a command.
  package let isImplied: Bool
  /// Whether its observe block runs for the first value, too.
  package let observesInitially: Bool
  package let left, right, eachClass, transform, observer, name: NodeID
  /// What keeps it; a `nilLiteral` for nobody.
  package let keeper: NodeID
  package let stages: NodeList
  /// The place of the arrow.
  package let sign: NodeID

  /// The end that values come from, and the end that they go to; for a two-way binding, left and right.
  package var source: NodeID { arrow.isLeftward ? right : left }
  package var target: NodeID { arrow.isLeftward ? left : right }
}

/// A part of a pipeline: `| Name`, `| !Name(…)`, `| { … } reverse { … }`
package enum StageSyntax {
  case named(name: NodeID, arguments: NodeList, isReversed: Bool)
  case inline(block: NodeID, reverse: NodeID)
  /// An error was reported there.
  case missing
}

/// `observe initial some PATH { … } as NAME`
package struct ObserveSyntax {
  package let isInitial, isPrior: Bool
  /// Whether its first call needs a value that is not nil.
  package let wantsValue: Bool
  package let path, block, name, keeper: NodeID
}

/// `on PATH { … } as NAME`, `on notification NAME { … }`
package struct OnSyntax {
  package let isNotification: Bool
  /// The name of the notification, if it is one.
  package let path, block, name, keeper: NodeID
}

/// `unbind PATH`, `unbind #3`, `unbind all`
package struct UnbindSyntax {
  package let isAll: Bool
  package let target: NodeID
}

extension SyntaxTree {
  package func binding(_ id: NodeID) -> BindingSyntax {
    let node = expect(.binding, id)
    let parts = node.a
    return BindingSyntax(
      arrow: Arrow(rawValue: node.flags & 31) ?? .both, hasOldSpelling: node.flags & 64 != 0,
      isOnce: node.flags & 128 != 0, isImplied: node.flags & 32 != 0,
      observesInitially: self[NodeID(node.b)].flags & 1 != 0,
      left: child(parts, 0), right: child(parts, 1), eachClass: child(parts, 2),
      transform: child(parts, 3), observer: child(parts, 4),
      name: child(parts, 6), keeper: child(parts, 5), stages: list(parts, from: 7),
      sign: NodeID(node.b))
  }

  package func stage(_ id: NodeID) -> StageSyntax {
    let node = self[id]
    return switch node.kind {
    case .namedStage:
      .named(name: NodeID(node.a), arguments: list(node.b), isReversed: node.flags & 1 != 0)
    case .inlineStage: .inline(block: NodeID(node.a), reverse: NodeID(node.b))
    default: .missing
    }
  }

  package func observe(_ id: NodeID) -> ObserveSyntax {
    let node = expect(.observe, id)
    return ObserveSyntax(
      isInitial: node.flags & 1 != 0, isPrior: node.flags & 2 != 0,
      wantsValue: node.flags & 4 != 0, path: NodeID(node.a), block: child(node.b, 0),
      name: child(node.b, 1), keeper: child(node.b, 2))
  }

  package func on(_ id: NodeID) -> OnSyntax {
    let node = expect(.on, id)
    return OnSyntax(
      isNotification: node.flags & 1 != 0, path: NodeID(node.a), block: child(node.b, 0),
      name: child(node.b, 1), keeper: child(node.b, 2))
  }

  /// The words that an observer or effect begins with, such as `observe initial`; nil for another node.
  package func observingWords(_ id: NodeID) -> String? {
    switch self[id].kind {
    case .on: "on"
    case .effect: "effect"
    case .observe where observe(id).wantsValue: "observe initial some"
    case .observe where observe(id).isInitial: "observe initial"
    case .observe: observe(id).isPrior ? "observe prior" : "observe"
    default: nil
    }
  }

  /// The block of an `observe`, `on` or `effect`.
  package func observingBlock(_ id: NodeID) -> NodeID {
    switch self[id].kind {
    case .observe, .on: child(self[id].b, 0)
    case .effect: NodeID(self[id].a)
    default: .none
    }
  }

  /// What keeps a binding, observer or effect; `.none` without a clause.
  package func keeper(_ id: NodeID) -> NodeID {
    switch self[id].kind {
    case .binding: child(self[id].a, 5)
    case .observe, .on: child(self[id].b, 2)
    case .effect: child(self[id].b, 1)
    default: .none
    }
  }

  /// The path that an `observe` or `on` observes.
  package func observedPath(_ id: NodeID) -> NodeID { NodeID(self[id].a) }

  package func unbind(_ id: NodeID) -> UnbindSyntax {
    let node = expect(.unbind, id)
    return UnbindSyntax(isAll: node.flags & 1 != 0, target: NodeID(node.a))
  }
}
