import Names
import Syntax

extension Compiler {
  /// How many transformers one binding may go through; the engine counts them in 16 bits.
  private static let mostStages = 1_000

  mutating func binding(_ id: NodeID, isInBody: Bool) throws(Diagnostic) {
    let span = tree[id].span
    let syntax = tree.binding(id)
    let arrow = syntax.arrow
    let plan = BindingPlan(node: id, arrow: arrow, isOnce: syntax.isOnce, isInBody: isInBody)
    plan.hasTransform = syntax.transform.exists
    plan.hasObserve = syntax.observer.exists
    // The only value that `once` passes is its first one.
    plan.observesLater = !syntax.observesInitially && !syntax.isOnce
    if isInBody { try pushSelf(at: id) }
    plan.leftNode = syntax.left
    plan.rightNode = syntax.right
    plan.left = try end(
      syntax.left, isTarget: arrow.isTwoWay || arrow.isLeftward, isOnce: plan.isOnce)
    plan.right = try end(
      syntax.right, isTarget: arrow.isTwoWay || !arrow.isLeftward, isOnce: plan.isOnce)
    for stage in syntax.stages {
      guard plan.stages.count < Compiler.mostStages else {
        throw error("more than \(Compiler.mostStages) transformers in one binding", at: stage)
      }
      switch tree.stage(stage) {
      case .named(let nameNode, let arguments, let isReversed):
        let name = tree.name(nameNode)
        for argument in arguments {
          try refuse(mistake(ofArgument: argument, in: tree, of: name, nil), at: argument)
          try expression(argument)
        }
        plan.stages.append(
          .named(stage, argumentCount: arguments.count, isReversed: isReversed))
      case .inline(let forward, let reverse):
        block(forward, .transformer)
        if reverse.exists { block(reverse, .transformer) }
        plan.stages.append(.inline(stage, hasReverse: reverse.exists))
      case .missing: break
      }
    }
    if plan.hasTransform { block(syntax.transform, .transform) }
    if plan.hasObserve { block(syntax.observer, .ownObserver) }
    try each(syntax.eachClass, plan)
    try name(syntax.name) {
      plan.name = $0
      plan.nameNode = $1
    }
    plan.origin = session.origin(
      code.tree, id, arrow: arrow, isOwn: plan.isInBody && beginsAtSelf(syntax.source))
    plan.unannounced = unannouncedRead(
      of: syntax, in: tree, isObject: { self.isObject($0) },
      isOwn: { if case .member? = self.resolve($0) { true } else { false } })
    code.bindingPlans.append(plan)
    emit(.bind, a: Int32(code.bindingPlans.count - 1), at: span, stack: 1 - plan.valueCount)
    emit(.attach, at: span)
    try keep(by: syntax.keeper)
    emit(.reportCycle, at: span, stack: -1)
  }

  /// Whether a name means an object that has a name.
  private func isObject(_ name: Name) -> Bool {
    guard case .global(let symbol)? = resolve(name) else { return false }
    switch symbol {
    case .object: return true
    case .constant(let slot):
      if case .object = session.core.pointee.read(slot) { return true }
      return false
    default: return false
    }
  }

  /// Whether a path begins at a member of `self`, or at `self`.
  private func beginsAtSelf(_ path: NodeID) -> Bool {
    switch tree.expression(tree.path(tree.withoutElements(path)).root) {
    case .selfReference: return true
    case .name(let name): if case .member? = resolve(name) { return true } else { return false }
    default: return false
    }
  }

  /// `observe` and `on`.
  mutating func observe(_ id: NodeID, isInBody: Bool) throws(Diagnostic) {
    let span = tree[id].span
    let isOwn =
      isInBody && beginsAtSelf(tree[id].kind == .on ? tree.on(id).path : tree.observe(id).path)
    var plan = ObservePlan(
      node: id, end: .expression, isInitial: false, name: .none, nameNode: .none,
      isInBody: isInBody, origin: session.origin(code.tree, id, arrow: nil, isOwn: isOwn))
    if isInBody { try pushSelf(at: id) }
    let (observed, body, named): (NodeID, NodeID, NodeID)
    if tree[id].kind == .on {
      let on = tree.on(id)
      (observed, body, named) = (on.path, on.block, on.name)
      plan.isOn = true
      if on.isNotification { plan.end = .notification(tree.name(on.path)) }
    } else {
      let observer = tree.observe(id)
      (observed, body, named) = (observer.path, observer.block, observer.name)
      plan.isInitial = observer.isInitial
      plan.isPrior = observer.isPrior
      plan.wantsValue = observer.wantsValue
    }
    if case .notification = plan.end {
      emit(.pushNil, at: span, stack: 1)
    } else {
      plan.end = try end(observed, isTarget: false)
    }
    block(body, plan.isOn ? .on : .observer)
    try name(named) {
      plan.name = $0
      plan.nameNode = $1
    }
    code.observePlans.append(plan)
    emit(.observe, a: Int32(code.observePlans.count - 1), at: span, stack: isInBody ? -2 : -1)
    emit(.attach, at: span)
    try keep(by: tree.keeper(id))
    emit(.reportCycle, at: span, stack: -1)
  }

  mutating func effect(_ body: NodeID, _ named: NodeID, at id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    var plan = ObservePlan(
      node: id, end: .expression, isInitial: true, name: .none, nameNode: .none, isInBody: false,
      origin: session.origin(code.tree, id, arrow: nil, isOwn: false))
    block(body, .effect)
    try name(named) {
      plan.name = $0
      plan.nameNode = $1
    }
    code.observePlans.append(plan)
    emit(.effect, a: Int32(code.observePlans.count - 1), at: span)
    try keep(by: tree.keeper(id))
    emit(.reportCycle, at: span, stack: -1)
  }

