/// Writes Objective-C as statements of this language: classes, methods, control flow and messages.
///
/// What the rules know, such as `[BINDO(vm, name) observe: …]`, they rewrite, one simple statement at a time.
/// Everything else is written by its grammar: a message to an object becomes a call of its action.
struct ObjectiveCTranslation {
  typealias Token = ForeignText.Token

  let tokens: [Token]
  /// Rewrites simple statements by the rules; its budget is that of the whole text.
  var search: RewritingSearch
  /// The bracket that belongs to each bracket.
  let partners: [Int: Int]
  /// What stands for a name inside of a method, such as `value` for the parameter of a setter.
  var naming: [String: String] = [:]
  /// Whether a method or a class is translated: there `_name` is the variable of the property `name`.
  var isInMethod = false
  /// Whether a class is translated.
  var isInBody = false
  /// The block that a command's handler calls at its end, and the command.
  var finish: (block: String, command: String)?

  /// - Returns: nil if brackets are not closed.
  init?(_ text: ForeignText, search: RewritingSearch) {
    guard let partners = text.partners else { return nil }
    tokens = text.tokens
    self.search = search
    self.partners = partners
  }

  /// The text in this language; nil if a part of it is not understood.
  mutating func result() -> String? {
    guard let parts = declarationsOrStatements(tokens.indices), !parts.isEmpty else { return nil }
    return parts.joined(separator: "; ")
  }

  /// What a piece of a text is.
  func word(_ index: Int) -> String { index < tokens.count ? tokens[index].text : "" }

  /// The token after those up to the next `;` outside of brackets.
  func endOfStatement(_ start: Int, in range: Range<Int>) -> Int {
    var index = start
    while index < range.upperBound, tokens[index].text != ";" {
      index = (partners[index] ?? index) + 1
    }
    return min(index, range.upperBound)
  }

  // MARK: Statements

  /// The statements of a block, in its braces.
  mutating func block(_ open: Int) -> String? {
    guard let close = partners[open], let parts = statements(open + 1..<close) else { return nil }
    return ObjectiveCTranslation.braced(parts)
  }

