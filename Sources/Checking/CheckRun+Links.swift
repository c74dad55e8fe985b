import Syntax

/// How many bindings and observers are made with an instance.
enum LinkCount {
  case known(Int)
  /// The number differs between instances, or is being counted.
  case open
}

/// The bindings that are certainly made, for the cycles that they close.
extension CheckRun {
  /// The number of a binding or observer made here; nil if it differs.
  func nextNumber() -> Int? {
    guard scope.isFlow else {
      // The bindings of a class are counted with its instances.
      if scope.role != .constructor { makesLinksLater = true }
      return nil
    }
    guard scope.isCertain, !scope.isMuted else {
      linkCount = nil
      return nil
    }
    linkCount = linkCount.map { $0 + 1 }
    return linkCount
  }

  /// Enters a binding whose ends are certain.
  ///
  /// - Returns: Its position in the graph.
  func connect(
    _ id: NodeID, _ binding: BindingSyntax, _ left: End, _ right: End, number: Int?,
    in source: SyntaxTreeBox? = nil
  ) -> Int? {
    let arrow = binding.arrow
    let (from, to) = arrow.isLeftward ? (right, left) : (left, right)
    let steps = from.steps
    let isOnce = binding.isOnce && source == nil
    guard scope.isFlow, scope.isCertain, !isOnce, let target = to.last, !steps.isEmpty,
      let leftText = left.description, let rightText = right.description
    else { return nil }
    let origin = source ?? script
    var link = StaticGraph.Link(
      number: number, script: origin, node: id, left: leftText, right: rightText,
      stages: stageNames(of: binding, in: origin.tree))
    if isSemanticsCertain, semantics.refusesCycles { link.refusing = semantics.name }
    // Along a longer path each property is observed, but only the complete path is written.
    let position = graph.add(link, from: steps, to: target, isTwoWay: arrow.isTwoWay)
    noteLatent(from.latent, of: position, to: target, besides: steps)
    let alike = graph.noteLikeness(
      position, from: steps, from.tail, to: target, isTwoWay: arrow.isTwoWay)
    if let alike, semantics.write == .keep, conflicts.count <= Parser.mostErrors {
      conflicts.append((alike, position, target, isSame: true))
    }
    if !arrow.isTwoWay || replacingSystem != nil {
      noteWriter(position, of: target, from: from, isSame: alike != nil)
    }
    return position
  }

  /// The transformers of a binding; nil if it has blocks, or its source is an expression.
  private func stageNames(of binding: BindingSyntax, in tree: SyntaxTree) -> [String]? {
    guard !binding.eachClass.exists, !binding.transform.exists, !binding.observer.exists,
      tree[binding.left].kind != .parenthesized, tree[binding.right].kind != .parenthesized
    else { return nil }
    var names: [String] = []
    for stage in binding.stages {
      guard case .named(let name, let arguments, let isReversed) = tree.stage(stage),
        arguments.isEmpty
      else { return nil }
      names.append((isReversed ? "!" : "") + text(tree.name(name)))
    }
    return names
  }

  /// Enters the bindings that a class's body makes for `object`.
  ///
  /// - Parameter isInner: Only those between the object and its parts.
  func connectLinks(of layer: StaticClass, to object: StaticObject, isInner: Bool = false) {
    guard layer.hasLinks, layer.body.exists, spend(1) else { return }
    let source = layer.script
    for member in source.tree.members(of: layer.body) {
      switch source.tree.member(member) {
      case .observe, .on:
        let number = isInner ? nil : nextNumber()
        connectObserver(member, of: source, to: object, number: number, isInner: isInner)
      case .binding(let binding):
        let number = isInner ? nil : nextNumber()
        connectLink(member, binding, of: source, to: object, number: number, isInner: isInner)
      case .property, .computed, .defaultMember, .event, .action, .command, .missing: break
      }
    }
  }

  private func connectObserver(
    _ id: NodeID, of source: SyntaxTreeBox, to object: StaticObject, number: Int?, isInner: Bool
  ) {
    let outer = scope
    scope = Scope()
    scope.receiver = KnownObject(object: object, isExact: true)
    defer { scope = outer }
    quietly(in: source) {
      noteObserver(
        id, number: number, within: object, isInner: isInner, isSeenAgain: outer.isMuted)
    }
  }

