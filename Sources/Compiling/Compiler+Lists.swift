import Language
import Syntax

extension Compiler {
  /// `vm.items.append(3)`: reads the list, changes it, and writes it back.
  mutating func listCall(
    _ base: NodeID, _ operation: ListOperation, _ arguments: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    try refuse(mistake(ofChangingList: operation, given: arguments, in: tree), at: id)
    let number = ListOperation.allCases.firstIndex(of: operation) ?? 0
    try modify(base, isSilent: false, isListChange: true) { (compiler) throws(Diagnostic) in
      for argument in arguments {
        try compiler.expression(compiler.tree.value(ofArgument: argument))
      }
      compiler.emit(.changeList, a: Int32(number), at: span, stack: -arguments.count)
    }
    emit(.pushNil, at: span, stack: 1)
  }
}
