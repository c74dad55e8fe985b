import BindingEngine
import Language
import Names
import Syntax
import Text

extension Compiler {
  mutating func declareObject(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let nameNode = NodeID(node.a)
    let name = tree.name(nameNode)
    if let declaration = session.symbols[name], session.isTaken(declaration) {
      try refuseAgain(nameNode, declaration)
    }
    // Reserved now, so that the rest of a block in which it stands can name it.
    let slot = session.reserveObject(name, file: file, span: tree[nameNode].span)
    try instance(
      of: tree.child(node.b, 0), body: tree.child(node.b, 1), at: id, declaredAs: (name, slot))
    emit(.pop, at: node.span, stack: -1)
  }

  mutating func newInstance(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    try instance(of: NodeID(node.a), body: NodeID(node.b), at: id, declaredAs: nil)
  }

  /// Pushes a new instance of a class, with what `body` says of this one.
  private mutating func instance(
    of classNode: NodeID, body: NodeID, at id: NodeID, declaredAs name: (Name, UInt32)?
  ) throws(Diagnostic) {
    let span = tree[id].span
    var scope: Set<Name> = []
    if classNode.exists { scope = session.memberNames(of: try classID(named: classNode)) }
    let plan = ClassPlan(
      node: id, name: .none, superclass: classNode, body: body, tree: code.tree)
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
    let members = body.exists ? tree.children(tree[body].a) : []
    scope.formUnion(declaredNames(members))
    try within(local, scope) { (compiler) throws(Diagnostic) in
      try compiler.initialValues(members, in: local)
      compiler.emit(.finishInstance, a: planIndex, b: UInt16(local), at: span)
      try compiler.links(members)
    }
    emit(.local, a: local, at: span, stack: 1)
  }

  /// Compiles with the object in `local` for `self`.
  private mutating func within(
    _ local: Int32, _ scope: Set<Name>, _ body: (inout Compiler) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard local < Int32(UInt16.max) else {
      throw Diagnostic(.error, "this block has too many objects", file: file, span: nil)
    }
    let outer = (selfAccess, members)
    selfAccess = .local(local)
    members = MemberScope(names: scope)
    defer { (selfAccess, members) = outer }
    try body(&self)
  }

  /// The names that the members of a body declare.
  func declaredNames(_ members: [NodeID]) -> Set<Name> {
    var names: Set<Name> = []
    for member in members where tree.declaresMember(member) {
      names.insert(tree.name(NodeID(tree[member].a)))
    }
    return names
  }

  func classID(named id: NodeID) throws(Diagnostic) -> ClassID {
    let name = tree.name(id)
    if case .classSymbol(let classID)? = session.symbols[name]?.symbol { return classID }
    throw unknownClass(id)
  }

  private func unknownClass(_ id: NodeID) -> Diagnostic {
    let name = text(tree.name(id))
    if let declaration = session.symbols[tree.name(id)] {
      return error(
        .notAClass(name, declaration.symbol.kind), at: id,
        note: declaration.file == nil ? nil : ("declared here", declaration))
    }
    let classes = session.symbols.all.filter {
      if case .classSymbol = $0.declaration.symbol { return true }
      return false
    }
    let near = nearest(to: name, among: classes.map { text($0.name) })
    return error(.unknownClass(name, near: near), at: id)
  }

  // MARK: Bodies

  /// The first values that a body gives, for the object in `local`, or `self` for -1.
  mutating func initialValues(_ members: [NodeID], in local: Int32) throws(Diagnostic) {
    for member in members {
      let node = tree[member]
      if node.kind == .command {
        emit(
          .makeCommand, a: local, b: try cache(tree.name(NodeID(node.a))), at: node.span)
      }
      guard node.kind == .property else { continue }
      let initial = tree.child(node.b, 1)
      guard initial.exists else { continue }
      try expression(initial)
      let isPart = tree[initial].kind == .new
      emit(
        isPart ? .initializePart : .initializeMember, a: local,
        b: try cache(tree.name(NodeID(node.a))), at: tree[initial].span, stack: -1)
    }
  }

  /// The bindings and observers of a body.
  mutating func links(_ members: [NodeID]) throws(Diagnostic) {
    for member in members {
      switch tree[member].kind {
      case .binding: try binding(member, isInBody: true)
      case .observe, .on: try observe(member, isInBody: true)
      default: break
      }
    }
  }

  mutating func declareClass(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let nameNode = NodeID(node.a)
    if let declaration = session.symbols[tree.name(nameNode)], session.isTaken(declaration) {
      try refuseAgain(nameNode, declaration)
    }
    let superclass = tree.child(node.b, 0)
    if superclass.exists {
      if tree.name(superclass) == tree.name(nameNode) {
        throw error(.inheritsFromItself, at: superclass)
      }
      _ = try classID(named: superclass)
    }
    code.classPlans.append(
      ClassPlan(
        node: id, name: tree.name(nameNode), superclass: superclass, body: tree.child(node.b, 1),
        tree: code.tree))
    emit(.declareClass, a: Int32(code.classPlans.count - 1), at: tree[nameNode].span)
  }

