import Basics
import BindingEngine
import CodeCycles
import Compiling
import Language
import Names
import Rendering
import Syntax
import Text

/// Runs scripts: source in, effects and diagnostics out. It knows nothing of terminals.
///
/// Its fields are not checked for exclusive access, because every statement uses them: all of it is
/// reached from one thread, one property at a time.
public final class Session {
  public package(set) unowned var host: SessionHost
  @exclusivity(unchecked) public var options: SessionOptions
  /// The options with which the session began, which `reset` restores where scripts change them.
  private let firstOptions: SessionOptions
  public let names = NameTable()
  package private(set) var graph: Graph
  @exclusivity(unchecked) package var core: UnsafeMutablePointer<GraphCore>
  @exclusivity(unchecked) package private(set) var machine: Machine!

  package let symbols = SymbolTable()
  /// The semantics that scripts have declared.
  package var ownSemantics: [Semantics] = []
  package var random: SeededRandom
  /// The words `turn` and `_`, which need no declaration.
  package var turnName: Name
  package var lastValueName = Name.none
  /// The value that was shown last.
  package var lastValue = Value.nil
  /// The layout of each class, in addition to what the engine knows.
  var classLayouts: [ClassLayout?] = []
  /// Names reserved for objects that a running statement will make.
  @exclusivity(unchecked) var reserved: [Name] = []
  /// The places of bindings and observers, by the engine's token.
  @exclusivity(unchecked) var origins: [LinkOrigin] = []
  var originTokens: [OriginKey: UInt32] = [:]
  var computeAllCode: Code
  /// Actions and commands, by the engine's number.
  package var callables: [Callable] = []
  /// What transformers take besides the value, by the engine's number; only of those that take some.
  package var transformerParameters: [UInt32: [Name]] = [:]
  /// What runs commands: see `CommandCode.swift`.
  var commandCode: CommandCode?
  var preludeClasses = (
    command: ClassID.none, response: ClassID.none, control: ClassID.none
  )
  /// The code that calls the action `viewDidUpdateViewModel`.
  lazy var viewModelCode = Session.makeViewModelCode(names)
  var viewModelName = Name.none
  var didUpdateName = Name.none
  /// The object whose events are the notifications.
  package var notificationCenter = ObjectID.none
  var notificationSlots: [Name: UInt32] = [:]
  /// The cells of lists that are being filled, each with the level that fills it.
  var fills: [(level: Int, cells: [Value])] = []
  /// Where the released cells of a binding wait, by class.
  var pools: [PoolKey: UInt32] = [:]
  /// The variable with the number of a command's latest run, by the object that holds its status.
  var commandRuns: [UInt32: UInt32] = [:]
  /// How often commands have been run.
  var runCount = 0
  /// The word `change`, which observers have.
  package var changeName = Name.none
  package var outerName = Name.none
  /// The handles of classes and protocols that were named before their declarations, by the index of
  /// the name; none for other names.
  var forwardDeclaredClasses: [ClassID] = []
  /// Where each protocol is declared.
  var protocolNodes: [ClassID: (box: SyntaxTreeBox, node: NodeID)] = [:]
  /// What is still to do for a class that was declared again.
  var migration: Migration?
  /// Whether what runs was typed.
  var isTyped = false
  /// The first script.
  var mainFile = ""
  /// The scripts that it reads, each read by the one before.
  @exclusivity(unchecked) var runningFiles: [String] = []
  /// What was typed or read and did not fail, for `save`.
  @exclusivity(unchecked) var history = StatementHistory()

  // MARK: The turn

