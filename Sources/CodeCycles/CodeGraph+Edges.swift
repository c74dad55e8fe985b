import BindingEngine
import Compiling
import Language
import Names
import Syntax

// What the blocks of a session may set off: read from the text when an observer or a binding is
// made, and resolved with what exists then.
extension CodeGraph: EffectWorld {
  package func text(_ name: Name) -> String { host.text(name) }

  package func effectRoot(_ name: Name) -> EffectRoot {
    switch host.symbol(name) {
    case .object(let slot), .constant(let slot):
      guard case .object(let object) = graphState.read(slot), graphState.isAlive(object) else {
        if isCollection(slot) { return .collection }
        // It has its name before it is made.
        return host.kind(of: name) == .object ? .unknown : .other
      }
      return .object(object, variable: nil)
    case .variable(let slot):
      let variable = CodePlace(slot: slot).effectPlace
      guard case .object(let object) = graphState.read(slot), graphState.isAlive(object) else {
        return isCollection(slot) ? .collection : .empty(variable)
      }
      return .object(object, variable: variable)
    case .action(let index): return .action(CodePlace(action: index).effectPlace)
    case .classSymbol, .protocolSymbol, .enumeration, .transformer, .link, .semantics, .function:
      return .other
    case nil: return .unknown
    }
  }

  package func effectMember(
    _ name: Name, of object: ObjectID
  ) -> (place: EffectPlace, kind: MemberKind)? {
    guard graphState.isAlive(object), let slot = graphState.slot(name, of: object) else {
      return nil
    }
    return (CodePlace(slot: slot).effectPlace, graphState.info(of: slot).role)
  }

  package func effectMembers(of object: ObjectID) -> [(place: EffectPlace, kind: MemberKind)] {
    graphState.slots(of: object.index).compactMap { slot in
      let info = graphState.info(of: slot)
      return info.computed.exists && !info.setter.exists
        ? nil : (CodePlace(slot: slot).effectPlace, info.role)
    }
  }

  package func effectObject(in place: EffectPlace) -> (object: ObjectID, isFixed: Bool)? {
    guard let slot = CodePlace(place).slot, case .object(let object) = graphState.read(slot),
      graphState.isAlive(object)
    else { return nil }
    return (object, graphState.info(of: slot).role == .command)
  }

  package func holdsCollection(in place: EffectPlace) -> Bool {
    CodePlace(place).slot.map(isCollection) ?? false
  }

  package func changesInPlace(in place: EffectPlace) -> Bool {
    guard graphState.semantics.inside == .nobody, let slot = CodePlace(place).slot,
      case .list = graphState.read(slot)
    else { return false }
    return true
  }

  private func isCollection(_ slot: UInt32) -> Bool {
    switch graphState.read(slot) {
    case .list, .dictionary: true
    default: false
    }
  }

  package func defaultMember(of object: ObjectID) -> Name? {
    graphState.defaultProperty(of: object)
  }

  package func notification(named name: Name) -> EffectPlace {
    CodePlace(slot: host.notification(name)).effectPlace
  }

  package func making(_ className: Name) -> EffectPlace? {
    guard case .classSymbol(let classID)? = host.symbol(className) else { return nil }
    return CodePlace(making: classID.index).effectPlace
  }

  package func ending(_ place: EffectPlace, by call: CommandCall) -> EffectPlace {
    guard let slot = CodePlace(place).slot else { return place }
    return (call == .cancel ? CodePlace(cancelling: slot) : CodePlace(finishing: slot)).effectPlace
  }

  // MARK: Links

  /// Adds what the blocks of a new observer or binding may set off.
  ///
  /// - Parameters:
  ///   - owner: The object whose body makes it.
  ///   - blocks: Its blocks, as they were made.
  package func enterCode(of link: UInt32, owner: ObjectID?, blocks: [BlockID]) {
    codeEdges.forget(link: link)
    forgetGoneCode()
    for block in blocks { enterCode(of: link, owner: owner, block: block) }
  }

  private func enterCode(of link: UInt32, owner: ObjectID?, block: BlockID) {
    guard let reading = reading(of: block) else { return }
    if reading.mayReject { codeEdges.noteRejecting(link, serial: serial(of: link), reading) }
    if reading.effects.isEmpty { return }
    let made = host.made(block)
    var copies: [Name: ObjectID] = [:]
    for (name, value) in zip(reading.copies, made.copies) {
      if case .object(let object) = value { copies[name] = object }
    }
    enter(
      CodeUnit(
        .link(link), serial: serial(of: link), reading, made.receiver, copies, owner: owner))
  }

  func serial(of link: UInt32) -> UInt32 { graphState.links[link].serial }

  /// Replaces what a binding's block does with what its new block does.
  package func enterTransform(_ block: BlockID, of link: UInt32) {
    codeEdges.forget(link: link) { $0.role == .transform }
    enterCode(of: link, owner: nil, block: block)
  }

