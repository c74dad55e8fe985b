import Platform
import Values

/// A built-in function, with its code and its texts.
///
/// The compiler, the checker, `help`, completion, the editors' files and the check of the manual read
/// this table.
package struct BuiltinFunction: RawRepresentable, CaseIterable, Hashable, Sendable {
  typealias Evaluation =
    @Sendable (FunctionCall, inout SeededRandom, _ isInterrupted: () -> Bool)
    throws(ScriptFailure) -> Value

  /// Its name.
  package let rawValue: String
  /// How many arguments it takes.
  package let arity: ClosedRange<Int>
  /// Its form in `help` and in errors.
  package let signature: String
  package let summary: String
  /// Whether the result can be an element of a list argument, and therefore anything.
  package var givesElements = false
  /// Whether the result may differ from call to call without a random number.
  package var dependsOnTime = false
  /// How much memory its result takes, if that may be much; nil otherwise.
  package var bytes: @Sendable ([Value]) -> Int? = { _ in nil }
  let evaluate: Evaluation

  /// In the order of their numbers in the machine's code.
  package static let allCases: [BuiltinFunction] = [
    BuiltinFunction(
      rawValue: "min", arity: 1...64, signature: "min(a, b, …)",
      summary: "the least of its arguments, or of a list", givesElements: true
    ) { (call, _, _) throws(ScriptFailure) in try call.extreme(isLeast: true) },
    BuiltinFunction(
      rawValue: "max", arity: 1...64, signature: "max(a, b, …)",
      summary: "the greatest of its arguments, or of a list", givesElements: true
    ) { (call, _, _) throws(ScriptFailure) in try call.extreme(isLeast: false) },
    BuiltinFunction(
      rawValue: "untracked", arity: 1...1, signature: "untracked(x)",
      summary: "x, read without following what is read", givesElements: true
    ) { (call, _, _) throws(ScriptFailure) in call.first },
    BuiltinFunction(
      rawValue: "abs", arity: 1...1, signature: "abs(x)", summary: "the number without its sign"
    ) { (call, _, _) throws(ScriptFailure) in
      switch call.first {
      case .int(let number):
        guard number != .min else { throw .overflow("abs(\(number))") }
        return .int(Swift.abs(number))
      case .double(let number): return .double(Swift.abs(number))
      default: throw call.wrong(call.first, "a number")
      }
    },
    BuiltinFunction(
      rawValue: "round", arity: 1...2, signature: "round(x) or round(x, digits)",
      summary: "the nearest whole number, or the nearest with so many digits"
    ) { (call, _, _) throws(ScriptFailure) in
      let number = try call.number()
      guard call.arguments.count == 2 else { return try call.whole(number.rounded()) }
      let scale = FunctionCall.power(try call.digits())
      // Beyond 2^52 a number has no digits after the point, and times `scale` it may be infinite.
      guard Swift.abs(number) < 0x1p52 else { return .double(number) }
      return .double((number * scale).rounded() / scale)
    },
    rounding("floor", .down, "the next whole number below"),
    function("sqrt", "sqrt(x)", "the square root") { $0.squareRoot() },
    rounding("ceil", .up, "the next whole number above"),
    BuiltinFunction(
      rawValue: "sign", arity: 1...1, signature: "sign(x)", summary: "-1, 0 or 1"
    ) { (call, _, _) throws(ScriptFailure) in
      let number = try call.number()
      return .int(number < 0 ? -1 : number > 0 ? 1 : 0)
    },
    BuiltinFunction(
      rawValue: "clamp", arity: 3...3, signature: "clamp(x, low, high)",
      summary: "x, or the nearest value between low and high", givesElements: true
    ) { (call, _, _) throws(ScriptFailure) in try call.clamped() },
    function("pow", "pow(x, y)", "x to the power of y") {
      Mathematics.power($0, $1)
    },
    function("exp", "exp(x)", "e to the power of x") {
      Mathematics.exponential($0)
    },
    function("log", "log(x)", "the natural logarithm") {
      Mathematics.naturalLogarithm($0)
    },
    function("sin", "sin(x)", "the sine of an angle in radians") {
      Mathematics.sine($0)
    },
    function("cos", "cos(x)", "the cosine of an angle in radians") {
      Mathematics.cosine($0)
    },
    function("tan", "tan(x)", "the tangent of an angle in radians") {
      Mathematics.tangent($0)
    },
    BuiltinFunction(
      rawValue: "range", arity: 1...2, signature: "range(end) or range(start, end)",
      summary: "the list of whole numbers from start (0) up to, not including, end",
      bytes: FunctionCall.bytes(ofRange:)
    ) { (call, _, isInterrupted) throws(ScriptFailure) in try call.range(isInterrupted) },
    BuiltinFunction(
      rawValue: "format", arity: 2...3, signature: "format(x, digits) or format(x, digits, width)",
      summary: "the number as text with so many digits after the point, blanks before it"
    ) { (call, _, _) throws(ScriptFailure) in
      let text = FunctionCall.fixed(try call.number(), digits: try call.digits())
      let missing = call.arguments.count == 3 ? try call.width() - text.utf8.count : 0
      return .string(String(repeating: " ", count: Swift.max(missing, 0)) + text)
    },
    BuiltinFunction(
      rawValue: "random", arity: 1...1, signature: "random(n)",
      summary:
        "a whole number from 0 up to, not including, n; the same sequence in every run"
    ) { (call, random, _) throws(ScriptFailure) in
      guard case .int(let bound) = call.first else {
        throw call.wrong(call.first, "an Int above 0")
      }
      guard bound > 0 else {
        throw .message(
          "'random' takes an Int above 0, not \(bound)", help: "write \(call.function.signature)")
      }
      return .int(random.next(below: bound))
    },
    BuiltinFunction(
      rawValue: "now", arity: 0...0, signature: "now()",
      summary: "the time of the virtual clock, as a Duration since it began", dependsOnTime: true
    ) { (call, _, _) throws(ScriptFailure) in .duration(call.now) },
  ]

  private static func rounding(
    _ name: String, _ rule: FloatingPointRoundingRule, _ summary: String
  ) -> BuiltinFunction {
    BuiltinFunction(rawValue: name, arity: 1...1, signature: "\(name)(x)", summary: summary) {
      (call, _, _) throws(ScriptFailure) in try call.whole(call.number().rounded(rule))
    }
  }

  /// A function of a Double, as the C library has it.
  private static func function(
    _ name: String, _ signature: String, _ summary: String,
    _ result: @escaping @Sendable (Double) -> Double
  ) -> BuiltinFunction {
    BuiltinFunction(rawValue: name, arity: 1...1, signature: signature, summary: summary) {
      (call, _, _) throws(ScriptFailure) in .double(result(try call.number()))
    }
  }

  /// A function of two Doubles, as the C library has it.
  private static func function(
    _ name: String, _ signature: String, _ summary: String,
    _ result: @escaping @Sendable (Double, Double) -> Double
  ) -> BuiltinFunction {
    BuiltinFunction(rawValue: name, arity: 2...2, signature: signature, summary: summary) {
      (call, _, _) throws(ScriptFailure) in
      .double(result(try call.number(), try call.number(at: 1)))
    }
  }

  /// The result of the function, or what is wrong with its arguments.
  ///
  /// - Parameter isInterrupted: Is called from time to time in long calculations.
  package func call(
    _ arguments: ArraySlice<Value>, random: inout SeededRandom, now: Int,
    isInterrupted: () -> Bool = { false }
  ) throws(ScriptFailure) -> Value {
    try evaluate(
      FunctionCall(function: self, arguments: arguments, now: now), &random, isInterrupted)
  }
}

extension BuiltinFunction {
  /// The only one that is compiled: its argument is evaluated in another way.
  package static let untracked = BuiltinFunction(rawValue: "untracked")

  package init?(rawValue: String) {
    guard let found = BuiltinFunction.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = found
  }
}

/// A small generator with the same sequence everywhere: SplitMix64.
package struct SeededRandom: Equatable {
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
