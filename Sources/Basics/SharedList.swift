/// A list of which copies share what they have in common.
///
/// To change a copy of an array copies all of it. This is a tree with the elements at its leaves, sixteen to
/// each: to change a copy takes O(log *n*) time and memory.
@frozen @usableFromInline
package struct SharedList<Element>: RandomAccessCollection, MutableCollection {
  @usableFromInline
  enum Branch {
    case leaf([Element])
    case parts([Branch])
  }

  @usableFromInline var root = Branch.leaf([])
  /// How many bits of an index decide the way from the root to a leaf.
  @usableFromInline var depth = 0
  @usableFromInline var elementCount = 0

  @inlinable static var bits: Int { 4 }
  @inlinable static var parts: Int { 1 << bits }

  @inlinable
  package init() {}

  @inlinable
  package var startIndex: Int { 0 }

  @inlinable
  package var endIndex: Int { elementCount }

  /// All elements, if they are so few that one array has them.
  ///
  /// - Complexity: O(1).
  @inlinable
  package var onlyArray: [Element]? {
    if case .leaf(let leaf) = root { leaf } else { nil }
  }

  /// Calls `body` with each element in order, faster than by index.
  @inlinable
  package func visitAll(_ body: (Element) throws -> Void) rethrows {
    try SharedList.visitAll(in: root, body)
  }

  @inlinable
  static func visitAll(in branch: Branch, _ body: (Element) throws -> Void) rethrows {
    switch branch {
    case .leaf(let leaf): for element in leaf { try body(element) }
    case .parts(let parts): for part in parts { try visitAll(in: part, body) }
    }
  }

  /// - Complexity: O(log *n*).
  @inlinable
  package subscript(index: Int) -> Element {
    get {
      var branch = root
      var shift = depth
      while true {
        switch branch {
        case .leaf(let leaf): return leaf[index % SharedList.parts]
        case .parts(let parts):
          branch = parts[(index >> shift) % SharedList.parts]
          shift -= SharedList.bits
        }
      }
    }
    set { SharedList.set(index, to: newValue, in: &root, shift: depth) }
  }

  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func append(_ element: Element) {
    if elementCount == SharedList.parts << depth {
      root = .parts([root])
      depth += SharedList.bits
    }
    SharedList.set(elementCount, to: element, in: &root, shift: depth)
    elementCount += 1
  }

  /// Stores at the index of an element, or of the next that is added.
  ///
  /// Nothing else holds what a branch has while that is changed, unless a copy of the list shares it.
  @inlinable
  static func set(_ index: Int, to element: Element, in branch: inout Branch, shift: Int) {
    let place = (index >> shift) % parts
    switch branch {
    case .leaf(var leaf):
      branch = .leaf([])
      if place == leaf.count { leaf.append(element) } else { leaf[place] = element }
      branch = .leaf(leaf)
    case .parts(var parts):
      branch = .leaf([])
      if place == parts.count { parts.append(shift > bits ? .parts([]) : .leaf([])) }
      set(index, to: element, in: &parts[place], shift: shift - bits)
      branch = .parts(parts)
    }
  }
}
