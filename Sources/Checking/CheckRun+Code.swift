import Language
import Names
import Syntax

/// An observer, or a binding with blocks, that is certainly made. Its blocks are examined when all
/// declarations are known.
struct CodeUse {
  /// Its statement.
  var script: SyntaxTreeBox
  var node: NodeID
  var number: Int?
  /// What runs its blocks.
  var sources: [StaticGraph.Place]
  var blocks: [CodeBlock]
  var receiver: StaticObject?
  /// The meaning of `outer` in the blocks.
  var outer: StaticObject?
  /// The binding's other effects, by its position in the graph.
  var position: Int?
}

/// A block or an expression that runs when something happens.
struct CodeBlock {
  var script: SyntaxTreeBox
  var node: NodeID
  var role: BlockRole
}

/// A path from something to the places that its code may reach.
struct StaticCode {
  var script: SyntaxTreeBox
  var effect: CodeEffect
  /// Whether the code belongs to an observer or a binding; otherwise it belongs to the first place.
  var isOfLink: Bool
}

// Cycles through code: the same ways as in a session, between the objects that `check` knows.
extension CheckRun {
  // MARK: Noting

  /// Records an observer or a binding that is certainly made.
  func noteCode(
    _ id: NodeID, _ blocks: [CodeBlock], from sources: [StaticGraph.Place],
    number: Int?, position: Int? = nil, isSeenAgain: Bool? = nil
  ) {
    guard scope.isFlow, scope.isCertain, !(isSeenAgain ?? scope.isMuted) || number == nil,
      !sources.isEmpty,
      !blocks.isEmpty, spend(1)
    else { return }
    codeUses.append(
      CodeUse(
        script: script, node: id, number: number, sources: sources, blocks: blocks,
        receiver: scope.receiver?.object, outer: scope.local(outerName)?.local.value.object?.object,
        position: position))
  }

  /// Records the observer that a class's body makes for the present object.
  ///
  /// - Parameter isSeenAgain: Whether the statement that makes the object was examined before.
  func noteObserver(
    _ id: NodeID, number: Int?, within object: StaticObject, isInner: Bool, isSeenAgain: Bool
  ) {
    let block = tree.observingBlock(id)
    if case .on(let observer) = tree.member(id), observer.isNotification {
      if isInner { return }
      return noteCode(
        id, [CodeBlock(script: script, node: block, role: .on)],
        from: [StaticGraph.Place(object: center, name: tree.name(observer.path))], number: number,
        isSeenAgain: isSeenAgain)
    }
    let steps = end(tree.observedPath(id), isTarget: false).steps
    noteCode(
      id,
      [CodeBlock(script: script, node: block, role: tree[id].kind == .on ? .on : .observer)],
      from: isInner ? steps.filter { $0.object.root === object } : steps, number: number,
      isSeenAgain: isSeenAgain)
  }

  /// Records what the blocks of a binding do when it fires, in either direction.
  func noteCode(
    _ id: NodeID, _ binding: BindingSyntax, _ left: End, _ right: End, number: Int?, position: Int?,
    isSeenAgain: Bool? = nil
  ) {
    let (source, target) = binding.arrow.isLeftward ? (right, left) : (left, right)
    noteCode(
      id, blocks(of: binding, in: script),
      from: source.steps + (binding.arrow.isTwoWay ? target.steps : []),
      number: number, position: position, isSeenAgain: isSeenAgain)
  }

  /// The blocks of a binding that run when it fires.
  func blocks(of binding: BindingSyntax, in script: SyntaxTreeBox) -> [CodeBlock] {
    let tree = script.tree
    var found: [CodeBlock] = []
    func add(_ node: NodeID, _ role: BlockRole, in box: SyntaxTreeBox? = nil) {
      if node.exists { found.append(CodeBlock(script: box ?? script, node: node, role: role)) }
    }
    if tree[binding.source].kind == .parenthesized { add(binding.source, .source) }
    let isTwoWay = binding.arrow.isTwoWay
    for stage in binding.stages {
      switch tree.stage(stage) {
      case .inline(let block, let reverse):
        add(block, .transformer)
        if isTwoWay { add(reverse, .transformer) }
      case .named(let name, _, let isReversed):
        guard let (box, transformer) = transformers[tree.name(name)] else { continue }
        if isTwoWay || !isReversed { add(transformer.forward, .transformer, in: box) }
        if isTwoWay || isReversed { add(transformer.reverse, .transformer, in: box) }
      case .missing: break
      }
    }
    add(binding.transform, .transform)
    add(binding.observer, .ownObserver)
    if tree[binding.eachClass].kind == .block { add(binding.eachClass, .each) }
    return found
  }

