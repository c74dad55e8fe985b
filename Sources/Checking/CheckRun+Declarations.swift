import Language
import Names
import Syntax
import Values

/// What statements declare.
extension CheckRun {
  func declareValue(_ id: NodeID, _ declared: ValueSyntax, isVariable: Bool) {
    let nameNode = declared.name
    let value = value(declared.value)
    guard tree[nameNode].kind == .name else { return }
    let name = tree.name(nameNode)
    guard scope.isTopLevel, scope.blockDepth == 0 else {
      scope.locals.append(
        Scope.Local(
          name: name, kind: isVariable ? .variable : .constant,
          value: isVariable && !follows ? .unknown : value, node: nameNode))
      noteLocal(nameNode)
      return
    }
    if refuseIfTaken(nameNode, by: isVariable ? .variable : .constant) { return }
    if tree[declared.value].kind == .new { value.object?.object.call(name) }
    declare(nameNode, isVariable ? .variable(()) : .constant(StaticConstant(value)))
    holdings.variables[name] = isVariable ? Held(value: value, time: holdings.time) : nil
    if !isVariable { noteForTrials(id, nameNode) }
  }

  func declareObject(_ declared: ObjectSyntax) {
    let nameNode = declared.name
    let isTaken = refuseIfTaken(nameNode, by: .object)
    let (superclass, protocols) = supertypes(declared.superclass, declared.protocols)
    let object = makeObject(
      of: superclass, protocols, body: declared.body,
      called: tree[nameNode].kind == .name ? .declared(tree.name(nameNode)) : .instance
    ) { object in
      // The object has its name before it has its values.
      if !isTaken { self.declare(nameNode, .object(object)) }
    }
    if object == nil, !isTaken { declare(nameNode, .object(nil)) }
    warnOfOwnDelegates(declared.body, isNew: false) { object?.property($0)?.isWeak == true }
  }

  func declareClass(_ declared: ClassSyntax) {
    let nameNode = declared.name
    let (superNode, protocols) = supertypes(declared.superclass, declared.protocols)
    let isTaken = refuseIfTaken(nameNode, by: .classSymbol)
    var superclass: StaticClass?
    if superNode.exists {
      if tree.name(superNode) == tree.name(nameNode) {
        report(.inheritsFromItself, at: superNode)
      } else {
        superclass = classNamed(superNode)
      }
    }
    classBeingDeclared = (tree.name(nameNode), nil)
    defer { classBeingDeclared = (.none, nil) }
    let shape = makeShape(
      declared.body, name: tree.name(nameNode), superclass: superclass,
      isOpen: superNode.exists && superclass == nil)
    reportMissingActions(of: shape, named: text(tree.name(nameNode)), protocols)
    warnOfOwnDelegates(declared.body, isNew: false) { shape.property($0)?.isWeak == true }
    if !isTaken { declare(nameNode, .classSymbol(shape)) }
    if !isLoadingPrelude { classes.append(shape) }
    var inner = scope.inside(.constructor, names: names, isNow: false)
    inner.receiver = KnownObject(object: representative(of: shape), isExact: false)
    pending.append(Pending(part: .classBody(shape), script: script, scope: inner))
  }

  func declareTransformer(_ id: NodeID, _ declared: TransformerSyntax) {
    let nameNode = declared.name
    let isTaken = refuseIfTaken(nameNode, by: .transformer)
    for state in declared.states {
      value(state.value)
      noteState(state.name)
    }
    if declared.delay.exists {
      if decidesForEachValue(declared, in: tree) {
        later(
          declared.delay, .transformer, parameters: Array(declared.parameters),
          states: declared.states)
      } else {
        require(.duration, value(declared.delay), at: id)
      }
    }
    for block in [declared.forward, declared.reverse] where block.exists {
      later(
        block, .transformer, parameters: Array(declared.parameters),
        states: block == declared.forward ? declared.states : [])
    }
    report(declared.mistake, at: id)
    if !isTaken {
      declare(nameNode, .transformer(declared.ways))
      if tree[nameNode].kind == .name {
        transformers[tree.name(nameNode)] = scope.isFlow ? (script, declared) : nil
      }
      noteForTrials(id, nameNode)
    }
  }

