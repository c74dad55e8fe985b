// Functions that run for each change of what they watch.
extension FunctionTranslation {
  /// The options of a watcher that mean nothing else here.
  private static let knownOptions: Set<String> = [
    "immediate", "fireImmediately", "initial", "delay", "once", "flush", "equals", "name", "defer",
  ]

  /// `watch(() => vm.name, (name, old) => …, { immediate: true })`
  func observer(passesFirst always: Bool = false) -> String? {
    if function == "watch", arguments.count == 1, name == nil, arguments[0].closure == nil {
      return ChainTranslation.path(script(arguments[0].text, isValue: true)).map { "watch \($0)" }
    }
    guard arguments.count > 1, arguments.count < 4, let closure = closure(1) else { return nil }
    let options = arguments.count == 3 ? options(arguments[2].text) : [:]
    let passesFirst =
      always
      || ["immediate", "fireImmediately", "initial"].contains { options[$0]?.text == "true" }
    // It ends itself.
    guard Self.knownOptions.isSuperset(of: options.keys), !closure.disposes else { return nil }
    let delay = options["delay"]?.text
    let isOnce = options["once"]?.text == "true"
    if let sources = joinedSources, delay == nil {
      let paths = sources.compactMap { ChainTranslation.path($0) }
      guard paths.count == sources.count, !isOnce else { return nil }
      let body = script(closure.body(with: paths))
      // It runs once at first, and not for each of them.
      if passesFirst { return ForeignText(body).effect(following: paths).map { $0 + suffix } }
      return paths.map { observing($0, passesFirst: false, body) }.joined(separator: "; ")
    }
    let first = arguments[0].text
    var source = script(arguments[0].closure?.expression() ?? first, isValue: true)
    let names = ForeignText(first).words
    if !source.contains("."), names.contains("this") { source = "\(owner).\(source)" }
    // A property by its name: `$watch('name', …)`.
    if let token = ForeignText(first).tokens.first, token.kind == .string {
      guard token.text == first, token.isPath else { return nil }
      let path = String(first.dropFirst().dropLast())
      source = path.contains(".") ? path : "\(owner).\(path)"
    }
    let body = script(
      closure.body(with: closure.parameters.count > 1 ? ["value", "old"] : ["value"]))
    guard delay == nil, let path = ChainTranslation.path(source) else {
      guard !source.contains("{"), ForeignText(body).occurrences(of: "old") == 0, !isOnce else {
        return nil
      }
      return following(source, passesFirst: passesFirst, delay, body)
    }
    guard isOnce else { return observing(path, passesFirst: passesFirst, body) }
    let own = name ?? "first"
    let kind = passesFirst ? "observe initial" : "observe"
    return "\(kind) \(path) { unbind \(own); \(body) } as \(own)"
  }

  /// The sources that a watcher has in a list: `[() => vm.a, () => vm.b]`, `() => [vm.a, vm.b]`.
  private var joinedSources: [String]? {
    let list = arguments[0].closure?.expression() ?? arguments[0].text
    guard list.hasPrefix("["), let inner = ForeignTokens(ForeignText(list)),
      inner.partners[0] == inner.tokens.count - 1
    else { return nil }
    return inner.parts(1..<inner.tokens.count - 1).map { range in
      script(inner.closure(range)?.expression() ?? inner.text.text(of: range), isValue: true)
    }
  }

  /// What a body does with each value, which may be late: then only the newest is used, and the first one
  /// passes late, too.
  func following(
    _ source: String, passesFirst: Bool, _ delay: String?, _ body: String
  ) -> String? {
    var chain = ChainTranslation(ForeignText(""))
    chain?.source = .formula(source)
    chain?.passesFirst = passesFirst
    chain?.passesOnlyChanges = ["watch", "reaction", "observe", "on"].contains(function)
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

  func observing(_ path: String, passesFirst: Bool, _ body: String) -> String {
    "observe \(passesFirst ? "initial " : "")\(path) { \(body) }\(suffix)"
  }
}
