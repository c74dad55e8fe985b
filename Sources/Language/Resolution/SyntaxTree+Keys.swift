import Names
import Syntax

// A key that is written out is a name already in the tree. What a key in a variable names shows only
// when it is used; but the text of it stands somewhere in the program, unless it is put together.
extension SyntaxTree {
  /// The key at the end of a path, as of `vm[key]`, where it may be the name of a member; none where
  /// it is a number, or there is none.
  package func openKey(of path: NodeID) -> NodeID {
    guard case .element(_, let index) = expression(path), self[index].kind != .intLiteral else {
      return .none
    }
    return index
  }

  /// The names that values may give to members: those in the texts of a program with such keys.
  ///
  /// - Complexity: O(*n*) in the nodes of the tree.
  package func keyNames(_ names: NameTable) -> [Name] {
    let hasKeys = ids(where: { $0 == .element }).contains { id in
      guard case .element(_, let index) = expression(id) else { return false }
      return self[index].kind != .intLiteral && self[index].kind != .missing
    }
    return hasKeys ? textNames(names) : []
  }

  /// The names of classes that a block may choose for a cell: `each { value.identifier }`.
  ///
  /// - Complexity: O(*n*) in the nodes of the tree.
  package func cellNames(_ names: NameTable) -> [Name] {
    let hasBlocks = ids(where: { $0 == .binding }).contains {
      self[binding($0).eachClass].kind == .block
    }
    return hasBlocks ? textNames(names) : []
  }

  private func textNames(_ names: NameTable) -> [Name] {
    var found: [Name] = []
    visit { id, kind in
      if kind == .stringLiteral, let text = text(id) { found.append(names.intern(text)) }
    }
    return found
  }
}
