import BindingEngine
import CodeCycles
import Compiling
import Language
import Names
import Rendering
import Syntax

/// What scripts have made of a session, besides its graph and its names. `reset` assigns a new one, so
/// that nothing in it can be forgotten.
///
/// Two parts of it have shorter lives. What belongs elsewhere is what outlives `reset`: the options, the
/// counts that make the exit status, and what is the same in each session.
package struct SessionState {
  /// What turns change and rolling one back restores.
  package var turned: Turned
  /// What the running turn has gathered, to be reported or examined at its end.
  package var running = Running()

  /// The value that was shown last.
  package var lastValue = Value.nil
  /// The layout of each class, in addition to what the engine knows.
  var classLayouts: [ClassLayout?] = []
  /// The places of bindings and observers, by the engine's token.
  var origins: [LinkOrigin] = []
  var originTokens: [OriginKey: UInt32] = [:]
  /// Actions and commands, by the engine's number.
  package var callables: [Callable] = []
  /// What transformers take besides the value, by the engine's number; only of those that take some.
  package var transformerParameters: [UInt32: [Name]] = [:]
  /// What runs commands: see `CommandCode.swift`.
  var commandCode: CommandCode?
  /// The object whose events are the notifications.
  package var notificationCenter = ObjectID.none
  var notificationSlots: [Name: UInt32] = [:]
  /// The handles of classes and protocols that were named before their declarations, by the index of
  /// the name; none for other names.
  var forwardDeclaredClasses: [ClassID] = []
  /// Where each protocol is declared.
  var protocolNodes: [ClassID: (box: SyntaxTreeBox, node: NodeID)] = [:]
  /// What is still to do for a class that was declared again.
  var migration: Migration?
  /// What was typed or read and did not fail, for `save`.
  var history = StatementHistory()
  var wasTracing = false
  /// The result of the last transformer that was tried.
  package var tried = Value.nil
  package var lastRendered: TurnTrace?
  /// Blocks with statements that could not be compiled, and how much had been declared by then.
  var failedBlocks: [(code: Code, pending: PendingBlock)] = []
  var versionWhenFailed = 0
  /// The closed paths of bindings that were warned of, by the serials of their links.
  var warnedCycles: Set<Set<UInt32>> = []
  /// The closed paths through code that were warned of, by what their steps do.
  var warnedCodeCycles: Set<Set<String>> = []
  /// Whether the script has declared actions, commands or `set` blocks of objects.
  var hasMemberCode = false
  /// The class of each instance that was made in a turn that can be rolled back.
  var madeInstances: [ClassLayout] = []
  /// How many there were when a question began.
  var madeBeforeAsking = 0
  /// The bindings and observers that have ended in remembered turns.
  package var endedLinks: [EndedLink] = []
  /// Those that end in the running turn, which may still be rolled back.
  var endingLinks: [EndedLink] = []
  /// The last messages with a code, for `help`.
  package internal(set) var reportedCodes: [(message: String, code: FindingCode)] = []
  /// What was typed last, with the lines before it if it goes on with a chain of calls.
  var typedChain = ""
  /// Where turns stop.
  package var breakpoints: [Breakpoint] = []
  var breakpointCount = 0
  /// What `watch` shows, in the order in which it was named.
  var watchedValues: [WatchedValue] = []
  /// The values of the operands of the running `expect`.
  var operands: [NodeID: Value] = [:]
  /// Turns are walked through event by event.
  var isSlow = false
  /// The turns that are remembered.
  var journal = SessionJournal()

  init(seed: UInt64) { turned = Turned(random: SeededRandom(state: seed)) }

  /// What turns change, apart from the graph and the names: small enough to be kept for each turn.
  package struct Turned {
    /// The semantics that scripts have declared.
    package var ownSemantics: [Semantics] = []
    package var random: SeededRandom
    /// Where the released cells of a binding wait, by class.
    var pools: [PoolKey: UInt32] = [:]
    /// The variables with the number and the argument of a command's latest run, by the object that holds its
    /// status.
    var commandRuns: [UInt32: (number: UInt32, entry: UInt32)] = [:]
    /// How often commands have been run.
    var runCount = 0
    var turnTree: SyntaxTreeBox?
    var turnNode = NodeID.none
    /// When the turn's timer fell due, and its title if its statement does not explain it; nil for
    /// the turn of a statement.
    var turnTimer: (timer: TurnTimer, title: String?)?
    /// What fell due last.
    var runningTimer: TimerRecord?
    package var lastTurn = TurnRecord()
    var given = GivenWarnings()

    init(random: SeededRandom) { self.random = random }
  }

  /// What belongs to the running turn alone.
  package struct Running {
    /// A failure that the semantics passed over.
    struct PassedOver {
      var diagnostic: Diagnostic
      /// Whether an `expect error` expects it; then it is not reported.
      var isExpected: Bool
    }

    /// The cells of lists that are being filled, each with the level that fills it.
    var fills: [(level: Int, cells: [Value])] = []
    package var closedLinks: [UInt32] = []
    /// What is to be reported of bindings that the turn has ended as a side effect.
    var lostBindings: [Mistake] = []
    /// The links whose paths the turn has moved, which are examined when it is over.
    var movedLinks: [UInt32] = []
    /// The actions and commands that the turn has made, which are examined when it is over; for a
    /// class those of the first instance.
    var declaredCode: [CodePlace] = []
    /// The references that the turn has set and that paths of code lead over, which are examined when
    /// it is over.
    var assignedReferences: [AssignedReference] = []
    /// Takes effect between turns.
    var pendingSemantics: Semantics?
    /// Failures that the semantics passed over in this turn.
    var passedOver: [PassedOver] = []
    var capturedTrace: TurnTrace?

    init() {}
  }
}
