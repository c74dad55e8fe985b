import BindingEngine
import Compiling
import Language
import Names
import Syntax

// Events and notifications, and which members can be the ends of what.
extension Machine {
  func fireEvent(_ instruction: Instruction) throws(ScriptFailure) {
    let payload = pop()
    let base = pop()
    let text = session.names.text(of: (code.caches.base + Int(instruction.b)).pointee.name)
    switch base {
    case .object(let object) where core.pointee.isAlive(object):
      if instruction.a == 1 { return try fireDefault(of: object, payload) }
      let slot = try slot(of: object, cache: instruction.b)
      guard mayHoldObject(slot) else { return try fire(slot, payload) }
      // An object at the end of a path means its default event, as an object alone does.
      if case .object(let held) = core.pointee.read(slot) {
        return try fireDefault(of: held, payload)
      }
      dropFiring(text, payload)
    case .nil, .object: dropFiring(text.isEmpty ? "fire" : text, payload)
    default: throw ValuePlace.fired.failure(base)
    }
  }

  private func fireDefault(of object: ObjectID, _ payload: Value) throws(ScriptFailure) {
    guard let name = core.pointee.defaultProperty(of: object),
      let slot = core.pointee.slot(name, of: object)
    else {
      throw .mistake(
        .noDefaultEvent(
          core.pointee.describe(object), events: session.eventNames(of: object), isHandled: false))
    }
    // A user cannot press it. Its event by name is fired by the program.
    guard !session.isDisabledControl(object) else {
      core.pointee.turn.dropped += 1
      core.pointee.record(
        .dropped, .disabled, cause: core.pointee.currentCause, property: slot,
        text: core.pointee.describe(object))
      return
    }
    try fire(slot, payload)
  }

  private func fire(_ slot: UInt32, _ payload: Value) throws(ScriptFailure) {
    try refuse(
      core.pointee.info(of: slot).role.mistake(ofFiring: core.pointee.describe(property: slot)))
    if core.pointee.fireEvent(payload, at: slot) { try handle(core.pointee.run()) }
  }

  private func dropFiring(_ text: String, _ payload: Value) {
    core.pointee.turn.dropped += 1
    core.pointee.record(
      .dropped, .nothing, cause: core.pointee.currentCause, new: payload, text: text)
  }

  func postNotification(_ name: Name) throws(ScriptFailure) {
    let payload = pop()
    if core.pointee.fireEvent(payload, at: session.notification(name)) {
      try handle(core.pointee.run())
    }
  }

  /// Whether an object can be in a property, so that it may stand for its event.
  func mayHoldObject(_ slot: UInt32) -> Bool {
    let info = core.pointee.info(of: slot)
    return info.role == .property && ValueKinds(of: info.type).contains(.object)
      && !ValueKinds(of: core.pointee.read(slot)).isDisjoint(with: [.object, .nil])
  }

  /// The name of the default event of the object that a property holds.
  private func defaultEvent(heldBy slot: UInt32) -> String? {
    core.pointee.defaultEvent(heldBy: slot).map {
      session.names.text(of: core.pointee.info(of: $0).name)
    }
  }

  // MARK: Ends

  /// The properties or other members that the ends of a binding are, if they are known by now.
  typealias Ends = (source: UInt32?, target: UInt32?)

  /// The property or other member that an end is, if it is known by now.
  func last(_ end: EndSpec) -> UInt32? {
    switch end {
    case .property(let slot): slot
    case .path(let path): core.pointee.lastSlot(of: path)
    case .block, .nothing: nil
    }
  }

  private func kind(_ slot: UInt32) -> MemberKind { core.pointee.role(of: slot) }

  /// Whether a binding can pass values between these two.
  func admit(
    _ plan: BindingPlan, arrow: Arrow, isOnce: Bool, _ ends: Ends
  ) throws(ScriptFailure) {
    func action() -> (name: Name, count: Int)? {
      guard let target = ends.target else { return nil }
      let callable = session.state.callables[Int(core.pointee.info(of: target).callable)]
      return (callable.name, callable.parameters.count)
    }
    let found = session.mistake(
      ofPassing: arrow, from: ends.source.map { kind($0) }, to: ends.target.map { kind($0) },
      isOnce: isOnce, hasEach: plan.hasEach, action: action()
    ) { isTarget in
      (isTarget ? ends.target : ends.source).map { core.pointee.describe(property: $0) } ?? ""
    }
    guard let found else { return }
    try refuse(
      found.mistake, at: found.isTarget == arrow.isLeftward ? plan.leftNode : plan.rightNode)
  }

  /// Reports a view that a binding replaces by a text. A property means itself, so the default
  /// property of what it holds must be named. This only concerns what the declaration of an object
  /// made.
  func refuseReplacing(_ plan: BindingPlan, _ ends: Ends) throws(ScriptFailure) {
    guard let slot = ends.target, case .object(let held) = core.pointee.read(slot),
      let name = core.pointee.defaultProperty(of: held),
      let inner = core.pointee.slot(name, of: held),
      core.pointee.role(of: inner) == .property
    else { return }
    var passed = Value.nil
    if let source = ends.source {
      passed = core.pointee.read(source)
    } else {
      // The end of a broken path is not known. A part is rarely meant to be replaced.
      guard case .path = plan.arrow.isLeftward ? plan.right : plan.left, isPart(held, of: slot)
      else { return }
    }
    // Replacing an object by another one is not a mistake.
    if case .object = passed { return }
    let node = plan.arrow.isLeftward ? plan.leftNode : plan.rightNode
    let tree = code.tree.tree
    let text = session.text(of: node, in: tree)
    let mistake = Mistake.replacesObject(
      text, type: session.className(of: held), member: session.names.text(of: name))
    if passed != .nil, isPart(held, of: slot) { try refuse(mistake, at: node) }
    guard isNew(.wrongEnd, ofBinding: plan.origin) else { return }
    session.report(Diagnostic(mistake, .warning, file: tree.file, span: tree[node].span))
  }