  /// Adds that a link calls an action, if no text says so.
  package func enterCall(of slot: UInt32, by link: UInt32, owner: ObjectID, _ tree: SyntaxTreeBox) {
    let reading = CodeReading(tree, [CodeEffect(kind: .calls, node: .none)], members: [])
    let unit = CodeUnit(.link(link), serial: serial(of: link), reading, owner, owner: owner)
    codeEdges.forget(link: link)
    add(CodeEdge(unit, 0, target: CodePlace(slot: slot)))
  }

  package func forgetGoneCode() {
    guard codeEdges.isLong else { return }
    codeEdges.compact(keeping: mayStand) { graphState.isAlive($0) }
  }

  /// What a block does: read before it is compiled, and kept with its code.
  @discardableResult
  package func reading(of block: BlockID) -> CodeReading? {
    guard let code = host.made(block).code else { return nil }
    if let known = code.reading { return known }
    guard let pending = code.pending else { return nil }
    let names = pending.parameters ?? parameters(pending.role)
    let reading = CodeReading(
      code.tree, code.tree.tree.effects(of: pending.node, parameters: names),
      members: pending.members?.names ?? [], copies: pending.copies, role: pending.role,
      mayReject: pending.role.mayReject && code.tree.tree.mayReject(in: pending.node))
    code.reading = reading
    return reading
  }

  private func enter(_ unit: CodeUnit) {
    let reading = unit.reading
    for (position, effect) in reading.effects.enumerated() {
      var edge = CodeEdge(unit, position)
      let end = end(of: effect, in: reading.tree.tree, unit.scope)
      if case .anyOf(let places, _) = end {
        enter(edge, to: end, count: places.count)
        continue
      }
      edge.take(end)
      // Nothing observes a new object yet, so what it does to itself sets nothing off.
      if edge.isOpen, case .place(let place) = unit.origin, place.making != nil { continue }
      if edge.target == nil, edge.over.isEmpty, !edge.isOpen, edge.unknown == .none { continue }
      add(edge)
    }
  }

  /// Enters an edge to each of the members that a key may mean.
  private func enter(_ edge: CodeEdge, to end: EffectEnd, count: Int) {
    for ordinal in 0..<count {
      var edge = edge
      edge.ordinal = ordinal
      edge.take(end)
      add(edge)
    }
  }

  private func add(_ edge: CodeEdge) {
    var edge = edge
    edge.targetOwner = edge.target?.member.map { graphState.propertyID($0).object }
    codeEdges.add(edge)
    host.core.pointee.notesMoves = true
    if !edge.over.isEmpty { host.core.pointee.notesReferences = true }
    if edge.unknown != .none { host.awaitDeclaration(of: edge.unknown) }
    if let target = edge.target { readCode(of: target) }
  }

  /// Whether an edge is still valid: nothing at its ends is gone or replaced.
  package func stands(_ number: Int) -> Bool {
    // A step may have taken the place of a link that was rolled back.
    if case .link(let link) = codeEdges.edges[number].origin,
      !graphState.links[link].flags.isDisjoint(with: [.dead, .step])
    {
      return false
    }
    return mayStand(number)
  }

  /// Whether an edge is valid, or will be if a rollback restores a link that has ended.
  private func mayStand(_ number: Int) -> Bool {
    // Read in place, because a copy of the edge would count references.
    if codeEdges.ends[number].isGone { return false }
    if let owner = codeEdges.edges[number].owner, !graphState.isAlive(owner) { return false }
    if let owner = codeEdges.edges[number].targetOwner, !graphState.isAlive(owner) {
      return false
    }
    guard case .link(let link) = codeEdges.edges[number].origin else { return true }
    return graphState.links[link].serial == codeEdges.edges[number].serial
  }

  // MARK: Places with code

  /// Adds what a place does when it is reached, if it has code of its own, and what that leads to.
  package func readCode(of place: CodePlace) {
    codeEdges.toRead.append(place)
    // A chain of actions may be long, so there is no recursion: the running loop reads what this
    // one leads to.
    guard codeEdges.toRead.count == 1 else { return }
    var position = 0
    while position < codeEdges.toRead.count {
      readOwnCode(of: codeEdges.toRead[position])
      position += 1
    }
    codeEdges.toRead.removeAll(keepingCapacity: true)
  }

  private func readOwnCode(of place: CodePlace) {
    if let action = place.action {
      if codeEdges.noteRead(place, of: nil) { enter(callables[Int(action)], from: place, nil) }
      return
    }
    if let index = place.making {
      if codeEdges.noteRead(place, of: nil) { enterMaking(of: index, place) }
      return
    }
    guard let slot = place.member else { return }
    let info = graphState.info(of: slot)
    let owner = graphState.propertyID(slot).object
    guard hasCode(info), codeEdges.noteRead(place, of: owner) else { return }
    switch info.role {
    case .action, .command:
      let callable = callables[Int(info.callable)]
      if place.slot != nil { enter(callable, from: place, owner) }
      if place.cancelling != nil { enterCancelling(callable, place, owner) }
      if info.role == .command { enterStatus(of: slot, place) }
    case .property: enterSetter(of: info.name, owner, place)
    case .event: break
    }
  }

