import BindingEngine
import Compiling
import Language
import Names
import Syntax

extension Machine {
  /// The slot of a member of `object`; quickly if the cache knows its class.
  @inline(__always)
  func slot(of object: ObjectID, cache: UInt16) throws(ScriptFailure) -> UInt32 {
    let place = code.caches.base + Int(cache)
    let record = core.pointee.objects[object.index]
    if place.pointee.classID == record.classID { return record.base + place.pointee.ordinal }
    return try findSlot(of: object, place)
  }

  @inline(never)
  private func findSlot(
    of object: ObjectID, _ place: UnsafeMutablePointer<MemberCache>
  ) throws(ScriptFailure) -> UInt32 {
    let name = place.pointee.name
    let record = core.pointee.objects[object.index]
    if let ordinal = core.pointee.ordinal(of: name, in: record.classID) {
      place.pointee.classID = record.classID
      place.pointee.ordinal = UInt32(ordinal)
      return record.base + UInt32(ordinal)
    }
    guard let slot = core.pointee.slot(name, of: object) else {
      throw noProperty(name, of: object)
    }
    return slot
  }

  package func noProperty(_ name: Name, of object: ObjectID) -> ScriptFailure {
    let text = session.names.text(of: name)
    let owner = core.pointee.describe(object)
    if core.pointee.classID(of: object) == session.commandClass,
      CommandCall(rawValue: text) != nil
    {
      return .message("'\(owner).\(text)' must be called", help: "write \(owner).\(text)()")
    }
    return .mistake(
      session.noProperty(name, of: owner, having: session.propertyNames(of: object)))
  }

  // MARK: Reading

  @inline(__always)
  func pushMember(of base: Value, cache: UInt16) throws(ScriptFailure) {
    guard case .object(let object) = base, core.pointee.isAlive(object) else {
      return try pushTail(of: base, (code.caches.base + Int(cache)).pointee.name)
    }
    try pushProperty(try slot(of: object, cache: cache), of: base)
  }

  /// - Parameter key: The value that names the property; nil if the source does.
  @inline(__always)
  func pushProperty(_ slot: UInt32, of base: Value, key: Value? = nil) throws(ScriptFailure) {
    let record = core.pointee.properties[slot]
    if isTracking {
      if record.isAtHand { core.pointee.noteTracked(slot) }
    } else if record.isEvaluated {
      core.pointee.noteUntracked(slot)
    }
    if record.marks.rawValue & core.pointee.readMask != 0 {
      if record.isAtHand {
        if core.pointee.orderPlace(of: slot) >= core.pointee.settledBelow {
          core.pointee.noteRead(slot)
        }
        return push(core.pointee.read(slot))
      }
      if record.marks.contains(.unreadable) { throw unreadable(slot) }
      pc -= 1
      // When it is evaluated, this instruction runs again, with what it needs on the stack.
      switch pc.pointee.operation {
      case .member, .memberByKey: push(base)
      case .element:
        push(base)
        push(key ?? .nil)
      default: break
      }
      try handle(core.pointee.computeForReader(slot, isTracked: isTracking))
      return
    }
    push(core.pointee.read(slot))
  }

  /// A value tail, or a member of nil: nil.
  func pushTail(of base: Value, _ name: Name) throws(ScriptFailure) {
    let text = session.names.text(of: name)
    var base = base
    if case .object = base { base = .nil }
    if case .string(let characters) = base, text == "count" {
      return push(.int(texts.count(of: characters)))
    }
    noteInside(base, tail: text)
    let tail = ValueTail(rawValue: text)
    if tail != nil { try spend(onCopyOf: base) }
    let value = try ValueTail.value(
      text, tail, of: base, text: { core.pointee.describe($0) },
      literal: { core.pointee.literal($0) })
    // Then it has been left early.
    if case .list = base, core.pointee.isInterrupted { throw .graph(.interrupted) }
    push(core.pointee.living(value))
  }

  private func unreadable(_ slot: UInt32) -> ScriptFailure {
    let kind = core.pointee.info(of: slot).role
    guard let mistake = kind.mistake(ofReading: sourceText) else {
      preconditionFailure("\(kind) can be read")
    }
    return .mistake(mistake)
  }

  // MARK: Writing

  func setMember(_ instruction: Instruction) throws(ScriptFailure) {
    let value = pop()
    let base = pop()
    try write(value, to: base, instruction)
  }

  func write(
    _ value: Value, to base: Value, _ instruction: Instruction
  ) throws(ScriptFailure) {
    if instruction.a == 0 { return try write(value, to: base, cache: instruction.b) }
    if instruction.a == 2 { return try writeList(value, to: base, instruction.b) }
    guard case .object(let object) = base, core.pointee.isAlive(object) else {
      return try writeToNothing(base, value, name(of: instruction.b))
    }
    let slot = try slot(of: object, cache: instruction.b)
    if let error = core.pointee.storeSilent(value, in: slot) { throw .graph(error) }
  }

