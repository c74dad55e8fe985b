// The only place that checks which order is in force. It is a `switch` and not an existential, so
// that the compiler knows what an order does and a hop does not go through a witness table.
extension GraphCore {
  /// Passes a change on to the listeners.
  ///
  /// - Parameters:
  ///   - entry: The log entry with the previous value.
  ///   - link: The binding or the `computed` that wrote; 0 for a statement or a block.
  mutating func deliver(
    _ slot: UInt32, entry: UInt32, event: UInt32, link: UInt32, isRoot: Bool,
    _ change: ListChange = .set
  ) -> Suspension? {
    guard properties[slot].firstLink != 0 else {
      if turn.currentDepth >= turn.depth { turn.depth = turn.currentDepth + 1 }
      return isRoot ? .done : nil
    }
    if knobs.passesAnnounced { rare.noteDelivered(slot, entry: entry) }
    let write = Delivery(
      slot: slot, entry: entry, event: event, link: link, isRoot: isRoot, change: change)
    switch knobs.order {
    case .depth: return DepthOrder.deliver(write, in: &self)
    case .sweep: return SweepOrder.deliver(write, in: &self)
    case .queue: return QueueOrder.deliver(write, in: &self)
    case .topological: return TopologicalOrder.deliver(write, in: &self)
    }
  }

  mutating func fireAlone(_ link: UInt32) -> Bool {
    switch knobs.order {
    case .depth: DepthOrder.fireAlone(link, in: &self)
    case .sweep: SweepOrder.fireAlone(link, in: &self)
    case .queue: QueueOrder.fireAlone(link, in: &self)
    case .topological: TopologicalOrder.fireAlone(link, in: &self)
    }
  }

  mutating func passOnBatch() -> Bool {
    switch knobs.order {
    case .depth: DepthOrder.endBatch(in: &self)
    case .sweep: SweepOrder.endBatch(in: &self)
    case .queue: QueueOrder.endBatch(in: &self)
    case .topological: TopologicalOrder.endBatch(in: &self)
    }
  }

  mutating func takeNext() -> Suspension? {
    if isInterrupted { return fail(.interrupted) }
    if agenda.isPreparing {
      agenda.isPreparing = false
    } else if agenda.unobserved.count > 0 {
      leaveUnobserved()
    }
    if hasNotesToStore, let next = storeNextNote() { return next }
    return switch knobs.order {
    case .depth: DepthOrder.takeNext(in: &self)
    case .sweep: SweepOrder.takeNext(in: &self)
    case .queue: QueueOrder.takeNext(in: &self)
    case .topological: TopologicalOrder.takeNext(in: &self)
    }
  }

  mutating func isSettled(_ slot: UInt32) -> Bool {
    switch knobs.order {
    case .depth: DepthOrder.isSettled(slot, in: &self)
    case .sweep: SweepOrder.isSettled(slot, in: &self)
    case .queue: QueueOrder.isSettled(slot, in: &self)
    case .topological: TopologicalOrder.isSettled(slot, in: &self)
    }
  }

  mutating func isAwaited(at slot: UInt32) -> Bool {
    switch knobs.order {
    case .depth: DepthOrder.isAwaited(at: slot, in: &self)
    case .sweep: SweepOrder.isAwaited(at: slot, in: &self)
    case .queue: QueueOrder.isAwaited(at: slot, in: &self)
    case .topological: TopologicalOrder.isAwaited(at: slot, in: &self)
    }
  }

  // MARK: What one kind of order alone does

  /// Writes the value of an expression, if nothing else has to be considered. This saves a tenth of
  /// the instructions of layers of sums, including those of the expressions.
  ///
  /// - Parameter knowsWay: Whether what was read is known to be what the link follows.
  /// - Returns: nil if this does not apply; then nothing was done. Otherwise how `resume`
  ///   continues.
  mutating func passPlainly(_ value: Value, _ frame: Frame, knowsWay: Bool) -> Suspension?? {
    switch knobs.order {
    case .queue: QueueOrder.passPlainly(value, frame, knowsWay: knowsWay, in: &self)
    case .topological: TopologicalOrder.passPlainly(value, frame, knowsWay: knowsWay, in: &self)
    case .depth, .sweep: nil
    }
  }

  /// What a link that was due reads could not be evaluated: the next change notifies it again.
  mutating func giveUp(_ link: UInt32) {
    switch knobs.order {
    case .queue: QueueOrder.giveUp(link, in: &self)
    case .topological: TopologicalOrder.giveUp(link, in: &self)
    case .depth, .sweep: break
    }
  }

  /// A `computed` that notified its listeners was evaluated, or could not be. When it is marked
  /// next, they are notified again. In the agenda this happens when it is empty.
  mutating func closeAnnouncement(by link: UInt32) {
    if knobs.order == .sweep { links[link].flags.remove(.announced) }
  }

  /// A binding is about to fire because a source has changed.
  mutating func willFire(_ link: UInt32) {
    if knobs.order == .sweep { SweepOrder.noteTarget(of: link, in: &self) }
  }

  /// A `computed` is about to be evaluated because a source has changed.
  mutating func willEvaluate(_ link: UInt32) {
    guard knobs.order == .sweep else { return }
    register(link)
    SweepOrder.noteTarget(of: link, in: &self)
  }

  /// Marks a `computed` that a delivery has reached, if it is not evaluated yet.
  ///
  /// - Returns: nil if it is evaluated; otherwise how the delivery continues.
  mutating func passMark(by link: UInt32, _ delivery: Frame) -> Suspension?? {
    knobs.order == .sweep ? SweepOrder.passMark(by: link, delivery, in: &self) : nil
  }

  /// Something is about to be read to which a change may be on its way.
  mutating func pullThrough(_ slot: UInt32) {
    if knobs.order == .sweep { SweepOrder.pullThrough(slot, in: &self) }
  }

  /// Whether an equal value sets off the listeners of a binding's target, too.
  func passesOnEqual(_ link: UInt32) -> Bool {
    knobs.order == .sweep && SweepOrder.passesOnEqual(link, in: self)
  }

  /// Postpones a firing that has read something that will still change, so that it fires again
  /// later.
  ///
  /// - Returns: nil if it continues.
  mutating func putOff(_ link: UInt32, thatRead way: [UInt32]) -> Suspension?? {
    knobs.order == .topological ? TopologicalOrder.putOff(link, thatRead: way, in: &self) : nil
  }

  /// Postpones the evaluation of the `computed` on top of the stack, and of those that had to know whether
  /// it has changed, since it has read something that will still change.
  mutating func putOffComputing(thatRead way: [UInt32]) -> Suspension?? {
    knobs.order == .topological ? TopologicalOrder.putOffComputing(thatRead: way, in: &self) : nil
  }

  /// Whether nobody sees what is read at this level of the stack if it is stale: what depends on
  /// something postponed is done again with it.
  func isDoneOnceMore(at level: UInt32) -> Bool {
    knobs.order == .topological && TopologicalOrder.isDoneOnceMore(at: level, in: self)
  }
}
