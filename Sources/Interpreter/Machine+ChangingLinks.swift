import BindingEngine
import Compiling
import Language
import Names
import Syntax

// `unbind`, `rebind` and `transform`: what changes a binding or observer that exists.
extension Machine {
  private func popLink() throws(ScriptFailure) -> UInt32 {
    guard case .int(let number) = pop() else { preconditionFailure("no binding's number") }
    return try session.link(numbered: number)
  }

  /// Evaluates a property that one of some bindings has marked, and comes back: these are about to end or
  /// move.
  ///
  /// - Parameter operands: What the instruction has taken from the stack.
  /// - Returns: Whether there is one.
  private func evaluatesTarget(
    of links: [UInt32], _ operands: [Value] = []
  ) throws(ScriptFailure) -> Bool {
    guard let slot = core.pointee.markedTarget(of: links) else { return false }
    pc -= 1
    for operand in operands { push(operand) }
    try handle(core.pointee.computeForReader(slot))
    return true
  }

  func unbind(_ what: Int32) throws(ScriptFailure) {
    switch what {
    case 0:
      let links = session.sortedLinks()
      if try evaluatesTarget(of: links) { return }
      end(links)
    case 1:
      guard case .int(let number) = (sp - 1).pointee else { return }
      if session.hasEnded(linkNumbered: number) {
        _ = pop()
        guard core.pointee.semantics.orphan == .error else { return }
        throw .mistake(.unboundAlready("#\(number)"))
      }
      let link = try session.link(numbered: number)
      if try evaluatesTarget(of: [link]) { return }
      _ = pop()
      end([link])
    default:
      let target = pop()
      guard case .object(let object) = target else { throw ValuePlace.unbound.failure(target) }
      let links = session.links(of: object)
      if try evaluatesTarget(of: links, [target]) { return }
      end(links)
    }
  }

  private func end(_ links: [UInt32]) {
    let cause = core.pointee.currentCause
    let cleared = core.pointee.semantics.ended == .clear ? links.compactMap(rightEnd) : []
    for link in links { core.pointee.end(link, reason: .asked, cause: cause) }
    // The level entered last runs first.
    for slot in cleared.reversed() {
      guard let code = session.codeGivingBack(slot) else { continue }
      enter(code, kind: .part, receiver: core.pointee.propertyID(slot).object)
    }
  }

  /// The property at the right end of a binding; nil for an observer, or if its path is broken.
  private func rightEnd(of link: UInt32) -> UInt32? {
    let record = core.pointee.links[link]
    guard record.flags.isDisjoint(with: .observer) else { return nil }
    let slot =
      record.flags.contains(.leftward) ? core.pointee.sources(of: link).last ?? 0 : record.target
    return slot == 0 || core.pointee.isDead(slot) ? nil : slot
  }

  func rebind(_ plan: BindingPlan) throws(ScriptFailure) {
    let values = take(2)
    let link = try popLink()
    let number = Value.int(core.pointee.number(of: link))
    if try evaluatesTarget(of: [link], [number] + values) { return }
    guard !core.pointee.links[link].flags.contains(.observer) else {
      throw .message("#\(core.pointee.number(of: link)) is an observer, not a binding", help: nil)
    }
    let arrow = session.arrow(of: link) ?? .right
    let (isLeftward, isTwoWay) = (arrow.isLeftward, arrow.isTwoWay)
    let left = try end(
      plan.left, values[0], at: plan.leftNode, isTarget: isTwoWay || isLeftward,
      kept: names(ofEnd: link, isTarget: isLeftward))
    let right = try end(
      plan.right, values[1], at: plan.rightNode, isTarget: !isLeftward,
      kept: names(ofEnd: link, isTarget: !isLeftward))
    let (source, target) = arrow.isLeftward ? (right, left) : (left, right)
    // A binding cannot be moved to ends between which it could not have been made.
    try admit(
      plan, arrow: arrow, isOnce: core.pointee.links[link].flags.contains(.once),
      (last(source), last(target)))
    let former = core.pointee.isTracing ? session.describe(link: link) : nil
    let formerEnds = (core.pointee.sources(of: link), core.pointee.links[link].target)
    core.pointee.rebind(link, source: source, target: target)
    core.pointee.recordRebind(link, from: formerEnds.0, to: formerEnds.1, text: former)
    readCode(of: target)
    readCode(of: source)
    push(.int(Int(link)))
    if arrow.isInitial, core.pointee.fireInitially(link) { try handle(core.pointee.run()) }
  }

  /// The names that lead to an end of a binding, from the object that it begins at.
  private func names(ofEnd link: UInt32, isTarget: Bool) -> [Name] {
    let record = core.pointee.links[link]
    if record.detail != 0 {
      let detail = core.pointee.details[record.detail]
      switch isTarget ? detail.target : detail.source {
      case .path(let path): return core.pointee.paths[Int(path)].names
      case .block, .nothing: return []
      case .property: break
      }
    }
    let slot = isTarget ? record.target : record.source
    return slot == 0 ? [] : [core.pointee.info(of: slot).name]
  }

  func transformBinding() throws(ScriptFailure) {
    let block = blockID(pop())
    let link = try popLink()
    guard !core.pointee.links[link].flags.contains(.observer) else {
      throw .message("#\(core.pointee.number(of: link)) is an observer, not a binding", help: nil)
    }
    core.pointee.setTransform(block, of: link)
    session.codeGraph.enterTransform(block, of: link)
    if session.codeGraph.closesCodeCycle(link) { session.noteClosedCycle(link) }
    if core.pointee.fireTransformed(link) { try handle(core.pointee.run()) }
  }
}
