import Names
import Syntax
import Values

/// What is known at the place of a name. A session knows what exists, and `check` knows what will
/// exist when the script comes to that place.
///
/// The rules below use nothing else, so that each rule is written only once.
package protocol World {
  func text(_ name: Name) -> String
  /// The declaration of a name at top level; nil if there is none.
  func kind(of name: Name) -> SymbolKind?
  /// The names declared at top level, all or those of one kind, in the order of their declarations.
  func declaredNames(_ kind: SymbolKind?) -> [String]
  /// The first object that was declared with a member of this name.
  func owner(ofMember name: Name) -> String?
  /// Parameters and the locals of the blocks around the place.
  var localNames: [String] { get }
  /// The members of `self`.
  var memberNames: [String] { get }
  /// The members of the object around the body of `new` that contains the place.
  var outerMemberNames: [String] { get }
  /// The most similar candidate.
  func near(_ name: Name, among candidates: @autoclosure () -> [String]) -> String?
}

// What is wrong with a name.
extension World {
  /// Nothing visible has the name.
  ///
  /// - Parameter words: Other words that are allowed there.
  package func unknown(_ name: Name, orAnyOf words: [String] = []) -> Mistake {
    if text(name) == "outer" { return .outerOutside }
    if outerMemberNames.contains(text(name)) { return .memberOfOuter(text(name)) }
    if let owner = owner(ofMember: name) {
      return .unknownName(text(name), near: "\(owner).\(text(name))")
    }
    if let habit = Habit.named(text(name)) {
      return .unknownName(text(name), near: habit.isValue ? habit.spelling : nil)
    }
    return .unknownName(
      text(name),
      near: near(
        name,
        among: localNames + memberNames + declaredNames(nil) + words + ["turn"]
          + BuiltinFunction.allCases.map(\.rawValue)))
  }

  /// What is wrong with a declared name that is used as a value; nil if nothing is wrong.
  ///
  /// - Parameter role: The kind of the block that contains the name.
  package func mistake(ofValue name: Name, _ kind: SymbolKind, in role: BlockRole?) -> Mistake? {
    switch kind {
    case .object, .constant, .variable: nil
    // The class of a cell is chosen by its name.
    case .classSymbol: role == .each ? nil : .classAsValue(text(name))
    case .protocolSymbol, .enumeration, .transformer, .link, .semantics, .action, .function:
      .notAValue(text(name), kind)
    }
  }

  /// What is wrong with a write to a declared name; nil if nothing is wrong.
  package func mistake(ofWriting name: Name, _ kind: SymbolKind, isSilent: Bool) -> Mistake? {
    if kind != .variable { return .symbolWritten(text(name), kind) }
    return isSilent ? .silentVariable : nil
  }

  package func mistake(ofWriting name: Name, _ kind: LocalKind) -> Mistake? {
    switch kind {
    case .variable: nil
    case .constant: .constantWritten(text(name))
    case .parameter: .parameterWritten(text(name))
    case .copy: .copyWritten(text(name))
    }
  }

  /// The called name is neither a function nor an action.
  package func mistake(ofCall name: Name) -> Mistake {
    if let kind = kind(of: name) { return .calledNoAction(text(name), kind) }
    return unknownFunction(name)
  }

  package func unknownFunction(_ name: Name) -> Mistake {
    if outerMemberNames.contains(text(name)) { return .memberOfOuter(text(name)) }
    if Habit.named(text(name)) != nil { return .unknownFunction(text(name), near: nil) }
    if let owner = owner(ofMember: name) {
      return .unknownFunction(text(name), near: "\(owner).\(text(name))")
    }
    return .unknownFunction(
      text(name),
      near: near(
        name,
        among: BuiltinFunction.allCases.map(\.rawValue) + declaredNames(.action)
          + declaredNames(.function) + declaredNames(.transformer) + memberNames))
  }

  /// The name is not that of a class.
  package func mistake(ofClass name: Name) -> Mistake {
    if let kind = kind(of: name), kind != .classSymbol { return .notAClass(text(name), kind) }
    return .unknownClass(text(name), near: near(name, among: declaredNames(.classSymbol)))
  }

  /// The name is not that of a protocol; nil if it is.
  package func mistake(ofProtocol name: Name) -> Mistake? {
    switch kind(of: name) {
    case .protocolSymbol: nil
    case let kind?: .notAProtocol(text(name), kind)
    case nil: .unknownProtocol(text(name), near: near(name, among: declaredNames(.protocolSymbol)))
    }
  }

  package func unknownType(_ name: Name) -> Mistake {
    let known =
      TypeName.allCases.map(\.rawValue) + declaredNames(.classSymbol)
      + declaredNames(.protocolSymbol) + declaredNames(.enumeration)
    return .unknownType(text(name), near: near(name, among: known), known: known)
  }

  package func unknownTransformer(_ name: Name) -> Mistake {
    .unknownTransformer(text(name), near: near(name, among: declaredNames(.transformer)))
  }

  /// No binding and no observer has the name.
  package func unknownLink(_ name: Name) -> Mistake {
    .unknownBinding(text(name), near: near(name, among: declaredNames(.link)))
  }

  package func unknownSemantics(_ name: Name) -> Mistake {
    let presets = Semantics.presets.map(\.name)
    return .unknownSemantics(
      text(name), near: near(name, among: presets + declaredNames(.semantics)), known: presets)
  }
}
