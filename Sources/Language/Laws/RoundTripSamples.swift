import BindingEngine

/// The values that a round trip is tried on, the simplest first: the first that does not come back
/// is the one that is named.
enum RoundTripSamples {
  static let whole: [Value] = [
    0, 1, -1, 2, 3, 7, 10, 99, 100, 1000, 1_000_000, 123_456_789, 1_000_000_000_000,
  ].map(Value.int)

  private static let broken: [Value] = [
    0.1, 0.5, 1.5, 2.5, -0.5, 12.345, 99.995, 1.0 / 3, 1e15,
  ].map(Value.double)

  static let numbers = whole + broken

  static let doubles: [Value] = numbers.map {
    if case .int(let number) = $0 { .double(Double(number)) } else { $0 }
  }

  /// What people type, and what formatting makes of numbers.
  static let texts: [Value] = [
    "", "a", " a ", "A", "1", "01", "-1", "1.5", "1.50", "1e3", "1,000", "a,b", "é", "a\nb",
  ].map(Value.string)

  static let spans: [Value] = [0, 1, 1_000, 1_500_000, 1_000_000, 60_000_000].map(Value.duration)

  static let lists: [Value] = [
    [], [.int(1)], [.int(2), .int(1)], [.int(1), .int(1)], [.string("a"), .nil],
  ].compactMap { ListValue($0).map(Value.list) }

  static let dictionaries: [Value] = [
    .empty, DictionaryValue.empty.setting(.string("a"), to: .int(1)),
    DictionaryValue.empty.setting(.int(1), to: .string("a")),
  ].compactMap { $0.map(Value.dictionary) }

  /// Values that a property of `type` admits: `present`, which it has now, before all others.
  ///
  /// Where the type admits anything the others are of the kind of `present`. Of objects there are no
  /// samples, since none can be made without leaving a trace.
  static func values(of type: ValueType, present: Value) -> [Value] {
    var found: [Value] = []
    if case .object = present {} else { found.append(present) }
    var base = type.base
    if base == .any { base = kind(of: present) }
    switch base {
    case .int: found += whole
    case .double: found += doubles
    case .number: found += numbers
    case .string: found += texts
    case .bool: found += [.bool(false), .bool(true)]
    case .list: found += lists
    case .dictionary: found += dictionaries
    case .duration: found += spans
    case .any, .object, .instance: break
    }
    if type.isOptional, type.base != .any { found.append(.nil) }
    // Twice the same would count twice. It differs in kind where a `Double` is written as an `Int`.
    return found.enumerated().filter { position, value in
      !found[..<position].contains { $0 == value && $0.typeName == value.typeName }
    }.map(\.element)
  }

  private static func kind(of value: Value) -> ValueType.Base {
    switch value {
    case .nil, .object: .any
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .list: .list
    case .dictionary: .dictionary
    case .duration: .duration
    }
  }
}
