import BindingEngine
import Language
import Syntax

// `expect`, where its operands are known.
extension Machine {
  func wanted(_ constant: Int32) -> String {
    guard constant >= 0, case .string(let text) = code.constants[Int(constant)] else { return "" }
    return ", though one with \(Value.quoted(text)) was expected"
  }

  func expectedError(_ constant: Int32) {
    guard constant >= 0, case .string(let text) = code.constants[Int(constant)],
      !session.contains(caught, text)
    else { return session.expectationHeld() }
    session.expectationFailed(
      "another error came: \(caught)", at: span, in: code.tree.tree.file,
      help: "\(Value.quoted(text)) was to be in the message")
  }

  func expect(_ plan: ExpectPlan) {
    let tree = code.tree
    if let comparison = plan.comparison {
      let right = pop()
      let left = pop()
      do {
        if try Operators.compare(comparison, left, right) { return session.expectationHeld() }
      } catch {
        session.expectationFailed(
          "\(core.pointee.literal(left)) and \(core.pointee.literal(right)) cannot be compared",
          at: span, in: tree.tree.file)
        return
      }
      session.expectationFailed(
        plan, in: code, left: core.pointee.literal(left), right: core.pointee.literal(right))
      return
    }
    let value = pop()
    if case .bool(true) = value { return session.expectationHeld() }
    session.expectationFailed(
      "expected true, got \(core.pointee.literal(value))", at: span, in: tree.tree.file)
  }

  // MARK: What a block sets off

  func watchTurns(_ node: NodeID, hasLimit: Bool) throws(ScriptFailure) {
    var limit: Int?
    if hasLimit {
      let value = pop()
      guard case .int(let number) = value, number >= 0 else {
        throw .mistake(.noLimit(type: core.pointee.literal(value)))
      }
      limit = number
    }
    session.beginWatching(node, in: code.tree, limit: limit)
  }

  func endWatching(hasFailed: Bool) {
    // One that has caught a failure is gone already.
    if !hasFailed { handlers.removeLast() }
    session.endWatching(failure: hasFailed ? caught : nil)
  }
}