  private func connectLink(
    _ id: NodeID, _ binding: BindingSyntax, of source: SyntaxTreeBox, to object: StaticObject,
    number: Int?, isInner: Bool
  ) {
    let arrow = binding.arrow
    let outer = scope
    scope = Scope()
    scope.receiver = KnownObject(object: object, isExact: true)
    defer { scope = outer }
    if !isInner {
      scope.isMuted = outer.isMuted
      refuseTwoWay(arrow, at: id, in: source)
    }
    quietly(in: source) {
      let left = end(binding.left, isTarget: arrow.isTwoWay || arrow.isLeftward)
      let right = end(binding.right, isTarget: arrow.isTwoWay || !arrow.isLeftward)
      guard
        admit(
          arrow, left, right, id, id, hasEach: binding.eachClass.exists, isOnce: binding.isOnce)
      else { return }
      if isInner {
        left.keepWithin(object)
        right.keepWithin(object)
      }
      let position = connect(id, binding, left, right, number: number)
      noteCode(
        id, binding, left, right, number: number, position: position, isSeenAgain: outer.isMuted)
    }
  }

  /// Enters what the `computed` properties of `object` certainly read.
  func connectComputed(of object: StaticObject, isInner: Bool = false) {
    guard object.type.hasComputed else { return }
    for layer in object.type.chain {
      for property in layer.own where property.isComputed && spend(1) {
        // A class may declare it again.
        guard object.property(property.name)?.initial == property.initial else { continue }
        connect(computed: property, of: object, isInner: isInner)
      }
    }
  }

  /// Enters what one `computed` property certainly reads.
  func connect(computed property: StaticProperty, of object: StaticObject, isInner: Bool = false) {
    let outer = (scope, reads, conditionDepth, latentReads, conditions)
    scope = Scope()
    scope.receiver = KnownObject(object: object, isExact: true)
    scope.role = .computed
    reads = []
    latentReads = []
    conditions = []
    conditionDepth = 0
    quietly(in: property.script) { _ = value(property.initial) }
    var found = reads ?? []
    let latent = latentReads
    (scope, reads, conditionDepth, latentReads, conditions) = outer
    if isInner { found.removeAll { $0.object.root !== object } }
    guard !found.isEmpty else { return }
    let end = StaticGraph.End.path(object, [property.name])
    let target = StaticGraph.Place(object: object, name: property.name)
    let position = graph.add(
      StaticGraph.Link(
        number: nil, script: property.script, node: property.nameNode, left: end, right: end,
        isComputed: true),
      from: found, to: target, isTwoWay: false)
    noteLatent(latent, of: position, to: target, besides: found)
  }

  /// Subtracts from what may still be examined for cycles.
  ///
  /// - Returns: Whether as much is left.
  func spend(_ cost: Int) -> Bool {
    cycleBudget -= cost
    return cycleBudget > 0
  }

  // MARK: Parts

  /// Enters the bindings of the objects that the first values of `object`'s classes make.
  func makeParts(ofClassesOf object: StaticObject) {
    guard object.isCertain, cycleBudget > 0 else { return noteUncertainLinks(of: object.type) }
    for layer in object.type.chain where layer.name != .none {
      for property in layer.own where !property.isComputed && property.initial.exists {
        guard property.script === layer.script else { continue }
        makePart(property, of: object)
      }
    }
  }

  /// The cost of a part, in examined members.
  private static let costOfPart = 20

  private func makePart(_ property: StaticProperty, of object: StaticObject) {
    switch linkCount(ofFirstValue: property) {
    case .known(0): return
    case .open: linkCount = nil
    case .known(let count):
      let before = linkCount
      let known = KnownObject(object: object, isExact: true)
      if spend(CheckRun.costOfPart), depth < 200, object.part(property.name) == nil,
        let part = part(property, of: known)
      {
        depth += 1
        makeParts(ofClassesOf: part)
        connectComputed(of: part)
        for layer in part.type.chain where layer.name != .none { connectLinks(of: layer, to: part) }
        if part.type.watchesViewModel(viewModelName, didUpdateName) { _ = nextNumber() }
        depth -= 1
      }
      linkCount = before.map { $0 + count }
    }
  }

  /// Records that instances are made in a place where they cannot be counted.
  func noteUncertainLinks(of shape: StaticClass) {
    if case .known(0) = linkCount(of: shape) { return }
    if scope.isFlow {
      linkCount = nil
    } else if scope.role != .constructor {
      makesLinksLater = true
    }
  }

