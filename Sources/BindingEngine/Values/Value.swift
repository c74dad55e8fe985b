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

/// A list value, which knows how deeply it is nested and how much it holds.
///
/// Lists are values and so cannot contain themselves, but a loop can nest them as deeply as it
/// likes, and put a list into the next twice: freeing, comparing and writing them out go all the
/// way down. `maximumDepth` and `maximumSize` bound that.
public struct List: Sendable {
  /// The deepest nesting there may be.
  public static let maximumDepth = 200
  /// How many values there may be in all, those of a list counted wherever it occurs.
  public static let maximumSize = 16_000_000

  public let elements: [Value]
  private let packedDepth: UInt32
  private let packedSize: UInt32

  /// 1 for a list that holds no list.
  public var depth: Int { Int(packedDepth) }
  /// The values in it and in the lists in it.
  public var size: Int { Int(packedSize) }

  /// - Returns: nil where the result would be nested deeper than `maximumDepth` or hold more than
  ///   `maximumSize`.
  /// - Complexity: O(*n*) in the number of elements.
  public init?(_ elements: [Value]) {
    var deepest = 0
    var size = elements.count
    for case .list(let inner) in elements {
      deepest = max(deepest, inner.depth)
      size += inner.size
      guard size <= List.maximumSize else { return nil }
    }
    guard deepest < List.maximumDepth, size <= List.maximumSize else { return nil }
    self.elements = elements
    packedDepth = UInt32(deepest + 1)
    packedSize = UInt32(size)
  }
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
  /// The number by which a person names it: `#3`. Never used twice in one graph.
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
