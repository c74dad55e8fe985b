/// Writes a call of a function that takes functions, as libraries of signals have them, as a statement of
/// this language: `effect(() => …)`, `watch(() => vm.name, name => …)`, `const [n, setN] = useState(0)`.
struct FunctionTranslation {
  private let list: ForeignTokens
  /// The variable that keeps what the function gives.
  private var name: String?
  private(set) var function = ""
  private var arguments: [Argument] = []

  private struct Argument {
    var text: String
    var closure: ForeignClosure?
  }

  private static let states: Set<String> = [
    "useState", "createSignal", "signal", "ref", "shallowRef", "useSignal", "writable", "state",
    "MutableStateFlow", "MutableLiveData", "mutableStateOf", "mutableIntStateOf",
    "useRef", "atom", "observable.box", "customRef", "model", "input",
  ]
  private static let objects: Set<String> = [
    "reactive", "observable", "createStore", "createMutable", "proxy", "shallowReactive", "store",
    "makeAutoObservable", "state", "useState", "useStore",
  ]
  private static let formulas: Set<String> = [
    "computed", "createMemo", "useMemo", "derived", "useComputed", "derived.by",
  ]
  private static let effects: Set<String> = [
    "effect", "autorun", "watchEffect", "createEffect", "useEffect", "useLayoutEffect",
    "createRenderEffect", "useSignalEffect", "createComputed", "effect.pre", "watchPostEffect",
  ]
  private static let observers: Set<String> = [
    "watch", "reaction", "observe", "on", "explicitEffect",
  ]
  private static let blocks: [String: String] = [
    "untracked": "untracked", "untrack": "untracked", "batch": "batch", "runInAction": "batch",
    "transaction": "batch", "action": "batch", "startTransition": "batch",
  ]
  private static let ticks: Set<String> = ["nextTick", "tick", "flushSync"]

  /// - Returns: nil if a text is not the call of one of these functions.
  init?(_ text: ForeignText) {
    guard let list = ForeignTokens(text) else { return nil }
    self.list = list
    if list.word(0) == "$", list.word(1) == ":" {
      function = "$"
      return
    }
    if list.propertyOfQML() != nil {
      function = "property"
      return
    }
    var index = 0
    while [
      "const", "let", "var", "val", "internal", "await", "export", "return", "readonly", "private",
    ].contains(
      list.word(index))
    {
      index += 1
    }
    if list.word(index) == "[", let close = list.partners[index], list.word(close + 1) == "=" {
      name = list.word(index + 1)
      index = close + 2
    } else if list.isWord(index), ["=", "by"].contains(list.word(index + 1)) {
      name = list.word(index)
      index += 2
    } else if list.word(index) == "this", list.isWord(index + 2), list.word(index + 3) == "=" {
      name = list.word(index + 2)
      index += 4
    }
    if ["React", "Vue", "mobx", "ko"].contains(list.word(index)), list.word(index + 1) == "." {
      index += 2
    }
    guard list.isWord(index) else { return nil }
    function = list.word(index)
    index += 1
    if list.word(index) == ".", ["box", "pre", "by"].contains(list.word(index + 1)) {
      function += "." + list.word(index + 1)
      index += 2
    }
    // `ref<number>(0)`
    if list.word(index) == "<",
      let end = list.tokens[index...].firstIndex(where: { $0.text == ">" })
    {
      index = end + 1
    }
    guard list.word(index) == "(", let close = list.partners[index],
      close + 1 == list.tokens.count || list.word(close + 1) == ";"
    else { return nil }
    arguments = list.parts(index + 1..<close).map { range in
      // In JavaScript braces alone are an object.
      Argument(
        text: list.text.text(of: range),
        closure: list.word(range.lowerBound) == "{" ? nil : list.closure(range))
    }
    let known = [
      Self.states, Self.objects, Self.formulas, Self.effects, Self.observers, Self.ticks,
      Set(Self.blocks.keys), ["MutableSharedFlow", "when", "inspect", "linkedSignal"],
    ]
    guard known.contains(where: { $0.contains(function) }) else { return nil }
  }

