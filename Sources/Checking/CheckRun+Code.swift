import Language
import Names
import Syntax

/// An observer, or a binding with blocks, that is made for certain: what its blocks do is looked at
/// when all declarations are known.
struct CodeUse {
  /// Its statement.
  var script: SyntaxTreeBox
  var node: NodeID
  var number: Int?
  /// What sets its blocks off.
  var sources: [StaticGraph.Place]
  var blocks: [(node: NodeID, role: BlockRole)]
  var receiver: StaticObject?
  /// What `outer` is in the blocks.
  var outer: StaticObject?
  /// What a binding also does, by its place in the graph.
  var position: Int?
}

/// A way from something to what code of its may reach.
struct StaticCode {
  var script: SyntaxTreeBox
  var effect: CodeEffect
  /// Whether the code belongs to an observer or a binding; else to the place where the way begins.
  var isOfLink: Bool
}

// Cycles through code: the same ways as in a session, between the objects that `check` knows.
extension CheckRun: EffectWorld {
  func effectRoot(_ name: Name) -> EffectRoot<StaticObject, StaticGraph.Place> {
    switch declaration(of: name)?.symbol {
    case .object(let object): object.map { .object($0, isFixed: true) } ?? .other
    case .constant(let value):
      value.value.object.flatMap { $0.isExact ? .object($0.object, isFixed: true) : nil } ?? .other
    case .action: .action(StaticGraph.Place(object: outside, name: name))
    case .variable, .classSymbol, .protocolSymbol, .transformer, .link, .semantics: .other
    case nil: .unknown
    }
  }

  func effectMember(
    _ name: Name, of object: StaticObject
  ) -> (place: StaticGraph.Place, kind: MemberKind)? {
    object.property(name).map { (StaticGraph.Place(object: object, name: name), $0.role) }
  }

  func effectObject(in place: StaticGraph.Place) -> (object: StaticObject, isFixed: Bool)? {
    guard let property = place.object.property(place.name) else { return nil }
    let known = KnownObject(object: place.object, isExact: true)
    if let part = part(property, of: known) { return (part, true) }
    guard let held = place.object.held(place.name)?.value.object, held.isExact else { return nil }
    return (held.object, false)
  }

  func defaultMember(of object: StaticObject) -> Name? {
    let name = object.type.defaultProperty
    return name == .none ? nil : name
  }

  func notification(named name: Name) -> StaticGraph.Place {
    StaticGraph.Place(object: center, name: name)
  }

  // MARK: Noting

  /// Notes an observer or a binding, where it is made for certain.
  func noteCode(
    _ id: NodeID, _ blocks: [(node: NodeID, role: BlockRole)], from sources: [StaticGraph.Place],
    number: Int?, position: Int? = nil
  ) {
    guard scope.isFlow, scope.isCertain, !scope.isMuted || number == nil, !sources.isEmpty,
      !blocks.isEmpty, spend(1)
    else { return }
    codeUses.append(
      CodeUse(
        script: script, node: id, number: number, sources: sources, blocks: blocks,
        receiver: scope.receiver?.object, outer: scope.local(outerName)?.local.value.object?.object,
        position: position))
  }

  /// Notes the observer that a class' body makes for the object at hand.
  func noteObserver(_ id: NodeID, number: Int?, within object: StaticObject, isInner: Bool) {
    let block = tree.observingBlock(id)
    if case .on(let observer) = tree.member(id), observer.isNotification {
      if isInner { return }
      return noteCode(
        id, [(block, .on)], from: [notification(named: tree.name(observer.path))], number: number)
    }
    let steps = end(tree.observedPath(id), isTarget: false).steps
    noteCode(
      id, [(block, tree[id].kind == .on ? .on : .observer)],
      from: isInner ? steps.filter { $0.object.root === object } : steps, number: number)
  }

  /// The blocks of a binding.
  func blocks(of binding: BindingSyntax) -> [(node: NodeID, role: BlockRole)] {
    var found: [(node: NodeID, role: BlockRole)] = []
    for stage in binding.stages {
      if case .inline(let block, let reverse) = tree.stage(stage) {
        found += [(block, .transformer), (reverse, .transformer)]
      }
    }
    found += [(binding.transform, .transform), (binding.observer, .ownObserver)]
    return found.filter(\.node.exists)
  }

  // MARK: Connecting

