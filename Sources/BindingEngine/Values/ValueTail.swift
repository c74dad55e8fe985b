/// What values answer at the end of a key path, as KVC has it: `vm.id.stringValue`.
public enum ValueTail: String, CaseIterable, Sendable {
  case count, isEmpty, string, int, double, bool, uppercased, lowercased, reversed, trimmed
  case first, last, sum
  case stringValue, intValue, doubleValue, boolValue, uppercaseString, lowercaseString

  /// The tail's value for `value`; nil where this kind of value has none.
  ///
  /// nil answers nil to all of them but `isEmpty` and `count`, so that a broken way stays silent.
  ///
  /// - Complexity: O(*n*) in the length of a string or list, O(1) otherwise.
  public func apply(to value: Value, text: (Value) -> String) -> Value? {
    switch self {
    case .count: ValueTail.count(of: value).map(Value.int)
    case .isEmpty: ValueTail.count(of: value).map { .bool($0 == 0) }
    case .string, .stringValue:
      if case .nil = value { .nil } else { .string(text(value)) }
    case .int, .intValue: ValueTail.integer(value)
    case .double, .doubleValue: ValueTail.double(value)
    case .bool, .boolValue: ValueTail.truth(value)
    case .uppercased, .uppercaseString: ValueTail.mapString(value) { $0.uppercased() }
    case .lowercased, .lowercaseString: ValueTail.mapString(value) { $0.lowercased() }
    case .trimmed: ValueTail.mapString(value, ValueTail.trim)
    case .reversed:
      switch value {
      case .list(let list): ListValue(list.reversed()).map(Value.list)
      default: ValueTail.mapString(value) { String($0.reversed()) }
      }
    case .first: ValueTail.end(of: value, \.first, \.first)
    case .last: ValueTail.end(of: value, \.last, \.last)
    case .sum: ValueTail.sum(value)
    }
  }

  /// Whether the tail fits this kind of value, and only the result would be too large for an Int.
  package func isTooLarge(_ value: Value) -> Bool {
    switch (self, value) {
    case (.sum, .list(let list)):
      let isOfInts = list.allSatisfy { if case .int = $0 { true } else { false } }
      return isOfInts && ValueTail.sum(value) == nil
    case (.int, .double(let number)), (.intValue, .double(let number)):
      return !number.isNaN && ValueTail.integer(value) == nil
    default: return false
    }
  }

  private static func count(of value: Value) -> Int? {
    switch value {
    case .nil: 0
    case .string(let text): text.count
    case .list(let list): list.count
    default: nil
    }
  }

  private static func mapString(_ value: Value, _ change: (String) -> String) -> Value? {
    switch value {
    case .nil: .nil
    case .string(let text): .string(change(text))
    default: nil
    }
  }

  private static func trim(_ text: String) -> String {
    var characters = text[...]
    while let first = characters.first, first.isWhitespace { characters.removeFirst() }
    while let last = characters.last, last.isWhitespace { characters.removeLast() }
    return String(characters)
  }

  private static func integer(_ value: Value) -> Value? {
    switch value {
    case .nil: .nil
    case .bool(let flag): .int(flag ? 1 : 0)
    case .int: value
    case .double(let number): Int(exactly: number.rounded(.towardZero)).map(Value.int)
    case .string(let text): Int(trim(text)).map(Value.int) ?? .nil
    default: nil
    }
  }

  private static func double(_ value: Value) -> Value? {
    switch value {
    case .nil: .nil
    case .bool(let flag): .double(flag ? 1 : 0)
    case .int(let number): .double(Double(number))
    case .double: value
    case .string(let text): Double(trim(text)).map(Value.double) ?? .nil
    default: nil
    }
  }

  private static func truth(_ value: Value) -> Value? {
    switch value {
    case .nil: .nil
    case .bool: value
    case .int(let number): .bool(number != 0)
    case .double(let number): .bool(number != 0)
    case .string(let text):
      switch trim(text).lowercased() {
      case "true", "yes", "1": .bool(true)
      case "false", "no", "0", "": .bool(false)
      default: .nil
      }
    default: nil
    }
  }

  private static func end(
    of value: Value, _ element: (ListValue) -> Value?, _ character: (String) -> Character?
  ) -> Value? {
    switch value {
    case .nil: .nil
    case .list(let list): element(list) ?? .nil
    case .string(let text): character(text).map { .string(String($0)) } ?? .nil
    default: nil
    }
  }

  private static func sum(_ value: Value) -> Value? {
    guard case .list(let list) = value else {
      if case .nil = value { return .nil }
      return nil
    }
    var whole = 0
    var fraction: Double?
    let hasDouble = list.contains { if case .double = $0 { true } else { false } }
    for element in list {
      switch element {
      case .int(let number):
        if let sum = fraction {
          fraction = sum + Double(number)
        } else {
          let (sum, overflow) = whole.addingReportingOverflow(number)
          if overflow, !hasDouble { return nil }
          if overflow { fraction = Double(whole) + Double(number) } else { whole = sum }
        }
      case .double(let number): fraction = (fraction ?? Double(whole)) + number
      default: return nil
      }
    }
    return fraction.map(Value.double) ?? .int(whole)
  }
}
