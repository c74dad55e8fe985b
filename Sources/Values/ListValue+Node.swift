extension ListValue {
  /// A node of the tree that holds a list's elements in its leaves. It never changes after it is
  /// made.
  ///
  /// All leaves are equally far from the root. Every node except the root is at least half full,
  /// and a root that is not a leaf has at least two children. So a million elements have at most
  /// five levels.
  final class Node: Sendable {
    /// 1.5 KB, which every change of one element copies.
    static let leafCapacity = 64
    static let childCapacity = 32

    /// 0 for a leaf.
    let height: Int
    /// The elements below.
    let count: Int
    /// The depth of the deepest list or dictionary below, 0 if there is none.
    let nesting: Int
    /// The values below, with those in lists and dictionaries.
    let size: Int
    /// Whether there is an object below, in lists too.
    let holdsObjects: Bool
    /// A leaf's elements.
    let values: ContiguousArray<Value>
    let children: ContiguousArray<Node>
    /// How many elements there are up to the end of each child.
    let ends: ContiguousArray<Int>

    init(leaf values: ContiguousArray<Value>) {
      var nesting = 0
      var size = values.count
      var holdsObjects = false
      for value in values {
        switch value {
        case .list(let inner):
          nesting = Swift.max(nesting, inner.depth)
          size += inner.size
          holdsObjects = holdsObjects || inner.holdsObjects
        case .dictionary(let inner):
          nesting = Swift.max(nesting, inner.depth)
          size += inner.size
          holdsObjects = holdsObjects || inner.holdsObjects
        case .enumeration(let inner):
          nesting = Swift.max(nesting, inner.values.depth)
          size += inner.values.size
          holdsObjects = holdsObjects || inner.values.holdsObjects
        case .object: holdsObjects = true
        default: break
        }
      }
      height = 0
      self.holdsObjects = holdsObjects
      count = values.count
      self.nesting = nesting
      self.size = size
      self.values = values
      children = []
      ends = []
    }

    /// - Precondition: There is a child, and all are equally high.
    init(children: ContiguousArray<Node>) {
      var ends = ContiguousArray<Int>()
      ends.reserveCapacity(children.count)
      var count = 0
      var nesting = 0
      var size = 0
      var holdsObjects = false
      for child in children {
        count += child.count
        nesting = Swift.max(nesting, child.nesting)
        size += child.size
        holdsObjects = holdsObjects || child.holdsObjects
        ends.append(count)
      }
      height = children[0].height + 1
      self.count = count
      self.nesting = nesting
      self.size = size
      self.holdsObjects = holdsObjects
      values = []
      self.children = children
      self.ends = ends
    }

    var isLeaf: Bool { height == 0 }

    var isHalfFull: Bool {
      isLeaf ? 2 * count >= Node.leafCapacity : 2 * children.count >= Node.childCapacity
    }
  }
}

// MARK: Looking up

extension ListValue.Node {
  /// - Complexity: O(log *n*).
  func value(at position: Int) -> Value {
    if isLeaf { return values[position] }
    return withLeaf(at: position) { leaf, offset in leaf.values[offset] }
  }

  /// The leaf that holds the element at `position`.
  ///
  /// - Complexity: O(log *n*).
  func leaf(at position: Int) -> ListValue.Node {
    withLeaf(at: position) { leaf, _ in leaf }
  }

  /// Hands `body` the elements from `position` to the end of their leaf.
  func withElements<Result>(
    from position: Int, _ body: (UnsafeBufferPointer<Value>) -> Result
  ) -> Result {
    withLeaf(at: position) { leaf, offset in
      leaf.values.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[offset...])) }
    }
  }

  /// Hands `body` the leaf that holds the element at `position`, and where in the leaf that is.
  @inline(__always)
  private func withLeaf<Result>(at position: Int, _ body: (ListValue.Node, Int) -> Result) -> Result
  {
    // Each node retains its children: counting references on the way takes longer than the search.
    var node = Unmanaged.passUnretained(self)
    var offset = position
    while let child = node._withUnsafeGuaranteedRef({ $0.child(at: &offset) }) { node = child }
    return withExtendedLifetime(self) { node._withUnsafeGuaranteedRef { body($0, offset) } }
  }

  /// The child that holds the element at `offset`, which becomes the place in that; nil for a leaf.
  @inline(__always)
  private func child(at offset: inout Int) -> Unmanaged<ListValue.Node>? {
    if isLeaf { return nil }
    let slot = slot(of: offset)
    offset -= start(of: slot)
    return Unmanaged.passUnretained(children[slot])
  }

  /// Which child holds the element at `position`.
  @inline(__always)
  func slot(of position: Int) -> Int {
    // Where it would be if all children were full. They never hold more, so it is here or further
    // on; in a list that was made at once it is here.
    var slot = position >> (5 * height + 1)
    while ends[slot] <= position { slot += 1 }
    return slot
  }

  /// How many elements there are before a child.
  @inline(__always)
  func start(of slot: Int) -> Int { slot == 0 ? 0 : ends[slot - 1] }
}

// MARK: Building

extension ListValue.Node {
  /// The tree of `elements`; all of its nodes are full except two at the end of each level. nil if
  /// there are none.
  ///
  /// - Complexity: O(*n*).
  static func tree(of elements: [Value]) -> ListValue.Node? {
    elements.withUnsafeBufferPointer { elements in
      tree(count: elements.count) {
        ContiguousArray(UnsafeBufferPointer(rebasing: elements[$0]))
      }
    }
  }

  /// A tree of that many elements, made leaf by leaf; nil if there are none, and if `leaf` gives
  /// none.
  ///
  /// - Parameter leaf: Gives the elements at these positions, or nil to stop.
  /// - Complexity: O(*n*).
  static func tree(
    count: Int, leaf: (Range<Int>) -> ContiguousArray<Value>?
  ) -> ListValue.Node? {
    if count == 0 { return nil }
    var level: [ListValue.Node] = []
    level.reserveCapacity(count / leafCapacity + 1)
    for places in chunks(of: count, holding: leafCapacity) {
      guard let elements = leaf(places) else { return nil }
      level.append(ListValue.Node(leaf: elements))
    }
    while level.count > 1 {
      level = chunks(of: level.count, holding: childCapacity).map {
        ListValue.Node(children: ContiguousArray(level[$0]))
      }
    }
    return level[0]
  }

  /// Cuts `count` places into runs of `capacity`, the last two such that both are half full.
  private static func chunks(of count: Int, holding capacity: Int) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    chunks.reserveCapacity(count / capacity + 1)
    var start = 0
    while count - start > capacity {
      let left = count - start
      let length = left < capacity + capacity / 2 ? left / 2 : capacity
      chunks.append(start..<(start + length))
      start += length
    }
    chunks.append(start..<count)
    return chunks
  }
}

// MARK: Comparing

extension ListValue.Node {
  /// Whether the elements are the same values. Trees of one shape are compared node by node, and
  /// shared nodes are skipped.
  func hasSameElements(as other: ListValue.Node) -> Bool {
    if self === other { return true }
    // Equal elements are equally deep and large.
    guard count == other.count, size == other.size, nesting == other.nesting else { return false }
    if isLeaf, other.isLeaf { return values == other.values }
    if height == other.height, ends == other.ends {
      return zip(children, other.children).allSatisfy { $0.hasSameElements(as: $1) }
    }
    return ListValue(root: self).elementsEqual(ListValue(root: other))
  }
}
