import Basics
import Syntax
import Values

/// A failure that stops a statement, before its place is known.
package enum ScriptFailure: Error {
  case graph(GraphError)
  /// A mistake that `check` finds, too.
  case mistake(Mistake)
  case message(String, help: String?)
  /// `throw VALUE`.
  case thrown(String)
  /// Found when the code was compiled, with its place.
  case diagnostic(Diagnostic)
  /// The failure of a script that `source` has run.
  case script(ScriptError)
  /// `quit` was typed or run.
  case sessionOver
  /// The process would hold more memory than it may.
  case outOfMemory(ProcessMemory.Refusal)

  /// Whether a name or a type is wrong, which `check` could have found.
  package var isMistake: Bool {
    switch self {
    case .mistake, .diagnostic: true
    case .graph(let error):
      switch error {
      case .noProperty, .noTail, .typeMismatch, .readOnly, .cannotGo, .noTwoWay: true
      default: false
      }
    default: false
    }
  }

  static func overflow(_ text: String) -> ScriptFailure {
    .message("\(text) is too large for an Int", help: "use a Double, such as 1.0")
  }
}

/// What ended a script: a diagnostic, and whether the session continues.
package struct ScriptError: Error {
  package var diagnostic: Diagnostic
  package var kind: Kind

  package init(diagnostic: Diagnostic, kind: Kind) {
    self.diagnostic = diagnostic
    self.kind = kind
  }

  package enum Kind {
    case failed, interrupted
    /// `--max-steps` is used up, or the session is over: nothing continues.
    case fatal
  }
}