  @inline(__always)
  func write(_ value: Value, to base: Value, cache: UInt16) throws(ScriptFailure) {
    guard case .object(let object) = base, core.pointee.isAlive(object) else {
      return try writeToNothing(base, value, name(of: cache))
    }
    let slot = try slot(of: object, cache: cache)
    if core.pointee.write(value, to: slot) { try handle(core.pointee.run()) }
  }

  /// Writes a list of which one element was inserted, removed or replaced.
  private func writeList(_ value: Value, to base: Value, _ cache: UInt16) throws(ScriptFailure) {
    guard case .object(let object) = base, core.pointee.isAlive(object) else {
      return try writeToNothing(base, value, name(of: cache))
    }
    let slot = try slot(of: object, cache: cache)
    if core.pointee.write(value, to: slot, change: listChange) { try handle(core.pointee.run()) }
  }

  private func name(of cache: UInt16) -> String {
    session.names.text(of: (code.caches.base + Int(cache)).pointee.name)
  }

  /// A write to a member of nil does nothing, and the trace says so. For other values it is an
  /// error.
  func writeToNothing(
    _ base: Value, _ value: Value, _ name: String
  ) throws(ScriptFailure) {
    if let mistake = ValueKinds(of: base).mistake(ofWriting: name) { throw .mistake(mistake) }
    core.pointee.turn.dropped += 1
    core.pointee.record(
      .dropped, .nothing, cause: core.pointee.currentCause, new: value, text: name)
  }

  // MARK: Making

  func makeInstance(_ plan: Int32) throws(ScriptFailure) {
    let plan = code.classPlans[Int(plan)]
    let classID = try session.makeClass(for: plan)
    try countMaking(classID)
    let object = core.pointee.makeObject(classID)
    session.countInstance(object, of: classID)
    push(.object(object))
    core.pointee.record(.make, cause: core.pointee.currentCause, new: .object(object))
    for layout in session.layouts(of: classID).reversed() {
      guard let code = session.initializer(of: layout) else { continue }
      enter(code, kind: .part, receiver: object)
    }
  }

  /// Counts an object that is about to be made.
  func countMaking(_ classID: ClassID) throws(ScriptFailure) {
    guard frames.count < Machine.deepestCalls else {
      let name = session.names.text(of: core.pointee.classes[Int(classID.index)].name)
      throw .message(
        "objects of '\(name)' are nested deeper than \(Machine.deepestCalls) calls",
        help: "an object that makes one of its own class needs a condition that ends it")
    }
    try countStep()
    try spend(core.pointee.bytes(ofInstancesOf: classID))
  }

  func initializeMember(
    _ instruction: Instruction, isPart: Bool
  ) throws(ScriptFailure) {
    let value = pop()
    let object: ObjectID
    if instruction.a < 0 {
      object = receiver
    } else {
      guard case .object(let made) = locals[Int(instruction.a)] else {
        preconditionFailure("no object to initialize")
      }
      object = made
    }
    guard core.pointee.isAlive(object) else {
      return leaveOut(value, isPart: isPart, (code.caches.base + Int(instruction.b)).pointee.name)
    }
    let slot = try slot(of: object, cache: instruction.b)
    if isPart, case .object(let part) = value {
      core.pointee.setParent(of: part, object)
      core.pointee.namePart(
        part, of: object, (code.caches.base + Int(instruction.b)).pointee.name)
    }
    let info = core.pointee.info(of: slot)
    if info.role != .property { throw .graph(.readOnly(core.pointee.named(slot))) }
    if info.computed.exists { throw .graph(.readOnly(core.pointee.named(slot))) }
    guard info.setter.exists else { return try storeFirst(value, in: slot) }
    try startSetter(info.setter, of: object, slot: slot, value)
  }

  /// A first value of an object that was released while it was made is discarded, and a part made
  /// for it ends with it.
  private func leaveOut(_ value: Value, isPart: Bool, _ name: Name) {
    let cause = core.pointee.currentCause
    core.pointee.turn.dropped += 1
    core.pointee.record(
      .dropped, .nothing, cause: cause, new: value, text: session.names.text(of: name))
    if isPart, case .object(let part) = value { core.pointee.release(part, cause: cause) }
  }

  /// A first value is not a write: nothing can observe the property yet.
  func storeFirst(_ value: Value, in slot: UInt32) throws(ScriptFailure) {
    if core.pointee.isDead(slot) {
      return leaveOut(value, isPart: false, core.pointee.info(of: slot).name)
    }
    guard let admitted = core.pointee.admit(value, as: core.pointee.info(of: slot).type) else {
      throw .graph(.typeMismatch(core.pointee.named(slot), value))
    }
    core.pointee.storeFirst(admitted, in: slot)
    // A part may have code that leads here before it is stored.
    if session.codeGraph.codeEdges.lead(over: slot) { core.pointee.noteReference(slot) }
  }

