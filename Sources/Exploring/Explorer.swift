import BindingEngine
import Interpreter
import Language
import Syntax

/// Answers the questions of a script: what there is, what hangs on what, and why.
struct Explorer: SessionAnswers {
  func answer(
    _ id: NodeID, in box: SyntaxTreeBox, _ subjects: [Value], of session: Session
  ) throws(ScriptFailure) {
    try session.answer(id, in: box, subjects)
  }
}

extension Session {
  /// A session that answers questions.
  public convenience init(host: SessionHost, options: SessionOptions = SessionOptions()) {
    self.init(host: host, options: options, answers: Explorer())
  }

  fileprivate func answer(
    _ id: NodeID, in box: SyntaxTreeBox, _ subjects: [Value]
  ) throws(ScriptFailure) {
    let tree = box.tree
    let node = tree[id]
    let subject = subjects.first
    switch node.kind {
    case .show: try show(NodeID(node.a), in: tree, subject)
    case .objects: showObjects()
    case .bindings: showBindings()
    case .observers: showObservers()
    case .commands: showCommands()
    case .coupling: showCoupling()
    case .explain: try explain(NodeID(node.a), in: tree)
    case .graph: try showGraph(node, in: tree, subject)
    case .cycles: try showCycles()
    case .why, .whynot, .blame, .history, .costs: try answer(node, in: tree, subjects)
    case .semantics: showSemantics()
    case .help: try help(node.a == 0 ? nil : tree.strings[Int(tree[NodeID(node.a)].a)])
    case .compare: try compare(id, in: box)
    default:
      throw .message("'\(text(of: id, in: tree))' is no question", help: nil)
    }
  }
}
