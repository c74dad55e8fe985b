// The operators of a chain.
extension ChainTranslation {
  /// Those that change nothing here: they hide types, choose queues or share subscriptions.
  private static let withoutMeaning: Set<String> = [
    "eraseToAnyPublisher", "asObservable", "asDriver", "asSignal", "asSharedSequence", "share",
    "shareReplay", "subscribe", "subscribeOn", "start", "catchErrorJustReturn", "catchAndReturn",
    "replaceError", "debug", "print", "logEvents", "setFailureType", "multicast", "autoconnect",
    "mapError", "promoteError", "assertNoFailure", "breakpoint", "asInfallible", "observeOn",
    "producer", "asPublisher", "catch", "flatMapError", "asStateFlow", "flowOn", "stateIn",
    "shareIn", "flowWithLifecycle", "conflate", "takeUntilDestroyed", "untilDestroyed",
  ]

  /// The operators by which a text with `<~` is recognised.
  static let operators: Set<String> = withoutMeaning.union([
    "map", "filter", "compactMap", "debounce", "throttle", "delay", "receive", "observe",
    "dropFirst", "skip", "removeDuplicates", "distinctUntilChanged", "skipRepeats", "replaceNil",
    "withLatestFrom", "scan", "startWith", "prepend", "flatMapLatest", "switchMap", "flatMap",
    "switchToLatest", "combineLatest", "merge", "skipNil", "filterNil", "unwrap", "negate", "not",
    "take", "first", "prefix", "toggle", "handleEvents", "takeUntil", "throttleFirst", "zip",
    "isExecuting",
    "continuousTextValues", "textValues", "isOnValues", "values",
  ])

  func isWithoutMeaning(_ call: Call) -> Bool {
    ChainTranslation.withoutMeaning.contains(call.name)
  }

  /// Takes up an operator; returns whether it is understood.
  mutating func readOperator(_ call: Call) -> Bool {
    switch call.name {
    case "receive", "observe": return takesTurns(call)
    case "map": return readMap(call)
    case "filter":
      guard let closure = call.closures.first, width == 1 || !closure.takesAll else { return false }
      stages.append(.filter(closure.expression(with: parts)))
    case "compactMap", "mapNotNil": return readCompactMap(call)
    case "skipNil", "filterNil", "unwrap": stages.append(.skipsNil)
    case "negate", "not", "toggle": stages.append(.map("!value"))
    case "orEmpty": stages.append(.map("value ?? \"\""))
    case "changed": break
    case "signal": passesFirst = false
    case "debounce": return readTimed(call, "Debounce")
    case "throttle":
      return readTimed(call, call.argument("latest") == "false" ? "ThrottleFirst" : "Throttle")
    case "throttleFirst": return readTimed(call, "ThrottleFirst")
    case "delay": return readTimed(call, "Delay")
    case "dropFirst", "drop", "skip": return readSkip(call)
    case "removeDuplicates", "distinctUntilChanged", "skipRepeats":
      guard call.closures.isEmpty, call.arguments.isEmpty || call.arguments[0].text == "==" else {
        return false
      }
      stages.append(.transformer("Distinct"))
    case "replaceNil":
      return call.argument("with").map { stages.append(.map("value ?? \($0)")) } != nil
    case "withLatestFrom": return readLatest(from: call)
    case "combineLatest", "combine", "merge": return readJoined(call)
    case "scan": return readScan(call)
    case "flatMapLatest", "switchMap", "flatMap", "switchToLatest": return readSwitch(call)
    case "startWith", "prepend":
      guard let first = call.arguments.first else { return false }
      firstValue = first.text
    case "do", "handleEvents", "on", "onEach": return readDeed(call)
    case "takeUntil": return ends(at: call.argument("") ?? call.argument("until"))
    case "first", "take", "prefix":
      if let end = call.argument("until") ?? call.argument("untilOutputFrom") {
        return ends(at: end)
      }
      if let owner = call.argument("during") ?? call.argument("duringLifetimeOf") {
        return ends(with: owner)
      }
      guard !stages.contains(.once) else { return false }
      if call.name == "first", let closure = call.closures.first, call.arguments.isEmpty,
        width == 1 || !closure.takesAll
      {
        stages.append(.filter(closure.expression(with: parts)))
      } else if !call.closures.isEmpty || !(call.arguments.isEmpty || call.arguments[0].text == "1")
      {
        return false
      }
      stages.append(.once)
    default: return ChainTranslation.withoutMeaning.contains(call.name)
    }
    return true
  }

