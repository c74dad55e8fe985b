import Language
import Names
import Syntax
import Values

/// Recording what names stand for. Nothing is done unless somebody asks for the map.
extension CheckRun {
  /// Records a use of a name with the meaning that was found.
  func noteUse(
    of name: Name, _ resolution: Resolution?, at id: NodeID, _ role: ProgramUse.Role = .read
  ) {
    guard let map, !isLoadingPrelude else { return }
    switch resolution {
    case .local(let local, _)?:
      guard local.node.exists else { return }
      map.note(map.number(ofLocal: name, local.kind, at: local.node), at: id, role)
    case .global(let declaration)?:
      map.note(map.number(ofDeclared: name, declaration.symbol.kind), at: id, role)
    case .member?:
      if let object = scope.receiver?.object { noteUse(ofMember: name, of: object, at: id, role) }
    case .loose?, nil:
      // It may be declared later, or in a block that runs later.
      guard facts.loose[name] != nil || facts.places[name] != nil else { return }
      map.note(map.number(ofDeclared: name, nil), at: id, role)
    }
  }

  /// Records a use of a name that can only be declared at top level.
  func noteUse(ofDeclared name: Name, at id: NodeID) {
    guard let map, !isLoadingPrelude, tree[id].kind == .name || tree[id].kind == .type else {
      return
    }
    guard let known = declaration(of: name)?.symbol.kind else {
      return noteUse(of: name, nil, at: id)
    }
    map.note(map.number(ofDeclared: name, known), at: id, .read)
  }

  /// Records a use of a member of an object.
  ///
  /// - Parameter id: The name, or a path or call that ends with it.
  func noteUse(
    ofMember name: Name, of object: StaticObject, at id: NodeID, _ role: ProgramUse.Role = .read
  ) {
    guard map != nil, let property = object.property(name) else { return }
    var node = id
    if case .call(let callee, _) = tree.expression(node) { node = callee }
    if case .member(_, let name) = tree.expression(node) { node = name }
    noteUse(of: property, object, at: node, role)
  }

  func noteUse(
    of property: StaticProperty, _ object: StaticObject?, at node: NodeID,
    _ role: ProgramUse.Role = .read
  ) {
    guard let map, !isLoadingPrelude, tree[node].kind == .name, tree.name(node) == property.name
    else { return }
    map.note(map.number(of: property), at: node, role, of: object)
  }

  /// Records the declaration of a member.
  func noteMember(_ property: StaticProperty, at node: NodeID, in shape: StaticClass) {
    guard let map, !isLoadingPrelude, tree[node].kind == .name else { return }
    let number = map.number(of: property)
    map.note(number, at: node, .declared)
    map.note(number, declaredIn: shape)
  }

  /// Records a declaration at top level, or in a block that runs later.
  func noteDeclared(_ node: NodeID, _ kind: SymbolKind) {
    guard let map, !isLoadingPrelude, tree[node].kind == .name else { return }
    map.note(map.number(ofDeclared: tree.name(node), kind), at: node, .declared)
  }

  /// Records the declaration of a local name of a block.
  func noteLocal(_ node: NodeID) {
    guard let map, !isLoadingPrelude, tree[node].kind == .name, let local = scope.locals.all.last
    else { return }
    map.note(map.number(ofLocal: tree.name(node), local.kind, at: node), at: node, .declared)
  }

  /// Records the parameters of a block that runs later.
  func noteParameters(_ nodes: [NodeID]) {
    guard let map, !isLoadingPrelude else { return }
    for node in nodes where tree[node].kind == .name {
      map.note(map.number(ofLocal: tree.name(node), .parameter, at: node), at: node, .declared)
    }
  }

  /// Records a variable that a transformer keeps.
  func noteState(_ node: NodeID) {
    guard let map, !isLoadingPrelude, tree[node].kind == .name else { return }
    map.note(map.number(ofLocal: tree.name(node), .variable, at: node), at: node, .declared)
  }

  /// Records the name of a notification, which nothing declares.
  func noteNotification(_ node: NodeID) {
    guard let map, !isLoadingPrelude, tree[node].kind == .name else { return }
    map.note(map.number(ofNotification: tree.name(node)), at: node, .read)
  }

  /// Records the declarations of an enumeration's cases.
  func noteCases(_ cases: NodeList, of type: NodeID) {
    guard let map, tree[type].kind == .name else { return }
    for id in cases where tree[id].kind == .enumCase {
      let name = tree.enumCase(id).name
      guard tree[name].kind == .name else { continue }
      let number = map.number(ofCase: tree.name(name), of: text(tree.name(type)))
      map.note(number, at: name, .declared)
    }
  }

  func noteCase(_ node: NodeID, of enumeration: Enumeration) {
    guard let map, tree[node].kind == .name,
      enumeration.cases.contains(where: { $0.name == text(tree.name(node)) })
    else { return }
    map.note(map.number(ofCase: tree.name(node), of: enumeration.name), at: node, .read)
  }

  /// Records that an action is one that a protocol requires.
  func noteMeeting(_ own: StaticProperty, _ wanted: StaticClass) {
    guard let map, let required = wanted.property(own.name) else { return }
    map.merge(map.number(of: own), map.number(of: required))
  }
}
