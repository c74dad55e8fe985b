import Basics
import Language
import Names
import Syntax
import Values

/// One run of `check`: goes through a script statement by statement, like the interpreter, with names
/// and types instead of objects and values.
///
/// Statements that run one after the other see what was declared before them. Blocks that run later
/// are postponed until the end, and see all declarations.
///
/// Its parts are read at each step, and checking for overlapping accesses to them took a twelfth of the
/// time, so many are `@exclusivity(unchecked)`.
final class CheckRun {
  /// A block, class body or expression that is examined when all declarations are known.
  struct Pending {
    enum Part {
      case block(NodeID)
      case expression(NodeID)
      /// An expression that gives a duration.
      case delay(NodeID)
      /// An expression that gives a duration, or nil.
      case wait(NodeID)
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
  @exclusivity(unchecked) var graph = StaticGraph(number: 1)
  @exclusivity(unchecked) var facts: ProgramFacts
  var uses: ProgramUses
  @exclusivity(unchecked) var findings = Findings()
  /// What the names stand for; nil if nobody asks.
  let map: ProgramMap?
  /// Says whether the result is still wanted; a check that is not ends early.
  var isWanted: (CheckStep) -> Bool
  /// Gives the files that run together with one, given its path: what they use is used.
  var filesAround: (String) -> [SourceFile] = { _ in [] }
  /// What nothing uses, as far as is known.
  var hints: [Diagnostic] = []
  /// Whether something that is declared is offered at a place.
  var isVisible: (StaticDeclaration) -> Bool = { _ in true }
  /// Whether it has ended early.
  private(set) var isAbandoned = false
  /// How many steps it has taken.
  private var steps = 0
  /// Why it has ended early, if that is the reason.
  private var memoryRefusal: ProcessMemory.Refusal?

  // MARK: Where it is

  @exclusivity(unchecked) var script: SyntaxTreeBox
  /// A copy: going through `script` at each step would cost a reference count.
  @exclusivity(unchecked) var tree: SyntaxTree
  @exclusivity(unchecked) var scope = Scope()
  /// The files that are being examined, each inside the one before.
  var runningFiles: [String] = []
  /// The depth of blocks in these files.
  var depth = 0
  @exclusivity(unchecked) var pending: [Pending] = []

  // MARK: What it knows

  @exclusivity(unchecked) var symbols = NameMap<StaticDeclaration>()
  /// The shapes that bodies give, by their places.
  var shapes: [OriginKey: StaticClass] = [:]
  var representatives: [ObjectIdentifier: StaticObject] = [:]
  /// Objects that are certainly released.
  var goneObjects: [StaticObject] = []
  /// Objects that have parts.
  var wholes: [StaticObject] = []
  /// The classes and protocols that types can name: their members may be of their own type.
  var namedShapes: [StaticClass] = []
  /// The classes that the script declares.
  var classes: [StaticClass] = []
  @exclusivity(unchecked) var semantics: Semantics
  /// Whether the semantics is certain: no branch that may not run has chosen another one.
  @exclusivity(unchecked) var isSemanticsCertain = true
  @exclusivity(unchecked) var orphans = Orphans()
  @exclusivity(unchecked) var calledActions = CalledActions()
  /// What the actions and functions read and write, by their blocks.
  @exclusivity(unchecked) var accesses: [CalledActions.Action: StaticAccesses] = [:]
  @exclusivity(unchecked) var functionBlocks: [Name: CalledActions.Action] = [:]
  @exclusivity(unchecked) var effects: [StaticEffect] = []
  @exclusivity(unchecked) var holders = Holders()
  /// Whether declarations may be missing, because a file could not be read.
  @exclusivity(unchecked) var isIncomplete = false
  @exclusivity(unchecked) var holdings = Holdings()
  /// The writes of the current batch.
  @exclusivity(unchecked) var batchWrites: [(object: StaticObject, name: Name)] = []
  /// How many more bytes of computed properties are evaluated: many may read what is written often.
  var computedBudget = 1_000_000
  /// The depth of computed properties that read each other.
  @exclusivity(unchecked) var computedDepth = 0
  var warnedVariables: Set<VariableRead> = []
  var scriptsThatEnd: [ObjectIdentifier: Bool] = [:]
  var scriptsWhoseBlocksUnbind: [ObjectIdentifier: Bool] = [:]
  /// The prelude's declarations, for `reset`.
  var prelude = NameMap<StaticDeclaration>()
  @exclusivity(unchecked) var isLoadingPrelude = false
  private(set) var preludeScript: SyntaxTreeBox?
  /// The class of the objects that hold the status of a command.
  var commandClass: StaticClass?
  var responseClass: StaticClass?

