// How the graph drives its core: a turn around each call, and the closures that the core requests.
extension Graph: BlockRunner {
  enum Closure {
    case transform((Value) throws -> Value)
    case setter((_ value: Value, _ old: Value) throws -> Value)
    case observer((Change) throws -> Void)
    case computed((Graph, ObjectID) throws -> Value)
    case timer(() throws -> Void)
  }

  func keep(_ closure: Closure) -> BlockID {
    if let free = freeClosures.popLast() {
      closures[Int(free)] = closure
      return BlockID(free)
    }
    closures.append(closure)
    return BlockID(UInt32(closures.count - 1))
  }

  // MARK: Turns

  /// Runs `body` as a turn, or as part of the running one.
  func turn(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    guard !core.pointee.isInTurn else { return try part(body) }
    settleReport()
    core.pointee.beginTurn()
    try finishingTurn(body)
  }

  /// Runs `body` as the rest of the turn that has begun.
  func finishingTurn(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    do {
      try body()
    } catch {
      finishFailedTurn(error)
      throw error
    }
    finishTurn()
    changeTrace()
  }

  /// Runs `body` inside a running turn. If it fails, the stack is as it was before, so that code
  /// that catches the error finds the turn in order.
  func part(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    guard nesting < Graph.maximumClosureNesting else { throw .nestedTooDeeply }
    let savepoint = core.pointee.makeSavepoint()
    do {
      try body()
    } catch {
      let undoing = core.pointee.policy(for: error) == .undo
      core.pointee.abandon(to: savepoint, undoing: undoing)
      throw error
    }
  }

  @inline(__always)
  func finishTurn() {
    if core.pointee.isTracing { return finishTracedTurn() }
    core.pointee.commitTurn()
    if !core.pointee.retiredBlocks.isEmpty { forgetRetired() }
  }

  /// Separate, so that a write without a trace does not pay for it.
  @inline(never)
  private func finishTracedTurn() {
    core.pointee.countGlitches()
    core.pointee.recordEndedReferences()
    noteEndings()
    let report = traceToReport()
    core.pointee.commitTurn()
    if !core.pointee.retiredBlocks.isEmpty { forgetRetired() }
    rememberTurn()
    self.report(report)
  }

  func finishFailedTurn(_ error: GraphError) {
    core.pointee.countGlitches()
    let undoing = core.pointee.policy(for: error) == .undo
    if core.pointee.isTracing {
      let cause = core.pointee.rootEvent
      let event = core.pointee.record(.error, cause: cause, text: describe(error))
      if undoing { core.pointee.record(.undo, cause: event) }
      noteEndings()
    }
    // What the turn has made can be named only until it is rolled back.
    let report = traceToReport()
    if undoing { report?.settle(in: self) }
    if undoing { core.pointee.undoTurn() } else { core.pointee.commitTurn() }
    forgetRetired()
    rememberTurn(failing: error)
    changeTrace()
    self.report(report)
  }

  func forgetRetired() {
    while let block = core.pointee.retiredBlocks.popLast() {
      closures[Int(block.index)] = nil
      freeClosures.append(block.index)
    }
  }

  // MARK: Driving

  package func runBlock() throws(GraphError) -> Suspension? {
    core.pointee.resume(with: try call(core.pointee.request))
  }

  package func failure(_ error: GraphError) -> GraphError { error }

  /// Runs what the core has begun, and the closures that it requests.
  func drive() throws(GraphError) { try driveToEnd(from: core.pointee.run()) }

  /// Evaluates a stale `computed`, also between turns.
  func evaluate(_ slot: UInt32) throws(GraphError) {
    if core.pointee.isInTurn {
      return try part { () throws(GraphError) in
        try driveToEnd(from: core.pointee.computeForReader(slot))
      }
    }
    settleReport()
    core.pointee.beginAsking()
    do {
      try driveToEnd(from: core.pointee.computeForReader(slot))
    } catch {
      core.pointee.endAsking(undoing: true)
      forgetRetired()
      changeTrace()
      throw error
    }
    core.pointee.endAsking()
    forgetRetired()
    changeTrace()
  }

  /// Runs what the core has begun, from `suspension` on.
  ///
  /// Passes over failures where the semantics says so, and throws the first of them at the end.
  func driveToEnd(from suspension: Suspension) throws(GraphError) {
    var next: Suspension? = suspension
    var firstError: GraphError?
    while let suspension = next {
      do {
        try drive(from: suspension)
        next = nil
      } catch {
        firstError = firstError ?? error
        guard core.pointee.policy(for: error) == .goOn else { throw error }
        next = core.pointee.skipFailedFiring() ? .done : core.pointee.run()
      }
    }
    if let firstError { throw firstError }
  }

  private func call(_ request: BlockRequest) throws(GraphError) -> Value {
    guard let closure = closures[Int(request.block.index)] else { return .nil }
    let wasFollowing = isFollowing
    nesting += 1
    isFollowing = false
    defer {
      nesting -= 1
      isFollowing = wasFollowing
    }
    do {
      let value: Value
      switch closure {
      case .transform(let body): value = try body(request.value)
      case .setter(let body): value = try body(request.value, request.old)
      case .computed(let body):
        isFollowing = true
        value = try body(self, request.sender)
      case .observer(let body):
        try body(
          Change(
            graph: self, sender: request.sender, old: request.old, value: request.value,
            change: request.change))
        return .nil
      case .timer(let body):
        try body()
        return .nil
      }
      try check(value)
      return value
    } catch {
      throw GraphError(error)
    }
  }
}

/// What an observer receives.
public struct Change {
  public let graph: Graph
  /// The observed object, at which the key path begins.
  public let sender: ObjectID
  public let old: Value
  /// The payload of an event.
  public let value: Value
  /// What happened to a list; `prior` before the change.
  public let change: ListChange
}
