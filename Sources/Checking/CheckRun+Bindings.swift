import Language
import Names
import Syntax

/// Bindings and observers.
extension CheckRun {
  func binding(_ id: NodeID, _ binding: BindingSyntax) {
    let arrow = binding.arrow
    let errors = findings.errorCount
    let (hasEach, isOnce) = (binding.eachClass.exists, binding.isOnce)
    let left = end(
      binding.left, isTarget: arrow.isTwoWay || arrow.isLeftward, isOnce: isOnce)
    let right = end(
      binding.right, isTarget: arrow.isTwoWay || !arrow.isLeftward, isOnce: isOnce)
    let (source, target) = arrow.isLeftward ? (right, left) : (left, right)
    refuseTwoWay(arrow, at: id, in: script)
    admit(arrow, left, right, binding.left, binding.right, hasEach: hasEach, isOnce: isOnce)
    if findings.errorCount == errors { reportReplaced(binding, source, target) }
    // The first block gets the value of the source.
    var given = self.observed(binding.source, source)
    for stage in binding.stages {
      self.stage(stage, isTwoWay: arrow.isTwoWay, given: given)
      given = nil
    }
    let (transform, observer) = (binding.transform, binding.observer)
    if transform.exists { later(transform, .transform, given: given) }
    if observer.exists {
      later(observer, .ownObserver, observed: observed(binding.source, source))
    }
    let isPlain = arrow.isInitial && binding.stages.isEmpty && !transform.exists
    if hasEach {
      each(binding.eachClass, of: isPlain ? source : nil)
      if makesCellsWithLinks(binding, in: tree) { noteLinksOfCells() }
    } else if !transform.exists, findings.errorCount == errors {
      checkValues(from: source, to: target, arrow, binding.stages, at: id)
    }
    if findings.errorCount == errors, let failure = source.failure {
      report(failure, .wrongOperand, at: id)
    }
    open(target, binding.target)
    if arrow.isTwoWay { open(source, binding.source) }
    // A binding that cannot be made gets no number and closes no cycle.
    let isMade = findings.errorCount == errors
    let number = isMade ? nextNumber() : nil
    let position = isMade ? connect(id, binding, left, right, number: number) : nil
    if isMade {
      noteCode(id, binding, left, right, number: number, position: position)
    }
    if isMade, arrow.isTwoWay { noteRoundTrip(id, binding, left, right, number: number) }
    if isMade {
      warnWhereEchoRuns(binding, at: id)
      warnWhereEventMeant(source, binding.source, target)
      warnWherePassingNil(id, binding, left, right)
      warnWhereUnannounced(binding, source)
      warnOfStages(binding, at: id)
      checkSource(source, binding.source, arrow, at: id)
      if !arrow.isTwoWay, !observer.exists, !hasEach { noteTarget(target, binding.target) }
    }
    keeper(binding.keeper, of: position)
    name(binding.name, position)
  }

  /// Examines the clause `kept by`.
  ///
  /// - Parameter position: The binding in the graph; nil if there is none.
  /// - Returns: Whether something keeps it.
  @discardableResult
  func keeper(_ keeper: NodeID, of position: Int? = nil) -> Bool {
    guard keeper.exists else { return true }
    let kept = value(keeper)
    require(.keeper, kept, at: keeper)
    guard kept.kinds == .nil else {
      if let position { graph.noteMayEnd(position) }
      return true
    }
    report(.unkept, .warning, at: tree[keeper].span)
    if let position, scope.isFlow { graph.end(position) }
    return false
  }

