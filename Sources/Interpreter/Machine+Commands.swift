import BindingEngine
import Compiling
import Language
import Names
import Syntax

// Commands: the object that holds a command's status, and what its code asks for. `self` is that
// object.
extension Machine {
  /// Gives an object its command, unless a class that it inherits from has done so.
  func makeCommand(_ instruction: Instruction) throws(ScriptFailure) {
    var owner = receiver
    if instruction.a >= 0 {
      guard case .object(let made) = locals[Int(instruction.a)] else {
        preconditionFailure("no object to initialize")
      }
      owner = made
    }
    guard core.pointee.isAlive(owner) else { return }
    let slot = try slot(of: owner, cache: instruction.b)
    if case .object = core.pointee.read(slot) { return }
    let name = (code.caches.base + Int(instruction.b)).pointee.name
    let command = makePart(session.commandClass, of: owner, name)
    core.pointee.storeSilently(.object(command), in: slot)
    let base = core.pointee.objects[command.index].base
    let responseName = session.names.intern("response")
    let response = makePart(session.responseClass, of: command, responseName)
    for (ordinal, info) in core.pointee.classes[Int(session.commandClass.index)].properties
      .enumerated()
    {
      switch session.names.text(of: info.name) {
      case "status": core.pointee.storeSilently(.string("default"), in: base + UInt32(ordinal))
      case "enabled": core.pointee.storeSilently(.bool(true), in: base + UInt32(ordinal))
      case "response":
        core.pointee.storeSilently(.object(response), in: base + UInt32(ordinal))
      default: break
      }
    }
  }

  private func makePart(_ classID: ClassID, of owner: ObjectID, _ name: Name) -> ObjectID {
    let part = core.pointee.makeObject(classID)
    session.countInstance(part, of: classID)
    core.pointee.setParent(of: part, owner)
    core.pointee.namePart(part, of: owner, name)
    return part
  }

  /// - Returns: Whether `self` is still there to have a response.
  func makeResponse() throws(ScriptFailure) -> Bool {
    guard core.pointee.isAlive(receiver) else {
      push(.nil)
      return false
    }
    try countMaking(session.responseClass)
    push(
      .object(makePart(session.responseClass, of: receiver, session.names.intern("response"))))
    return true
  }

  /// Calls a member of a command from code.
  func callCommand(
    _ command: ObjectID, _ count: Int, _ instruction: Instruction
  ) throws(ScriptFailure) {
    let called = (code.caches.base + Int(instruction.b)).pointee.name
    try refuse(
      session.mistake(
        ofCommandCall: called, given: count, last: count > 0 ? (sp - 1).pointee : nil,
        of: core.pointee.describe(command), isDeclared: callable(of: command) != nil))
    let name = session.names.text(of: called)
    let event = traceCall(count, of: core.pointee.slot(ofPart: command)) {
      "\(core.pointee.describe(command)).\(name)"
    }
    let given = count > 0 ? (sp - 1).pointee : .nil
    let (content, error) = count == 3 ? ((sp - 3).pointee, (sp - 2).pointee) : (.nil, .nil)
    guard let call = CommandCall(rawValue: name) else {
      preconditionFailure("a call that no rule has refused")
    }
    let code =
      switch call {
      case .execute: session.command.execute
      case .cancel: session.command.cancel
      case .finish: session.command.finish
      }
    try enter(code, receiver: command, count: 0, dropping: count + 1, event: event)
    if call != .cancel { locals[0] = given }
    if call == .execute { locals[1] = .bool(count == 1) }
    if call == .finish { (locals[1], locals[2]) = (content, error) }
  }

  /// The owner of the command `self`, and the callable to run; nil if the owner is gone or there is
  /// none.
  fileprivate func callable(of command: ObjectID) -> (owner: ObjectID, callable: Callable)? {
    guard case .part(let owner, let name, _)? = core.pointee.objectNames[command.index],
      core.pointee.isAlive(owner), let slot = core.pointee.slot(name, of: owner)
    else { return nil }
    let info = core.pointee.info(of: slot)
    guard info.role == .command else { return nil }
    return (owner, session.state.callables[Int(info.callable)])
  }

  /// Whether `self` is executing.
  var isExecuting: Bool {
    guard core.pointee.isAlive(receiver),
      let slot = core.pointee.slot(session.names.intern("status"), of: receiver),
      case .string("executing") = core.pointee.read(slot)
    else { return false }
    return true
  }

  /// The argument that `self` runs with: what its entry was when the run began.
  private var entry: Value {
    session.state.turned.commandRuns[receiver.index].map { core.pointee.read($0.entry) } ?? .nil
  }

  /// The latest argument of `self`, which the next run begins with.
  private var latestEntry: Value {
    guard let slot = core.pointee.slot(session.names.intern("entry"), of: receiver) else {
      return .nil
    }
    return core.pointee.read(slot)
  }

  /// Whether `self` may be executed.
  private var isEnabled: Bool {
    guard let slot = core.pointee.slot(session.names.intern("enabled"), of: receiver) else {
      return true
    }
    return core.pointee.read(slot) != .bool(false)
  }

