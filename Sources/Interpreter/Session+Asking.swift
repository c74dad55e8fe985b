import BindingEngine
import Language
import Syntax

extension Session {
  /// - Parameter subjects: What the question is about: for each path its value, or the object whose
  ///   property it names.
  func ask(_ id: NodeID, in box: SyntaxTreeBox, _ subjects: [Value]) throws(ScriptFailure) {
    let tree = box.tree
    let node = tree[id]
    let subject = subjects.first
    switch node.kind {
    case .trace:
      guard let word = TraceWord(rawValue: node.flags) else { return }
      trace(word)
    case .save: try save(to: tree.strings[Int(tree[NodeID(node.a)].a)])
    case .reset:
      guard runningFiles.isEmpty else {
        throw .mistake(.resetInOtherFile)
      }
      pendingReset = true
    case .rewind: try rewind(subject)
    case .replay: try replay(subject)
    case .breakpoint: try setBreakpoint(id, in: box, subject: subject)
    case .breakpoints: showBreakpoints()
    case .unbreak:
      try removeBreakpoints(
        node.a == 0 ? nil : Int(bitPattern: UInt(SyntaxTree.bits(tree[NodeID(node.a)]))))
    case .walk:
      // No error: a script is never stopped, and one that was typed may be run as one.
      print("no turn is stopped here; 'break PATH' stops the next one that changes it")
    case .whatif: try whatIf(NodeID(node.a), in: box)
    case .version: print("bindlab \(Version.text)")
    case .quit: isOver = true
    default: try answers.answer(id, in: box, subjects, of: self)
    }
  }
}
