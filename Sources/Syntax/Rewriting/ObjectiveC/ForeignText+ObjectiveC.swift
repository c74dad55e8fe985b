// Objective-C around the words that matter: what has nothing here to stand for it.
extension ForeignText {
  /// Whether a text is Objective-C: it has a message in brackets, a block, or a string with `@`, or it
  /// begins with a declaration.
  var isObjectiveC: Bool {
    beginsObjectiveC
      || tokens.indices.contains { index in
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        switch tokens[index].text {
        case "@": return next?.kind == .string || ["(", "[", "{"].contains(next?.text)
        case "^": return ["(", "{", "id", "void"].contains(next?.text)
        case "[": return isMessage(at: index)
        case let word:
          return (ForeignText.bindMacros.contains(word) && next?.text == "(")
            || ForeignText.boxed(word) != nil
        }
      }
  }

  /// `3` for `@3`, and `YES` for `@YES`.
  static func boxed(_ word: String) -> String? {
    guard word.hasPrefix("@") else { return nil }
    let rest = String(word.dropFirst())
    return rest.first?.isNumber == true || rest == "YES" || rest == "NO" ? rest : nil
  }

  /// Words that begin a class or protocol, which `@end` ends.
  static let containers: Set<String> = ["@interface", "@implementation", "@protocol"]

  /// Whether it begins with a declaration of Objective-C: of a class, a method, a property, or a variable
  /// of a class.
  private var beginsObjectiveC: Bool {
    guard tokens.count > 1 else { return false }
    let first = tokens[0].text
    if ForeignText.containers.contains(first) || first == "@property" || first == "typedef" {
      return true
    }
    guard tokens.count > 3 else { return false }
    if first == "-" || first == "+" { return beginsMethod }
    return first == "__weak" || first == "__strong"
      || (first.first?.isUppercase == true && tokens[1].text == "*" && tokens[2].kind == .word
        && [";", "="].contains(tokens[3].text))
  }

  /// `- (void)name` or `+ (T *)name`
  private var beginsMethod: Bool {
    guard tokens.count > 4, tokens[1].text == "(", tokens[2].kind == .word,
      let close = tokens.firstIndex(where: { $0.text == ")" }), close + 1 < tokens.count
    else { return false }
    return tokens[close + 1].kind == .word
      && (close + 2 == tokens.count || [":", "{", ";"].contains(tokens[close + 2].text))
  }

  /// Whether a text is Objective-C of which the end is missing: a bracket, or `@end`.
  var isOpenObjectiveC: Bool {
    guard isObjectiveC else { return false }
    var open = 0
    var ended = 0
    for token in tokens {
      if token.isOpener { open += 1 }
      if token.isCloser { open -= 1 }
      if ForeignText.containers.contains(token.text) { ended += 1 }
      if token.text == "@end" { ended -= 1 }
    }
    // A protocol that is only named has no end.
    if tokens.first?.text == "@protocol", tokens.last?.text == ";", ended == 1 { return false }
    if beginsMethod, open == 0 { return !tokens.contains { $0.text == "{" || $0.text == ";" } }
    return open > 0 || ended > 0
  }

  /// The macros of BIND that can stand alone.
  static let bindMacros: Set<String> = [
    "BIND", "BINDT", "BINDRT", "BINDS", "BINDSR", "BINDSL", "BINDO", "BINDOS", "BINDINGS",
    "BINDViewModel", "BINDModel", "BINDViewModelCommand",
  ]

  /// Whether `[` begins a message: a receiver, and a word that ends it or has an argument.
  private func isMessage(at index: Int) -> Bool {
    var position = index
    while position < tokens.count, tokens[position].text == "[" { position += 1 }
    guard position < tokens.count, tokens[position].kind == .word else { return false }
    if ForeignText.bindMacros.contains(tokens[position].text) { return true }
    while position + 2 < tokens.count, tokens[position + 1].text == ".",
      tokens[position + 2].kind == .word
    {
      position += 2
    }
    guard position + 2 < tokens.count else { return false }
    if tokens[position + 1].text == ":" {
      return ForeignText.gluedSelectors.contains { tokens[position].text.hasSuffix($0) }
    }
    return tokens[position + 1].kind == .word
      && [":", "]"].contains(tokens[position + 2].text)
  }

  /// Objects that a block names when it means the object around it.
  static let selves: Set<String> = ["self", "weakSelf", "strongSelf"]