  /// Evaluates one stale `computed` of `self` at a time and comes back, until there is none.
  func computeNext() throws(ScriptFailure) {
    guard core.pointee.isAlive(receiver) else { return }
    // Those before the last one may have become stale again meanwhile.
    let start = evaluatedUpTo.removeValue(forKey: receiver) ?? 0
    let next =
      core.pointee.staleProperty(of: receiver.index, from: start)
      ?? (start == 0 ? nil : core.pointee.staleProperty(of: receiver.index, from: 0))
    guard let (slot, ordinal) = next else { return }
    evaluatedUpTo[receiver] = ordinal
    pc -= 1
    try handle(core.pointee.computeForReader(slot, isMaking: true))
  }

  func finishInstance(_ instruction: Instruction) throws(ScriptFailure) {
    guard case .object(let object) = locals[Int(instruction.b)], core.pointee.isAlive(object) else {
      return
    }
    let layouts = session.layouts(of: core.pointee.classID(of: object))
    if instruction.a >= 0 {
      // Levels run in the opposite order: what is notified last is entered first.
      if let own = layouts.last, session.watchesViewModel(own) {
        enter(session.viewModelCode.watch, kind: .part, receiver: object)
      }
      for layout in layouts.reversed() {
        guard let code = session.linkMaker(of: layout) else { continue }
        enter(code, kind: .part, receiver: object)
      }
    }
    if core.pointee.hasStaleProperty(object.index) {
      enter(session.computeAllCode, kind: .part, receiver: object)
    }
  }

  /// Notifies `self` of its new view model after its bindings.
  func watchViewModel() throws(ScriptFailure) {
    guard core.pointee.isAlive(receiver),
      let slot = core.pointee.slot(session.viewModelName, of: receiver),
      let action = core.pointee.slot(session.didUpdateName, of: receiver)
    else { return push(Machine.noLink) }
    let callable = session.state.callables[Int(core.pointee.info(of: action).callable)]
    let wanted = callable.parameters.count
    if wanted > 1, let mistake = session.mistake(ofGiving: 1, to: callable.name, taking: wanted) {
      let tree = callable.tree.tree
      let place = tree[tree.declaredNode(callable.node) ?? callable.node].span
      throw .diagnostic(session.diagnostic(for: .mistake(mistake), file: tree.file, span: place))
    }
    var spec = LinkSpec(source: .property(slot))
    spec.observe = keep(
      Block(
        code: .passRetained(session.viewModelCode.notify), copies: [], receiver: receiver))
    spec.origin = session.origin(callable.tree, callable.node, arrow: nil)
    let link = core.pointee.makeLink(spec)
    core.pointee.record(.bind, cause: core.pointee.currentCause, link: link)
    session.codeGraph.enterCall(of: action, by: link, owner: receiver, callable.tree)
    push(.int(Int(link)))
  }

  /// Calls `viewDidUpdateViewModel`, with the view model where the action has a parameter.
  func notifyViewModel(_ instruction: Instruction) throws(ScriptFailure) {
    var call = instruction
    if case .object(let object) = (sp - 2).pointee, core.pointee.isAlive(object),
      let action = core.pointee.slot(session.didUpdateName, of: object),
      !session.state.callables[Int(core.pointee.info(of: action).callable)].parameters.isEmpty
    {
      return try callMember(call)
    }
    discard(1)
    call.a = 0
    try callMember(call)
  }

  /// `object p` and `let p = new Person` call the object `p`.
  func nameObject(_ name: Name) {
    guard case .object(let object) = (sp - 1).pointee else { return }
    core.pointee.name(object, .declared(name))
  }

  func declareGlobal(_ instruction: Instruction) {
    let node = NodeID(UInt32(instruction.a))
    let slot = session.declareValue(
      code.tree, node, isVariable: instruction.b == 1)
    core.pointee.storeSilently(pop(), in: slot)
  }

  func extend(_ body: NodeID) throws(ScriptFailure) {
    let target = pop()
    guard case .object(let object) = target, core.pointee.isAlive(object) else {
      throw ValuePlace.extended.failure(target)
    }
    let tree = code.tree
    for info in try session.properties(of: body, in: tree, extending: object) {
      if let slot = core.pointee.slot(info.name, of: object) {
        throw .mistake(
          .thereAlready(
            property: session.names.text(of: info.name), owner: core.pointee.describe(object),
            isComputed: core.pointee.properties[slot].flags.contains(.computed)))
      }
      _ = core.pointee.extend(object, with: info)
      session.symbols.noteDeclared(info.name)
    }
  }

  func release() throws(ScriptFailure) {
    switch pop() {
    case .object(let object):
      let refusal = core.pointee.refusal(ofReleasing: object) { [session] link in
        session.linkOrigin(of: link)?.isOwn ?? false
      }
      if let refusal { throw .graph(refusal) }
      if let slot = core.pointee.markedTarget(ofReleasing: object) {
        pc -= 1
        push(.object(object))
        return try handle(core.pointee.computeForReader(slot))
      }
      core.pointee.release(object, cause: core.pointee.currentCause)
    case .nil:
      core.pointee.turn.dropped += 1
      core.pointee.record(.dropped, .nothing, cause: core.pointee.currentCause, text: "release")
    case let value: throw ValuePlace.released.failure(value)
    }
  }
}
