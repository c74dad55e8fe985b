import BindingEngine
import Rendering

/// What can be done to a list where it stands.
enum ListOperation: String, CaseIterable {
  case append, insert, remove, replace

  /// How it is called, for errors and `help`.
  var signature: String {
    switch self {
    case .append: "append(x)"
    case .insert: "insert(x, at: i)"
    case .remove: "remove(at: i)"
    case .replace: "replace(at: i, with: x)"
    }
  }

  /// The labels of its arguments; empty for none.
  var labels: [String] {
    switch self {
    case .append: [""]
    case .insert: ["", "at"]
    case .remove: ["at"]
    case .replace: ["at", "with"]
    }
  }
}

/// What a call of a member can be, by what it is given.
enum MemberCallForm {
  case action, list, either
}

extension SyntaxTree {
  /// What the call at `id` can be, with the operation of that name; nil where there is none.
  func form(ofCall id: NodeID, _ operation: ListOperation?) -> MemberCallForm {
    guard let operation else { return .action }
    let arguments = children(self[id].b)
    // Labels are for lists alone.
    if arguments.contains(where: { self[$0].kind == .labeledArgument }) { return .list }
    return operation == .append && arguments.count == 1 ? .either : .action
  }
}

extension Compiler {
  /// `vm.items.append(3)`: reads the list, changes it, and writes it back.
  mutating func listCall(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let callee = tree[NodeID(node.a)]
    let nameNode = NodeID(callee.b)
    let name = text(tree.name(nameNode))
    guard let operation = ListOperation(rawValue: name) else {
      let near = nearest(to: name, among: ListOperation.allCases.map(\.rawValue))
      throw error(.notCallable(name, near: near), at: nameNode)
    }
    let arguments = tree.children(node.b)
    var isRight = arguments.count == operation.labels.count
    for (argument, label) in zip(arguments, operation.labels) {
      let argumentNode = tree[argument]
      let given =
        argumentNode.kind == .labeledArgument ? text(tree.name(NodeID(argumentNode.a))) : ""
      if given != label { isRight = false }
    }
    guard isRight else {
      throw error(.calledWrongly(operation), at: id)
    }
    let values = arguments.map {
      tree[$0].kind == .labeledArgument ? NodeID(tree[$0].b) : $0
    }
    let number = ListOperation.allCases.firstIndex(of: operation) ?? 0
    try modify(NodeID(callee.a), isSilent: false, isListChange: true) {
      (compiler) throws(Diagnostic) in
      for value in values { try compiler.expression(value) }
      compiler.emit(
        .changeList, a: Int32(number), at: node.span, stack: -values.count)
    }
    emit(.pushNil, at: node.span, stack: 1)
  }
}
