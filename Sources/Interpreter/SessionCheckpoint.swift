import Compiling
import Language
import Names
import Rendering
import Syntax

/// Everything that a session knows between two statements, in addition to its graph.
///
/// What compiled code may point to is kept and only grows: places in the source, classes,
/// callables. So do the steps, which have a limit.
package struct SessionCheckpoint {
  /// What turns change.
  private let mark: SessionMark
  private let options: SessionOptions
  private let symbols: SymbolTable
  /// How many instances of each class there had been.
  private let instanceCounts: [Int]
  private let madeInstances: [ClassLayout]
  private let reserved: [Name]
  private let history: StatementHistory
  private let lastRendered: TurnTrace?
  private let expectations: (passed: Int, failed: Int)
  private let errors: Int
  private let warnings: Int

  /// - Parameter tryingVerdicts: Whether the verdicts on the last turn are found now.
  package init(_ session: Session, tryingVerdicts: Bool = true) {
    options = session.options
    symbols = SymbolTable(copying: session.symbols)
    reserved = session.reserved
    history = session.state.history
    // The verdicts are found by trials, which must run while everything is as that turn left it.
    if tryingVerdicts { _ = session.verdicts() }
    instanceCounts = session.state.classLayouts.map { $0?.instanceCount ?? 0 }
    madeInstances = session.state.madeInstances
    mark = SessionMark(session)
    lastRendered = session.state.lastRendered
    expectations = session.expectations
    errors = session.errors
    warnings = session.warnings
  }

  /// Restores everything; the graph has been rolled back before.
  package func restore(_ session: Session) {
    session.rememberedForQuestions = nil
    // First, because what is kept completely takes precedence.
    mark.restore(session)
    session.options = options
    session.symbols.become(symbols)
    for (layout, count) in zip(session.state.classLayouts, instanceCounts) {
      layout?.instanceCount = count
    }
    session.state.madeInstances = madeInstances
    session.reserved = reserved
    session.state.history = history
    session.state.lastRendered = lastRendered
    session.expectations = expectations
    session.errors = errors
    session.warnings = warnings
    session.state.running = SessionState.Running()
    session.pendingReset = false
    session.isOver = false
  }
}