  // MARK: Bindings

  /// The number of bindings and observers at this point; nil if it differs.
  @exclusivity(unchecked) var linkCount: Int? = 0
  /// Whether blocks that run later make bindings, so that the numbers of all later ones differ.
  var makesLinksLater = false
  /// The properties that the current expression certainly reads; nil if they are not needed.
  @exclusivity(unchecked) var reads: [StaticGraph.Place]?
  /// The depth of parts of an expression that may not be evaluated.
  @exclusivity(unchecked) var conditionDepth = 0
  /// The class whose body is being examined, which may name itself.
  var classBeingDeclared: (name: Name, shape: StaticClass?) = (.none, nil)
  /// The classes and protocols that types name before they are declared.
  var forwardDeclaredClasses: [Name: StaticClass] = [:]
  var linkCounts: [ObjectIdentifier: LinkCount] = [:]
  /// How much more may be examined for the cycles of classes: objects that make objects can be too
  /// many to visit.
  var cycleBudget = 1_000_000

  /// One-way bindings whose targets are reported if nothing reads them.
  @exclusivity(unchecked) var targets: [Target] = []
  /// Bindings and observers that only a change sets off.
  @exclusivity(unchecked) var watches: [Watch] = []
  /// What expressions read in branches that they may not take.
  @exclusivity(unchecked) var latentReads: [LatentRead] = []
  /// The conditions under which the current part of an expression is evaluated.
  @exclusivity(unchecked) var conditions: [Condition] = []
  var latentLinks: [LatentLink] = []
  /// Bindings with the same target as an earlier one.
  @exclusivity(unchecked) var conflicts:
    [(first: Int, second: Int, place: StaticGraph.Place, isSame: Bool)] = []

  /// The observers, and the bindings with blocks, that are certainly made.
  var codeUses: [CodeUse] = []
  /// The actions without an object that are certainly declared.
  var actions = NameMap<(script: SyntaxTreeBox, syntax: ActionSyntax)>()
  /// The names of the members of objects that have code.
  var codeMembers: [ObjectIdentifier: SharedNames] = [:]
  /// The places whose own code has been examined for cycles.
  var codePlaces: Set<StaticGraph.Place> = []
  /// The sources of observers for which a finding says that they set themselves off.
  var selfSetting: Set<OriginKey> = []
  /// The ends of commands, with the command and the call that ends it.
  var commandEnds: [StaticGraph.Place: (command: StaticGraph.Place, call: CommandCall)] = [:]
  /// The objects that code leads to, and the handle of each.
  var effectObjects: [StaticObject] = []
  var effectHandles: [ObjectIdentifier: ObjectID] = [:]
  /// In place of objects: what actions of no object belong to, what notifications do, and what makes
  /// the objects of each class.
  let (outside, center, maker): (StaticObject, StaticObject, StaticObject)

  /// The transformers that are certainly declared, with their places.
  var transformers = NameMap<(script: SyntaxTreeBox, syntax: TransformerSyntax)>()
  /// How each declared function is called.
  var functions: [Name: String] = [:]
  /// The first error that was not reported, since it was looked at without a word.
  @exclusivity(unchecked) var mutedError: Diagnostic?

  // MARK: Round trips

