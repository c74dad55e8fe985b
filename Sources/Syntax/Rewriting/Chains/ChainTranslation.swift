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
  /// Whether only one value passes.
  var isOnce = false
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
  private(set) var obstacle: String?
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

    var isPure: Bool { if case .transformer = self { false } else { true } }

    /// The stage of a binding.
    var text: String {
      switch self {
      case .map(let value): "{ \(value) }"
      case .filter(let condition): "{ if !(\(condition)) { reject \"filtered\" }; value }"
      case .skipsNil: "{ if value == nil { reject \"nil\" }; value }"
      case .doing(let body): "{ \(body); value }"
      case .transformer(let name): name
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
    while place < list.tokens.count, list.word(place) != ";" {
      guard [".", "?."].contains(list.word(place)), list.isWord(place + 1),
        let call = call(place + 1)
      else { return nil }
      place = call.end
      if end != nil {
        guard target != nil ? firstValue == nil && readOperator(call) : keeps(call) else {
          obstacle = call.name
          return nil
        }
      } else if let found = readEnd(call) {
        end = found
      } else {
        // What is given first has not passed the operators before it.
        guard firstValue == nil || isWithoutMeaning(call), readOperator(call) else {
          obstacle = call.name
          return nil
        }
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
        if var closure = list.closure(argument.range) {
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

  // MARK: Sources

  private static let joining: Set<String> = [
    "combineLatest", "CombineLatest", "merge", "Merge", "Merge3", "CombineLatest3", "Merge4",
    "CombineLatest4",
  ]

  /// Reads what the chain begins with; returns the token after it.
  private mutating func readSource(_ start: Int) -> Int? {
    guard list.isWord(start) else { return nil }
    // `combine(a, b) { x, y -> … }`
    if ["combine", "merge"].contains(list.word(start)), list.word(start + 1) == "(",
      let call = call(start)
    {
      return join(call, with: call.arguments.map(\.text)) ? call.end : nil
    }
    var dot = start + 1
    // `Observable<Int>`
    if list.word(dot) == "<", let close = list.tokens[dot...].firstIndex(where: { $0.text == ">" })
    {
      dot = close + 1
    }
    if list.word(dot) == ".", let call = call(dot + 1),
      let time = ChainTranslation.interval(of: list.word(start), call)
    {
      before.append(
        "object timer { event tick; action run() { after \(time) { fire tick; run() } } }")
      after.append("timer.run()")
      source = .touch("timer.tick")
      return call.end
    }
    // `Publishers.CombineLatest(a, b)`
    if ["Observable", "Publishers", "SignalProducer", "Signal", "Property", "Driver", "Publisher"]
      .contains(list.word(start)), list.word(dot) == ".", let call = call(dot + 1),
      ChainTranslation.joining.contains(call.name)
    {
      let sources = call.arguments.flatMap { argument -> [String] in
        argument.text.hasPrefix("[") ? ChainTranslation.elements(argument.text) : [argument.text]
      }
      return join(call, with: sources) ? call.end : nil
    }
    var end = start + 1
    while [".", "?."].contains(list.word(end)), list.isWord(end + 1),
      list.word(end + 1) != "orEmpty",
      !["(", "{"].contains(list.word(end + 2)) || list.word(end + 1) == "rx"
    {
      end += 2
    }
    while list.word(end) == "[", let close = list.partners[end] { end = close + 1 }
    readPath(list.text.text(of: start..<end))
    guard list.word(end) == ".", let call = call(end + 1) else {
      return source == .none ? nil : end
    }
    switch call.name {
    // `button.rx.controlEvent(.touchUpInside)`
    case "controlEvent", "controlEvents":
      guard case .path(let path) = source else { return nil }
      source = .touch(path)
    // `vm.publisher(for: \.name)`, `NotificationCenter.default.publisher(for: .saved)`
    case "publisher", "notification", "notifications":
      guard let what = call.arguments.first?.text, case .path(let path) = source else { return nil }
      if let key = ChainTranslation.keyPath(what), path != "NotificationCenter.default" {
        source = .path("\(path).\(key)")
        if let options = call.argument("options") {
          passesFirst = ForeignText(options).words.contains("initial")
        }
      } else if path == "NotificationCenter.default",
        let name = ForeignText(what).tokens.last(where: { $0.kind == .word || $0.kind == .string })
      {
        source = .notification(name.text.filter { $0 != "\"" })
      } else {
        return nil
      }
    default: return source == .none ? nil : end
    }
    return call.end
  }

  private mutating func readPath(_ text: String) {
    let parts = ForeignText(text.withoutSelf).tokens.map(\.text).filter { $0 != "." && $0 != "?." }
    let last = parts.last ?? ""
    // It reports a change of any property, and has no value.
    if last == "objectWillChange" { return }
    if ["tap", "pressed", "touchUpInside"].contains(last),
      parts.contains(where: ["rx", "reactive"].contains)
    {
      source = .touch(ChainTranslation.path(parts.dropLast(2).joined(separator: ".")) ?? "")
      return
    }
    if [
      "signal", "changed", "continuousTextValues", "textValues", "isOnValues", "values",
      "selectedSegmentIndexes", "continuousAttributedTextValues", "newValues",
    ].contains(last), parts.count > 2 || parts.contains("reactive") || parts.contains("rx") {
      passesFirst = false
    }
    source = ChainTranslation.path(text).map { .path($0) } ?? .none
  }

  private static func elements(_ list: String) -> [String] {
    guard let tokens = ForeignTokens(ForeignText(list)), tokens.tokens.count > 2 else { return [] }
    return tokens.parts(1..<tokens.tokens.count - 1).map { tokens.text.text(of: $0) }
  }

  /// Several sources as one, if all of them are paths.
  mutating func join(_ call: Call, with texts: [String]) -> Bool {
    let values = texts.compactMap(ChainTranslation.value)
    guard values.count == texts.count, values.count > 1 else { return false }
    if call.name.lowercased().hasPrefix("merge") {
      guard values == texts.compactMap(ChainTranslation.path) else { return false }
      source = .merged(values)
    } else if let closure = call.closures.first {
      return compute(closure, from: values)
    } else {
      source = .several(values)
      width = values.count
    }
    return true
  }

  /// Makes what a closure calculates from the values of several sources the source.
  ///
  /// - Returns: Whether it reads each of them; otherwise a change of one would not be noticed.
  mutating func compute(_ closure: ForeignClosure, from values: [String]) -> Bool {
    guard !closure.takesAll,
      let value = ForeignText(closure.expression(with: values)).value(
        following: values.flatMap { ForeignText($0).pathsRead })
    else { return false }
    source = .formula(value)
    width = 1
    return true
  }

  /// A key path as it is written here, with what stands for nil where one is named; nil if a text is none.
  static func value(_ text: String) -> String? {
    guard text.hasSuffix(".orEmpty") else { return path(text) }
    return path(String(text.dropLast(".orEmpty".count))).map { "(\($0) ?? \"\")" }
  }

  /// What only the libraries need on the way to a property.
  static let wrappers: Set<String> = [
    "rx", "reactive", "producer", "publisher", "signal", "changed", "projectedValue",
  ]

  /// Those of them that a property of a view model may be called, too.
  private static let ownWords: Set<String> = ["signal", "changed", "publisher"]

  /// The values of a control, and its property.
  private static let controls: [String: String] = [
    "continuousTextValues": "text", "textValues": "text", "isOnValues": "on", "isOn": "on",
    "isHidden": "hidden", "isEnabled": "enabled",
  ]

  /// A key path as it is written here; nil if a text is none.
  static func path(_ text: String) -> String? {
    let plain = ForeignText(text.withoutSelf)
    var parts: [String] = []
    var isWrapped = false
    var expectsName = true
    // `self.rx.title`
    let isOfPage = plain.tokens.first?.text == "rx" || plain.tokens.first?.text == "reactive"
    for token in plain.tokens {
      if [".", "?."].contains(token.text) {
        expectsName = true
        continue
      }
      if token.text == "&", parts.isEmpty { continue }
      if ["!", "?"].contains(token.text), !parts.isEmpty, !expectsName { continue }
      guard token.kind == .word, expectsName, token.text != "orEmpty" else { return nil }
      expectsName = false
      if wrappers.contains(token.text),
        parts.count > 1 || isWrapped || isOfPage
          || (parts.count == 1 && !ownWords.contains(token.text))
      {
        isWrapped = isWrapped || ["rx", "reactive"].contains(token.text)
      } else {
        parts.append(isWrapped ? controls[token.text] ?? token.text : token.text)
      }
    }
    guard !parts.isEmpty, !expectsName else { return nil }
    return (isOfPage ? "page." : "") + parts.joined(separator: ".")
  }

  /// The property of a control for the one of a view.
  static func property(_ name: String) -> String { controls[name] ?? name }
}
