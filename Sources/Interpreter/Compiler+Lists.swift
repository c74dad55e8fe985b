import Language
import Syntax
import Text

extension Compiler {
  /// `vm.items.append(3)`: reads the list, changes it, and writes it back.
  mutating func listCall(
    _ base: NodeID, _ nameNode: NodeID, _ arguments: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    let name = text(tree.name(nameNode))
    guard let operation = ListOperation(rawValue: name) else {
      let near = nearest(to: name, among: ListOperation.allCases.map(\.rawValue))
      throw error(.notCallable(name, near: near), at: nameNode)
    }
    var values: [NodeID] = []
    var labels: [String] = []
    for argument in arguments {
      if case .labeledArgument(let label, let value) = tree.expression(argument) {
        labels.append(text(tree.name(label)))
        values.append(value)
      } else {
        labels.append("")
        values.append(argument)
      }
    }
    guard labels == operation.labels else { throw error(.calledWrongly(operation), at: id) }
    let number = ListOperation.allCases.firstIndex(of: operation) ?? 0
    try modify(base, isSilent: false, isListChange: true) { (compiler) throws(Diagnostic) in
      for value in values { try compiler.expression(value) }
      compiler.emit(.changeList, a: Int32(number), at: span, stack: -values.count)
    }
    emit(.pushNil, at: span, stack: 1)
  }
}
