import BindingEngine
import Interpreter
import Language
import Syntax

/// Answers the questions of a script: what there is, what hangs on what, and why.
struct Explorer: SessionAnswers {
  func answer(
    _ question: Question, in tree: SyntaxTree, _ subjects: [Value], of session: Session
  ) throws(ScriptFailure) {
    try session.answer(question, in: tree, subjects)
  }

  func compare(
    _ block: NodeID, under semantics: NodeList, in box: SyntaxTreeBox, of session: Session
  ) throws(ScriptFailure) {
    try session.compare(block, under: semantics, in: box)
  }
}

extension Session {
  /// A session that answers questions.
  public convenience init(host: SessionHost, options: SessionOptions = SessionOptions()) {
    self.init(host: host, options: options, answers: Explorer())
  }

  fileprivate func answer(
    _ question: Question, in tree: SyntaxTree, _ subjects: [Value]
  ) throws(ScriptFailure) {
    switch question {
    case .show(let path): try show(path, in: tree, subjects.first)
    case .objects: showObjects()
    case .bindings: showBindings()
    case .observers: showObservers()
    case .commands: showCommands()
    case .coupling: showCoupling()
    case .explain(let link): try explain(link, in: tree)
    case .graph(let path, let file, let format):
      try showGraph(of: path, in: tree, subjects.first, as: format, file: tree.text(file))
    case .cycles: try showCycles()
    case .why, .whynot, .blame, .history, .costs: try answerCause(question, in: tree, subjects)
    case .semantics: showSemantics()
    case .help(let words): try help(tree.text(words))
    }
  }
}
