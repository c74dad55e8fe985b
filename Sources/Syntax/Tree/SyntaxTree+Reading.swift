extension SyntaxTree {
  /// Visits all nodes with their kinds, children before their parents.
  ///
  /// A large script has millions of them, so check the kind before you read the parts.
  @inlinable package func visit(_ look: (NodeID, NodeKind) -> Void) {
    storage.nodes.withUnsafeBufferPointer { nodes in
      var index = 1
      while index < nodes.count {
        look(NodeID(UInt32(index)), nodes[index].kind)
        index += 1
      }
    }
  }

  /// The nodes of some kinds, children before their parents.
  package func ids(where isWanted: (NodeKind) -> Bool) -> [NodeID] {
    var found: [NodeID] = []
    visit { id, kind in if isWanted(kind) { found.append(id) } }
    return found
  }

  /// A node and all nodes below it. Children are made before their parents, and so come before them.
  package func ids(within id: NodeID) -> LazyMapCollection<Range<UInt32>, NodeID> {
    let start = self[id].span.start
    var first = id.index
    while first > 1, nodes[Int(first) - 1].span.start >= start { first -= 1 }
    return (first..<id.index + 1).lazy.map { NodeID($0) }
  }

  /// The expression in a block of one expression; nil if the block contains anything else.
  package func onlyExpression(of block: NodeID) -> NodeID? {
    let statements = statements(of: block)
    guard statements.count == 1, case .expression(let expression) = statement(statements[0])
    else { return nil }
    return expression
  }
}

extension Member {
  /// The name of the member of its objects that it declares; `.none` if it declares none.
  package var declaredName: NodeID {
    switch self {
    case .property(let property): property.name
    case .computed(let computed): computed.name
    case .event(let name): name
    case .action(let action): action.name
    case .command(let command): command.name
    case .defaultMember, .binding, .observe, .on, .missing: .none
    }
  }
}
