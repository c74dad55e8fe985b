import Language
import Names
import Syntax

extension CheckedProgram {
  /// A declaration because of which a symbol cannot get another name; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the nodes of the program.
  package func obstacle(toRenaming id: SymbolID, as newName: String) -> ProgramUse? {
    let name = run.names.intern(newName)
    let takers = declarations.filter { symbol($0.symbol).name == name }
    switch symbol(id).kind {
    case .notification: return nil
    case .enumCase(let type):
      return takers.first {
        if case .enumCase(type) = symbol($0.symbol).kind { true } else { false }
      }?.use
    case .member:
      if let owner = owner(of: id, having: name) { return owner }
      guard isUsedAlone(id) else { return nil }
      return takers.first {
        if case .enumCase = symbol($0.symbol).kind { false } else { true }
      }?.use
    case .declared, .local:
      // A name that is used alone must mean the same as before at each of its places.
      return takers.first {
        switch symbol($0.symbol).kind {
        case .declared, .local, .member: true
        case .enumCase, .notification: false
        }
      }?.use
    }
  }

  /// The declaration of a member that some object with the member `id` also has.
  private func owner(of id: SymbolID, having name: Name) -> ProgramUse? {
    for sheet in map.sheets {
      for index in sheet.numbers.indices
      where sheet.numbers[index] != 0 && map.root(sheet.numbers[index]) == id.number {
        let node = NodeID(UInt32(index))
        let owner = map.owners[Int(sheet.owners[index])]
        if let taken = owner?.property(name) { return use(of: taken) }
        if sheet.uses[index] == .declared, let body = body(around: node, in: sheet.script.tree),
          let taken = sheet.script.tree.members(of: body).lazy
            .compactMap({ sheet.script.tree.declaredNode($0) })
            .first(where: { sheet.script.tree.name($0) == name })
        {
          return place(taken, in: sheet).use
        }
      }
    }
    return nil
  }

  private func use(of property: StaticProperty) -> ProgramUse {
    let tree = property.script.tree
    return ProgramUse(file: tree.file, span: tree[property.nameNode].span, role: .declared)
  }

  private func body(around node: NodeID, in tree: SyntaxTree) -> NodeID? {
    let span = tree[node].span
    var index = Int(node.index) + 1
    while index < tree.nodes.count {
      let other = tree.nodes[index]
      if other.kind == .body, other.span.start <= span.start, span.end <= other.span.end {
        return NodeID(UInt32(index))
      }
      index += 1
    }
    return nil
  }

  /// Whether a member is used somewhere without the name of its object.
  private func isUsedAlone(_ id: SymbolID) -> Bool {
    uses(of: id).contains { use in
      let start = Int(use.span.start)
      let before = start > 0 ? use.file.bytes[start - 1] : 0
      return use.role != .declared && before != UInt8(ascii: ".") && before != UInt8(ascii: "\"")
    }
  }
}