  @exclusivity(unchecked) var turnTree: SyntaxTreeBox?
  @exclusivity(unchecked) var turnNode = NodeID.none
  /// When the turn's timer fell due, and its title if its statement does not explain it; nil for
  /// the turn of a statement.
  @exclusivity(unchecked) var turnTimer: (timer: TurnTimer, title: String?)?
  /// What fell due last.
  var runningTimer: TimerRecord?
  @exclusivity(unchecked) var isAsking = false
  var wasTracing = false
  /// Nothing is shown and nothing counts: a turn that is only tried and rolled back.
  @exclusivity(unchecked) var isDry = false
  /// How many firings and steps the predictions of the current answer may still take, or those of all
  /// warnings of the text that is running.
  package var predictionSteps = Session.mostPredicted
  /// The result of the last transformer that was tried.
  package var tried = Value.nil
  @exclusivity(unchecked) package var lastTurn = TurnRecord()
  package var lastRendered: TurnTrace?
  @exclusivity(unchecked) package var closedLinks: [UInt32] = []
  /// What is to be reported of bindings that the turn has ended as a side effect.
  @exclusivity(unchecked) var lostBindings: [Mistake] = []
  /// What blocks may set off.
  @exclusivity(unchecked) package private(set) var codeGraph: CodeGraph!
  /// Blocks with statements that could not be compiled, and how much had been declared by then.
  @exclusivity(unchecked) var failedBlocks: [(code: Code, pending: PendingBlock)] = []
  var versionWhenFailed = 0
  /// The links whose paths the turn has moved, which are examined when it is over.
  @exclusivity(unchecked) var movedLinks: [UInt32] = []
  /// The closed paths of bindings that were warned of, by the serials of their links.
  var warnedCycles: Set<Set<UInt32>> = []
  /// The closed paths through code that were warned of, by what their steps do.
  var warnedCodeCycles: Set<Set<String>> = []
  /// Whether the script has declared actions, commands or `set` blocks of objects.
  var hasMemberCode = false
  /// The actions and commands that the turn has made, which are examined when it is over; for a
  /// class those of the first instance.
  @exclusivity(unchecked) var declaredCode: [CodePlace] = []
  /// The references that the turn has set and that paths of code lead over, which are examined when
  /// it is over.
  @exclusivity(unchecked) var assignedReferences: [AssignedReference] = []
  /// Takes effect between turns.
  @exclusivity(unchecked) var pendingSemantics: Semantics?
  @exclusivity(unchecked) var capturedTrace: TurnTrace?
  /// A failure that the semantics passed over.
  struct PassedOver {
    var diagnostic: Diagnostic
    /// Whether an `expect error` expects it; then it is not reported.
    var isExpected: Bool
  }

  /// Failures that the semantics passed over in this turn.
  @exclusivity(unchecked) var passedOver: [PassedOver] = []
  var given = GivenWarnings()

  // MARK: What is remembered

  /// The class of each instance that was made in a turn that can be rolled back.
  var madeInstances: [ClassLayout] = []
  /// How many there were when a question began.
  @exclusivity(unchecked) var madeBeforeAsking = 0
  /// The bindings and observers that have ended in remembered turns.
  package var endedLinks: [EndedLink] = []
  /// Those that end in the running turn, which may still be rolled back.
  var endingLinks: [EndedLink] = []

  // MARK: Counts

  public package(set) var expectations = (passed: 0, failed: 0)
  /// The statement at top level that Ctrl-C ended. Where in it that was depends on the moment.
  package internal(set) var interruptedAt: (file: SourceFile, span: SourceSpan)?
  /// Whether a statement has chosen what is traced.
  package internal(set) var hasChosenTrace = false
  @exclusivity(unchecked) public package(set) var errors = 0
  public package(set) var warnings = 0
  public package(set) var isInterrupted = false
  /// The last messages with a code, for `help`.
  package internal(set) var reportedCodes: [(message: String, code: FindingCode)] = []
  static let mostReportedCodes = 50
  /// After `reset`: everything there is is removed when the statement is over.
  @exclusivity(unchecked) var pendingReset = false
  /// After `quit`.
  @exclusivity(unchecked) public package(set) var isOver = false
  @exclusivity(unchecked) var isLoadingPrelude = false
  /// Where turns stop.
  @exclusivity(unchecked) package var breakpoints: [Breakpoint] = []
  var breakpointCount = 0
  /// What `watch` shows, in the order in which it was named.
  @exclusivity(unchecked) var watchedValues: [WatchedValue] = []
  /// The expectations whose blocks are running, the innermost last.
  @exclusivity(unchecked) var watches: [BehaviourWatch] = []
  /// The values of the operands of the running `expect`.
  @exclusivity(unchecked) var operands: [NodeID: Value] = [:]
  /// Turns are walked through event by event.
  var isSlow = false
  /// The turn that is stopped.
  package var walk: TurnWalk?
  /// What a turn has printed, by event, until it is known whether it stops before.
  @exclusivity(unchecked) var heldOutput: [(sequence: UInt32, text: String)] = []
  /// The turns that are remembered.
  var journal = SessionJournal()
  /// Whether the listener is notified of the branches that are taken. Code that is compiled while it is
  /// not, has no instructions for that.
  @exclusivity(unchecked) package var countsBranches = false
  /// Whether somebody can ask about the events of turns, or sees them.
  var keepsTraces = false
  /// Receives the turns.
  @exclusivity(unchecked) package var listener: (any TurnListener)?
  /// Whether the run is only a trial.
  package var isOnTrial: Bool { listener?.isTrial == true }
  let answers: any SessionAnswers