  /// Executing while executing does nothing, and neither does a command that is not enabled.
  func mayExecute() -> Bool {
    guard isEnabled else {
      dropCommand(.disabled)
      return false
    }
    guard isExecuting else {
      beginRun()
      core.pointee.storeSilently(latestEntry, in: latestRun.entry)
      return true
    }
    dropCommand(.executing)
    return false
  }

  // MARK: Runs

  /// The variables that hold the number and the argument of `self`'s latest run.
  private var latestRun: (number: UInt32, entry: UInt32) {
    if let slots = session.state.turned.commandRuns[receiver.index] { return slots }
    let slots = (number: core.pointee.makeVariable(), entry: core.pointee.makeVariable())
    session.state.turned.commandRuns[receiver.index] = slots
    return slots
  }

  /// Begins a run, which overtakes earlier ones. The status alone would not show that, because the
  /// command may have been cancelled and executed again.
  private func beginRun() {
    session.state.turned.runCount += 1
    locals[CommandCode.run] = .int(session.state.turned.runCount)
    core.pointee.storeSilently(.int(session.state.turned.runCount), in: latestRun.number)
  }

  /// Whether the run that this frame has begun is still the current one.
  var isRunning: Bool {
    isExecuting && core.pointee.read(latestRun.number) == locals[CommandCode.run]
  }

  func dropCommand(_ reason: TraceEvent.Reason) {
    core.pointee.turn.dropped += 1
    core.pointee.record(
      .dropped, reason, cause: core.pointee.currentCause, text: core.pointee.describe(receiver))
  }

  /// Runs a command's begin block, which sees its parameter.
  func startBeginBlock(failingTo target: Int32) {
    guard let (owner, callable) = callable(of: receiver), isRunning, let block = callable.begin
    else { return push(.nil) }
    start(block, of: callable, owner, failingTo: target)
  }

  /// Enters a block of the command; what it throws makes the command fail.
  private func start(
    _ block: Code, of callable: Callable, _ owner: ObjectID, failingTo target: Int32
  ) {
    let entry = entry
    if block.isPending { prepare(block) }
    core.pointee.beginCall(event: core.pointee.currentCause)
    enter(block, kind: .command, receiver: owner)
    frames[UInt32(frames.count - 1)].slot = UInt32(target)
    if !callable.parameters.isEmpty { locals[0] = entry }
  }

  func startDelay() throws(ScriptFailure) {
    guard let (owner, callable) = callable(of: receiver), let delay = callable.delay else {
      return push(.nil)
    }
    let entry = entry
    try enter(delay, receiver: owner, count: 0, dropping: 0, event: core.pointee.currentCause)
    if !callable.parameters.isEmpty { locals[0] = entry }
  }

  /// - Returns: Whether the body runs later, and not at once.
  func scheduleCommand(_ delay: Value) throws(ScriptFailure) -> Bool {
    // What its status set off may have cancelled it, or ended its owner.
    guard let (_, callable) = callable(of: receiver), isRunning else { return true }
    if case .nil = delay, callable.delay == nil { return false }
    let timer = core.pointee.schedule(
      .object(receiver), after: try duration(delay, of: callable),
      origin: session.origin(callable.tree, callable.node, arrow: nil))
    core.pointee.recordSetting(
      of: timer, cause: core.pointee.currentCause, text: core.pointee.describe(receiver))
    return true
  }

  /// The value of a command's delay. The code that needs it has no source text, so an error is
  /// reported at the delay.
  private func duration(_ delay: Value, of callable: Callable) throws(ScriptFailure) -> Int {
    do {
      return try duration(delay)
    } catch {
      let tree = callable.tree.tree
      let node = tree.command(callable.node).delay
      throw .diagnostic(
        session.diagnostic(for: error, file: tree.file, span: tree[node].span))
    }
  }

  /// - Returns: Whether the body runs; otherwise there is nothing left to run.
  func startCommand(failingTo target: Int32) throws(ScriptFailure) -> Bool {
    guard let (owner, callable) = callable(of: receiver) else {
      push(.nil)
      return true
    }
    beginRun()
    start(callable.body, of: callable, owner, failingTo: target)
    return true
  }

  /// If a command's body throws, the command fails and not the turn, unless something that a change
  /// has set off lies between.
  ///
  /// - Returns: Whether a command has failed because of it.
  func failCommand(_ failure: ScriptFailure, above level: Int) -> Bool {
    guard case .thrown(let message) = failure else { return false }
    var position = frames.count - 1
    while position >= level {
      let frame = frames[UInt32(position)]
      if frame.kind == .engine || frame.kind == .initial { return false }
      if frame.kind == .command { break }
      position -= 1
    }
    guard position >= level else { return false }
    if let handler = handlers.last, handler.frames > position { return false }
    core.pointee.record(.error, .caught, cause: core.pointee.currentCause, text: message)
    let target = Int(frames[UInt32(position)].slot)
    while frames.count > position + 1 { _ = leave() }
    let batches = Int(frames[UInt32(position)].batchDepth)
    core.pointee.unwind(to: leave().engineHeight)
    core.pointee.endCall()
    push(.string(message))
    pc = code.entry + target
    isBatchOver = core.pointee.leaveBatches(to: batches)
    return true
  }

