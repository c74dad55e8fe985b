import BindingEngine
import Rendering

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
          throw .message(
            "'\(core.pointee.describe(object))' is an object, not an event",
            help: "name its event: fire \(core.pointee.describe(object)).…")
        }
        slot = found
      } else {
        slot = try self.slot(of: object, cache: instruction.b)
      }
      let info = core.pointee.info(of: slot)
      guard info.role == .event else {
        if case .object(let held) = core.pointee.read(slot), let name = defaultEvent(of: held) {
          let text = core.pointee.describe(property: slot)
          throw .message(
            "'\(text)' is a property, not an event", help: "fire \(text).\(name)")
        }
        throw .mistake(
          .notFired(core.pointee.describe(property: slot), MemberKind(info.role)))
      }
      if core.pointee.fireEvent(payload, at: slot) { try handle(core.pointee.run()) }
    case .nil, .object:
      core.pointee.turn.dropped += 1
      core.pointee.record(
        .dropped, .nothing, cause: core.pointee.currentCause, new: payload,
        text: text.isEmpty ? "fire" : text)
    default:
      throw .message("\(base.typeName) has no events", help: nil)
    }
  }

  func postNotification(_ name: Name) throws(ScriptFailure) {
    let payload = pop()
    if core.pointee.fireEvent(payload, at: session.notification(name)) {
      try handle(core.pointee.run())
    }
  }

  /// The name of an object's default event.
  private func defaultEvent(of object: ObjectID) -> String? {
    guard core.pointee.isAlive(object), let name = core.pointee.defaultProperty(of: object),
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
  func admit(_ plan: BindingPlan, _ source: EndSpec, _ target: EndSpec) throws(ScriptFailure) {
    if plan.hasEach, plan.arrow.isTwoWay {
      throw failure(.eachBothWays, at: node(of: plan, isSource: false))
    }
    if let slot = member(source) {
      let (kind, text) = words(slot)
      let node = node(of: plan, isSource: true)
      guard kind == .event else { throw failure(.notASource(text, kind), at: node) }
      if plan.arrow.isTwoWay { throw failure(.oneWayOnly(text, .event), at: node) }
      if plan.isOnce {
        throw failure(.eventOnce(text), at: node)
      }
      if plan.arrow.isInitial {
        let arrow: Arrow = plan.arrow.isLeftward ? .leftLater : .rightLater
        throw failure(.eventPassesNothingAtOnce(text, arrow: arrow.spelling), at: node)
      }
    }
    if plan.arrow.isTwoWay, let slot = member(target) {
      let (kind, text) = words(slot)
      throw failure(.oneWayOnly(text, kind), at: node(of: plan, isSource: false))
    }
  }

  private func node(of plan: BindingPlan, isSource: Bool) -> NodeID {
    isSource == plan.arrow.isLeftward ? plan.rightNode : plan.leftNode
  }

  /// Whether this can be watched so.
  func admit(_ plan: ObservePlan, _ source: EndSpec) throws(ScriptFailure) {
    let isEvent: Bool
    switch source {
    case .property(let slot): isEvent = core.pointee.info(of: slot).role == .event
    case .path(let path):
      guard let slot = core.pointee.lastSlot(of: path) else { return }
      isEvent = core.pointee.info(of: slot).role == .event
    case .block, .nothing: return
    }
    let node = NodeID(code.tree.tree[plan.node].a)
    if plan.isOn, !isEvent {
      if case .property(let slot) = source, case .object(let held) = core.pointee.read(slot),
        let name = defaultEvent(of: held)
      {
        let text = core.pointee.describe(property: slot)
        throw placed(
          .message("'\(text)' is a property, not an event", help: "write on \(text).\(name) { … }"),
          at: node)
      }
      guard let slot = member(source) else {
        throw failure(.notHeard(session.text(of: node, in: code.tree.tree), .property), at: node)
      }
      throw failure(.notHeard(words(slot).text, words(slot).kind), at: node)
    }
    if !plan.isOn, let slot = member(source) {
      throw failure(.notObserved(words(slot).text, words(slot).kind), at: node)
    }
  }
}
