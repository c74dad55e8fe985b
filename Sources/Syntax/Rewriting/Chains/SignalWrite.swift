/// What writes a signal, as libraries of signals have it, as an assignment: `setCount(c => c + 1)`,
/// `count.set(5)`, `vm.count.update(n => n + 1)`, `count.value += 1`, `count(5)`.
struct SignalWrite {
  private let list: ForeignTokens
  /// The object with a property of the signal's name, where the signal is named alone.
  private let owner: String?
  /// Whether a property is called, as if it were an action.
  private let isCall: Bool
  /// Whether `value` is certainly no property of its own.
  private let isValue: Bool

  /// - Returns: nil if brackets are not closed.
  init?(_ text: ForeignText, owner: String?, isCall: Bool, isValue: Bool) {
    let plain = ForeignText(ForeignStatement.withoutEnd(text.all.withoutSelf))
    guard let list = ForeignTokens(plain) else { return nil }
    self.list = list
    // A member of the page's own is declared in `vm`.
    self.owner = owner ?? (plain.word(0) == text.word(0) ? nil : "vm")
    (self.isCall, self.isValue) = (isCall, isValue)
  }

  /// The assignment; nil if the text is no write of a signal.
  func result() -> String? {
    var end = 0
    while list.isWord(end), list.word(end + 1) == ".", list.isWord(end + 2) { end += 2 }
    guard list.isWord(end) else { return nil }
    let last = list.word(end)
    let before = list.text.text(of: 0..<max(0, end - 1))
    switch list.word(end + 1) {
    case "{" where last == "update" && end > 0:
      guard let closure = list.closure(end + 1..<list.tokens.count) else { return nil }
      return assignment(closure, to: path(before) ?? "vm.\(before)")
    case "(":
      guard list.partners[end + 1] == list.tokens.count - 1 else { return nil }
      if end == 0, last == "emit", let update = update(end + 1) { return update }
      if end == 0, let name = SignalWrite.state(ofSetter: last) {
        return argument(end + 1, of: "\(owner ?? "vm").\(name)", named: name)
      }
      switch last {
      case "update" where end > 0 && list.closure(end + 2..<list.tokens.count - 1) != nil:
        return argument(end + 1, of: path(before) ?? "vm.\(before)", named: before)
      case "set" where end > 0, "emit" where before.hasPrefix("_"),
        "tryEmit" where before.hasPrefix("_"):
        return path(before).flatMap { argument(end + 1, of: $0, named: before) }
      default:
        let called = list.text.text(of: 0..<end + 1)
        // It is a signal where its own value is read by a call.
        guard isCall || isValue && list.text.all.contains("\(called)()") else { return nil }
        return path(called).flatMap { argument(end + 1, of: $0, named: called) }
      }
    case "=", "+=", "-=", "*=", "/=":
      guard last == "value", isValue || before.hasPrefix("_"), let path = path(before) else {
        return nil
      }
      return
        "\(path) \(list.word(end + 1)) \(value(end + 2..<list.tokens.count, of: path, named: before))"
    default: return nil
    }
  }

  /// `emit("update:name", value)` of Vue, which writes what `v-model:name` binds.
  private func update(_ open: Int) -> String? {
    let arguments = list.arguments(open).map { list.text.text(of: $0.range) }
    let mark = "\"update:"
    guard arguments.count == 2, arguments[0].hasPrefix(mark) else { return nil }
    let name = String(arguments[0].dropFirst(mark.count).dropLast())
    return ForeignText(name).tokens.count == 1 ? "vm.\(name) = \(arguments[1])" : nil
  }

  /// `count` for `setCount`.
  static func state(ofSetter name: String) -> String? {
    let rest = name.dropFirst(3)
    guard name.hasPrefix("set"), let first = rest.first, first.isUppercase else { return nil }
    return first.lowercased() + rest.dropFirst()
  }

  private func path(_ name: String) -> String? {
    if name.contains(".") { return name }
    // The part of a flow of Kotlin that can be written.
    if name.hasPrefix("_") { return "\(owner ?? "vm").\(name.dropFirst())" }
    return owner.map { "\($0).\(name)" }
  }

  /// The assignment of the one argument, or of what the function that it is makes of the value.
  private func argument(_ open: Int, of path: String, named name: String) -> String? {
    let arguments = list.arguments(open)
    guard arguments.count == 1, arguments[0].label.isEmpty else { return nil }
    let range = arguments[0].range
    guard list.word(range.lowerBound) != "{", let closure = list.closure(range) else {
      return "\(path) = \(value(range, of: path, named: name))"
    }
    return assignment(closure, to: path)
  }

  private func assignment(_ closure: ForeignClosure, to path: String) -> String? {
    let text = closure.expression(with: [path])
    guard closure.parameters.count < 2, !text.contains(";") else { return nil }
    return "\(path) = \(text)"
  }

  /// A value, in which the signal is read by its path.
  private func value(_ range: Range<Int>, of path: String, named name: String) -> String {
    let parts = ForeignText(name).tokens.map(\.text)
    return ForeignText(list.text.text(of: range)).replacingTokens { text, index in
      guard ![".", "?."].contains(text.word(index - 1)),
        parts.indices.allSatisfy({ text.word(index + $0) == parts[$0] })
      else { return nil }
      let end = index + parts.count
      let isRead = text.word(end) == "(" && text.word(end + 1) == ")"
      let isValue = text.word(end) == "." && text.word(end + 1) == "value"
      return (path, parts.count + (isRead || isValue ? 2 : 0))
    }
  }
}