  /// Whether a warning about a binding is shown for the first time.
  func isNew(_ code: FindingCode, ofBinding origin: UInt32) -> Bool {
    session.state.turned.given.bindings.insert(BindingWarning(origin: origin, code: code)).inserted
  }

  /// Whether an object was made by the declaration of the one that holds it in a property.
  private func isPart(_ held: ObjectID, of slot: UInt32) -> Bool {
    guard case .part(let owner, let name, _)? = core.pointee.objectNames[held.index] else {
      return false
    }
    return owner.index == core.pointee.properties[slot].owner
      && name == core.pointee.info(of: slot).name
  }

  /// Reports a two-way binding whose left end was given no value and that overwrites the value of
  /// its right end.
  func warnWherePassingNil(_ plan: BindingPlan, _ ends: Ends) {
    guard plan.arrow.isTwoWay, plan.arrow.isInitial, plan.stages.isEmpty, !plan.hasTransform,
      let left = ends.source, let right = ends.target, case .nil = core.pointee.read(left),
      !hasFirstValue(left), core.pointee.admit(.nil, as: core.pointee.info(of: right).type) != nil
    else { return }
    let lost = core.pointee.read(right)
    guard lost != .nil, isNew(.passesNilFirst, ofBinding: plan.origin) else { return }
    let tree = code.tree.tree
    let mistake = Mistake.passesNilFirst(
      core.pointee.describe(property: left), over: core.pointee.literal(lost),
      of: core.pointee.describe(property: right),
      turned: tree.turnedRound(tree.binding(plan.node)))
    session.report(Diagnostic(mistake, .warning, file: tree.file, span: tree[plan.node].span))
  }

  /// Reports a block that reads something whose change does not fire the binding. A binding from an
  /// event fires only with the event.
  func warnWhereUnannounced(_ plan: BindingPlan, _ ends: Ends) {
    guard let read = plan.unannounced,
      ends.source.map({ core.pointee.info(of: $0).role == .property }) ?? true,
      isNew(.readsUnannounced, ofBinding: plan.origin)
    else { return }
    let tree = code.tree.tree
    session.report(
      Diagnostic(read.mistake, .warning, file: tree.file, span: tree[read.node].span))
  }

  /// Whether the declaration of the object gives a property a value.
  private func hasFirstValue(_ slot: UInt32) -> Bool {
    session.declaration(ofProperty: slot).map { $0.initial.exists } ?? false
  }

  /// Reports a binding that observes an object although the object's event is meant: its target holds
  /// something else.
  func warnWhereEventMeant(_ plan: BindingPlan, _ ends: Ends) {
    guard let slot = ends.source, case .object(let held) = core.pointee.read(slot),
      core.pointee.role(of: slot) == .property, let event = defaultEvent(heldBy: slot),
      let target = ends.target
    else { return }
    if core.pointee.role(of: target) == .property {
      switch core.pointee.read(target) {
      case .nil, .object: return
      default: break
      }
    }
    guard isNew(.eventMeant, ofBinding: plan.origin) else { return }
    let node = plan.arrow.isLeftward ? plan.rightNode : plan.leftNode
    let tree = code.tree.tree
    let mistake = Mistake.eventMeant(
      session.text(of: node, in: tree), type: session.className(of: held), event: event)
    session.report(Diagnostic(mistake, .warning, file: tree.file, span: tree[node].span))
  }

  /// Reports a binding that does the same as another one.
  ///
  /// - Returns: Whether there is one.
  func warnWhereAlike(_ link: UInt32) -> Bool {
    guard !session.isDry, core.pointee.semantics.write == .keep,
      let other = core.pointee.linkAlike(link)
    else { return false }
    guard let origin = session.linkOrigin(of: link),
      isNew(.sameBinding, ofBinding: core.pointee.origin(of: link))
    else { return true }
    let tree = origin.tree.tree
    let first = session.place(of: other)
    session.report(
      Diagnostic(
        .sameBinding(session.hopText(other)), .warning, file: tree.file,
        span: tree[origin.node].span,
        notes: [.init(.note, "first made here", file: first?.file, span: first?.span)]))
    return true
  }

  /// Throws if this cannot be observed or handled in this way.
  func admit(_ plan: ObservePlan, _ source: EndSpec) throws(ScriptFailure) {
    guard let slot = last(source) else { return }
    let mistake =
      plan.isOn
      ? kind(slot).mistake(ofHandling: core.pointee.describe(property: slot))
      : kind(slot).mistake(ofObserving: core.pointee.describe(property: slot))
    try refuse(mistake, at: code.tree.tree.observedPath(plan.node))
  }
}
