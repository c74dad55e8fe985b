import Basics

extension ValueTail {
  /// The members that only a List, a Dictionary or a Double has.
  static let ofLists = [
    ValueTail("sorted", keepsKinds: true) { value, _ in
      elements(of: value) { (list) -> Value? in
        guard areComparable(list) else { return nil }
        var steps = 0
        let sorted = try? list.sorted { (left, right) in
          try LongWork.step(&steps)
          return left.isLess(than: right) ?? false
        }
        return sorted.map { ListValue($0).map(Value.list) } ?? .nil
      }
    },
    ValueTail("unique", keepsKinds: true) { value, _ in
      elements(of: value) { list in
        var seen: Set<HashableValue> = []
        var steps = 0
        let found = try? list.filter {
          try LongWork.step(&steps)
          return seen.insert(HashableValue(value: $0)).inserted
        }
        return found.map { ListValue($0).map(Value.list) } ?? .nil
      }
    },
    ValueTail("enumerated", keepsKinds: true) { value, _ in
      elements(of: value) { list in
        var steps = 0
        let pairs = try? list.enumerated().compactMap { (place, element) in
          try LongWork.step(&steps)
          return ListValue([.int(place), element]).map(Value.list)
        }
        guard let pairs else { return .nil }
        return ListValue(pairs).flatMap { $0.count == list.count ? .list($0) : nil }
      }
    },
    ValueTail("min", keepsKinds: false) { value, _ in extreme(of: value) { $0.isLess(than: $1) } },
    ValueTail("max", keepsKinds: false) { value, _ in extreme(of: value) { $1.isLess(than: $0) } },
    ValueTail("average", keepsKinds: false) { value, text in
      elements(of: value) { list in
        guard !list.isEmpty else { return .nil }
        switch sum(.list(ListValue(list.map(asDouble)) ?? .empty)) {
        case .double(let sum): return .double(sum / Double(list.count))
        default: return nil
        }
      }
    },
    ValueTail("keys", keepsKinds: true) { value, _ in entries(of: value, \.keys) },
    ValueTail("values", keepsKinds: true) { value, _ in entries(of: value, \.values) },
    ValueTail("isNaN", keepsKinds: true) { value, _ in
      switch value {
      case .nil: .nil
      case .int: .bool(false)
      case .double(let number): .bool(number.isNaN)
      default: nil
      }
    },
  ]

  private static func elements(of value: Value, _ result: (ListValue) -> Value?) -> Value? {
    switch value {
    case .nil: .nil
    case .list(let list): result(list)
    default: nil
    }
  }

  private static func entries(
    of value: Value, _ part: (DictionaryValue) -> ListValue
  ) -> Value? {
    switch value {
    case .nil: .nil
    case .dictionary(let dictionary): .list(part(dictionary))
    default: nil
    }
  }

  private static func asDouble(_ value: Value) -> Value {
    if case .int(let number) = value { .double(Double(number)) } else { value }
  }

  private static func areComparable(_ list: ListValue) -> Bool {
    guard let first = list.first else { return true }
    return list.allSatisfy { first.isLess(than: $0) != nil }
  }

  /// - Parameter isBetter: Whether the first value is to be taken instead of the second.
  private static func extreme(of value: Value, _ isBetter: (Value, Value) -> Bool?) -> Value? {
    elements(of: value) { list in
      guard var best = list.first else { return .nil }
      guard areComparable(list) else { return nil }
      for element in list where isBetter(element, best) == true { best = element }
      return best
    }
  }
}

/// A value as an element of a set or a key: equal ones are one.
package struct HashableValue: Hashable {
  let value: Value

  package init(value: Value) { self.value = value }

  package func hash(into hasher: inout Hasher) {
    switch value {
    case .nil: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    // 1 and 1.0 are equal.
    case .int(let number): hasher.combine(Double(number))
    case .double(let number): hasher.combine(number.isNaN ? .nan : number)
    case .string(let text): hasher.combine(text)
    case .list(let list):
      hasher.combine(list.count)
      for element in list { HashableValue(value: element).hash(into: &hasher) }
    // Equal ones may have their entries in another order.
    case .dictionary(let dictionary): hasher.combine(dictionary.count)
    case .enumeration(let value): hasher.combine(value.name)
    case .object(let object): hasher.combine(object.index)
    case .duration(let span): hasher.combine(span)
    }
  }
}