  /// Constants for what has a name of its own here.
  static let constants: [String: String] = [
    "BKVM_COMMAND_STATUS": "\"dataCommand.status\"",
    "BKVM_COMMAND_RESPONSE": "\"dataCommand.response\"",
    "YES": "true", "NO": "false", "BKCommandStatusDefault": "\"default\"",
    "BKCommandStatusExecuting": "\"executing\"", "BKCommandStatusSuccessed": "\"succeeded\"",
    "BKCommandStatusFailed": "\"failed\"", "BKCommandStatusCancelled": "\"cancelled\"",
  ]

  /// Properties of texts and lists, and what they are called here.
  static let members: [String: String] = [
    "uppercaseString": "uppercased", "lowercaseString": "lowercased", "length": "count",
    "count": "count", "firstObject": "first", "lastObject": "last",
  ]

  /// Selectors that are written without a blank before them where a text has lost it.
  private static let gluedSelectors = [
    "bindingWithProperty", "withObject", "withDataSource", "withBindingMode", "withRight",
  ]

  /// The text without `@` before strings, without `self.`, and without what only types and memory need.
  var withoutObjectiveC: String {
    guard isObjectiveC else { return String(decoding: bytes, as: UTF8.self) }
    var words: [String] = []
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
      if token.text == "@", index + 1 < tokens.count, tokens[index + 1].kind == .string {
        index += 1
        continue
      }
      if ForeignText.selves.contains(token.text), next == "." {
        index += 2
        continue
      }
      if let skipped = endOfOwnership(at: index) {
        index = skipped
        continue
      }
      // id _Nonnull, NSDictionary<…> *, __weak
      if ["_Nullable", "_Nonnull", "__weak", "__strong", "__kindof"].contains(token.text) {
        index += 1
        continue
      }
      // A semicolon before a brace separates nothing.
      if token.text == ";", next == "}" || next == ";" || index + 1 == tokens.count {
        index += 1
        continue
      }
      words.append(contentsOf: ForeignText.unglued(token))
      index += 1
    }
    return ForeignText.spaced(words)
  }

  /// A string with an argument for each `%@`, `%ld` or `%.1f`; nil if their numbers differ.
  static func filled(_ format: String, with arguments: [String]) -> String? {
    var result = ""
    var arguments = arguments[...]
    var rest = format[...]
    while let sign = rest.firstIndex(of: "%") {
      result += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if rest.first == "%" {
        result += "%"
        rest = rest.dropFirst()
        continue
      }
      rest = rest.drop { "0123456789.lzqh".contains($0) }
      guard let letter = rest.popFirst(), "@dDuUifFgGxXsc".contains(letter),
        let argument = arguments.popFirst()
      else { return nil }
      result += "\\(\(argument))"
    }
    return arguments.isEmpty ? result + rest : nil
  }

  /// The token after `__weak typeof(self) weakSelf = self;`.
  private func endOfOwnership(at index: Int) -> Int? {
    guard ["__weak", "__strong"].contains(tokens[index].text) else { return nil }
    var end = index
    while end < tokens.count, tokens[end].text != ";", tokens[end].text != "}" { end += 1 }
    let text = tokens[index..<end].map(\.text)
    guard text.contains("="), text.contains("typeof") || text.contains("__typeof") else {
      return nil
    }
    return end < tokens.count && tokens[end].text == ";" ? end + 1 : end
  }

  private static func unglued(_ token: Token) -> [String] {
    guard token.kind == .word else { return [token.text] }
    let word = boxed(token.text) ?? token.text
    if let constant = constants[word] { return [constant] }
    if word != token.text { return [word] }
    for selector in gluedSelectors
    where token.text.hasSuffix(selector) && token.text.utf8.count > selector.utf8.count {
      return [String(token.text.dropLast(selector.count)), selector]
    }
    return [token.text]
  }

  /// Words and signs with blanks where they are needed.
  static func spaced(_ words: [String]) -> String {
    var text = ""
    var previous = ""
    for word in words {
      let isTight =
        previous.isEmpty || ["(", "[", ".", "?.", "!"].contains(previous)
        || [")", "]", ".", "?.", ",", ";", ":"].contains(word)
        || (word.hasPrefix("[") || word.hasPrefix("(")) && previous != "return"
          && previous.last.map { $0.isLetter || $0 == "_" } == true
      text += (isTight ? "" : " ") + word
      previous = word
    }
    return text
  }
}
