import Values

/// A built-in function with its arguments: what several functions have in common.
struct FunctionCall {
  let function: BuiltinFunction
  let arguments: ArraySlice<Value>
  /// The time of the virtual clock, in microseconds.
  let now: Int

  var first: Value { arguments.first ?? .nil }

  func wrong(_ value: Value, _ expected: String) -> ScriptFailure {
    .message(
      "'\(function.rawValue)' takes \(expected), not \(value.typeName)",
      help: "write \(function.signature)")
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// An argument, by default the first one, which must be a number.
  func number(at position: Int = 0) throws(ScriptFailure) -> Double {
    let argument = arguments[arguments.startIndex + position]
    guard let number = FunctionCall.number(argument) else { throw wrong(argument, "a number") }
    return number
  }

  /// The first argument, limited by the others.
  func clamped() throws(ScriptFailure) -> Value {
    let (low, high) = (arguments[arguments.startIndex + 1], arguments[arguments.startIndex + 2])
    for argument in arguments where FunctionCall.number(argument) == nil && !argument.isString {
      throw wrong(argument, "numbers or strings")
    }
    if try Operators.isLess(high, low) {
      throw .message(
        "'clamp' takes a low end that is not above the high end",
        help: "write \(function.signature)")
    }
    if try Operators.isLess(first, low) { return low }
    return try Operators.isLess(high, first) ? high : first
  }

  /// `number`, which was made from the first argument, as an Int.
  func whole(_ number: Double) throws(ScriptFailure) -> Value {
    if case .int = first { return first }
    guard let integer = Int(exactly: number) else {
      throw .message("\(function.rawValue) of \(number) is not an Int", help: nil)
    }
    return .int(integer)
  }

  /// The second argument, which must be a number of digits.
  func digits() throws(ScriptFailure) -> Int {
    guard case .int(let digits) = arguments[arguments.startIndex + 1], 0...15 ~= digits else {
      throw .message(
        "'\(function.rawValue)' takes 0 to 15 digits", help: "write \(function.signature)")
    }
    return digits
  }

  /// The third argument, which is to be a number of characters.
  func width() throws(ScriptFailure) -> Int {
    guard case .int(let width)? = arguments.last, 0...1_000 ~= width else {
      throw .message(
        "'\(function.rawValue)' takes a width of 0 to 1000 characters",
        help: "write \(function.signature)")
    }
    return width
  }

  static func power(_ digits: Int) -> Double {
    (0..<digits).reduce(1) { power, _ in power * 10 }
  }

  func extreme(isLeast: Bool) throws(ScriptFailure) -> Value {
    var candidates = arguments
    if arguments.count == 1, case .list(let list)? = arguments.first {
      candidates = Array(list)[...]
    }
    guard var best = candidates.first else { return .nil }
    guard FunctionCall.number(best) != nil || best.isString else {
      throw wrong(best, "numbers or strings")
    }
    for candidate in candidates.dropFirst() {
      let isBetter =
        isLeast
        ? try Operators.isLess(candidate, best) : try Operators.isLess(best, candidate)
      if isBetter { best = candidate }
    }
    return best
  }

  func range(_ isInterrupted: () -> Bool) throws(ScriptFailure) -> Value {
    var bounds: [Int] = []
    for argument in arguments {
      guard case .int(let bound) = argument else { throw wrong(argument, "Ints") }
      bounds.append(bound)
    }
    let start = bounds.count == 2 ? bounds[0] : 0
    let end = bounds.last ?? 0
    guard end > start else { return .list(.empty) }
    let (count, overflow) = end.subtractingReportingOverflow(start)
    guard !overflow, count <= FunctionCall.mostOfRange else {
      throw .message("a range of more than 10,000,000 numbers", help: "use repeat or while")
    }
    guard let list = ListValue(start..<end, unless: isInterrupted) else {
      throw .graph(.interrupted)
    }
    return .list(list)
  }

  /// How much memory the list of a range takes; nil if there is no such list.
  @Sendable static func bytes(ofRange arguments: [Value]) -> Int? {
    guard case .int(let end)? = arguments.last, case .int(let first)? = arguments.first else {
      return nil
    }
    let (count, overflow) = end.subtractingReportingOverflow(arguments.count == 2 ? first : 0)
    guard !overflow, 0...mostOfRange ~= count else { return nil }
    return count * MemoryLayout<Value>.stride
  }

  private static let mostOfRange = 10_000_000

  /// `number` with exactly `digits` digits after the point, rounded to the nearest.
  static func fixed(_ number: Double, digits: Int) -> String {
    guard number.isFinite, Swift.abs(number) < 1e15 else { return Value.text(of: number) }
    let scaled = (Swift.abs(number) * power(digits)).rounded()
    guard let whole = Int(exactly: scaled) else { return Value.text(of: number) }
    var text = String(whole)
    while text.count <= digits { text = "0" + text }
    if digits > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -digits)) }
    return number < 0 && whole != 0 ? "-" + text : text
  }
}
