import Platform

/// A growing array in memory of its own, for records that are reached by 32-bit handles.
///
/// A Swift array checks at each write whether it shares its storage. These arrays never share, and
/// the engine writes several times a hop. They grow with `realloc`, which moves pages of large
/// arrays and copies nothing, so 100,000 bindings take the memory that they fill and not twice as
/// much. The owner calls `destroy()`.
///
/// Inlinable, because the machine of the language keeps its levels in these arrays, and a generic
/// type of another module is otherwise called through its metadata.
@frozen @usableFromInline
package struct FlatArray<Element> {
  @usableFromInline package var base: UnsafeMutablePointer<Element>
  @usableFromInline package var count: Int
  @usableFromInline var capacity: Int

  @inlinable
  package init(minimumCapacity: Int = 16) {
    capacity = minimumCapacity
    count = 0
    base = FlatArray.resize(nil, to: minimumCapacity)
  }

  @inlinable
  package subscript(index: UInt32) -> Element {
    @inline(__always)
    unsafeAddress {
      precondition(Int(index) < count, "handle outside its table")
      return UnsafePointer(base + Int(index))
    }
    @inline(__always)
    unsafeMutableAddress {
      precondition(Int(index) < count, "handle outside its table")
      return base + Int(index)
    }
  }

  /// How many bytes are reserved for future elements.
  package var spareBytes: Int { (capacity - count) * MemoryLayout<Element>.stride }

  /// A pointer to the element at `index`, good until the array grows.
  @inline(__always)
  func pointer(_ index: UInt32) -> UnsafeMutablePointer<Element> {
    precondition(Int(index) < count, "handle outside its table")
    return base + Int(index)
  }

  /// - Complexity: O(1) amortized.
  @inlinable @inline(__always)
  package mutating func append(_ element: consuming Element) {
    if count == capacity { grow(by: 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Room for one more element, uninitialized. The caller fills it at once.
  @inline(__always)
  mutating func appendUninitialized() -> UnsafeMutablePointer<Element> {
    if count == capacity { grow(by: 1) }
    let place = base + count
    count += 1
    return place
  }

  /// Makes sure that `extra` more elements fit, for a loop that fills them through `base`.
  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if capacity - count < extra { grow(by: extra) }
  }

  /// Takes over what a loop has added or removed through `base`.
  @inline(__always)
  mutating func setCount(_ newCount: Int) {
    precondition(newCount >= 0 && newCount <= capacity)
    count = newCount
  }

  /// Drops all elements. None of them may hold anything that must be freed.
  @inline(__always)
  mutating func forget() { count = 0 }

  @inlinable @inline(__always)
  package mutating func removeLast() -> Element {
    precondition(count > 0)
    count -= 1
    return (base + count).move()
  }

  /// Drops the elements from `newCount` on.
  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount <= count)
    if newCount == count { return }
    (base + newCount).deinitialize(count: count - newCount)
    count = newCount
  }

  /// Drops the first `number` elements.
  ///
  /// - Parameter needsFreeing: Whether one of them may hold something that must be freed.
  /// - Complexity: O(*n*).
  mutating func removeFirst(_ number: Int, needsFreeing: Bool) {
    precondition(number <= count)
    guard number > 0 else { return }
    if needsFreeing { base.deinitialize(count: number) }
    base.moveInitialize(from: base + number, count: count - number)
    count -= number
  }

  /// Releases the memory of an array that has grown large in one unusual turn.
  @inline(__always)
  mutating func shrink(above limit: Int) {
    if capacity > limit, count <= limit { shrink(to: limit) }
  }

  @inline(never)
  private mutating func shrink(to limit: Int) {
    base = FlatArray.resize(base, to: limit)
    capacity = limit
  }

  /// A copy of the elements in memory of their own.
  ///
  /// - Complexity: O(*n*).
  func copy() -> FlatArray {
    var copy = FlatArray(minimumCapacity: Swift.max(count, 16))
    copy.base.initialize(from: base, count: count)
    copy.count = count
    return copy
  }

  @inlinable
  package mutating func destroy() {
    base.deinitialize(count: count)
    Memory.release(base)
    count = 0
    capacity = 0
  }

  @inlinable @inline(never)
  mutating func grow(by extra: Int) {
    capacity += max(capacity / 2, extra, 16)
    base = FlatArray.resize(base, to: capacity)
  }

  @usableFromInline
  static func resize(
    _ old: UnsafeMutablePointer<Element>?, to capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    // Values are bitwise movable, so `realloc` may move them.
    guard let memory = Memory.resize(old, to: capacity * MemoryLayout<Element>.stride) else {
      fatalError("out of memory")
    }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }
}

/// What happens to all tables of a part of the state at once.
enum TableChange {
  /// Tables that belonged to another state get memory of their own.
  case separate
  case destroy
}

extension FlatArray {
  mutating func undergo(_ change: TableChange) {
    switch change {
    case .separate: self = copy()
    case .destroy: destroy()
    }
  }
}

/// A part of the state that has tables and lists them in one place only.
protocol TableOwner {
  mutating func forEachTable(_ change: TableChange)
}

extension TableOwner {
  /// A copy in tables of its own.
  ///
  /// - Complexity: O(*n*) in the contents of the tables.
  func copy() -> Self {
    var copy = self
    copy.forEachTable(.separate)
    return copy
  }

  mutating func destroy() { forEachTable(.destroy) }
}
