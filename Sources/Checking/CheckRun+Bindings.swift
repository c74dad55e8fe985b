import Syntax

/// Bindings and observers.
extension CheckRun {
  func binding(_ id: NodeID) {
    let node = tree[id]
    guard let arrow = Arrow(rawValue: node.flags & 63) else { return }
    let list = node.a
    let errors = findings.errorCount
    let each = tree.child(list, 2)
    let isOnce = node.flags & 128 != 0
    let left = end(
      tree.child(list, 0), isTarget: arrow.isTwoWay || arrow.isLeftward, isOnce: isOnce)
    let right = end(
      tree.child(list, 1), isTarget: arrow.isTwoWay || !arrow.isLeftward, isOnce: isOnce)
    refuseTwoWay(arrow, at: id, in: script)
    admit(
      arrow, left, right, tree.child(list, 0), tree.child(list, 1), hasEach: each.exists,
      isOnce: isOnce)
    let stages = tree.children(list, from: 6)
    for stage in stages { self.stage(stage, isTwoWay: arrow.isTwoWay) }
    let transform = tree.child(list, 3)
    if transform.exists { later(transform, .transform) }
    let source = arrow.isLeftward ? right : left
    let sourceNode = tree.child(list, arrow.isLeftward ? 1 : 0)
    let observe = tree.child(list, 4)
    if observe.exists {
      later(observe, .ownObserver, observed: observed(sourceNode, source))
    }
    let isPlain = arrow.isInitial && stages.isEmpty && !transform.exists
    if each.exists {
      self.each(each, of: isPlain ? source : nil)
      if makesCellsWithLinks(id, in: tree) { noteLinksOfCells() }
    } else if !transform.exists, findings.errorCount == errors {
      checkValues(from: source, to: arrow.isLeftward ? left : right, arrow, stages, at: id)
    }
    // What cannot be made gets no number and closes nothing.
    let isMade = findings.errorCount == errors
    let number = isMade ? nextNumber() : nil
    let position = isMade ? connect(id, arrow, left, right, number: number) : nil
    if isMade, arrow.isTwoWay { noteRoundTrip(id, left, right, number: number) }
    if isMade {
      warnWhereEventMeant(source, sourceNode, arrow.isLeftward ? left : right)
      checkSource(source, sourceNode, arrow, isOnce: isOnce, at: id)
      if !arrow.isTwoWay, !observe.exists, !each.exists {
        noteTarget(arrow.isLeftward ? left : right, tree.child(list, arrow.isLeftward ? 0 : 1))
      }
    }
    name(tree.child(list, 5), position)
  }

  func observe(_ id: NodeID) {
    let node = tree[id]
    let errors = findings.errorCount
    let isOn = node.kind == .on
    var observed: Observed?
    // A notification is only a name.
    if isOn, node.flags & 1 != 0 {
      observed = Observed(
        what: .notification(tree.name(NodeID(node.a))), isOwn: false, node: NodeID(node.a),
        isEvent: true)
    } else {
      let watched = end(NodeID(node.a), isTarget: false)
      observed = self.observed(NodeID(node.a), watched)
      if isOn || node.flags & 1 == 0 {
        noteWatch(watched, NodeID(node.a), at: id, isBinding: false)
      }
      if let member = watched.member, member.role != (isOn ? .event : .property) {
        report(
          isOn
            ? .notHeard(member.text, member.role, event: defaultEvent(heldAt: watched))
            : .notObserved(member.text, member.role),
          at: NodeID(node.a))
      }
    }
    later(tree.child(node.b, 0), isOn ? .on : .observer, observed: observed)
    if findings.errorCount == errors { _ = nextNumber() }
    name(tree.child(node.b, 1), nil)
  }

  /// Gives a binding or observer the name after `as`.
  private func name(_ id: NodeID, _ position: Int?) {
    guard id.exists else { return }
    if refuseIfTaken(id, unless: { _ in false }) { return }
    declare(id, .link(position: position), isSeenAtOnce: false)
  }

  // MARK: Transformers

  private func stage(_ id: NodeID, isTwoWay: Bool) {
    let node = tree[id]
    if node.kind == .inlineStage {
      later(NodeID(node.a), .transformer)
      if node.b != 0 { later(NodeID(node.b), .transformer) }
      if isTwoWay, node.b == 0 { report(.blockCannotGoBack, at: id) }
      return
    }
    guard node.kind == .namedStage, tree[NodeID(node.a)].kind == .name,
      let ways = transformer(namedAt: NodeID(node.a), stage: id)
    else { return }
    let name = text(tree.name(NodeID(node.a)))
    let isReversed = node.flags & 1 != 0
    let (there, back): (TransformerWays, TransformerWays) =
      isReversed ? (.reverse, .forward) : (.forward, .reverse)
    if !ways.contains(there) {
      report(.cannotGo(name, isReversed: isReversed, canTurn: ways.contains(back)), at: id)
    } else if isTwoWay, ways.contains(.asynchronous) {
      report(.asynchronousBothWays(name), at: id)
    } else if isTwoWay, !ways.contains(back) {
      report(.cannotGoBack(name, isReversed: isReversed), at: id)
    }
  }

  // MARK: Changing bindings

  func unbind(_ id: NodeID) {
    let node = tree[id]
    if node.flags & 1 != 0 {
      if scope.isFlow { graph.endAll() } else { graph.noteAllMayEnd() }
      return
    }
    let target = NodeID(node.a)
    if tree[target].kind == .number {
      return unbind(link(namedAt: target))
    }
    if tree[target].kind == .name, case .global(let declaration)? = resolve(tree.name(target)),
      case .link(let position) = declaration.symbol
    {
      return unbind(position)
    }
    if tree[target].kind == .name, case .loose? = resolve(tree.name(target)) { return unbind(nil) }
    let value = self.value(target)
    if value.kinds.isDisjoint(with: .object), value.kinds.typeName != nil {
      report(.unbindsNothing, at: target)
    }
    guard let known = value.object, known.isExact else { return unbind(nil) }
    for position in graph.positions(touching: known.object) { unbind(position) }
  }

  /// - Parameter position: nil for one that is not known.
  private func unbind(_ position: Int?) {
    switch (position, scope.isFlow) {
    case (let position?, true): graph.end(position)
    case (let position?, false): graph.noteMayEnd(position)
    case (nil, true): graph.endAll()
    case (nil, false): graph.noteAllMayEnd()
    }
  }

  func rebind(_ id: NodeID) {
    let node = tree[id]
    let position = link(namedAt: NodeID(node.a))
    let list = node.b
    var arrow: Arrow?
    if let position {
      let link = graph.links[position]
      arrow = Arrow(rawValue: link.script.tree[link.node].flags & 63)
    }
    let isTwoWay = arrow?.isTwoWay ?? false
    let left = end(tree.child(list, 0), isTarget: isTwoWay || arrow?.isLeftward ?? false)
    let right = end(tree.child(list, 1), isTarget: isTwoWay || !(arrow?.isLeftward ?? true))
    if let arrow { admit(arrow, left, right, tree.child(list, 0), tree.child(list, 1)) }
    unbind(position)
    guard let position, let arrow, scope.isFlow, scope.isCertain else { return }
    let link = graph.links[position]
    let next = connect(link.node, arrow, left, right, number: link.number, in: link.script)
    if let next { graph.move(position, to: next) }
  }
}
