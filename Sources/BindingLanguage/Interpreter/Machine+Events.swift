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
          throw .mistake(.noDefaultEvent(core.pointee.describe(object)))
        }
        slot = found
      } else {
        slot = try self.slot(of: object, cache: instruction.b)
      }
      let info = core.pointee.info(of: slot)
      guard info.role == .event else {
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
      throw .mistake(.noEvents(type: base.typeName))
    }
  }

  func postNotification(_ name: Name) throws(ScriptFailure) {
    let payload = pop()
    if core.pointee.fireEvent(payload, at: session.notification(name)) {
      try handle(core.pointee.run())
    }
  }

  // MARK: Ends

  /// What kind of member an end is, where that is known by now; its text.
  private func member(_ end: EndSpec) -> (role: PropertyInfo.Role, text: String)? {
    switch end {
    case .property(let slot):
      return (core.pointee.info(of: slot).role, core.pointee.describe(property: slot))
    case .path(let path):
      guard let slot = core.pointee.lastSlot(of: path) else { return nil }
      return (core.pointee.info(of: slot).role, core.pointee.describe(property: slot))
    case .block, .nothing: return nil
    }
  }

  /// Whether a binding can pass values between these two.
  ///
  /// - Parameter ends: The nodes at its left and right.
  func admit(
    _ arrow: Arrow, _ source: EndSpec, _ target: EndSpec, _ ends: (left: NodeID, right: NodeID),
    hasEach: Bool = false
  ) throws(ScriptFailure) {
    let isLeftward = arrow.isLeftward
    let sourceNode = isLeftward ? ends.right : ends.left
    let targetNode = isLeftward ? ends.left : ends.right
    if let (role, text) = member(source), role != .property {
      guard role == .event else {
        throw failure(.notASource(text, MemberKind(role)), at: sourceNode)
      }
      if arrow.isTwoWay { throw failure(.oneWayOnly(text, .event), at: sourceNode) }
      if arrow.isInitial {
        let later: Arrow = isLeftward ? .leftLater : .rightLater
        throw failure(.eventPassesNothingAtOnce(text, arrow: later.spelling), at: sourceNode)
      }
    }
    if let (role, text) = member(target), role != .property, arrow.isTwoWay {
      throw failure(.oneWayOnly(text, MemberKind(role)), at: targetNode)
    }
    if hasEach, arrow.isTwoWay { throw failure(.eachBothWays, at: targetNode) }
  }

  /// Whether this can be watched so.
  func admit(_ plan: ObservePlan, _ source: EndSpec) throws(ScriptFailure) {
    guard let (role, text) = member(source) else { return }
    let node = NodeID(code.tree.tree[plan.node].a)
    if plan.isOn, role != .event { throw failure(.notHeard(text, MemberKind(role)), at: node) }
    if !plan.isOn, role != .property {
      throw failure(.notObserved(text, MemberKind(role)), at: node)
    }
  }
}