  /// `receive(on:)`: the value comes a turn later, but where the scheduler of the present turn is named.
  private mutating func takesTurns(_ call: Call) -> Bool {
    guard let scheduler = call.argument("on") ?? call.arguments.first?.text else { return false }
    if scheduler.contains("ImmediateScheduler") || scheduler.contains("UIScheduler")
      || scheduler == "MainScheduler.instance" || scheduler == "MainScheduler.shared"
    {
      return true
    }
    stages.append(.transformer("Delay(0s)"))
    return true
  }

  private mutating func readMap(_ call: Call) -> Bool {
    if let closure = call.closures.first {
      switch source {
      case .several(let values) where stages.isEmpty && !skipsFirst:
        return compute(closure, from: values)
      default:
        guard parts.count == 1 || !closure.takesAll else { return false }
        stages.append(.map(closure.expression(with: parts)))
        width = 1
      }
      return true
    }
    guard call.arguments.count == 1 else { return false }
    let text = call.arguments[0].text
    if text == "!" {
      stages.append(.map("!value"))
    } else if let path = ChainTranslation.keyPath(text) {
      stages.append(.map("value.\(path)"))
    } else if text == "String.init" || text == "String.init(describing:)" {
      stages.append(.map("\"\\(value)\""))
    } else if ["value", "to"].contains(call.arguments[0].label) {
      stages.append(.map(text))
    } else if let first = ForeignText(text).tokens.first, first.text == text, first.kind == .word {
      // The name of a function.
      stages.append(.map("\(text)(value)"))
    } else {
      return false
    }
    return true
  }

  /// What is done with each value on its way.
  private mutating func readDeed(_ call: Call) -> Bool {
    guard call.arguments.isEmpty, call.closures.count == 1, let closure = call.closures.first,
      ["onNext", "receiveOutput", "value"].contains(closure.label)
        || call.name == "onEach", parts.count == 1
    else { return false }
    stages.append(.doing(closure.body(with: parts)))
    return true
  }

  /// What ends the chain: an event, since the value of a property would end it at once.
  private mutating func ends(at text: String?) -> Bool {
    if let text, text.hasSuffix(".deallocated") { return ends(with: text) }
    guard let event = text.flatMap(ChainTranslation.path), event.contains("."), trigger == nil
    else {
      return false
    }
    trigger = event
    return true
  }

  /// What ends the chain: an object, as `label.reactive.lifetime`, `label.rx.deallocated` or by its name.
  private mutating func ends(with owner: String) -> Bool {
    var parts = ChainTranslation.parts(of: owner)
    let ends: Set<String> = ["lifetime", "deallocated", "reactive", "rx"]
    while let last = parts.last, ends.contains(last) { parts.removeLast() }
    // The page itself is no object here, and never ends.
    if parts.isEmpty || parts == ["self"] { return true }
    guard keeper == nil, let path = ChainTranslation.path(parts.joined(separator: ".")) else {
      return false
    }
    keeper = path
    return true
  }

  private mutating func readCompactMap(_ call: Call) -> Bool {
    defer { width = 1 }
    let value: String
    if let closure = call.closures.first {
      guard parts.count == 1 || !closure.takesAll else { return false }
      value = closure.expression(with: parts)
    } else if let path = call.arguments.first.flatMap({ ChainTranslation.keyPath($0.text) }) {
      value = "value.\(path)"
    } else {
      return false
    }
    if value != "value" { stages.append(.map(value)) }
    stages.append(.skipsNil)
    return true
  }

  /// `\.name.count` without its sign.
  static func keyPath(_ text: String) -> String? {
    guard text.hasPrefix("\\") else { return nil }
    var rest = text.dropFirst()
    guard let dot = rest.firstIndex(of: ".") else { return nil }
    rest = rest[dot...].dropFirst()
    return rest.isEmpty || rest == "self" ? nil : String(rest)
  }

  private mutating func readTimed(_ call: Call, _ stage: String) -> Bool {
    let text = call.argument("for") ?? call.argument("") ?? call.argument("dueTime")
    guard let text, let time = ChainTranslation.duration(text, isKotlin: call.arguments.count == 1)
    else { return false }
    stages.append(.transformer("\(stage)(\(time))"))
    return true
  }

