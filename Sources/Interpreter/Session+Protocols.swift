import BindingEngine
import Compiling
import Language
import Names
import Syntax

// Protocols: what objects of a type must be able to do, whatever their class.
extension Session {
  func declareProtocol(_ node: NodeID, in box: SyntaxTreeBox) throws(ScriptFailure) {
    let tree = box.tree
    let declared = tree.protocolDeclaration(node)
    try refuseIfTaken(declared.name, by: .protocolSymbol, in: tree)
    var members: Set<Name> = []
    var actions: [PropertyInfo] = []
    for requirement in tree.requirements(of: declared) {
      let name = tree.name(requirement.name)
      try refuse(mistake(ofAction: name), at: requirement.name, in: tree)
      guard members.insert(name).inserted else {
        try refuse(.declaredTwice(names.text(of: name)), at: requirement.name, in: tree)
        continue
      }
      var action = PropertyInfo(name: name, role: .action)
      action.arity = requirement.parameters.count
      action.isOptional = requirement.isOptional
      actions.append(action)
    }
    let name = tree.name(declared.name)
    let classID = core.pointee.makeClass(
      name: name, superclass: nil, properties: actions, defaultProperty: nil,
      forwardDeclared: forwardDeclared(name))
    core.pointee.classes[Int(classID.index)].isProtocol = true
    state.protocolNodes[classID] = (box, node)
    symbols[name] = Declaration(
      symbol: .protocolSymbol(classID), file: declarationFile(tree.file),
      span: tree[declared.name].span)
  }

  /// Refuses a class or an object that is declared to conform to a protocol and lacks actions of
  /// it.
  func refuseMissingActions(of plan: ClassPlan, _ classID: ClassID) throws(ScriptFailure) {
    let own = core.pointee.classes[Int(classID.index)]
    for id in plan.protocols {
      let name = plan.tree.tree.name(id)
      guard case .protocolSymbol(let wanted)? = symbols.symbol(name) else { continue }
      let unmet = core.pointee.classes[Int(wanted.index)].properties.compactMap { action in
        let member = own.ordinal(of: action.name).map { own.properties[$0] }
        return action.isMet(by: member) ? nil : (action, member)
      }
      guard !unmet.isEmpty else { continue }
      try refuse(
        .doesNotConform(
          plan.title(names), protocol: names.text(of: name), self.unmet(unmet, of: wanted)),
        at: id, in: plan.tree.tree)
    }
  }

  /// - Parameter actions: Of the protocol, each with the member of its name.
  private func unmet(
    _ actions: [(action: PropertyInfo, own: PropertyInfo?)], of wanted: ClassID
  ) -> [UnmetAction] {
    guard let (box, node) = state.protocolNodes[wanted] else { return [] }
    let tree = box.tree
    let requirements = tree.requirements(of: tree.protocolDeclaration(node))
    return actions.compactMap { action, own in
      requirements.first { tree.name($0.name) == action.name }.map {
        UnmetAction(
          signature: tree.signature(of: $0), ownCount: own?.role == .action ? own?.arity : nil)
      }
    }
  }

  /// Why an object does not conform to a protocol; nil if it does, or if the type is not a
  /// protocol.
  func lacking(
    _ type: ValueType, _ value: Value, in property: String
  ) -> Mistake? {
    guard case .instance(let wanted) = type.base, case .object(let object) = value,
      core.pointee.isAlive(object), core.pointee.classes[Int(wanted.index)].isProtocol
    else { return nil }
    let unmet = unmet(core.pointee.unmetActions(of: wanted, in: object), of: wanted)
    return .lacksActions(
      property: property, type: typeText(type), value: core.pointee.literal(value), unmet)
  }

  /// The protocol that is the type of a property; nil if it has another type, or none.
  package func protocolName(of info: PropertyInfo) -> String? {
    guard case .instance(let type) = info.type.base else { return nil }
    let record = core.pointee.classes[Int(type.index)]
    return record.isProtocol ? names.text(of: record.name) : nil
  }

  /// The protocol in which an action is optional that an object does not have.
  func protocolAllowing(_ action: Name, in object: ObjectID) -> String? {
    for (name, declaration) in symbols.all {
      guard case .protocolSymbol(let classID) = declaration.symbol else { continue }
      let record = core.pointee.classes[Int(classID.index)]
      if let ordinal = record.ordinal(of: action), record.properties[ordinal].isOptional,
        core.pointee.unmetActions(of: classID, in: object).isEmpty
      {
        return names.text(of: name)
      }
    }
    return nil
  }
}

extension Machine {
  /// Whether the value on top, an object or nil, has an action of the name.
  func responds(_ cache: UInt16) throws(ScriptFailure) {
    let name = (code.caches.base + Int(cache)).pointee.name
    let value = pop()
    switch value {
    case .object(let object) where core.pointee.isAlive(object):
      let slot = core.pointee.slot(name, of: object)
      push(.bool(slot.map { core.pointee.info(of: $0).role == .action } ?? false))
    case .object, .nil: push(.bool(false))
    default: throw ValuePlace.asked.failure(value)
    }
  }
}