  /// The commands whose code is running, the innermost last.
  var runningCommands: [ObjectID] {
    (0..<frames.count).compactMap { position in
      guard frames[UInt32(position)].code.takeUnretainedValue() === session.command.execute else {
        return nil
      }
      // A frame holds the receiver of the code below it.
      return position + 1 < frames.count ? frames[UInt32(position + 1)].receiver : receiver
    }
  }

  /// Ends commands whose code was running when a turn failed, each in a turn of its own: they would be
  /// executing forever, with nothing due.
  ///
  /// - Parameter timer: What was due in the failed turn; nil if that was no command.
  /// - Returns: The error, with a note if what observes the failure has failed, too.
  func endingCommands(
    _ commands: [ObjectID], of timer: TimerRecord?, with error: ScriptError
  ) -> ScriptError {
    guard error.kind == .failed, !session.isDry, !core.pointee.isInTurn else { return error }
    return commands.reduce(error) { endingCommand($1, of: timer, with: $0) }
  }

  private func endingCommand(
    _ command: ObjectID, of timer: TimerRecord?, with error: ScriptError
  ) -> ScriptError {
    guard core.pointee.isAlive(command),
      let status = core.pointee.slot(session.names.intern("status"), of: command),
      core.pointee.read(status) == .string("executing"), !core.pointee.hasTimer(of: command)
    else { return error }
    session.beginTurn()
    session.state.turned.runningTimer = nil
    session.state.turned.turnTimer = timer.map {
      (
        core.pointee.noteTimer($0),
        "the completion of \(core.pointee.describe(command)) failed"
      )
    }
    let message = error.diagnostic.message
    var reported = error
    do {
      try fail(command, with: message, by: session.command.fail)
    } catch {
      reported.diagnostic.notes.append(
        .init(
          .note,
          "\(core.pointee.describe(command)) has failed, and what observes that failed, too: "
            + error.diagnostic.message))
      session.beginTurn()
      do {
        // What observes the status is notified, if it was the response whose observer has failed.
        respondSilently(to: command, with: message)
        try fail(command, with: message, by: session.command.failStatus)
      } catch {
        session.beginTurn()
        respondSilently(to: command, with: message)
        storeSilently(.string("failed"), in: "status", of: command)
      }
    }
    endTurn()
    return reported
  }

  /// Runs code that gives a command the status of one that has failed.
  private func fail(
    _ command: ObjectID, with message: String, by code: Code
  ) throws(ScriptError) {
    try run(empty: Session.returningCode()) { (machine) throws(ScriptFailure) in
      machine.enter(code, kind: .part, receiver: command)
      machine.locals[0] = .string(message)
    }
  }

  /// Gives a command its error without notifying anything.
  private func respondSilently(to command: ObjectID, with message: String) {
    let response = makePart(session.responseClass, of: command, session.names.intern("response"))
    storeSilently(.string(message), in: "error", of: response)
    storeSilently(.object(response), in: "response", of: command)
  }

  private func storeSilently(_ value: Value, in name: String, of object: ObjectID) {
    guard let slot = core.pointee.slot(session.names.intern(name), of: object) else { return }
    _ = core.pointee.storeSilent(value, in: slot)
  }

  /// - Returns: Whether there was anything to cancel, or to finish.
  func cancelCommand(isFinish: Bool) -> Bool {
    guard isExecuting else {
      dropCommand(isFinish ? .unbegun : .idle)
      return false
    }
    _ = core.pointee.cancelTimer(of: receiver)
    return true
  }

  func startCancelBlock() {
    guard let (owner, callable) = callable(of: receiver), let block = callable.cancel else {
      return push(.nil)
    }
    let entry = entry
    if block.isPending { prepare(block) }
    core.pointee.beginCall(event: core.pointee.currentCause)
    enter(block, kind: .call, receiver: owner)
    if !callable.parameters.isEmpty { locals[0] = entry }
  }
}

extension Session {
  /// The completion of a command that the running turn is.
  var dueCommand: TimerRecord? {
    guard core.pointee.isInTurn, state.turned.turnTimer != nil,
      let timer = state.turned.runningTimer, case .object = timer.work
    else { return nil }
    return timer
  }

  /// Where the command is declared whose status is the property `slot`; nil for any other property.
  package func command(withStatus slot: UInt32) -> (tree: SyntaxTree, node: NodeID)? {
    guard slot != 0, core.pointee.info(of: slot).name == names.intern("status"),
      case let owner = core.pointee.properties[slot].owner, owner != 0,
      let (_, callable) = machine.callable(of: core.pointee.objectID(at: owner))
    else { return nil }
    return (callable.tree.tree, callable.node)
  }
}