  mutating func extend(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let path = NodeID(node.a)
    let body = NodeID(node.b)
    try expression(path)
    let local = newLocal(.none, .constant)
    emit(.duplicate, at: tree[path].span, stack: 1)
    emit(.setLocal, a: local, at: tree[path].span, stack: -1)
    emit(.extend, a: Int32(body.index), at: tree[path].span, stack: -1)
    let members = tree.children(tree[body].a)
    let scope = declaredNames(members).union(session.memberNames(at: path, in: tree))
    try within(local, scope) { (compiler) throws(Diagnostic) in
      try compiler.initialValues(members, in: local)
      compiler.emit(.finishInstance, a: -1, b: UInt16(local), at: node.span)
      try compiler.links(members)
    }
  }

  mutating func declareTransformer(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let nameNode = NodeID(node.a)
    if let declaration = session.symbols[tree.name(nameNode)] {
      if case .transformer = declaration.symbol {} else { try refuseAgain(nameNode, declaration) }
    }
    var directions: UInt16 = 0
    let delay = tree.child(node.b, 0)
    if delay.exists {
      try expression(delay)
      directions = 4
    }
    for (position, bit) in [(1, UInt16(1)), (2, 2)] {
      let block = tree.child(node.b, position)
      guard block.exists else { continue }
      directions |= bit
      self.block(block, .transformer)
    }
    guard directions & 3 != 0 else {
      throw error(.transformerWithoutWay, at: id)
    }
    emit(
      .declareTransformer, a: Int32(nameNode.index), b: directions, at: node.span,
      stack: -directions.nonzeroBitCount)
  }

  mutating func semantics(_ id: NodeID) throws(Diagnostic) {
    emit(.declareSemantics, a: Int32(id.index), at: tree[id].span)
  }

  /// Pushes a block made of `id`, with copies of the locals that it names.
  mutating func block(_ id: NodeID, _ role: BlockRole) {
    let span = tree[id].span
    let copies = namesUsed(in: id, except: role.parameters)
    var hasSelf = false
    if case .none = selfAccess {} else { hasSelf = true }
    let inner = Code(tree: code.tree)
    inner.pending = PendingBlock(
      node: id, role: role, copies: copies.map(\.name),
      copiesChange: copies.contains { $0.isChange }, members: hasSelf ? members : nil)
    code.blockPlans.append(
      BlockPlan(code: inner, role: role, copiedLocals: copies.map(\.slot)))
    if hasSelf { try? pushSelf(at: id) }
    emit(
      .makeBlock, a: Int32(code.blockPlans.count - 1), b: hasSelf ? 1 : 0, at: span,
      stack: hasSelf ? 0 : 1)
  }

  mutating func declareAction(_ id: NodeID) throws(Diagnostic) {
    let nameNode = NodeID(tree[id].a)
    if let declaration = session.symbols[tree.name(nameNode)] {
      if case .action = declaration.symbol {} else { try refuseAgain(nameNode, declaration) }
    }
    guard BuiltinFunction(rawValue: text(tree.name(nameNode))) == nil else {
      throw error(.namedAsFunction(text(tree.name(nameNode))), at: nameNode)
    }
    emit(.declareAction, a: Int32(id.index), at: tree[id].span)
  }

  /// Whether the block at `id` names `name` anywhere.
  func mentions(_ name: Name, in id: NodeID) -> Bool {
    let span = tree[id].span
    var index = Int(id.index)
    while index > 0 {
      let node = tree.nodes[index]
      if node.kind == .name, node.a == name.index, node.span.start >= span.start,
        node.span.end <= span.end
      {
        return true
      }
      if node.span.end <= span.start, index < Int(id.index) { break }
      index -= 1
    }
    return false
  }

  /// The locals around it that the block at `id` names, but for those that it has itself.
  private func namesUsed(in id: NodeID, except own: [String]) -> [Local] {
    let locals = locals.filter { !own.contains(text($0.name)) }
    guard !locals.isEmpty else { return [] }
    var found: [Local] = []
    let span = tree[id].span
    // Nodes of the block stand before it in the tree, since children are made first.
    var index = Int(id.index)
    while index > 0 {
      let node = tree.nodes[index]
      if node.kind == .name, node.span.start >= span.start, node.span.end <= span.end {
        let name = Name(index: node.a)
        if let local = locals.last(where: { $0.name == name }),
          !found.contains(where: { $0.name == name })
        {
          found.append(local)
        }
      }
      if node.span.end <= span.start, index < Int(id.index) { break }
      index -= 1
    }
    return found
  }
}
