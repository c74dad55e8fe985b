import Syntax

/// How many bindings and observers an instance comes with.
enum LinkCount {
  case known(Int)
  /// It differs from one to the next, or is being counted.
  case open
}

/// The bindings that are made for certain, for the cycles that they close.
extension CheckRun {
  /// The number of a binding or observer made here; nil where it differs.
  func nextNumber() -> Int? {
    guard scope.isFlow else {
      // A class' bindings are counted with its instances.
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
    _ id: NodeID, _ arrow: Arrow, _ left: End, _ right: End, number: Int?,
    in source: SyntaxTreeBox? = nil
  ) -> Int? {
    let target = arrow.isLeftward ? left.last : right.last
    let steps = arrow.isLeftward ? right.steps : left.steps
    let isOnce = tree[id].flags & 128 != 0 && source == nil
    guard scope.isFlow, scope.isCertain, !isOnce, let target, !steps.isEmpty,
      let leftText = left.description, let rightText = right.description
    else { return nil }
    let origin = source ?? script
    let link = StaticGraph.Link(
      number: number, script: origin, node: id, left: leftText, right: rightText,
      stages: stageNames(of: id, in: origin.tree))
    // Along a longer way each property is observed, but only the whole way is written.
    let position = graph.add(link, from: steps, to: target, isTwoWay: arrow.isTwoWay)
    noteLatent(
      arrow.isLeftward ? right.latent : left.latent, of: position, to: target, besides: steps)
    let alike = graph.noteLikeness(
      position, from: steps, to: target, isTwoWay: arrow.isTwoWay)
    if let alike, semantics.write == .keep, conflicts.count <= Parser.mostErrors {
      conflicts.append((alike, position, target, isSame: true))
    }
    if !arrow.isTwoWay {
      noteWriter(
        position, of: target, from: arrow.isLeftward ? right : left, isSame: alike != nil)
    }
    return position
  }

  /// The transformers of a binding; nil where it has blocks, or its source is an expression.
  private func stageNames(of id: NodeID, in tree: SyntaxTree) -> [String]? {
    let list = tree[id].a
    guard tree[id].kind == .binding, !(2...4).contains(where: { tree.child(list, $0).exists }),
      !(0...1).contains(where: { tree[tree.child(list, $0)].kind == .parenthesized })
    else { return nil }
    let stages = tree.children(list, from: 6)
    guard stages.allSatisfy({ tree[$0].kind == .namedStage }) else { return nil }
    return stages.map { stage in
      (tree[stage].flags & 1 != 0 ? "!" : "") + text(tree.name(NodeID(tree[stage].a)))
    }
  }

  /// Enters the bindings that a class' body makes for `object`.
  ///
  /// - Parameter isInner: Only those between the object and its parts.
  func connectLinks(of layer: StaticClass, to object: StaticObject, isInner: Bool = false) {
    guard layer.hasLinks, layer.body.exists, spend(1) else { return }
    let source = layer.script
    let members = source.tree.children(source.tree[layer.body].a)
    for member in members {
      switch source.tree[member].kind {
      case .observe, .on: if !isInner { _ = nextNumber() }
      case .binding:
        let number = isInner ? nil : nextNumber()
        connectLink(member, of: source, to: object, number: number, isInner: isInner)
      default: break
      }
    }
  }

  private func connectLink(
    _ id: NodeID, of source: SyntaxTreeBox, to object: StaticObject, number: Int?, isInner: Bool
  ) {
    let outer = scope
    scope = Scope()
    scope.receiver = KnownObject(object: object, isExact: true)
    defer { scope = outer }
    if !isInner, let arrow = Arrow(rawValue: source.tree[id].flags & 63) {
      scope.isMuted = outer.isMuted
      refuseTwoWay(arrow, at: id, in: source)
    }
    quietly(in: source) {
      let node = tree[id]
      guard let arrow = Arrow(rawValue: node.flags & 63) else { return }
      var left = end(tree.child(node.a, 0), isTarget: arrow.isTwoWay || arrow.isLeftward)
      var right = end(tree.child(node.a, 1), isTarget: arrow.isTwoWay || !arrow.isLeftward)
      guard
        admit(
          arrow, left, right, id, id, hasEach: tree.child(node.a, 2).exists,
          isOnce: node.flags & 128 != 0)
      else { return }
      if isInner {
        left.keepWithin(object)
        right.keepWithin(object)
      }
      _ = connect(id, arrow, left, right, number: number)
    }
  }

  /// Enters what the `computed` properties of `object` read for certain.
  func connectComputed(of object: StaticObject, isInner: Bool = false) {
    guard object.type.hasComputed else { return }
    for layer in object.type.chain {
      for property in layer.own where property.isComputed && spend(1) {
        // A class may declare it anew.
        guard object.property(property.name)?.initial == property.initial else { continue }
        connect(computed: property, of: object, isInner: isInner)
      }
    }
  }

  /// Enters what one `computed` property reads for certain.
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

  /// Takes from what may still be looked into for cycles.
  ///
  /// - Returns: Whether there is as much.
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

  /// What a part costs in looks at one member.
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

  /// Notes that instances are made in a place where nobody can count them.
  func noteUncertainLinks(of shape: StaticClass) {
    if case .known(0) = linkCount(of: shape) { return }
    if scope.isFlow {
      linkCount = nil
    } else if scope.role != .constructor {
      makesLinksLater = true
    }
  }

  /// How many bindings and observers an instance of `shape` comes with.
  private func linkCount(of shape: StaticClass) -> LinkCount {
    let key = ObjectIdentifier(shape)
    if let known = linkCounts[key] { return known }
    // An instance that makes an instance of its own class never ends.
    linkCounts[key] = .open
    var total = 0
    var isOpen = shape.isOpen
    if shape.watchesViewModel(viewModelName, didUpdateName) { total += 1 }
    for layer in shape.chain {
      guard layer.body.exists else { continue }
      let tree = layer.script.tree
      for member in tree.children(tree[layer.body].a) {
        switch tree[member].kind {
        case .binding:
          total += 1
          if makesCellsWithLinks(member, in: tree) { isOpen = true }
        case .observe, .on: total += 1
        default: break
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

  /// Whether a binding makes cells that come with bindings or observers of their own, or may.
  func makesCellsWithLinks(_ binding: NodeID, in tree: SyntaxTree) -> Bool {
    let each = tree.child(tree[binding].a, 2)
    guard each.exists else { return false }
    guard tree[each].kind == .name,
      case .classSymbol(let shape)? = symbols[tree.name(each)]?.symbol,
      case .known(0) = linkCount(of: shape)
    else { return true }
    return false
  }

  /// How many come with the object that a first value makes.
  private func linkCount(ofFirstValue property: StaticProperty) -> LinkCount {
    let tree = property.script.tree
    guard property.initial.exists else { return .known(0) }
    let node = tree[property.initial]
    guard node.kind == .new else {
      return makesInstances(property.initial, in: tree) ? .open : .known(0)
    }
    let name = tree.name(NodeID(node.a))
    guard case .classSymbol(let shape)? = symbols[name]?.symbol else { return .open }
    guard node.b == 0 else { return .open }
    return linkCount(of: shape)
  }

  /// Whether there is a `new` in an expression.
  private func makesInstances(_ id: NodeID, in tree: SyntaxTree) -> Bool {
    let span = tree[id].span
    // Children are made before their parents, and so stand before them.
    var index = Int(id.index)
    while index > 0, tree.nodes[index].span.start >= span.start {
      if tree.nodes[index].kind == .new { return true }
      index -= 1
    }
    return false
  }
}

extension CheckRun.End {
  /// Leaves only what is of `object` and its parts.
  fileprivate mutating func keepWithin(_ object: StaticObject) {
    steps.removeAll { $0.object.root !== object }
    if let found = last, found.object.root !== object { last = nil }
  }
}
