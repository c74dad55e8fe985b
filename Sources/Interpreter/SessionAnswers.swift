import BindingEngine
import Language
import Syntax

/// Answers what a script asks: a session runs statements, and passes questions on.
package protocol SessionAnswers {
  /// - Parameter subjects: What the question is about: for each path its value, or the object whose
  ///   property it names.
  func answer(
    _ id: NodeID, in box: SyntaxTreeBox, _ subjects: [Value], of session: Session
  ) throws(ScriptFailure)
}
