import BindingEngine
import CodeCycles
import Compiling
import Language
import Syntax
import Text

/// The last turn, as `turn` shows it.
package struct TurnRecord {
  package var counts = TurnCounts()
  var holds: [Hold] = []
  /// The `computed` property that has changed while it notified a listener, and that listener.
  var renotified: (property: UInt32, listener: UInt32)?
  /// The closed path of a runaway through code, if the engine knows of none.
  var codePath: [CodeStep]?
  package var failure: Diagnostic?
  /// The cycle of a turn that failed, read before what it made was rolled back.
  var cycleOfFailure: String?
  /// Whether a failure was passed over, and the rest ran.
  package var hasPassedOver = false
  /// What is said of the bindings whose values were corrected at their targets, if there is a trace.
  var disagreements: [(number: Int, remark: String)] = []
  /// The verdict on each hold, once it was asked for.
  var verdicts: [HoldVerdict]?

  /// Whether anything in it has failed, whether or not that ended the turn.
  var hasFailed: Bool { failure != nil || hasPassedOver }
  /// Whether anything is known about it but numbers.
  var isUnusual: Bool { counts.held > 0 || hasFailed || counts.runaway != nil }
}

/// What is known about a firing that was held back by a lock.
package struct HoldVerdict {
  package var link: UInt32
  var number: Int
  /// Whether it would write the value that is already there, if it fired now.
  package var agrees: Bool
  /// The closed path as text; nil for the echo of a two-way binding.
  package var cycle: String?
  var remark: String
}

extension Session {
  /// The statement whose turn is running, or was the last. The tree is stored separately, so that
  /// the statements of one file count no references to it.
  package var turnStatement: (tree: SyntaxTreeBox, node: NodeID)? {
    get { state.turned.turnTree.map { ($0, state.turned.turnNode) } }
    set {
      state.turned.turnTree = newValue?.tree
      state.turned.turnNode = newValue?.node ?? .none
    }
  }

  /// Notes the statement whose turn begins.
  @inline(__always)
  func noteStatement(_ node: NodeID, in tree: SyntaxTreeBox) {
    if state.turned.turnTree !== tree { state.turned.turnTree = tree }
    state.turned.turnNode = node
  }

  @inline(__always)
  func beginTurn() {
    core.pointee.beginTurn()
    symbols.beginTurn()
    noteTurn()
  }

  /// A turn has run to its end, and is about to be kept.
  func turnSettled() {
    guard !isDry else { return }
    takeCounts()
    noteAssignedReferences()
    if core.pointee.isTracing { core.pointee.recordEndedReferences() }
    noteTrace()
    noteLostLinks()
    if journalIsOpen { noteEndedLinks() }
    stopAtBreakpoints()
    listener?.turnSettles(self)
  }

  /// A turn has failed, and is about to be rolled back or left as it is.
  func turnFailed(_ diagnostic: Diagnostic) {
    guard !isDry else { return }
    takeCounts()
    state.turned.lastTurn.failure = diagnostic
    state.turned.lastTurn.cycleOfFailure = cycleBeforeFailure()
    noteTrace()
    if journalIsOpen { noteEndedLinks() }
    stopAtBreakpoints()
    state.running.closedLinks = []
    state.running.lostBindings = []
    state.running.movedLinks = []
    state.running.assignedReferences = []
    state.running.declaredCode = []
    state.running.pendingSemantics = nil
  }

  private func takeCounts() {
    core.pointee.countGlitches()
    for position in heldOutput.indices {
      heldOutput[position].sequence = core.pointee.moved(heldOutput[position].sequence)
    }
    // In place, since a new record would be made and freed for each statement.
    if state.turned.lastTurn.isUnusual { state.turned.lastTurn = TurnRecord() }
    state.turned.lastTurn.counts = core.pointee.turn
    state.turned.lastTurn.renotified = core.pointee.renotified
    if state.turned.lastTurn.counts.held > 0 { state.turned.lastTurn.holds = core.pointee.holds }
    if let runaway = state.turned.lastTurn.counts.runaway {
      state.turned.lastTurn.codePath = codeCycle(of: runaway)
    }
    state.turned.lastTurn.hasPassedOver = !state.running.passedOver.isEmpty
  }

