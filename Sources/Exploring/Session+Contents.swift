import BindingEngine
import Interpreter
import Language
import Names
import Syntax
import Text

// What there is now.
extension Session: WorldContents {
  /// An object, or a class, of which there may be no instance.
  package enum Holder {
    case object(ObjectID)
    case instance(ClassID)
  }

  package func declared(beginning prefix: String) -> [(name: Name, kind: SymbolKind)] {
    symbols.declared { text($0).hasPrefix(prefix) }
  }

  package func value(ofDeclared name: Name) -> KnownValue<Holder>? {
    switch symbols.symbol(name) {
    case .object(let slot), .constant(let slot), .variable(let slot):
      known(graphState.read(slot))
    case .classSymbol, .protocolSymbol, .enumeration, .transformer, .link, .semantics, .action,
      .function:
      nil
    case nil: name == lastValueName ? known(state.lastValue) : nil
    }
  }

  package func instance(ofClass name: Name) -> Holder? {
    switch symbols.symbol(name) {
    case .classSymbol(let found)?, .protocolSymbol(let found)?: .instance(found)
    default: nil
    }
  }

  package func members(
    of holder: Holder, where isWanted: (Name) -> Bool
  ) -> [KnownMember<Holder>] {
    switch holder {
    case .object(let object):
      graphState.slots(of: object.index).compactMap { slot in
        let info = graphState.info(of: slot)
        return isWanted(info.name) ? member(info, graphState.read(slot)) : nil
      }
    case .instance(let type):
      graphState.classes[Int(type.index)].properties.filter { isWanted($0.name) }
        .map { member($0, nil) }
    }
  }

  /// Of ten thousand objects, no member is described.
  package func leadsToEvent(_ holder: Holder) -> Bool {
    guard case .object(let object) = holder else { return true }
    return graphState.slots(of: object.index).contains { slot in
      let role = graphState.role(of: slot)
      guard role == .property else { return role != .action }
      let value = graphState.read(slot)
      if case .object = value { return true }
      return value == .nil && member(graphState.info(of: slot), nil).leadsToEvent
    }
  }

  /// - Parameter value: What it holds; nil if there is no object.
  private func member(_ info: PropertyInfo, _ value: Value?) -> KnownMember<Holder> {
    var known = KnownValue<Holder>(ValueKinds(of: info.type))
    switch info.type.base {
    case .instance(let type): known.object = .instance(type)
    case .enumeration(let type): known.enumeration = type
    default: break
    }
    if let value, value != .nil { known = self.known(value) }
    let hasValue = info.role == .property || info.role == .command
    let literal = info.role == .property ? value.map { note(of: $0) } : nil
    return KnownMember(
      name: info.name, kind: info.role,
      isWritable: !info.computed.exists || info.setter.exists,
      value: hasValue ? known : KnownValue([]), note: literal ?? info.role.text)
  }

  /// The value of a name, or the rest of its declaration.
  package func note(ofDeclared name: Name, _ kind: SymbolKind) -> String {
    switch symbols.symbol(name) {
    case .object(let slot), .constant(let slot), .variable(let slot):
      let value = graphState.read(slot)
      guard case .object(let object) = value else {
        return note(of: value)
      }
      let known = className(of: object)
      return known.isEmpty ? kind.text : "an object: \(known)"
    case .link(let link):
      guard let found = core.pointee.link(numbered: Int(link.number)) else { return kind.text }
      return "#\(link.number) \(describe(link: found))"
    default: return declarationText(of: name) ?? kind.text
    }
  }

  private static var noteWidth: Int { 60 }

  private func note(of value: Value) -> String {
    "= \(graphState.shortLiteral(value, limit: Session.noteWidth))"
  }

  /// What stands behind the name in its declaration, on one line.
  private func declarationText(of name: Name) -> String? {
    guard let declaration = symbols[name] else { return nil }
    guard let file = declaration.file else {
      let line = Prelude.text.split(separator: "\n").first { line in
        line.split(separator: " ").dropFirst().first { $0 == text(name) || $0 == "\(text(name)):" }
          != nil
      }
      let rest = line?.split(separator: " ", maxSplits: 2).last.map(String.init)
      return rest?.cut(to: Session.noteWidth)
    }
    let rest = file.bytes[Int(declaration.span.end)...].prefix(4 * Session.noteWidth)
    var line = String(decoding: rest.prefix { $0 != 10 }, as: UTF8.self)
    if line.hasPrefix(":") { line.removeFirst() }
    line = String(line.drop { $0 == " " })
    return line.isEmpty || line == "{" ? nil : line.visible().cut(to: Session.noteWidth)
  }

  package func numbered(
    _ offer: Offer, beginning prefix: String
  ) -> [(word: String, note: String)] {
    switch offer {
    case .links:
      let links = sortedLinks().map { (word: "#\(graphState.number(of: $0))", link: $0) }
        .filter { $0.word.hasPrefix(prefix) }
      let hasNotes = links.count <= Candidate.mostNotes
      return links.map { (word: $0.word, note: hasNotes ? describe(link: $0.link) : "") }
    case .breakpoints:
      return state.breakpoints.map { (word: "\($0.number)", note: $0.text) }
        .filter { $0.word.hasPrefix(prefix) }
    case .word, .values, .expression, .arrows, .transformers, .classes, .semantics, .linkNames,
      .topics:
      return []
    }
  }

  package func known(_ value: Value) -> KnownValue<Holder> {
    let value = graphState.living(value)
    var known = KnownValue<Holder>(ValueKinds(of: value))
    known.contents = value
    switch value {
    case .object(let object): known.object = .object(object)
    case .enumeration(let found): known.enumeration = found.enumeration
    default: break
    }
    return known
  }
}
