import BindingEngine
import Language
import Names
import Syntax

extension Compiler {
  mutating func declareObject(_ declared: ObjectSyntax, at id: NodeID) throws(Diagnostic) {
    let name = tree.name(declared.name)
    try refuseIfTaken(declared.name, by: .object)
    // Reserved now, so that the rest of its block can name it.
    let slot = session.reserveObject(name, file: file, span: tree[declared.name].span)
    let (superclass, protocols) = try supertypes(declared.superclass, declared.protocols)
    try instance(
      of: superclass, protocols, body: declared.body, at: id, declaredAs: (name, slot))
    emit(.pop, at: tree[id].span, stack: -1)
  }

  /// Pushes a new instance of a class, with what `body` says about this instance.
  mutating func instance(
    of classNode: NodeID, _ protocols: [NodeID] = [], body: NodeID, at id: NodeID,
    declaredAs name: (Name, UInt32)?
  ) throws(Diagnostic) {
    let span = tree[id].span
    var scope = SharedNames()
    if classNode.exists { scope = session.memberNames(of: try classID(named: classNode)) }
    let plan = ClassPlan(
      node: id, name: .none, superclass: classNode, protocols: protocols, body: body,
      tree: code.tree, hasOuter: hasSelf)
    code.classPlans.append(plan)
    let planIndex = Int32(code.classPlans.count - 1)
    emit(.makeInstance, a: planIndex, at: span, stack: 1)
    let local = newLocal(.none, .constant)
    emit(.setLocal, a: local, at: span, stack: -1)
    if let (name, slot) = name {
      emit(.local, a: local, at: span, stack: 1)
      emit(.declareObject, a: Int32(name.index), at: span)
      emit(.setGlobal, a: Int32(slot), at: span, stack: -1)
    }
    let members = tree.members(of: body)
    scope.formUnion(declaredNames(members))
    try within(local, MemberScope(names: scope), body: body) { (compiler) throws(Diagnostic) in
      try compiler.initialValues(members, in: local)
      compiler.emit(.finishInstance, a: planIndex, b: UInt16(local), at: span)
      try compiler.links(members)
    }
    emit(.local, a: local, at: span, stack: 1)
  }

  /// Compiles with the object in `local` as `self`, and the one around it as `outer`.
  private mutating func within(
    _ local: Int32, _ scope: MemberScope, body: NodeID,
    _ compile: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard local < Int32(UInt16.max) else {
      throw Diagnostic(.error, "this block has too many objects", file: file, span: nil)
    }
    let outside = (selfAccess, members, outerMembers)
    let depth = locals.count
    if hasSelf, mentions(session.outerName, in: body) {
      let span = tree[body].span
      try pushSelf(at: body)
      // A local, so that the blocks of the body copy it.
      emit(.setLocal, a: newLocal(session.outerName, .constant), at: span, stack: -1)
    }
    outerMembers = hasSelf ? members : nil
    selfAccess = .local(local)
    members = scope
    defer {
      (selfAccess, members, outerMembers) = outside
      locals.removeSubrange(depth...)
    }
    try compile(&self)
  }

  /// Whether there is an object here that `self` means.
  private var hasSelf: Bool {
    if case .none = selfAccess { false } else { true }
  }

  /// The names that the members of a body declare.
  func declaredNames(_ members: NodeList) -> SharedNames {
    SharedNames(members.lazy.compactMap { tree.declaredMember($0) })
  }

  /// The class to inherit from, and the protocols; one of these may stand first.
  private func supertypes(
    _ first: NodeID, _ others: NodeList
  ) throws(Diagnostic) -> (superclass: NodeID, protocols: [NodeID]) {
    for id in others { try refuse(mistake(ofProtocol: tree.name(id)), at: id) }
    let isProtocol = first.exists && session.kind(of: tree.name(first)) == .protocolSymbol
    if others.isEmpty { return isProtocol ? (.none, [first]) : (first, []) }
    return isProtocol ? (.none, [first] + others) : (first, Array(others))
  }

  func classID(named id: NodeID) throws(Diagnostic) -> ClassID {
    let name = tree.name(id)
    if case .classSymbol(let classID)? = session.symbol(name) { return classID }
    let declaration = session.declaration(of: name)
    throw error(
      mistake(ofClass: name), at: id,
      note: declaration?.file == nil ? nil : declaration.map { ("declared here", $0) })
  }

  // MARK: Bodies

  /// The first values that a body gives, for the object in `local`, or `self` for -1.
  package mutating func initialValues(
    _ members: some Sequence<NodeID>, in local: Int32
  ) throws(Diagnostic) {
    for member in members {
      switch tree.member(member) {
      case .command(let command):
        emit(
          .makeCommand, a: local, b: try cache(tree.name(command.name)), at: tree[member].span)
      case .property(let property) where property.initial.exists:
        let name = tree.name(property.name)
        if case .name(name) = tree.expression(property.initial), case .member? = resolve(name) {
          session.warn(
            .givesItself(text(name), means: session.symbol(name)?.kind), in: file,
            at: tree[property.initial].span)
        }
        try expression(property.initial)
        let isPart = tree[property.initial].kind == .new
        emit(
          isPart ? .initializePart : .initializeMember, a: local,
          b: try cache(name), at: tree[property.initial].span, stack: -1)
      case .property, .computed, .defaultMember, .event, .action, .binding, .observe, .on,
        .missing:
        break
      }
    }
  }

  /// Writes the first value of a property of `self` again; nil if its declaration gives none.
  package mutating func giveBack(_ member: NodeID) throws(Diagnostic) {
    guard case .property(let property) = tree.member(member) else { return }
    let span = tree[property.name].span
    try pushSelf(at: member)
    if property.initial.exists {
      try expression(property.initial)
    } else {
      emit(.pushNil, at: span, stack: 1)
    }
    emit(.setMember, a: 0, b: try cache(tree.name(property.name)), at: span, stack: -2)
  }

