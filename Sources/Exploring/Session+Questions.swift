import BindingEngine
import Interpreter
import Language
import Rendering
import Syntax

// Questions about causes: what is asked of which property, and the answer as text.
extension Session {
  func answer(
    _ node: Node, in tree: SyntaxTree, _ subjects: [Value]
  ) throws(ScriptFailure) {
    let recording = LiveRecording(self)
    let text = AnswerText(names: recording, isASCII: options.isASCII, width: options.width)
    let lines: [String]
    if node.kind == .costs {
      lines = text.lines(Costs(of: recording))
    } else if node.kind == .whynot, let broken = brokenWay(node, in: tree, subjects) {
      lines = TurnTrace.wrap(broken, width: options.width)
    } else {
      let property = try slot(at: NodeID(node.a), in: tree, subjects[0])
      switch node.kind {
      case .why:
        let turn = turnNumber(NodeID(node.b), in: tree)
        lines = text.lines(Why(property, after: turn, in: recording), after: turn)
      case .blame:
        let turn = turnNumber(NodeID(node.b), in: tree)
        lines = text.lines(Blame(property, in: turn, of: recording), in: turn)
      case .history: lines = text.lines(ValueHistory(property, of: recording))
      default:
        var ends = (source: UInt32?.none, target: property)
        if node.b != 0 {
          let other = try slot(at: NodeID(node.b), in: tree, subjects[1])
          let isLeftward = Arrow(rawValue: node.flags)?.isLeftward ?? false
          ends = isLeftward ? (other, property) : (property, other)
        }
        lines = text.lines(WhyNot(ends.target, from: ends.source, in: recording))
      }
    }
    for line in lines { print(line) }
  }

  /// Where a way that is asked about breaks off: that is what stops a value there.
  private func brokenWay(_ node: Node, in tree: SyntaxTree, _ subjects: [Value]) -> String? {
    for (path, subject) in zip([node.a, node.b].filter { $0 != 0 }.map { NodeID($0) }, subjects) {
      guard case .nil = subject, tree[path].kind == .member else { continue }
      let whole = text(of: path, in: tree)
      let base = text(of: NodeID(tree[path].a), in: tree)
      return
        "nil stands on the way: \(base) is nil, so that \(whole) is not there to be read or written"
    }
    return nil
  }

  private func turnNumber(_ id: NodeID, in tree: SyntaxTree) -> Int? {
    guard id.exists else { return nil }
    return Int(bitPattern: UInt(SyntaxTree.bits(tree[id])))
  }

  /// The property that a path names: of an object alone its default property.
  ///
  /// - Parameter subject: The object whose property the path names, or what a path without a dot is.
  private func slot(
    at path: NodeID, in tree: SyntaxTree, _ subject: Value
  ) throws(ScriptFailure) -> UInt32 {
    let node = tree[path]
    let text = text(of: path, in: tree)
    guard case .object(let object) = subject else {
      if node.kind == .member {
        guard case .nil = subject else {
          throw .message("'\(text)' is part of a value, not a property", help: nil)
        }
        let base = self.text(of: NodeID(node.a), in: tree)
        throw .message("'\(text)' has no object: '\(base)' is nil", help: "ask about '\(base)'")
      }
      throw .message(
        "'\(text)' is no property", help: "ask about a property of an object, such as 'vm.name'")
    }
    if node.kind == .member {
      let name = tree.name(NodeID(node.b))
      guard let slot = core.pointee.slot(name, of: object) else {
        throw machine.noProperty(name, of: object)
      }
      return slot
    }
    guard let name = core.pointee.defaultProperty(of: object),
      let slot = core.pointee.slot(name, of: object)
    else {
      let known = propertyNames(of: object).first.map { "name a property, such as '\(text).\($0)'" }
      throw .message("'\(text)' is an object without a default property", help: known)
    }
    return slot
  }
}
