import BindingEngine
import Compiling
import Language

// How the machine and the engine transfer control to each other.
extension Machine: BlockRunner {
  /// Continues as the engine says: with the code that waits for it, or with a block that it
  /// requests.
  @inline(__always)
  package func handle(_ suspension: Suspension) throws(ScriptFailure) {
    try drive(from: suspension)
  }

  @inline(__always)
  package func runBlock() throws(ScriptFailure) -> Suspension? {
    if let next = formulaResult() { return next }
    if let value = leafValue() { return core.pointee.resume(with: value) }
    try startBlock()
    return nil
  }

  package func failure(_ error: GraphError) -> ScriptFailure { .graph(error) }

  func startBlock() throws(ScriptFailure) {
    // In place: reading its fields one by one copies no more than needed.
    let request = withUnsafeMutablePointer(to: &core.pointee.request) { $0 }
    let block = blocks.base + Int(request.pointee.block.index)
    let role = request.pointee.role
    try countStep()
    if role == .call { return try startCall() }
    guard let unmanaged = block.pointee.code else {
      preconditionFailure("the engine asked for a block that is gone")
    }
    let isTracked: Bool
    switch role {
    case .computed, .source, .effect: isTracked = true
    default: isTracked = false
    }
    unmanaged._withUnsafeGuaranteedRef { code in
      if code.isPending { prepare(code) }
      if code.isLeaf { block.pointee.leaf = code.entry }
      if block.pointee.copies.isEmpty { block.pointee.formula = code.formula }
      if role == .transformer || role == .source, let formula = block.pointee.formula,
        !code.readsOwnMembers
      {
        core.pointee.keep(formula, for: request.pointee.block)
      }
      enter(
        code, kind: .engine, receiver: block.pointee.receiver ?? request.pointee.sender,
        isTracked: isTracked)
      if isTracked, role != .effect, core.pointee.semantics.dependsOnNamed {
        session.depend(request.pointee.link, onNamesIn: code, of: receiver)
      }
    }
    var slot = 0
    switch role {
    case .transformer:
      locals[0] = request.pointee.value
      slot = 1
    case .transform:
      locals[0] = request.pointee.value
      locals[1] = .object(request.pointee.sender)
      slot = 2
    case .setter:
      if frames.count & 4095 == 0 { try refuseEndlessSetters() }
      locals[0] = request.pointee.value
      locals[1] = request.pointee.old
      slot = 2
    case .observer:
      locals[0] = request.pointee.value
      let on = unmanaged._withUnsafeGuaranteedRef { ($0.isOn, $0.changeLocal) }
      if on.0 {
        locals[1] = .object(request.pointee.sender)
        slot = 2
      } else {
        locals[1] = request.pointee.old
        locals[2] = .object(request.pointee.sender)
        if on.1 >= 0 {
          locals[on.1] = changeValue(
            request.pointee.change, from: request.pointee.old, to: request.pointee.value)
        }
        slot = 4
      }
    case .ownObserver:
      locals[0] = request.pointee.value
      locals[1] = request.pointee.old
      locals[2] = .object(request.pointee.sender)
      slot = 3
    case .each: slot = startEach(request)
    case .computed, .source, .effect, .call: break
    }
    for position in block.pointee.copies.indices {
      locals[slot + position] = block.pointee.copies[position]
    }
    if role == .transformer {
      let states = unmanaged._withUnsafeGuaranteedRef { $0.states }
      if !states.isEmpty { loadState(states) }
    }
  }

  /// What a block sees as `change`.
  private func changeValue(_ change: ListChange, from old: Value, to new: Value) -> Value {
    var count = 1
    if change.isInside, case .list(let old) = old, case .list(let new) = new {
      count = change.count(from: old, to: new)
    }
    return .list(.flat([.string(change.kind.word), .int(change.index), .int(count)]))
  }

