import BindingEngine
import Language
import Syntax

extension Session {
  /// - Parameter subjects: What the question is about: for each path its value, or the object whose
  ///   property it names.
  func ask(_ id: NodeID, in box: SyntaxTreeBox, _ subjects: [Value]) throws(ScriptFailure) {
    let tree = box.tree
    let subject = subjects.first
    switch tree.statement(id) {
    case .rewind: try rewind(subject)
    case .replay: try replay(subject)
    case .whatif(let block): try whatIf(block, in: box)
    case .compare(let block, let semantics):
      try answers.compare(block, under: semantics, in: box, of: self)
    case .question(let question): try answers.answer(question, in: tree, subjects, of: self)
    case .tool(let command): try run(command, in: box, subjects)
    default: preconditionFailure("a statement that asks nothing is compiled as a question")
    }
  }

  private func run(
    _ command: ToolCommand, in box: SyntaxTreeBox, _ subjects: [Value]
  ) throws(ScriptFailure) {
    let tree = box.tree
    switch command {
    case .trace(let word): trace(word)
    case .watch(let values): try watch(values, in: box)
    case .unwatch(let values): try unwatch(values, in: tree)
    case .save(let file): try save(to: tree.text(file) ?? "")
    case .reset: pendingReset = true
    case .breakpoint(let stop): try setBreakpoint(stop, in: box, subject: subjects.first)
    case .breakpoints: showBreakpoints()
    case .unbreak(let number):
      if case .intLiteral(let number) = tree.expression(number) {
        try removeBreakpoints(number)
      } else {
        try removeBreakpoints(nil)
      }
    case .walk:
      // Not an error: a script is never stopped, and a typed one may be run as a script.
      print(hint: "no turn is stopped here; 'break PATH' stops the next one that changes it")
    case .version: print("bindlab \(Version.text)")
    case .quit: isOver = true
    }
  }
}