  func declareAction(_ id: NodeID, _ action: ActionSyntax) {
    let nameNode = action.name
    guard tree[nameNode].kind == .name else { return }
    let isTaken = refuseIfTaken(nameNode, by: action.isFunction ? .function : .action)
    let mistake = isTaken ? nil : mistake(ofAction: tree.name(nameNode))
    report(mistake, at: nameNode)
    if !isTaken, mistake == nil {
      let count = action.parameters.count
      declare(
        nameNode, action.isFunction ? .function(count) : .action(count))
      noteForTrials(id, nameNode)
    }
    if action.isFunction {
      functions[tree.name(nameNode)] = tree.signature(of: action)
      functionBlocks[tree.name(nameNode)] = OriginKey(
        tree: ObjectIdentifier(script), node: action.block)
      if let impurity = impurity(of: action, in: tree) {
        return report(impurity.mistake, at: impurity.node)
      }
    }
    // It belongs to no object, wherever it is declared.
    let receiver = scope.receiver
    scope.receiver = nil
    actionBody(action)
    scope.receiver = receiver
  }

  // MARK: Semantics

  func declareSemantics(_ declared: SemanticsSyntax) {
    let (nameNode, base, knobs) = (declared.name, declared.base, declared.knobs)
    guard tree[nameNode].kind == .name else { return }
    if !base.exists, knobs.isEmpty {
      use(semantics(named: nameNode))
      return
    }
    guard var made = base.exists ? semantics(named: base) : semantics else { return }
    made.name = text(tree.name(nameNode))
    if let mistake = made.mistakeOfName { return report(mistake, at: nameNode) }
    let isTaken = refuseIfTaken(nameNode, by: .semantics)
    tree.setKnobs(of: &made, as: declared) { report($0, at: $1) }
    if !isTaken { declare(nameNode, .semantics(StaticSemantics(made))) }
    use(made)
  }

  /// - Parameter chosen: nil if it is unknown.
  private func use(_ chosen: Semantics?) {
    isSemanticsCertain = scope.isFlow && scope.isCertain && chosen != nil
    if scope.isCertain, let chosen { semantics = chosen }
  }

  func semantics(named node: NodeID) -> Semantics? { semantics(named: tree.name(node), at: node) }

  func semantics(named name: Name, at node: NodeID) -> Semantics? {
    if let preset = Semantics.presets.first(where: { $0.name == text(name) }) { return preset }
    noteUse(ofDeclared: name, at: node)
    if case .semantics(let own)? = declaration(of: name)?.symbol { return own.knobs }
    guard facts.loose[name] == nil else { return nil }
    reportUnknown(unknownSemantics(name), at: node)
    return nil
  }

  // MARK: Changing what there is

  func extend(_ path: NodeID, with body: NodeID) {
    let target = value(path)
    require(.extended, target, at: path)
    guard let known = target.object, known.isExact else {
      facts.loosenMembers(of: body, in: tree)
      return self.body(body, of: openObject(), isNow: true)
    }
    let added = makeShape(body, name: .none, superclass: nil, isOpen: false)
    let isCertain = scope.isFlow && scope.isCertain
    for property in added.own {
      if let old = known.object.property(property.name) {
        guard isCertain, facts.extended[property.name] == nil else { continue }
        report(
          .thereAlready(
            property: text(property.name), owner: known.object.text(names),
            isComputed: old.isComputed), at: path)
      } else {
        known.object.extend(with: property)
      }
    }
    self.body(body, of: known.object, isNow: true)
    guard isCertain else { return }
    evaluateComputed(of: known.object)
    for property in added.own where property.isComputed {
      _ = worked(property, of: known)
      connect(computed: property, of: known.object)
    }
  }

  /// An object about which nothing is known.
  private func openObject() -> StaticObject {
    let shape = StaticClass(name: .none, superclass: nil, script: script, body: .none)
    shape.isOpen = true
    return representative(of: shape)
  }

  func release(_ path: NodeID) {
    let target = value(path)
    require(.released, target, at: path)
    guard let known = target.object, known.isExact else { return }
    reportOrphans(ofReleasing: path)
    for position in graph.positions(touching: known.object) {
      if scope.isFlow { graph.end(position) } else { graph.noteMayEnd(position) }
    }
    codeUses.removeAll {
      $0.receiver === known.object || $0.sources.contains { $0.object === known.object }
    }
    if scope.isFlow { known.object.isReleased = true }
    if scope.isFlow, scope.isCertain, !scope.isMuted {
      known.object.isGone = true
      goneObjects.append(known.object)
    }
  }
}
