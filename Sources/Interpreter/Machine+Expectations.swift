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
    var parts: [String] = []
    if case .bool = value { parts = explain(plan.node, wanting: true) }
    session.expectationFailed(
      parts.isEmpty
        ? "expected true, got \(core.pointee.literal(value))" : parts.joined(separator: ", and "),
      at: span, in: tree.tree.file)
  }

  // MARK: The operands of a condition

  func noteOperand(_ node: Int32) {
    if node == 0 { return session.operands.removeAll() }
    session.operands[NodeID(UInt32(node))] = (sp - 1).pointee
  }

  /// Which parts of a condition made it other than `wanted`, each with its values. Empty where the
  /// values are not known: a call within the condition had an `expect` of its own.
  private func explain(_ id: NodeID, wanting wanted: Bool) -> [String] {
    let tree = code.tree.tree
    let node = tree[id]
    let text = session.text(of: id, in: tree)
    switch (node.kind, BinaryOperator(rawValue: node.flags)) {
    case (.parenthesized, _): return explain(NodeID(node.a), wanting: wanted)
    case (.unary, _) where node.flags == UnaryOperator.not.rawValue:
      return explain(NodeID(node.a), wanting: !wanted)
    case (.binary, let operation?) where operation == .and || operation == .or:
      let sides = [NodeID(node.a), NodeID(node.b)].filter { truth(of: $0) == !wanted }
      // One false side is enough to make `&&` false, and one true side to make `||` true.
      let decides = (operation == .and) == wanted
      return (decides ? Array(sides.prefix(1)) : sides).flatMap { explain($0, wanting: wanted) }
    case (.binary, let operation?) where operation.isComparison:
      guard let left = session.operands[NodeID(node.a)],
        let right = session.operands[NodeID(node.b)]
      else {
        return []
      }
      let leftText = session.text(of: NodeID(node.a), in: tree)
      let sign = (wanted ? "" : "not ") + (operation == .equal ? "" : operation.spelling + " ")
      return [
        "\(leftText) is \(core.pointee.literal(left)), expected \(sign)\(core.pointee.literal(right))"
      ]
    default:
      guard let value = session.operands[id] else { return [] }
      return ["\(text) is \(core.pointee.literal(value)), expected \(wanted)"]
    }
  }

  /// What a part of a condition came to; nil where it was not evaluated.
  private func truth(of id: NodeID) -> Bool? {
    let tree = code.tree.tree
    let node = tree[id]
    switch (node.kind, BinaryOperator(rawValue: node.flags)) {
    case (.parenthesized, _): return truth(of: NodeID(node.a))
    case (.unary, _) where node.flags == UnaryOperator.not.rawValue:
      return truth(of: NodeID(node.a)).map { !$0 }
    case (.binary, let operation?) where operation == .and || operation == .or:
      guard let left = truth(of: NodeID(node.a)) else { return nil }
      return left == (operation == .or) ? left : truth(of: NodeID(node.b))
    case (.binary, let operation?) where operation.isComparison:
      guard let left = session.operands[NodeID(node.a)],
        let right = session.operands[NodeID(node.b)]
      else {
        return nil
      }
      return try? Operators.compare(operation, left, right)
    default:
      if case .bool(let flag)? = session.operands[id] { return flag }
      return nil
    }
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
