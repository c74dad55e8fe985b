import Language
import Names
import Syntax

/// Protocols: the actions that objects of a type must have, whatever their class.
extension CheckRun {
  func declareProtocol(_ declared: ProtocolSyntax) {
    let isTaken = refuseIfTaken(declared.name, by: .protocolSymbol)
    let shape = declaredClass(tree.name(declared.name), nil, .none)
    // An object of the type may have more members.
    shape.isOpen = true
    let requirements = tree.requirements(of: declared)
    shape.requirements = requirements
    for requirement in requirements where tree[requirement.name].kind == .name {
      let name = tree.name(requirement.name)
      report(mistake(ofAction: name), at: requirement.name)
      guard !shape.owns(name) else {
        report(.declaredTwice(text(name)), at: requirement.name)
        continue
      }
      let action = StaticProperty(name: name, script: script, nameNode: requirement.name)
      action.role = .action
      noteMember(action, at: requirement.name, in: shape)
      action.code = (script, .none, requirement.parameters.map { tree.name($0) })
      shape.add(action)
    }
    if !isTaken { declare(declared.name, .protocolSymbol(shape)) }
  }

  /// The class to inherit from, and the protocols; a protocol may come first.
  func supertypes(
    _ first: NodeID, _ others: NodeList
  ) -> (superclass: NodeID, protocols: [NodeID]) {
    var protocols: [NodeID] = []
    for id in others where tree[id].kind == .name {
      let name = tree.name(id)
      noteUse(ofDeclared: name, at: id)
      guard let mistake = mistake(ofProtocol: name) else {
        protocols.append(id)
        continue
      }
      guard facts.loose[name] == nil else { continue }
      if kind(of: name) == nil {
        reportUnknown(name, at: id, mistake)
      } else {
        report(mistake, at: id)
      }
    }
    let isProtocol =
      tree[first].kind == .name && kind(of: tree.name(first)) == .protocolSymbol
    if isProtocol { noteUse(ofDeclared: tree.name(first), at: first) }
    return isProtocol ? (.none, [first] + protocols) : (first, protocols)
  }

  /// Reports what a class, or a single object, lacks of the protocols in its declaration.
  func reportMissingActions(of shape: StaticClass, named name: String, _ protocols: [NodeID]) {
    for id in protocols {
      guard case .protocolSymbol(let wanted)? = declaration(of: tree.name(id))?.symbol else {
        continue
      }
      let source = wanted.script.tree
      let unmet = (wanted.requirements ?? []).compactMap { requirement in
        let own = shape.property(source.name(requirement.name))
        if let own { noteMeeting(own, wanted) }
        let isMissing = own == nil && !requirement.isOptional && !shape.isOpen
        let isOther =
          own.map {
            $0.role != .action || $0.parameterCount != requirement.parameters.count
          } ?? false
        return isMissing || isOther ? UnmetAction(requirement, own, in: source) : nil
      }
      guard !unmet.isEmpty else { continue }
      report(.doesNotConform(name, protocol: text(wanted.name), unmet), at: id)
    }
  }

  /// The actions of a protocol that an object certainly lacks, or has with another number of
  /// parameters; none if the type is not a protocol.
  func unmetActions(of wanted: StaticClass, in known: KnownObject) -> [UnmetAction] {
    guard let requirements = wanted.requirements, !known.object.isReleased else { return [] }
    let source = wanted.script.tree
    return requirements.compactMap { requirement in
      let name = source.name(requirement.name)
      guard let own = known.object.property(name) else {
        guard !requirement.isOptional, knowsWhatIsMissing(name, known) else { return nil }
        return UnmetAction(requirement, nil, in: source)
      }
      noteMeeting(own, wanted)
      guard isSettled(own, of: known),
        own.role != .action || own.parameterCount != requirement.parameters.count
      else { return nil }
      return UnmetAction(requirement, own, in: source)
    }
  }

  /// The protocol in which an action is optional that an object does not have.
  func protocolAllowing(_ action: Name, in known: KnownObject) -> String? {
    for name in symbols.names {
      guard case .protocolSymbol(let shape)? = symbols[name]?.symbol,
        shape.requirements?.contains(where: {
          $0.isOptional && shape.script.tree.name($0.name) == action
        }) == true,
        unmetActions(of: shape, in: known).isEmpty
      else { continue }
      return text(name)
    }
    return nil
  }
}

extension UnmetAction {
  /// - Parameter own: What the object has under this name.
  fileprivate init(_ requirement: RequirementSyntax, _ own: StaticProperty?, in tree: SyntaxTree) {
    self.init(
      signature: tree.signature(of: requirement),
      ownCount: own?.role == .action ? own?.parameterCount : nil)
  }
}