  /// Whether a block on the way of a binding may end without a value.
  func mayReject(_ binding: BindingSyntax, in script: SyntaxTreeBox) -> Bool {
    blocks(of: binding, in: script).contains {
      $0.role.mayReject && $0.script.tree.mayReject(in: $0.node)
    }
  }

  /// What may end a step of a cycle besides a condition in its code.
  ///
  /// - Parameter place: Where the step leads.
  func doubt(about link: StaticGraph.Link, to place: StaticGraph.Place) -> StepDoubt? {
    if mayBeDisabled(place) { return .disabled }
    guard link.code == nil, !link.isComputed else { return nil }
    return mayReject(link.binding, in: link.script) ? .rejected : nil
  }

  /// Whether a place is a command that a binding may disable.
  private func mayBeDisabled(_ place: StaticGraph.Place) -> Bool {
    guard place.object.property(place.name)?.role == .command,
      let (command, _) = object(in: place)
    else { return false }
    return graph.isTarget(StaticGraph.Place(object: command, name: names.intern("enabled")))
  }

  // MARK: Connecting

  /// Enters the paths through code in the graph, which finds the cycles that they close.
  func connectCode() {
    for use in codeUses {
      if let position = use.position, !graph.isLiving(position) || graph.mayEnd(position) {
        continue
      }
      for block in use.blocks {
        let parameters = block.role.parameters.map { names.intern($0) }
        connect(
          pending(
            block.script.tree.effects(of: block.node, parameters: parameters), in: block.script,
            from: use.sources, of: use, use.receiver))
      }
    }
    // A place that a binding writes may have code of its own.
    for position in graph.links.indices where graph.links[position].code == nil {
      if let target = graph.target(of: position) { connect(code(of: target)) }
    }
    // So may a place that only calls reach.
    for name in symbols.names {
      switch symbols[name]?.symbol {
      case .object(let object?):
        for member in object.propertyNames where spend(1) {
          connect(code(of: StaticGraph.Place(object: object, name: member)))
        }
      case .action: connect(code(of: StaticGraph.Place(object: outside, name: name)))
      default: break
      }
    }
    codeMembers = [:]
  }

  /// Code that is not entered yet. A chain of actions may be long, so this uses an explicit stack.
  private enum PendingCode {
    case effects(ArraySlice<CodeEffect>, CodePosition)
    case status(of: StaticGraph.Place, from: StaticGraph.Place)
  }

  /// The scope of the effects, and what runs them.
  private struct CodePosition {
    let box: SyntaxTreeBox
    let scope: EffectScope
    let sources: [StaticGraph.Place]
    var use: CodeUse?
  }

  private func pending(
    _ effects: [CodeEffect], in box: SyntaxTreeBox, from sources: [StaticGraph.Place],
    of use: CodeUse? = nil, _ receiver: StaticObject?
  ) -> [PendingCode] {
    if effects.isEmpty { return [] }
    let scope = EffectScope(
      receiver: receiver.map(handle), members: receiver.map(members) ?? [],
      copies: use?.outer.map { [outerName: handle(of: $0)] } ?? [:])
    return [
      .effects(effects[...], CodePosition(box: box, scope: scope, sources: sources, use: use))
    ]
  }

  /// The names of an object's members, collected once for all of its code.
  private func members(of object: StaticObject) -> SharedNames {
    let key = ObjectIdentifier(object)
    if let known = codeMembers[key] { return known }
    let found = SharedNames(object.propertyNames)
    codeMembers[key] = found
    return found
  }

  /// Enters code with everything that it reaches, depth first.
  private func connect(_ first: [PendingCode]) {
    // Most places have none.
    if first.isEmpty { return }
    var stack = Array(first.reversed())
    while let next = stack.popLast() {
      switch next {
      case .status(let command, let origin): connectStatus(of: command, from: origin)
      case .effects(let effects, let position):
        guard spend(1), let effect = effects.first else { continue }
        if effects.count > 1 { stack.append(.effects(effects.dropFirst(), position)) }
        for target in connect(effect, position).reversed() {
          stack += code(of: target).reversed()
        }
      }
    }
  }

