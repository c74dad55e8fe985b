/// A handle of an object. When the object is released, the handle becomes stale and reads as nil;
/// it never becomes another object.
public struct ObjectID: Hashable, Sendable {
  @usableFromInline package let index: UInt32
  /// The generation in the lower 8 bits, and above them the tag of the graph.
  @usableFromInline package let tagAndGeneration: UInt32

  @inlinable
  package init(index: UInt32, generation: UInt32, tag: UInt32) {
    self.index = index
    tagAndGeneration = tag << 8 | generation
  }

  @inlinable @inline(__always)
  package init(index: UInt32, tagAndGeneration: UInt32) {
    self.index = index
    self.tagAndGeneration = tagAndGeneration
  }

  /// The handle of nothing, which belongs to no graph.
  package static let none = ObjectID(index: 0, generation: 0, tag: 0)

  @inlinable @inline(__always)
  package var generation: UInt32 { tagAndGeneration & 0xFF }

  /// Which graph it belongs to; 0 for none.
  @inlinable @inline(__always)
  package var tag: UInt32 { tagAndGeneration >> 8 }
}

/// A handle of one property of one object; stale when the object is released.
public struct PropertyID: Hashable, Sendable {
  public let object: ObjectID
  @usableFromInline package let slot: UInt32

  @inlinable
  package init(object: ObjectID, slot: UInt32) {
    self.object = object
    self.slot = slot
  }
}

/// A handle of a binding or an observer; stale when it is unbound.
public struct BindingID: Hashable, Sendable {
  @usableFromInline package let index: UInt32
  /// The number by which people name it: `#3`. It is never used twice in one graph, unless its
  /// first owner was rolled back by `rewind`.
  public let number: UInt32
  /// Which graph it belongs to.
  @usableFromInline package let tag: UInt32

  @inlinable
  package init(index: UInt32, number: UInt32, tag: UInt32) {
    self.index = index
    self.number = number
    self.tag = tag
  }
}

/// A handle of a class.
public struct ClassID: Hashable, Sendable {
  @usableFromInline package let index: UInt32
  /// Which graph it belongs to; 0 for none.
  @usableFromInline package let tag: UInt32

  @inlinable
  package init(index: UInt32, tag: UInt32) {
    self.index = index
    self.tag = tag
  }

  /// The handle of nothing, which belongs to no graph.
  package static let none = ClassID(index: 0, tag: 0)
}

/// A piece of program that the engine runs through its driver. The engine knows only this handle of
/// it.
public struct BlockID: Hashable, Sendable {
  @usableFromInline package let index: UInt32

  @inlinable
  package init(_ index: UInt32) { self.index = index }

  package static let none = BlockID(0)
  @inlinable
  package var exists: Bool { index != 0 }
}
