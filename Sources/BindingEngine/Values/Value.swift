/// A value that a property can hold and a binding can pass.
///
/// 17 bytes, so that a property record has room for its flags in the value's padding.
public enum Value: Sendable {
  case `nil`
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case list(List)
  case object(ObjectID)
  /// A span of virtual time, in microseconds.
  case duration(Int)
}

/// A handle of an object. When the object is released the handle goes stale, and so reads as nil;
/// it never becomes another object.
public struct ObjectID: Hashable, Sendable {
  @usableFromInline package let index: UInt32
  @usableFromInline package let generation: UInt32

  package init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
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
  /// The number by which a person names it: `#3`. Never used twice in one graph, unless
  /// what had it was put back by `rewind`.
  public let number: UInt32

  package init(index: UInt32, number: UInt32) {
    self.index = index
    self.number = number
  }
}

/// A handle of a class.
public struct ClassID: Hashable, Sendable {
  package let index: UInt32

  package init(index: UInt32) { self.index = index }
}