  /// The statement here; nil if a part is not understood.
  func result() -> String? {
    switch function {
    case "$": return reactiveStatement()
    case "property": return list.propertyOfQML()
    case "linkedSignal": return linked()
    case _ where Self.ticks.contains(function):
      guard arguments.count < 2 else { return nil }
      return (arguments.first?.closure).map { "wait; \(statements($0))" } ?? "wait"
    case _ where Self.blocks[function] != nil && name == nil:
      return closure(0).map { "\(Self.blocks[function, default: ""]) { \(statements($0)) }" }
    case _ where Self.formulas.contains(function): return formula()
    case _ where Self.effects.contains(function): return effect()
    case "when": return when()
    case "inspect":
      let path = arguments.first.flatMap { ChainTranslation.path($0.text) }
      return path.map { "observe initial \($0) { print value }" }
    case _ where Self.observers.contains(function): return observer()
    default: return declaration()
    }
  }

  private func closure(_ position: Int) -> ForeignClosure? {
    position < arguments.count ? arguments[position].closure : nil
  }

  private var suffix: String { name.map { " as \($0)" } ?? "" }

  /// `$: doubled = count * 2`
  private func reactiveStatement() -> String? {
    let rest = list.text.text(of: 2..<list.tokens.count)
    if list.isWord(2), list.word(3) == "=" {
      let value = list.text.text(of: 4..<list.tokens.count)
      return ForeignText(script(value, isValue: true)).computedProperty(list.word(2))
    }
    let closure = list.word(2) == "{" ? list.closure(2..<list.tokens.count) : nil
    return "effect { \(closure.map(statements) ?? script(rest)) }"
  }

  // MARK: State

  /// `const [n, setN] = useState(0)`, `const state = reactive({ n: 0 })`
  private func declaration() -> String? {
    guard var name, arguments.count < 2, closure(0) == nil else { return nil }
    // The part of a flow of Kotlin that can be written.
    if name.hasPrefix("_") { name.removeFirst() }
    if function == "MutableSharedFlow" { return "object vm { event \(name) }" }
    let value = arguments.first?.text ?? "nil"
    guard value.hasPrefix("{"), Self.objects.contains(function) else {
      return Self.states.contains(function) ? "object vm { \(name) = \(value) }" : nil
    }
    guard let members = members(of: value) else { return nil }
    return members.isEmpty
      ? "object \(name)" : "object \(name) { \(members.joined(separator: "; ")) }"
  }

  /// The members of an object as JavaScript writes it; nil if one is no plain value.
  private func members(of text: String) -> [String]? {
    guard let inner = ForeignTokens(ForeignText(text)), inner.tokens.count > 1 else { return nil }
    var found: [String] = []
    for part in inner.parts(1..<inner.tokens.count - 1) {
      guard inner.isWord(part.lowerBound) else { return nil }
      let name = inner.word(part.lowerBound)
      // `get total() { return … }`
      if name == "get", inner.word(part.lowerBound + 2) == "(",
        let body = part.first(where: { inner.word($0) == "{" }), let close = inner.partners[body]
      {
        let closure = ForeignClosure(body: inner.text.text(of: body + 1..<close).withoutSelf)
        found.append(
          "computed \(inner.word(part.lowerBound + 1)) = \(script(closure.expression(), isValue: true))"
        )
        continue
      }
      guard inner.word(part.lowerBound + 1) == ":", part.count > 2 else { return nil }
      let value = part.lowerBound + 2..<part.upperBound
      guard inner.closure(value) == nil else { return nil }
      found.append("\(name) = \(inner.text.text(of: value))")
    }
    return found
  }

