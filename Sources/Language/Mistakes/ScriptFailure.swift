import BindingEngine
import Syntax

/// What stops a statement, before it is known where that was.
package enum ScriptFailure: Error {
  case graph(GraphError)
  case message(String, help: String?)
  /// `throw VALUE`.
  case thrown(String)
  /// Found when the code was compiled, with its place.
  case diagnostic(Diagnostic)
  /// What ended a script that this one has read.
  case script(ScriptError)
  /// `quit` was said.
  case sessionOver

  static func overflow(_ text: String) -> ScriptFailure {
    .message("\(text) is too large for an Int", help: "use a Double, such as 1.0")
  }
}

/// What ended a script: a diagnostic, and whether anything is to go on.
package struct ScriptError: Error {
  package var diagnostic: Diagnostic
  package var kind: Kind

  package init(diagnostic: Diagnostic, kind: Kind) {
    self.diagnostic = diagnostic
    self.kind = kind
  }

  package enum Kind {
    case failed, interrupted
    /// `--max-steps` is used up, or the session is over: nothing goes on.
    case fatal
  }
}
