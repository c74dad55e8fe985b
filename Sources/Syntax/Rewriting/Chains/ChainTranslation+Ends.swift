// What is done with the values of a chain.
extension ChainTranslation {
  static let endings: Set<String> = [
    "assign", "sink", "subscribe", "bind", "drive", "emit", "startWithValues", "observeValues",
    "observeNext", "onReceive", "onChange", "disposed", "store", "startWithResult", "combineLatest",
    "CombineLatest", "collect", "collectLatest", "launchIn",
  ]

  /// Whether a call only says what keeps the chain, or ends it at once.
  mutating func keeps(_ call: Call) -> Bool {
    switch call.name {
    case "store", "disposed", "addDisposableTo":
      keeper = call.arguments.first.flatMap { ChainTranslation.path($0.text) }
      return true
    case "dispose", "cancel", "take", "launchIn": return true
    default: return false
    }
  }

  /// The end that a call is; nil for an operator.
  mutating func readEnd(_ call: Call) -> End? {
    switch call.name {
    case "assign":
      guard let property = call.argument("to") else { return nil }
      if let key = ChainTranslation.keyPath(property) {
        guard let object = call.argument("on"), let path = ChainTranslation.path("\(object).x")
        else {
          return nil
        }
        let names = key.split(separator: ".").map { ChainTranslation.property(String($0)) }
        let owner = path == "x" ? "" : path.dropLast(1)
        return .target(owner + names.joined(separator: "."))
      }
      return ChainTranslation.path(property).map { .target($0) }
    case "bind", "drive", "emit":
      if !call.closures.isEmpty {
        return call.argument("to") == nil ? call.valueClosure.map { .block($0) } : nil
      }
      let target = call.argument("to") ?? (call.name == "drive" ? call.argument("") : nil)
      return target.flatMap(ChainTranslation.path).map { .target($0) }
    // A flow of Kotlin: nothing follows its collection. A list is collected in an expression.
    case "collect", "collectLatest":
      return call.arguments.isEmpty && name == nil ? call.valueClosure.map { .block($0) } : nil
    case "onEach" where list.word(call.end + 1) == "launchIn":
      return call.valueClosure.map { .block($0) }
    case "sink", "startWithValues", "observeNext":
      return call.valueClosure.map { .block($0) }
    case "observeValues":
      passesFirst = false
      return call.valueClosure.map { .block($0) }
    case "subscribe":
      let isOwner = { (argument: (label: String, text: String)) in
        argument.label == "with"
          || argument.label.isEmpty && ["this", "self"].contains(argument.text)
      }
      guard call.arguments.allSatisfy(isOwner), var closure = call.valueClosure
      else {
        return nil
      }
      // Knockout, which is older than arrows, passes changes alone.
      if closure.isFunction { passesFirst = false }
      if call.argument("with") != nil, closure.parameters.count > 1 {
        let owner = closure.parameters.removeFirst()
        closure.body = ForeignText(closure.body).renaming(owner, to: "self")
      }
      return .block(closure)
    default: return nil
    }
  }

  // MARK: Statements

  /// A property that follows from others: a variable that keeps the sources together.
  func computed() -> String? {
    guard case .formula(let value) = source, stages.isEmpty, let name else { return nil }
    return ForeignText(value).computedProperty(name)
  }

  /// The statement for the whole chain; nil if there is none.
  mutating func statement(_ end: End) -> String? {
    // What comes between gets the values as one.
    if case .several(let values) = source, skipsFirst || !passesFirst || !stages.isEmpty {
      source = .formula("[\(values.joined(separator: ", "))]")
      joined = values
    }
    // A timer ticks without a value.
    if !after.isEmpty {
      guard case .block(let closure) = end, stages.isEmpty,
        ForeignText(closure.body(with: ["value"])).occurrences(of: "value") == 0
      else { return nil }
    }
    if let trigger {
      var rest = self
      let name = name ?? "shown"
      (rest.trigger, rest.name) = (nil, name)
      guard let first = rest.statement(end), first.hasSuffix(" as \(name)") else { return nil }
      before = rest.before
      return "\(first); on \(trigger) { unbind \(name) }"
    }
    if case .merged(let paths) = source {
      // What keeps a state keeps one for all of them.
      guard stages.allSatisfy(\.isPure), !skipsFirst, !stages.contains(.once), firstValue == nil
      else { return nil }
      let each = paths.compactMap { path -> String? in
        var one = self
        (one.source, one.name, one.before) = (.path(path), nil, [])
        return one.statement(end).map { (one.before + [$0]).joined(separator: "; ") }
      }
      return each.count == paths.count ? each.joined(separator: "; ") : nil
    }
    switch end {
    case .target(let target): return binding(to: target, stages)
    case .block(let closure): return observer(closure)
    }
  }

  private var suffix: String {
    (keeper.map { " kept by \($0)" } ?? "") + (name.map { " as \($0)" } ?? "")
  }