  package init(host: SessionHost, options: SessionOptions, answers: any SessionAnswers) {
    self.host = host
    self.answers = answers
    self.options = options
    firstOptions = options
    graph = Graph(names: names)
    graph.semantics = options.semantics
    core = graph.core
    random = SeededRandom(state: options.seed)
    turnName = .none
    computeAllCode = Session.makeComputeAllCode()
    machine = Machine(session: self, core: graph.core)
    codeGraph = CodeGraph(self)
    begin()
  }

  deinit {
    forgetClasses()
    machine.destroy()
  }

  private func begin() {
    let steps = machine.steps
    // This comes first, because the parser gives its words the first places among the names.
    loadPrelude()
    changeName = names.intern("change")
    outerName = names.intern("outer")
    viewModelName = names.intern("viewModel")
    didUpdateName = names.intern("viewDidUpdateViewModel")
    takePreludeClasses()
    core.pointee.numbersObjects = true
    machine.steps = steps
    machine.stepLimit = options.maximumSteps ?? .max
    if let steps = options.maximumSteps { core.pointee.limitFirings(to: steps) }
    machine.allowance = ProcessMemory.free
    turnName = names.intern("turn")
    lastValueName = names.intern(LanguageWords.lastValue)
    applyTraceMode()
    if let limit = options.journalLimit { openJournal(limit) }
  }

  /// Forgets everything, so that the session is as new: only the options stay that the script cannot
  /// change, and the counts that make the exit status.
  func reset() {
    let flag = core.pointee.interruptFlag
    let steps = machine.steps
    let remembered = core.pointee.journal.limit
    machine.destroy()
    // The names stay, because the rest of the script has been parsed with them.
    (options.semantics, options.traceMode) = (firstOptions.semantics, firstOptions.traceMode)
    graph = Graph(names: names)
    graph.semantics = options.semantics
    core = graph.core
    machine = Machine(session: self, core: core)
    machine.steps = steps
    symbols.become(SymbolTable())
    random = SeededRandom(state: options.seed)
    forgetClasses()
    origins = []
    originTokens = [:]
    ownSemantics = []
    callables = []
    transformerParameters = [:]
    commandCode = nil
    notificationSlots = [:]
    notificationCenter = .none
    protocolNodes = [:]
    forwardDeclaredClasses = []
    migration = nil
    pools = [:]
    journal = SessionJournal()
    (breakpoints, breakpointCount) = ([], 0)
    watchedValues = []
    isSlow = false
    runningTimer = nil
    (commandRuns, runCount) = ([:], 0)
    history = StatementHistory()
    lastValue = .nil
    lastTurn = TurnRecord()
    lastRendered = nil
    (endedLinks, endingLinks) = ([], [])
    madeInstances = []
    closedLinks = []
    lostBindings = []
    codeGraph = CodeGraph(self)
    movedLinks = []
    warnedCycles = []
    warnedCodeCycles = []
    assignedReferences = []
    declaredCode = []
    hasMemberCode = false
    (failedBlocks, versionWhenFailed) = ([], 0)
    passedOver = []
    fills = []
    operands = [:]
    (tried, wasTracing, madeBeforeAsking) = (.nil, false, 0)
    pendingSemantics = nil
    given = GivenWarnings()
    reportedCodes = []
    (turnStatement, turnTimer) = (nil, nil)
    begin()
    openJournal(remembered)
    // Only now, because the prelude must not be interrupted.
    core.pointee.interruptFlag = flag
  }

  /// Lets a running turn be stopped from outside, when what `flag` points to is no longer 0.
  public func watch(_ flag: UnsafePointer<Int32>) { core.pointee.interruptFlag = flag }
}
