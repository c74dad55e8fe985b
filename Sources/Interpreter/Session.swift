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
  /// The graph for those who only ask: what is reached through it cannot be changed.
  package var graphState: GraphCore {
    @inline(__always) unsafeAddress { UnsafePointer(core) }
  }
  @exclusivity(unchecked) package private(set) var machine: Machine!

  package let symbols = SymbolTable()
  /// Everything that scripts have made of it, besides the graph and the names.
  @exclusivity(unchecked) package var state: SessionState
  /// The words `turn` and `_`, which need no declaration.
  package var turnName: Name
  package var lastValueName = Name.none
  /// Names reserved for objects that a running statement will make.
  @exclusivity(unchecked) var reserved: [Name] = []
  var computeAllCode: Code
  var preludeClasses = (
    command: ClassID.none, response: ClassID.none, control: ClassID.none
  )
  /// The code that calls the action `viewDidUpdateViewModel`.
  lazy var viewModelCode = Session.makeViewModelCode(names)
  var viewModelName = Name.none
  var didUpdateName = Name.none
  /// The word `change`, which observers have.
  package var changeName = Name.none
  package var outerName = Name.none
  /// Whether what runs was typed.
  var isTyped = false
  /// The first script.
  var mainFile = ""
  /// The scripts that it reads, each read by the one before.
  @exclusivity(unchecked) var runningFiles: [String] = []

  // MARK: The turn

  @exclusivity(unchecked) var isAsking = false
  /// Nothing is shown and nothing counts: a turn that is only tried and rolled back.
  @exclusivity(unchecked) var isDry = false
  /// How many firings and steps the predictions of the current answer may still take, or those of all
  /// warnings of the text that is running.
  package var predictionSteps = Session.mostPredicted
  /// What the last question has found out about the remembered turns, for the next one. It is forgotten
  /// where turns are undone.
  package var rememberedForQuestions: AnyObject?
  /// What blocks may set off.
  @exclusivity(unchecked) package private(set) var codeGraph: CodeGraph!

  // MARK: Counts

  public package(set) var expectations = (passed: 0, failed: 0)
  /// The statement at top level that Ctrl-C ended. Where in it that was depends on the moment.
  package internal(set) var interruptedAt: (file: SourceFile, span: SourceSpan)?
  /// Whether a statement has chosen what is traced.
  package internal(set) var hasChosenTrace = false
  @exclusivity(unchecked) public package(set) var errors = 0
  public package(set) var warnings = 0
  public package(set) var isInterrupted = false
  static let mostReportedCodes = 50
  /// After `reset`: everything there is is removed when the statement is over.
  @exclusivity(unchecked) var pendingReset = false
  /// After `quit`.
  @exclusivity(unchecked) public package(set) var isOver = false
  @exclusivity(unchecked) var isLoadingPrelude = false
  /// The expectations whose blocks are running, the innermost last.
  @exclusivity(unchecked) var watches: [BehaviourWatch] = []
  /// The turn that is stopped.
  package var walk: TurnWalk?
  /// What a turn has printed, by event, until it is known whether it stops before.
  @exclusivity(unchecked) var heldOutput: [(sequence: UInt32, text: String)] = []
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
    state = SessionState(seed: options.seed)
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
    forgetClasses()
    state = SessionState(seed: options.seed)
    rememberedForQuestions = nil
    codeGraph = CodeGraph(self)
    begin()
    openJournal(remembered)
    // Only now, because the prelude must not be interrupted.
    core.pointee.interruptFlag = flag
  }

  /// Lets a running turn be stopped from outside, when what `flag` points to is no longer 0.
  public func watch(_ flag: UnsafePointer<Int32>) { core.pointee.interruptFlag = flag }
}