  /// The bindings and observers of a body.
  package mutating func links(_ members: NodeList) throws(Diagnostic) {
    for member in members {
      switch tree.member(member) {
      case .binding: try binding(member, isInBody: true)
      case .observe, .on: try observe(member, isInBody: true)
      case .property, .computed, .defaultMember, .event, .action, .command, .missing: break
      }
    }
  }

  mutating func declareClass(_ declared: ClassSyntax, at id: NodeID) throws(Diagnostic) {
    let name = tree.name(declared.name)
    try refuseIfTaken(declared.name, by: .classSymbol)
    if declared.superclass.exists, tree.name(declared.superclass) == name {
      throw error(.inheritsFromItself, at: declared.superclass)
    }
    let (superclass, protocols) = try supertypes(declared.superclass, declared.protocols)
    if superclass.exists { _ = try classID(named: superclass) }
    code.classPlans.append(
      ClassPlan(
        node: id, name: name, superclass: superclass, protocols: protocols, body: declared.body,
        tree: code.tree))
    let place = tree[declared.name].span
    emit(.declareClass, a: Int32(code.classPlans.count - 1), at: place)
    if session.mayDeclareAgain(file) { emit(.migrate, at: place) }
  }

  mutating func extend(
    _ path: NodeID, _ body: NodeID, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    try expression(path)
    let local = newLocal(.none, .constant)
    emit(.duplicate, at: tree[path].span, stack: 1)
    emit(.setLocal, a: local, at: tree[path].span, stack: -1)
    emit(.extend, a: Int32(body.index), at: tree[path].span, stack: -1)
    let members = tree.members(of: body)
    let scope = MemberScope(
      names: declaredNames(members), and: session.memberNames(at: path, in: tree))
    try within(local, scope, body: body) { (compiler) throws(Diagnostic) in
      try compiler.initialValues(members, in: local)
      compiler.emit(.finishInstance, a: -1, b: UInt16(local), at: span)
      try compiler.links(members)
    }
  }

  mutating func declareTransformer(
    _ declared: TransformerSyntax, at id: NodeID
  ) throws(Diagnostic) {
    try refuseIfTaken(declared.name, by: .transformer)
    for state in declared.states { try expression(state.value) }
    var parts: UInt16 = 0
    if declared.delay.exists {
      let waits = decidesForEachValue(declared, in: tree)
      if waits { part(declared.delay, of: declared) } else { try expression(declared.delay) }
      parts = waits ? 8 : 4
    }
    for (way, bit) in [(declared.forward, 1), (declared.reverse, 2)] where way.exists {
      part(way, of: declared)
      parts |= UInt16(bit)
    }
    try refuse(declared.mistake, at: id)
    emit(
      .declareTransformer, a: Int32(id.index), b: parts, at: tree[id].span,
      stack: -parts.nonzeroBitCount - declared.states.count)
  }

  /// Pushes a block of a transformer, or its `after`.
  private mutating func part(_ id: NodeID, of declared: TransformerSyntax) {
    let names = declared.names(of: id).map { tree.name($0) }
    block(
      id, .transformer, parameters: names, states: declared.parameters.count..<names.count)
  }

  /// Pushes a block made of `id`, with copies of the locals that it names.
  ///
  /// - Parameter parameters: Its parameters besides those of its role, before the copies.
  ///   The `states` among them are variables.
  mutating func block(
    _ id: NodeID, _ role: BlockRole, parameters: [Name] = [], states: Range<Int> = 0..<0
  ) {
    let span = tree[id].span
    let copies = namesUsed(in: id, except: role.parameters + parameters.map(text))
    let hasSelf = hasSelf
    let inner = Code(tree: code.tree)
    inner.pending = PendingBlock(
      node: id, role: role, copies: parameters + copies.map(\.name),
      copiesChange: copies.contains { $0.isChange }, members: hasSelf ? members : nil,
      states: states)
    code.blockPlans.append(
      BlockPlan(code: inner, role: role, copiedLocals: copies.map(\.slot)))
    if hasSelf { try? pushSelf(at: id) }
    emit(
      .makeBlock, a: Int32(code.blockPlans.count - 1), b: hasSelf ? 1 : 0, at: span,
      stack: hasSelf ? 0 : 1)
  }

  mutating func declareAction(_ declared: ActionSyntax, at id: NodeID) throws(Diagnostic) {
    try refuseIfTaken(declared.name, by: declared.isFunction ? .function : .action)
    try refuse(mistake(ofAction: tree.name(declared.name)), at: declared.name)
    if declared.isFunction, let impurity = impurity(of: declared, in: tree) {
      throw error(impurity.mistake, at: impurity.node)
    }
    emit(.declareAction, a: Int32(id.index), at: tree[id].span)
  }

  /// Whether the block at `id` names `name` anywhere.
  func mentions(_ name: Name, in id: NodeID) -> Bool {
    tree.contains(nameIn: id) { $0 == name }
  }

  /// The locals around it that the block at `id` names, except those that it has itself.
  private func namesUsed(in id: NodeID, except own: [String]) -> [Local] {
    let locals = locals.filter { !own.contains(text($0.name)) }
    guard !locals.isEmpty else { return [] }
    var found: [Local] = []
    _ = tree.contains(nameIn: id) { name in
      if let local = locals.last(where: { $0.name == name }),
        !found.contains(where: { $0.name == name })
      {
        found.append(local)
      }
      return false
    }
    return found
  }
}
