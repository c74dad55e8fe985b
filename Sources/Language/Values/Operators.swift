import Syntax
import Values

/// The operators of the language.
package enum Operators {
  package static func add(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if let sum = scalar(.add, left, right) { return sum }
    switch (left, right) {
    case (.string(let a), .string(let b)):
      guard a.utf8.count + b.utf8.count <= longestString else { throw tooLong }
      return .string(a + b)
    case (.duration(let a), .duration(let b)):
      let (sum, overflow) = a.addingReportingOverflow(b)
      if overflow { throw .overflow("the sum of the durations") }
      return .duration(sum)
    case (.list(let a), .list(let b)):
      guard let list = a + b else { throw tooDeep }
      return .list(list)
    default: throw failure("+", left, right)
    }
  }

  /// In bytes: otherwise a loop that doubles a string would quickly use up all memory.
  package static let longestString = 1 << 28
  package static let tooLong = ScriptFailure.message(
    "a string of more than \(longestString) bytes", help: nil)

  package static let tooDeep = ScriptFailure.message(
    "a list nested deeper than \(ListValue.maximumDepth), or with more than \(ListValue.maximumSize) values",
    help: nil)

  package static func subtract(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if let difference = scalar(.subtract, left, right) { return difference }
    guard case .duration(let a) = left, case .duration(let b) = right else {
      throw failure("-", left, right)
    }
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    if overflow { throw .overflow("the difference of the durations") }
    return .duration(difference)
  }

  package static func multiply(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if let product = scalar(.multiply, left, right) { return product }
    switch (left, right) {
    case (.duration(let a), .int(let b)), (.int(let b), .duration(let a)):
      let (product, overflow) = a.multipliedReportingOverflow(by: b)
      if overflow { throw .overflow("the duration") }
      return .duration(product)
    default: throw failure("*", left, right)
    }
  }

  package static func divide(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if let quotient = scalar(.divide, left, right) { return quotient }
    throw failure("/", left, right)
  }

  package static func remainder(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if let remainder = scalar(.remainder, left, right) { return remainder }
    throw failure("%", left, right)
  }

  /// The result for numbers, if there is one.
  @inline(__always)
  private static func scalar(
    _ operation: Scalar.Operator, _ left: Value, _ right: Value
  ) -> Value? {
    guard let left = Scalar(left), let right = Scalar(right) else { return nil }
    return left.applying(operation, right)?.value
  }

  /// Why an operation has no result.
  @inline(never)
  private static func failure(
    _ symbol: String, _ left: Value, _ right: Value
  ) -> ScriptFailure {
    guard let a = Scalar(left), let b = Scalar(right), a.number != nil, b.number != nil else {
      return mismatch(symbol, left, right)
    }
    let text = "\(text(left)) \(symbol) \(text(right))"
    // With anything else than whole numbers nothing is too large.
    let isByZero = b.isZero && (symbol == "/" || symbol == "%")
    return isByZero ? .message("division by zero: \(text)", help: nil) : .overflow(text)
  }

  private static func text(_ number: Value) -> String {
    switch number {
    case .int(let number): String(number)
    case .double(let number): Value.text(of: number)
    default: number.typeName
    }
  }

  private static func mismatch(_ symbol: String, _ left: Value, _ right: Value) -> ScriptFailure {
    .mistake(.cannotTake(symbol, left: left.typeName, right: right.typeName))
  }

  /// Whether `left` comes before `right`, according to `Value.isLess(than:)`.
  ///
  /// - Parameter symbol: The operator, for the message.
  static func isLess(
    _ left: Value, _ right: Value, for symbol: String = "<"
  ) throws(ScriptFailure) -> Bool {
    if let isLess = left.isLess(than: right) { return isLess }
    throw symbol.hasPrefix(">") ? mismatch(symbol, right, left) : mismatch(symbol, left, right)
  }

  package static func compare(
    _ operation: BinaryOperator, _ left: Value, _ right: Value
  ) throws(ScriptFailure) -> Bool {
    switch operation {
    case .equal: return left == right
    case .notEqual: return left != right
    case .less: return try isLess(left, right)
    case .greater: return try isLess(right, left, for: ">")
    // Not the opposite of `greater`: a NaN is neither greater nor less than anything.
    case .lessOrEqual:
      if try isLess(left, right, for: "<=") { return true }
      return left == right
    case .greaterOrEqual:
      if try isLess(right, left, for: ">=") { return true }
      return left == right
    default: preconditionFailure("no comparison")
    }
  }

  package static func negate(_ value: Value) throws(ScriptFailure) -> Value {
    if let negated = Scalar(value)?.negated { return negated.value }
    switch value {
    case .int(let number): throw .overflow("-(\(number))")
    case .duration(let span):
      guard span != .min else { throw .overflow("the duration") }
      return .duration(-span)
    default: throw ValuePlace.negated.failure(value)
    }
  }

  package static func not(_ value: Value) throws(ScriptFailure) -> Value {
    guard let inverted = Scalar(value)?.inverted else { throw ValuePlace.inverted.failure(value) }
    return inverted.value
  }
}