  /// How often a timer ticks: `Timer.publish(every: 1, …)`, `Observable.interval(.seconds(1), …)`; nil for
  /// other calls.
  static func interval(of type: String, _ call: Call) -> String? {
    switch (type, call.name) {
    case ("Timer", "publish"): call.argument("every").flatMap { duration($0) }
    case ("Observable", "interval"), ("Driver", "interval"):
      call.arguments.first.flatMap { duration($0.text) }
    case ("SignalProducer", "timer"): call.argument("interval").flatMap { duration($0) }
    default: nil
    }
  }

  /// `.milliseconds(300)`, `0.3`, `.seconds(1)`
  ///
  /// - Parameter isKotlin: Whether a whole number alone is in milliseconds.
  private static func duration(_ text: String, isKotlin: Bool = false) -> String? {
    let tokens = ForeignText(text).tokens.map(\.text)
    let units = ["milliseconds": "ms", "seconds": "s", "minutes": "min"]
    if isKotlin, tokens.count == 1, Int(tokens[0]) != nil { return "\(tokens[0])ms" }
    // `300.milliseconds`
    if tokens.count == 3, Int(tokens[0]) != nil, tokens[1] == ".", let unit = units[tokens[2]] {
      return tokens[0] + unit
    }
    if tokens.count == 1, tokens[0].first?.isNumber == true {
      return tokens[0].last?.isNumber == true ? "\(tokens[0])s" : tokens[0]
    }
    guard let name = tokens.firstIndex(where: { units[$0] != nil }), name + 2 < tokens.count,
      tokens[name + 1] == "(", tokens[name + 2].first?.isNumber == true
    else { return nil }
    return tokens[name + 2] + (units[tokens[name]] ?? "")
  }

  private mutating func readSkip(_ call: Call) -> Bool {
    guard call.closures.isEmpty, call.arguments.count < 2 else { return false }
    let count = call.arguments.first?.text ?? "1"
    guard Int(count) != nil, !skipsFirst else { return false }
    // A control and a notification have no present value: the first one that comes is skipped.
    let hasPresentValue =
      switch source {
      case .none, .touch, .notification: false
      case .path, .formula, .several, .merged: true
      }
    if count == "1", stages.isEmpty, hasPresentValue, passesFirst {
      skipsFirst = true
    } else {
      stages.append(.transformer("Skip(\(count))"))
    }
    return true
  }

  private mutating func readLatest(from call: Call) -> Bool {
    guard let latest = call.arguments.first.flatMap({ ChainTranslation.value($0.text) }),
      parts.count == 1
    else { return false }
    stages.append(.map(call.closures.first?.expression(with: ["value", latest]) ?? latest))
    return true
  }

  private mutating func readJoined(_ call: Call) -> Bool {
    guard case .path(let first) = source, stages.isEmpty, !call.arguments.isEmpty else {
      return false
    }
    // What only one of them skips keeps the others waiting.
    if skipsFirst {
      obstacle = ["dropFirst", "skip", "drop"].first { list.text.words.contains($0) }
      return false
    }
    return join(
      call, with: [passesFirst ? first : "\(first).signal"] + call.arguments.map(\.text))
  }

  private mutating func readScan(_ call: Call) -> Bool {
    guard let start = call.argument("into") ?? call.argument(""), parts.count == 1 else {
      return false
    }
    let sum: String
    if let closure = call.closures.first, call.argument("into") == nil {
      sum = closure.expression(with: ["total", "value"])
    } else if call.arguments.contains(where: { $0.text == "+" }) {
      sum = "total + value"
    } else {
      return false
    }
    let name = stages.contains(.transformer("Scan")) ? "Scan2" : "Scan"
    guard !stages.contains(.transformer(name)) else { return false }
    before.append("transformer \(name)(var total = \(start)) { forward { total = \(sum); total } }")
    stages.append(.transformer(name))
    return true
  }

  /// An answer that comes later, and that a newer value makes needless; how much later is not known.
  private mutating func readSwitch(_ call: Call) -> Bool {
    var answer: String?
    if call.name == "switchToLatest" {
      if case .map(let value)? = stages.popLast() { answer = value }
    } else if call.name != "flatMap" || call.arguments.contains(where: { $0.text == ".latest" }) {
      guard width == 1 || call.closures.first?.takesAll == false else { return false }
      answer = call.closures.first?.expression(with: parts)
      width = 1
    }
    guard let answer, !stages.contains(.transformer("Latest")) else { return false }
    before.append("transformer Latest after 1s late drop { forward { \(answer) } }")
    stages.append(.transformer("Latest"))
    return true
  }
}
