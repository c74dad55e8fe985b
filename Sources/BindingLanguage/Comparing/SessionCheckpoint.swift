import BindingEngine
import Rendering

/// All that a session knows between two statements, beyond what its graph does.
///
/// What compiled code may point to is not put back and only grows: places in the source, classes,
/// callables. So do the steps, which have a limit.
struct SessionCheckpoint {
  private let options: SessionOptions
  private let symbols: SymbolTable
  private let ownSemantics: [Semantics]
  private let random: SeededRandom
  private let reserved: [Name]
  private let instanceCounts: [Int]
  private let pools: [PoolKey: UInt32]
  private let commandRuns: [UInt32: UInt32]
  private let runCount: Int
  private let history: [(tree: SyntaxTreeBox, node: NodeID)]
  private let turnStatement: (tree: SyntaxTreeBox, node: NodeID)?
  private let turnTimer: (time: Int, title: String?)?
  private let runningTimer: TimerRecord?
  private let lastTurn: TurnRecord
  private let lastRendered: TurnTrace?
  private let warnedVariables: Set<Name>
  private let warnedReplacements: Set<UInt32>
  private let expectations: (passed: Int, failed: Int)
  private let errors: Int
  private let warnings: Int

  /// - Parameter tryingVerdicts: Whether what is to be said of the last turn is found out now.
  init(_ session: Session, tryingVerdicts: Bool = true) {
    options = session.options
    symbols = session.symbols
    ownSemantics = session.ownSemantics
    random = session.random
    reserved = session.reserved
    instanceCounts = session.classLayouts.map { $0?.instanceCount ?? 0 }
    pools = session.pools
    commandRuns = session.commandRuns
    runCount = session.runCount
    history = session.history
    turnStatement = session.turnStatement
    turnTimer = session.turnTimer
    runningTimer = session.runningTimer
    // The verdicts are found by trying, which must be done while all is as that turn left it.
    if tryingVerdicts { _ = session.verdicts() }
    lastTurn = session.lastTurn
    lastRendered = session.lastRendered
    warnedVariables = session.warnedVariables
    warnedReplacements = session.warnedReplacements
    expectations = session.expectations
    errors = session.errors
    warnings = session.warnings
  }

  /// Puts all of it back; the graph has been put back before.
  func restore(_ session: Session) {
    session.options = options
    session.symbols = symbols
    session.ownSemantics = ownSemantics
    session.random = random
    session.reserved = reserved
    for (layout, count) in zip(session.classLayouts, instanceCounts) {
      layout?.instanceCount = count
    }
    session.pools = pools
    session.commandRuns = commandRuns
    session.runCount = runCount
    session.history = history
    session.turnStatement = turnStatement
    session.turnTimer = turnTimer
    session.runningTimer = runningTimer
    session.lastTurn = lastTurn
    session.lastRendered = lastRendered
    session.warnedVariables = warnedVariables
    session.warnedReplacements = warnedReplacements
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
