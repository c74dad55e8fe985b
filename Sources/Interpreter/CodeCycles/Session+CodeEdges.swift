import BindingEngine
import Language
import Names
import Syntax

// What the blocks of a session may set off: read from the text when an observer or a binding is made,
// and resolved by what there is then.
extension Session: EffectWorld {
  package func effectRoot(_ name: Name) -> EffectRoot<ObjectID, CodePlace> {
    switch symbols.symbol(name) {
    case .object(let slot), .constant(let slot):
      guard case .object(let object) = core.pointee.read(slot), core.pointee.isAlive(object) else {
        // It has its name before it is made.
        return kind(of: name) == .object ? .unknown : .other
      }
      return .object(object, isFixed: true)
    case .variable(let slot):
      guard case .object(let object) = core.pointee.read(slot), core.pointee.isAlive(object) else {
        return .empty
      }
      return .object(object, isFixed: false)
    case .action(let index): return .action(CodePlace(action: index))
    case .classSymbol, .protocolSymbol, .transformer, .link, .semantics: return .other
    case nil: return .unknown
    }
  }

  package func effectMember(
    _ name: Name, of object: ObjectID
  ) -> (place: CodePlace, kind: MemberKind)? {
    guard core.pointee.isAlive(object), let slot = core.pointee.slot(name, of: object) else {
      return nil
    }
    return (CodePlace(slot: slot), core.pointee.info(of: slot).role)
  }

  package func effectObject(in place: CodePlace) -> (object: ObjectID, isFixed: Bool)? {
    guard let slot = place.slot, case .object(let object) = core.pointee.read(slot),
      core.pointee.isAlive(object)
    else { return nil }
    return (object, core.pointee.info(of: slot).role == .command)
  }

  package func defaultMember(of object: ObjectID) -> Name? {
    core.pointee.defaultProperty(of: object)
  }

  package func notification(named name: Name) -> CodePlace { CodePlace(slot: notification(name)) }

  // MARK: Links

  /// Enters what the blocks of a new observer or binding may set off.
  ///
  /// - Parameters:
  ///   - origin: The engine's token for its statement.
  ///   - owner: `self` in its blocks.
  ///   - blocks: Its blocks, as they were made.
  func enterCode(of link: UInt32, _ origin: UInt32, owner: ObjectID?, blocks: [BlockID]) {
    guard !isLoadingPrelude else { return }
    codeEdges.forget(link: link)
    if codeEdges.isLong {
      warnedCodeCycles = []
      codeEdges.compact(keeping: mayStand) { core.pointee.isAlive($0) }
    }
    let reading = reading(of: origin, blocks)
    guard !reading.effects.isEmpty else { return }
    var copies: [Name: ObjectID] = [:]
    if !reading.copies.isEmpty, let block = blocks.first {
      for (name, value) in zip(reading.copies, machine.blocks[block.index].copies) {
        if case .object(let object) = value { copies[name] = object }
      }
    }
    let serial = core.pointee.links[link].serial
    enter(CodeUnit(.link(link), serial: serial, reading, owner, copies))
  }

  private func reading(of origin: UInt32, _ blocks: [BlockID]) -> CodeReading {
    if let known = codeEdges.reading(of: origin) { return known }
    let box = origins[Int(origin) - 1].tree
    var effects: [CodeEffect] = []
    var members: Set<Name> = []
    var copies: [Name] = []
    for block in blocks {
      guard let pending = machine.blocks[block.index].code?.takeUnretainedValue().pending else {
        continue
      }
      if let names = pending.members?.names { members = names }
      // Of several blocks that copy, what each of them has copied is left open.
      let isAlone = blocks.count == 1
      if isAlone { copies = pending.copies }
      let known = effects.isEmpty
      let found = box.tree.effects(
        of: pending.node, parameters: parameters(pending.role) + (isAlone ? [] : pending.copies))
      if known { effects = found } else { effects += found }
    }
    let reading = CodeReading(box, effects, members: members, copies: copies)
    codeEdges.keep(reading, of: origin)
    return reading
  }

  private func parameters(_ role: BlockRole) -> [Name] {
    if let known = roleParameters[role] { return known }
    let made = role.parameters.map { names.intern($0) }
    roleParameters[role] = made
    return made
  }

  private func enter(_ unit: CodeUnit) {
    let reading = unit.reading
    for (position, effect) in reading.effects.enumerated() {
      var edge = CodeEdge(unit, position)
      edge.take(end(of: effect, in: reading.tree.tree, unit.scope))
      if edge.target == nil, edge.isFixed, !edge.isOpen, edge.unknown == .none { continue }
      add(edge)
    }
  }

  private func add(_ edge: CodeEdge) {
    var edge = edge
    edge.targetOwner = edge.target?.slot.map { core.pointee.propertyID($0).object }
    codeEdges.add(edge)
    if edge.unknown != .none { symbols.awaited.insert(edge.unknown) }
    if let target = edge.target { readCode(of: target) }
  }

