import BindingEngine
import Language
import Syntax

extension Machine {
  func beginTurn(_ node: Int32) throws(ScriptFailure) {
    try countStep()
    let code = frames[UInt32(frames.count - 1)].code
    withSession { session in
      code._withUnsafeGuaranteedRef { code in
        if code.usesLastTurn { _ = session.verdicts() }
        session.noteStatement(NodeID(UInt32(node)), in: code.tree)
      }
      session.beginTurn()
      if session.state.turned.turnTimer != nil { session.state.turned.turnTimer = nil }
    }
  }

  func endTurn() {
    withSession { session in
      session.turnSettled()
      core.pointee.commitTurn()
      if !core.pointee.retiredBlocks.isEmpty { forgetRetiredBlocks() }
      session.turnEnded()
    }
  }

  /// A question is not a turn: what is evaluated for it is kept but not counted.
  func beginAsking() {
    guard !core.pointee.isInTurn else { return }
    session.isAsking = true
    session.state.madeBeforeAsking = session.state.madeInstances.count
    session.state.wasTracing = core.pointee.isTracing
    core.pointee.isTracing = false
    core.pointee.beginTurn()
    core.pointee.turn.number -= 1
  }

  /// The objects that a question has made end with it, unless its value refers to one of them.
  ///
  /// - Parameters:
  ///   - isAnswered: Whether the values on the stack are all that is needed of what it has made.
  ///   - keepsObjects: Whether the question goes on later.
  func endAsking(isAnswered: Bool = true, keepsObjects: Bool = false) throws(ScriptFailure) {
    guard session.isAsking else { return }
    if core.pointee.hasDoneSomething { throw .mistake(.changesWhileAsking) }
    var isUndone = false
    let made = keepsObjects ? [] : core.pointee.madeObjects
    if !made.isEmpty {
      guard isAnswered else { return }
      // What the locals still have is left from making them.
      let first = locals + code.localCount
      isUndone = !UnsafeBufferPointer(start: first, count: sp - first).contains {
        $0.refers(toOneOf: made)
      }
    }
    session.isAsking = false
    if isUndone {
      core.pointee.undoQuestion()
      session.forgetMadeWhileAsking()
      forgetRetiredBlocks()
    } else {
      core.pointee.commitTurn()
      session.keepMadeWhileAsking()
    }
    core.pointee.isTracing = session.state.wasTracing
  }

  // MARK: Failures

  /// Handles a failure: it is caught, passed over as the semantics says, or thrown further.
  ///
  /// - Parameter level: The level that `run` began; a failure that leaves it is thrown.
  func recover(_ failure: ScriptFailure, above level: Int) throws(ScriptError) {
    // When one failure is passed over, the next may follow at once, as often as there are
    // listeners.
    var next: ScriptFailure? = failure
    while let failure = next { next = try recoverOnce(failure, above: level) }
  }

  /// - Returns: What failed after this was passed over; nil if the script can continue.
  private func recoverOnce(
    _ failure: ScriptFailure, above level: Int
  ) throws(ScriptError) -> ScriptFailure? {
    if failCommand(failure, above: level) {
      guard isBatchOver else { return nil }
      isBatchOver = false
      do {
        try handle(core.pointee.run())
        return nil
      } catch {
        return error
      }
    }
    let error = explain(failure)
    if error.kind == .failed, !session.isAsking,
      let isDone = dropFiringOfFreedCell(error.diagnostic.message, above: level)
    {
      do {
        try handle(isDone ? .done : core.pointee.run())
        return nil
      } catch {
        return error
      }
    }
    let due = session.dueCommand
    let commands = core.pointee.isInTurn && !session.isAsking ? runningCommands : []
    if session.isAsking {
      session.isAsking = false
      core.pointee.undoQuestion()
      session.forgetMadeWhileAsking()
      core.pointee.isTracing = session.state.wasTracing
    } else if failure.isMistake, !session.isDry, isBeforeAnyEffect(level) {
      core.pointee.cancelTurn()
    } else if core.pointee.isInTurn {
      let policy = self.policy(for: failure)
      if case .outOfMemory = failure { core.pointee.leaveOutTrace() }
      if policy == .goOn, error.kind == .failed, let isDone = skip(error) {
        do {
          try handle(isDone ? .done : core.pointee.run())
          return nil
        } catch {
          return error
        }
      }
      if policy != .undo, error.kind == .failed, !session.isDry { finishBatches(above: level) }
    }
    // A listener shows nothing that it has collected after such an error.
    if core.pointee.isInTurn, !endsRun(error) || session.listener == nil {
      let policy = self.policy(for: failure)
      core.pointee.record(
        .error, cause: core.pointee.currentCause, text: error.diagnostic.message)
      if policy == .undo || error.kind != .failed || session.isDry {
        core.pointee.record(.undo, cause: 0)
        session.turnFailed(error.diagnostic)
        if !endsRun(error) {
          core.pointee.undoTurn()
          session.forgetUndoneDeclarations()
          if error.kind != .failed { restoreInterruptedTimer() }
        }
      } else {
        session.turnFailed(error.diagnostic)
        core.pointee.commitTurn()
      }
      if !core.pointee.isInTurn { forgetRetiredBlocks() }
      session.turnEnded()
    }
    if error.kind == .failed, let handler = handlers.last, handler.frames >= level {
      handlers.removeLast()
      while frames.count > handler.frames { _ = leave() }
      let base = stack + handler.stack
      base.deinitialize(count: sp - base)
      sp = base
      _ = endingCommands(commands, of: due, with: error)
      pc = code.entry + handler.target
      caught = error.diagnostic.wholeMessage
      return nil
    }
    while frames.count >= level { _ = leave() }
    handlers.removeAll { $0.frames >= level }
    throw endingCommands(commands, of: due, with: error)
  }

