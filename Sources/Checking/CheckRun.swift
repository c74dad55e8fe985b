import BindingEngine
import Language
import Names
import Syntax

/// One run of `check`: goes through a script as the interpreter would, statement by statement, with
/// what is known of names and types in place of objects and values.
///
/// Statements that run one after the other see what was declared before them. Blocks that run later
/// are put by until the end and see all that is declared.
///
/// Its parts are read at each step, and to look for overlapping accesses to them took a twelfth of the
/// time: that is why many are `@exclusivity(unchecked)`.
final class CheckRun {
  /// A block, class body or expression to be looked at when all declarations are known.
  struct Pending {
    enum Part {
      case block(NodeID)
      case expression(NodeID)
      /// An expression that gives how long something takes.
      case delay(NodeID)
      case classBody(StaticClass)
    }

    var part: Part
    var script: SyntaxTreeBox
    var scope: Scope
  }

  let names: NameTable
  let options: CheckOptions
  let turnName: Name
  let outerName: Name
  let viewModelName: Name
  let didUpdateName: Name
  let responseName: Name
  let files: SourceFiles
  @exclusivity(unchecked) var graph = StaticGraph()
  @exclusivity(unchecked) var facts: ProgramFacts
  var uses: ProgramUses
  @exclusivity(unchecked) var findings = Findings()

  // MARK: Where it is

  @exclusivity(unchecked) var script: SyntaxTreeBox
  /// A copy of its own: reaching it through `script` at each step would cost a reference count.
  @exclusivity(unchecked) var tree: SyntaxTree
  @exclusivity(unchecked) var scope = Scope()
  /// The files being looked at, each inside the one before.
  var runningFiles: [String] = []
  /// How deep in blocks of these files it is.
  var depth = 0
  @exclusivity(unchecked) var pending: [Pending] = []

  // MARK: What it knows

  @exclusivity(unchecked) var symbols = NameMap<StaticDeclaration>()
  /// What the statement at hand declares, and does not see yet.
  @exclusivity(unchecked) var pendingSymbols: [Name] = []
  /// The shapes that bodies give, by where they stand.
  var shapes: [OriginKey: StaticClass] = [:]
  var representatives: [ObjectIdentifier: StaticObject] = [:]
  /// Objects that are released for certain.
  var goneObjects: [StaticObject] = []
  /// Objects that have parts.
  var wholes: [StaticObject] = []
  /// The classes that the script declares.
  var classes: [StaticClass] = []
  @exclusivity(unchecked) var semantics: Semantics
  /// Whether no branch that may not be taken has chosen another one.
  @exclusivity(unchecked) var isSemanticsCertain = true
  /// Whether declarations may be missing, since a file could not be read.
  @exclusivity(unchecked) var isIncomplete = false
  @exclusivity(unchecked) var holdings = Holdings()
  /// What the batch at hand has written.
  @exclusivity(unchecked) var batchWrites: [(object: StaticObject, name: Name)] = []
  /// How many bytes of computed properties are still evaluated: many may read what is written often.
  var computedBudget = 1_000_000
  /// How deep in computed properties that read each other it is.
  @exclusivity(unchecked) var computedDepth = 0
  var warnedVariables: Set<VariableRead> = []
  /// The prelude's declarations, for `reset`.
  var prelude = NameMap<StaticDeclaration>()
  @exclusivity(unchecked) var isLoadingPrelude = false
  /// The class of the objects that hold the status of a command.
  var commandClass: StaticClass?
  var responseClass: StaticClass?

  // MARK: Bindings

  /// How many bindings and observers there are at this point; nil if that differs.
  @exclusivity(unchecked) var linkCount: Int? = 0
  /// Whether blocks that run later make bindings, which then get any number.
  var makesLinksLater = false
  /// The properties that the expression at hand reads for certain; nil if nobody asks.
  @exclusivity(unchecked) var reads: [StaticGraph.Place]?
  /// How deep in parts of an expression it is that need not be evaluated.
  @exclusivity(unchecked) var conditionDepth = 0
  /// The class whose body is being looked at, which may name itself.
  var classBeingDeclared = Name.none
  /// The classes and protocols that types name before they are declared.
  var foretoldClasses: [Name: StaticClass] = [:]
  var linkCounts: [ObjectIdentifier: LinkCount] = [:]
  /// How much more may be examined for the cycles of classes: objects that make objects can be
  /// more than there is time for.
  var cycleBudget = 1_000_000

