extension Graph {
  // MARK: Events

  /// Fires an event: its observers are called, and bindings that begin at it pass `payload` on.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`, `.readOnly` if the property is not an event,
  ///   and what `set` throws.
  /// - Complexity: O(*h*) in the hops that it makes.
  public func fire(_ event: PropertyID, _ payload: Value = .nil) throws(GraphError) {
    try check(event)
    try check(payload)
    guard core.pointee.properties[event.slot].flags.contains(.event) else {
      throw .readOnly(core.pointee.named(event.slot))
    }
    try turn { () throws(GraphError) in
      if core.pointee.fireEvent(payload, at: event.slot) { try drive() }
    }
  }

  // MARK: Lists

  /// Inserts an element into a property's list. Observers are notified of exactly that change; which of
  /// them are, is a matter of `Semantics.Inside`. A closure that has read the list has read all of it.
  ///
  /// - Returns: Whether the property holds a list that accepts it.
  /// - Throws: As `set`.
  /// - Complexity: O(log *n*) in the list's length, and what the change sets off.
  @discardableResult
  public func insert(
    _ element: Value, at index: Int, in property: PropertyID
  ) throws(GraphError) -> Bool {
    try check(element)
    return try change(property, ListChange(.insert, at: index)) { list in
      (0...list.count).contains(index) ? list.inserting(element, at: index) : nil
    }
  }

  /// Removes an element from a property's list.
  ///
  /// - Returns: Whether the property holds a list with such an element.
  @discardableResult
  public func remove(at index: Int, from property: PropertyID) throws(GraphError) -> Bool {
    try change(property, ListChange(.remove, at: index)) { list in
      list.indices.contains(index) ? list.removing(at: index) : nil
    }
  }

  /// Replaces an element of a property's list.
  ///
  /// - Returns: Whether the property holds a list with such an element and accepts the new one.
  @discardableResult
  public func replace(
    at index: Int, in property: PropertyID, with element: Value
  ) throws(GraphError) -> Bool {
    try check(element)
    return try change(property, ListChange(.replace, at: index)) { list in
      list.indices.contains(index) ? list.replacing(at: index, with: element) : nil
    }
  }

  private func change(
    _ property: PropertyID, _ change: ListChange, _ body: (ListValue) -> ListValue?
  ) throws(GraphError) -> Bool {
    guard case .list(let list) = try value(of: property), let changed = body(list) else {
      return false
    }
    try turn { () throws(GraphError) in
      if core.pointee.write(.list(changed), to: property.slot, change: change) { try drive() }
    }
    return true
  }

  // MARK: Virtual time

  /// Microseconds of virtual time since the graph was made.
  public var now: Int { core.pointee.clock.now }

  /// How many timers and answers are still pending.
  public var dueCount: Int { core.pointee.clock.pendingCount }

  /// Runs `body` at a later time as a turn of its own, unless the turn that calls this is rolled
  /// back.
  ///
  /// - Parameter delay: Microseconds from now, not below 0.
  /// - Throws: `GraphError.refused`.
  /// - Complexity: O(log *n*) in the number of timers.
  public func after(_ delay: Int, _ body: @escaping () throws -> Void) throws(GraphError) {
    try checkDelay(delay)
    noteChangeBetweenTurns()
    let timer = core.pointee.schedule(.block(keep(.timer(body))), after: delay, origin: 0)
    guard core.pointee.isInTurn else { return }
    core.pointee.recordSetting(of: timer, cause: core.pointee.currentCause, text: nil)
  }

  /// Lets time pass between turns. What falls due happens in the order of time, and at the same
  /// time in the order of request.
  ///
  /// - Parameter delay: Microseconds, not below 0.
  /// - Returns: Whether everything that fell due was run. It is false if timers set each other for
  ///   the same time more than `limit` times.
  /// - Throws: What the first failing timer throws; time then stops there and can go on later.
  ///   `.refused` inside a turn, and for a delay below 0.
  @discardableResult
  public func advance(by delay: Int, limit: Int = 10_000) throws(GraphError) -> Bool {
    try checkDelay(delay)
    try checkBetweenTurns("time passes")
    forgetFuture()
    let end = core.pointee.clock.time(after: delay)
    core.pointee.clock.beginPassing(countsLaterOnes: false)
    defer { core.pointee.clock.endPassing() }
    while let timer = core.pointee.nextTimer(until: end) {
      guard Int(timer.generation) < limit else {
        core.pointee.restore(timer)
        return false
      }
      try run(timer)
    }
    core.pointee.stand(at: end)
    return true
  }

  func checkDelay(_ delay: Int) throws(GraphError) {
    guard delay >= 0 else { throw .refused("time does not go back: \(delay) microseconds") }
  }

  private func run(_ timer: TimerRecord) throws(GraphError) {
    try turn { () throws(GraphError) in
      core.pointee.noteTimer(timer)
      switch timer.work {
      case .answer: try driveToEnd(from: core.pointee.land(timer))
      case .block(let block):
        guard case .timer(let body)? = closures[Int(block.index)] else { return }
        core.pointee.retire(block)
        do {
          try body()
        } catch {
          throw GraphError(error)
        }
      case .tick: try driveToEnd(from: core.pointee.tick())
      case .object: break
      }
    }
  }
}