  /// Whether nothing runs after this error, so that nothing needs to be rolled back. A trial is
  /// rolled back to its checkpoint anyway.
  private func endsRun(_ error: ScriptError) -> Bool {
    error.kind == .interrupted && session.options.endsWithInterruption && !session.isDry
      && !core.pointee.hasCheckpoint
  }

  /// Passes on what waits for the end of the batches that a failed statement has left: what it did
  /// stays, so all listeners must be notified.
  ///
  /// The failure of the statement is the one that counts. A further one may end the turn.
  private func finishBatches(above level: Int) {
    guard core.pointee.batchDepth > 0 else { return }
    core.pointee.unwind(to: frames[UInt32(level - 1)].engineHeight)
    guard core.pointee.leaveBatches(to: 0) else { return }
    try? run(empty: Session.returningCode()) { machine throws(ScriptFailure) in
      try machine.handle(machine.core.pointee.run())
    }
  }

  /// Whether the statement that runs at `level` has had no effect yet: it has stored, called and
  /// printed nothing. A mistake found there does not make a turn.
  private func isBeforeAnyEffect(_ level: Int) -> Bool {
    guard core.pointee.isInTurn, !core.pointee.hasLogged, frames.count == level,
      core.pointee.stackHeight == 0
    else { return false }
    // The one before `pc` is the one that failed.
    var position = pc - code.entry - 2
    while position >= 0 {
      switch code.entry[position].operation {
      case .beginTurn: return true
      case .callMember, .callAction, .print, .fireEvent, .postNotification: return false
      default: position -= 1
      }
    }
    return false
  }

  private func policy(for failure: ScriptFailure) -> Semantics.ErrorPolicy {
    switch failure {
    case .graph(let error): return core.pointee.policy(for: error)
    // A rollback frees what has used it up.
    case .outOfMemory: return .undo
    default: break
    }
    return core.pointee.semantics.error
  }

  /// Passes over a failure if a change set it off: the rest of the turn runs.
  ///
  /// - Returns: Whether the engine's request is done; nil if the statement itself failed, so that
  ///   nothing is left to continue.
  private func skip(_ error: ScriptError) -> Bool? {
    var isDone = false
    var isComputing = false
    repeat {
      // A failure in a block, or in the engine while it delivers.
      let top = frames[UInt32(frames.count - 1)]
      if core.pointee.stackHeight == top.engineHeight {
        guard
          let level = (0..<frames.count).last(where: { frames[UInt32($0)].kind == .engine })
        else { return nil }
        while frames.count > level + 1 { _ = leave() }
        core.pointee.unwind(to: leave().engineHeight)
      }
      isComputing = core.pointee.isComputing
      isDone = core.pointee.skipFailedFiring()
      // The reader of a computed property that fails has failed with it; it would only request it
      // again.
    } while isDone && isComputing
    session.state.running.passedOver.append(
      .init(diagnostic: error.diagnostic, isExpected: isExpected(error.diagnostic.wholeMessage)))
    core.pointee.record(
      .error, cause: core.pointee.currentCause, text: error.diagnostic.message)
    return isDone
  }