  /// - Returns: The place that an effect reaches.
  private func connect(_ effect: CodeEffect, _ position: CodePosition) -> [StaticGraph.Place] {
    let (box, sources, use) = (position.box, position.sources, position.use)
    var (targets, effect) = ([StaticGraph.Place](), effect)
    switch end(of: effect, in: box.tree, position.scope) {
    case .place(let target, _): targets = [staticPlace(target)]
    case .anyOf(let members, _): (targets, effect) = (members.map(staticPlace), effect.decidedByKey)
    case .nothing, .unknown, .broken, .open: return []
    }
    // A `set` block that writes its own property stores its value.
    if use == nil, effect.kind == .writes { targets.removeAll { sources.contains($0) } }
    let end = StaticGraph.End.expression(effect.node)
    for target in targets {
      _ = graph.add(
        StaticGraph.Link(
          number: use?.number, script: use?.script ?? box, node: use?.node ?? effect.node,
          left: end, right: end,
          code: StaticCode(script: box, effect: effect, isOfLink: use != nil)),
        from: sources, to: target, isTwoWay: false)
    }
    return targets
  }

  /// What happens when a place is reached, if it has code that has not been entered.
  private func code(of place: StaticGraph.Place) -> [PendingCode] {
    if place.object === outside {
      guard let action = actions[place.name], codePlaces.insert(place).inserted else { return [] }
      let tree = action.script.tree
      let parameters = action.syntax.parameters.map { tree.name($0) }
      return pending(
        tree.effects(of: action.syntax.block, parameters: parameters), in: action.script,
        from: [place], nil)
    }
    if place.object === maker {
      guard case .classSymbol(let shape)? = declaration(of: place.name)?.symbol,
        codePlaces.insert(place).inserted
      else { return [] }
      return shape.chain.flatMap { layer in
        pending(
          layer.script.tree.effects(ofMaking: layer.body), in: layer.script, from: [place], nil)
      }
    }
    if let (command, call) = commandEnds[place] {
      guard codePlaces.insert(place).inserted,
        let code = command.object.property(command.name)?.code
      else { return [] }
      let cancelling =
        call == .cancel
        ? pending(
          code.script.tree.effects(ofCancelling: code.node, parameters: code.parameters),
          in: code.script, from: [place], command.object) : []
      return cancelling + [.status(of: command, from: place)]
    }
    guard let property = place.object.property(place.name) else { return [] }
    if let code = property.code, codePlaces.insert(place).inserted {
      let called = pending(
        code.script.tree.effects(ofCallable: code.node, parameters: code.parameters),
        in: code.script, from: [place], place.object)
      return called + (property.role == .command ? [.status(of: place, from: place)] : [])
    }
    if let setter = property.setter, codePlaces.insert(place).inserted {
      let parameters = BlockRole.setter.parameters.map { names.intern($0) }
      return pending(
        setter.script.tree.effects(of: setter.block, parameters: parameters), in: setter.script,
        from: [place], place.object)
    }
    return []
  }

  /// The places that a command writes when it is executed or ended.
  private func connectStatus(of place: StaticGraph.Place, from origin: StaticGraph.Place) {
    guard let (command, _) = object(in: place) else { return }
    var effect = CodeEffect(kind: .sets, node: .none)
    effect.needsExecution = origin != place
    for name in command.propertyNames {
      let end = StaticGraph.End.path(command, [name])
      _ = graph.add(
        StaticGraph.Link(
          number: nil, script: script, node: .none, left: end, right: end,
          code: StaticCode(script: script, effect: effect, isOfLink: false)),
        from: [origin], to: StaticGraph.Place(object: command, name: name), isTwoWay: false)
    }
  }

  // MARK: Texts

  /// The name of a place in messages.
  func text(of place: StaticGraph.Place) -> String {
    if place.object === outside { return text(place.name) + "()" }
    if place.object === maker { return "new \(text(place.name))" }
    if place.object === center { return "notification \(text(place.name))" }
    let isCalled = place.object.property(place.name)?.role == .action
    return "\(place.object.text(names)).\(text(place.name))" + (isCalled ? "()" : "")
  }

  /// `#1 observe a.x writes b.x`.
  func hopText(
    _ code: StaticCode, of link: StaticGraph.Link, from place: StaticGraph.Place,
    to target: StaticGraph.Place
  )
    -> String
  {
    var who = text(of: place)
    if code.isOfLink {
      let tree = link.script.tree
      let number = number(of: link).map { "\($0) " } ?? ""
      let path =
        tree[link.node].kind == .binding
        ? hopText(of: tree.binding(link.node), link)
        : "\(tree.observingWords(link.node) ?? "") \(text(of: place))"
      who = number + path
    }
    let role = target.object.property(target.name)?.role
    let name = target.object === center ? text(target.name) : text(of: target)
    return code.effect.text(of: who, target: name, role: role) {
      code.script.tree.shortText(of: $0, limit: 40, isASCII: options.isASCII)
    }
  }
}
