import Names
import Syntax

/// The names that a piece of code uses, by what they are used for.
package struct CodeReader {
  /// Names that are no members and not declared in it.
  package private(set) var names: Set<Name> = []
  package private(set) var classes: Set<Name> = []
  package private(set) var posted: Set<Name> = []
  package private(set) var heard: Set<Name> = []
  /// Members named other than as the beginning of a binding's way.
  package private(set) var usedMembers: Set<Name> = []
  /// Members that a binding's way begins with.
  package private(set) var boundMembers: Set<Name> = []

  /// - Parameters:
  ///   - members: What bare names mean members of `self`.
  ///   - first: The first node to be looked at, where that is known.
  package init(tree: SyntaxTree, span: SourceSpan, members: Set<Name>, from first: Int = 0) {
    var declared: Set<Name> = []
    var ignored: Set<UInt32> = []
    var ends: Set<UInt32> = []
    var delegates: [SourceSpan] = []
    var mentions: [(index: UInt32, name: Name)] = []
    func inside(_ node: Node) -> Bool { node.span.start >= span.start && node.span.end <= span.end }
    func root(_ id: NodeID) -> NodeID {
      var id = id
      while tree[id].kind == .member || tree[id].kind == .element { id = NodeID(tree[id].a) }
      return id
    }
    for index in first..<tree.nodes.count {
      let node = tree.nodes[index]
      if first > 0, node.span.start >= span.end { break }
      guard inside(node) else { continue }
      switch node.kind {
      case .name: mentions.append((UInt32(index), Name(index: node.a)))
      case .member: ignored.insert(node.b)
      case .property:
        ignored.insert(node.a)
        // Whom a weak property begins with is its delegate, which its value tells.
        let initial = tree.child(node.b, 1)
        if node.flags & 1 != 0, initial.exists { delegates.append(tree[initial].span) }
      case .labeledArgument, .computed, .event, .defaultMember, .knob, .namedStage:
        ignored.insert(node.a)
      case .action:
        ignored.insert(node.a)
        for parameter in tree.children(node.b, from: 1) {
          ignored.insert(parameter.index)
          declared.insert(tree.name(parameter))
        }
      case .command:
        ignored.insert(node.a)
        let parameter = tree.child(node.b, 0)
        if parameter.exists {
          ignored.insert(parameter.index)
          declared.insert(tree.name(parameter))
        }
      case .letDeclaration, .varDeclaration, .forStatement:
        ignored.insert(node.a)
        declared.insert(tree.name(NodeID(node.a)))
      case .post:
        ignored.insert(node.a)
        posted.insert(tree.name(NodeID(node.a)))
      case .on:
        if node.flags & 1 != 0 {
          ignored.insert(node.a)
          heard.insert(tree.name(NodeID(node.a)))
        }
        ignored.insert(tree.child(node.b, 1).index)
      case .observe: ignored.insert(tree.child(node.b, 1).index)
      case .binding:
        let list = node.a
        for position in 0..<2 {
          let end = tree.child(list, position)
          if end.exists { ends.insert(root(end).index) }
        }
        ignored.insert(tree.child(list, 5).index)
      case .new:
        ignored.insert(node.a)
        classes.insert(tree.name(NodeID(node.a)))
      case .type: classes.insert(Name(index: node.a))
      default: break
      }
    }
    for (index, name) in mentions where !ignored.contains(index) && !declared.contains(name) {
      let place = tree.nodes[Int(index)].span
      if delegates.contains(where: { $0.start <= place.start && place.end <= $0.end }) { continue }
      if members.contains(name) {
        if ends.contains(index) { boundMembers.insert(name) } else { usedMembers.insert(name) }
      } else {
        names.insert(name)
      }
    }
  }
}