  /// Transformers, constants and actions as they are declared at this point, for trials.
  var trialDeclarations = NameMap<TrialDeclaration>()
  var trials: [Trial] = []

  /// A run that has examined the prelude, and nothing else.
  ///
  /// - Parameters:
  ///   - map: Where the meaning of each name is recorded.
  ///   - isWanted: Called before each step.
  init(
    host: any SessionHost, options: CheckOptions, map: ProgramMap? = nil,
    isWanted: @escaping (CheckStep) -> Bool = { _ in true }
  ) {
    names = NameTable()
    self.map = map
    self.isWanted = isWanted
    self.options = options
    if options.wantsAll { findings.most = .max }
    semantics = options.semantics
    files = SourceFiles(host: host, names: names)
    // This comes first, since the parser gives its words the lowest numbers of the name table.
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

  convenience init(
    _ file: SourceFile, host: any SessionHost, options: CheckOptions, map: ProgramMap? = nil,
    isWanted: @escaping (CheckStep) -> Bool = { _ in true }
  ) {
    self.init(host: host, options: options, map: map, isWanted: isWanted)
    let (main, diagnostics, _) = Parser.parse(file, names: names)
    findings.begin(with: file)
    findings.readSilences(of: main)
    findings.add(diagnostics)
    enter(SyntaxTreeBox(main))
  }

  deinit {
    for object in wholes { object.forgetParts() }
    for shape in namedShapes { shape.forgetMembers() }
  }

  private func loadPrelude() {
    isLoadingPrelude = true
    preludeScript = script
    facts.gather(script)
    uses.gatherEvents(script.tree)
    run(script)
    runPending()
    isLoadingPrelude = false
    prelude = symbols
    commandClass = preludeClass("BKCommand")
    responseClass = preludeClass("BKCommandResponse")
    // Cells get theirs from their lists.
    facts.noteWritten(viewModelName)
  }

  /// Continues with another file.
  func enter(_ script: SyntaxTreeBox) {
    self.script = script
    tree = script.tree
    if !isLoadingPrelude { map?.enter(script) }
  }

  private func preludeClass(_ name: String) -> StaticClass? {
    guard case .classSymbol(let found)? = symbols[names.intern(name)]?.symbol else { return nil }
    return found
  }

  /// Everything that is wrong.
  func result() -> [Diagnostic] {
    let main = script
    let (parsed, count) = (findings.sorted, findings.count)
    let readable = findings.hasErrors ? ReadableParts(of: main.tree, errors: parsed) : nil
    if let readable, readable.isUnknown, map == nil { return parsed }
    runningFiles.append(tree.file.name)
    if goesOn(to: .part) { gatherFacts(from: main) }
    if goesOn(to: .part) { run(main) }
    runPending()
    if isAbandoned { return endedEarly(in: main.tree.file) }
    if let readable {
      findings.keep(behind: count) { readable.isCertain($0) }
      return findings.sorted
    }
    if goesOn(to: .part) { reportCycles() }
    if goesOn(to: .part) { reportRoundTrips() }
    if goesOn(to: .part) { reportMadeInActions() }
    if goesOn(to: .part) { reportOwnWrites() }
    if goesOn(to: .part) { reportUnpromisedOrder() }
    if goesOn(to: .part) { reportHints(of: main) }
    if !findings.hasErrors { reportSeemingExpectations(in: main.tree) }
    guard goesOn(to: .part) else { return endedEarly(in: main.tree.file) }
    findings.addUnusedSilences(of: main.tree.file)
    return findings.sorted
  }

  /// The result of a check that has ended early: nothing, or that memory was the reason.
  private func endedEarly(in file: SourceFile) -> [Diagnostic] {
    guard let memoryRefusal else { return [] }
    let message = "the check needs \(memoryRefusal)"
    return findings.sorted + [Diagnostic(.error, message, file: file, span: nil, code: .tooMuch)]
  }

  /// Collects facts from the file and from all files that it reads.
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

  /// Examines the statements of a file in order.
  func run(_ script: SyntaxTreeBox) { run(script.tree.statements) }

  /// Examines statements at top level in order.
  func run(_ statements: some Sequence<NodeID>) {
    for statement in statements {
      guard goesOn(to: .statement) else { return }
      if tree.expectsError(of: statement) {
        mutedAndUncertain { self.statement(statement) }
      } else {
        self.statement(statement)
      }
    }
  }

  func goesOn(to step: CheckStep) -> Bool {
    if !isAbandoned, !isWanted(step) || !hasMemory(for: step) { isAbandoned = true }
    return !isAbandoned
  }

  /// Whether there is memory for a step; otherwise that is the result.
  private func hasMemory(for step: CheckStep) -> Bool {
    steps += 1
    guard step == .part || steps % CheckRun.stepsOfMemory == 0,
      let refusal = ProcessMemory.refusal(of: 0)
    else { return true }
    memoryRefusal = refusal
    return false
  }

  /// After so many statements the memory in use is measured.
  private static let stepsOfMemory = 256

  /// Examines everything that runs later.
  func runPending() {
    let here = (script, scope)
    var next = 0
    while next < pending.count, goesOn(to: .statement) {
      let item = pending[next]
      next += 1
      if item.script !== script { enter(item.script) }
      scope = item.scope
      switch item.part {
      case .block(let block):
        if scope.role == .each { cellClass(block) } else { statements(of: block) }
      case .expression(let expression): _ = value(expression)
      case .delay(let expression): require(.duration, value(expression), at: expression)
      case .wait(let expression):
        let wait = value(expression)
        if !wait.kinds.contains(.nil) { require(.duration, wait, at: expression) }
      case .classBody(let shape): body(ofClass: shape)
      }
    }
    pending = []
    enter(here.0)
    scope = here.1
  }

  /// Postpones a block until all declarations are known.
  ///
  /// - Parameter parameters: The names of the parameters that its declaration has, besides those that
  ///   the role says.
  /// - Parameter states: The variables that a transformer keeps for each binding.
  /// - Parameter observed: What sets it off, for observers.
  /// - Parameter given: What the value comes from, for transformers.
  /// - Parameter effect: What it belongs to, for effects.
  func later(
    _ id: NodeID, _ role: BlockRole, parameters: [NodeID] = [], states: [ValueSyntax] = [],
    observed: Observed? = nil, given: Observed? = nil, effect: StaticEffect? = nil
  ) {
    let isBlock = tree[id].kind == .block
    var inner = scope.inside(
      role, names: names, isNow: false,
      parameters: role.parameters.map { names.intern($0) } + parameters.map { tree.name($0) })
    for node in parameters { inner.locals.setNode(node, of: tree.name(node)) }
    noteParameters(parameters)
    for state in states {
      let name = tree.name(state.name)
      inner.locals.append(
        Scope.Local(name: name, kind: .variable, value: .unknown, node: state.name))
    }
    inner.observed = observed
    inner.effect = effect
    inner.accesses = effect?.accesses
    let key = OriginKey(tree: ObjectIdentifier(script), node: id)
    if role == .action { inner.action = key }
    if role == .action || role == .function {
      inner.accesses = accesses[key] ?? StaticAccesses(of: script)
      accesses[key] = inner.accesses
    }
    if case .member(let known, let name)? = (observed ?? given)?.what,
      isStatus(name, of: known.object)
    {
      var status = StaticValue([.string, .nil])
      status.enumeration = CommandCall.statuses
      for name in observed == nil ? ["value"] : ["value", "old"] {
        inner.locals.setValue(status, of: names.intern(name))
      }
    }
    pending.append(
      Pending(
        part: isBlock
          ? .block(id)
          : role == .delay ? .delay(id) : role == .transformer ? .wait(id) : .expression(id),
        script: script, scope: inner))
  }

  /// Examines something in another scope.
  func within(_ inner: Scope, _ body: () -> Void) {
    let outer = scope
    scope = inner
    body()
    scope = outer
  }
}