  /// Lets the link on the stack end with what keeps it, which is found when it has passed its first value.
  private mutating func keep(by keeper: NodeID) throws(Diagnostic) {
    guard keeper.exists else { return }
    try expression(keeper)
    emit(.keep, at: tree[keeper].span, stack: -1)
  }

  /// The name that `as` gives, which must be free.
  private func name(_ id: NodeID, _ take: (Name, NodeID) -> Void) throws(Diagnostic) {
    guard id.exists else { return }
    try refuseIfTaken(id, by: .link)
    take(tree.name(id), id)
  }

  /// Pushes what one end of a binding needs: its root object, or a block for an expression.
  private mutating func end(
    _ id: NodeID, isTarget: Bool, isOnce: Bool = false
  ) throws(Diagnostic) -> EndPlan {
    let (root, names) = tree.path(id)
    switch tree.expression(root) {
    case .name, .selfReference, .element: return .path(try pathEnd(id))
    case let expression:
      let mistakes = tree.mistakes(ofEndAt: root, hasNames: !names.isEmpty, isTarget: isTarget)
      try refuse(mistakes.first, at: root)
      guard case .parenthesized(let source) = expression else {
        preconditionFailure("an end of a binding that the parser cannot make")
      }
      block(source, isOnce ? .copiedSource : .source)
      return .expression
    }
  }

  /// Pushes the object that a path leads from.
  private mutating func pathEnd(_ id: NodeID) throws(Diagnostic) -> PathPlan {
    let (root, names) = tree.path(id)
    var plan = PathPlan()
    switch tree.expression(root) {
    case .name(let name):
      switch resolve(name) {
      case .member:
        try pushSelf(at: root)
        plan.add(root, tree.name(root))
      case .local(let local):
        emit(.local, a: local.slot, at: tree[root].span, stack: 1)
        plan.beginsAtVariable = local.kind == .variable
      case let found:
        try expression(root)
        if case .global(.variable)? = found { plan.beginsAtVariable = true }
      }
    case .element(let base, let index) where tree[index].kind != .intLiteral:
      // An object is a step on the path, which may hold another value later. A list gives its
      // present contents, where the path begins.
      let key = newLocal(.none, .constant)
      let span = tree[index].span
      try expression(index)
      emit(.setLocal, a: key, at: span, stack: -1)
      emit(.local, a: key, at: span, stack: 1)
      let isIndex = emit(.jumpUnlessKey, at: span, stack: -1)
      plan = try pathEnd(base)
      let end = emit(.jump, at: span, stack: -1)
      land(isIndex)
      try expression(base)
      emit(.local, a: key, at: span, stack: 1)
      emit(.element, at: tree[root].span, stack: -1)
      land(end)
      plan.keys.append((plan.nodes.count, key))
      plan.add(index, .none)
    default: try expression(root)
    }
    for name in names { plan.add(name, tree.name(name)) }
    return plan
  }

  mutating func unbind(_ unbound: UnbindSyntax, at id: NodeID) throws(Diagnostic) {
    if unbound.isAll {
      emit(.unbind, a: 0, at: tree[id].span)
      return
    }
    let target = unbound.target
    let isLink: Bool
    switch tree.expression(target) {
    case .number: isLink = true
    case .name(let name):
      if case .global(.link) = resolve(name) { isLink = true } else { isLink = false }
    default: isLink = false
    }
    if isLink { try reference(target) } else { try expression(target) }
    emit(.unbind, a: isLink ? 1 : 2, at: tree[target].span, stack: -1)
  }

  /// Pushes the number of the binding or observer that `#3` or a name means.
  private mutating func reference(_ id: NodeID) throws(Diagnostic) {
    let span = tree[id].span
    if case .number(let number) = tree.expression(id) {
      push(.int(Int(number)), at: span)
      return
    }
    guard case .link(let link)? = session.symbol(tree.name(id)) else {
      throw error(unknownLink(tree.name(id)), at: id)
    }
    push(.int(Int(link.number)), at: span)
  }

  mutating func rebind(
    _ link: NodeID, _ left: NodeID, _ right: NodeID, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    try reference(link)
    let plan = BindingPlan(node: id, arrow: .right)
    plan.leftNode = left
    plan.rightNode = right
    plan.left = try end(left, isTarget: false)
    plan.right = try end(right, isTarget: false)
    code.bindingPlans.append(plan)
    emit(.rebind, a: Int32(code.bindingPlans.count - 1), at: span, stack: -2)
    emit(.attach, at: span)
    emit(.reportCycle, at: span, stack: -1)
  }

  mutating func transformBinding(
    _ link: NodeID, _ transform: NodeID, at id: NodeID
  ) throws(Diagnostic) {
    try reference(link)
    block(transform, .transform)
    emit(.transformBinding, at: tree[id].span, stack: -2)
  }
}

extension BindingPlan {
  /// How many values it takes from the stack.
  package var valueCount: Int {
    var count = isInBody ? 3 : 2
    for stage in stages {
      switch stage {
      case .inline(_, let hasReverse): count += hasReverse ? 2 : 1
      case .named(_, let argumentCount, _): count += argumentCount
      }
    }
    return count + (hasTransform ? 1 : 0) + (hasObserve ? 1 : 0) + (hasEach ? 1 : 0)
  }
}
