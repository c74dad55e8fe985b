import Names
import Syntax

/// A key that leads through several objects: `vm["address.city"]`, as `valueForKeyPath:` takes it.
package enum DottedKey {
  /// The names in a key; one name if it has no dots, or a part of it is empty.
  ///
  /// - Complexity: O(*n*) in the length of the key.
  package static func names(in key: String) -> [String] {
    guard key.utf8.contains(UInt8(ascii: ".")) else { return [key] }
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return parts.contains("") ? [key] : parts
  }
}

// A literal key is a name that is already in the tree. The name in a variable key is known only when
// the key is used; but its text is usually a literal somewhere in the program.
extension SyntaxTree {
  /// The key at the end of a path, as in `vm[key]`, if it may be the name of a member; none if it is a
  /// number, or if there is no key.
  package func openKey(of path: NodeID) -> NodeID {
    guard case .element(_, let index) = expression(path), self[index].kind != .intLiteral else {
      return .none
    }
    return index
  }

  /// The names in a literal key at the end of a path, and what has the first of them: `vm["address.city"]`.
  /// nil if there is no such key, or it is a single name.
  package func dottedKey(of path: NodeID) -> (base: NodeID, names: [String])? {
    guard case .element(let base, let index) = expression(path), let key = text(index) else {
      return nil
    }
    let names = DottedKey.names(in: key)
    return names.count > 1 ? (base, names) : nil
  }

  /// The names that keys may have: the texts in a program with such keys.
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
      guard kind == .stringLiteral, let text = text(id) else { return }
      for name in DottedKey.names(in: text) { found.append(names.intern(name)) }
    }
    return found
  }
}
