import Names
import Rendering
import Syntax

/// All that a session knows between two statements, beyond what its graph does.
///
/// What compiled code may point to is kept and only grows: places in the source, classes,
/// callables. So do the steps, which have a limit.
package struct SessionCheckpoint {
  /// What turns change.
  private let mark: SessionMark
  private let options: SessionOptions
  private let symbols: SymbolTable
  private let reserved: [Name]
  private let history: StatementHistory
  private let lastRendered: TurnTrace?
  private let expectations: (passed: Int, failed: Int)
  private let errors: Int
  private let warnings: Int

  /// - Parameter tryingVerdicts: Whether what is to be said of the last turn is found out now.
  package init(_ session: Session, tryingVerdicts: Bool = true) {
    options = session.options
    symbols = session.symbols
    reserved = session.reserved
    history = session.history
    // The verdicts are found by trying, which must be done while all is as that turn left it.
    if tryingVerdicts { _ = session.verdicts() }
    mark = SessionMark(session)
    lastRendered = session.lastRendered
    expectations = session.expectations
    errors = session.errors
    warnings = session.warnings
  }

  /// Restores all of it; the graph has been rolled back before.
  package func restore(_ session: Session) {
    // First, since what is kept whole has the last word.
    mark.restore(session)
    session.options = options
    session.symbols = symbols
    session.reserved = reserved
    session.history = history
    session.lastRendered = lastRendered
    session.expectations = expectations
    session.errors = errors
    session.warnings = warnings
    session.fills = []
    session.closedLinks = []
    session.passedOver = []
    session.pendingSemantics = nil
    session.capturedTrace = nil
    session.pendingReset = false
    session.isOver = false
  }
}
