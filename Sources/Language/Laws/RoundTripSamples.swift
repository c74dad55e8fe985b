import Values

/// The sample values of a round trip, the simplest first, since the first one that fails is
/// reported.
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

  /// Typed text, and the results of formatting numbers.
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

  /// Values that a property of `type` admits; `present`, its present value, comes first.
  ///
  /// If the type admits anything, the others have the type of `present`. There are no samples of
  /// objects, since none can be made without lasting effects.
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
    case .enumeration(let type):
      found += type.cases.compactMap { known in
        let values = ListValue(known.parameters.map { _ in .string("a") })
        return values.map { .enumeration(EnumerationCase(known.name, of: type, carrying: $0)) }
      }
    case .duration: found += spans
    case .any, .object, .instance: break
    }
    if type.isOptional, type.base != .any { found.append(.nil) }
    // No value is tried twice. An Int differs from a Double of the same value.
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
    case .enumeration(let value): .enumeration(value.enumeration)
    case .duration: .duration
    }
  }
}