  /// One-way bindings whose targets are reported where nothing reads them.
  @exclusivity(unchecked) var targets: [Target] = []
  /// What only a change sets off.
  @exclusivity(unchecked) var watches: [Watch] = []
  /// What expressions read in branches that they may not take.
  @exclusivity(unchecked) var latentReads: [LatentRead] = []
  /// The conditions under which the part of an expression at hand is evaluated.
  @exclusivity(unchecked) var conditions: [Condition] = []
  var latentLinks: [LatentLink] = []
  /// Bindings that write what an earlier one writes.
  @exclusivity(unchecked) var conflicts:
    [(first: Int, second: Int, place: StaticGraph.Place, isSame: Bool)] = []

  /// The observers, and the bindings with blocks, that are made for certain.
  var codeUses: [CodeUse] = []
  /// The actions of no object that are declared for certain.
  var actions = NameMap<(script: SyntaxTreeBox, syntax: ActionSyntax)>()
  /// The names of the members of objects that have code.
  var codeMembers: [ObjectIdentifier: Set<Name>] = [:]
  /// The places whose own code has been looked at for cycles.
  var codePlaces: Set<StaticGraph.Place> = []
  /// What the observers listen to of which a finding says that they set themselves off.
  var selfSetting: Set<OriginKey> = []
  /// The ends of commands, with the command and the call that ends it.
  var commandEnds: [StaticGraph.Place: (command: StaticGraph.Place, call: CommandCall)] = [:]
  /// The objects that code leads to, and the handle of each.
  var effectObjects: [StaticObject] = []
  var effectHandles: [ObjectIdentifier: ObjectID] = [:]
  /// In place of objects: what actions of no object belong to, what notifications do, and what makes
  /// the objects of each class.
  let (outside, center, maker): (StaticObject, StaticObject, StaticObject)

  /// The transformers that are declared for certain, where they stand.
  var transformers = NameMap<(script: SyntaxTreeBox, syntax: TransformerSyntax)>()
  /// How each declared function is called.
  var functions: [Name: String] = [:]
  /// The first error that was not reported, since it was looked at without a word.
  @exclusivity(unchecked) var mutedError: Diagnostic?

  // MARK: Round trips

  /// Transformers, constants and actions as they are declared at this point, for trying them.
  var trialDeclarations = NameMap<TrialDeclaration>()
  var trials: [Trial] = []

  /// A run that has looked at the prelude, and at nothing else.
  init(host: any SessionHost, options: CheckOptions) {
    names = NameTable()
    self.options = options
    semantics = options.semantics
    files = SourceFiles(host: host, names: names)
    // First of all: the parser gives its words the first places among the names.
    let (tree, _, _) = Parser.parse(
      SourceFile(name: "<prelude>", text: Prelude.text), names: names)
    facts = ProgramFacts(names)
    uses = ProgramUses(names)
    turnName = names.intern("turn")
    outerName = names.intern("outer")
    viewModelName = names.intern("viewModel")
    didUpdateName = names.intern("viewDidUpdateViewModel")
    responseName = names.intern("response")
    self.tree = tree
    script = SyntaxTreeBox(tree)
    let shape = StaticClass(name: .none, superclass: nil, script: script, body: .none)
    outside = StaticObject(of: shape, called: .instance, at: 0)
    center = StaticObject(of: shape, called: .instance, at: 0)
    maker = StaticObject(of: shape, called: .instance, at: 0)
    loadPrelude()
  }

  convenience init(_ file: SourceFile, host: any SessionHost, options: CheckOptions) {
    self.init(host: host, options: options)
    let (main, diagnostics, _) = Parser.parse(file, names: names)
    findings.begin(with: file)
    findings.readSilences(of: main)
    findings.add(diagnostics)
    enter(SyntaxTreeBox(main))
  }

  deinit {
    for object in wholes { object.forgetParts() }
  }

  private func loadPrelude() {
    isLoadingPrelude = true
    facts.gather(script)
    uses.gatherEvents(script.tree)
    run(script)
    runPending()
    isLoadingPrelude = false
    prelude = symbols
    commandClass = preludeClass("BKCommand")
    responseClass = preludeClass("BKResponse")
    // Cells are given theirs.
    facts.noteWritten(viewModelName)
  }

  /// Looks at another file from here on.
  func enter(_ script: SyntaxTreeBox) {
    self.script = script
    tree = script.tree
  }

  private func preludeClass(_ name: String) -> StaticClass? {
    guard case .classSymbol(let found)? = symbols[names.intern(name)]?.symbol else { return nil }
    return found
  }

  /// Everything that is wrong.
  func result() -> [Diagnostic] {
    // Names mean little where declarations could not be read.
    guard !findings.hasErrors else { return findings.sorted }
    let main = script
    runningFiles.append(tree.file.name)
    gatherFacts(from: main)
    run(main)
    runPending()
    reportCycles()
    reportRoundTrips()
    reportHints(of: main)
    findings.addUnusedSilences(of: main.tree.file)
    return findings.sorted
  }

