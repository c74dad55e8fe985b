extension ListValue {
  /// This list with `value` before the element at `position`, or at the end.
  ///
  /// - Precondition: `0...count` contains `position`.
  /// - Returns: nil if the result would be too deep or too large.
  /// - Complexity: O(log *n*).
  public func inserting(_ value: Value, at position: Int) -> ListValue? {
    precondition(position >= 0 && position <= count, "no place \(position) in a list of \(count)")
    guard value.canBeElement, size + value.size <= ListValue.maximumSize else { return nil }
    guard let root, root.count > 0 else { return ListValue(root: Node(leaf: [value])) }
    return ListValue(root: Node.root(over: root.inserting(value, at: position)))
  }

  /// This list with `value` after its last element.
  ///
  /// - Returns: nil if the result would be too deep or too large.
  /// - Complexity: O(log *n*).
  public func appending(_ value: Value) -> ListValue? { inserting(value, at: count) }

  /// This list with the elements of another one before the element at `position`, or at the end.
  ///
  /// - Precondition: `0...count` contains `position`.
  /// - Returns: nil if the result would be too large.
  /// - Complexity: O(log *n*) in the number of elements of the longer one.
  package func inserting(contentsOf other: ListValue, at position: Int) -> ListValue? {
    (part(0..<position) + other).flatMap { $0 + part(position..<count) }
  }

  /// This list without the elements at some places.
  ///
  /// - Precondition: They are places of elements.
  /// - Complexity: O(log *n*).
  package func removing(_ places: Range<Int>) -> ListValue {
    if places.count == count { return ListValue(root: Node(leaf: [])) }
    guard let rest = part(0..<places.lowerBound) + part(places.upperBound..<count) else {
      preconditionFailure("a part of a list that is too large")
    }
    return rest
  }

  /// This list without the element at `position`.
  ///
  /// - Precondition: `position` is the place of an element.
  /// - Complexity: O(log *n*).
  public func removing(at position: Int) -> ListValue {
    guard let root, position >= 0, position < root.count else {
      preconditionFailure("index \(position) is outside a list of \(count)")
    }
    if root.count == 1 { return ListValue(root: Node(leaf: [])) }
    let rest = root.removing(at: position)
    return ListValue(root: rest.children.count == 1 ? rest.children[0] : rest)
  }

  /// This list with `value` for the element at `position`.
  ///
  /// - Precondition: `position` is the place of an element.
  /// - Returns: nil if the result would be too deep or too large; this very list if the value is there
  ///   already.
  /// - Complexity: O(log *n*).
  public func replacing(at position: Int, with value: Value) -> ListValue? {
    guard let root, position >= 0, position < root.count else {
      preconditionFailure("index \(position) is outside a list of \(count)")
    }
    let there = root.value(at: position)
    if there.isVery(value) { return self }
    let freed = there.size
    guard value.canBeElement, size - freed + value.size <= ListValue.maximumSize else { return nil }
    return ListValue(root: root.replacing(at: position, with: value))
  }

  /// The elements at some places.
  ///
  /// - Precondition: They are places of elements.
  /// - Complexity: O(log *n*).
  public func part(_ places: Range<Int>) -> ListValue {
    precondition(
      places.lowerBound >= 0 && places.upperBound <= count, "places outside a list of \(count)")
    return ListValue(root: places.isEmpty ? nil : root?.part(places))
  }

  /// The elements of `left`, then those of `right`.
  ///
  /// - Returns: nil if the result would be too large.
  /// - Complexity: O(log *n*) in the number of elements of the longer one.
  public static func + (left: ListValue, right: ListValue) -> ListValue? {
    guard let a = left.root, a.count > 0 else { return right }
    guard let b = right.root, b.count > 0 else { return left }
    guard a.size + b.size <= ListValue.maximumSize else { return nil }
    return ListValue(root: Node.root(over: Node.joined(a, b)))
  }
}

extension Value {
  /// Whether the two cannot be told apart: 1 and 1.0 are equal and can be, and so can equal lists.
  fileprivate func isVery(_ other: Value) -> Bool {
    switch (self, other) {
    case (.nil, .nil): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)), (.duration(let a), .duration(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.object(let a), .object(let b)): a == b
    case (.list(let a), .list(let b)): a.isIdentical(to: b)
    default: false
    }
  }

  /// Whether a list that holds it is not nested too deeply.
  fileprivate var canBeElement: Bool {
    switch self {
    case .list(let list): list.depth < ListValue.maximumDepth
    case .dictionary(let dictionary): dictionary.depth < ListValue.maximumDepth
    case .enumeration(let value): value.values.depth < ListValue.maximumDepth
    default: true
    }
  }

  /// What it adds to the size of a list.
  fileprivate var size: Int {
    switch self {
    case .list(let list): list.size + 1
    case .dictionary(let dictionary): dictionary.size + 1
    case .enumeration(let value): value.values.size + 1
    default: 1
    }
  }
}

// A change copies the nodes on the path from the root to its leaf, and sometimes a neighbour.

extension ListValue.Node {
  /// A node, or the two halves of a node that would be too large.
  typealias Halves = (first: ListValue.Node, second: ListValue.Node?)

