import BindingEngine
import Language
import Names
import Syntax

// Protocols: what objects of a type must be able to do, whatever their class.
extension Session {
  func declareProtocol(_ node: NodeID, in box: SyntaxTreeBox) throws(ScriptFailure) {
    let tree = box.tree
    let declared = tree.protocolDeclaration(node)
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
      name: name, superclass: nil, properties: actions, defaultProperty: nil)
    core.pointee.classes[Int(classID.index)].isProtocol = true
    protocolNodes[classID] = (box, node)
    symbols[name] = Declaration(
      symbol: .protocolSymbol(classID), file: declarationFile(tree.file),
      span: tree[declared.name].span)
  }

  /// Why an object is not of a protocol's type; nil for another type, or if it is.
  func lacking(
    _ type: ValueType, _ value: Value, in property: String
  ) -> Mistake? {
    guard case .instance(let wanted) = type.base, case .object(let object) = value,
      core.pointee.isAlive(object), core.pointee.classes[Int(wanted.index)].isProtocol,
      let (box, node) = protocolNodes[wanted]
    else { return nil }
    let tree = box.tree
    let requirements = tree.requirements(of: tree.protocolDeclaration(node))
    let unmet = core.pointee.unmetActions(of: wanted, in: object).compactMap { action, own in
      requirements.first { tree.name($0.name) == action.name }.map {
        UnmetAction(
          signature: tree.signature(of: $0), ownCount: own?.role == .action ? own?.arity : nil)
      }
    }
    return .lacksActions(
      property: property, type: typeText(type), value: core.pointee.literal(value), unmet)
  }

  /// The protocol in which an action is optional that an object does not have.
  func protocolAllowing(_ action: Name, in object: ObjectID) -> String? {
    for (name, declaration) in symbols.all {
      guard case .protocolSymbol(let classID) = declaration.symbol else { continue }
      let record = core.pointee.classes[Int(classID.index)]
      if let ordinal = record.ordinals[action], record.properties[ordinal].isOptional,
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