  /// Gathers facts from the file and from all that it reads.
  func gatherFacts(from main: SyntaxTreeBox) {
    facts.gather(main)
    uses.gather(main.tree)
    guard !options.refusesFiles else { return }
    var next = 0
    var seen: Set<String> = [main.tree.file.name]
    while next < facts.sources.count, seen.count < SourceFiles.most {
      let (script, file) = facts.sources[next]
      next += 1
      guard let path = SourceFiles.path(namedAt: file, in: script.tree), seen.insert(path).inserted,
        case .success(let found) = files.load(path), !found.hasErrors
      else { continue }
      facts.gather(found.script)
      uses.gather(found.script.tree)
    }
  }

  /// Looks at the statements of a file in order.
  func run(_ script: SyntaxTreeBox) { run(script.tree.statements) }

  /// Looks at statements at top level in order.
  func run(_ statements: some Sequence<NodeID>) {
    for statement in statements {
      if tree.expectsError(of: statement) {
        mutedAndUncertain { self.statement(statement) }
      } else {
        self.statement(statement)
      }
      if !pendingSymbols.isEmpty { settlePendingSymbols() }
    }
  }

  /// Lets what a compound statement has declared be seen.
  func settlePendingSymbols() {
    for name in pendingSymbols { symbols[name]?.isPending = false }
    pendingSymbols = []
  }

  /// Looks at all that runs later.
  func runPending() {
    let here = (script, scope)
    var next = 0
    while next < pending.count {
      let item = pending[next]
      next += 1
      if item.script !== script { enter(item.script) }
      scope = item.scope
      switch item.part {
      case .block(let block):
        if scope.role == .each { cellClass(block) } else { statements(of: block) }
      case .expression(let expression): _ = value(expression)
      case .delay(let expression): require(.duration, value(expression), at: expression)
      case .classBody(let shape): body(ofClass: shape)
      }
    }
    pending = []
    enter(here.0)
    scope = here.1
  }

  /// Puts a block by until all declarations are known.
  ///
  /// - Parameter parameters: What an action or a command takes; else the role says.
  /// - Parameter observed: What sets it off, for observers.
  func later(
    _ id: NodeID, _ role: BlockRole, parameters: [Name]? = nil, observed: Observed? = nil
  ) {
    let isBlock = tree[id].kind == .block
    var inner = scope.inside(role, names: names, isNow: false, parameters: parameters)
    inner.observed = observed
    pending.append(
      Pending(
        part: isBlock ? .block(id) : role == .delay ? .delay(id) : .expression(id),
        script: script, scope: inner))
  }

  /// Looks at something in another scope.
  func within(_ inner: Scope, _ body: () -> Void) {
    let outer = scope
    scope = inner
    body()
    scope = outer
  }

  // MARK: Reporting

  func text(_ name: Name) -> String { names.text(of: name) }

  func sourceText(_ id: NodeID) -> String {
    tree.sourceText(of: id)
  }

  /// Reports what a rule finds wrong, if anything.
  func report(_ mistake: Mistake?, at id: NodeID, notes: [Diagnostic.Note] = []) {
    if let mistake { report(mistake, .error, at: tree[id].span, notes: notes) }
  }

  func report(
    _ mistake: Mistake, _ severity: Diagnostic.Severity, at span: SourceSpan,
    notes: [Diagnostic.Note] = []
  ) {
    if scope.isMuted, severity != .error || mutedError != nil { return }
    report(Diagnostic(mistake, severity, file: tree.file, span: span, notes: notes))
  }

  /// Reports what an operator or a function of the interpreter says of values that stand in the text.
  func report(_ failure: ScriptFailure, _ code: FindingCode, at id: NodeID) {
    let text: (message: String, help: String?)
    switch failure {
    case .message(let message, let help): text = (message, help)
    case .mistake(let mistake): return report(mistake, at: id)
    default: return
    }
    report(
      Diagnostic(
        .error, text.message, file: tree.file, span: tree[id].span,
        notes: text.help.map { [.init(.help, $0)] } ?? [], code: code))
  }

  private func report(_ diagnostic: Diagnostic) {
    guard scope.isMuted else { return findings.add(diagnostic) }
    if diagnostic.severity == .error, mutedError == nil { mutedError = diagnostic }
  }

  /// Reports a name that nothing declares, where all declarations could be read.
  func reportUnknown(_ mistake: Mistake, at id: NodeID, notes: [Diagnostic.Note] = []) {
    guard !isIncomplete else { return }
    report(mistake, at: id, notes: notes)
  }

  func note(_ text: String, _ declaration: StaticDeclaration) -> [Diagnostic.Note] {
    guard let file = declaration.file else { return [] }
    return [Diagnostic.Note(.note, text, file: file, span: declaration.span)]
  }
}