  /// The turn is over: reports what it closed, and shows it if requested.
  func turnEnded() {
    guard !isDry else { return }
    rememberTurn()
    listener?.turnEnded(self)
    if let semantics = state.running.pendingSemantics {
      state.running.pendingSemantics = nil
      options.semantics = semantics
      graph.semantics = semantics
    }
    if !state.running.passedOver.isEmpty {
      for found in state.running.passedOver where !found.isExpected { report(found.diagnostic) }
      state.running.passedOver = []
    }
    if let runaway = state.turned.lastTurn.counts.runaway, state.turned.lastTurn.failure == nil {
      warnAboutLoop(runaway)
    }
    if let renotified = state.turned.lastTurn.renotified { warnWhereItEnds(renotified) }
    if showsTrace, var trace = state.running.capturedTrace {
      state.running.capturedTrace = nil
      finish(&trace)
      state.lastRendered = trace
      for position in watches.indices { watches[position].take(trace) }
      if let listener {
        listener.take(trace, of: self)
      } else if options.traceMode != .off {
        show(trace)
      }
    }
    finishRemembering()
    followDeclaredNames()
    if !state.failedBlocks.isEmpty { tryFailedBlocksAgain() }
    if !state.running.lostBindings.isEmpty { warnAboutLostBindings() }
    warnAboutMovedLinks()
    if !state.running.closedLinks.isEmpty {
      let closed = state.running.closedLinks
      state.running.closedLinks = []
      for link in closed { warnAboutCycle(link) }
    }
    showWatched()
  }

  /// A loop whose result the semantics keeps.
  private func warnAboutLoop(_ runaway: Runaway) {
    let (message, notes) = describe(runaway)
    let statement = turnStatement
    warn(
      message, file: statement?.tree.tree.file, span: statement.map { $0.tree.tree[$0.node].span },
      notes: notes)
  }

  /// A `computed` property has changed while it notified: in some systems the process ends there.
  private func warnWhereItEnds(_ place: (property: UInt32, listener: UInt32)) {
    guard let end = SemanticsNote.named(core.pointee.semantics.name)?.endWhereRenotified,
      state.turned.given.renotified.insert(place.property).inserted
    else { return }
    let listener = self.place(of: place.listener)
    warn(
      "'\(core.pointee.describe(property: place.property))' changes while it notifies"
        + " \(hopText(place.listener))",
      file: listener?.file, span: listener?.span,
      notes: [.init(.note, end)])
  }

  // MARK: `turn`

  func turnField(_ position: Int) -> Value {
    switch TurnField.allCases[position] {
    case .number: .int(state.turned.lastTurn.counts.number)
    case .writes: .int(state.turned.lastTurn.counts.writes)
    case .firings: .int(state.turned.lastTurn.counts.firings)
    case .held: .int(state.turned.lastTurn.counts.held)
    case .dropped: .int(state.turned.lastTurn.counts.dropped)
    case .rejected: .int(state.turned.lastTurn.counts.rejected)
    case .depth: .int(state.turned.lastTurn.counts.depth)
    case .glitches: .int(state.turned.lastTurn.counts.glitches)
    case .rounds: .int(state.turned.lastTurn.counts.rounds)
    case .made: .int(state.turned.lastTurn.counts.made)
    case .reused: .int(state.turned.lastTurn.counts.reused)
    case .outcome: .string(outcome())
    case .cycle: turnCycle().map(Value.string) ?? .nil
    }
  }

  package func outcome() -> String {
    if let runaway = state.turned.lastTurn.counts.runaway {
      return runaway.hops.isEmpty && state.turned.lastTurn.codePath == nil ? "runaway" : "loop"
    }
    if state.turned.lastTurn.hasFailed { return "failed" }
    return verdicts().contains { !$0.agrees } ? "held" : "settled"
  }

