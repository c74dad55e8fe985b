/// A value that a property can hold and a binding can pass.
///
/// 17 bytes, so that a property record has room for its flags in the value's padding.
public enum Value: Sendable {
  case `nil`
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case list(ListValue)
  case dictionary(DictionaryValue)
  case enumeration(EnumerationCase)
  case object(ObjectID)
  /// A span of virtual time, in microseconds.
  case duration(Int)
}

/// A handle of an object. When the object is released, the handle becomes stale and reads as nil;
/// it never becomes another object.
public struct ObjectID: Hashable, Sendable {
  @usableFromInline package let index: UInt32
  /// The generation in the lower 8 bits, and above them the tag of the graph.
  @usableFromInline let tagAndGeneration: UInt32

  package init(index: UInt32, generation: UInt32, tag: UInt32) {
    self.index = index
    tagAndGeneration = tag << 8 | generation
  }

  @inline(__always)
  init(index: UInt32, tagAndGeneration: UInt32) {
    self.index = index
    self.tagAndGeneration = tagAndGeneration
  }

  /// The handle of nothing, which belongs to no graph.
  package static let none = ObjectID(index: 0, generation: 0, tag: 0)

  @inlinable @inline(__always)
  package var generation: UInt32 { tagAndGeneration & 0xFF }

  /// Which graph it belongs to; 0 for none.
  @inline(__always)
  var tag: UInt32 { tagAndGeneration >> 8 }
}

/// A handle of one property of one object; stale when the object is released.
public struct PropertyID: Hashable, Sendable {
  public let object: ObjectID
  package let slot: UInt32

  package init(object: ObjectID, slot: UInt32) {
    self.object = object
    self.slot = slot
  }
}

/// A handle of a binding or an observer; stale when it is unbound.
public struct BindingID: Hashable, Sendable {
  package let index: UInt32
  /// The number by which people name it: `#3`. It is never used twice in one graph, unless its
  /// first owner was rolled back by `rewind`.
  public let number: UInt32
  /// Which graph it belongs to.
  let tag: UInt32
}

/// A handle of a class.
public struct ClassID: Hashable, Sendable {
  package let index: UInt32
  /// Which graph it belongs to; 0 for none.
  let tag: UInt32

  /// The handle of nothing, which belongs to no graph.
  package static let none = ClassID(index: 0, tag: 0)
}
