import Text
import Values

/// Methods of values with arguments, as in `name.hasPrefix("K")`, or with a block for each element, as
/// in `items.filter { value > 1 }`. None of them changes anything.
///
/// The compiler, the machine, `check`, `help`, completion and the test of the manual read this
/// table.
package struct ValueMethod: Sendable {
  /// - Parameter text: A value as text, with strings without quotes.
  typealias Evaluation =
    @Sendable (_ call: MethodCall, _ text: (Value) -> String) throws(ScriptFailure) -> Value

  package let name: String
  /// The kinds of values that have it. Every method of nil gives nil.
  package let receivers: ValueKinds
  /// The labels of its arguments; empty for none.
  package let labels: [String]
  /// How it uses the results of its block; nil for a method without a block.
  package let block: ListBlock?
  /// Its form in `help`.
  package let signature: String
  package let summary: String
  /// An expression that uses it, and its value as the language writes it.
  package let example: (code: String, value: String)
  /// The kinds of its result.
  package let gives: ValueKinds
  /// The most memory that its result takes.
  let bytes: @Sendable (MethodCall) -> Int
  let evaluate: Evaluation

  /// A method without a block.
  init(
    _ name: String, of receivers: ValueKinds, _ labels: [String], _ signature: String,
    _ summary: String, example: (String, String), gives: ValueKinds,
    bytes: @escaping @Sendable (MethodCall) -> Int = MethodCall.asReceiver,
    evaluate: @escaping Evaluation
  ) {
    self.name = name
    self.receivers = receivers
    self.labels = labels
    block = nil
    self.signature = signature
    self.summary = summary
    self.example = example
    self.gives = gives
    self.bytes = bytes
    self.evaluate = evaluate
  }

  /// A method of lists with a block.
  init(
    _ name: String, of receivers: ValueKinds = .list, _ labels: [String], _ signature: String,
    _ summary: String,
    example: (String, String), gives: ValueKinds, _ block: ListBlock
  ) {
    self.name = name
    self.receivers = receivers
    self.labels = labels
    self.block = block
    self.signature = signature
    self.summary = summary
    self.example = example
    self.gives = gives
    bytes = { _ in 0 }
    evaluate = { (call, _) throws(ScriptFailure) in throw .mistake(.blockMissing(call.method)) }
  }

  /// All of them, by theme.
  package static let all: [ValueMethod] =
    ofBoth + ofStrings + ofLists + ofDictionaries + withBlocks

  /// The method of that name; nil where there is none.
  package static func named(_ name: String) -> ValueMethod? { number(of: name).map { all[$0] } }

  /// What other languages call some of them.
  private static let otherNames = [
    "take": "prefix", "drop": "dropFirst", "includes": "contains", "startsWith": "hasPrefix",
    "endsWith": "hasSuffix", "fold": "reduce", "select": "filter", "where": "filter",
    "collect": "map", "groupBy": "groupedBy", "sortBy": "sortedBy", "find": "first",
    "some": "any", "every": "all", "join": "joined", "slice": "dropFirst", "set": "setting",
    "without": "removing", "length": "count", "size": "count", "push": "append", "add": "append",
    "toUpperCase": "uppercased", "upper": "uppercased", "toLowerCase": "lowercased",
    "lower": "lowercased", "strip": "trimmed", "trim": "trimmed", "reverse": "reversed",
    "pop": "remove", "toString": "string", "empty": "isEmpty",
  ]

  /// The method, or another name among `others`, that was most likely meant by an unknown one.
  static func near(
    _ name: String, among methods: [ValueMethod], or others: [String] = []
  ) -> String? {
    let names = methods.map(\.name)
    if let other = otherNames[name], (names + others).contains(other) { return other }
    return nearest(to: name, among: names + others)
  }

  /// The method's place in `all`, which is its number in the machine's code.
  package static func number(of name: String) -> Int? { positions[name] }

  /// How each of `all` uses its block. Reading only this, once for each element, costs little.
  package static let blocks = all.map(\.block)

  private static let positions = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($0.element.name, $0.offset) })

  /// A value that is not an object as text, with strings without quotes.
  package static func plainText(of value: Value) -> String {
    switch value {
    case .string(let text): text
    case .enumeration(let value): value.text { $0.literal() }
    default: value.literal()
    }
  }

  /// Whether its only argument is a block.
  package var opensBlock: Bool { block != nil && labels.isEmpty }

  /// The kinds of values that have it, in words.
  package var owners: String {
    let types: [(ValueKinds, String)] = [
      (.string, "a String"), (.list, "a List"), (.dictionary, "a Dictionary"),
    ]
    let names = types.filter { receivers.contains($0.0) }.map(\.1)
    let last = names.count - 1
    return names.count < 2
      ? names.joined() : names[..<last].joined(separator: ", ") + " or " + names[last]
  }

  /// What is wrong with a receiver of these kinds; nil if one of them has the method, or is nil.
  package func mistake(ofReceiver kinds: ValueKinds) -> Mistake? {
    guard kinds.isDisjoint(with: receivers.union(.nil)), let type = kinds.typeName else {
      return nil
    }
    return .methodOfOther(self, type: type)
  }

  /// The result of the method for `receiver`.
  ///
  /// - Parameters:
  ///   - arguments: As many as `labels`.
  ///   - text: A value as text, with strings without quotes.
  ///   - spend: Is called with the bytes of a result before it is made.
  /// - Throws: `ScriptFailure` if `receiver` does not have the method, or an argument does not fit.
  package func call(
    on receiver: Value, _ arguments: [Value], text: (Value) -> String,
    spend: (Int) throws(ScriptFailure) -> Void
  ) throws(ScriptFailure) -> Value {
    if case .nil = receiver { return .nil }
    if let mistake = mistake(ofReceiver: ValueKinds(of: receiver)) { throw .mistake(mistake) }
    guard arguments.count == labels.count else { throw .mistake(.methodCalledWrongly(self)) }
    let call = MethodCall(method: self, receiver: receiver, arguments: arguments)
    try spend(bytes(call))
    return try evaluate(call, text)
  }
}

extension ValueMethod: Equatable {
  package static func == (left: ValueMethod, right: ValueMethod) -> Bool { left.name == right.name }
}
