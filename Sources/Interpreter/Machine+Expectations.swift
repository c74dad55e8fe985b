import BindingEngine
import Compiling
import Language
import Syntax
import Text

// `expect` when its operands are known.
extension Machine {
  func wanted(_ constant: Int32) -> String {
    guard constant >= 0, case .string(let text) = code.constants[Int(constant)] else { return "" }
    return " with \(Value.quoted(text))"
  }

  /// The block of an `expect error` has ended: errors that were passed over in it count, too.
  func endExpectError(_ constant: Int32, _ handler: Handler) {
    if let found = handler.passedOver, !found.isEmpty { return expectedError(constant, found) }
    session.expectationFailed(
      "expected an error\(wanted(constant)), but there was none", at: span,
      in: code.tree.tree.file)
  }

  func expectedError(_ constant: Int32, _ found: [String]) {
    guard constant >= 0, case .string(let text) = code.constants[Int(constant)],
      !found.contains(where: { isPart(text, of: $0) })
    else { return session.expectationHeld() }
    session.expectationFailed(
      "a different error: \(found[0])", at: span, in: code.tree.tree.file,
      help: "\(Value.quoted(text)) was expected in the message")
  }

  /// Whether a text is a part of a message, as it is or as it is shown.
  private func isPart(_ text: String, of message: String) -> Bool {
    session.contains(message, text) || session.contains(message.cutForMessage, text)
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
          "\(plan.message)\(core.pointee.literal(left)) and \(core.pointee.literal(right)) cannot be compared",
          at: span, in: tree.tree.file)
        return
      }
      session.expectationFailed(
        plan, in: code, left: core.pointee.literal(left), right: core.pointee.literal(right))
      return
    }
    let value = pop()
    if case .bool(true) = value { return session.expectationHeld() }
    var parts: [String] = []
    if case .bool = value { parts = explain(plan.node, wanting: true) }
    session.expectationFailed(
      plan.message
        + (parts.isEmpty
          ? "expected true, got \(core.pointee.literal(value))"
          : parts.joined(separator: ", and ")),
      at: span, in: tree.tree.file)
  }

  // MARK: The operands of a condition

  func noteOperand(_ node: Int32) {
    if node == 0 { return session.state.operands.removeAll() }
    session.state.operands[NodeID(UInt32(node))] = (sp - 1).pointee
  }

  /// Which parts of a condition made it other than `wanted`, each with its values. Empty if the
  /// values are not known, because a call inside the condition had an `expect` of its own.
  private func explain(_ id: NodeID, wanting wanted: Bool) -> [String] {
    let tree = code.tree.tree
    switch tree.expression(id) {
    case .parenthesized(let inner): return explain(inner, wanting: wanted)
    case .unary(.not, let operand): return explain(operand, wanting: !wanted)
    case .binary(let operation, let left, let right) where operation == .and || operation == .or:
      let sides = [left, right].filter { truth(of: $0) == !wanted }
      // One false side is enough to make `&&` false, and one true side to make `||` true.
      let decides = (operation == .and) == wanted
      return (decides ? Array(sides.prefix(1)) : sides).flatMap { explain($0, wanting: wanted) }
    case .binary(let operation, let leftNode, let rightNode) where operation.isComparison:
      guard let left = session.state.operands[leftNode],
        let right = session.state.operands[rightNode]
      else {
        return []
      }
      let leftText = session.text(of: leftNode, in: tree)
      let sign = (wanted ? "" : "not ") + (operation == .equal ? "" : operation.spelling + " ")
      return [
        "\(leftText) is \(core.pointee.literal(left)), expected \(sign)\(core.pointee.literal(right))"
      ]
    default:
      guard let value = session.state.operands[id] else { return [] }
      let text = session.text(of: id, in: tree)
      return ["\(text) is \(core.pointee.literal(value)), expected \(wanted)"]
    }
  }

  /// The result of a part of a condition; nil if it was not evaluated.
  private func truth(of id: NodeID) -> Bool? {
    switch code.tree.tree.expression(id) {
    case .parenthesized(let inner): return truth(of: inner)
    case .unary(.not, let operand): return truth(of: operand).map { !$0 }
    case .binary(let operation, let left, let right) where operation == .and || operation == .or:
      guard let first = truth(of: left) else { return nil }
      return first == (operation == .or) ? first : truth(of: right)
    case .binary(let operation, let left, let right) where operation.isComparison:
      guard let left = session.state.operands[left], let right = session.state.operands[right]
      else {
        return nil
      }
      return try? Operators.compare(operation, left, right)
    default:
      if case .bool(let flag)? = session.state.operands[id] { return flag }
      return nil
    }
  }

  // MARK: What a block sets off

  func watchTurns(_ node: NodeID, hasLimit: Bool) throws(ScriptFailure) {
    var limit: Int?
    if hasLimit {
      let value = pop()
      guard case .int(let number) = value, number >= 0 else {
        throw ValuePlace.limit.failure(value, text: core.pointee.literal(value))
      }
      limit = number
    }
    session.beginWatching(node, in: code.tree, limit: limit)
  }

  func endWatching(hasFailed: Bool) {
    // A failure that it has caught has removed it already.
    if !hasFailed { handlers.removeLast() }
    session.endWatching(failure: hasFailed ? caught : nil)
  }
}