  func turnCycle() -> String? {
    guard state.turned.lastTurn.failure == nil else { return state.turned.lastTurn.cycleOfFailure }
    return runawayCycle() ?? verdicts().compactMap(\.cycle).first ?? ownCycle()
  }

  /// The cycle of a turn that is about to fail, in which no verdict can be tried.
  private func cycleBeforeFailure() -> String? {
    let held = state.turned.lastTurn.holds.first {
      !$0.path.isEmpty && !core.pointee.links[$0.link].flags.contains(.dead)
    }
    return runawayCycle() ?? held.map { pathText($0.path, isWhole: true) } ?? ownCycle()
  }

  private func runawayCycle() -> String? {
    if let path = state.turned.lastTurn.codePath { return pathText(path, isWhole: true) }
    guard let runaway = state.turned.lastTurn.counts.runaway, !runaway.hops.isEmpty else {
      return nil
    }
    return pathText(runaway.hops.map(\.link), isWhole: true)
  }

  /// The closed path of an observer that was held back because of what its own code wrote.
  private func ownCycle() -> String? {
    for hold in state.turned.lastTurn.holds
    where hold.path.isEmpty && core.pointee.isLiving(link: hold.link)
      && core.pointee.links[hold.link].flags.contains(.observer)
    {
      return pathText(codePath(along: [hold.link]), isWhole: true)
    }
    return nil
  }

  /// What the locks of the last turn held back, and whether it mattered.
  package func verdicts() -> [HoldVerdict] {
    if let known = state.turned.lastTurn.verdicts { return known }
    if state.turned.lastTurn.holds.isEmpty || state.turned.lastTurn.failure != nil { return [] }
    // Nothing can be tried in the middle of another turn: see `beginTurn`.
    if core.pointee.isInTurn, !isAsking { return [] }
    // Whether a held firing matters is found by a trial, outside of the question.
    let wasAsking = isAsking
    if wasAsking { try? machine.endAsking(keepsObjects: true) }
    let found = state.turned.lastTurn.holds.compactMap { verdict(on: $0) }
    if wasAsking { machine.beginAsking() }
    state.turned.lastTurn.verdicts = found
    return found
  }

  private func verdict(on hold: Hold) -> HoldVerdict? {
    guard !core.pointee.links[hold.link].flags.contains(.dead) else { return nil }
    let number = core.pointee.number(of: hold.link)
    let isObserver = core.pointee.links[hold.link].flags.contains(.observer)
    let attempt = isObserver ? nil : attempt(hold.link)
    let cycle = hold.path.isEmpty ? nil : pathText(hold.path, isWhole: true)
    let name = "#\(number) \(describe(link: hold.link))"
    if isObserver {
      // An event that is not reported is lost.
      let source = core.pointee.sources(of: hold.link).last ?? 0
      let isEvent = core.pointee.info(of: source).role == .event
      let changes = isEvent || wouldChange(hold.link)
      return HoldVerdict(
        link: hold.link, number: number, agrees: !changes, cycle: cycle,
        remark: "\(name) was not notified of a change that it caused itself: it was locked"
          + (changes ? "" : "; notified now, it would change nothing"))
    }
    guard let attempt else {
      return HoldVerdict(
        link: hold.link, number: number, agrees: true, cycle: cycle,
        remark: "the lap stops at \(name), which is locked")
    }
    let present = core.pointee.read(attempt.slot)
    let agrees = present == attempt.value
    let property = core.pointee.describe(property: attempt.slot)
    let (old, new) = (core.pointee.literal(present), core.pointee.literal(attempt.value))
    let remark =
      agrees
      ? "the lap stops at \(name), which is locked; the values agree: \(property) is \(old)"
      : "the lap stops at \(name), which is locked; the values now disagree: \(property) is \(old),"
        + " but #\(number) would write \(new)"
    return HoldVerdict(
      link: hold.link, number: number, agrees: agrees, cycle: cycle, remark: remark)
  }

