/// Writes a chain of calls, as Combine, RxSwift and ReactiveSwift have them, as a binding or an observer:
/// a source, operators, and an end that says what is done with the values.
struct ChainTranslation {
  let list: ForeignTokens
  var source = Source.none
  /// What stands between the source and its end, in order.
  var stages: [Stage] = []
  /// Whether the present value passes at once.
  var passesFirst = true
  /// Whether the present value is left out, by an operator.
  var skipsFirst = false
  /// Whether the target is written first, as before `<~`.
  var targetIsFirst = false
  /// What is written before everything else.
  var before: [String] = []
  /// What is written behind everything else.
  var after: [String] = []
  /// What the target gets before all other values.
  var firstValue: String?
  /// The variable that keeps it.
  var name: String?
  /// What ends it: an event.
  var trigger: String?
  /// The object with which it ends.
  var keeper: String?
  /// The operator that is not understood, once it has been met.
  var obstacle: String?
  /// The values that a formula joins; empty where it is typed as one.
  var joined: [String] = []
  /// Whether a value that is equal to the one before does not pass, as libraries of signals have it.
  var passesOnlyChanges = false
  /// How many values the source has joined in each value, which is a list then.
  var width = 1

  /// What stands in a block for the parts of each value.
  var parts: [String] { width > 1 ? (0..<width).map { "value[\($0)]" } : ["value"] }

  enum Source: Equatable {
    case none
    case path(String)
    /// A control that is touched.
    case touch(String)
    /// A notification that is posted.
    case notification(String)
    case formula(String)
    /// The last values of several, which no block has joined yet: paths, or what is given for their nil.
    case several([String])
    /// The values of any of these.
    case merged([String])
  }

  enum Stage: Equatable {
    /// A value in place of `value`.
    case map(String)
    /// Only values for which this is true.
    case filter(String)
    case skipsNil
    /// What is done with each value, which passes.
    case doing(String)
    /// A transformer with a state of its own, or with an answer that comes later.
    case transformer(String)
    /// Ends the chain with the first value that comes this far.
    case once

    var isPure: Bool { if case .transformer = self { false } else { true } }

    /// The stage of a binding.
    var text: String {
      switch self {
      case .map(let value): "{ \(value) }"
      case .filter(let condition): "{ if !(\(condition)) { reject \"filtered\" }; value }"
      case .skipsNil: "{ if value == nil { reject \"nil\" }; value }"
      case .doing(let body): "{ \(body); value }"
      case .transformer(let name): name
      // A binding is 'once' as a whole.
      case .once: ""
      }
    }
  }

  enum End {
    case target(String)
    case block(ForeignClosure)
  }

  /// Whether a text has the end of such a chain.
  static func isIn(_ text: ForeignText) -> Bool {
    text.tokens.indices.dropFirst().contains { index in
      let word = text.tokens[index].text
      if word == "<~" { return ChainTranslation.hasOperators(text) }
      guard [".", "?."].contains(text.tokens[index - 1].text), index + 1 < text.tokens.count else {
        return false
      }
      return endings.contains(word) && ["(", "{"].contains(text.tokens[index + 1].text)
    }
  }

  private static func hasOperators(_ text: ForeignText) -> Bool {
    text.words.contains { operators.contains($0) || wrappers.contains($0) }
  }

  /// Whether a text has an end that only such a chain has.
  static func isCertain(_ text: ForeignText) -> Bool {
    !text.words.isDisjoint(with: [
      "sink", "assign", "startWithValues", "observeValues", "drive",
    ])
      && isIn(text)
  }

  init?(_ text: ForeignText) {
    guard let list = ForeignTokens(text) else { return nil }
    self.list = list
  }

  /// The statement here; nil if a part of the chain is not understood.
  mutating func result() -> String? {
    var index = beginning()
    var target: String?
    if let sign = list.tokens.firstIndex(where: { $0.text == "<~" }), sign > index,
      let left = ChainTranslation.path(list.text.text(of: index..<sign))
    {
      target = left
      targetIsFirst = true
      index = sign + 1
    }
    guard var place = readSource(index) else { return nil }
    var end: End? = target.map { .target($0) }
    func takesOperator(_ chain: inout ChainTranslation, _ call: Call) -> Bool {
      // What is given first has not passed the operators before it.
      let isRead = chain.firstValue == nil || target == nil && chain.isWithoutMeaning(call)
      if isRead, chain.readOperator(call) { return true }
      chain.obstacle = chain.obstacle ?? call.name
      return false
    }
    while place < list.tokens.count, list.word(place) != ";" {
      guard [".", "?."].contains(list.word(place)), list.isWord(place + 1),
        let call = call(place + 1)
      else { return nil }
      place = call.end
      if end != nil, target == nil {
        guard keeps(call) else {
          obstacle = obstacle ?? call.name
          return nil
        }
      } else if end == nil, let found = readEnd(call) {
        end = found
      } else {
        for step in steps(of: call) where !takesOperator(&self, step) { return nil }
      }
    }
    guard let end else { return computed() }
    guard let statement = statement(end) else { return nil }
    let text = (before + [statement] + after).joined(separator: "; ")
    // Parts of a tuple that nothing here stands for.
    let tokens = ForeignText(text).tokens
    let hasParts = zip(tokens, tokens.dropFirst()).contains { $0.text == "." && $1.kind == .number }
    return hasParts ? nil : text
  }

