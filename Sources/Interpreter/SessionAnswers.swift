import BindingEngine
import Language
import Syntax

/// Answers the questions of a script: a session runs statements and passes questions on.
package protocol SessionAnswers {
  /// - Parameter subjects: What the question is about: for each path its value, or the object whose
  ///   property it names.
  func answer(
    _ question: Question, in tree: SyntaxTree, _ subjects: [Value], of session: Session
  ) throws(ScriptFailure)

  /// Tries a block under the semantics named, or under all presets.
  func compare(
    _ block: NodeID, under semantics: NodeList, in box: SyntaxTreeBox, of session: Session
  ) throws(ScriptFailure)
}
