import Names
import Syntax
import Text

extension Compiler {
  /// How many transformers one binding may go through; the engine counts them in 16 bits.
  private static let mostStages = 1_000

  mutating func binding(_ id: NodeID, isInBody: Bool) throws(Diagnostic) {
    let node = tree[id]
    let list = node.a
    guard let arrow = Arrow(rawValue: node.flags & 63) else {
      preconditionFailure("an unknown arrow")
    }
    var plan = BindingPlan(
      node: id, arrow: arrow, isOnce: node.flags & 128 != 0, left: .expression, right: .expression,
      stages: [], hasTransform: false, hasObserve: false, name: .none, nameNode: .none,
      isInBody: isInBody, origin: 0)
    if isInBody { try pushSelf(at: id) }
    plan.leftNode = tree.child(list, 0)
    plan.rightNode = tree.child(list, 1)
    plan.left = try end(
      tree.child(list, 0), isTarget: arrow.isTwoWay || arrow.isLeftward, isOnce: plan.isOnce)
    plan.right = try end(
      tree.child(list, 1), isTarget: arrow.isTwoWay || !arrow.isLeftward, isOnce: plan.isOnce)
    for stage in tree.children(list, from: 6) {
      guard plan.stages.count < Compiler.mostStages else {
        throw error("more than \(Compiler.mostStages) transformers in one binding", at: stage)
      }
      let stageNode = tree[stage]
      if stageNode.kind == .namedStage {
        plan.stages.append(.named(stage, isReversed: stageNode.flags & 1 != 0))
      } else {
        block(NodeID(stageNode.a), .transformer)
        if stageNode.b != 0 { block(NodeID(stageNode.b), .transformer) }
        plan.stages.append(.inline(stage, hasReverse: stageNode.b != 0))
      }
    }
    let transform = tree.child(list, 3)
    if transform.exists {
      block(transform, .transform)
      plan.hasTransform = true
    }
    let observe = tree.child(list, 4)
    if observe.exists {
      block(observe, .ownObserver)
      plan.hasObserve = true
    }
    try each(tree.child(list, 2), &plan)
    try name(tree.child(list, 5)) {
      plan.name = $0
      plan.nameNode = $1
    }
    plan.origin = session.origin(code.tree, id, arrow: arrow)
    code.bindingPlans.append(plan)
    emit(
      .bind, a: Int32(code.bindingPlans.count - 1), at: node.span, stack: 1 - plan.valueCount)
    emit(.attach, at: node.span)
    emit(.reportCycle, at: node.span, stack: -1)
  }

  mutating func observe(_ id: NodeID, isInBody: Bool) throws(Diagnostic) {
    let node = tree[id]
    let isOn = node.kind == .on
    var plan = ObservePlan(
      node: id, end: .expression, isInitial: node.flags & 1 != 0, name: .none, nameNode: .none,
      isInBody: isInBody, origin: session.origin(code.tree, id, arrow: nil))
    if isInBody { try pushSelf(at: id) }
    plan.isOn = isOn
    plan.isPrior = !isOn && node.flags & 2 != 0
    plan.isInitial = !isOn && node.flags & 1 != 0
    if isOn, node.flags & 1 != 0 {
      emit(.pushNil, at: node.span, stack: 1)
      plan.end = .notification(tree.name(NodeID(node.a)))
    } else {
      plan.end = try end(NodeID(node.a), isTarget: false)
    }
    block(tree.child(node.b, 0), isOn ? .on : .observer)
    try name(tree.child(node.b, 1)) {
      plan.name = $0
      plan.nameNode = $1
    }
    code.observePlans.append(plan)
    emit(
      .observe, a: Int32(code.observePlans.count - 1), at: node.span, stack: isInBody ? -2 : -1)
    emit(.attach, at: node.span)
    emit(.pop, at: node.span, stack: -1)
  }

  /// The name that `as` gives, which must be free.
  private func name(_ id: NodeID, _ take: (Name, NodeID) -> Void) throws(Diagnostic) {
    guard id.exists else { return }
    if let declaration = session.symbols[tree.name(id)], session.isTaken(declaration) {
      try refuseAgain(id, declaration)
    }
    take(tree.name(id), id)
  }

