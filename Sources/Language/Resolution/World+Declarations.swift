import Names
import Syntax
import Values

// What is wrong with a declaration.
extension World {
  /// - Parameters:
  ///   - kind: The kind of the new declaration.
  ///   - old: The present meaning of the name.
  ///   - isFree: Whether that no longer exists: a released object, or a removed binding.
  package func mistake(
    ofDeclaring name: Name, as kind: SymbolKind, over old: SymbolKind, isFree: Bool,
    isPrelude: Bool
  ) -> Mistake? {
    let isReplaceable =
      switch kind {
      case .constant, .variable: old == .constant || old == .variable
      case .transformer, .action, .function, .semantics: old == kind
      case .object, .classSymbol, .protocolSymbol, .enumeration, .link: isFree
      }
    return isReplaceable ? nil : .declaredAlready(text(name), old, isPrelude: isPrelude)
  }

  /// An action cannot have the name of a function.
  package func mistake(ofAction name: Name) -> Mistake? {
    let text = text(name)
    return BuiltinFunction(rawValue: text) == nil ? nil : .namedAsFunction(text)
  }

  /// A class that inherits an event cannot turn it into a property, since bindings depend on it.
  package func mistake(
    ofMember name: Name, _ kind: MemberKind, inheritedAs inherited: MemberKind?
  ) -> Mistake? {
    guard let inherited, inherited != kind else { return nil }
    return .otherKind(text(name), was: inherited, is: kind)
  }

  /// - Parameters:
  ///   - type: Its type, as written.
  ///   - admitsNil: Whether a property of the type can hold nil.
  package func mistake(
    ofProperty declared: PropertySyntax, _ name: Name, isInherited: Bool, admitsNil: Bool,
    type: @autoclosure () -> String
  ) -> Mistake? {
    guard declared.type.exists, !declared.initial.exists, !isInherited, !admitsNil else {
      return nil
    }
    return .needsValue(text(name), type: type())
  }
}

extension SyntaxTree {
  /// Whether a statement after a place declares a class or a protocol with this name. Types may name
  /// such a class, so that two classes can name each other.
  ///
  /// - Complexity: O(*n*) in the statements of the script.
  package func declaresType(_ name: Name, behind place: NodeID) -> Bool {
    statements.contains { id in
      guard self[id].span.start > self[place].span.start else { return false }
      switch self[id].kind {
      case .classDeclaration:
        return self[classDeclaration(id).name].kind == .name
          && self.name(classDeclaration(id).name) == name
      case .protocolDeclaration:
        return self[protocolDeclaration(id).name].kind == .name
          && self.name(protocolDeclaration(id).name) == name
      default: return false
      }
    }
  }
}

extension Semantics {
  package var mistakeOfName: Mistake? {
    Semantics.presets.contains { $0.name == name } ? .presetName(name) : nil
  }
}

extension SyntaxTree {
  /// Sets the knobs of a declaration, and returns what is wrong with them, and where.
  package func setKnobs<Failure>(
    of semantics: inout Semantics, as declared: SemanticsSyntax,
    report: (Mistake, NodeID) throws(Failure) -> Void
  ) throws(Failure) {
    for id in declared.knobs where self[id].kind == .knob {
      let knob = knob(id)
      do {
        try semantics.set(sourceText(of: knob.name), to: sourceText(of: knob.word))
      } catch .unknownKnob(let name) {
        try report(.knob(.unknownKnob(name)), knob.name)
      } catch {
        try report(.knob(error), knob.word)
      }
    }
    do {
      try semantics.validate()
    } catch {
      try report(.knob(error), declared.name)
    }
  }
}
