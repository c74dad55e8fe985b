/// A function without a name of another language: `{ [weak self] name in … }`, `(a, b) => …`,
/// `function (a) { … }`.
struct ForeignClosure {
  /// Its parameters; empty if it names none.
  var parameters: [String] = []
  /// Its statements, or its value.
  var body: String
  /// The label of the argument that it is.
  var label = ""
  /// Whether it is written `function (a) { … }`.
  var isFunction = false
  /// What the values for its parameters are called where it names none.
  static let unnamed = ["value", "$1", "$2", "$3"]

  /// Whether it gets several values as one, of which it does not name the parts.
  var takesAll: Bool {
    let text = ForeignText(body)
    let name = parameters.first ?? "value"
    guard parameters.count < 2, text.occurrences(of: "$1") == 0 else { return false }
    let parts = [name, "$0"].map { name in
      text.occurrences(of: name)
        - text.tokens.indices.count {
          text.word($0) == name && text.word($0 + 1) == "." && Int(text.word($0 + 2)) != nil
        }
    }
    // In strings the parts are searched as text.
    return parts.contains { $0 > 0 } && !body.contains("\(name).0") && !body.contains("$0.0")
  }

  /// Whether it uses what it is given, by name.
  var usesParameters: Bool { parameters.contains { ForeignText(body).occurrences(of: $0) > 0 } }

  /// Whether it ends what runs it: `r.dispose()`.
  var disposes: Bool {
    let text = ForeignText(body)
    return text.tokens.indices.contains {
      parameters.contains(text.word($0)) && text.word($0 + 1) == "."
        && text.word($0 + 2) == "dispose"
    }
  }

  /// Whether it writes or prints something, and is not there for its value alone.
  var writes: Bool {
    let text = ForeignText(body)
    let signs: Set<String> = ["=", "+=", "-=", "*=", "/="]
    return !text.words.isDisjoint(with: signs)
      || ["print", "console", "alert"].contains(text.word(0))
      || text.tokens.last?.text == ")" && text.word(1) == "."
        && text.word(text.tokens.count - 2) != "("
  }

  /// The body with other text for its parameters.
  ///
  /// - Parameter values: What stands for each of them. A closure that names one parameter, and gets several
  ///   values, has a tuple.
  func body(with values: [String]) -> String {
    var text = body.contains("$") ? bodyWithSwiftStrings : body
    let names = parameters.isEmpty ? ForeignClosure.unnamed : parameters
    let places = Dictionary(
      zip(names, values), uniquingKeysWith: { first, _ in first }
    ).merging(parameters.isEmpty ? ["$0": values[0], "it": values[0]] : [:]) { first, _ in first }
    text =
      ForeignText(text).replacingTokens { text, index in
        // A member and the label of an argument have the name only by chance.
        let word = text.word(index)
        let isLabel = text.word(index + 1) == ":" && ["(", ","].contains(text.word(index - 1))
        guard !isLabel, ![".", "?."].contains(text.word(index - 1)) else { return nil }
        // A tuple of the values, of which one is read: `$0.1`.
        if values.count > 1, word == names[0] || word == "$0", text.word(index + 1) == ".",
          let position = Int(text.word(index + 2)), values.indices.contains(position)
        {
          return (values[position], 3)
        }
        return places[word].map { ($0, 1) }
      }.withoutSelf
    return text
  }

