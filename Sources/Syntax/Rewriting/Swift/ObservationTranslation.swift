/// Writes what Foundation and UIKit observe in Swift as an observer or a handler: `vm.observe(\.name) { … }`,
/// `addObserver(…)`, `addTarget(…)`, `withObservationTracking { … } onChange: { … }`.
struct ObservationTranslation {
  private let list: ForeignTokens
  /// The variable that keeps the observer.
  private var name: String?
  private let owner: String
  private let call: ChainTranslation.Call

  private static let methods: Set<String> = [
    "observe", "addObserver", "addTarget", "withObservationTracking", "post",
  ]

  /// - Returns: nil if a text is not the call of one of these methods.
  init?(_ text: ForeignText) {
    let plain = ForeignText(text.all.withoutSelf)
    guard let chain = ChainTranslation(plain),
      let place = plain.tokens.firstIndex(where: {
        ObservationTranslation.methods.contains($0.text)
      }), ["(", "{"].contains(plain.word(place + 1)), let call = chain.call(place),
      call.end == plain.tokens.count || plain.word(call.end) == ";"
    else { return nil }
    (list, self.call) = (chain.list, call)
    var start = 0
    while ["let", "var", "_", "="].contains(plain.word(start)) || plain.word(start + 1) == "=" {
      if plain.word(start + 1) == "=", plain.word(start) != "_" { name = plain.word(start) }
      start += 1
    }
    guard start <= place else { return nil }
    guard start < place else {
      owner = ""
      return
    }
    guard plain.word(place - 1) == ".",
      let owner = ChainTranslation.path(plain.text(of: start..<place - 1))
    else { return nil }
    self.owner = owner
  }

  private var suffix: String { name.map { " as \($0)" } ?? "" }

  private func path(_ key: String) -> String { owner.isEmpty ? key : "\(owner).\(key)" }

  /// The statement here; nil if a part is not understood.
  func result() -> String? {
    switch call.name {
    case "observe": observer()
    case "addTarget": target()
    case "withObservationTracking": tracking()
    case "post" where owner == "NotificationCenter.default":
      notification(call.argument("name")).map { "post \($0)" }
    case "addObserver" where owner == "NotificationCenter.default": notificationHandler()
    case "addObserver": keyValueObserver()
    default: nil
    }
  }

  /// `initial` and `prior` for the options that are given.
  private var options: String? {
    let words = ForeignText(call.argument("options") ?? "").words
    let known = ["initial", "prior"].filter { words.contains($0) }
    return known.count < 2 ? known.map { "\($0) " }.joined() : nil
  }

  // MARK: Properties

  private func observer() -> String? {
    // `vm.name.observe(owner) { … }` of Android
    if call.arguments.count == 1, call.arguments[0].label.isEmpty, owner.contains("."),
      ChainTranslation.path(call.arguments[0].text) != nil, let closure = call.closures.first,
      closure.parameters.count < 2
    {
      return "observe initial \(owner) \(closure.body(with: ["value"]).inBraces)\(suffix)"
    }
    guard let key = call.argument("").flatMap(ChainTranslation.keyPath), let options,
      let closure = call.closures.first, call.closures.count == 1, closure.parameters.count == 2
    else { return nil }
    let change = closure.parameters[1]
    let body = ForeignText(closure.body(with: [owner.isEmpty ? "self" : owner, change]))
    let values = ["newValue": "value", "oldValue": "old"]
    let plain = ForeignText(
      body.replacingTokens { text, index in
        guard text.word(index) == change, text.word(index + 1) == ".",
          let value = values[text.word(index + 2)]
        else { return nil }
        // There is a value in any case.
        return (value, ["!", "?"].contains(text.word(index + 3)) ? 4 : 3)
      })
    guard plain.occurrences(of: change) == 0 || change == "_" else { return nil }
    return "observe \(options)\(path(key)) \(plain.withoutGuards.withoutSelf.inBraces)\(suffix)"
  }

