import Syntax
import Values

/// The kinds that a value may have when it is read: one if it is certain, more if it is not.
/// where it is open.
package struct ValueKinds: OptionSet, Hashable {
  package let rawValue: UInt16

  package static let `nil` = ValueKinds(rawValue: 1)
  package static let bool = ValueKinds(rawValue: 2)
  package static let int = ValueKinds(rawValue: 4)
  package static let double = ValueKinds(rawValue: 8)
  package static let string = ValueKinds(rawValue: 16)
  package static let list = ValueKinds(rawValue: 32)
  package static let object = ValueKinds(rawValue: 64)
  package static let duration = ValueKinds(rawValue: 128)
  package static let dictionary = ValueKinds(rawValue: 256)
  package static let enumeration = ValueKinds(rawValue: 512)

  package static let number: ValueKinds = [.int, .double]
  /// Nothing is known.
  package static let any = ValueKinds(rawValue: 1023)

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package init(of value: Value) {
    self =
      switch value {
      case .nil: .nil
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .string: .string
      case .list: .list
      case .object: .object
      case .duration: .duration
      case .dictionary: .dictionary
      case .enumeration: .enumeration
      }
  }

  /// The kinds that a property of the type can hold.
  package init(of type: ValueType) {
    self =
      switch type.base {
      case .any: .any
      case .int: .int
      case .double: .double
      case .number: .number
      case .string: .string
      case .bool: .bool
      case .list: .list
      case .object, .instance: .object
      case .duration: .duration
      case .dictionary: .dictionary
      case .enumeration: .enumeration
      }
    if type.isOptional { formUnion(.nil) }
  }

  /// One value of each kind, in the order of the bits: apart from sizes, the interpreter's operators
  /// have the same kinds of results for these as for all values of the kind.
  package static let samples: [Value] = [
    .nil, .bool(true), .int(1), .double(1.5), .string("a"), .list(.empty),
    .object(ObjectID.none), .duration(1), .dictionary(.empty),
    .enumeration(
      EnumerationCase("case", of: Enumeration(name: "Enum", cases: [Enumeration.Case("case")]))),
  ]

  /// The position of the kind among `samples`; nil if there are several.
  package var single: Int? {
    rawValue.nonzeroBitCount == 1 ? rawValue.trailingZeroBitCount : nil
  }

  /// The type as the language writes it; nil if that would take more than one word.
  package var typeName: String? {
    if self == .nil { return "nil" }
    let base = subtracting(.nil)
    let suffix = contains(.nil) ? "?" : ""
    if base == .number { return "Number" + suffix }
    return base.single.map { ValueKinds.samples[$0].typeName + suffix }
  }
}

/// The kinds of results of the interpreter's operators.
package enum StaticOperators {
  /// For each operator from `equal` on, the kind of the result by the kinds of its operands; 0 if the
  /// operator does not accept them.
  private static let results: [[UInt16]] = BinaryOperator.allCases.map { operation in
    ValueKinds.samples.flatMap { left in
      ValueKinds.samples.map { right in result(of: operation, left, right)?.rawValue ?? 0 }
    }
  }

  private static func result(
    of operation: BinaryOperator, _ left: Value, _ right: Value
  ) -> ValueKinds? {
    switch operation {
    case .or, .and, .coalesce: .any
    default: (try? apply(operation, left, right)).map { ValueKinds(of: $0) }
    }
  }

  /// The result of an operator that always evaluates both operands.
  package static func apply(
    _ operation: BinaryOperator, _ left: Value, _ right: Value
  ) throws(ScriptFailure) -> Value {
    switch operation {
    case .add: try Operators.add(left, right)
    case .subtract: try Operators.subtract(left, right)
    case .multiply: try Operators.multiply(left, right)
    case .divide: try Operators.divide(left, right)
    case .remainder: try Operators.remainder(left, right)
    case .closedRange, .range:
      Operators.list(
        of: try Operators.numbers(left, right, isClosed: operation == .closedRange))
    default: .bool(try Operators.compare(operation, left, right))
    }
  }

  /// The kinds of results of `operation`; none if it fails for all possible operands.
  package static func result(
    of operation: BinaryOperator, _ left: ValueKinds, _ right: ValueKinds
  ) -> ValueKinds {
    let table = results[Int(operation.rawValue)]
    var result: UInt16 = 0
    for first in ValueKinds.samples.indices where left.rawValue & 1 << first != 0 {
      for second in ValueKinds.samples.indices where right.rawValue & 1 << second != 0 {
        result |= table[first * ValueKinds.samples.count + second]
      }
    }
    return ValueKinds(rawValue: result)
  }

  /// The interpreter's error for operands that are never accepted.
  package static func mistake(
    _ operation: BinaryOperator, _ left: ValueKinds, _ right: ValueKinds
  ) -> Mistake? {
    guard let leftName = left.typeName, let rightName = right.typeName else { return nil }
    return .cannotTake(operation.spelling, left: leftName, right: rightName)
  }

  /// The kinds of results of a value tail; none if values of these kinds do not have it.
  package static func result(of tail: ValueTail, _ kinds: ValueKinds) -> ValueKinds {
    var result: ValueKinds = []
    for (position, sample) in ValueKinds.samples.enumerated()
    where kinds.rawValue & 1 << position != 0 {
      // For an object, the name means its property, so a text for it could be anything.
      if case .object = sample { return .any }
      guard let value = tail.apply(to: sample, text: { _ in "" }) else { continue }
      switch sample {
      case .nil, .bool, .int: break
      default: guard tail.keepsKinds else { return .any }
      }
      result.formUnion(ValueKinds(of: value))
    }
    return result
  }
}