  /// `vm.name → #1 → label.text → #2 → vm.name`.
  ///
  /// - Parameter isWhole: Whether no step is left out, however many there are.
  package func pathText(_ path: [UInt32], isWhole: Bool = false) -> String {
    let isClosed = path.indices.allSatisfy { position in
      let next = path[(position + 1) % path.count]
      return core.pointee.sources(of: next).contains(core.pointee.links[path[position]].target)
    }
    // If code lies between, the path over it is searched for.
    if !isClosed {
      let steps = codePath(along: path)
      if !steps.isEmpty { return pathText(steps, isWhole: isWhole) }
    }
    // A binding that observes a path has several sources; one of them closes the path.
    guard let first = path.first, let last = path.last else { return "" }
    let end = core.pointee.links[last].target
    let sources = core.pointee.sources(of: first)
    let start = sources.contains(end) ? end : sources.first ?? 0
    let steps = path.map { link -> [String] in
      let target = core.pointee.links[link].target
      return [who(link)] + (target == 0 ? [] : [core.pointee.describe(property: target)])
    }
    return wayText(
      from: core.pointee.describe(property: start), steps, isASCII: options.isASCII,
      isWhole: isWhole)
  }

  // MARK: Trying

  /// Whether an observer's block, run now, would change a value, in a turn that is rolled back.
  private func wouldChange(_ link: UInt32) -> Bool {
    var changes = false
    dry(tracing: true) { (machine) throws(ScriptFailure) in
      if machine.core.pointee.fireInitially(link) { try machine.handle(machine.core.pointee.run()) }
    } then: { failure in
      changes =
        failure != nil
        || self.core.pointee.trace.contains { $0.kind == .write && $0.old != $0.new }
    }
    return changes
  }

  /// What a link would write if it fired now, which is tried in a turn that is rolled back.
  private func attempt(_ link: UInt32) -> (slot: UInt32, value: Value)? {
    var found: (slot: UInt32, value: Value)?
    dry(tracing: true) { (machine) throws(ScriptFailure) in
      if machine.core.pointee.fireInitially(link) { try machine.handle(machine.core.pointee.run()) }
    } then: { _ in
      found = self.tracedWrite(of: link)
    }
    return found
  }

  /// The property and the value that the link writes in the trace, or leaves since they are equal.
  func tracedWrite(of link: UInt32) -> (slot: UInt32, value: Value)? {
    core.pointee.trace.first {
      $0.link == link && ($0.kind == .write || $0.kind == .dropped && $0.reason == .equal)
    }.map { ($0.property, $0.new) }
  }

  /// Runs `body` in a turn that leaves nothing: no value, no output, no count.
  ///
  /// - Parameter ticking: Whether the tick for which its changes wait is a part of the turn.
  package func dry(
    tracing: Bool = false, ticking: Bool = false,
    _ body: (Machine) throws(ScriptFailure) -> Void,
    then look: (ScriptError?) -> Void
  ) {
    guard !core.pointee.isInTurn else { return }
    let (passed, steps) = (state.running.passedOver, machine.steps)
    state.running.passedOver = []
    isDry = true
    core.pointee.isTracing = tracing
    core.pointee.tracesHopsByLog = false
    let start = core.pointee.beginTrial()
    symbols.beginTurn()
    let mark = SessionMark(self)
    var failure: ScriptError?
    do {
      try machine.run(empty: Session.returningCode(), body)
      // Only now have the blocks run that the body has begun.
      if ticking, core.pointee.isTickDue {
        try machine.run(empty: Session.returningCode()) { (machine) throws(ScriptFailure) in
          try machine.handle(machine.core.pointee.tick())
        }
      }
    } catch {
      failure = error
    }
    look(failure)
    core.pointee.endTrial(start)
    machine.forgetRetiredBlocks()
    applyTraceMode()
    mark.restore(self)
    state.running.passedOver = passed
    machine.steps = steps
    isDry = false
  }

  /// Code that returns at once, which lies below what is begun in the engine.
  static func returningCode() -> Code {
    let writer = CodeWriter(locals: 0)
    writer.emit(.returnNil)
    return writer.code
  }
}
