import Syntax
import Values

/// The operators of the language.
package enum Operators {
  package static func add(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if case .int(let a) = left, case .int(let b) = right {
      let (sum, overflow) = a.addingReportingOverflow(b)
      if !overflow { return .int(sum) }
      throw .overflow("\(a) + \(b)")
    }
    return try addOther(left, right)
  }

  @inline(never)
  private static func addOther(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
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
    default: return try arithmetic("+", left, right) { $0 + $1 }
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
    switch (left, right) {
    case (.int(let a), .int(let b)):
      let (difference, overflow) = a.subtractingReportingOverflow(b)
      if overflow { throw .overflow("\(a) - \(b)") }
      return .int(difference)
    case (.duration(let a), .duration(let b)):
      let (difference, overflow) = a.subtractingReportingOverflow(b)
      if overflow { throw .overflow("the difference of the durations") }
      return .duration(difference)
    default: return try arithmetic("-", left, right) { $0 - $1 }
    }
  }

  package static func multiply(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    switch (left, right) {
    case (.int(let a), .int(let b)):
      let (product, overflow) = a.multipliedReportingOverflow(by: b)
      if overflow { throw .overflow("\(a) * \(b)") }
      return .int(product)
    case (.duration(let a), .int(let b)), (.int(let b), .duration(let a)):
      let (product, overflow) = a.multipliedReportingOverflow(by: b)
      if overflow { throw .overflow("the duration") }
      return .duration(product)
    default: return try arithmetic("*", left, right) { $0 * $1 }
    }
  }

  package static func divide(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if case .int(let a) = left, case .int(let b) = right {
      if b == 0 { throw byZero("\(a) / 0") }
      let (quotient, overflow) = a.dividedReportingOverflow(by: b)
      if overflow { throw .overflow("\(a) / \(b)") }
      return .int(quotient)
    }
    if isZero(right), isNumber(left) { throw byZero("\(text(left)) / \(text(right))") }
    return try arithmetic("/", left, right) { $0 / $1 }
  }

  package static func remainder(_ left: Value, _ right: Value) throws(ScriptFailure) -> Value {
    if case .int(let a) = left, case .int(let b) = right {
      if b == 0 { throw byZero("\(a) % 0") }
      return .int(a.remainderReportingOverflow(dividingBy: b).partialValue)
    }
    if isZero(right), isNumber(left) { throw byZero("\(text(left)) % \(text(right))") }
    return try arithmetic("%", left, right) { $0.truncatingRemainder(dividingBy: $1) }
  }

  private static func byZero(_ text: String) -> ScriptFailure {
    .message("division by zero: \(text)", help: nil)
  }

  private static func text(_ number: Value) -> String {
    switch number {
    case .int(let number): String(number)
    case .double(let number): Value.text(of: number)
    default: number.typeName
    }
  }

  private static func isZero(_ value: Value) -> Bool {
    switch value {
    case .int(let number): number == 0
    case .double(let number): number == 0
    default: false
    }
  }

  private static func isNumber(_ value: Value) -> Bool {
    switch value {
    case .int, .double: true
    default: false
    }
  }

  private static func arithmetic(
    _ symbol: String, _ left: Value, _ right: Value, _ compute: (Double, Double) -> Double
  ) throws(ScriptFailure) -> Value {
    switch (left, right) {
    case (.double(let a), .double(let b)): return .double(compute(a, b))
    case (.double(let a), .int(let b)): return .double(compute(a, Double(b)))
    case (.int(let a), .double(let b)): return .double(compute(Double(a), b))
    default: throw mismatch(symbol, left, right)
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
    switch value {
    case .int(let number):
      guard number != .min else { throw .overflow("-(\(number))") }
      return .int(-number)
    case .double(let number): return .double(-number)
    case .duration(let span):
      guard span != .min else { throw .overflow("the duration") }
      return .duration(-span)
    default: throw ValuePlace.negated.failure(value)
    }
  }

  package static func not(_ value: Value) throws(ScriptFailure) -> Value {
    guard case .bool(let flag) = value else { throw ValuePlace.inverted.failure(value) }
    return .bool(!flag)
  }
}
