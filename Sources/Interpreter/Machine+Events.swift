import BindingEngine
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
      var slot: UInt32
      if instruction.a == 1 {
        guard let name = core.pointee.defaultProperty(of: object),
          let found = core.pointee.slot(name, of: object)
        else {
          throw .mistake(.noDefaultEvent(core.pointee.describe(object)))
        }
        slot = found
      } else {
        slot = try self.slot(of: object, cache: instruction.b)
      }
      let info = core.pointee.info(of: slot)
      guard info.role == .event else {
        throw .mistake(
          .notFired(
            core.pointee.describe(property: slot), MemberKind(info.role),
            event: defaultEvent(heldBy: slot)))
      }
      if core.pointee.fireEvent(payload, at: slot) { try handle(core.pointee.run()) }
    case .nil, .object:
      core.pointee.turn.dropped += 1
      core.pointee.record(
        .dropped, .nothing, cause: core.pointee.currentCause, new: payload,
        text: text.isEmpty ? "fire" : text)
    default: throw ValuePlace.fired.failure(base)
    }
  }

  func postNotification(_ name: Name) throws(ScriptFailure) {
    let payload = pop()
    if core.pointee.fireEvent(payload, at: session.notification(name)) {
      try handle(core.pointee.run())
    }
  }

  /// The name of the default event of the object that a property holds.
  private func defaultEvent(heldBy slot: UInt32) -> String? {
    guard case .object(let object) = core.pointee.read(slot), core.pointee.isAlive(object),
      let name = core.pointee.defaultProperty(of: object),
      let slot = core.pointee.slot(name, of: object), core.pointee.info(of: slot).role == .event
    else { return nil }
    return session.names.text(of: name)
  }

  // MARK: Ends

  /// The property or other member that an end is, where that is known by now and not a property.
  private func member(_ end: EndSpec) -> UInt32? {
    let found: UInt32?
    switch end {
    case .property(let slot): found = slot
    case .path(let path): found = core.pointee.lastSlot(of: path)
    case .block, .nothing: found = nil
    }
    guard let found, core.pointee.info(of: found).role != .property else { return nil }
    return found
  }

  private func words(_ slot: UInt32) -> (kind: MemberKind, text: String) {
    (MemberKind(core.pointee.info(of: slot).role), core.pointee.describe(property: slot))
  }

  /// Whether a binding can pass values between these two.
  func admit(
    _ plan: BindingPlan, arrow: Arrow, _ source: EndSpec, _ target: EndSpec
  ) throws(ScriptFailure) {
    let (sourceNode, targetNode) =
      arrow.isLeftward ? (plan.rightNode, plan.leftNode) : (plan.leftNode, plan.rightNode)
    if let slot = member(source) {
      let (kind, text) = words(slot)
      guard kind == .event else { throw failure(.notASource(text, kind), at: sourceNode) }
      if arrow.isTwoWay { throw failure(.oneWayOnly(text, .event), at: sourceNode) }
      if plan.isOnce { throw failure(.eventOnce(text), at: sourceNode) }
      if arrow.isInitial {
        let later: Arrow = arrow.isLeftward ? .leftLater : .rightLater
        throw failure(.eventPassesNothingAtOnce(text, arrow: later.spelling), at: sourceNode)
      }
    }
    if arrow.isTwoWay, let slot = member(target) {
      let (kind, text) = words(slot)
      throw failure(.oneWayOnly(text, kind), at: targetNode)
    }
    if plan.hasEach, arrow.isTwoWay { throw failure(.eachBothWays, at: targetNode) }
    if let slot = member(target), core.pointee.info(of: slot).role == .action {
      let callable = session.callables[Int(core.pointee.info(of: slot).callable)]
      guard callable.parameters.count <= 1 else {
        throw placed(argumentsMissing(callable), at: targetNode)
      }
    }
  }

  /// Tells of a view that a binding replaces by a text: a property means itself, so the default property
  /// of what it holds is to be named.
  func warnWhereReplaced(_ plan: BindingPlan, _ spec: LinkSpec) {
    guard let slot = last(spec.target), case .object(let held) = core.pointee.read(slot),
      let name = core.pointee.defaultProperty(of: held),
      let inner = core.pointee.slot(name, of: held),
      core.pointee.info(of: inner).role == .property
    else { return }
    // An object may well take the place of another.
    guard let source = last(spec.source) else { return }
    if case .object = core.pointee.read(source) { return }
    guard session.warnedReplacements.insert(plan.origin).inserted else { return }
    let node = plan.arrow.isLeftward ? plan.leftNode : plan.rightNode
    let tree = code.tree.tree
    let text = session.text(of: node, in: tree)
    session.warn(
      "'\(text)' holds an instance of \(session.className(of: held)), which this binding replaces"
        + " by the value that it passes",
      file: tree.file, span: tree[node].span,
      notes: [.init(.help, "write \(text).\(session.names.text(of: name))")])
  }

  /// Tells of a binding that observes an object where the object's event is meant: its target holds
  /// something else.
  func warnWhereEventMeant(_ plan: BindingPlan, _ spec: LinkSpec) {
    guard let slot = last(spec.source), core.pointee.info(of: slot).role == .property,
      let event = defaultEvent(heldBy: slot), let target = last(spec.target),
      case .object(let held) = core.pointee.read(slot)
    else { return }
    if core.pointee.info(of: target).role == .property {
      switch core.pointee.read(target) {
      case .nil, .object: return
      default: break
      }
    }
    guard session.warnedReplacements.insert(plan.origin).inserted else { return }
    let node = plan.arrow.isLeftward ? plan.rightNode : plan.leftNode
    let tree = code.tree.tree
    let mistake = Mistake.eventMeant(
      session.text(of: node, in: tree), type: session.className(of: held), event: event)
    session.report(Diagnostic(mistake, .warning, file: tree.file, span: tree[node].span))
  }

  /// Tells of a binding that does what another one does.
  func warnWhereAlike(_ link: UInt32) {
    guard !session.isDry, core.pointee.semantics.write == .keep,
      let other = core.pointee.linkAlike(link), let origin = session.linkOrigin(of: link),
      session.warnedReplacements.insert(core.pointee.origin(of: link)).inserted
    else { return }
    let tree = origin.tree.tree
    let first = session.place(of: other)
    session.report(
      Diagnostic(
        .sameBinding(session.hopText(other)), .warning, file: tree.file,
        span: tree[origin.node].span,
        notes: [.init(.note, "first made here", file: first?.file, span: first?.span)]))
  }

  /// The property that an end is, where that is known by now.
  private func last(_ end: EndSpec) -> UInt32? {
    switch end {
    case .property(let slot): slot
    case .path(let path): core.pointee.lastSlot(of: path)
    case .block, .nothing: nil
    }
  }

  /// Whether this can be watched so.
  func admit(_ plan: ObservePlan, _ source: EndSpec) throws(ScriptFailure) {
    let found: UInt32?
    switch source {
    case .property(let slot): found = slot
    case .path(let path): found = core.pointee.lastSlot(of: path)
    case .block, .nothing: found = nil
    }
    guard let slot = found else { return }
    let node = code.tree.tree.observedPath(plan.node)
    let (kind, text) = words(slot)
    if plan.isOn, kind != .event {
      throw failure(.notHeard(text, kind, event: defaultEvent(heldBy: slot)), at: node)
    }
    if !plan.isOn, kind != .property { throw failure(.notObserved(text, kind), at: node) }
  }
}
