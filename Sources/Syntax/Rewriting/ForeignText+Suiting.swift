// Statements as they are for the objects that there are.
extension ForeignText {
  /// The statements, in which an event is handled and fired and has no first value, an object that exists is
  /// extended, a property has the name that it has there, and helpers have names of their own.
  func suiting(_ known: some KnownMembers) -> String {
    let text = replacingTokens { text, index in
      if text.word(index) == "kept", text.word(index + 1) == "by",
        case (let path, let end) = text.path(at: index + 2), !known.isObject(path.first ?? "")
      {
        return text.word(end) == "as" ? ("as", end + 1 - index) : ("", end - index)
      }
      // In a body a path begins with a member.
      let isInBody = ["extend", "object", "class"].contains(word(0))
      if isInBody { return nil }
      return (text.otherOwner(at: index, known) ?? text.otherEnd(at: index, known)).map { ($0, 1) }
    }
    let plain = ForeignText(text).replacingTokens { text, index in
      if text.word(index) == "(", text.word(index + 1) == ")", text.isRead(beforeCall: index, known)
      {
        return ("", 2)
      }
      return text.otherName(at: index, known).map { ($0, 1) }
    }
    return ForeignText(ForeignText(plain).withOwnHelpers(known)).suitingStatements(known)
  }

  private func suitingStatements(_ known: some KnownMembers) -> String {
    statements.map { statement in
      ForeignText(statement.suitingBlocks(known)).suitingStatement(known)
    }.joined(separator: "; ")
  }

  /// The statement with the statements in its blocks as they are for these objects.
  private func suitingBlocks(_ known: some KnownMembers) -> String {
    guard let partners else { return all }
    return replacingTokens { text, index in
      guard text.bytes == bytes, text.word(index) == "{", let close = partners[index],
        close > index + 1
      else { return nil }
      let inside = ForeignText(text.text(of: index + 1..<close)).suitingStatements(known)
      return (inside.inBraces, close - index + 1)
    }
  }

  /// The statements between `;` outside of brackets.
  private var statements: [ForeignText] {
    var found: [ForeignText] = []
    var open = 0
    var start = 0
    for (index, token) in tokens.enumerated() {
      if token.isOpener { open += 1 }
      if token.isCloser { open -= 1 }
      guard token.text == ";", open == 0 else { continue }
      found.append(ForeignText(text(of: start..<index)))
      start = index + 1
    }
    return found + [ForeignText(text(of: start..<tokens.count))]
  }

  // MARK: Names

  /// What blocks have by these names, and no object.
  private static let namesOfBlocks: Set<String> = [
    "value", "old", "sender", "change", "self", "outer", "turn", "index", "total",
  ]

  /// The member with its object, where it is the end of a binding or is observed by its name alone.
  private func otherEnd(at index: Int, _ known: some KnownMembers) -> String? {
    let name = word(index)
    guard tokens[index].kind == .word, ForeignText.wordsBeforeEnds.contains(word(index - 1)),
      ![".", "("].contains(word(index + 1)), !ForeignText.namesOfBlocks.contains(name),
      !["once", "initial", "some", "prior"].contains(name), !known.isDeclared(name),
      !declares(name)
    else { return nil }
    let owners = known.owners(ofMember: name)
    return owners.count == 1 ? "\(owners[0]).\(name)" : nil
  }

  private static let wordsBeforeEnds: Set<String> = [
    "bind", "once", "observe", "initial", "some", "prior", "~>", "<~", "<>", "!~>", "<~!", "<!>",
  ]

  /// The object that has the member, where the one with which a path begins is not declared.
  private func otherOwner(at index: Int, _ known: some KnownMembers) -> String? {
    let name = word(index)
    guard tokens[index].kind == .word, word(index + 1) == ".",
      ![".", "?."].contains(word(index - 1)),
      !ForeignText.namesOfBlocks.contains(name), !known.isDeclared(name), !declares(name)
    else { return nil }
    let member = word(index + 2)
    var owners = known.owners(ofMember: member)
    if owners.isEmpty, let first = member.first, first.isUppercase {
      owners = known.owners(ofMember: first.lowercased() + member.dropFirst())
    }
    return owners.count == 1 ? owners[0] : nil
  }

  /// Whether the text itself declares a name.
  private func declares(_ name: String) -> Bool {
    tokens.indices.contains {
      word($0) == name
        && ["let", "var", "object", "class", "as", "for", "action", "(", ","].contains(word($0 - 1))
        && word($0 + 1) != "."
    }
  }

  /// Whether a property is called to read its value.
  private func isRead(beforeCall index: Int, _ known: some KnownMembers) -> Bool {
    var start = index - 1
    while start > 1, word(start - 1) == "." { start -= 2 }
    guard start >= 0, start + 1 < index else { return false }
    let path = path(at: start).parts
    return known.member(path[path.count - 1], of: Array(path.dropLast())) == .property
  }

  /// `isHidden` for `hidden` where the object has only that, and the other way round; `name` for `Name`, as
  /// C# writes it.
  private func otherName(at index: Int, _ known: some KnownMembers) -> String? {
    let name = tokens[index].text
    let short = ["isHidden": "hidden", "isEnabled": "enabled", "isOn": "on"]
    var other = short[name] ?? short.first { $0.value == name }?.key
    if other == nil, let first = name.first, first.isUppercase {
      other = first.lowercased() + name.dropFirst()
    }
    guard let other, word(index - 1) == "." else { return nil }
    var path: [String] = []
    var start = index
    while start > 1, word(start - 1) == "." {
      path.insert(word(start - 2), at: 0)
      start -= 2
    }
    let isMissing =
      known.member(name, of: path) == nil && known.member(other, of: path) != nil
    return isMissing ? other : nil
  }

