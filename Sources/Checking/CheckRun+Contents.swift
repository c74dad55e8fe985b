import Language
import Names
import Syntax
import Values

extension Checker {
  /// What can be written at a place of a text, which may have errors.
  ///
  /// - Parameter offset: The place, as a UTF-8 offset.
  /// - Complexity: That of a check of the text before the place.
  package static func candidates(
    in file: SourceFile, at offset: Int, host: any SessionHost, options: CheckOptions
  ) -> [Candidate] {
    CheckRun(host: host, options: options).candidates(in: file, at: offset)
  }
}

extension CheckedProgram {
  /// What can be written at a place of a newer text of the main script, of what the check has found.
  ///
  /// - Parameter isBefore: Whether a part of the checked text comes before the place.
  /// - Complexity: O(*n*) in the length of the newer text, and in the names of the program.
  package func candidates(
    in file: SourceFile, at offset: Int, isBefore: @escaping (SourceSpan) -> Bool
  ) -> [Candidate] {
    let place = TextPlace(
      in: file.bytes, at: offset, names: run.names, isInteractive: false, fileName: file.name)
    run.isVisible = { [main = files[0]] declaration in
      declaration.file !== main || isBefore(declaration.span)
    }
    defer { run.isVisible = { _ in true } }
    return run.candidates(at: place, hasRun: true)
  }
}

// What exists when the script comes to a place.
extension CheckRun: WorldContents {
  fileprivate func candidates(in file: SourceFile, at offset: Int) -> [Candidate] {
    let place = TextPlace(
      in: file.bytes, at: offset, names: names, isInteractive: false, fileName: file.name)
    let script = SyntaxTreeBox(place.tree)
    enter(script)
    runningFiles.append(file.name)
    gatherFacts(from: script)
    run(place.statementsBefore)
    return candidates(at: place, hasRun: true)
  }

  func declared(beginning prefix: String) -> [(name: Name, kind: SymbolKind)] {
    symbols.names.compactMap { name in
      guard text(name).hasPrefix(prefix), let found = declaration(of: name), isVisible(found) else {
        return nil
      }
      return (name, found.symbol.kind)
    }
  }

  func value(ofDeclared name: Name) -> KnownValue<KnownObject>? {
    switch declaration(of: name)?.symbol {
    case .object(let object):
      KnownValue(.object, object: object.map { KnownObject(object: $0, isExact: true) })
    case .constant(let constant): known(constant.value)
    case .variable: known(held(variable: name) ?? .unknown)
    case .classSymbol, .protocolSymbol, .enumeration, .transformer, .link, .semantics, .action,
      .function, nil:
      nil
    }
  }

  /// Whether something that is declared has a member of this name.
  func isMember(_ name: Name) -> Bool {
    symbols.names.contains { declared in
      let holder = instance(ofClass: declared) ?? value(ofDeclared: declared)?.object
      return holder.map { $0.object.property(name) != nil } ?? false
    }
  }

  func enumeration(named name: Name) -> Enumeration? {
    if case .enumeration(let found)? = declaration(of: name)?.symbol { found } else { nil }
  }

  func instance(ofClass name: Name) -> KnownObject? {
    switch declaration(of: name)?.symbol {
    case .classSymbol(let type)?, .protocolSymbol(let type)?:
      KnownObject(object: representative(of: type), isExact: false)
    default: nil
    }
  }

  func members(
    of known: KnownObject, where isWanted: (Name) -> Bool
  ) -> [KnownMember<KnownObject>] {
    known.object.propertyNames.filter(isWanted).compactMap { name in
      guard let property = known.object.property(name) else { return nil }
      return KnownMember(
        name: name, kind: property.role, isWritable: !property.isComputed || property.hasSetter,
        value: knownValue(of: property, in: known), note: property.role.text)
    }
  }

  private func knownValue(
    of property: StaticProperty, in known: KnownObject
  ) -> KnownValue<KnownObject> {
    guard property.role == .property || property.role == .command else { return KnownValue([]) }
    let value = self.known(value(of: property, in: known))
    // A property that is nil now may refer to an object of its class later.
    guard value.kinds == .nil, case .instance(let type) = property.type.base else { return value }
    return KnownValue(
      property.kinds, object: KnownObject(object: representative(of: type), isExact: false))
  }

  /// Without a run, bindings have no numbers.
  func numbered(_ offer: Offer, beginning prefix: String) -> [(word: String, note: String)] { [] }

  private func known(_ value: StaticValue) -> KnownValue<KnownObject> {
    var known = KnownValue(value.kinds, object: value.object)
    known.enumeration = value.enumeration
    return known
  }
}
