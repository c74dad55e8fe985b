extension Value: Equatable {
  /// Whether the two are the same value: numbers by their amount (`1` and `1.0` are the same), NaN
  /// the same as NaN so that a dropped write stays dropped, lists by element, dictionaries by key,
  /// objects by identity.
  @inlinable
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.nil, .nil): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b || (a.isNaN && b.isNaN)
    case (.int(let a), .double(let b)): Int(exactly: b) == a
    case (.double(let a), .int(let b)): Int(exactly: a) == b
    case (.string(let a), .string(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.enumeration(let a), .enumeration(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    default: false
    }
  }

  /// Whether it comes before `other`: numbers and durations by size, strings by their characters' code
  /// points; nil if the two cannot be compared.
  @inlinable
  package func isLess(than other: Value) -> Bool? {
    switch (self, other) {
    case (.int(let a), .int(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.int(let a), .double(let b)): Double(a) < b
    case (.double(let a), .int(let b)): a < Double(b)
    case (.string(let a), .string(let b)): a < b
    case (.duration(let a), .duration(let b)): a < b
    default: nil
    }
  }

  /// Whether copying it means copying its bytes: it has no references to count, and is not an
  /// object that may be gone.
  @inlinable @inline(__always)
  package var isNumber: Bool {
    switch self {
    case .nil, .bool, .int, .double, .duration: true
    case .string, .list, .dictionary, .enumeration, .object: false
    }
  }

  /// Whether it holds nothing that must be freed.
  @inlinable @inline(__always)
  package var isBits: Bool {
    switch self {
    case .nil, .bool, .int, .double, .duration, .object: true
    case .string, .list, .dictionary, .enumeration: false
    }
  }

  @inlinable @inline(__always)
  package var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// Whether it is one of the objects, or has one inside.
  package func refers(toOneOf objects: Set<ObjectID>) -> Bool {
    switch self {
    case .nil, .bool, .int, .double, .string, .duration: false
    case .object(let object): objects.contains(object)
    case .list(let list): list.contains { $0.refers(toOneOf: objects) }
    case .dictionary(let dictionary):
      dictionary.keys.contains { $0.refers(toOneOf: objects) }
        || dictionary.values.contains { $0.refers(toOneOf: objects) }
    case .enumeration(let value): value.values.contains { $0.refers(toOneOf: objects) }
    }
  }

  /// Whether `equal = drop-simple` compares it: nil, numbers, strings, booleans and
  /// cases of enumerations.
  @inlinable
  package var isSimple: Bool {
    switch self {
    case .nil, .bool, .int, .double, .string, .duration: true
    case .enumeration(let value): value.values.isEmpty
    case .list, .dictionary, .object: false
    }
  }
}
