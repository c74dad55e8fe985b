/// Writes a call of a function that takes functions, as libraries of signals have them, as a statement of
/// this language: `effect(() => …)`, `watch(() => vm.name, name => …)`, `const [n, setN] = useState(0)`.
struct FunctionTranslation {
  let list: ForeignTokens
  /// The variable that keeps what the function gives.
  var name: String?
  private(set) var function = ""
  /// The component whose property is watched by its name.
  private(set) var owner = "vm"
  private(set) var arguments: [Argument] = []

  struct Argument {
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
    "computed", "pureComputed", "createMemo", "useMemo", "derived", "useComputed", "derived.by",
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
    } else if ["this", "self"].contains(list.word(index)), list.isWord(index + 2),
      list.word(index + 3) == "="
    {
      name = list.word(index + 2)
      index += 4
    }
    // `this.$watch('name', …)`
    if list.isWord(index), list.word(index + 1) == ".", list.word(index + 2) == "watch",
      list.word(index + 3) == "("
    {
      owner = ["this", "self"].contains(list.word(index)) ? "vm" : list.word(index)
      index += 2
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

  func closure(_ position: Int) -> ForeignClosure? {
    position < arguments.count ? arguments[position].closure : nil
  }

  var suffix: String { name.map { " as \($0)" } ?? "" }

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

  /// The members of an object as JavaScript writes it; empty if a text is none.
  func options(_ text: String) -> [String: Argument] {
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

  // MARK: JavaScript

  func statements(_ closure: ForeignClosure) -> String {
    script(closure.body(with: ["value"]))
  }

  /// A part of a script: without what reads a signal, and without `this`.
  ///
  /// - Parameter isValue: Whether it is no statement.
  func script(_ text: String, isValue: Bool = false) -> String {
    let isRef = FunctionTranslation.functionsOfRefs.contains(function)
    return ForeignText(text.withoutSelf).withoutSignalReads(isValue: isValue, hasRefs: isRef)
  }

  /// Functions of libraries whose signals are read as `x.value`: MobX, React and Svelte have none.
  private static let functionsOfRefs: Set<String> = [
    "effect", "watch", "watchEffect", "watchPostEffect", "computed", "useComputed", "batch",
    "useSignalEffect", "untracked", "nextTick",
  ]
}