  /// `const total = computed(() => cart.price * cart.qty)`
  private func formula() -> String? {
    guard let name, let first = arguments.first else { return nil }
    var value = first.closure?.expression() ?? (function == "derived" ? first.text : ";")
    // `derived(count, $count => $count * 2)`
    if function == "derived", arguments.count == 2 {
      guard let closure = closure(1), let path = ChainTranslation.path(first.text) else {
        return nil
      }
      value = closure.expression(with: [path])
    }
    guard !value.contains(";") else { return nil }
    // `name.value` reads a signal of its own, and no property of an object.
    let text = ForeignText(value)
    let signals = text.tokens.indices.filter {
      text.word($0 + 1) == "." && text.word($0 + 2) == "value" && text.word($0 - 1) != "."
    }
    return ForeignText(script(value, isValue: true)).computedProperty(
      name, besides: Set(signals.map { text.word($0) }))
  }

  /// `choice = linkedSignal(() => vm.options[0])`: a property that can be written, until what it follows
  /// changes.
  private func linked() -> String? {
    guard let name, let first = arguments.first else { return nil }
    var value = first.closure?.expression()
    if value == nil {
      let given = options(first.text)
      guard let source = given["source"], let computation = given["computation"]?.closure,
        computation.parameters.count == 1
      else { return nil }
      value = computation.expression(with: [source.closure?.expression() ?? source.text])
    }
    guard let value, !value.contains(";") else { return nil }
    return ForeignText(script(value, isValue: true)).member { "\(name); bind (\($0)) ~> \(name)" }
  }

  /// The members of an object as JavaScript writes it; empty if a text is none.
  private func options(_ text: String) -> [String: Argument] {
    guard text.hasPrefix("{"), let inner = ForeignTokens(ForeignText(text)) else { return [:] }
    var found: [String: Argument] = [:]
    for part in inner.parts(1..<inner.tokens.count - 1)
    where inner.word(part.lowerBound + 1) == ":" && part.count > 2 {
      let range = part.lowerBound + 2..<part.upperBound
      found[inner.word(part.lowerBound)] = Argument(
        text: inner.text.text(of: range), closure: inner.closure(range))
    }
    return found
  }

  // MARK: Effects

  private func effect() -> String? {
    // `createEffect(on(() => vm.name, …))` runs at once, too.
    if arguments.count == 1, arguments[0].text.hasPrefix("on("),
      var inner = FunctionTranslation(ForeignText(arguments[0].text))
    {
      inner.name = name
      let isDeferred =
        inner.arguments.count == 3
        && inner.options(inner.arguments[2].text)["defer"]?.text == "true"
      return inner.observer(passesFirst: !isDeferred)
    }
    // What an effect is given is its former value, or what ends it.
    guard let closure = closure(0), arguments.count < 3, !closure.usesParameters else { return nil }
    let body = statements(closure)
    if arguments.count == 2, let delay = options(arguments[1].text)["delay"] {
      guard let sources = ForeignText(body).sourcesOfEffect else { return nil }
      return following("[\(sources.joined(separator: ", "))]", passesFirst: true, delay.text, body)
    }
    if function.hasPrefix("use"), arguments.count == 2, arguments[1].text.hasPrefix("[") {
      let names = arguments[1].text.dropFirst().dropLast().split(separator: ",").map {
        $0.filter { $0 != " " }
      }
      if names.isEmpty { return body }
      let paths = names.compactMap { ChainTranslation.path($0) }
      guard paths.count == names.count else { return nil }
      if paths.count > 1 || !paths[0].contains(".") {
        return ForeignText(body).effect(following: paths).map { $0 + suffix }
      }
      return observing(paths[0], passesFirst: true, body)
    }
    return "effect { \(body) }\(suffix)"
  }

  /// `when(() => store.count > 5, () => …)`
  private func when() -> String? {
    guard let condition = closure(0), let closure = closure(1), arguments.count == 2 else {
      return nil
    }
    // It runs once.
    let own = name ?? "done"
    let test = script(condition.expression(), isValue: true)
    return "effect { if \(test) { \(statements(closure)); unbind \(own) } } as \(own)"
  }