  /// Enters the ways through code in the graph, which notes the cycles that they close.
  func connectCode() {
    for use in codeUses {
      if let position = use.position, !graph.isLiving(position) || graph.mayEnd(position) {
        continue
      }
      for block in use.blocks {
        let parameters = block.role.parameters.map { names.intern($0) }
        connect(
          block.node, in: use.script, parameters, from: use.sources, of: use, use.receiver)
      }
    }
    // What bindings reach may have code of its own.
    for position in graph.links.indices where graph.links[position].code == nil {
      if let target = graph.target(of: position) { connectCode(of: target) }
    }
    // So may what only calls lead to.
    for name in symbols.names {
      switch symbols[name]?.symbol {
      case .object(let object?):
        for member in object.propertyNames where spend(1) {
          connectCode(of: StaticGraph.Place(object: object, name: member))
        }
      case .action: connectCode(of: StaticGraph.Place(object: outside, name: name))
      default: break
      }
    }
    codeUses = []
  }

  private func connect(
    _ block: NodeID, in box: SyntaxTreeBox, _ parameters: [Name],
    from sources: [StaticGraph.Place], of use: CodeUse?, _ receiver: StaticObject?
  ) {
    let scope = EffectScope(
      receiver: receiver, members: receiver.map { Set($0.propertyNames) } ?? [],
      copies: use?.outer.map { [outerName: $0] } ?? [:])
    for effect in box.tree.effects(of: block, parameters: parameters) where spend(1) {
      guard let target = connect(effect, of: block, in: box, scope, from: sources, of: use) else {
        continue
      }
      connectCode(of: target)
    }
  }

  /// Enters one way, apart from what follows behind it, which may be deep.
  ///
  /// - Returns: Where it leads.
  private func connect(
    _ effect: CodeEffect, of block: NodeID, in box: SyntaxTreeBox,
    _ scope: EffectScope<StaticObject>, from sources: [StaticGraph.Place], of use: CodeUse?
  ) -> StaticGraph.Place? {
    guard case .place(let target, _) = end(of: effect, in: box.tree, scope) else { return nil }
    // A `set` block that writes its own property stores its value.
    if use == nil, effect.kind == .writes, sources.contains(target) { return nil }
    let end = StaticGraph.End.expression(block)
    _ = graph.add(
      StaticGraph.Link(
        number: use?.number, script: use?.script ?? box, node: use?.node ?? block, left: end,
        right: end, code: StaticCode(script: box, effect: effect, isOfLink: use != nil)),
      from: sources, to: target, isTwoWay: false)
    return target
  }

  /// Enters what a place does when it is reached, where it has code of its own.
  private func connectCode(of place: StaticGraph.Place) {
    if place.object === outside {
      guard let action = actions[place.name], codePlaces.insert(place).inserted else { return }
      let parameters = action.syntax.parameters.map { action.script.tree.name($0) }
      return connect(
        action.syntax.block, in: action.script, parameters, from: [place], of: nil, nil)
    }
    guard let property = place.object.property(place.name) else { return }
    if let code = property.code, codePlaces.insert(place).inserted {
      for block in code.blocks {
        connect(block, in: code.script, code.parameters, from: [place], of: nil, place.object)
      }
      if property.role == .command { connectStatus(of: place) }
    } else if let setter = property.setter, codePlaces.insert(place).inserted {
      let parameters = BlockRole.setter.parameters.map { names.intern($0) }
      connect(setter.block, in: setter.script, parameters, from: [place], of: nil, place.object)
    }
  }

  /// What executing a command sets.
  private func connectStatus(of place: StaticGraph.Place) {
    guard let (command, _) = effectObject(in: place) else { return }
    var holders = [command]
    let response = StaticGraph.Place(object: command, name: responseName)
    if let (answer, _) = effectObject(in: response) { holders.append(answer) }
    for holder in holders {
      for name in holder.propertyNames {
        let end = StaticGraph.End.path(holder, [name])
        _ = graph.add(
          StaticGraph.Link(
            number: nil, script: script, node: .none, left: end, right: end,
            code: StaticCode(
              script: script, effect: CodeEffect(kind: .sets, node: .none), isOfLink: false)),
          from: [place], to: StaticGraph.Place(object: holder, name: name), isTwoWay: false)
      }
    }
  }

  // MARK: Texts

  /// What messages call a place.
  func text(of place: StaticGraph.Place) -> String {
    if place.object === outside { return text(place.name) + "()" }
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
    let isCommand = target.object.property(target.name)?.role == .command
    let name = target.object === center ? text(target.name) : text(of: target)
    return code.effect.text(of: who, target: name, isCommand: isCommand) {
      code.script.tree.shortText(of: $0, limit: 40, isASCII: options.isASCII)
    }
  }
}