  /// The token after `let N =`, `N =`, `_ =` or `return`.
  private mutating func beginning() -> Int {
    var index = 0
    while ["private", "let", "var", "val", "return", "await", "self", "."].contains(
      list.word(index)),
      list.word(index) != "self" || (list.word(index + 1) == "." && list.word(index + 3) == "=")
    {
      index += 1
    }
    guard list.isWord(index) else { return index }
    var sign = index + 1
    if list.word(sign) == ":" {
      while sign < list.tokens.count, list.word(sign) != "=" { sign += 1 }
    }
    guard list.word(sign) == "=" else { return index }
    if list.word(index) != "_" { name = list.word(index) }
    return sign + 1
  }

  // MARK: Calls

  /// A method of a chain with what it is given.
  struct Call {
    var name: String
    var arguments: [(label: String, text: String)]
    var closures: [ForeignClosure]
    /// The token after it.
    var end: Int

    /// The text of an argument; nil if there is none.
    func argument(_ label: String) -> String? { arguments.first { $0.label == label }?.text }
  }

  /// The call of the method that a word is; nil if it is a member without parentheses.
  func call(_ index: Int) -> Call? {
    var call = Call(name: list.word(index), arguments: [], closures: [], end: index + 1)
    if list.word(call.end) == "(", let close = list.partners[call.end] {
      for argument in list.arguments(call.end) {
        let members = observers(argument.range)
        if !members.isEmpty {
          call.closures += members
        } else if var closure = list.closure(argument.range) {
          closure.label = argument.label
          call.closures.append(closure)
        } else {
          call.arguments.append((argument.label, list.text.text(of: argument.range)))
        }
      }
      call.end = close + 1
    }
    // Closures behind the parentheses, the later ones with labels.
    while true {
      var brace = call.end
      if list.isWord(brace), list.word(brace + 1) == ":" { brace += 2 }
      guard list.word(brace) == "{", let close = list.partners[brace],
        var closure = list.closure(brace..<close + 1)
      else { return call }
      if brace > call.end { closure.label = list.word(call.end) }
      call.closures.append(closure)
      call.end = close + 1
    }
  }

  /// The functions in `{ next: v => …, error: e => … }` of RxJS; empty if a range is no such object.
  private func observers(_ range: Range<Int>) -> [ForeignClosure] {
    guard list.word(range.lowerBound) == "{",
      list.partners[range.lowerBound] == range.upperBound - 1
    else { return [] }
    let labels = ["next": "onNext", "error": "onError", "complete": "onCompleted"]
    var found: [ForeignClosure] = []
    for part in list.parts(range.lowerBound + 1..<range.upperBound - 1) {
      guard let label = labels[list.word(part.lowerBound)], list.word(part.lowerBound + 1) == ":",
        var closure = list.closure(part.lowerBound + 2..<part.upperBound)
      else { return [] }
      closure.label = label
      found.append(closure)
    }
    return found
  }

  /// The operators that a call means: those of RxJS are given to `pipe`.
  private func steps(of call: Call) -> [Call] {
    guard call.name == "pipe", let close = list.partners.first(where: { $0.value == call.end - 1 })
    else { return [call] }
    return list.arguments(close.key).map { argument in
      var step = self.call(argument.range.lowerBound) ?? call
      if step.end != argument.range.upperBound { step = call }
      step.name = ChainTranslation.namesInRxJS[step.name] ?? step.name
      return step
    }
  }

  /// Operators of RxJS by their names elsewhere.
  private static let namesInRxJS = [
    "debounceTime": "debounce", "throttleTime": "throttleFirst", "tap": "onEach",
    "combineLatestWith": "combineLatest", "mergeWith": "merge",
  ]
}
