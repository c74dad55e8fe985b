import Names
import Syntax

/// A property that a binding's block reads, and whose changes do not set the binding off.
package struct UnannouncedRead {
  /// Where it stands.
  package let node: NodeID
  package let mistake: Mistake
}

extension World {
  /// The first property that a transformer's block of a binding reads besides what it is given.
  ///
  /// - Parameters:
  ///   - isObject: Whether a name means an object here.
  ///   - isOwn: Whether it means a property of `self`.
  package func unannouncedRead(
    of binding: BindingSyntax, in tree: SyntaxTree, isObject: (Name) -> Bool,
    isOwn: (Name) -> Bool
  ) -> UnannouncedRead? {
    // A two-way binding cannot have what it reads in its source.
    guard !binding.isOnce, !binding.arrow.isTwoWay else { return nil }
    let ends = [binding.left, binding.right].map { tree.sourceText(of: $0) }
    for block in blocks(of: binding, in: tree) {
      for path in tree.pathsRead(in: block) {
        let (root, names) = tree.path(path)
        let isProperty =
          switch tree.expression(root) {
          case .name(let name):
            !tree.declaresLocal(name, in: block)
              && !BlockRole.transform.parameters.contains(text(name))
              && (isOwn(name) || !names.isEmpty && isObject(name))
          case .selfReference: !names.isEmpty
          default: false
          }
        // What an end is, is followed or written.
        guard isProperty, !ends.contains(tree.sourceText(of: path)) else { continue }
        return UnannouncedRead(
          node: path,
          mistake: .readsUnannounced(
            tree.sourceText(of: path), instead: readingSource(of: binding, in: tree)))
      }
    }
    return nil
  }

  /// The blocks that the value goes through.
  private func blocks(of binding: BindingSyntax, in tree: SyntaxTree) -> [NodeID] {
    var blocks: [NodeID] = []
    for stage in binding.stages {
      if case .inline(let block, _) = tree.stage(stage) { blocks.append(block) }
    }
    return (blocks + [binding.transform]).filter(\.exists)
  }

  /// The binding with what its only block makes as its source, which is followed; nil where that
  /// cannot be written so.
  private func readingSource(of binding: BindingSyntax, in tree: SyntaxTree) -> String? {
    guard binding.stages.count == 1, !binding.transform.exists,
      case .inline(let block, _) = tree.stage(binding.stages[0]),
      let expression = tree.onlyExpression(of: block)
    else { return nil }
    let start = Int(tree[expression].span.start)
    var text = Array(tree.sourceText(of: expression).utf8)
    let source = Array(tree.sourceText(of: binding.source).utf8)
    let values = tree.ids(within: expression).filter { id in
      guard case .name(let name) = tree.expression(id) else { return false }
      return self.text(name) == "value" && !tree.isMemberName(id, within: expression)
    }
    for id in values.sorted(by: { tree[$0].span.start > tree[$1].span.start }) {
      let span = tree[id].span
      text.replaceSubrange(Int(span.start) - start..<Int(span.end) - start, with: source)
    }
    let (value, target) = (
      String(decoding: text, as: UTF8.self), tree.sourceText(of: binding.target)
    )
    return binding.arrow.isLeftward
      ? "bind \(target) \(binding.arrow.spelling) (\(value))"
      : "bind (\(value)) \(binding.arrow.spelling) \(target)"
  }
}

extension SyntaxTree {
  /// The paths whose values a block uses, each as long as it is written, in their order.
  fileprivate func pathsRead(in block: NodeID) -> [NodeID] {
    let ids = Array(self.ids(within: block))
    var parts: Set<NodeID> = []
    for id in ids {
      switch expression(id) {
      case .member(let base, let name):
        parts.insert(base)
        parts.insert(name)
      case .call(let callee, _): parts.insert(callee)
      case .labeledArgument(let label, _): parts.insert(label)
      default: break
      }
      // What a statement only writes, or fires, is not read.
      switch self[id].kind {
      case .assign:
        if case .assign(let assign) = statement(id), assign.operation == nil {
          parts.insert(assign.target)
        }
      case .fire: if case .fire(let path, _) = statement(id) { parts.insert(path) }
      default: break
      }
    }
    // What an action or a method is called of, is read.
    for id in ids {
      guard case .call(let callee, _) = expression(id),
        case .member(let base, _) = expression(callee)
      else { continue }
      parts.remove(base)
    }
    return ids.filter { id in
      switch expression(id) {
      case .member, .name: !parts.contains(id)
      default: false
      }
    }.sorted { self[$0].span.start < self[$1].span.start }
  }

  /// Whether a name is declared in a block, or stands for an element of a list there.
  fileprivate func declaresLocal(_ name: Name, in block: NodeID) -> Bool {
    ids(within: block).contains { id in
      switch self[id].kind {
      case .letDeclaration, .varDeclaration:
        value(id).name.exists && self.name(value(id).name) == name
      case .forStatement:
        if case .forStatement(let loop) = statement(id) {
          loop.names.contains { self.name($0) == name }
        } else {
          false
        }
      case .enumCase: enumCase(id).parameters.contains { self.name($0) == name }
      default: false
      }
    }
  }

  fileprivate func isMemberName(_ id: NodeID, within outer: NodeID) -> Bool {
    ids(within: outer).contains { other in
      if case .member(_, id) = expression(other) { return true }
      if case .labeledArgument(id, _) = expression(other) { return true }
      return false
    }
  }
}
