import Language
import Syntax
import Text

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