  /// The source of a binding and whether its present value passes.
  private var boundSource: (text: String, passes: Bool)? {
    switch source {
    case .path(let path): (path, passesFirst && !skipsFirst)
    case .touch(let control): (control, false)
    case .formula(let value): ("(\(value))", passesFirst && !skipsFirst)
    case .none, .several, .merged, .notification: nil
    }
  }

  private mutating func binding(to target: String, _ stages: [Stage]) -> String? {
    guard let (text, passes) = boundSource else { return nil }
    if let firstValue { before.append("\(target) = \(firstValue)") }
    if case .touch(let control) = source, stages.isEmpty {
      return "on \(control) { fire \(target) }"
    }
    if stages.contains(.once), !passes || !passesPresentValue {
      return observer(ForeignClosure(parameters: ["value"], body: "\(target) = value"))
    }
    let isOnce = stages.contains(.once)
    var stages = stages.filter { $0 != .once }
    var arrow = passes ? "~>" : "!~>"
    // The skipped value passes through the operators before it.
    if skipsFirst, passesFirst, !stages.isEmpty {
      arrow = "~>"
      stages.insert(.transformer("Skip(1)"), at: 0)
    }
    // `label.reactive.text <~ vm.name`
    if stages.isEmpty, targetIsFirst, !isOnce, case .path = source {
      return "bind \(target) \(passes ? "<~" : "<~!") \(text)\(suffix)"
    }
    let shown = stages.map { " | \($0.text)" }.joined()
    return "bind \(isOnce ? "once " : "")\(text) \(arrow) \(target)\(shown)\(suffix)"
  }

  /// Whether the present value is the one that passes, where only one passes.
  private var passesPresentValue: Bool {
    stages.prefix { $0 != .once }.allSatisfy { stage in
      switch stage {
      case .map, .doing: true
      case .transformer(let name): ["Delay", "Distinct", "Scan"].contains { name.hasPrefix($0) }
      case .filter, .skipsNil, .once: false
      }
    }
  }

  private mutating func observer(_ closure: ForeignClosure) -> String? {
    if width > 1, closure.takesAll { return nil }
    if case .several(let values) = source {
      guard firstValue == nil else { return nil }
      let sources = values.flatMap { ForeignText($0).pathsRead }
      let body = closure.body(with: values)
      if let (target, text) = assignment(body),
        let value = ForeignText(text).value(following: sources)
      {
        source = .formula(value)
        return binding(to: target, [])
      }
      return ForeignText(body).effect(following: sources).map { $0 + suffix }
    }
    let body = closure.body(with: parts)
    guard firstValue == nil else { return nil }
    if stages.contains(.once) { return onlyOnce(body) }
    if stages.allSatisfy(\.isPure), let head = observerHead() {
      return "\(head) \(wrapped(body).inBraces)\(suffix)"
    }
    if let (target, value) = assignment(body) {
      return binding(to: target, stages + (value == "value" ? [] : [.map(value)]))
    }
    if let action = calledWithValue(body) { return binding(to: action, stages) }
    if case .touch(let control) = source, stages.allSatisfy(\.isPure) {
      return "on \(control) { \(wrapped(body)) }\(suffix)"
    }
    if let effect = effectOfJoined(body) { return effect }
    let text = list.text
    let roots = Set(text.tokens.indices.filter { text.word($0 + 1) == "." }.map { text.word($0) })
    let name = ["latest", "newest", "found"].first { !roots.contains($0) } ?? "latestValue"
    var stages = stages
    if passesOnlyChanges {
      // The value that does not pass is the one with which the next is compared.
      stages = [.transformer("Distinct")] + (passesFirst ? [] : [.transformer("Skip(1)")]) + stages
      passesFirst = true
    }
    // The observer comes first, so that it gets the present value, too. It handles an event, which has no
    // value of its own before.
    before += ["object \(name) { event came }", "on \(name).came { \(body) }"]
    return binding(to: "\(name).came", stages)
  }

  /// An effect that follows what a formula joins, where each of its values passes as it is.
  private func effectOfJoined(_ body: String) -> String? {
    guard case .formula(let value) = source, passesFirst, !skipsFirst, !joined.isEmpty,
      stages.allSatisfy(\.isPure)
    else { return nil }
    var rest = self
    rest.stages = [.map(value)]
    let sources = joined.flatMap { ForeignText($0).pathsRead }
    let text = rest.wrapped(withPartsOfJoined(wrapped(body), value))
    return ForeignText(text).effect(following: sources).map { $0 + suffix }
  }

  /// A block for a list of what is joined, with each of its values in place of an element.
  private func withPartsOfJoined(_ body: String, _ value: String) -> String {
    guard value == "[\(joined.joined(separator: ", "))]" else { return body }
    return ForeignText(body).replacingTokens { text, index in
      guard text.word(index) == "value", text.word(index + 1) == "[",
        text.word(index + 3) == "]", let position = Int(text.word(index + 2)),
        joined.indices.contains(position)
      else { return nil }
      return (joined[position], 4)
    }
  }