  /// What a translation needs besides what was typed, by the names that it has at first.
  private static let helpers = [
    "latest", "newest", "found", "latestValue", "timer", "first", "done", "shown", "tracked",
    "tracked2", "tracked3",
  ]

  /// The text with other names for helpers whose names are taken.
  private func withOwnHelpers(_ known: some KnownMembers) -> String {
    var text = self
    for helper in ForeignText.helpers where known.isDeclared(helper) && isHelper(helper) {
      let name = (2...99).lazy.map { "\(helper)\($0)" }.first {
        !known.isDeclared($0) && !text.words.contains($0)
      }
      if let name { text = ForeignText(text.renaming(helper, to: name)) }
    }
    return text.all
  }

  /// Whether the text declares a helper by a name, for what else it says.
  private func isHelper(_ name: String) -> Bool {
    let isNamed = tokens.indices.contains {
      word($0) == "as" && word($0 + 1) == name
    }
    return isNamed || word(0) == "object" && word(1) == name && statements.count > 1
  }

  // MARK: Statements

  /// Where the path ends that begins at a token, and its parts.
  private func path(at start: Int) -> (parts: [String], end: Int) {
    var parts = [word(start)]
    var end = start + 1
    while word(end) == "." {
      parts.append(word(end + 1))
      end += 2
    }
    return (parts, end)
  }

  private func suitingStatement(_ known: some KnownMembers) -> String {
    func kind(_ path: [String]) -> KnownMemberKind? {
      path.count > 1 ? known.member(path[path.count - 1], of: Array(path.dropLast())) : nil
    }
    func rest(_ index: Int) -> String {
      index < tokens.count ? text(of: index..<tokens.count) : ""
    }
    let whole = text(of: tokens.indices)
    switch word(0) {
    case "observe":
      var start = 1
      while ["initial", "some"].contains(word(start)) { start += 1 }
      let (path, end) = path(at: start)
      return kind(path) == .event ? "on \(path.joined(separator: ".")) \(rest(end))" : whole
    case "bind":
      let isOnce = word(1) == "once"
      let (path, end) = path(at: isOnce ? 2 : 1)
      if kind(path) == .event, word(end) == "~>" {
        if isOnce, let handler = handlerOfFirst(path, from: end + 1) { return handler }
        return text(of: 0..<end) + " !~> " + rest(end + 1)
      }
      if word(end) == "<~", kind(self.path(at: end + 1).parts) == .event {
        return text(of: 0..<end) + " <~! " + rest(end + 1)
      }
      return whole
    case "object" where word(2) == "{" && known.isObject(word(1)): return "extend \(rest(1))"
    case "fire":
      let (path, end) = path(at: 1)
      let name = path.joined(separator: ".")
      switch kind(path) {
      case .property where word(end) == "(" && partners?[end] == tokens.count - 1:
        let value = text(of: end + 1..<tokens.count - 1)
        return value.isEmpty ? whole : "\(name) = \(value)"
      case .action: return "\(name)\(end < tokens.count ? rest(end) : "()")"
      default: return whole
      }
    default:
      let (path, end) = path(at: 0)
      let name = path.joined(separator: ".")
      // A property that is called, as libraries write it.
      if word(end) == "(", end + 2 < tokens.count, kind(path) == .property,
        partners?[end] == tokens.count - 1
      {
        return "\(name) = \(text(of: end + 1..<tokens.count - 1))"
      }
      guard word(end) == "=" else { return whole }
      switch kind(path) {
      case .event: return "fire \(name)(\(rest(end + 1)))"
      case .action: return "\(name)(\(rest(end + 1)))"
      default: return whole
      }
    }
  }

  /// `on vm.saved { unbind first; label.text = value } as first`, for `bind once vm.saved ~> label.text`.
  private func handlerOfFirst(_ event: [String], from start: Int) -> String? {
    let (target, end) = path(at: start)
    guard end == tokens.count else { return nil }
    return "on \(event.joined(separator: ".")) "
      + "{ unbind first; \(target.joined(separator: ".")) = value } as first"
  }

  /// What may stand before an event that is not read.
  private static let usesOfEvents: Set<String> = [
    "on", "fire", "bind", "observe", "rebind", "to", "~>", "<~", "!~>", "<~!", "show",
    "whynot", "why",
  ]

  /// An event that is read as if it had a value; nil if there is none.
  func eventRead(_ known: some KnownMembers) -> String? {
    var found: String?
    _ = replacingTokens { text, index in
      guard text.isPathStart(index), text.word(index + 1) == "." else { return nil }
      let (path, end) = text.path(at: index)
      let isEvent =
        path.count > 1 && known.member(path[path.count - 1], of: Array(path.dropLast())) == .event
      if isEvent, text.word(end) != "(", !ForeignText.usesOfEvents.contains(text.word(index - 1)) {
        found = found ?? path.joined(separator: ".")
      }
      return (text.text(of: index..<end), end - index)
    }
    return found
  }
}