  /// `watch(() => vm.name, (name, old) => …, { immediate: true })`
  private func observer(passesFirst always: Bool = false) -> String? {
    if function == "watch", arguments.count == 1, name == nil, arguments[0].closure == nil {
      return ChainTranslation.path(script(arguments[0].text, isValue: true)).map { "watch \($0)" }
    }
    guard arguments.count > 1, arguments.count < 4, let closure = closure(1) else { return nil }
    let options = arguments.count == 3 ? options(arguments[2].text) : [:]
    let passesFirst =
      always
      || ["immediate", "fireImmediately", "initial"].contains { options[$0]?.text == "true" }
    // It ends after one change, or ends itself.
    if options["once"]?.text == "true" || closure.disposes { return nil }
    let delay = options["delay"]?.text
    if arguments[0].text.hasPrefix("["), delay == nil {
      guard let inner = ForeignTokens(ForeignText(arguments[0].text)) else { return nil }
      let sources = inner.parts(1..<inner.tokens.count - 1).map { range in
        script(inner.closure(range)?.expression() ?? inner.text.text(of: range), isValue: true)
      }
      let paths = sources.compactMap { ChainTranslation.path($0) }
      guard paths.count == sources.count else { return nil }
      let body = script(closure.body(with: paths))
      return paths.map { observing($0, passesFirst: passesFirst, body) }.joined(separator: "; ")
    }
    let source = script(arguments[0].closure?.expression() ?? arguments[0].text, isValue: true)
    let body = script(
      closure.body(with: closure.parameters.count > 1 ? ["value", "old"] : ["value"]))
    guard delay == nil, let path = ChainTranslation.path(source) else {
      guard !source.contains("{"), ForeignText(body).occurrences(of: "old") == 0 else { return nil }
      return following(source, passesFirst: passesFirst, delay, body)
    }
    return observing(path, passesFirst: passesFirst, body)
  }

  /// What a body does with each value, which may be late: then only the newest is used, and the first one
  /// passes late, too.
  private func following(
    _ source: String, passesFirst: Bool, _ delay: String?, _ body: String
  ) -> String? {
    var chain = ChainTranslation(ForeignText(""))
    chain?.source = .formula(source)
    chain?.passesFirst = passesFirst
    chain?.name = name
    if let delay {
      // MobX lets the first value of a reaction pass at once.
      guard Int(delay) != nil, !passesFirst || function == "autorun" else { return nil }
      chain?.before = ["transformer Late after \(delay)ms late replace { forward { value } }"]
      chain?.stages = [.transformer("Late")]
    }
    // What it calls is no end of a binding.
    var printing = body.replacing("console.log(", with: "print(")
    if function == "autorun", let (target, value) = chain?.assignment(printing) {
      chain?.source = .formula(value)
      printing = "\(target) = value"
    }
    let statement = chain?.statement(.block(ForeignClosure(parameters: ["value"], body: printing)))
    return statement.map { ((chain?.before ?? []) + [$0]).joined(separator: "; ") }
  }

  private func observing(_ path: String, passesFirst: Bool, _ body: String) -> String {
    "observe \(passesFirst ? "initial " : "")\(path) { \(body) }\(suffix)"
  }

  // MARK: JavaScript

  private func statements(_ closure: ForeignClosure) -> String {
    script(closure.body(with: ["value"]))
  }

  /// A part of a script: without what reads a signal, and without `this`.
  ///
  /// - Parameter isValue: Whether it is no statement.
  private func script(_ text: String, isValue: Bool = false) -> String {
    let isRef = FunctionTranslation.functionsOfRefs.contains(function)
    return ForeignText(text.withoutSelf).withoutSignalReads(isValue: isValue, hasRefs: isRef)
  }

  /// Functions of libraries whose signals are read as `x.value`: MobX, React and Svelte have none.
  private static let functionsOfRefs: Set<String> = [
    "effect", "watch", "watchEffect", "watchPostEffect", "computed", "useComputed", "batch",
    "useSignalEffect", "untracked", "nextTick",
  ]
}