  /// Whether an edge still stands: nothing at its ends is gone or has given its place to another.
  func stands(_ edge: CodeEdge) -> Bool {
    if case .link(let link) = edge.origin, core.pointee.links[link].flags.contains(.dead) {
      return false
    }
    return mayStand(edge)
  }

  /// The same, where a link that has ended may come back with the turn that is put back.
  private func mayStand(_ edge: CodeEdge) -> Bool {
    guard !edge.isGone, edge.unit.owner.map({ core.pointee.isAlive($0) }) ?? true,
      edge.targetOwner.map({ core.pointee.isAlive($0) }) ?? true
    else { return false }
    guard case .link(let link) = edge.origin else { return true }
    return core.pointee.links[link].serial == edge.unit.serial
  }

  // MARK: Places with code

  /// Enters what a place does when it is reached, where it has code of its own.
  func readCode(of place: CodePlace) {
    if let action = place.action {
      if codeEdges.noteRead(place, of: nil) { enter(callables[Int(action)], from: place, nil) }
      return
    }
    guard let slot = place.slot else { return }
    let info = core.pointee.info(of: slot)
    let owner = core.pointee.propertyID(slot).object
    guard info.role == .action || info.role == .command || info.setter.exists,
      codeEdges.noteRead(place, of: owner)
    else { return }
    switch info.role {
    case .action, .command:
      enter(callables[Int(info.callable)], from: place, owner)
      if info.role == .command { enterStatus(of: slot, place) }
    case .property: enterSetter(of: info.name, owner, place)
    case .event: break
    }
  }

  private func enter(_ callable: Callable, from place: CodePlace, _ receiver: ObjectID?) {
    let tree = callable.tree.tree
    let effects = tree.blocks(ofCallable: callable.node).flatMap {
      tree.effects(of: $0, parameters: callable.parameters)
    }
    let reading = CodeReading(callable.tree, effects, members: callable.members)
    enter(CodeUnit(.place(place), reading, receiver, owner: receiver))
  }

  /// What executing a command sets: its status for certain, its answer or its error.
  private func enterStatus(of slot: UInt32, _ place: CodePlace) {
    guard case .object(let command) = core.pointee.read(slot) else { return }
    let reading = CodeReading(
      callables[Int(core.pointee.info(of: slot).callable)].tree,
      [CodeEffect(kind: .sets, node: .none)], members: [])
    let owner = core.pointee.propertyID(slot).object
    let unit = CodeUnit(.place(place), reading, nil, owner: owner)
    for status in core.pointee.slots(of: command.index) {
      add(CodeEdge(unit, 0, target: CodePlace(slot: status)))
    }
    guard let response = core.pointee.slot(names.intern("response"), of: command),
      case .object(let answer) = core.pointee.read(response)
    else { return }
    for slot in core.pointee.slots(of: answer.index) {
      add(CodeEdge(unit, 0, target: CodePlace(slot: slot)))
    }
  }

  /// Reads the code of all that can be called or written, and resolves anew what leads over properties.
  ///
  /// - Complexity: O(*n*) in the members of all objects.
  func readAllCode() {
    resolveFloatingCode()
    for (index, callable) in callables.enumerated() where callable.belongsToNone {
      readCode(of: CodePlace(action: UInt32(index)))
    }
    for index in 0..<UInt32(core.pointee.objects.count) {
      guard core.pointee.objects[index].generation % 2 == 1 else { continue }
      for slot in core.pointee.slots(of: index) { readCode(of: CodePlace(slot: slot)) }
    }
  }

  private func enterSetter(of name: Name, _ owner: ObjectID, _ place: CodePlace) {
    for layout in layouts(of: core.pointee.classID(of: owner)).reversed() {
      guard layout.declared.exists else { continue }
      let tree = layout.tree.tree
      for member in tree.members(of: layout.declared) {
        guard case .property(let property) = tree.member(member),
          tree.name(property.name) == name, property.setter.exists
        else { continue }
        let effects = tree.effects(of: property.setter, parameters: parameters(.setter))
        let reading = CodeReading(layout.tree, effects, members: layout.members)
        return enter(CodeUnit(.place(place), reading, owner, owner: owner))
      }
    }
  }

  // MARK: What changes

  /// Resolves what began with a name that something has now.
  ///
  /// - Returns: The links whose code it is.
  func resolveCode(waitingFor name: Name) -> [UInt32] {
    var links: [UInt32] = []
    for number in codeEdges.takeWaiting(name) where !codeEdges[number].isGone {
      resolve(number)
      if case .link(let link) = codeEdges[number].origin { links.append(link) }
    }
    return links
  }

  /// Resolves anew what leads over properties.
  func resolveFloatingCode() {
    for number in codeEdges.takeFloating() { resolve(number) }
  }

  private func resolve(_ number: Int) {
    let edge = codeEdges[number]
    guard !edge.isGone else { return }
    add(codeEdges.moved(number, to: end(of: edge.effect, in: edge.tree, edge.unit.scope)))
  }
}
