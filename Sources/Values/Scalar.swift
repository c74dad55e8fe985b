/// A number or a truth value: what operators calculate with. It needs no reference counting.
///
/// Its operators are the arithmetic of the language, for formulas that the engine evaluates and for
/// the code of scripts.
@frozen @usableFromInline
package enum Scalar: Sendable {
  case int(Int)
  case double(Double)
  case bool(Bool)

  /// - Returns: nil for strings, lists, dictionaries, cases, objects, durations and nil.
  @inlinable @inline(__always)
  package init?(_ value: UnsafePointer<Value>) {
    // The payload of a case is at the beginning of the value. Taking it out of the case would first
    // copy the value, with a call for each number that a formula reads.
    let payload = UnsafeRawPointer(value)
    switch value.pointee.kindOfScalar {
    case .int: self = .int(payload.load(as: Int.self))
    case .double: self = .double(payload.load(as: Double.self))
    case .bool: self = .bool(payload.load(as: Bool.self))
    case .none: return nil
    }
  }

  @inlinable @inline(__always)
  package init?(_ value: Value) {
    switch value {
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .bool(let flag): self = .bool(flag)
    default: return nil
    }
  }

  @inlinable @inline(__always)
  package var value: Value {
    switch self {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .bool(let flag): .bool(flag)
    }
  }

  /// An operator with two operands.
  @frozen @usableFromInline
  package enum Operator: UInt8, Sendable {
    case add, subtract, multiply, divide, remainder
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }
}

// An operation has no result if it is not defined, by zero or for truth values, and if the result is
// too large.
extension Scalar {
  @inlinable @inline(__always)
  package func plus(_ right: Scalar) -> Scalar? {
    if case .int(let a) = self, case .int(let b) = right {
      let (sum, isTooLarge) = a.addingReportingOverflow(b)
      return isTooLarge ? nil : .int(sum)
    }
    if case .double(let a) = self, case .double(let b) = right { return .double(a + b) }
    return applyingToDoubles(.add, right)
  }

  /// The value of an operator with two operands.
  @inlinable @inline(__always)
  package func applying(_ operation: Operator, _ right: Scalar) -> Scalar? {
    guard case .int(let a) = self, case .int(let b) = right else {
      if operation == .multiply, case .double(let a) = self, case .double(let b) = right {
        return .double(a * b)
      }
      return applyingToDoubles(operation, right)
    }
    let (result, isTooLarge): (Int, Bool)
    switch operation {
    case .add: (result, isTooLarge) = a.addingReportingOverflow(b)
    case .subtract: (result, isTooLarge) = a.subtractingReportingOverflow(b)
    case .multiply: (result, isTooLarge) = a.multipliedReportingOverflow(by: b)
    case .divide: (result, isTooLarge) = a.dividedReportingOverflow(by: b)
    case .remainder:
      if b == 0 { return nil }
      (result, isTooLarge) = (a.remainderReportingOverflow(dividingBy: b).partialValue, false)
    case .equal: return .bool(a == b)
    case .notEqual: return .bool(a != b)
    case .less: return .bool(a < b)
    case .lessOrEqual: return .bool(a <= b)
    case .greater: return .bool(a > b)
    case .greaterOrEqual: return .bool(a >= b)
    }
    return isTooLarge ? nil : .int(result)
  }

  @inlinable @inline(__always)
  package var negated: Scalar? {
    switch self {
    case .int(let number) where number != .min: .int(-number)
    case .double(let number): .double(-number)
    default: nil
    }
  }

  @inlinable @inline(__always)
  package var inverted: Scalar? {
    if case .bool(let flag) = self { .bool(!flag) } else { nil }
  }

  /// What `applying` gives if at least one of the two is not a whole number.
  @usableFromInline
  func applyingToDoubles(_ operation: Operator, _ right: Scalar) -> Scalar? {
    guard operation.rawValue <= Operator.remainder.rawValue else {
      return comparing(operation, right)
    }
    guard let a = number, let b = right.number else { return nil }
    switch operation {
    case .add: return .double(a + b)
    case .subtract: return .double(a - b)
    case .multiply: return .double(a * b)
    case .divide where b != 0: return .double(a / b)
    case .remainder where b != 0: return .double(a.truncatingRemainder(dividingBy: b))
    default: return nil
    }
  }

  /// Comparisons are those of values. For NaN, and for whole numbers that no Double represents
  /// exactly, equality is not what the two orders leave over.
  private func comparing(_ operation: Operator, _ right: Scalar) -> Scalar? {
    let (a, b) = (value, right.value)
    switch operation {
    case .equal: return .bool(a == b)
    case .notEqual: return .bool(a != b)
    case .less: return a.isLess(than: b).map(Scalar.bool)
    case .greater: return b.isLess(than: a).map(Scalar.bool)
    case .lessOrEqual: return a.isLess(than: b).map { .bool($0 || a == b) }
    case .greaterOrEqual: return b.isLess(than: a).map { .bool($0 || a == b) }
    case .add, .subtract, .multiply, .divide, .remainder: return nil
    }
  }

  /// Whether it is the number zero.
  package var isZero: Bool { number == 0 }

  /// It as a Double; nil for a truth value.
  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .bool: nil
    }
  }
}

extension Value {
  @frozen @usableFromInline
  enum KindOfScalar {
    case none, int, double, bool
  }

  @inlinable @inline(__always)
  var kindOfScalar: KindOfScalar {
    switch self {
    case .int: .int
    case .double: .double
    case .bool: .bool
    default: .none
    }
  }
}