  /// Notes an error that is passed over, for the `expect error` around it.
  ///
  /// - Returns: Whether there is one.
  private func isExpected(_ message: String) -> Bool {
    guard let position = handlers.indices.last, handlers[position].passedOver != nil else {
      return false
    }
    handlers[position].passedOver?.append(message)
    return true
  }

  // MARK: Explaining

  /// The failure with its place, and with the chain that led there.
  private func explain(_ failure: ScriptFailure) -> ScriptError {
    let (file, span) = place
    var diagnostic: Diagnostic
    var kind = ScriptError.Kind.failed
    switch failure {
    case .diagnostic(let found): diagnostic = found
    case .script(let error): return error
    case .sessionOver:
      diagnostic = session.diagnostic(for: failure, file: file, span: span)
      kind = .fatal
    case .graph(.interrupted):
      diagnostic = Diagnostic(.error, "interrupted", file: file, span: span)
      kind = .interrupted
    case .message(Machine.stepsUsedUp, _):
      diagnostic = session.diagnostic(for: failure, file: file, span: span)
      kind = .fatal
    default: diagnostic = session.diagnostic(for: failure, file: file, span: span)
    }
    // The closed path of a runaway is the chain.
    let runaway = core.pointee.turn.runaway
    if runaway?.hops.isEmpty ?? true, runaway.flatMap({ session.codeCycle(of: $0) }) == nil {
      addChain(to: &diagnostic)
    }
    return ScriptError(diagnostic: diagnostic, kind: kind)
  }

  /// The place of the running instruction in a source; for code without text, the place of what set
  /// it off.
  private var place: (SourceFile, SourceSpan) {
    var pc = pc
    for position in stride(from: frames.count - 1, through: 0, by: -1) {
      let frame = frames[UInt32(position)]
      let file = frame.code.takeUnretainedValue().tree.tree.file
      if !file.name.isEmpty { return (file, span(of: frame, at: pc)) }
      pc = frame.savedPC
    }
    return (code.tree.tree.file, span)
  }

  /// Notes which bindings and observers were running, the innermost first.
  private func addChain(to diagnostic: inout Diagnostic) {
    guard core.pointee.isInTurn, !session.isAsking else { return }
    var shown = 0
    for link in core.pointee.firingLinks() {
      guard !core.pointee.links[link].flags.contains(.computed) else { continue }
      if shown == 3 {
        diagnostic.notes.append(
          .init(.note, "… and more that led to these; the turn's trace shows all"))
        break
      }
      shown += 1
      let place = session.place(of: link)
      diagnostic.notes.append(
        .init(
          .note,
          "while #\(core.pointee.number(of: link)) was firing: \(session.describe(link: link))",
          file: place?.file, span: place?.span))
    }
    // A value that is evaluated for a question of the tool belongs to no turn.
    guard frames.count > 1 || shown > 0, !session.isDry,
      let (tree, node) = session.turnStatement
    else { return }
    let span = tree.tree[node].span
    if diagnostic.file === tree.tree.file, let own = diagnostic.span, own.start >= span.start,
      own.end <= span.end
    {
      return
    }
    diagnostic.notes.append(
      .init(.note, "set off by this statement", file: tree.tree.file, span: span))
  }

  func printValues(_ count: Int) throws(ScriptFailure) {
    noteOperands(count)
    for position in 0..<count { try spend(onCopyOf: (sp - count + position).pointee) }
    var text = ""
    for position in 0..<count {
      if position > 0 { text += " " }
      let value = (sp - count + position).move()
      text += count == 1 ? session.printed(value) : core.pointee.describe(value)
    }
    sp -= count
    core.pointee.record(.print, cause: core.pointee.currentCause, text: text)
    session.outputPrinted(text)
  }

  func source() throws(ScriptFailure) {
    guard case .string(let path) = pop() else {
      throw .message("'source' takes a path in quotes", help: nil)
    }
    try session.source(path, from: code.tree.tree.file, span: span)
  }

  func declareSemantics(_ node: NodeID) throws(ScriptFailure) {
    try session.declareSemantics(node, in: code.tree)
  }
}
