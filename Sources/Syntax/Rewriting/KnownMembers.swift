/// What is known of the objects of which a pasted line speaks.
package protocol KnownMembers {
  func isObject(_ name: String) -> Bool
  /// What a member of an object is; nil if the object is not known, or has none of this name.
  func member(_ name: String, of path: [String]) -> KnownMemberKind?
}

package enum KnownMemberKind: Sendable { case event, other }

/// A statement for a line of another language, before it was made to suit what exists.
struct OfferedStatement: Sendable {
  let text: String
  /// What the text declares before the line; nil if that has not been looked up.
  let declared: DeclaredMembers?
}

/// What either of two knows.
private struct KnownToEither<Known: KnownMembers>: KnownMembers {
  let declared: DeclaredMembers
  let known: Known

  func isObject(_ name: String) -> Bool { known.isObject(name) || declared.isObject(name) }

  func member(_ name: String, of path: [String]) -> KnownMemberKind? {
    known.member(name, of: path) ?? declared.member(name, of: path)
  }
}

extension Diagnostic {
  /// This finding, whose statement that works suits the objects that there are.
  package func suiting(_ known: some KnownMembers) -> Diagnostic {
    var suited = self
    let known = KnownToEither(declared: offer?.declared ?? DeclaredMembers([]), known: known)
    for (index, note) in notes.enumerated() where note.label == .help {
      // A comment has no tokens.
      guard note.message.hasPrefix("write: "), !note.message.contains("//") else { continue }
      let shown = String(note.message.dropFirst("write: ".count))
      let text = offer?.text ?? shown
      let other = ForeignText(text).suiting(known)
      if other != shown, Parser.accepts(other) {
        suited.notes[index] = Diagnostic.help(writing: other)
      }
    }
    return suited
  }
}

extension ForeignText {
  /// Statements as they are for these objects: an event is handled and fired and has no first value, an
  /// object that exists is extended, and a property has the name that it has there.
  func suiting(_ known: some KnownMembers) -> String {
    let text = replacingTokens { text, index in
      if text.word(index) == "kept", text.word(index + 1) == "by",
        case (let path, let end) = text.path(at: index + 2), !known.isObject(path.first ?? "")
      {
        return text.word(end) == "as" ? ("as", end + 1 - index) : ("", end - index)
      }
      return text.otherName(at: index, known).map { ($0, 1) }
    }
    return ForeignText(text).statements.map { $0.suitingStatement(known) }.joined(separator: "; ")
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
      let (path, end) = path(at: word(1) == "once" ? 2 : 1)
      if kind(path) == .event, word(end) == "~>" {
        return text(of: 0..<end) + " !~> " + rest(end + 1)
      }
      if word(end) == "<~", kind(self.path(at: end + 1).parts) == .event {
        return text(of: 0..<end) + " <~! " + rest(end + 1)
      }
      return whole
    case "object" where word(2) == "{" && known.isObject(word(1)): return "extend \(rest(1))"
    default:
      let (path, end) = path(at: 0)
      guard word(end) == "=", kind(path) == .event else { return whole }
      return "fire \(path.joined(separator: "."))(\(rest(end + 1)))"
    }
  }
}

/// The objects that a text declares, as far as single tokens tell: it may have errors.
struct DeclaredMembers: KnownMembers {
  private var members: [String: [String: KnownMemberKind]] = [:]
  /// The class of an object, and the class above a class.
  private var classes: [String: String] = [:]

  init(_ bytes: ArraySlice<UInt8>) {
    let text = ForeignText(String(decoding: bytes, as: UTF8.self))
    guard let partners = text.partners else { return }
    for index in text.tokens.indices
    where ["object", "class", "extend"].contains(text.word(index)) && text.word(index - 1) != "." {
      let name = text.word(index + 1)
      var next = index + 2
      if members[name] == nil { members[name] = [:] }
      if text.word(next) == ":" {
        classes[name] = text.word(next + 1)
        next += 2
      }
      guard text.word(next) == "{", let close = partners[next] else { continue }
      note(name, in: text, next + 1..<close, partners)
    }
  }

  private mutating func note(
    _ owner: String, in text: ForeignText, _ range: Range<Int>, _ partners: [Int: Int]
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let word = text.word(index)
      switch word {
      case "event": members[owner]?[text.word(index + 1)] = .event
      case "action", "command": members[owner]?[text.word(index + 1)] = .other
      default:
        if text.tokens[index].kind == .word, ["=", ":"].contains(text.word(index + 1)) {
          members[owner]?[word] = .other
        }
      }
      index = (partners[index] ?? index) + 1
    }
  }

  func isObject(_ name: String) -> Bool { members[name] != nil }

  func member(_ name: String, of path: [String]) -> KnownMemberKind? {
    guard path.count == 1 else { return nil }
    var owner: String? = path[0]
    // Classes may be declared in a circle.
    for _ in 0..<20 {
      guard let found = owner else { return nil }
      if let kind = members[found]?[name] { return kind }
      owner = classes[found]
    }
    return nil
  }
}
