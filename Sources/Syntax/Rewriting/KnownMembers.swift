/// What is known of the objects of which a pasted line speaks.
package protocol KnownMembers {
  func isObject(_ name: String) -> Bool
  /// Whether something is declared by this name.
  func isDeclared(_ name: String) -> Bool
  /// What a member of an object is; nil if the object is not known, or has none of this name.
  func member(_ name: String, of path: [String]) -> KnownMemberKind?
  /// The objects by whose names a member can be reached, in the order of their declarations.
  func owners(ofMember name: String) -> [String]
}

package enum KnownMemberKind: Sendable { case event, property, action, command }

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

  func isDeclared(_ name: String) -> Bool { known.isDeclared(name) || declared.isDeclared(name) }

  func member(_ name: String, of path: [String]) -> KnownMemberKind? {
    known.member(name, of: path) ?? declared.member(name, of: path)
  }

  func owners(ofMember name: String) -> [String] {
    let found = known.owners(ofMember: name)
    return found.isEmpty ? declared.owners(ofMember: name) : found
  }
}

extension Diagnostic {
  /// This finding, whose statement that works suits the objects that there are.
  package func suiting(_ known: some KnownMembers) -> Diagnostic {
    var suited = naming(known)
    let known = KnownToEither(declared: offer?.declared ?? DeclaredMembers([]), known: known)
    for (index, note) in notes.enumerated() where note.label == .help {
      // A comment has no tokens.
      guard note.message.hasPrefix("write: "), !note.message.contains("//") else { continue }
      let shown = String(note.message.dropFirst("write: ".count))
      let text = offer?.text ?? shown
      let other = ForeignText(text).suiting(known)
      if let event = ForeignText(other).eventRead(known) {
        suited.notes[index] = Note(
          .help, "'\(event)' is an event, which has no value; handle it: on \(event) { … }")
        continue
      }
      if other != shown, Parser.accepts(other) {
        suited.notes[index] = Diagnostic.help(writing: other)
      }
    }
    return suited
  }

  /// This finding about an unknown name, with the object that has the member that is meant.
  private func naming(_ known: some KnownMembers) -> Diagnostic {
    guard let file, let span, offer == nil,
      !notes.contains(where: { $0.message.hasPrefix("write: ") })
    else { return self }
    let name = String(decoding: file.bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
    guard message == "unknown name '\(name)'" else { return self }
    let rest = ForeignText(
      String(decoding: file.bytes[Int(span.end)...].prefix { $0 != 10 }, as: UTF8.self))
    let owners = rest.word(0) == "." ? known.owners(ofMember: rest.word(1)) : []
    guard owners.count == 1 else { return self }
    var named = self
    named.message += "; did you mean '\(owners[0])'?"
    named.notes.removeAll { $0.label == .help }
    if let suggestion = Rewriting.suggestion(in: file.bytes, replacing: span, by: owners[0]) {
      named.notes.append(Diagnostic.help(writing: suggestion.text))
    }
    return named
  }
}

/// The objects that a text declares, as far as single tokens tell: it may have errors.
struct DeclaredMembers: KnownMembers {
  private var members: [String: [String: KnownMemberKind]] = [:]
  /// The class of an object, and the class above a class.
  private var classes: [String: String] = [:]
  private var objects: [String] = []
  /// What else is declared: constants, variables, and the names of bindings.
  private var others: Set<String> = []

  init(_ bytes: ArraySlice<UInt8>) {
    let text = ForeignText(String(decoding: bytes, as: UTF8.self))
    guard let partners = text.partners else { return }
    for index in text.tokens.indices where ["as", "let", "var", "class"].contains(text.word(index))
    {
      others.insert(text.word(index + 1))
    }
    for index in text.tokens.indices
    where ["object", "class", "extend"].contains(text.word(index)) && text.word(index - 1) != "." {
      let name = text.word(index + 1)
      var next = index + 2
      if members[name] == nil { members[name] = [:] }
      if text.word(index) == "object" { objects.append(name) }
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
      case "action": members[owner]?[text.word(index + 1)] = .action
      case "command": members[owner]?[text.word(index + 1)] = .command
      default:
        if text.tokens[index].kind == .word, ["=", ":"].contains(text.word(index + 1)) {
          members[owner]?[word] = .property
        }
      }
      index = (partners[index] ?? index) + 1
    }
  }

  func isObject(_ name: String) -> Bool { members[name] != nil }

  func isDeclared(_ name: String) -> Bool { isObject(name) || others.contains(name) }

  func owners(ofMember name: String) -> [String] {
    objects.filter { member(name, of: [$0]) != nil }
  }

  func member(_ name: String, of path: [String]) -> KnownMemberKind? {
    guard path.count == 1 else { return nil }
    var owner: String? = path[0]
    // Classes may be declared in a circle.
    for _ in 0..<20 {
      guard let found = owner else { return nil }
      if let kind = members[found]?[name] { return kind }
      // The classes of views are declared elsewhere.
      if members[found] == nil, found.hasPrefix("UI"), Self.propertiesOfViews.contains(name) {
        return .property
      }
      owner = classes[found]
    }
    return nil
  }

  private static let propertiesOfViews: Set<String> = [
    "text", "hidden", "enabled", "on", "value", "alpha", "title", "image", "placeholder",
    "textColor", "backgroundColor",
  ]
}