  /// Pushes what one end of a binding needs: its root object, or a block for an expression.
  private mutating func end(
    _ id: NodeID, isTarget: Bool, isOnce: Bool = false
  ) throws(Diagnostic) -> EndPlan {
    var names: [NodeID] = []
    var root = id
    while tree[root].kind == .member {
      names.append(NodeID(tree[root].b))
      root = NodeID(tree[root].a)
    }
    names.reverse()
    let node = tree[root]
    switch node.kind {
    case .name:
      let name = tree.name(root)
      switch resolve(name) {
      case .member:
        try pushSelf(at: root)
        return path([root] + names)
      case .local(let local):
        emit(.local, a: local.slot, at: node.span, stack: 1)
        return path(names, beginsAtVariable: local.kind == .variable)
      case .global(.variable):
        try expression(root)
        return path(names, beginsAtVariable: true)
      case .global, nil:
        try expression(root)
        return path(names)
      }
    case .selfReference:
      try pushSelf(at: root)
      return path(names)
    case .element:
      try expression(root)
      return path(names)
    case .parenthesized:
      guard !isTarget else {
        throw error(.expressionAsTarget, at: root)
      }
      guard names.isEmpty else {
        throw error(.pathFromExpression, at: root)
      }
      block(NodeID(node.a), isOnce ? .copiedSource : .source)
      return .expression
    default:
      throw error(.endIsNoProperty(isTarget: isTarget), at: root)
    }
  }

  private func path(_ nodes: [NodeID], beginsAtVariable: Bool = false) -> EndPlan {
    .path(nodes, nodes.map { tree.name($0) }, beginsAtVariable: beginsAtVariable)
  }

  mutating func unbind(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    if node.flags & 1 != 0 {
      emit(.unbind, a: 0, at: node.span)
      return
    }
    let target = NodeID(node.a)
    if tree[target].kind == .number {
      try reference(target)
      emit(.unbind, a: 1, at: tree[target].span, stack: -1)
      return
    }
    if tree[target].kind == .name, case .global(.link) = resolve(tree.name(target)) {
      try reference(target)
      emit(.unbind, a: 1, at: tree[target].span, stack: -1)
      return
    }
    try expression(target)
    emit(.unbind, a: 2, at: tree[target].span, stack: -1)
  }

  /// Pushes the number of the binding or observer that `#3` or a name means.
  private mutating func reference(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    if node.kind == .number {
      push(.int(Int(node.a)), at: node.span)
      return
    }
    guard case .link(let link)? = session.symbols[tree.name(id)]?.symbol else {
      let near = nearest(to: text(tree.name(id)), among: session.linkNames)
      throw error(.unknownBinding(text(tree.name(id)), near: near), at: id)
    }
    push(.int(Int(link.number)), at: node.span)
  }

  mutating func rebind(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    try reference(NodeID(node.a))
    var plan = BindingPlan(
      node: id, arrow: .right, isOnce: false, left: .expression, right: .expression, stages: [],
      hasTransform: false, hasObserve: false, name: .none, nameNode: .none, isInBody: false,
      origin: 0)
    plan.leftNode = tree.child(node.b, 0)
    plan.rightNode = tree.child(node.b, 1)
    plan.left = try end(tree.child(node.b, 0), isTarget: false)
    plan.right = try end(tree.child(node.b, 1), isTarget: false)
    code.bindingPlans.append(plan)
    emit(.rebind, a: Int32(code.bindingPlans.count - 1), at: node.span, stack: -2)
    emit(.attach, at: node.span)
    emit(.reportCycle, at: node.span, stack: -1)
  }

  mutating func transformBinding(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    try reference(NodeID(node.a))
    block(NodeID(node.b), .transform)
    emit(.transformBinding, at: node.span, stack: -2)
  }
}

extension BindingPlan {
  /// How many values its making takes from the stack.
  var valueCount: Int {
    var count = isInBody ? 3 : 2
    for stage in stages {
      if case .inline(_, let hasReverse) = stage { count += hasReverse ? 2 : 1 }
    }
    return count + (hasTransform ? 1 : 0) + (hasObserve ? 1 : 0) + (hasEach ? 1 : 0)
  }

}
