// Members of objects for what other languages declare alone, and values of JavaScript.
extension ForeignText {
  /// The value as a computed property of the object that it reads.
  ///
  /// - Parameter signals: Names that are values themselves.
  func computedProperty(_ name: String, besides signals: Set<String> = []) -> String {
    member(besides: signals) { "computed \(name) = \($0)" }
  }

  /// A member of the object that the value reads, or of `vm` where it reads several or none.
  ///
  /// - Parameters:
  ///   - isOfPage: Whether it is a member of `vm` in any case.
  ///   - declaration: The member for the value as it is written in this object.
  func member(
    besides signals: Set<String> = [], isOfPage: Bool = false,
    _ declaration: (_ value: String) -> String
  ) -> String {
    let owners = Set(roots).subtracting(signals)
    let owner = owners.count == 1 && !isOfPage ? owners.first ?? "vm" : "vm"
    // Where nothing else speaks of `vm`, it may be new.
    let word = owners.isEmpty || owners.contains(owner) ? "extend" : "object"
    return "\(word) \(owner) { \(declaration(withoutRoot(owner))) }"
  }

  /// The objects with which the paths in a value begin.
  var roots: [String] {
    tokens.indices.flatMap { index -> [String] in
      if tokens[index].kind == .string {
        var inside: [String] = []
        _ = ForeignText.mappingInterpolations(of: tokens[index].text) {
          inside += ForeignText($0).roots
          return $0
        }
        return inside
      }
      let isRoot =
        tokens[index].kind == .word && word(index - 1) != "." && word(index + 1) == "."
        && word(index + 3) != "("
      return isRoot ? [tokens[index].text] : []
    }
  }

  /// The value without the object with which its paths begin.
  func withoutRoot(_ owner: String) -> String {
    replacingTokens { text, index in
      text.tokens[index].text == owner && text.word(index + 1) == "." && text.word(index - 1) != "."
        ? ("", 2) : nil
    }
  }

  /// The text with `vm.name` for `vm.name.value` and `vm.name()`, and other members that JavaScript alone
  /// has. A call that is a statement of its own stays.
  func withoutSignalReads(isValue: Bool, hasRefs: Bool) -> String {
    let plain = replacingTokens { text, index in
      let isStatement = !isValue && text.bytes == bytes
      switch text.tokens[index].text {
      case "." where hasRefs && text.word(index + 1) == "value" && text.word(index + 2) != "(":
        return ("", 2)
      case "(" where text.word(index + 1) == ")" && text.isRead(beforeCall: index, isStatement):
        return ("", 2)
      case "length" where text.word(index - 1) == ".": return ("count", 1)
      case "!":
        // `!list.length`
        var end = index + 1
        while text.word(end + 1) == "." { end += 2 }
        guard end > index + 1, text.word(end) == "length" else { return nil }
        return (text.text(of: index + 1..<end) + "isEmpty", end - index + 1)
      default: return nil
      }
    }
    return ForeignText(plain).withPlainDefaults
  }

  /// The text with a condition for `vm.name || "none"`: in JavaScript the right side stands for every value
  /// that counts as false there. Other operands are left, since `||` may be between truth values.
  private var withPlainDefaults: String {
    replacingTokens { text, index in
      guard text.isPathStart(index),
        index == 0 || text.tokens[index - 1].role.contains(.stop)
          || text.tokens[index - 1].isOpener || ["return", ":"].contains(text.word(index - 1))
      else { return nil }
      let end = text.endOfPath(index)
      guard text.word(end) == "||", end + 1 < text.tokens.count,
        [.string, .number].contains(text.tokens[end + 1].kind),
        end + 2 == text.tokens.count || text.tokens[end + 2].isCloser
          || [",", ";"].contains(text.word(end + 2))
      else { return nil }
      let path = text.text(of: index..<end)
      let choice = "[nil, false, 0, \"\"].contains(\(path)) ? \(text.word(end + 1)) : \(path)"
      return (choice, end + 2 - index)
    }
  }

  /// Whether `()` after a path reads a signal. A path that begins a statement is an action that is called.
  private func isRead(beforeCall index: Int, _ isStatement: Bool) -> Bool {
    guard index > 0, tokens[index - 1].kind == .word,
      ![
        "trim", "toUpperCase", "toLowerCase", "toString", "reverse", "sort", "pop", "shift", "join",
        "now", "random",
      ].contains(tokens[index - 1].text)
    else { return false }
    var start = index - 1
    while start > 1, tokens[start - 1].text == "." { start -= 2 }
    return !isStatement || (start > 0 && !["{", ";", "}", "=>"].contains(tokens[start - 1].text))
  }
}

extension ForeignTokens {
  /// `readonly property int total: cart.price * cart.count` and `property alias title: label.text` of QML,
  /// outside of their object.
  func propertyOfQML() -> String? {
    var start = 0
    while ["readonly", "required", "default"].contains(word(start)) { start += 1 }
    guard word(start) == "property", isWord(start + 1) else { return nil }
    let type = word(start + 1)
    var place = start + 2
    if word(place) == "<", let end = tokens[place...].firstIndex(where: { $0.text == ">" }) {
      place = end + 1
    }
    guard isWord(place) else { return nil }
    let name = word(place)
    if place + 1 == tokens.count { return "object vm { \(name) }" }
    guard word(place + 1) == ":", place + 2 < tokens.count else { return nil }
    let value = ForeignText(
      ForeignText(ForeignStatement.withoutEnd(text.text(of: place + 2..<tokens.count)))
        .withoutSignalReads(isValue: true, hasRefs: false))
    if type == "alias", !value.roots.isEmpty {
      return value.member(isOfPage: true) { "\(name); bind \($0) <> \(name)" }
    }
    return value.roots.isEmpty
      ? "object vm { \(name) = \(value.all) }" : value.computedProperty(name)
  }
}
