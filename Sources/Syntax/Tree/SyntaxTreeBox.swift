/// A tree shared by all code compiled from it.
package final class SyntaxTreeBox {
  package let tree: SyntaxTree
  package init(_ tree: SyntaxTree) { self.tree = tree }
}

/// A node of one tree among several.
package struct OriginKey: Hashable {
  package var tree: ObjectIdentifier
  package var node: NodeID

  package init(tree: ObjectIdentifier, node: NodeID) {
    self.tree = tree
    self.node = node
  }
}
