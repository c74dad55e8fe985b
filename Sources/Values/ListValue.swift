/// A list value, which knows how deeply it is nested and how much it holds.
///
/// Lists are values and cannot contain themselves, but a loop can nest them as deeply as it likes,
/// and put a list into the next one twice. Freeing, comparing and printing go all the way down.
/// `maximumDepth` and `maximumSize` limit that.
///
/// A list never changes, and its old value stays in use: a turn keeps it for a rollback. So a list
/// with one element more, less or replaced shares all but a few nodes of its tree with the list
/// from which it was made.
public struct ListValue: Sendable {
  /// The maximum depth of nesting.
  public static let maximumDepth = 200
  /// The maximum number of values in all; those of a list count wherever it occurs.
  public static let maximumSize = 16_000_000

  public static let empty = ListValue(root: nil)

  /// nil, or a leaf without elements, if there are none: such a leaf tells one empty list from another.
  let root: Node?

  init(root: Node?) { self.root = root }

  /// - Returns: nil if the result would be nested deeper than `maximumDepth` or hold more than
  ///   `maximumSize`.
  /// - Complexity: O(*n*) in the number of elements.
  public init?(_ elements: [Value]) {
    guard elements.count <= ListValue.maximumSize else { return nil }
    let root = Node.tree(of: elements) ?? Node(leaf: [])
    guard root.nesting < ListValue.maximumDepth, root.size <= ListValue.maximumSize else {
      return nil
    }
    self.root = root
  }

  /// The numbers of a range, or nil if there are more than `maximumSize` or the making was stopped.
  ///
  /// - Parameter isStopped: Called from time to time, since millions take a while.
  /// - Complexity: O(*n*) in the number of elements.
  package init?(_ numbers: Range<Int>, unless isStopped: () -> Bool) {
    guard numbers.count <= ListValue.maximumSize else { return nil }
    root = Node.tree(count: numbers.count) { places in
      if isStopped() { return nil }
      let first = numbers.lowerBound + places.lowerBound
      return ContiguousArray((first..<first + places.count).lazy.map(Value.int))
    }
    if root == nil, !numbers.isEmpty { return nil }
  }

  /// 1 for a list that holds no list.
  ///
  /// - Complexity: O(1).
  public var depth: Int { (root?.nesting ?? 0) + 1 }

  /// The values in it and in the lists in it.
  ///
  /// - Complexity: O(1).
  public var size: Int { root?.size ?? 0 }

  /// Whether there is an object in it, or in a list in it.
  ///
  /// - Complexity: O(1).
  package var holdsObjects: Bool { root?.holdsObjects ?? false }

  /// What tells it from other lists, as long as it exists; nil for an empty one without a place in memory.
  ///
  /// - Complexity: O(1).
  package var identity: ObjectIdentifier? { root.map(ObjectIdentifier.init) }

  /// Whether the two are one list in memory, and so equal; equal lists need not be.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: ListValue) -> Bool { root === other.root }
}

extension ListValue: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// - Complexity: O(1).
  public var count: Int { root?.count ?? 0 }

  /// - Complexity: O(log *n*).
  public subscript(position: Int) -> Value {
    guard let root, position >= 0, position < root.count else {
      preconditionFailure("index \(position) is outside a list of \(count)")
    }
    return root.value(at: position)
  }

  /// Hands `body` the elements from a position on, as many as lie together in memory: at least one.
  ///
  /// - Complexity: O(log *n*).
  package func withElements<Result>(
    from position: Int, _ body: (UnsafeBufferPointer<Value>) -> Result
  ) -> Result {
    guard let root, position >= 0, position < root.count else {
      preconditionFailure("index \(position) is outside a list of \(count)")
    }
    return root.withElements(from: position, body)
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// Walks the leaves, each of which is looked up once.
  public struct Iterator: IteratorProtocol {
    private let root: Node?
    private var leaf: ContiguousArray<Value> = []
    private var position = 0
    private var leafEnd = 0

    init(_ list: ListValue) { root = list.root }

    /// - Complexity: amortized O(1).
    public mutating func next() -> Value? {
      if position == leafEnd {
        guard let root, position < root.count else { return nil }
        leaf = root.leaf(at: position).values
        leafEnd += leaf.count
      }
      position += 1
      return leaf[leaf.count - (leafEnd - position) - 1]
    }
  }

  /// The results of `transform`, in order.
  ///
  /// Looks up each leaf once, where the one of `Collection` would look up each element.
  ///
  /// - Complexity: O(*n*).
  public func map<Result, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { results.append(try transform(element)) }
    return results
  }
}

extension ListValue: Equatable {
  /// Whether the elements are the same values, one by one.
  ///
  /// - Complexity: O(*n*), less what the two share: O(log *n*) where one was made from the other by
  ///   replacing an element.
  public static func == (left: ListValue, right: ListValue) -> Bool {
    if left.isIdentical(to: right) { return true }
    guard let a = left.root, let b = right.root else { return left.isEmpty && right.isEmpty }
    return a.hasSameElements(as: b)
  }
}