  /// Reports a binding that replaces a view by a text, although the view's default property is probably
  /// meant. An object that a declaration made cannot be replaced in this way.
  private func reportReplaced(_ binding: BindingSyntax, _ source: End, _ target: End) {
    guard let property = target.property, property.role == .property, let owner = target.owner
    else { return }
    let held = target.first?.object.flatMap { $0.isExact ? $0.object : nil }
    // Of the instances of a class only the declaration is known.
    guard let type = held?.type ?? made(by: property),
      let inner = type.property(type.defaultProperty), inner.role == .property,
      let named = type.named
    else { return }
    let isPart = held?.isPart(property.name, of: owner.object) ?? true
    let mistake = Mistake.replacesObject(
      sourceText(binding.target), type: text(named.name), member: text(inner.name))
    let passed = source.first?.kinds ?? source.value.kinds
    // What a broken path will lead to is not known; a part is hardly there to be replaced.
    if source.property.map({ $0.role == .property }) ?? false, passed.isDisjoint(with: .object) {
      if !passed.contains(.nil), isPart, held != nil {
        report(mistake, at: binding.target)
      } else {
        report(mistake, .warning, at: tree[binding.target].span)
      }
    } else if isPart, !source.isWhole, !passed.isSubset(of: [.object, .nil]) {
      report(mistake, .warning, at: tree[binding.target].span)
    }
  }

  /// The class of which the declaration of a property makes an object.
  private func made(by property: StaticProperty) -> StaticClass? {
    guard case .new(let name, _) = property.script.tree.expression(property.initial),
      case .classSymbol(let type)? = declaration(of: property.script.tree.name(name))?.symbol
    else { return nil }
    return type
  }

  /// Reports a two-way binding whose left end was given no value, and loses that of its right one.
  private func warnWherePassingNil(
    _ id: NodeID, _ binding: BindingSyntax, _ left: End, _ right: End
  ) {
    guard binding.arrow.isTwoWay, binding.arrow.isInitial, binding.stages.isEmpty,
      !binding.transform.exists, let unset = left.property, left.first?.kinds == .nil,
      !unset.initial.exists, right.property?.kinds.contains(.nil) == true, let lost = right.first,
      !lost.kinds.contains(.nil), let value = lost.text(names), let from = left.member,
      let to = right.member
    else { return }
    report(
      .passesNilFirst(
        text(of: from), over: value, of: text(of: to), turned: tree.turnedRound(binding)),
      .warning, at: tree[id].span)
  }

  func observe(_ id: NodeID, _ observer: ObserveSyntax) {
    let errors = findings.errorCount
    let watched = end(observer.path, isTarget: false)
    let observed = observed(observer.path, watched)
    if !observer.isInitial { noteWatch(watched, observer.path, at: id, isBinding: false) }
    report(
      watched.member.flatMap { member in member.role.mistake(ofObserving: self.text(of: member)) },
      at: observer.path)
    if findings.errorCount == errors, let failure = watched.failure {
      report(failure, .wrongOperand, at: id)
    }
    later(observer.block, .observer, observed: observed)
    if keeper(observer.keeper), findings.errorCount == errors {
      noteCode(
        id, [CodeBlock(script: script, node: observer.block, role: .observer)],
        from: watched.steps, number: nextNumber())
    }
    name(observer.name, nil)
  }

  func on(_ id: NodeID, _ observer: OnSyntax) {
    let errors = findings.errorCount
    let path = observer.path
    var observed: Observed?
    var sources: [StaticGraph.Place] = []
    // A notification is only a name.
    if observer.isNotification {
      noteNotification(path)
      observed = Observed(
        what: .notification(tree.name(path)), isOwn: false, node: path, isEvent: true)
      sources = [StaticGraph.Place(object: center, name: tree.name(path))]
    } else {
      let watched = end(path, isTarget: false, meansEvent: true)
      observed = self.observed(path, watched)
      sources = watched.steps
      noteWatch(watched, path, at: id, isBinding: false)
      report(
        watched.member.flatMap { $0.role.mistake(ofHandling: self.text(of: $0)) }, at: path)
    }
    later(observer.block, .on, observed: observed)
    if keeper(observer.keeper), findings.errorCount == errors {
      noteCode(
        id, [CodeBlock(script: script, node: observer.block, role: .on)], from: sources,
        number: nextNumber())
    }
    name(observer.name, nil)
  }

