import BindingEngine
import Compiling
import Language
import Names
import Syntax
import Text

// What the members of a body declare.
extension Session {
  func properties(
    of body: NodeID, in box: SyntaxTreeBox, extending object: ObjectID
  ) throws(ScriptFailure) -> [PropertyInfo] {
    var members = SharedNames()
    return try properties(
      of: body, in: box, inheriting: nil, members: &members, and: memberNames(of: object))
  }

  /// What a body declares; its names join `members`.
  func properties(
    of body: NodeID, in box: SyntaxTreeBox, inheriting superclass: ClassID?,
    members: inout SharedNames, and others: (() -> SharedNames)? = nil
  ) throws(ScriptFailure) -> [PropertyInfo] {
    guard body.exists else { return [] }
    let tree = box.tree
    let list = tree.members(of: body)
    let declared = list.compactMap { tree.declaredNode($0) }
    // Most bodies are short, and are searched without hashing.
    var seen: [Name: NodeID] = [:]
    for (position, node) in declared.enumerated() {
      let name = tree.name(node)
      let first =
        declared.count > 16
        ? seen.updateValue(node, forKey: name)
        : declared[..<position].first { tree.name($0) == name }
      if let first {
        throw .diagnostic(
          Diagnostic(
            .declaredTwice(names.text(of: name)), file: tree.file, span: tree[node].span,
            notes: [.init(.note, "first declared here", file: tree.file, span: tree[first].span)]))
      }
      members.insert(name)
    }
    let scope = MemberScope(names: members, and: others)
    var infos: [PropertyInfo] = []
    for member in list {
      switch tree.member(member) {
      case .property(let declared):
        infos.append(try property(declared, in: box, inheriting: superclass, scope))
      case .computed(let computed):
        let block = classBlock(computed.value, .computed, box, scope)
        infos.append(PropertyInfo(name: tree.name(computed.name), computed: block))
      case .event(let event):
        infos.append(PropertyInfo(name: tree.name(event), role: .event))
      case .action(let action):
        let name = tree.name(action.name)
        try refuse(mistake(ofAction: name), at: action.name, in: tree)
        var info = PropertyInfo(
          name: name, role: .action, callable: makeCallable(member, in: box, scope))
        info.arity = action.parameters.count
        infos.append(info)
      case .command(let command):
        infos.append(
          PropertyInfo(
            name: tree.name(command.name), role: .command,
            callable: makeCallable(member, in: box, scope)))
      case .defaultMember, .binding, .observe, .on, .missing: break
      }
    }
    if let superclass { try refuseOtherKinds(infos, superclass, list, tree) }
    return infos
  }

  private func refuseOtherKinds(
    _ infos: [PropertyInfo], _ superclass: ClassID, _ members: NodeList, _ tree: SyntaxTree
  ) throws(ScriptFailure) {
    let inherited = core.pointee.classes[Int(superclass.index)]
    for info in infos {
      let was = inherited.ordinal(of: info.name).map { inherited.properties[$0].role }
      guard let mistake = mistake(ofMember: info.name, info.role, inheritedAs: was)
      else { continue }
      let node = members.lazy.compactMap { tree.declaredNode($0) }
        .first { tree.name($0) == info.name }
      throw .diagnostic(
        Diagnostic(mistake, file: tree.file, span: node.map { tree[$0].span }))
    }
  }

  private func property(
    _ declared: PropertySyntax, in box: SyntaxTreeBox, inheriting superclass: ClassID?,
    _ scope: MemberScope
  ) throws(ScriptFailure) -> PropertyInfo {
    let tree = box.tree
    let (nameNode, typeNode) = (declared.name, declared.type)
    let name = tree.name(nameNode)
    var info = PropertyInfo(name: name, isWeak: declared.isWeak)
    var isInherited = false
    if let superclass {
      let inherited = core.pointee.classes[Int(superclass.index)]
      if let ordinal = inherited.ordinal(of: name) {
        info = inherited.properties[ordinal]
        isInherited = true
        if info.role != .property { info = PropertyInfo(name: name) }
        if info.computed.exists {
          try refuse(.computedInClass(names.text(of: name)), at: nameNode, in: tree)
        }
      }
    }
    if typeNode.exists { info.type = try type(typeNode, in: tree) }
    if declared.setter.exists {
      if !isLoadingPrelude { expectMemberCode() }
      info.setter = classBlock(declared.setter, .setter, box, scope)
    }
    let mistake = mistake(
      ofProperty: declared, name, isInherited: isInherited,
      admitsNil: core.pointee.admit(.nil, as: info.type) != nil,
      type: self.text(of: typeNode, in: tree))
    try refuse(mistake, at: nameNode, in: tree)
    return info
  }

  /// A block that belongs to a class and is used for all of its instances.
  private func classBlock(
    _ node: NodeID, _ role: BlockRole, _ box: SyntaxTreeBox, _ scope: MemberScope
  ) -> BlockID {
    let code = Code(tree: box)
    code.pending = PendingBlock(node: node, role: role, copies: [], members: scope)
    return machine.keep(Machine.Block(code: .passRetained(code), copies: [], receiver: nil))
  }

  package func type(_ node: NodeID, in tree: SyntaxTree) throws(ScriptFailure) -> ValueType {
    let (name, isOptional) = (tree.type(node).name, tree.type(node).isOptional)
    let text = names.text(of: name)
    if let base = TypeName(rawValue: text)?.base {
      return ValueType(base, optional: isOptional || base == .any)
    }
    switch symbols[name]?.symbol {
    case .classSymbol(let classID)?, .protocolSymbol(let classID)?:
      return ValueType(.instance(classID), optional: isOptional)
    case .enumeration(let found)?: return ValueType(.enumeration(found), optional: isOptional)
    default: break
    }
    if tree.declaresType(name, behind: node) {
      return ValueType(.instance(forwardDeclared(name)), optional: isOptional)
    }
    throw .diagnostic(
      Diagnostic(
        unknownType(name), file: tree.file, span: tree[node].span))
  }
}
