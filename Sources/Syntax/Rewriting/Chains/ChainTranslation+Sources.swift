// What a chain begins with.
extension ChainTranslation {
  private static let joining: Set<String> = [
    "combineLatest", "CombineLatest", "merge", "Merge", "Merge3", "CombineLatest3", "Merge4",
    "CombineLatest4",
  ]

  /// Reads what the chain begins with; returns the token after it.
  mutating func readSource(_ start: Int) -> Int? {
    guard list.isWord(start) else { return nil }
    // `combine(a, b) { x, y -> … }`
    if ["combine", "merge", "combineLatest"].contains(list.word(start)),
      list.word(start + 1) == "(", let call = call(start)
    {
      return join(call, with: ChainTranslation.sources(call)) ? call.end : nil
    }
    // `fromEvent(button, 'click')`
    if list.word(start) == "fromEvent", let call = call(start), call.arguments.count == 2,
      let control = ChainTranslation.path(call.arguments[0].text)
    {
      guard call.arguments[1].text == "\"click\"" else { return nil }
      source = .touch(control)
      return call.end
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
      return join(call, with: ChainTranslation.sources(call)) ? call.end : nil
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
    let parts = ChainTranslation.parts(of: text)
    let last = parts.last ?? ""
    // It reports a change of any property, and has no value.
    if last == "objectWillChange" { return }
    if ["tap", "pressed", "touchUpInside"].contains(last),
      parts.contains(where: ["rx", "reactive"].contains)
    {
      source = .touch(ChainTranslation.path(parts.dropLast(2).joined(separator: ".")) ?? "")
      return
    }
    if ChainTranslation.isSignal(text) { passesFirst = false }
    source = ChainTranslation.path(text).map { .path($0) } ?? .none
  }

  /// The names of a path.
  static func parts(of path: String) -> [String] {
    ForeignText(path.withoutSelf).tokens.map(\.text).filter { $0 != "." && $0 != "?." }
  }

  /// Whether a path ends with what has no present value: `vm.name.signal`, `field.reactive.textValues`.
  private static func isSignal(_ text: String) -> Bool {
    let parts = parts(of: text)
    return [
      "signal", "changed", "continuousTextValues", "textValues", "isOnValues", "values",
      "selectedSegmentIndexes", "continuousAttributedTextValues", "newValues",
    ].contains(parts.last ?? "")
      && (parts.count > 2 || parts.contains("reactive") || parts.contains("rx"))
  }

  /// The first operator that a text calls; nil if it calls none.
  private static func `operator`(in text: String) -> String? {
    let text = ForeignText(text)
    return text.tokens.indices.first {
      operators.contains(text.word($0)) && text.word($0 - 1) == "."
        && ["(", "{"].contains(text.word($0 + 1))
    }.map { text.word($0) }
  }

  /// What a call joins: its arguments, or the elements of a list that it is given.
  private static func sources(_ call: Call) -> [String] {
    call.arguments.flatMap { argument in
      argument.text.hasPrefix("[") ? elements(argument.text) : [argument.text]
    }
  }

  private static func elements(_ list: String) -> [String] {
    guard let tokens = ForeignTokens(ForeignText(list)), tokens.tokens.count > 2 else { return [] }
    return tokens.parts(1..<tokens.tokens.count - 1).map { tokens.text.text(of: $0) }
  }

  /// Several sources as one, if all of them are paths.
  mutating func join(_ call: Call, with texts: [String]) -> Bool {
    let values = texts.compactMap(ChainTranslation.value)
    guard values.count == texts.count, values.count > 1 else {
      obstacle = texts.lazy.compactMap(ChainTranslation.operator(in:)).first ?? call.name
      return false
    }
    // A signal has no present value that could be joined with a change of another.
    let signals = texts.count { ChainTranslation.isSignal($0) }
    if call.name.lowercased().hasPrefix("merge") {
      guard values == texts.compactMap(ChainTranslation.path),
        signals == 0 || signals == values.count
      else { return false }
      source = .merged(values)
      if signals > 0 { passesFirst = false }
    } else if signals > 0 {
      obstacle = call.name
      return false
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
    joined = values
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
