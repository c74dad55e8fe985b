import Names
import Syntax

// What a function may not do: it only gives a value.
extension World {
  /// The first thing that a function does besides giving a value, and where; nil if there is none.
  ///
  /// What only a run knows, such as an action behind a dot, is found there.
  package func impurity(
    of function: ActionSyntax, in tree: SyntaxTree
  ) -> (node: NodeID, mistake: Mistake)? {
    var own = Set(function.parameters.map { tree.name($0) })
    let ids = tree.ids(within: function.block)
    for id in ids {
      switch tree[id].kind {
      case .varDeclaration: own.insert(tree.name(tree.value(id).name))
      case .forStatement:
        if case .forStatement(let loop) = tree.statement(id) {
          own.formUnion(loop.names.map { tree.name($0) })
        }
      case .enumCase: own.formUnion(tree.enumCase(id).parameters.map { tree.name($0) })
      default: break
      }
    }
    for id in ids.sorted(by: { tree[$0].span.start < tree[$1].span.start }) {
      let does =
        tree[id].kind.isExpression
        ? self.deed(ofExpression: id, own, in: tree) : self.deed(of: id, own, in: tree)
      if let does { return (id, impure(function, does, in: tree)) }
    }
    return nil
  }

  package func impure(_ function: ActionSyntax, _ does: String, in tree: SyntaxTree) -> Mistake {
    .impure(
      text(tree.name(function.name)), does: does, signature: tree.signature(of: function))
  }

  private func deed(of id: NodeID, _ own: Set<Name>, in tree: SyntaxTree) -> String? {
    switch tree.statement(id) {
    case .block, .ifStatement, .switchStatement, .forStatement, .whileStatement, .repeatStatement,
      .breakStatement,
      .continueStatement, .returnStatement, .throwStatement, .rejectStatement, .letDeclaration,
      .varDeclaration, .expression, .missing:
      return nil
    case .assign(let assign):
      return assign.isSilent || !isOwn(assign.target, own, in: tree)
        ? "write '\(tree.sourceText(of: assign.target))'" : nil
    default: return "use '\(tree.firstWord(of: id))'"
    }
  }

  private func deed(ofExpression id: NodeID, _ own: Set<Name>, in tree: SyntaxTree) -> String? {
    switch tree.expression(id) {
    case .new: return "make an object"
    case .call(let callee, let arguments):
      switch tree.expression(callee) {
      case .name(let name):
        return kind(of: name) == .action ? "call the action '\(text(name))'" : nil
      case .member(let base, let nameNode):
        let name = text(tree.name(nameNode))
        if case .name(let type) = tree.expression(base), kind(of: type) == .enumeration {
          return nil
        }
        if tree.certainMethod(name, given: arguments) != nil || ValueMethod.named(name) != nil {
          return nil
        }
        if ListOperation(rawValue: name) != nil {
          return isOwn(base, own, in: tree) ? nil : "change '\(tree.sourceText(of: base))'"
        }
        return "call the action '\(tree.sourceText(of: callee))'"
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether a target is a variable of the function, or an element of one.
  private func isOwn(_ target: NodeID, _ own: Set<Name>, in tree: SyntaxTree) -> Bool {
    switch tree.expression(tree.withoutElements(target)) {
    case .name(let name): own.contains(name)
    default: false
    }
  }

  /// What is wrong with how many values a function or a transformer is given.
  ///
  /// - Parameter signature: How it is called.
  package func mistake(
    ofGiving count: Int, to name: Name, taking wanted: Int, signature: @autoclosure () -> String
  ) -> Mistake? {
    count == wanted
      ? nil : .wrongCount(text(name), wanted: wanted, given: count, signature: signature())
  }
}

extension SyntaxTree {
  /// How a function is called: `average(a, b)`.
  package func signature(of function: ActionSyntax) -> String {
    signature(function.name, Array(function.parameters))
  }

  /// How a binding names a transformer: `Clamp(low, high)`; in an expression the value comes first.
  package func signature(of transformer: TransformerSyntax, isCall: Bool) -> String {
    var parameters = transformer.parameters.map { sourceText(of: $0) }
    if isCall { parameters.insert("value", at: 0) }
    let list = parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))"
    return sourceText(of: transformer.name) + list
  }

  private func signature(_ name: NodeID, _ parameters: [NodeID]) -> String {
    "\(sourceText(of: name))(\(parameters.map { sourceText(of: $0) }.joined(separator: ", ")))"
  }
}
