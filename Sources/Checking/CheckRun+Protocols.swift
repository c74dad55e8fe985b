import Language
import Names
import Syntax

/// Protocols: what objects of a type must be able to do, whatever their class.
extension CheckRun {
  func declareProtocol(_ declared: ProtocolSyntax) {
    let isTaken = refuseIfTaken(declared.name, by: .protocolSymbol)
    let shape = StaticClass(
      name: tree.name(declared.name), superclass: nil, script: script, body: .none)
    // Whatever is of the type may have more.
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
      var action = StaticProperty(name: name, script: script, nameNode: requirement.name)
      action.role = .action
      action.code = (script, .none, requirement.parameters.map { tree.name($0) })
      shape.add(action)
    }
    if !isTaken { declare(declared.name, .protocolSymbol(shape), isSeenAtOnce: false) }
  }

  /// The actions of a protocol that an object certainly does not have, or not with as many parameters;
  /// none if the type is no protocol.
  func unmetActions(of wanted: StaticClass, in known: KnownObject) -> [UnmetAction] {
    guard let requirements = wanted.requirements, !known.object.isReleased else { return [] }
    let source = wanted.script.tree
    return requirements.compactMap { requirement in
      let name = source.name(requirement.name)
      guard let own = known.object.property(name) else {
        guard !requirement.isOptional, mayTellWhatIsMissing(name, known) else { return nil }
        return UnmetAction(signature: source.signature(of: requirement), ownCount: nil)
      }
      guard isSettled(own, of: known),
        own.role != .action || own.parameterCount != requirement.parameters.count
      else { return nil }
      return UnmetAction(
        signature: source.signature(of: requirement),
        ownCount: own.role == .action ? own.parameterCount : nil)
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
