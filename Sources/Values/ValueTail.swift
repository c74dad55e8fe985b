/// What values offer at the end of a key path, as in KVC: `vm.id.stringValue`.
///
/// Key paths, `check`, completion, `help values` and the check of the manual all read this table.
public struct ValueTail: RawRepresentable, CaseIterable, Sendable {
  /// Its spelling.
  public let rawValue: String
  /// Whether its results are of one kind for all values that have it.
  package let keepsKinds: Bool
  /// Whether the tail fits this kind of value, and only the result would be too large for an Int.
  package let isTooLarge: @Sendable (Value) -> Bool
  private let result: @Sendable (Value, (Value) -> String) -> Value?

  /// The members of the language, in the order in which they are shown.
  package static let named: [ValueTail] =
    [
      ValueTail("count", keepsKinds: true) { value, _ in count(of: value).map(Value.int) },
      ValueTail("isEmpty", keepsKinds: true) { value, _ in
        // Counting the characters of a long text takes a while.
        if case .string(let text) = value { return .bool(text.isEmpty) }
        return count(of: value).map { .bool($0 == 0) }
      },
      ValueTail("string", keepsKinds: true) { value, text in
        if case .nil = value { .nil } else { .string(text(value)) }
      },
      ValueTail("int", keepsKinds: false, isTooLarge: isBeyondInt) { value, _ in integer(value) },
      ValueTail("double", keepsKinds: false) { value, _ in double(value) },
      ValueTail("bool", keepsKinds: false) { value, _ in truth(value) },
      ValueTail("uppercased", keepsKinds: true) { value, _ in
        mapString(value) { $0.uppercased() }
      },
      ValueTail("lowercased", keepsKinds: true) { value, _ in
        mapString(value) { $0.lowercased() }
      },
      ValueTail("reversed", keepsKinds: true) { value, _ in
        if case .list(let list) = value {
          // In memory that is theirs: to look each element up from the end takes ten times as long.
          return ListValue(list.map { $0 }.reversed()).map(Value.list)
        }
        return mapString(value) { String($0.reversed()) }
      },
      ValueTail("trimmed", keepsKinds: true) { value, _ in mapString(value, trim) },
      ValueTail("first", keepsKinds: false) { value, _ in end(of: value, \.first, \.first) },
      ValueTail("last", keepsKinds: false) { value, _ in end(of: value, \.last, \.last) },
      ValueTail("sum", keepsKinds: false, isTooLarge: isSumTooLarge) { value, _ in sum(value) },
    ] + ofStrings + ofLists

  /// All of them; the names from KVC come last.
  public static let allCases: [ValueTail] =
    named
    + [
      ("stringValue", "string"), ("intValue", "int"), ("doubleValue", "double"),
      ("boolValue", "bool"), ("uppercaseString", "uppercased"), ("lowercaseString", "lowercased"),
    ].compactMap { (name, meant) in
      named.first { $0.rawValue == meant }
        .map {
          ValueTail(name, keepsKinds: $0.keepsKinds, isTooLarge: $0.isTooLarge, result: $0.result)
        }
    }

  init(
    _ name: String, keepsKinds: Bool,
    isTooLarge: @escaping @Sendable (Value) -> Bool = { _ in false },
    result: @escaping @Sendable (Value, (Value) -> String) -> Value?
  ) {
    rawValue = name
    self.keepsKinds = keepsKinds
    self.isTooLarge = isTooLarge
    self.result = result
  }

  /// Whether it gives an element of a list as it is.
  package var givesElement: Bool { rawValue == "first" || rawValue == "last" }

  /// The tail with this spelling; nil if there is none.
  public init?(rawValue: String) {
    guard let found = ValueTail.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = found
  }

  /// The tail's value for `value`; nil if this kind of value has none.
  ///
  /// For nil every tail is nil except `isEmpty` and `count`, so that a broken path stays silent.
  ///
  /// - Complexity: O(*n*) in the length of a string or list, otherwise O(1).
  public func apply(to value: Value, text: (Value) -> String) -> Value? { result(value, text) }

  @Sendable private static func isBeyondInt(_ value: Value) -> Bool {
    guard case .double(let number) = value else { return false }
    return !number.isNaN && integer(value) == nil
  }

  @Sendable private static func isSumTooLarge(_ value: Value) -> Bool {
    guard case .list(let list) = value else { return false }
    return list.allSatisfy { if case .int = $0 { true } else { false } } && sum(value) == nil
  }

  private static func count(of value: Value) -> Int? {
    switch value {
    case .nil: 0
    case .string(let text): text.count
    case .list(let list): list.count
    case .dictionary(let dictionary): dictionary.count
    default: nil
    }
  }

  static func mapString(_ value: Value, _ change: (String) -> String) -> Value? {
    switch value {
    case .nil: .nil
    case .string(let text): .string(change(text))
    default: nil
    }
  }

  @Sendable static func trim(_ text: String) -> String {
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

  static func sum(_ value: Value) -> Value? {
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
