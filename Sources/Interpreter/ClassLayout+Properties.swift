import BindingEngine
import Language
import Names
import Syntax
import Text

// What the members of a body declare.
extension Session {
  func properties(
    of body: NodeID, in box: SyntaxTreeBox, extending object: ObjectID
  ) throws(ScriptFailure) -> [PropertyInfo] {
    var members = Set(propertyNames(of: object).map { names.intern($0) })
    return try properties(of: body, in: box, inheriting: nil, members: &members)
  }

  /// What a body declares; its names join `members`.
  func properties(
    of body: NodeID, in box: SyntaxTreeBox, inheriting superclass: ClassID?,
    members: inout Set<Name>
  ) throws(ScriptFailure) -> [PropertyInfo] {
    guard body.exists else { return [] }
    let tree = box.tree
    let list = tree.children(tree[body].a)
    var seen: [Name: NodeID] = [:]
    for member in list {
      if tree.declaresMember(member) {
        let node = NodeID(tree[member].a)
        if let first = seen[tree.name(node)] {
          throw .diagnostic(
            Diagnostic(
              .declaredTwice(names.text(of: tree.name(node))), file: tree.file,
              span: tree[node].span,
              notes: [.init(.note, "first declared here", file: tree.file, span: tree[first].span)]
            ))
        }
        seen[tree.name(node)] = node
        members.insert(tree.name(node))
      }
    }
    let scope = MemberScope(names: members)
    var infos: [PropertyInfo] = []
    for member in list {
      let node = tree[member]
      switch node.kind {
      case .property:
        infos.append(try property(member, in: box, inheriting: superclass, scope))
      case .computed:
        let block = classBlock(NodeID(node.b), .computed, box, scope)
        infos.append(PropertyInfo(name: tree.name(NodeID(node.a)), computed: block))
      case .event:
        infos.append(PropertyInfo(name: tree.name(NodeID(node.a)), role: .event))
      case .action, .command:
        let isAction = node.kind == .action
        let name = tree.name(NodeID(node.a))
        if isAction, BuiltinFunction(rawValue: names.text(of: name)) != nil {
          throw .diagnostic(
            Diagnostic(
              .namedAsFunction(names.text(of: name)), file: tree.file,
              span: tree[NodeID(node.a)].span))
        }
        infos.append(
          PropertyInfo(
            name: name, role: isAction ? .action : .command,
            callable: makeCallable(member, in: box, scope)))
      default: break
      }
    }
    if let superclass { try refuseOtherKinds(infos, superclass, list, tree) }
    return infos
  }

  /// What a class inherits as an event cannot become a property: bindings count on it.
  private func refuseOtherKinds(
    _ infos: [PropertyInfo], _ superclass: ClassID, _ members: [NodeID], _ tree: SyntaxTree
  ) throws(ScriptFailure) {
    let inherited = core.pointee.classes[Int(superclass.index)]
    for info in infos {
      guard let ordinal = inherited.ordinals[info.name] else { continue }
      let was = inherited.properties[ordinal].role
      guard was != info.role else { continue }
      let node = members.lazy.filter(tree.declaresMember).map { NodeID(tree[$0].a) }
        .first { tree.name($0) == info.name }
      throw .diagnostic(
        Diagnostic(
          .otherKind(
            names.text(of: info.name), was: MemberKind(was), is: MemberKind(info.role)),
          file: tree.file, span: node.map { tree[$0].span }))
    }
  }

  private func property(
    _ member: NodeID, in box: SyntaxTreeBox, inheriting superclass: ClassID?, _ scope: MemberScope
  ) throws(ScriptFailure) -> PropertyInfo {
    let tree = box.tree
    let node = tree[member]
    let nameNode = NodeID(node.a)
    let name = tree.name(nameNode)
    let typeNode = tree.child(node.b, 0)
    let initial = tree.child(node.b, 1)
    let setter = tree.child(node.b, 2)
    var info = PropertyInfo(name: name, isWeak: node.flags & 1 != 0)
    var isInherited = false
    if let superclass {
      let inherited = core.pointee.classes[Int(superclass.index)]
      if let ordinal = inherited.ordinals[name] {
        info = inherited.properties[ordinal]
        isInherited = true
        if info.role != .property { info = PropertyInfo(name: name) }
        if info.computed.exists {
          throw .diagnostic(
            Diagnostic(
              .computedInClass(names.text(of: name)), file: tree.file, span: tree[nameNode].span))
        }
      }
    }
    if typeNode.exists { info.type = try type(typeNode, in: tree) }
    if setter.exists { info.setter = classBlock(setter, .setter, box, scope) }
    if typeNode.exists, !isInherited, !initial.exists,
      core.pointee.admit(.nil, as: info.type) == nil
    {
      let text = names.text(of: name)
      let typeText = self.text(of: typeNode, in: tree)
      throw .diagnostic(
        Diagnostic(
          .needsValue(text, type: typeText), file: tree.file, span: tree[nameNode].span))
    }
    return info
  }

  /// A block that belongs to a class and serves all of its instances.
  private func classBlock(
    _ node: NodeID, _ role: BlockRole, _ box: SyntaxTreeBox, _ scope: MemberScope
  ) -> BlockID {
    let code = Code(tree: box)
    code.pending = PendingBlock(node: node, role: role, copies: [], members: scope)
    return machine.keep(Machine.Block(code: .passRetained(code), copies: [], receiver: nil))
  }

  private func type(_ node: NodeID, in tree: SyntaxTree) throws(ScriptFailure) -> ValueType {
    let name = tree.name(node)
    let isOptional = tree[node].flags & 1 != 0
    let text = names.text(of: name)
    if let base = TypeName(rawValue: text)?.base {
      return ValueType(base, optional: isOptional || base == .any)
    }
    if case .classSymbol(let classID)? = symbols[name]?.symbol {
      return ValueType(.instance(classID), optional: isOptional)
    }
    let classes = symbols.all.filter {
      if case .classSymbol = $0.declaration.symbol { return true }
      return false
    }
    let candidates = TypeName.allCases.map(\.rawValue) + classes.map { names.text(of: $0.name) }
    let near = nearest(to: text, among: candidates)
    throw .diagnostic(
      Diagnostic(
        .unknownType(text, near: near, known: candidates), file: tree.file, span: tree[node].span))
  }
}
