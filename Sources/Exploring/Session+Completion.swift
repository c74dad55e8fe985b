import BindingEngine
import Interpreter
import Language
import Syntax

extension Session {
  /// What can stand at `cursor` in `line`: statement words first, then what is declared; properties
  /// after a dot; arrows after the left side of `bind`; transformers after `|`.
  public func completions(in line: String, at cursor: Int) -> CompletionList {
    let before = Array(line.utf8.prefix(cursor))
    var start = before.count
    while start > 0, Session.isNameByte(before[start - 1]) { start -= 1 }
    let part = String(decoding: before[start...], as: UTF8.self)
    let statement =
      before[..<start].split(
        whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "{") || $0 == 10 }
      ).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let isAtStart =
      before[..<start].last { $0 != 32 && $0 != 9 }
      .map { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "{") || $0 == 10 } ?? true
    let candidates: [(text: String, note: String)]
    if start > 0, before[start - 1] == UInt8(ascii: ".") {
      candidates = members(ofPathEndingAt: start - 1, in: before)
    } else if isAtStart {
      candidates = statementStarts()
    } else {
      candidates = words(after: statement)
    }
    var matching = candidates.filter { $0.text.hasPrefix(part) }
    // Codes count in either case; there are too many of them to be listed among the words.
    if statement.split(separator: " ").first == "help", part.utf8.first.map({ $0 | 0x20 }) == 0x62 {
      matching += FindingNote.all.filter { $0.code.text.hasPrefix(part.uppercased()) }
        .map { ($0.code.text, $0.title) }
    }
    return CompletionList(replace: start..<before.count, candidates: matching)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func statementStarts() -> [(text: String, note: String)] {
    StatementWord.all.filter { $0.place == .statement }
      .map { ($0.word + " ", $0.summary) } + values()
  }

  /// Objects, constants and variables.
  private func values() -> [(text: String, note: String)] {
    declared { symbol in
      switch symbol {
      case .object, .constant, .variable: true
      default: false
      }
    }
  }

  private func declared(_ isWanted: (Symbol) -> Bool) -> [(text: String, note: String)] {
    symbols.all.filter { isWanted($0.declaration.symbol) }
      .map { (names.text(of: $0.name), $0.declaration.symbol.kind.text) }
      .sorted { $0.0 < $1.0 }
  }

  /// What goes on a statement that has begun, as the entry of its word says.
  private func words(after statement: String) -> [(text: String, note: String)] {
    let words = statement.split(separator: " ").map(String.init)
    guard let entry = StatementWord.named(words.first ?? "") else {
      return candidates(.expression, after: words)
    }
    return entry.follows(Array(words.dropFirst())).flatMap { candidates($0, after: words) }
  }

  private func candidates(
    _ offer: Offer, after words: [String]
  ) -> [(text: String, note: String)] {
    switch offer {
    case .word(let word, let note): return [(word, note)]
    case .values: return values()
    case .expression:
      if words.last == "new" { return classes() }
      return values() + [("turn", "the last turn")]
        + BuiltinFunction.allCases.map { ($0.rawValue + "(", $0.summary) }
    case .arrows: return Arrow.allCases.map { ($0.spelling + " ", $0.summary) }
    case .transformers: return declared { if case .transformer = $0 { true } else { false } }
    case .classes: return classes()
    case .semantics: return semanticsNames()
    case .links:
      return sortedLinks().map { ("#\(core.pointee.number(of: $0))", describe(link: $0)) }
    case .linkNames: return declared { if case .link = $0 { true } else { false } }
    case .breakpoints: return breakpoints.map { ("\($0.number)", $0.text) }
    case .topics:
      return StatementWord.all.map { ($0.word, $0.summary) }
        + HelpTopic.all.map { ($0.name, $0.summary) } + HelpIndex.extraTopics.map { ($0, "") }
    }
  }

  private func semanticsNames() -> [(text: String, note: String)] {
    SemanticsNote.all.map { ($0.name, $0.models) }
      + declared { if case .semantics = $0 { true } else { false } }
  }

  private func classes() -> [(text: String, note: String)] {
    declared { if case .classSymbol = $0 { true } else { false } }
  }

  /// The members of the object that the path before the dot leads to now.
  private func members(ofPathEndingAt end: Int, in line: [UInt8]) -> [(text: String, note: String)]
  {
    var start = end
    while start > 0, Session.isNameByte(line[start - 1]) || line[start - 1] == UInt8(ascii: ".") {
      start -= 1
    }
    let parts = line[start..<end].split(separator: UInt8(ascii: "."))
      .map { names.intern(String(decoding: $0, as: UTF8.self)) }
    guard let root = parts.first else { return [] }
    if root == turnName, parts.count == 1, symbols[root] == nil {
      return TurnField.allCases.map { ($0.rawValue, $0.summary) }
    }
    var value: Value
    switch symbols[root]?.symbol {
    case .object(let slot), .constant(let slot), .variable(let slot):
      value = core.pointee.read(slot)
    default: return []
    }
    for name in parts.dropFirst() {
      guard case .object(let object) = value, let slot = core.pointee.slot(name, of: object) else {
        return []
      }
      value = core.pointee.read(slot)
    }
    guard case .object(let object) = value else {
      return ValueTail.allCases.map { ($0.rawValue, "a value tail") }
    }
    return core.pointee.slots(of: object.index).map { slot in
      let info = core.pointee.info(of: slot)
      guard info.role == .property else {
        return (names.text(of: info.name), info.role.text)
      }
      return (names.text(of: info.name), "= \(core.pointee.literal(core.pointee.read(slot)))")
    }
  }
}

extension Arrow {
  /// What it does, in a few words.
  public var summary: String {
    switch self {
    case .right: "left to right, and at once"
    case .left: "right to left, and at once"
    case .both: "both ways, at once left to right"
    case .rightLater: "left to right, nothing at once"
    case .leftLater: "right to left, nothing at once"
    case .bothLater: "both ways, nothing at once"
    }
  }
}
