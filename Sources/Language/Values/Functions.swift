import BindingEngine

/// The built-in functions, in the order of their numbers in the machine's code.
package enum BuiltinFunction: String, CaseIterable {
  case min, max, abs, round, floor, sqrt, range, format, random

  /// How many arguments it takes.
  package var arity: ClosedRange<Int> {
    switch self {
    case .min, .max: 1...64
    case .abs, .floor, .sqrt, .random: 1...1
    case .round: 1...2
    case .range: 1...2
    case .format: 2...2
    }
  }

  /// How it is called, for `help` and for errors.
  package var signature: String {
    switch self {
    case .min: "min(a, b, …)"
    case .max: "max(a, b, …)"
    case .abs: "abs(x)"
    case .round: "round(x) or round(x, digits)"
    case .floor: "floor(x)"
    case .sqrt: "sqrt(x)"
    case .range: "range(end) or range(start, end)"
    case .format: "format(x, digits)"
    case .random: "random(n)"
    }
  }

  package var summary: String {
    switch self {
    case .min: "the least of its arguments, or of a list"
    case .max: "the greatest of its arguments, or of a list"
    case .abs: "the number without its sign"
    case .round: "the nearest whole number, or the nearest with so many digits"
    case .floor: "the next whole number below"
    case .sqrt: "the square root"
    case .range: "the list of whole numbers from start (0) up to, not including, end"
    case .format: "the number as text with so many digits behind the point"
    case .random: "a whole number from 0 up to, not including, n; the same sequence in every run"
    }
  }
}

/// A small generator with the same sequence everywhere: SplitMix64.
package struct SeededRandom {
  package var state: UInt64

  package init(state: UInt64) {
    self.state = state
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

extension BuiltinFunction {
  /// The function's value, or what is wrong with its arguments.
  ///
  /// - Parameter isInterrupted: Asked now and then where that takes long.
  package func call(
    _ arguments: ArraySlice<Value>, random: inout SeededRandom,
    isInterrupted: () -> Bool = { false }
  ) throws(ScriptFailure) -> Value {
    let first = arguments.first ?? .nil
    switch self {
    case .min, .max: return try extreme(arguments)
    case .abs:
      switch first {
      case .int(let number):
        guard number != .min else { throw .overflow("abs(\(number))") }
        return .int(Swift.abs(number))
      case .double(let number): return .double(Swift.abs(number))
      default: throw wrong(first, "a number")
      }
    case .floor:
      guard let number = BuiltinFunction.number(first) else { throw wrong(first, "a number") }
      return try whole(number.rounded(.down), first)
    case .round:
      guard let number = BuiltinFunction.number(first) else { throw wrong(first, "a number") }
      guard arguments.count == 2, let last = arguments.last else {
        return try whole(number.rounded(), first)
      }
      let digits = try self.digits(last)
      let scale = BuiltinFunction.power(digits)
      // Beyond 2^52 a number has no digits behind the point, and times `scale` it may be infinite.
      guard Swift.abs(number) < 0x1p52 else { return .double(number) }
      return .double((number * scale).rounded() / scale)
    case .sqrt:
      guard let number = BuiltinFunction.number(first) else { throw wrong(first, "a number") }
      return .double(number.squareRoot())
    case .range: return try range(arguments, isInterrupted)
    case .format:
      guard let number = BuiltinFunction.number(first), let last = arguments.last else {
        throw wrong(first, "a number")
      }
      return .string(BuiltinFunction.fixed(number, digits: try digits(last)))
    case .random:
      guard case .int(let bound) = first else { throw wrong(first, "an Int above 0") }
      guard bound > 0 else {
        throw .message("'random' takes an Int above 0, not \(bound)", help: "write \(signature)")
      }
      return .int(random.next(below: bound))
    }
  }

  private func wrong(_ value: Value, _ expected: String) -> ScriptFailure {
    .message(
      "'\(rawValue)' takes \(expected), not \(value.typeName)", help: "write \(signature)")
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  private func whole(_ number: Double, _ original: Value) throws(ScriptFailure) -> Value {
    if case .int = original { return original }
    guard let integer = Int(exactly: number) else {
      throw .message("\(rawValue) of \(number) is no Int", help: nil)
    }
    return .int(integer)
  }

  private func digits(_ value: Value) throws(ScriptFailure) -> Int {
    guard case .int(let digits) = value, 0...15 ~= digits else {
      throw .message("'\(rawValue)' takes 0 to 15 digits", help: "write \(signature)")
    }
    return digits
  }

  private static func power(_ digits: Int) -> Double {
    (0..<digits).reduce(1) { power, _ in power * 10 }
  }

  private func extreme(_ arguments: ArraySlice<Value>) throws(ScriptFailure) -> Value {
    var candidates = arguments
    if arguments.count == 1, case .list(let list)? = arguments.first {
      candidates = Array(list)[...]
    }
    guard var best = candidates.first else { return .nil }
    guard BuiltinFunction.number(best) != nil || best.isString else {
      throw wrong(best, "numbers or strings")
    }
    for candidate in candidates.dropFirst() {
      let isBetter =
        self == .min
        ? try Operators.isLess(candidate, best) : try Operators.isLess(best, candidate)
      if isBetter { best = candidate }
    }
    return best
  }

  private func range(
    _ arguments: ArraySlice<Value>, _ isInterrupted: () -> Bool
  ) throws(ScriptFailure) -> Value {
    var bounds: [Int] = []
    for argument in arguments {
      guard case .int(let bound) = argument else { throw wrong(argument, "Ints") }
      bounds.append(bound)
    }
    let start = bounds.count == 2 ? bounds[0] : 0
    let end = bounds.last ?? 0
    guard end > start else { return .list(.empty) }
    let (count, overflow) = end.subtractingReportingOverflow(start)
    guard !overflow, count <= BuiltinFunction.mostOfRange else {
      throw .message("a range of more than 10,000,000 numbers", help: "use repeat or while")
    }
    guard let list = ListValue(start..<end, unless: isInterrupted) else {
      throw .graph(.interrupted)
    }
    return .list(list)
  }

  /// How much memory the list of a range takes; nil where there is none.
  package static func bytes(ofRange arguments: [Value]) -> Int? {
    guard case .int(let end)? = arguments.last, case .int(let first)? = arguments.first else {
      return nil
    }
    let (count, overflow) = end.subtractingReportingOverflow(arguments.count == 2 ? first : 0)
    guard !overflow, 0...mostOfRange ~= count else { return nil }
    return count * MemoryLayout<Value>.stride
  }

  private static let mostOfRange = 10_000_000

  /// `number` with exactly `digits` digits behind the point, rounded to the nearest.
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

extension ListValue {
  /// A list of values none of which is a list.
  package static func flat(_ elements: [Value]) -> ListValue {
    guard let list = ListValue(elements) else { preconditionFailure("a flat list is too deep") }
    return list
  }
}

extension Value {
  var isString: Bool {
    if case .string = self { return true }
    return false
  }
}
