// Values that follow others.
extension FunctionTranslation {
  /// `const total = computed(() => cart.price * cart.qty)`
  func formula() -> String? {
    guard let first = arguments.first else { return nil }
    // A computed value that no one reads may be there for what it does.
    if name == nil, let closure = first.closure, closure.parameters.isEmpty, closure.writes {
      return "effect { \(statements(closure)) }"
    }
    let name = name ?? "result"
    // What it is given is its former value.
    if function != "derived", first.closure?.parameters.isEmpty == false { return nil }
    var value = first.closure?.expression() ?? (function == "derived" ? first.text : ";")
    // `derived(count, $count => $count * 2)`
    if function == "derived", arguments.count == 2 {
      let sources = elements(0) ?? [first.text]
      let paths = sources.compactMap { ChainTranslation.path($0) }
      guard let closure = closure(1), !paths.isEmpty, paths.count == sources.count,
        closure.parameters.count == paths.count
      else { return nil }
      value = closure.expression(with: paths)
    }
    guard !value.contains(";") else { return nil }
    if function == "useMemo" { return memo(ForeignText(script(value, isValue: true)), name) }
    // `name.value` reads a signal of its own, and no property of an object.
    let text = ForeignText(value)
    let signals = text.tokens.indices.filter {
      text.word($0 + 1) == "." && text.word($0 + 2) == "value" && text.word($0 - 1) != "."
    }
    return ForeignText(script(value, isValue: true)).computedProperty(
      name, besides: Set(signals.map { text.word($0) }))
  }

  /// `const total = useMemo(() => cart.price * cart.qty, [cart.qty])`, which follows what its list names.
  private func memo(_ value: ForeignText, _ name: String) -> String? {
    guard arguments.count == 2, let names = elements(1), !value.words.contains("=>") else {
      return nil
    }
    if names.isEmpty { return value.member { "\(name) = \($0)" } }
    let paths = names.compactMap { ChainTranslation.path($0) }
    let reads = value.pathsRead
    // A name alone is a state, which nothing here can read without following it.
    let areListed = reads.allSatisfy { read in
      read.contains(".") || paths.contains(read) || value.isCalled(read)
    }
    let isWhole = paths.allSatisfy { reads.contains($0) }
    guard paths.count == names.count, areListed,
      let followed = value.value(
        following: paths.filter { $0.contains(".") && reads.contains($0) }),
      isWhole || followed == value.all
    else { return nil }
    return ForeignText(followed).computedProperty(name)
  }

  /// The elements of an argument that is a list; nil if it is none.
  func elements(_ position: Int) -> [String]? {
    guard position < arguments.count, arguments[position].text.hasPrefix("["),
      let inner = ForeignTokens(ForeignText(arguments[position].text)),
      inner.partners[0] == inner.tokens.count - 1
    else { return nil }
    return inner.parts(1..<inner.tokens.count - 1).map { inner.text.text(of: $0) }
  }

  /// `choice = linkedSignal(() => vm.options[0])`: a property that can be written, until what it follows
  /// changes.
  func linked() -> String? {
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
}
