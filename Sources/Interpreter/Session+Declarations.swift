import BindingEngine
import Compiling
import Language
import Names
import Syntax

/// A place in the source, and the arrow of the binding there.
package struct LinkOrigin {
  package var tree: SyntaxTreeBox
  package var node: NodeID
  /// nil for an observer.
  package var arrow: Arrow?
  /// Whether it observes the object in whose body it is.
  package var isOwn = false
}

extension Session {
  /// The engine's token for the binding or observer at `node`.
  package func origin(
    _ tree: SyntaxTreeBox, _ node: NodeID, arrow: Arrow?, isOwn: Bool = false
  ) -> UInt32 {
    let key = OriginKey(tree: ObjectIdentifier(tree), node: node)
    if let token = state.originTokens[key] { return token }
    state.origins.append(LinkOrigin(tree: tree, node: node, arrow: arrow, isOwn: isOwn))
    let token = UInt32(state.origins.count)
    state.originTokens[key] = token
    return token
  }

  package func linkOrigin(of link: UInt32) -> LinkOrigin? {
    linkOrigin(core.pointee.origin(of: core.pointee.lead(of: link)))
  }

  /// - Parameter token: The engine's token for it; 0 for none.
  package func linkOrigin(_ token: UInt32) -> LinkOrigin? {
    token == 0 ? nil : state.origins[Int(token) - 1]
  }

  func arrow(of link: UInt32) -> Arrow? { linkOrigin(of: link)?.arrow }

  /// nil for what the prelude declares, which has no place that a user could look at.
  func declarationFile(_ file: SourceFile) -> SourceFile? { isLoadingPrelude ? nil : file }

  /// What prevents another use of a name.
  ///
  /// - Parameters:
  ///   - file: Where it stands.
  ///   - span: Its place there: the block around a declaration may run again.
  package func mistake(
    ofDeclaring name: Name, as kind: SymbolKind, over declaration: Declaration,
    in file: SourceFile? = nil, at span: SourceSpan? = nil
  ) -> Mistake? {
    let isFree: Bool
    switch declaration.symbol {
    case .object(let slot):
      // Reserved but not made yet, or made and released: free.
      if case .object = core.pointee.read(slot) { isFree = false } else { isFree = true }
    case .link(let link): isFree = !graph.isBound(link)
    case .classSymbol, .enumeration, .protocolSymbol:
      let isSame = declaration.span == span && declaration.file === file
      let isAgain = kind != .protocolSymbol && mayDeclareAgain(file)
      isFree = declaration.file != nil && declaration.symbol.kind == kind && (isSame || isAgain)
    default: isFree = false
    }
    let found = mistake(
      ofDeclaring: name, as: kind, over: declaration.symbol.kind, isFree: isFree,
      isPrelude: declaration.file == nil)
    guard case .declaredAlready(let text, let old, let isPrelude, _) = found,
      mayDeclareAgain(file)
    else { return found }
    return .declaredAlready(text, old, isPrelude: isPrelude, isTyped: true)
  }

  /// The slot for an object of this name, which may be made only later.
  package func reserveObject(_ name: Name, file: SourceFile, span: SourceSpan) -> UInt32 {
    let slot: UInt32
    if case .object(let known)? = symbols.symbol(name) {
      if case .object = core.pointee.read(known) { return known }
      // Released, and declared again at another place.
      slot = known
    } else {
      slot = core.pointee.makeVariable()
      reserved.append(name)
    }
    symbols[name] = Declaration(
      symbol: .object(slot), file: declarationFile(file), span: span)
    return slot
  }

  /// Frees the names that a rolled-back turn declared or reserved.
  func forgetUndoneDeclarations() {
    symbols.undoTurn()
    for name in reserved {
      guard case .object(let slot)? = symbols[name]?.symbol else { continue }
      if case .nil = core.pointee.read(slot) { symbols[name] = nil }
    }
    reserved = []
  }

  func declareValue(_ tree: SyntaxTreeBox, _ node: NodeID, isVariable: Bool) -> UInt32 {
    let name = tree.tree.name(node)
    var slot: UInt32?
    switch symbols[name]?.symbol {
    case .constant(let old), .variable(let old): slot = old
    default: break
    }
    let place = slot ?? core.pointee.makeVariable()
    symbols[name] = Declaration(
      symbol: isVariable ? .variable(place) : .constant(place),
      file: declarationFile(tree.tree.file), span: tree.tree[node].span)
    return place
  }

  func countInstance(_ object: ObjectID, of classID: ClassID) {
    guard var layout = layout(of: classID) else { return }
    // Instances with a body of their own count with their class.
    while let next = layout.counting { layout = next }
    layout.instanceCount += 1
    if journalIsOpen || isDry || isAsking { state.madeInstances.append(layout) }
    core.pointee.setOrdinal(layout.instanceCount, of: object.index)
    if layout.instanceCount == 1 { noteMemberCode(of: object) }
  }

  /// What a question has made is rolled back.
  func forgetMadeWhileAsking() {
    while state.madeInstances.count > state.madeBeforeAsking,
      let layout = state.madeInstances.popLast()
    {
      layout.instanceCount -= 1
    }
    (
      state.running.closedLinks, state.running.movedLinks, state.running.assignedReferences,
      state.running.declaredCode
    ) = ([], [], [], [])
  }

  /// What a question has made stays.
  func keepMadeWhileAsking() {
    guard !journalIsOpen, !isDry, state.madeInstances.count > state.madeBeforeAsking else { return }
    state.madeInstances.removeSubrange(state.madeBeforeAsking...)
  }

  // MARK: Semantics

  func declareSemantics(_ node: NodeID, in box: SyntaxTreeBox) throws(ScriptFailure) {
    let tree = box.tree
    let declared = tree.semantics(node)
    let (nameNode, base) = (declared.name, declared.base)
    guard nameNode.exists else { return }
    let name = tree.name(nameNode)
    if !base.exists, declared.knobs.isEmpty {
      choose(try semantics(named: nameNode, in: tree), at: node, in: tree)
      return
    }
    var made = base.exists ? try semantics(named: base, in: tree) : options.semantics
    made.name = names.text(of: name)
    let mistake =
      symbols[name].flatMap { self.mistake(ofDeclaring: name, as: .semantics, over: $0) }
      ?? made.mistakeOfName
    if let mistake { throw .mistake(mistake) }
    try tree.setKnobs(of: &made, as: declared) { (mistake, node) throws(ScriptFailure) in
      try refuse(mistake, at: node, in: tree)
    }
    state.turned.ownSemantics.append(made)
    symbols[name] = Declaration(
      symbol: .semantics(state.turned.ownSemantics.count - 1), file: tree.file,
      span: tree[nameNode].span)
    choose(made, at: node, in: tree)
  }

  /// Puts a semantics in force when the turn is over; not in a comparison, in which each run has
  /// its own.
  private func choose(_ semantics: Semantics, at node: NodeID, in tree: SyntaxTree) {
    if let listener, listener.isTrial {
      listener.passOver("'\(shortText(of: node, in: tree))'", placeText(tree.file, tree[node].span))
    } else {
      // Under another semantics nobody would read them again.
      for slot in core.pointee.allMarkedTargets { _ = evaluated(slot) }
      state.running.pendingSemantics = semantics
    }
  }

  package func semantics(named node: NodeID, in tree: SyntaxTree) throws(ScriptFailure) -> Semantics
  {
    let text = names.text(of: tree.name(node))
    if let known = semantics(named: text) { return known }
    throw .diagnostic(
      Diagnostic(unknownSemantics(tree.name(node)), file: tree.file, span: tree[node].span))
  }
}
