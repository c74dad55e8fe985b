import Language
import Names
import Syntax

/// The meaning of names at their places.
extension CheckRun {
  enum Resolution {
    case local(Scope.Local, isCopy: Bool)
    case member
    case global(StaticDeclaration)
    /// A name that a block declares whenever it runs.
    case loose
  }

  func resolve(_ name: Name) -> Resolution? {
    if let (local, isCopy) = scope.local(name) { return .local(local, isCopy: isCopy) }
    if let receiver = scope.receiver, receiver.object.property(name) != nil { return .member }
    if let declaration = declaration(of: name) { return .global(declaration) }
    if facts.loose[name] != nil { return .loose }
    if let receiver = scope.receiver, receiver.object.type.isOpen { return .loose }
    return nil
  }

  /// The declaration of the name, as it is visible here.
  func declaration(of name: Name) -> StaticDeclaration? {
    guard let declaration = symbols[name] else { return nil }
    // A block that runs later may see one meaning of the name or another.
    guard !scope.isFlow, declaration.isAgain || facts.loose[name] != nil else {
      return declaration
    }
    return declaration.loosened
  }

  /// Gives a name its meaning from here on.
  func declare(_ name: NodeID, _ symbol: StaticSymbol) {
    guard tree[name].kind == .name else { return }
    let key = tree.name(name)
    noteDeclared(name, symbol.kind)
    // The declarations of blocks are known as such from the beginning.
    guard scope.isFlow else { return }
    let old = symbols[key]
    var meaning = symbol
    var isCertain = scope.isCertain && !scope.isMuted
    if let old {
      // A block is checked completely before it runs, so calls in it mean the earlier action.
      var isMerged = !scope.isCertain || !old.isCertain
      switch symbol.kind {
      case .action, .function: if scope.blockDepth > 0 { isMerged = true }
      default: break
      }
      if isMerged {
        meaning = symbol.loosened
        isCertain = old.isCertain
      }
    }
    symbols[key] = StaticDeclaration(
      meaning, file: isLoadingPrelude ? nil : tree.file, span: tree[name].span,
      isCertain: isCertain, isAgain: old != nil)
  }

  /// Reports a name that is certainly already declared.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  func refuseIfTaken(_ name: NodeID, by kind: SymbolKind) -> Bool {
    guard tree[name].kind == .name, let old = symbols[tree.name(name)], old.isCertain,
      !isPerhapsFree(old, name),
      let mistake = mistake(
        ofDeclaring: tree.name(name), as: kind, over: old.symbol.kind, isFree: false,
        isPrelude: old.file == nil)
    else { return false }
    noteDeclared(name, kind)
    report(mistake, at: name, notes: note("first declared here", old))
    return true
  }

  private func isPerhapsFree(_ declaration: StaticDeclaration, _ name: NodeID) -> Bool {
    switch declaration.symbol {
    case .object(let object):
      return facts.releasesOthers || facts.released[tree.name(name)] != nil || object == nil
        || object?.isReleased == true
    case .link(let position):
      guard let position else { return true }
      return !graph.isLiving(position) || graph.mayEnd(position)
    default: return false
    }
  }

  // MARK: Unknown names

  /// The place where a name is declared later.
  func place(ofLater name: Name, at id: NodeID) -> [Diagnostic.Note]? {
    guard scope.isFlow, let place = facts.places[name] else { return nil }
    guard place.file !== tree.file || place.span.start > tree[id].span.start else { return nil }
    return [Diagnostic.Note(.note, "declared here", file: place.file, span: place.span)]
  }

  /// - Parameter words: What else would be allowed there.
  func reportUnknownName(_ id: NodeID, orAnyOf words: [String] = []) {
    let name = tree.name(id)
    reportUnknown(name, at: id, unknown(name, orAnyOf: words))
  }

  /// Reports a name that means nothing here, although it may be declared later.
  func reportUnknown(_ name: Name, at id: NodeID, _ mistake: @autoclosure () -> Mistake) {
    if let notes = place(ofLater: name, at: id) {
      reportUnknown(.usedBeforeDeclared(text(name)), at: id, notes: notes)
    } else {
      reportUnknown(mistake(), at: id)
    }
  }

  /// The class that a name means; nil, reported, if there is none.
  func classNamed(_ id: NodeID) -> StaticClass? {
    guard tree[id].kind == .name else { return nil }
    let name = tree.name(id)
    noteUse(ofDeclared: name, at: id)
    if let declaration = declaration(of: name) {
      if case .classSymbol(let found) = declaration.symbol { return found }
      if facts.loose[name] == nil, declaration.isCertain {
        report(mistake(ofClass: name), at: id, notes: note("declared here", declaration))
      }
      return nil
    }
    guard facts.loose[name] == nil else { return nil }
    reportUnknown(name, at: id, mistake(ofClass: name))
    return nil
  }

  /// The values that a property with the type at `id` admits.
  func type(_ id: NodeID) -> StaticType {
    guard id.exists else { return .any }
    guard tree[id].kind == .type else { return StaticType(base: .unknown, isOptional: true) }
    let syntax = tree.type(id)
    let (name, isOptional) = (syntax.name, syntax.isOptional)
    noteUse(ofDeclared: name, at: id)
    if let known = TypeName(rawValue: text(name)) {
      return StaticType(base: .named(known), isOptional: isOptional || known == .any)
    }
    switch declaration(of: name)?.symbol {
    case .classSymbol(let found)?, .protocolSymbol(let found)?:
      return StaticType(base: .instance(found), isOptional: isOptional)
    case .enumeration(let found)?:
      return StaticType(base: .enumeration(found), isOptional: isOptional)
    default: break
    }
    let unknown = StaticType(base: .unknown, isOptional: true)
    // A class may name itself: `next: Node?`.
    if name == classBeingDeclared.name {
      return classBeingDeclared.shape.map {
        StaticType(base: .instance($0), isOptional: isOptional)
      } ?? unknown
    }
    guard facts.loose[name] == nil else { return unknown }
    if tree.declaresType(name, behind: id) {
      let named =
        forwardDeclaredClasses[name] ?? StaticClass(forwardDeclared: name, in: script)
      if forwardDeclaredClasses[name] == nil { namedShapes.append(named) }
      forwardDeclaredClasses[name] = named
      return StaticType(base: .instance(named), isOptional: isOptional)
    }
    reportUnknown(unknownType(name), at: id)
    return unknown
  }

  /// The directions of the transformer that a stage names; nil if they are uncertain.
  func transformer(namedAt id: NodeID, stage: NodeID) -> TransformerWays? {
    let name = tree.name(id)
    noteUse(ofDeclared: name, at: id)
    if case .transformer(let ways)? = declaration(of: name)?.symbol { return ways }
    guard facts.loose[name] == nil else { return nil }
    reportUnknown(name, at: stage, unknownTransformer(name))
    return nil
  }

  /// The position in the graph of the binding that `#3` or a name means; nil if there is none or
  /// it is not certain.
  func link(namedAt id: NodeID) -> Int? {
    if case .number(let number) = tree.expression(id) {
      guard !makesLinksLater, !facts.makesLinksLater, linkCount != nil else { return nil }
      return graph.position(ofNumber: Int(number))
    }
    guard case .name(let name) = tree.expression(id) else { return nil }
    noteUse(ofDeclared: name, at: id)
    if case .link(let position)? = declaration(of: name)?.symbol { return position }
    guard facts.loose[name] == nil else { return nil }
    reportUnknown(name, at: id, unknownLink(name))
    return nil
  }
}