  /// `observe initial vm.name`; nil if the source is no property.
  private func observerHead() -> String? {
    switch source {
    case .path(let path):
      return passesFirst && !skipsFirst ? "observe initial \(path)" : "observe \(path)"
    case .touch(let control): return "on \(control)"
    case .notification(let name): return "on notification \(name)"
    case .formula, .several, .merged, .none: return nil
    }
  }

  /// A block for the source's value that does what the operators do to it first.
  private func wrapped(_ body: String) -> String {
    var count = 0
    return stages.reversed().reduce(body) { body, stage in
      switch stage {
      case .map(let value):
        let uses = ForeignText(body).occurrences(of: "value")
        return uses < 2
          || ForeignText(value).tokens.allSatisfy { $0.kind == .word || $0.text == "." }
          ? replacingValue(in: body, by: value)
          : named(value, &count, in: body)
      case .filter(let condition): return "if \(condition) { \(body) }"
      case .skipsNil: return "if value != nil { \(body) }"
      case .doing(let first): return "\(first); \(body)"
      case .once: return "unbind \(name ?? "first"); \(body)"
      case .transformer: return body
      }
    }
  }

  /// A block in which a value that is used more than once has a name.
  private func named(_ value: String, _ count: inout Int, in body: String) -> String {
    count += 1
    let name = count == 1 ? "mapped" : "mapped\(count)"
    return "let \(name) = \(value); " + ForeignText(body).renaming("value", to: name)
  }

  /// A block with other text for its value; one with an operator needs parentheses where it is a part of
  /// something.
  private func replacingValue(in body: String, by value: String) -> String {
    let isOperation = ForeignText(value).tokens.contains {
      $0.role.contains(.operator) || $0.text == "?"
    }
    let isWhole = !isOperation || assignment(body)?.value == "value"
    return ForeignText(body).replacingTokens { text, index in
      guard text.word(index) == "value", ![".", "?."].contains(text.word(index - 1)) else {
        return nil
      }
      let isArgument =
        ["(", ","].contains(text.word(index - 1)) && [")", ","].contains(text.word(index + 1))
      let isAlone = text.tokens.count == 1
      return (isWhole || isArgument || isAlone ? value : "(\(value))", 1)
    }
  }

  /// What is done with the first value that comes.
  private mutating func onlyOnce(_ body: String) -> String? {
    if let (target, value) = assignment(body), boundSource?.passes == true, passesPresentValue {
      return binding(to: target, stages + (value == "value" ? [] : [.map(value)]))
    }
    guard stages.allSatisfy(\.isPure) else {
      obstacle = ["first", "take", "prefix"].first { list.text.words.contains($0) }
      return nil
    }
    if case .formula(let value) = source {
      guard passesFirst, !skipsFirst, passesPresentValue else { return nil }
      stages.removeAll { $0 == .once }
      let text = withPartsOfJoined(wrapped(body), value)
      stages = [.map(value)]
      return wrapped(text)
    }
    if name == nil { name = "first" }
    return observerHead().map { "\($0) \(wrapped(body).inBraces)\(suffix)" }
  }

  /// `P = E`, if a body is nothing else.
  func assignment(_ body: String) -> (target: String, value: String)? {
    let text = ForeignText(ForeignStatement.withoutEnd(body))
    guard !text.tokens.contains(where: { $0.isBreak || $0.text == "{" }),
      let sign = text.tokens.firstIndex(where: { $0.text == "=" }), sign > 0,
      let target = ChainTranslation.path(text.text(of: 0..<sign)), target.contains(".")
    else { return nil }
    return (target, text.text(of: sign + 1..<text.tokens.count))
  }

  /// `vm.search` for `vm.search(value)`.
  private func calledWithValue(_ body: String) -> String? {
    let text = ForeignText(ForeignStatement.withoutEnd(body))
    let count = text.tokens.count
    guard count > 3, text.tokens[count - 1].text == ")", text.tokens[count - 2].text == "value",
      text.tokens[count - 3].text == "(",
      let path = ChainTranslation.path(text.text(of: 0..<count - 3)), path.contains(".")
    else { return nil }
    return path
  }
}

extension ForeignText {
  /// How often a name occurs, also in what a string evaluates.
  func occurrences(of name: String) -> Int {
    tokens.indices.reduce(0) { count, index in
      let token = tokens[index]
      if token.kind == .string {
        var inside = 0
        _ = ForeignText.mappingInterpolations(of: token.text) {
          inside += ForeignText($0).occurrences(of: name)
          return $0
        }
        return count + inside
      }
      return count + (token.text == name && (index == 0 || tokens[index - 1].text != ".") ? 1 : 0)
    }
  }
}

extension ChainTranslation.Call {
  /// The closure that gets each value, and not an error or the end.
  var valueClosure: ForeignClosure? {
    closures.last { ["onNext", "receiveValue", "value", "onSuccess"].contains($0.label) }
      ?? closures.first { $0.label.isEmpty }
  }
}
