// Expressions: messages, literals, casts and what stands for the object itself.
extension ObjectiveCTranslation {
  /// An expression or assignment; nil if a block or another part has nothing here to stand for it.
  mutating func expression(_ range: Range<Int>) -> String? {
    var parts: [String] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard let (text, end) = piece(index, in: range) else { return nil }
      if !text.isEmpty { parts.append(text) }
      index = end
    }
    return parts.isEmpty ? nil : ForeignText.spaced(parts)
  }

  private mutating func piece(_ index: Int, in range: Range<Int>) -> (String, end: Int)? {
    let word = word(index)
    switch word {
    case "@": return literal(index)
    case "^", "{", "&": return nil
    case "!" where self.word(index + 1) == "[":
      guard let close = partners[index + 1], let text = message(index + 2..<close) else {
        return nil
      }
      let isNil = text.hasSuffix(" == nil")
      return (isNil ? text.dropLast(7) + " != nil" : "!(\(text))", close + 1)
    case "[":
      guard let close = partners[index] else { return nil }
      // `list[0]`
      if index > range.lowerBound, isValue(index - 1) {
        return expression(index + 1..<close).map { ("[\($0)]", close + 1) }
      }
      return message(index + 1..<close).map { ($0, close + 1) }
    case "(":
      guard let close = partners[index] else { return nil }
      if isCast(index..<close) { return ("", close + 1) }
      if index + 1 == close { return ("()", close + 1) }
      return expression(index + 1..<close).map { ("(\($0))", close + 1) }
    case _ where ForeignText.selves.contains(word):
      if [".", "->"].contains(self.word(index + 1)) {
        return (ForeignText.members[self.word(index + 2)] ?? self.word(index + 2), index + 3)
      }
      return ("self", index + 1)
    case "->": return (".", index + 1)
    case "?" where self.word(index + 1) == ":": return ("??", index + 2)
    case "random", "rand", "arc4random":
      if self.word(index + 1) == "(", self.word(index + 2) == ")", self.word(index + 3) == "%" {
        return ("random(\(self.word(index + 4)))", index + 5)
      }
      return (word, index + 1)
    case "arc4random_uniform": return ("random", index + 1)
    case "NULL", "Nil": return ("nil", index + 1)
    case finish?.block where self.word(index + 1) == "(": return finished(index)
    case "super": return nil
    default:
      let isMember = index > range.lowerBound && [".", "->"].contains(self.word(index - 1))
      if self.word(index + 1) == "[", self.word(index + 2) == "NSKeyValueChangeNewKey" {
        return ("value", index + 4)
      }
      if self.word(index + 1) == "[", self.word(index + 2) == "NSKeyValueChangeOldKey" {
        return ("old", index + 4)
      }
      return (isMember ? ForeignText.members[word] ?? word : name(word), index + 1)
    }
  }

  /// A name as it is called here, and constants by their values.
  private func name(_ word: String) -> String {
    let word = ForeignText.boxed(word) ?? word
    return ForeignText.constants[word] ?? variableName(word)
  }

  /// A name without the `_` of an instance variable.
  func variableName(_ word: String) -> String {
    if let named = naming[word] { return named }
    guard isInMethod, word.hasPrefix("_"), word.dropFirst().first?.isLowercase == true else {
      return word
    }
    return String(word.dropFirst())
  }

  /// `finished(error, content, status)` in the handler of a command.
  private mutating func finished(_ index: Int) -> (String, end: Int)? {
    guard let command = finish?.command, let close = partners[index + 1],
      let arguments = expressions(index + 2..<close), arguments.count == 3
    else { return nil }
    return ("\(command).finish(\(arguments[1]), \(arguments[0]), \(arguments[2]))", close + 1)
  }

  /// Whether a value ends with a token.
  private func isValue(_ index: Int) -> Bool {
    tokens[index].kind == .word && tokens[index].text != "return"
      || ["]", ")"].contains(word(index))
  }

  /// `(long)`, `(NSString *)`, `(id<P>)` before a value.
  private func isCast(_ range: Range<Int>) -> Bool {
    let next = range.upperBound + 1
    guard range.count > 1, next < tokens.count,
      tokens[next].kind != .sign || ["[", "(", "@"].contains(word(next))
    else { return false }
    if range.lowerBound > 0, tokens[range.lowerBound - 1].kind == .word,
      word(range.lowerBound - 1) != "return"
    {
      return false
    }
    let inner = range.dropFirst().map(word)
    return inner.last == "*"
      || inner.allSatisfy { ObjectiveCTranslation.numberTypes.contains($0) || $0 == "id" }
      || (inner.first == "id" && inner.last == ">")
  }

  static let numberTypes: Set<String> = [
    "int", "long", "short", "char", "unsigned", "float", "double", "CGFloat", "NSInteger",
    "NSUInteger", "NSTimeInterval", "int64_t", "int32_t", "uint64_t", "size_t",
  ]

  /// `@"text"`, `@3`, `@(x)`, `@[…]`, `@{…}`
  private mutating func literal(_ index: Int) -> (String, end: Int)? {
    guard index + 1 < tokens.count else { return nil }
    let next = tokens[index + 1]
    guard let close = partners[index + 1] else {
      return next.kind == .string || next.kind == .number ? (next.text, index + 2) : nil
    }
    switch next.text {
    case "(": return expression(index + 2..<close).map { ("(\($0))", close + 1) }
    case "[", "{":
      if index + 2 == close { return (next.text == "[" ? "[]" : "[:]", close + 1) }
      return expression(index + 2..<close).map { ("[\($0)]", close + 1) }
    default: return nil
    }
  }

  // MARK: Messages

  /// A message without its brackets.
  private mutating func message(_ range: Range<Int>) -> String? {
    if word(range.lowerBound) == "NSString", word(range.lowerBound + 1) == "stringWithFormat" {
      return formatted(range.lowerBound + 3..<range.upperBound)
    }
    guard let (receiver, start) = receiver(range) else { return nil }
    var selector: [(name: String, argument: Range<Int>?)] = []
    var index = start
    while index < range.upperBound {
      guard tokens[index].kind == .word else { return nil }
      let name = word(index)
      guard word(index + 1) == ":", index + 1 < range.upperBound else {
        guard index + 1 == range.upperBound, selector.isEmpty else { return nil }
        selector.append((name, nil))
        break
      }
      let first = index + 2
      index = first
      while index < range.upperBound,
        !(tokens[index].kind == .word && word(index + 1) == ":" && index > first
          && index + 1 < range.upperBound && !isChoice(first..<index))
      {
        index = (partners[index] ?? index) + 1
      }
      selector.append((name, first..<index))
    }
    guard !selector.isEmpty else { return nil }
    return text(of: selector, to: receiver)
  }

  /// Whether the last `?` of an expression still lacks its `:`.
  private func isChoice(_ range: Range<Int>) -> Bool {
    range.filter { word($0) == "?" }.count > range.filter { word($0) == ":" }.count
  }

  private mutating func receiver(_ range: Range<Int>) -> (String, end: Int)? {
    guard let first = range.first else { return nil }
    var end = (partners[first] ?? first) + 1
    if word(first) == "@" { end = (partners[first + 1] ?? first + 1) + 1 }
    while end + 1 < range.upperBound {
      if [".", "->"].contains(word(end)) {
        end += 2
      } else if word(end) == "[" || word(end) == "(", let close = partners[end] {
        end = close + 1
      } else {
        break
      }
    }
    guard end < range.upperBound else { return nil }
    if range.lowerBound + 1 == end, ForeignText.selves.contains(word(first)) {
      return ("self", end)
    }
    return expression(range.lowerBound..<end).map { ($0, end) }
  }

  /// `@"…", a, b`: a string with the arguments in it.
  mutating func formatted(_ range: Range<Int>) -> String? {
    guard word(range.lowerBound) == "@", tokens[range.lowerBound + 1].kind == .string else {
      return nil
    }
    let first = min(range.lowerBound + 3, range.upperBound)
    return expressions(first..<range.upperBound).flatMap { arguments in
      ForeignText.filled(
        word(range.lowerBound + 1), with: arguments.map(ObjectiveCTranslation.unconverted))
    }
  }

  /// Expressions with commas between them.
  private mutating func expressions(_ range: Range<Int>) -> [String]? {
    var found: [String] = []
    var first = range.lowerBound
    while first < range.upperBound {
      var end = first
      while end < range.upperBound, word(end) != "," { end = (partners[end] ?? end) + 1 }
      guard let expression = expression(first..<end) else { return nil }
      found.append(expression)
      first = end + 1
    }
    return found
  }

  /// The names of a block's parameters, which stand before commas and the end.
  func parameters(_ open: Int) -> [String] {
    let close = partners[open, default: open]
    return (open..<close + 1).filter { [",", ")"].contains(word($0)) }.map { word($0 - 1) }
  }

  /// A value without its conversion to a number or a text, since it has the same text without.
  private static func unconverted(_ text: String) -> String {
    for (head, tail) in [("ToInt(", ")"), ("ToDouble(", ")"), ("\"\\(", ")\"")]
    where text.hasPrefix(head) && text.hasSuffix(tail) {
      let inner = text.dropFirst(head.count).dropLast(tail.count)
      if ForeignText(String(inner)).tokens.allSatisfy({ $0.kind == .word || $0.text == "." }) {
        return String(inner)
      }
    }
    return text
  }

  private mutating func text(
    of selector: [(name: String, argument: Range<Int>?)], to receiver: String
  ) -> String? {
    let name = selector[0].name
    if selector.count == 1, selector[0].argument == nil {
      return ObjectiveCTranslation.textWithoutArguments(name, to: receiver)
    }
    if let text = textOfBlock(selector, to: receiver) { return text }
    if selector.map(\.name) == ["addTarget", "action", "forControlEvents"],
      let action = selector[1].argument, word(action.lowerBound) == "@selector"
    {
      let call = word(action.lowerBound + 2)
      return "on \(receiver) { \(call)(\(word(action.lowerBound + 3) == ":" ? receiver : "")) }"
    }
    if selector.map(\.name) == ["addObserver", "selector", "name", "object"],
      let action = selector[1].argument, word(action.lowerBound) == "@selector",
      let name = selector[2].argument, let last = name.last
    {
      let posted =
        tokens[last].kind == .string ? String(word(last).dropFirst().dropLast()) : word(last)
      let parameter = word(action.lowerBound + 3) == ":" ? "value" : ""
      return "on notification \(posted) { \(word(action.lowerBound + 2))(\(parameter)) }"
    }
    if name.hasPrefix("init"), receiver.hasPrefix("new ") {
      return made(receiver, with: selector)
    }
    var arguments: [String] = []
    for part in selector {
      guard let argument = part.argument else { return nil }
      if part.name == "respondsToSelector", word(argument.lowerBound) == "@selector" {
        return "\(receiver) responds \(word(argument.lowerBound + 2))"
      }
      guard let text = expression(argument) else { return nil }
      arguments.append(text)
    }
    if let text = ObjectiveCTranslation.text(of: selector.map(\.name), arguments, to: receiver) {
      return text
    }
    let call = "\(name)(\(arguments.joined(separator: ", ")))"
    return receiver == "self" ? call : "\(receiver).\(call)"
  }

  private static func textWithoutArguments(_ name: String, to receiver: String) -> String {
    let isClass = receiver.first?.isUppercase == true && !receiver.contains(".")
    switch name {
    // Nothing but a class is sent this.
    case "alloc", "new": if !receiver.contains(".") { return "new \(receiver)" }
    case "init": if receiver.hasPrefix("new ") { return receiver }
    case "dictionary": if isClass { return "[:]" }
    case "array": if isClass { return "[]" }
    case "null": if receiver == "NSNull" { return "nil" }
    case "class": return receiver
    case "copy", "mutableCopy": return receiver
    case "stringValue", "description": return "\"\\(\(receiver))\""
    case "integerValue", "intValue", "longValue": return "ToInt(\(receiver))"
    case "doubleValue", "floatValue": return "ToDouble(\(receiver))"
    case "boolValue": return receiver
    case "removeAllObjects": return "\(receiver) = []"
    default: if let member = ForeignText.members[name] { return "\(receiver).\(member)" }
    }
    return receiver == "self" ? "\(name)()" : "\(receiver).\(name)()"
  }

  /// Messages that are operators, subscripts or assignments here.
  private static func text(
    of names: [String], _ arguments: [String], to receiver: String
  ) -> String? {
    let first = arguments[0]
    switch names.joined(separator: ":") {
    case "setObject:forKey", "setObject:forKeyedSubscript":
      return "\(receiver)[\(arguments[1])] = \(first)"
    case "setValue:forKey", "setValue:forKeyPath":
      return "\(keyed(receiver, arguments[1])) = \(first)"
    case "valueForKey", "valueForKeyPath": return keyed(receiver, first)
    case "objectForKey", "objectAtIndex": return "\(receiver)[\(first)]"
    case "addObject": return "\(receiver).append(\(first))"
    case "removeObjectForKey": return "\(receiver)[\(first)] = nil"
    case "isEqual", "isEqualToString", "isEqualToNumber", "isEqualToArray":
      return "\(receiver) == \(first)"
    case "isKindOfClass", "isMemberOfClass": return "(\(receiver) is \(first))"
    case "stringByAppendingString": return "\(receiver) + \(first)"
    case "setTitle:forState": return "\(receiver).title = \(first)"
    case "setText": return "\(receiver).text = \(first)"
    default: break
    }
    // `setName:` writes the property; `setWithModel:` is a method.
    if names.count == 1, let name = names.first, let property = property(ofSetter: name) {
      return receiver == "self" ? "\(property) = \(first)" : "\(receiver).\(property) = \(first)"
    }
    return nil
  }

  /// `name` for `setName`; nil for another method.
  static func property(ofSetter name: String) -> String? {
    guard name.hasPrefix("set"), name.dropFirst(3).first?.isUppercase == true,
      !name.hasPrefix("setWith"), !name.hasPrefix("setUp")
    else { return nil }
    let rest = name.dropFirst(3)
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }

  private static func keyed(_ receiver: String, _ key: String) -> String {
    guard key.hasPrefix("\""), ForeignText(key).tokens.first?.isPath == true else {
      return "\(receiver)[\(key)]"
    }
    return "\(receiver).\(key.dropFirst().dropLast())"
  }

  /// `[[C alloc] initWithName:x age:y]`: an object with these properties. A view's frame is left out.
  private mutating func made(
    _ object: String, with selector: [(name: String, argument: Range<Int>?)]
  ) -> String? {
    var values: [String] = []
    for (place, part) in selector.enumerated() {
      guard let argument = part.argument else { return nil }
      var name = Substring(part.name)
      if place == 0 {
        name = name.range(of: "With").map { name[$0.upperBound...] } ?? name.dropFirst(4)
      }
      if name == "Frame" { continue }
      guard let value = expression(argument), !name.isEmpty else { return nil }
      let isAcronym = name.allSatisfy { !$0.isLowercase }
      let property = isAcronym ? name.lowercased() : name.prefix(1).lowercased() + name.dropFirst()
      values.append("\(property) = \(value == "self" ? "outer" : value)")
    }
    return values.isEmpty ? object : "\(object) { \(values.joined(separator: "; ")) }"
  }

  /// Messages with a block for each element.
  private mutating func textOfBlock(
    _ selector: [(name: String, argument: Range<Int>?)], to receiver: String
  ) -> String? {
    let names: Int
    switch selector.map(\.name) {
    case ["enumerateObjectsUsingBlock"]: names = 1
    case ["enumerateKeysAndObjectsUsingBlock"]: names = 2
    default: return nil
    }
    guard let argument = selector[0].argument, word(argument.lowerBound) == "^",
      let open = argument.first(where: { word($0) == "(" }),
      let brace = (partners[open, default: open]..<argument.upperBound).first(where: {
        word($0) == "{"
      }),
      let body = block(brace)
    else { return nil }
    return "for \(parameters(open).prefix(names).joined(separator: ", ")) in \(receiver) \(body)"
  }
}

extension Substring {
  /// Where a text first stands in this one.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