  /// Gives a binding or observer the name after `as`.
  func name(_ id: NodeID, _ position: Int?) {
    guard id.exists else { return }
    if refuseIfTaken(id, by: .link) { return }
    declare(id, .link(position))
  }

  // MARK: Transformers

  /// - Parameter given: What the value comes from, if it is known.
  private func stage(_ id: NodeID, isTwoWay: Bool, given: Observed?) {
    switch tree.stage(id) {
    case .inline(let block, let reverse):
      later(block, .transformer, given: given)
      if reverse.exists { later(reverse, .transformer) }
      let ways: TransformerWays = reverse.exists ? [.forward, .reverse] : .forward
      report(mistake(ofStage: nil, ways, isReversed: false, isTwoWay: isTwoWay), at: id)
    case .named(let name, let arguments, let isReversed):
      for argument in arguments {
        if let mistake = mistake(ofArgument: argument, in: tree, of: tree.name(name), nil) {
          report(mistake, at: argument)
        }
        value(tree.value(ofArgument: argument))
      }
      guard tree[name].kind == .name, let ways = transformer(namedAt: name, stage: id) else {
        return
      }
      let mistake = mistake(
        ofStage: tree.name(name), ways, isReversed: isReversed, isTwoWay: isTwoWay)
      report(mistake, at: id)
      if let (source, declared) = transformers[tree.name(name)] {
        report(
          self.mistake(
            ofGiving: arguments.count, to: tree.name(name), taking: declared.parameters.count,
            signature: source.tree.signature(of: declared, isCall: false)), at: id)
      }
    case .missing: break
    }
  }

  // MARK: Changing bindings

  func unbind(_ statement: UnbindSyntax) {
    noteUnbinding(statement)
    if statement.isAll { return unbind(nil) }
    let target = statement.target
    if tree[target].kind == .number { return unbind(link(namedAt: target)) }
    if case .name(let name) = tree.expression(target) {
      let resolution = resolve(name)
      noteUse(of: name, resolution, at: target)
      switch resolution {
      case .global(let declaration)?:
        if case .link(let position) = declaration.symbol { return unbind(position) }
      case .loose?: return unbind(nil)
      case .local?, .member?, nil: break
      }
    }
    let value = self.value(target)
    require(.unbound, value, at: target)
    guard let known = value.object, known.isExact else { return unbind(nil) }
    for position in graph.positions(touching: known.object) { unbind(position) }
  }

  /// - Parameter position: nil if it is unknown.
  private func unbind(_ position: Int?) {
    switch (position, scope.isFlow) {
    case (let position?, true): graph.end(position)
    case (let position?, false): graph.noteMayEnd(position)
    case (nil, true): graph.endAll()
    case (nil, false): graph.noteAllMayEnd()
    }
    // It may be an observer.
    if position == nil { codeUses = [] }
  }

  func rebind(_ linkNode: NodeID, _ leftNode: NodeID, _ rightNode: NodeID) {
    let position = link(namedAt: linkNode)
    let link = position.map { graph.links[$0] }
    let binding = link?.binding
    let arrow = binding?.arrow
    let isTwoWay = arrow?.isTwoWay ?? false
    let left = end(
      leftNode, isTarget: isTwoWay || arrow?.isLeftward ?? false,
      kept: link?.left.names ?? [])
    let right = end(
      rightNode, isTarget: isTwoWay || !(arrow?.isLeftward ?? true),
      kept: link?.right.names ?? [])
    if let arrow { admit(arrow, left, right, leftNode, rightNode) }
    open(left, leftNode)
    open(right, rightNode)
    unbind(position)
    guard let position, let link, let binding, scope.isFlow, scope.isCertain else { return }
    let next = connect(link.node, binding, left, right, number: link.number, in: link.script)
    if let next { graph.move(position, to: next) }
  }
}
