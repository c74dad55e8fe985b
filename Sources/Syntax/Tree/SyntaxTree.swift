import Names

/// A handle of a node in its `SyntaxTree`; 0 is no node.
public struct NodeID: Hashable, Sendable {
  public let index: UInt32

  public init(_ index: UInt32) { self.index = index }

  public static let none = NodeID(0)
  public var exists: Bool { index != 0 }
}

/// One node. What `a`, `b` and `flags` hold is said at each case of `NodeKind`, and known to this
/// module alone: others read nodes by their parts, as `SyntaxTree.statement(_:)` gives them.
public struct Node {
  public var kind: NodeKind
  var flags: UInt8
  public var span: SourceSpan
  var a: UInt32
  var b: UInt32
}

/// The syntax of one source file, flat: nodes in one array, children as handles.
///
/// A script is parsed whole before it runs, and a hundred thousand lines are nothing unusual from a
/// generator: flat nodes cost no allocation each and are freed at once.
public struct SyntaxTree {
  public let file: SourceFile
  public package(set) var nodes: [Node] = [
    Node(kind: .none, flags: 0, span: SourceSpan(0, 0), a: 0, b: 0)
  ]
  /// Child lists: at a list's position stands its count, then its elements.
  var lists: [UInt32] = [0]
  /// The texts of string literals, escapes resolved.
  var strings: [String] = []
  /// The statements at top level, in order.
  public package(set) var statements: [NodeID] = []

  public init(file: SourceFile) { self.file = file }

  public subscript(id: NodeID) -> Node { nodes[Int(id.index)] }

  /// How many elements the list at `list` has.
  func count(_ list: UInt32) -> Int { Int(lists[Int(list)]) }

  /// Element `position` of the list at `list`.
  func child(_ list: UInt32, _ position: Int) -> NodeID {
    NodeID(lists[Int(list) + 1 + position])
  }

  /// The elements of the list at `position`, from `start` on.
  func list(_ position: UInt32, from start: Int = 0) -> NodeList {
    let first = Int(position) + 1
    let end = first + count(position)
    return NodeList(lists[min(first + start, end)..<end])
  }

  /// A node that has to be of one kind.
  func expect(_ kind: NodeKind, _ id: NodeID) -> Node {
    let node = self[id]
    assert(node.kind == kind, "a \(node.kind) is read as a \(kind)")
    return node
  }

  /// The name that a `.name` node carries, or `Name.none` for no node.
  public func name(_ id: NodeID) -> Name { Name(index: nodes[Int(id.index)].a) }

  /// The 64-bit payload of a literal.
  static func bits(_ node: Node) -> UInt64 { UInt64(node.b) << 32 | UInt64(node.a) }
}
