/// A value inside a formula. It needs no reference counting.
enum FormulaNumber {
  case int(Int)
  case double(Double)
  case bool(Bool)

  /// - Returns: nil for what the driver's operators take: strings, lists, objects, durations and nil.
  @inline(__always)
  init?(_ value: UnsafePointer<Value>) {
    switch value.pointee {
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .bool(let flag): self = .bool(flag)
    default: return nil
    }
  }

  @inline(__always)
  var value: Value {
    switch self {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .bool(let flag): .bool(flag)
    }
  }
}

// The operators of the language. An operation that fails, or that has special rules for signs and
// zero, returns nil here. Then the driver evaluates the block again and reports any error.
extension FormulaNumber {
  @inline(__always)
  func plus(_ right: FormulaNumber) -> FormulaNumber? {
    if case .int(let a) = self, case .int(let b) = right {
      let (sum, isTooLarge) = a.addingReportingOverflow(b)
      return isTooLarge ? nil : .int(sum)
    }
    return applyingToDoubles(.add, right)
  }

  /// The value of an operator with two operands.
  @inline(__always)
  func applying(_ operation: FormulaStep.Operation, _ right: FormulaNumber) -> FormulaNumber? {
    guard case .int(let a) = self, case .int(let b) = right else {
      return applyingToDoubles(operation, right)
    }
    let (result, isTooLarge): (Int, Bool)
    switch operation {
    case .add: (result, isTooLarge) = a.addingReportingOverflow(b)
    case .subtract: (result, isTooLarge) = a.subtractingReportingOverflow(b)
    case .multiply: (result, isTooLarge) = a.multipliedReportingOverflow(by: b)
    case .divide where a >= 0 && b > 0: (result, isTooLarge) = (a / b, false)
    case .remainder where a >= 0 && b > 0: (result, isTooLarge) = (a % b, false)
    case .equal: return .bool(a == b)
    case .notEqual: return .bool(a != b)
    case .less: return .bool(a < b)
    case .lessOrEqual: return .bool(a <= b)
    case .greater: return .bool(a > b)
    case .greaterOrEqual: return .bool(a >= b)
    default: return nil
    }
    return isTooLarge ? nil : .int(result)
  }

  /// The value of an operator with one operand.
  @inline(__always)
  func applying(_ operation: FormulaStep.Operation) -> FormulaNumber? {
    switch (operation, self) {
    case (.not, .bool(let flag)): .bool(!flag)
    case (.negate, .int(let number)) where number != .min: .int(-number)
    case (.negate, .double(let number)): .double(-number)
    default: nil
    }
  }

  /// The same if at least one of the two is not a whole number.
  @inline(never)
  private func applyingToDoubles(
    _ operation: FormulaStep.Operation, _ right: FormulaNumber
  ) -> FormulaNumber? {
    switch operation {
    case .equal: return .bool(value == right.value)
    case .notEqual: return .bool(value != right.value)
    default: break
    }
    guard let a = number, let b = right.number else { return nil }
    switch operation {
    case .add: return .double(a + b)
    case .subtract: return .double(a - b)
    case .multiply: return .double(a * b)
    case .divide where b != 0: return .double(a / b)
    case .remainder where b != 0: return .double(a.truncatingRemainder(dividingBy: b))
    case .less: return .bool(a < b)
    case .greater: return .bool(a > b)
    // Equality is that of values, which differs for NaN and for whole numbers that no Double
    // represents exactly.
    case .lessOrEqual: return .bool(a < b || value == right.value)
    case .greaterOrEqual: return .bool(a > b || value == right.value)
    default: return nil
    }
  }

  private var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .bool: nil
    }
  }
}