  fileprivate static func root(over halves: Halves) -> ListValue.Node {
    guard let second = halves.second else { return halves.first }
    return ListValue.Node(children: [halves.first, second])
  }

  fileprivate func inserting(_ value: Value, at position: Int) -> Halves {
    if isLeaf {
      return ListValue.Node.leaves(
        of: values.splicing(position..<position, with: CollectionOfOne(value)))
    }
    // After the element before it: that has a position at the very end, too.
    let slot = slot(of: Swift.max(position - 1, 0))
    let changed = children[slot].inserting(value, at: position - start(of: slot))
    return replacing(slot...slot, with: changed)
  }

  fileprivate func replacing(at position: Int, with value: Value) -> ListValue.Node {
    if isLeaf {
      return ListValue.Node(
        leaf: values.splicing(position..<(position + 1), with: CollectionOfOne(value)))
    }
    let slot = slot(of: position)
    let changed = children[slot].replacing(at: position - start(of: slot), with: value)
    return ListValue.Node(
      children: children.splicing(slot..<(slot + 1), with: CollectionOfOne(changed)))
  }

  /// The result may be less than half full, and have one child or no elements.
  fileprivate func removing(at position: Int) -> ListValue.Node {
    if isLeaf {
      return ListValue.Node(
        leaf: values.splicing(position..<(position + 1), with: EmptyCollection()))
    }
    let slot = slot(of: position)
    let changed = children[slot].removing(at: position - start(of: slot))
    // At most one child less, so it cannot split.
    if changed.isHalfFull { return replacing(slot...slot, with: (changed, nil)).first }
    if slot > 0 {
      return replacing(
        (slot - 1)...slot, with: ListValue.Node.combined(children[slot - 1], changed)
      ).first
    }
    return replacing(0...1, with: ListValue.Node.combined(changed, children[1])).first
  }

  /// The elements at some places, at least one: whole nodes between what is left of those at both ends.
  fileprivate func part(_ places: Range<Int>) -> ListValue.Node {
    if places == 0..<count { return self }
    if isLeaf { return ListValue.Node(leaf: ContiguousArray(values[places])) }
    let (first, last) = (slot(of: places.lowerBound), slot(of: places.upperBound - 1))
    let start = start(of: first)
    if first == last {
      return children[first].part(places.lowerBound - start..<places.upperBound - start)
    }
    var part = children[first].part(places.lowerBound - start..<children[first].count)
    if last - first > 1 {
      let between = children[first + 1..<last]
      part = ListValue.Node.root(
        over: ListValue.Node.joined(
          part, between.count == 1 ? between[first + 1] : .init(children: ContiguousArray(between)))
      )
    }
    let rest = children[last].part(0..<places.upperBound - self.start(of: last))
    return ListValue.Node.root(over: ListValue.Node.joined(part, rest))
  }

  /// The elements of `a`, then those of `b`, as a node, or two, of the height of the higher one.
  fileprivate static func joined(_ a: ListValue.Node, _ b: ListValue.Node) -> Halves {
    if a.height == b.height { return combined(a, b) }
    if a.height > b.height {
      let last = a.children.count - 1
      return a.replacing(last...last, with: joined(a.children[last], b))
    }
    return b.replacing(0...0, with: joined(a, b.children[0]))
  }

  /// Two nodes of one height, side by side: as one if they fit, otherwise both half full.
  private static func combined(_ a: ListValue.Node, _ b: ListValue.Node) -> Halves {
    if a.isHalfFull, b.isHalfFull { return (a, b) }
    return a.isLeaf ? leaves(of: a.values + b.values) : branches(over: a.children + b.children)
  }

  private func replacing(_ slots: ClosedRange<Int>, with halves: Halves) -> Halves {
    let range = slots.lowerBound..<(slots.upperBound + 1)
    guard let second = halves.second else {
      return ListValue.Node.branches(
        over: children.splicing(range, with: CollectionOfOne(halves.first)))
    }
    return ListValue.Node.branches(over: children.splicing(range, with: [halves.first, second]))
  }

  private static func leaves(of values: ContiguousArray<Value>) -> Halves {
    if values.count <= leafCapacity { return (ListValue.Node(leaf: values), nil) }
    let half = values.count / 2
    return (
      ListValue.Node(leaf: ContiguousArray(values[..<half])),
      ListValue.Node(leaf: ContiguousArray(values[half...]))
    )
  }

  private static func branches(over children: ContiguousArray<ListValue.Node>) -> Halves {
    if children.count <= childCapacity { return (ListValue.Node(children: children), nil) }
    let half = children.count / 2
    return (
      ListValue.Node(children: ContiguousArray(children[..<half])),
      ListValue.Node(children: ContiguousArray(children[half...]))
    )
  }
}

extension ContiguousArray {
  /// A copy with `replacement` for what is in `range`, without spare room, since it never changes.
  fileprivate func splicing(
    _ range: Range<Int>, with replacement: some Collection<Element>
  ) -> ContiguousArray {
    var result = ContiguousArray()
    result.reserveCapacity(count - range.count + replacement.count)
    result += self[..<range.lowerBound]
    result += replacement
    result += self[range.upperBound...]
    return result
  }
}
