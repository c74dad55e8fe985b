import Rendering
import Syntax

/// Receives the turns of a session, for example to compare runs, make a page or run a trial.
package protocol TurnListener: AnyObject {
  /// Whether the run is a trial: no turn is remembered or stopped, and the semantics stays the one
  /// under test.
  var isTrial: Bool { get }
  /// Whether turns are to be traced, for `take`.
  var wantsTrace: Bool { get }
  /// Whether the engine keeps the events of each turn, for `turnTraced`.
  var wantsEvents: Bool { get }
  /// A script is about to run, or a part of it.
  func willRun(_ tree: SyntaxTree)
  /// A branch or the block of a transformer runs, if the session counts that.
  func didEnter(_ node: NodeID, in tree: SyntaxTree)
  /// A statement that would have chosen another semantics was passed over.
  func passOver(_ statement: String, _ place: String)
  /// A turn has run to its end or failed, and everything that its trace mentions still exists.
  func turnTraced(_ session: Session)
  /// A turn has run to its end; what it did can still be examined.
  func turnSettles(_ session: Session)
  /// A turn is over, and rolled back if that was necessary.
  func turnEnded(_ session: Session)
  /// The trace of a turn that is over.
  func take(_ trace: TurnTrace, of session: Session)
}

extension TurnListener {
  package var wantsEvents: Bool { wantsTrace }
  package func willRun(_ tree: SyntaxTree) {}
  package func didEnter(_ node: NodeID, in tree: SyntaxTree) {}
  package func passOver(_ statement: String, _ place: String) {}
  package func turnTraced(_ session: Session) {}
  package func turnSettles(_ session: Session) {}
  package func turnEnded(_ session: Session) {}
  package func take(_ trace: TurnTrace, of session: Session) {}
}

/// Keeps the traces of a trial.
package final class TrialTraces: TurnListener {
  package let isTrial = true
  package let wantsTrace: Bool
  package private(set) var traces: [TurnTrace] = []

  package init(isTracing: Bool) { wantsTrace = isTracing }

  package func take(_ trace: TurnTrace, of session: Session) { traces.append(trace) }
}