  /// Stops a `set` block that assigns its own property again and again. No binding fires in that
  /// cycle, so no limit of the semantics ends it.
  private func refuseEndlessSetters() throws(ScriptFailure) {
    let code = frames[UInt32(frames.count - 1)].code.toOpaque()
    var count = 0
    for position in frames.count - 4095..<frames.count - 1
    where frames[UInt32(position)].code.toOpaque() == code {
      // A level keeps the receiver of the one below.
      if frames[UInt32(position + 1)].receiver == receiver { count += 1 }
    }
    guard count > 1_000 else { return }
    if let path = session.codeCycle(throughSetter: self.code, of: receiver) {
      throw .message(
        "these 'set' blocks set each other off without end: \(session.pathText(path))",
        help: "each value is stored when its block is over; to keep both equal, bind them with '<>'"
      )
    }
    throw .message(
      "this 'set' block sets itself off without end",
      help: "the value of the block is stored; the block need not assign it")
  }

  /// Sends a first value through a `set` block.
  func startSetter(
    _ setter: BlockID, of object: ObjectID, slot: UInt32, _ value: Value
  ) throws(ScriptFailure) {
    guard let unmanaged = blocks[setter.index].code else {
      preconditionFailure("a set block that is gone")
    }
    unmanaged._withUnsafeGuaranteedRef { code in
      if code.isPending { prepare(code) }
      enter(code, kind: .initial, receiver: object)
    }
    frames[UInt32(frames.count - 1)].slot = slot
    locals[0] = value
  }

  /// Compiles a block that runs for the first time.
  func prepare(_ code: Code) {
    guard let pending = code.pending else { return }
    code.pending = nil
    Compiler.compile(code, pending, session: session)
    code.classifyAsLeaf()
    code.classifyAsFormula()
    if !code.failures.isEmpty, !code.hasPlans, !code.isLeaf {
      session.state.failedBlocks.append((code, pending))
      session.state.versionWhenFailed = session.symbols.version
    }
  }

  /// Goes on with statements that could not be compiled before they were reached.
  func compileRest(_ index: Int) throws(ScriptFailure) {
    let code = code
    if code.rests[index].version != session.symbols.version {
      // Other levels may run the same code, which moves when it grows.
      let handle = Unmanaged.passUnretained(code).toOpaque()
      let others = (1..<max(frames.count, 1)).filter {
        frames[UInt32($0 - 1)].code.toOpaque() == handle
      }
      let old = code.entry
      Compiler.compileRest(index, of: code, isAlone: others.isEmpty, session: session)
      for level in others {
        frames[UInt32(level)].savedPC = code.entry + (frames[UInt32(level)].savedPC - old)
      }
      pc = code.entry + (pc - old)
    }
    if let mistake = code.rests[index].mistake { throw .diagnostic(mistake) }
    jump(to: Int32(code.rests[index].instructions.lowerBound))
  }

  /// Ends a level with its value.
  func finishLevel(with value: consuming Value) throws(ScriptFailure) {
    let frame = leave()
    switch frame.kind {
    case .base, .part: return
    case .trial: session.state.tried = value
    case .call:
      core.pointee.endCall()
      let count = Int(frame.slot)
      if count > 0 {
        (sp - count).deinitialize(count: count)
        sp -= count
      }
      push(value)
    case .command:
      core.pointee.endCall()
      push(value)
    case .engine: try handle(core.pointee.resume(with: value))
    case .initial: try storeFirst(value, in: frame.slot)
    }
  }

  /// Leaves a block that gives no answer.
  func finishLevelWithoutAnswer() throws(ScriptFailure) {
    switch leave().kind {
    case .engine: try handle(core.pointee.withholdAnswer())
    case .command:
      core.pointee.endCall()
      dropCommand(.unanswered)
      // Skips the end of the run, as if it had been cancelled meanwhile.
      jump(to: pc.pointee.a)
    case .trial: session.state.tried = .nil
    case .base, .part, .call, .initial: preconditionFailure("an answer that nothing waits for")
    }
  }
}