  private func keyValueObserver() -> String? {
    guard call.argument("") != nil, let key = call.argument("forKeyPath"), let options,
      let token = ForeignText(key).tokens.first, token.kind == .string, token.isPath
    else { return nil }
    return "observe \(options)\(path(String(key.dropFirst().dropLast()))) { }"
  }

  /// `apply` runs now, and `onChange` once, before what it has read changes.
  private func tracking() -> String? {
    guard owner.isEmpty, call.closures.count == 2, call.closures[1].label == "onChange",
      let sources = ForeignText(call.closures[0].body).sourcesOfEffect
    else { return nil }
    let names = sources.indices.map { $0 == 0 ? "tracked" : "tracked\($0 + 1)" }
    let ends = names.map { "unbind \($0)" }.joined(separator: "; ")
    let observers = zip(sources, names).map { source, name in
      "observe prior \(source) { \(ends); \(call.closures[1].body(with: ["value"])) } as \(name)"
    }
    let apply = call.closures[0].body(with: ["value"])
    let isRead = ForeignText(apply).word(0) == "_"
    return ((isRead ? [] : [apply]) + observers).joined(separator: "; ")
  }

  // MARK: Notifications and controls

  /// The name in `.saved`, `Notification.Name("saved")` and the like.
  private func notification(_ text: String?) -> String? {
    ForeignText(text ?? "").tokens.last { $0.kind == .word || $0.kind == .string }
      .map { $0.text.filter { $0 != "\"" } }.flatMap { $0 == "nil" ? nil : $0 }
  }

  private func notificationHandler() -> String? {
    if let name = notification(call.argument("forName")), let closure = call.closures.first,
      closure.body(with: ["value"]) == closure.body
    {
      return "on notification \(name) \(closure.body(with: ["value"]).inBraces)\(suffix)"
    }
    guard let name = notification(call.argument("name")), let action = selector else { return nil }
    return "on notification \(name) { \(action.name)(\(action.takesSender ? "value" : "")) }"
  }

  private func target() -> String? {
    guard let action = selector, let event = call.argument("for"), !owner.isEmpty else {
      return nil
    }
    let body = "{ \(action.name)(\(action.takesSender ? owner : "")) }"
    switch event {
    case ".touchUpInside", ".primaryActionTriggered": return "on \(owner) \(body)"
    case ".editingChanged": return "observe \(owner).text \(body)"
    default: return nil
    }
  }

  /// `#selector(save)`, `#selector(Page.save(_:))`
  private var selector: (name: String, takesSender: Bool)? {
    let text = ForeignText(call.argument("selector") ?? call.argument("action") ?? "")
    guard text.word(0) == "#", text.word(1) == "selector", text.word(2) == "(" else { return nil }
    var end = 3
    while text.word(end + 1) == "." { end += 2 }
    let arguments = text.tokens[end...].count { $0.text == ":" }
    return arguments < 2 ? (text.word(end), arguments == 1) : nil
  }
}

extension ForeignText {
  /// The text without `guard let new = value else { return }`, where there is a value.
  fileprivate var withoutGuards: String {
    guard word(0) == "guard", word(1) == "let", word(3) == "=", word(4) == "value",
      word(5) == "else", let close = partners?[6], word(close + 1) == ";"
    else { return all }
    return ForeignText(text(of: close + 2..<tokens.count)).renaming(word(2), to: "value")
  }

  /// The text with a string for each `#keyPath(VM.name)`.
  var withKeyPaths: String {
    // A comment has no tokens, and stays.
    guard words.contains("keyPath"), let partners else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return replacingTokens { text, index in
      guard text.word(index) == "#", text.word(index + 1) == "keyPath", text.bytes == bytes,
        let close = partners[index + 2]
      else { return nil }
      var start = index + 3
      if text.word(start).first?.isUppercase == true { start += 2 }
      guard start < close else { return nil }
      return ("\"\(text.text(of: start..<close))\"", close - index + 1)
    }
  }
}