  /// Statements, without those that only memory, types and the system need.
  mutating func statements(_ range: Range<Int>) -> [String]? {
    var parts: [String] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard let (text, end) = statement(index, in: range) else { return nil }
      parts += text
      index = max(end, index + 1)
    }
    return parts
  }

  private mutating func statement(_ start: Int, in range: Range<Int>) -> ([String], end: Int)? {
    if isWithoutMeaning(start) { return ([], endOfStatement(start, in: range)) }
    switch word(start) {
    case ";": return ([], start + 1)
    case "{":
      guard let close = partners[start], let parts = statements(start + 1..<close) else {
        return nil
      }
      return (parts, close + 1)
    case "if", "while": return conditional(start)
    case "for": return loop(start)
    case "switch": return choice(start)
    default:
      let end = endOfStatement(start, in: range)
      return simpleStatement(start..<end).map { ($0.isEmpty ? [] : [$0], end) }
    }
  }

  /// Whether a statement is there for memory, types or the superclass alone.
  private func isWithoutMeaning(_ start: Int) -> Bool {
    switch word(start) {
    case "#", "@class", "@synthesize", "@dynamic", "break", "...", "…": true
    case "[": word(start + 1) == "super"
    case "self": word(start + 1) == "=" && word(start + 2) == "["
    case "return": word(start + 1) == "self" && [";", "}", ""].contains(word(start + 2))
    case "__weak", "__strong", "typeof", "__typeof":
      tokens[start...].prefix(3).contains { $0.text == "typeof" || $0.text == "__typeof" }
    default: false
    }
  }

  /// `if (c) { … } else { … }` and `while (c) { … }`
  private mutating func conditional(_ start: Int) -> ([String], end: Int)? {
    guard word(start + 1) == "(", let close = partners[start + 1] else { return nil }
    // The object exists.
    if start + 3 == close, word(start + 2) == "self", word(close + 1) == "{",
      let end = partners[close + 1]
    {
      return statements(close + 2..<end).map { ($0, end + 1) }
    }
    guard let condition = condition(start + 2..<close), let body = body(close + 1) else {
      return nil
    }
    var text = "\(word(start)) \(condition) \(body.text)"
    guard word(body.end) == "else" else { return ([text], body.end) }
    if word(body.end + 1) == "if" {
      guard let (rest, end) = conditional(body.end + 1), let first = rest.first else { return nil }
      return ([text + " else " + first], end)
    }
    guard let otherwise = self.body(body.end + 1) else { return nil }
    text += " else " + otherwise.text
    return ([text], otherwise.end)
  }

  /// A condition: an object or a text in it is true if it exists.
  private mutating func condition(_ range: Range<Int>) -> String? {
    var parts: [String] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, !["&&", "||"].contains(word(end)) {
        end = (partners[end] ?? end) + 1
      }
      guard let part = truth(start..<min(end, range.upperBound)) else { return nil }
      parts.append(part)
      if end < range.upperBound { parts.append(word(end)) }
      start = end + 1
    }
    return parts.joined(separator: " ")
  }

  private mutating func truth(_ range: Range<Int>) -> String? {
    guard let text = expression(range) else { return nil }
    let isNegated = word(range.lowerBound) == "!"
    let rest = isNegated ? range.dropFirst() : range
    let isCount = text.hasSuffix(".count") || text.hasSuffix(".count)")
    if isCount, !rest.contains(where: { ["==", "!=", "<", ">", "<=", ">="].contains(word($0)) }) {
      return isNegated ? "\(text.dropFirst()) == 0" : "\(text) > 0"
    }
    let isPath = rest.allSatisfy { tokens[$0].kind == .word || word($0) == "." }
    guard isPath, !isTruth(rest.last.map(word) ?? "") else { return text }
    return isNegated ? "\(text.dropFirst()) == nil" : "\(text) != nil"
  }

  /// Whether a name is that of something true or false.
  private func isTruth(_ name: String) -> Bool {
    ["is", "has", "can", "should", "was", "did", "will"].contains { prefix in
      name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isUppercase == true
    } || ["YES", "NO", "true", "false", "on", "enabled", "hidden", "selected"].contains(name)
      || isDeclaredTruth(name)
  }

  private func isDeclaredTruth(_ name: String) -> Bool {
    tokens.indices.dropLast().contains { index in
      ["BOOL", "bool"].contains(tokens[index].text) && tokens[index + 1].text == name
    }
  }

  /// A block in braces, or one statement.
  private mutating func body(_ start: Int) -> (text: String, end: Int)? {
    if word(start) == "{" {
      return block(start).map { ($0, partners[start, default: start] + 1) }
    }
    guard let (parts, end) = statement(start, in: start..<tokens.count) else { return nil }
    return (ObjectiveCTranslation.braced(parts), word(end) == ";" ? end + 1 : end)
  }

  /// `for (T *x in list) { … }`
  private mutating func loop(_ start: Int) -> ([String], end: Int)? {
    guard word(start + 1) == "(", let close = partners[start + 1],
      let sign = (start + 2..<close).first(where: { word($0) == "in" }),
      let list = expression(sign + 1..<close), let body = body(close + 1)
    else { return nil }
    return (["for \(word(sign - 1)) in \(list) \(body.text)"], body.end)
  }

  /// `switch (x) { case A: … break; default: … }`
  private mutating func choice(_ start: Int) -> ([String], end: Int)? {
    guard word(start + 1) == "(", let close = partners[start + 1], word(close + 1) == "{",
      let end = partners[close + 1], let value = expression(start + 2..<close)
    else { return nil }
    var text = ""
    var labels: [String] = []
    var index = close + 2
    while index < end {
      if word(index) == ";" {
        index += 1
        continue
      }
      if word(index) == "case", word(index + 2) == ":" {
        labels.append(ObjectiveCTranslation.caseName(word(index + 1)))
        index += 3
        continue
      }
      if word(index) == "default", word(index + 1) == ":" {
        labels.append("else")
        index += 2
        continue
      }
      var last = index
      while last < end, word(last) != "case", word(last) != "default" {
        last = (partners[last] ?? last) + 1
      }
      guard !labels.isEmpty, let parts = statements(index..<last) else { return nil }
      let body = ObjectiveCTranslation.braced(parts)
      text += " \(labels.contains("else") ? "else" : labels.joined(separator: ", ")) \(body)"
      labels = []
      index = last
    }
    if !labels.isEmpty, labels != ["else"] { text += " \(labels.joined(separator: ", ")) { }" }
    return (["switch \(value) {\(text) }"], end + 1)
  }

  /// A constant as the name of a case: that of a command's status is shorter here.
  private static func caseName(_ word: String) -> String {
    let plain = ForeignText.constants[word] ?? word
    return plain.hasPrefix("\"") ? String(plain.dropFirst().dropLast()) : plain
  }

  // MARK: Simple statements

  /// A statement without control flow, by the rules, or as an expression, an assignment or a variable.
  private mutating func simpleStatement(_ range: Range<Int>) -> String? {
    guard !range.isEmpty else { return nil }
    if let command = command(range) { return command }
    let usesMacro = range.contains { ForeignText.bindMacros.contains(word($0)) }
    if let text = logged(range) { return text }
    if !usesMacro, let variable = variable(range) { return variable }
    guard let inner = withBlocks(range) else { return nil }
    let plain = ForeignText(inner).withoutObjectiveC
    if let rewritten = search.rewritten(plain, in: "action"), !ForeignText(rewritten).isObjectiveC {
      return ForeignStatement.withoutEnd(rewritten)
    }
    return expression(range).map(ForeignStatement.withoutEnd)
  }

  /// `NSLog(@"…", a)`
  private mutating func logged(_ range: Range<Int>) -> String? {
    guard word(range.lowerBound) == "NSLog", word(range.lowerBound + 1) == "(",
      let close = partners[range.lowerBound + 1], close + 1 == range.upperBound
    else { return nil }
    let content = range.lowerBound + 2..<close
    // Only a value.
    if content.count > 3, word(content.lowerBound + 1) == "\"%@\"",
      let value = expression(content.lowerBound + 3..<close)
    {
      return "print \(value)"
    }
    return formatted(content).map { "print \($0)" }
  }

  /// `self.load = [[BKCommand alloc] initWithCommandHandler:^(id entry, Block finished) { … } cancelHandler:^{ … }]`
  private mutating func command(_ range: Range<Int>) -> String? {
    guard let place = range.first(where: { word($0) == "initWithCommandHandler" }),
      let sign = range.first(where: { word($0) == "=" }), sign > range.lowerBound, sign < place,
      let open = (place..<range.upperBound).first(where: { word($0) == "(" }),
      let brace = (partners[open, default: open]..<range.upperBound).first(where: {
        word($0) == "{"
      }),
      let end = partners[brace]
    else { return nil }
    let name = word(sign - 1)
    let parameters = parameters(open)
    guard parameters.count == 2 else { return nil }
    let outer = finish
    finish = (parameters[1], name)
    defer { finish = outer }
    guard let body = statements(brace + 1..<end) else { return nil }
    let block = ObjectiveCTranslation.braced(body + ["drop"])
    var text = "command \(name)(\(parameters[0])) \(block)"
    if let cancel = (end..<range.upperBound).first(where: { word($0) == "{" }) {
      guard let block = self.block(cancel) else { return nil }
      text += " cancel \(block)"
    }
    return text
  }

  /// `T *name = value`, `T name`
  private mutating func variable(_ range: Range<Int>) -> String? {
    var index = range.lowerBound
    while ["const", "static", "__block"].contains(word(index)) { index += 1 }
    guard index < range.upperBound, tokens[index].kind == .word, word(index) != "return" else {
      return nil
    }
    index += 1
    if word(index) == "<" { while index < range.upperBound, word(index - 1) != ">" { index += 1 } }
    while ["*", "**", "_Nullable", "_Nonnull", "const", "__weak", "__strong"].contains(word(index))
    {
      index += 1
    }
    guard index < range.upperBound, tokens[index].kind == .word else { return nil }
    let name = word(index)
    if index + 1 == range.upperBound { return "var \(name) = nil" }
    guard word(index + 1) == "=", let value = expression(index + 2..<range.upperBound) else {
      return nil
    }
    // A change in a block is there called 'value', too.
    if value == name { return "" }
    let changes = tokens.indices.dropLast().filter { place in
      tokens[place].text == name && (place == 0 || tokens[place - 1].text != ".")
        && ["=", "+=", "-=", "*="].contains(tokens[place + 1].text)
    }
    // An empty list or dictionary is there to be filled.
    let isVariable = changes.count > 1 || value == "[]" || value == "[:]"
    return "\(isVariable ? "var" : "let") \(name) = \(value)"
  }

  /// The text of some tokens with the statements of its blocks written in this language.
  private mutating func withBlocks(_ range: Range<Int>) -> String? {
    var text = ""
    var index = range.lowerBound
    while index < range.upperBound {
      let isJoined =
        index > range.lowerBound
        && tokens[index - 1].range.upperBound
          == tokens[index].range.lowerBound
      if !isJoined, !text.isEmpty { text += " " }
      if word(index) == "{", index == 0 || word(index - 1) != "@" {
        guard let body = block(index), let close = partners[index] else { return nil }
        text += body
        index = close + 1
      } else {
        let isMember = index > 0 && [".", "->"].contains(word(index - 1))
        let word = word(index)
        text +=
          isMember ? ForeignText.members[word] ?? word : isInMethod ? variableName(word) : word
        index += 1
      }
    }
    return text
  }
}