  private func enter(_ callable: Callable, from place: CodePlace, _ receiver: ObjectID?) {
    let tree = callable.tree.tree
    let effects = tree.effects(ofCallable: callable.node, parameters: callable.parameters)
    let reading = CodeReading(callable.tree, effects, members: callable.members)
    enter(CodeUnit(.place(place), reading, receiver, owner: receiver))
  }

  private func enterCancelling(_ callable: Callable, _ place: CodePlace, _ receiver: ObjectID) {
    let effects = callable.tree.tree.effects(
      ofCancelling: callable.node, parameters: callable.parameters)
    let reading = CodeReading(callable.tree, effects, members: callable.members)
    enter(CodeUnit(.place(place), reading, receiver, owner: receiver))
  }

  /// What a command sets when it is executed or ended: its status, its answer and its error.
  private func enterStatus(of slot: UInt32, _ place: CodePlace) {
    guard case .object(let command) = graphState.read(slot) else { return }
    var effect = CodeEffect(kind: .sets, node: .none)
    effect.needsExecution = place.slot == nil
    let reading = CodeReading(
      callables[Int(graphState.info(of: slot).callable)].tree, [effect], members: [])
    let owner = graphState.propertyID(slot).object
    let unit = CodeUnit(.place(place), reading, nil, owner: owner)
    for status in graphState.slots(of: command.index) {
      add(CodeEdge(unit, 0, target: CodePlace(slot: status)))
    }
  }

  /// What the bodies of a class and of its superclasses do for a new object.
  private func enterMaking(of index: UInt32, _ place: CodePlace) {
    for body in host.bodies(of: graphState.classID(at: index)) where body.node.exists {
      let reading = CodeReading(
        body.tree, body.tree.tree.effects(ofMaking: body.node), members: body.members)
      enter(CodeUnit(.place(place), reading, nil))
    }
  }

  /// Reads the code of everything that can be called or written, and resolves paths over properties again.
  ///
  /// - Complexity: O(*n*) in the members of all objects.
  package func readAllCode() {
    resolveFloatingCode()
    for (index, callable) in callables.enumerated() where callable.belongsToNone {
      readCode(of: CodePlace(action: UInt32(index)))
    }
    for index in 0..<UInt32(graphState.objects.count) {
      guard graphState.objects[index].generation % 2 == 1 else { continue }
      for slot in graphState.slots(of: index) where hasCode(graphState.info(of: slot)) {
        readCode(of: CodePlace(slot: slot))
      }
    }
  }

  /// Whether calling or writing a member runs code of its class.
  private func hasCode(_ info: PropertyInfo) -> Bool {
    info.role == .action || info.role == .command || info.setter.exists
  }

  private func enterSetter(of name: Name, _ owner: ObjectID, _ place: CodePlace) {
    for body in host.bodies(of: graphState.classID(of: owner)).reversed() {
      guard body.node.exists else { continue }
      let tree = body.tree.tree
      for member in tree.members(of: body.node) {
        guard case .property(let property) = tree.member(member),
          tree.name(property.name) == name, property.setter.exists
        else { continue }
        let effects = tree.effects(of: property.setter, parameters: parameters(.setter))
        let reading = CodeReading(body.tree, effects, members: body.members)
        return enter(CodeUnit(.place(place), reading, owner, owner: owner))
      }
    }
  }

  // MARK: What changes

  /// Resolves the edges that begin with a name that now exists.
  ///
  /// - Returns: The links whose code it is.
  package func resolveCode(waitingFor name: Name) -> [UInt32] {
    var links: [UInt32] = []
    for number in codeEdges.takeWaiting(name) where !codeEdges.ends[number].isGone {
      resolve(number)
      if case .link(let link) = codeEdges[number].origin { links.append(link) }
    }
    return links
  }

  /// Resolves the edges over properties again.
  package func resolveFloatingCode() {
    for number in codeEdges.numbersOfCrossings { resolve(number) }
  }

  /// Resolves the edges over a property or variable again when its object was replaced.
  ///
  /// - Returns: The edges that lead elsewhere now.
  package func resolveCode(over slot: UInt32) -> [Int] {
    codeEdges.numbers(over: slot).compactMap(resolve)
  }

  /// - Returns: The number of the edge that has replaced it; nil if it leads to the same place as
  ///   before.
  @discardableResult
  private func resolve(_ number: Int) -> Int? {
    let edge = codeEdges[number]
    guard !codeEdges.ends[number].isGone else { return nil }
    let end = end(of: edge.effect, in: edge.tree, edge.unit.scope)
    guard let moved = codeEdges.moved(number, to: end) else { return nil }
    let next = codeEdges.edges.count
    if case .anyOf(let places, _) = end {
      // The first one stands for all of them.
      guard edge.ordinal == 0 else { return nil }
      enter(moved, to: end, count: places.count)
    } else {
      add(moved)
    }
    return next
  }
}
