import BindingEngine
import Interpreter
import Language
import Syntax

/// Answers the questions of a script: what exists, what it depends on, and why a value is what it is.
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

  /// The most timers and requests that are listed one by one.
  private static let mostDue = 5

  /// What would still happen if more time passed. It does not run after the script, but it is
  /// reported. nil if nothing is due, or if an error ended the script.
  package var dueNote: String? {
    let due = stillDue
    guard errors == 0, !due.isEmpty else { return nil }
    let isOne = due.count == 1
    let head =
      "note: the script ends while \(isOne ? "this is" : "these \(due.count) are") still due;"
    let rest = due.count - Session.mostDue
    let lines =
      [head + " 'wait' runs \(isOne ? "it" : "them")"]
      + due.prefix(Session.mostDue).map { "  \($0)" }
      + (rest > 0 ? ["  and \(rest) more; 'trace on' before 'wait' shows each"] : [])
    return lines.joined(separator: "\n")
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