  /// The body with `\(name)` for `$name` and `${name}` in its strings, as Kotlin writes them.
  private var bodyWithSwiftStrings: String {
    let names = parameters.isEmpty ? ["it"] : parameters
    var text = body
    for token in ForeignText(body).tokens.reversed() where token.kind == .string {
      var string = token.text
      for name in names {
        string = string.replacing("${\(name)}", with: "\\(\(name))")
        let pieces = string.split(separator: "$\(name)", omittingEmptySubsequences: false)
        // `$item` is not `$it` with something behind it.
        string = pieces.dropFirst().reduce(String(pieces[0])) { whole, piece in
          let goesOn = piece.first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
          return whole + (goesOn ? "$\(name)" : "\\(\(name))") + piece
        }
      }
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(token.range, with: Array(string.utf8))
      text = String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  /// What a statement with the body as its value gives: `value` is the parameter.
  func expression(with values: [String] = ["value"]) -> String {
    var text = body(with: values)
    if text.hasPrefix("return ") { text.removeFirst("return ".count) }
    return ForeignStatement.withoutEnd(text)
  }
}

extension ForeignText {
  /// The bracket that closes each one that opens; nil if one is not closed.
  var partners: [Int: Int]? {
    var partners: [Int: Int] = [:]
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.isOpener { open.append(index) }
      guard token.isCloser else { continue }
      guard let start = open.popLast() else { return nil }
      partners[start] = index
    }
    return open.isEmpty ? partners : nil
  }

  /// The brackets that are open at the end; nil if one is closed that is not open.
  var openBrackets: [String]? {
    var open: [String] = []
    for token in tokens {
      if token.isOpener { open.append(token.text) }
      if token.isCloser, open.popLast() == nil { return nil }
    }
    return open
  }

  /// What a coroutine of Kotlin runs: what is in `lifecycleScope.launch { … }`.
  var withoutLaunch: ForeignText {
    guard let open = tokens.firstIndex(where: { $0.text == "{" }),
      tokens[..<open].contains(where: { $0.text == "launch" || $0.text == "repeatOnLifecycle" }),
      partners?[open] == tokens.count - 1
    else { return self }
    let body = ForeignStatement.withoutEnd(text(of: open + 1..<tokens.count - 1))
    return ForeignText(body).withoutLaunch
  }

  /// What the block of an observer has besides `value`.
  static let namesOfObservers = ["old", "change", "sender"]

  /// A name of their own that statements have, and that means something else in an observer here; nil if
  /// they have none.
  ///
  /// - Parameter names: The parameters, which get other names.
  fileprivate func clash(beside names: [String]) -> String? {
    ForeignText.namesOfObservers.first { name in
      guard !names.contains(name), occurrences(of: name) > 0 else { return false }
      let isDeclared = tokens.indices.contains {
        ["let", "var", "const"].contains(word($0)) && word($0 + 1) == name
      }
      // The second parameter becomes `old`.
      return !isDeclared || name == "old" && names.count > 1
    }
  }

  /// In how many braces each token is.
  fileprivate var depthsInBraces: [Int] {
    var depth = 0
    return tokens.map { token in
      if token.text == "}" { depth -= 1 }
      defer { if token.text == "{" { depth += 1 } }
      return depth
    }
  }

  /// A token's text; empty where there is none.
  func word(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  /// The text with other text for some tokens, also in what its strings evaluate.
  ///
  /// - Parameter change: Gives, for the token at a place of a text, what stands there instead and for how
  ///   many tokens; nil leaves it.
  func replacingTokens(_ change: (ForeignText, Int) -> (text: String, count: Int)?) -> String {
    var result = ""
    var end = 0
    var index = 0
    while index < tokens.count {
      result += String(decoding: bytes[end..<tokens[index].range.lowerBound], as: UTF8.self)
      var last = index
      if let (text, count) = change(self, index) {
        result += text
        last = min(index + count, tokens.count) - 1
      } else if tokens[index].kind == .string {
        result += ForeignText.mappingInterpolations(of: tokens[index].text) {
          ForeignText($0).replacingTokens(change)
        }
      } else {
        result += tokens[index].text
      }
      end = tokens[last].range.upperBound
      index = last + 1
    }
    return result + String(decoding: bytes[end...], as: UTF8.self)
  }

  /// The text with another name for something, also where a string contains it in `\( )`.
  func renaming(_ name: String, to other: String) -> String {
    replacingTokens { text, index in
      text.tokens[index].text == name && ![".", "?."].contains(text.word(index - 1))
        ? (other, 1) : nil
    }
  }
}

/// A text with its brackets, for translations by a grammar.
struct ForeignTokens {
  let text: ForeignText
  let partners: [Int: Int]

  var tokens: [ForeignText.Token] { text.tokens }

  /// - Returns: nil if brackets are not closed.
  init?(_ text: ForeignText) {
    guard let partners = text.partners else { return nil }
    (self.text, self.partners) = (text, partners)
  }

  func word(_ index: Int) -> String { text.word(index) }

  func isWord(_ index: Int) -> Bool {
    index >= 0 && index < tokens.count && tokens[index].kind == .word
  }

  /// The parts of a range between commas outside of brackets.
  func parts(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if word(index) == "," {
        parts.append(start..<index)
        start = index + 1
      }
      index = (partners[index] ?? index) + 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// What is written between parentheses, with its labels; `open` is the `(`.
  func arguments(_ open: Int) -> [(label: String, range: Range<Int>)] {
    guard let close = partners[open] else { return [] }
    return parts(open + 1..<close).map { part in
      isWord(part.lowerBound) && word(part.lowerBound + 1) == ":" && part.count > 2
        ? (word(part.lowerBound), part.lowerBound + 2..<part.upperBound) : ("", part)
    }
  }

  /// The closure that a range is; nil if it is none, or has a `value` of its own beside its parameters, or
  /// means something else by another name that a block has here.
  func closure(_ range: Range<Int>) -> ForeignClosure? {
    guard let closure = anyClosure(range) else { return nil }
    let names = closure.parameters
    let body = ForeignText(closure.body)
    let declares = body.tokens.indices.contains {
      ["let", "var", "const"].contains(body.word($0)) && body.word($0 + 1) == "value"
    }
    // In a block within it `value` is another one.
    let depths = body.depthsInBraces
    let usesValue = body.tokens.indices.contains {
      body.word($0) == "value" && body.word($0 - 1) != "." && depths[$0] == 0
    }
    let isUsedInside = body.tokens.indices.contains {
      names.contains(body.word($0)) && body.word($0 - 1) != "." && depths[$0] > 0
    }
    let mentions = body.occurrences(of: "value") > 0
    let isClear =
      names.isEmpty
      ? !declares : names.contains("value") || !mentions || !usesValue && !isUsedInside
    let areNames = names.allSatisfy { $0.first?.isLetter == true || $0.hasPrefix("_") }
    return isClear && areNames && body.clash(beside: names) == nil ? closure : nil
  }

  /// A name of its own that a closure in the text has, and that means something else in an observer here;
  /// nil if none has one.
  var clash: String? {
    let ranges = partners.flatMap { open, close in
      word(open) == "{" ? [open..<close + 1] : arguments(open).map(\.range)
    }
    var end = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= end
    {
      guard let closure = anyClosure(range) else { continue }
      // A block in it has its names, too.
      end = range.upperBound
      if let found = ForeignText(closure.body).clash(beside: closure.parameters) { return found }
    }
    return nil
  }

  private func anyClosure(_ range: Range<Int>) -> ForeignClosure? {
    guard let first = range.first else { return nil }
    if word(first) == "{", word(first + 1) != "|", partners[first] == range.upperBound - 1 {
      return swiftClosure(first + 1..<range.upperBound - 1)
    }
    var start = first
    if word(start) == "async" { start += 1 }
    if word(start) == "function" {
      start += isWord(start + 1) ? 2 : 1
      guard word(start) == "(", let close = partners[start] else { return nil }
      var closure = arrowBody(close + 1..<range.upperBound, parameters: names(start + 1..<close))
      closure?.isFunction = true
      return closure
    }
    if word(start) == "(", let close = partners[start], word(close + 1) == "=>" {
      return arrowBody(close + 2..<range.upperBound, parameters: names(start + 1..<close))
    }
    if isWord(start), word(start + 1) == "=>" {
      return arrowBody(start + 2..<range.upperBound, parameters: [word(start)])
    }
    return nil
  }

  /// The names of parameters, without their types: `a`, `_ a: T`, `[a, b]`.
  private func names(_ range: Range<Int>) -> [String] {
    if word(range.lowerBound) == "[", partners[range.lowerBound] == range.upperBound - 1 {
      return names(range.lowerBound + 1..<range.upperBound - 1)
    }
    return parts(range).map { word($0.lowerBound) }
  }

  private func arrowBody(_ range: Range<Int>, parameters: [String]) -> ForeignClosure? {
    guard let first = range.first else { return nil }
    guard word(first) == "{", partners[first] == range.upperBound - 1 else {
      return ForeignClosure(parameters: parameters, body: text.text(of: range))
    }
    let body = ForeignStatement.withoutEnd(text.text(of: first + 1..<range.upperBound - 1))
    return ForeignClosure(parameters: parameters, body: body)
  }

  /// A closure of Swift or Kotlin, without what its memory needs.
  private func swiftClosure(_ range: Range<Int>) -> ForeignClosure? {
    var start = range.lowerBound
    if word(start) == "[", let close = partners[start], close < range.upperBound,
      isWord(start + 1), word(start + 1) != "value"
    {
      start = close + 1
    }
    var parameters: [String] = []
    if let sign = (start..<range.upperBound).first(where: {
      word($0) == "in" || (word($0) == "->" && names(start..<$0).count * 2 - 1 == $0 - start)
    }),
      !(start..<sign).contains(where: { ["for", ";", "{", "="].contains(word($0)) })
    {
      var head = start..<sign
      if let arrow = head.first(where: { word($0) == "->" }) { head = start..<arrow }
      if word(start) == "(", let close = partners[start], close < sign { head = start + 1..<close }
      parameters = names(head)
      start = sign + 1
    }
    while let end = endOfSelfGuard(start, in: range) { start = end }
    return ForeignClosure(
      parameters: parameters,
      body: ForeignStatement.withoutEnd(text.text(of: start..<range.upperBound)))
  }

  /// The token after `guard let self else { return }` or one like it; nil if there is none.
  private func endOfSelfGuard(_ start: Int, in range: Range<Int>) -> Int? {
    if word(start) == ";" { return start + 1 }
    guard word(start) == "guard", ["let", "var"].contains(word(start + 1)),
      ["self", "strongSelf", "this", "`self`"].contains(word(start + 2))
    else { return nil }
    var next = start + 3
    if word(next) == "=", ["self", "weakSelf"].contains(word(next + 1)) { next += 2 }
    guard word(next) == "else", word(next + 1) == "{", let close = partners[next + 1] else {
      return nil
    }
    return close + 1
  }
}

extension String {
  /// The statements of a block in its braces.
  var inBraces: String { isEmpty ? "{ }" : "{ \(self) }" }

  /// The text without `self.`, `self?.`, `this.` and the like before what belongs to it.
  var withoutSelf: String {
    ForeignText(self).replacingTokens { text, index in
      (ForeignText.selves.contains(text.tokens[index].text) || text.tokens[index].text == "this")
        && ![".", "?."].contains(text.word(index - 1))
        && [".", "?."].contains(text.word(index + 1)) ? ("", 2) : nil
    }
  }
}
