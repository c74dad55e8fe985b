import Names

/// A handle of a node in its `SyntaxTree`; 0 is no node.
public struct NodeID: Hashable, Sendable {
  public let index: UInt32

  @inlinable public init(_ index: UInt32) { self.index = index }

  @inlinable public static var none: NodeID { NodeID(0) }
  @inlinable public var exists: Bool { index != 0 }
}

/// One node. The cases of `NodeKind` say what `a`, `b` and `flags` contain, which only this module
/// knows: other modules read nodes by their parts, such as those of `SyntaxTree.statement(_:)`.
public struct Node {
  public var kind: NodeKind
  var flags: UInt8
  public var span: SourceSpan
  var a: UInt32
  var b: UInt32
}

/// The syntax of one source file, flat: nodes in one array, children as handles.
///
/// A script is parsed completely before it runs, and generators write scripts of a hundred thousand
/// lines. Flat nodes need no allocation each, and are freed at once.
public struct SyntaxTree {
  /// Everything is behind one reference, so that passing a tree on counts one reference and not five.
  @usableFromInline final class Storage {
    @usableFromInline let file: SourceFile
    @usableFromInline let nodes: [Node]
    var lists: [UInt32]
    let strings: [String]
    var statements: [NodeID]

    init(
      file: SourceFile, nodes: [Node], lists: [UInt32], strings: [String], statements: [NodeID]
    ) {
      self.file = file
      self.nodes = nodes
      self.lists = lists
      self.strings = strings
      self.statements = statements
    }
  }

  @usableFromInline var storage: Storage

  /// - Parameters:
  ///   - nodes: The first is no node.
  ///   - lists: Each list begins with its count, and then its elements. The one at 0 is empty.
  ///   - strings: The texts of string literals, escapes resolved.
  init(
    file: SourceFile, nodes: [Node], lists: [UInt32], strings: [String], statements: [NodeID]
  ) {
    storage = Storage(
      file: file, nodes: nodes, lists: lists, strings: strings, statements: statements)
  }

  /// A tree without statements.
  package init(file: SourceFile) {
    let none = Node(kind: .none, flags: 0, span: SourceSpan(0, 0), a: 0, b: 0)
    self.init(file: file, nodes: [none], lists: [0], strings: [], statements: [])
  }

  /// A separate tree that can be changed.
  private mutating func makeUnique() {
    guard !isKnownUniquelyReferenced(&storage) else { return }
    storage = Storage(
      file: file, nodes: nodes, lists: storage.lists, strings: storage.strings,
      statements: statements)
  }

  @inlinable public var file: SourceFile { storage.file }
  @inlinable public var nodes: [Node] { storage.nodes }

  /// The statements at top level, in order.
  public package(set) var statements: [NodeID] {
    get { storage.statements }
    set {
      makeUnique()
      storage.statements = newValue
    }
  }

  @inlinable public subscript(id: NodeID) -> Node { storage.nodes[Int(id.index)] }

  func string(_ position: UInt32) -> String { storage.strings[Int(position)] }

  /// The number of elements of the list at `list`.
  func count(_ list: UInt32) -> Int { Int(storage.lists[Int(list)]) }

  /// Element `position` of the list at `list`.
  func child(_ list: UInt32, _ position: Int) -> NodeID {
    NodeID(storage.lists[Int(list) + 1 + position])
  }

  /// The elements of the list at `position`, from `start` on.
  func list(_ position: UInt32, from start: Int = 0) -> NodeList {
    let first = Int(position) + 1
    let end = first + count(position)
    return NodeList(storage.lists[min(first + start, end)..<end])
  }

  /// Replaces some elements of the list at `list` with another node.
  mutating func replaceElements(
    of list: UInt32, by replacement: (_ element: NodeID, _ tree: SyntaxTree) -> NodeID?
  ) {
    var changed = storage.lists
    let first = Int(list) + 1
    for place in first..<(first + count(list)) {
      if let other = replacement(NodeID(changed[place]), self) { changed[place] = other.index }
    }
    makeUnique()
    storage.lists = changed
  }

  /// A node that must be of one kind.
  func expect(_ kind: NodeKind, _ id: NodeID) -> Node {
    let node = self[id]
    assert(node.kind == kind, "a \(node.kind) is read as a \(kind)")
    return node
  }

  /// The name that a `.name` node carries, or `Name.none` for no node.
  public func name(_ id: NodeID) -> Name { Name(index: storage.nodes[Int(id.index)].a) }

  /// The 64-bit payload of a literal.
  static func bits(_ node: Node) -> UInt64 { UInt64(node.b) << 32 | UInt64(node.a) }
}
