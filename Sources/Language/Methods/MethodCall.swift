import Values

/// A method of a value with its arguments: what several methods have in common.
struct MethodCall {
  let method: ValueMethod
  let receiver: Value
  let arguments: [Value]

  func wrong(_ value: Value, _ expected: String) -> ScriptFailure {
    .message(
      "'\(method.name)' takes \(expected), not \(value.literal())",
      help: "write .\(method.signature)")
  }

  /// The receiver, which is a String.
  var string: String {
    guard case .string(let text) = receiver else { preconditionFailure("no String") }
    return text
  }

  /// The receiver, which is a List.
  var list: ListValue {
    guard case .list(let list) = receiver else { preconditionFailure("no List") }
    return list
  }

  /// The receiver's elements if it is a List, nil if it is a String.
  var elements: ListValue? {
    if case .list(let list) = receiver { list } else { nil }
  }

  func string(at position: Int) throws(ScriptFailure) -> String {
    guard case .string(let text) = arguments[position] else {
      throw wrong(arguments[position], "a String")
    }
    return text
  }

  /// A String that is not empty.
  func piece(at position: Int) throws(ScriptFailure) -> String {
    let piece = try string(at: position)
    guard !piece.isEmpty else { throw wrong(arguments[position], "a String with a character") }
    return piece
  }

  /// A count from 0 to `most`.
  func count(at position: Int, most: Int = .max) throws(ScriptFailure) -> Int {
    guard case .int(let count) = arguments[position], 0...most ~= count else {
      throw wrong(
        arguments[position],
        most == .max ? "a number of 0 or more" : "a number from 0 to \(most)")
    }
    return count
  }

  /// The most characters of a padded String, and the most copies of a value.
  static let mostMade = 10_000_000

  // MARK: How much memory results take at most

  @Sendable static func asReceiver(_ call: MethodCall) -> Int { bytes(of: call.receiver) }

  /// For a dictionary with one entry changed: what it does not share with the one before.
  @Sendable static func asEntry(_ call: MethodCall) -> Int { 20_000 }

  /// For `repeated(n)`.
  @Sendable static func asCopies(_ call: MethodCall) -> Int {
    guard case .int(let count) = call.arguments[0], 0...mostMade ~= count else { return 0 }
    return product(bytes(of: call.receiver), count)
  }

  /// For `padded(to: n)`.
  @Sendable static func asPadding(_ call: MethodCall) -> Int {
    if case .int(let count) = call.arguments[0], 0...mostMade ~= count { count } else { 0 }
  }

  /// For a text between all characters or elements.
  @Sendable static func withLastArgumentBetween(_ call: MethodCall) -> Int {
    product(bytes(of: call.receiver), 1 + bytes(of: call.arguments[call.arguments.count - 1]))
  }

  /// For a list of values for each character or element.
  @Sendable static func asList(_ call: MethodCall) -> Int {
    product(bytes(of: call.receiver), MemoryLayout<Value>.stride)
  }

  private static func bytes(of value: Value) -> Int {
    switch value {
    case .string(let text): text.utf8.count
    case .list(let list): list.size * MemoryLayout<Value>.stride
    case .dictionary(let dictionary): dictionary.size * MemoryLayout<Value>.stride
    case .enumeration(let value): value.values.size * MemoryLayout<Value>.stride
    default: 0
    }
  }

  /// The product of two sizes, without overflow.
  private static func product(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? Int.max / 2 : Swift.min(product, .max / 2)
  }

  static func list(_ elements: [Value]) throws(ScriptFailure) -> Value {
    guard let list = ListValue(elements) else { throw Operators.tooDeep }
    return .list(list)
  }

  static func text(_ text: String) throws(ScriptFailure) -> Value {
    guard text.utf8.count <= Operators.longestString else { throw Operators.tooLong }
    return .string(text)
  }
}