  /// How many bindings and observers are made with an instance of `shape`.
  private func linkCount(of shape: StaticClass) -> LinkCount {
    let key = ObjectIdentifier(shape)
    if let known = linkCounts[key] { return known }
    // An instance that makes an instance of its own class makes instances without end.
    linkCounts[key] = .open
    var total = 0
    var isOpen = shape.isOpen
    if shape.watchesViewModel(viewModelName, didUpdateName) { total += 1 }
    for layer in shape.chain {
      guard layer.body.exists else { continue }
      let tree = layer.script.tree
      for member in tree.members(of: layer.body) {
        switch tree.member(member) {
        case .binding(let binding):
          total += 1
          if makesCellsWithLinks(binding, in: tree) { isOpen = true }
        case .observe, .on: total += 1
        case .property, .computed, .defaultMember, .event, .action, .command, .missing: break
        }
      }
      for property in layer.own where !property.isComputed && property.script === layer.script {
        switch linkCount(ofFirstValue: property) {
        case .known(let count): total = total.addingReportingOverflow(count).partialValue
        case .open: isOpen = true
        }
      }
    }
    let result = isOpen ? LinkCount.open : .known(total)
    linkCounts[key] = result
    return result
  }

  /// Whether a binding makes cells that have, or may have, bindings or observers of their own.
  func makesCellsWithLinks(_ binding: BindingSyntax, in tree: SyntaxTree) -> Bool {
    guard binding.eachClass.exists else { return false }
    guard case .name(let name) = tree.expression(binding.eachClass),
      case .classSymbol(let shape)? = symbols[name]?.symbol,
      case .known(0) = linkCount(of: shape)
    else { return true }
    return false
  }

  /// How many are made with the object that a first value makes.
  private func linkCount(ofFirstValue property: StaticProperty) -> LinkCount {
    let tree = property.script.tree
    guard property.initial.exists else { return .known(0) }
    guard case .new(let name, let body) = tree.expression(property.initial) else {
      let makesInstances = tree.ids(within: property.initial).contains { tree[$0].kind == .new }
      return makesInstances ? .open : .known(0)
    }
    guard case .classSymbol(let shape)? = symbols[tree.name(name)]?.symbol, !body.exists else {
      return .open
    }
    return linkCount(of: shape)
  }
}

extension CheckRun.End {
  /// Keeps only those of `object` and its parts.
  fileprivate func keepWithin(_ object: StaticObject) {
    steps.removeAll { $0.object.root !== object }
    if let found = last, found.object.root !== object { last = nil }
  }
}

// MARK: Blocks that run again

extension CheckRun {
  /// Notes a binding, an observer or an effect of which the block of an observer, a handler or an effect
  /// makes another one each time it runs, or an action each time it is called.
  ///
  /// - Parameter paths: Its ends. If one begins at a local, each run may mean another object.
  func noteMadeAgain(_ id: NodeID, _ paths: [NodeID], isNamed: Bool) {
    guard !scope.isFlow, !scope.isMuted, !isNamed else { return }
    let keeper = tree.keeper(id)
    if keeper.exists, tree[keeper].kind == .nilLiteral { return }
    switch scope.role {
    case .action: break
    case .observer, .ownObserver, .on:
      if endsLinks(script) { return }
    case .effect:
      guard let effect = scope.effect, effect.keepsInner || tree[id].kind != .effect,
        !tree.ids(within: effect.block).contains(where: { endsLinks(tree[$0].kind) })
      else { return }
    default: return
    }
    for path in paths {
      guard case .name(let name) = tree.expression(tree.path(path).root) else { return }
      switch resolve(name) {
      case .member?: break
      case .global(let declaration)? where !declaration.isAgain: break
      default: return
      }
    }
    if scope.role == .action { return noteMadeInAction(id) }
    report(
      .madeAgain(tree.shortText(of: id, limit: 60, isASCII: options.isASCII)),
      FindingCode.madeAgain.severity, at: tree[id].span)
  }

  private func endsLinks(_ kind: NodeKind) -> Bool { kind == .unbind || kind == .release }

  /// Whether a script ends links that it does not name, or releases objects.
  func endsLinks(_ script: SyntaxTreeBox) -> Bool {
    let key = ObjectIdentifier(script)
    if let known = scriptsThatEnd[key] { return known }
    let ends = script.tree.nodes.contains { endsLinks($0.kind) }
    scriptsThatEnd[key] = ends
    return ends
  }
}
