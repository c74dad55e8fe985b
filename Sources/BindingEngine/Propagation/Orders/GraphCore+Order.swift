// The one place that asks which order is in force. A `switch` and no existential: what an order does
// is known when this is compiled, and a hop costs no witness table.
extension GraphCore {
  /// Passes a change on to those who listen.
  ///
  /// - Parameters:
  ///   - entry: The log entry that keeps the value which was there before.
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

  func missing(at slot: UInt32) -> UInt32 {
    switch knobs.order {
    case .depth: DepthOrder.missing(at: slot, in: self)
    case .sweep: SweepOrder.missing(at: slot, in: self)
    case .queue: QueueOrder.missing(at: slot, in: self)
    case .topological: TopologicalOrder.missing(at: slot, in: self)
    }
  }

  // MARK: What one kind of order alone does

  /// Writes the value of an expression where nothing more is to be thought of: that saves a tenth of the
  /// instructions of layers of sums, with those of the expressions.
  ///
  /// - Parameter knowsWay: Whether what was read is known to be what the link follows.
  /// - Returns: nil where it is not so, and nothing was done; else how `resume` goes on.
  mutating func passPlainly(_ value: Value, _ frame: Frame, knowsWay: Bool) -> Suspension?? {
    switch knobs.order {
    case .queue: QueueOrder.passPlainly(value, frame, knowsWay: knowsWay, in: &self)
    case .topological: TopologicalOrder.passPlainly(value, frame, knowsWay: knowsWay, in: &self)
    case .depth, .sweep: nil
    }
  }

  /// What a link that was due reads could not be evaluated: it is notified anew of the next change.
  mutating func giveUp(_ link: UInt32) {
    switch knobs.order {
    case .queue: QueueOrder.giveUp(link, in: &self)
    case .topological: TopologicalOrder.giveUp(link, in: &self)
    case .depth, .sweep: break
    }
  }

  /// A `computed` that had those who listen to it notified was evaluated, or could not be: when it is
  /// marked next that is news. In the agenda it is so once this is empty.
  mutating func closeAnnouncement(by link: UInt32) {
    if knobs.order == .sweep { links[link].flags.remove(.announced) }
  }

  /// A binding is about to fire because a source has changed.
  mutating func meet(_ link: UInt32) {
    if knobs.order == .sweep { SweepOrder.meet(link, in: &self) }
  }

  /// A `computed` is about to be evaluated because a source has changed.
  mutating func meetComputed(_ link: UInt32) {
    guard knobs.order == .sweep else { return }
    register(link)
    SweepOrder.meet(link, in: &self)
  }

  /// Marks a `computed` that a delivery has come to, where it is not to be evaluated yet.
  ///
  /// - Returns: nil where it is; else how the delivery goes on.
  mutating func passMark(by link: UInt32, _ delivery: Frame) -> Suspension?? {
    knobs.order == .sweep ? SweepOrder.passMark(by: link, delivery, in: &self) : nil
  }

  /// Something is about to be read for which a change may be on its way.
  mutating func pullThrough(_ slot: UInt32) {
    if knobs.order == .sweep { SweepOrder.pullThrough(slot, in: &self) }
  }

  /// Whether what listens to a binding's target is set off by an equal value too.
  func passesOnEqual(_ link: UInt32) -> Bool {
    knobs.order == .sweep && SweepOrder.passesOnEqual(link, in: self)
  }

  /// Puts a firing off that has read what is yet to change, to do it once more in its turn.
  ///
  /// - Returns: nil where it goes on.
  mutating func putOff(_ link: UInt32, thatRead way: [UInt32]) -> Suspension?? {
    knobs.order == .topological ? TopologicalOrder.putOff(link, thatRead: way, in: &self) : nil
  }

  /// The same for the `computed` on top of the stack, and those that wanted to know whether it has
  /// changed.
  mutating func putOffComputing(thatRead way: [UInt32]) -> Suspension?? {
    knobs.order == .topological ? TopologicalOrder.putOffComputing(thatRead: way, in: &self) : nil
  }

  /// Whether nobody sees what is read at this level of the stack, where that is behind: what stands on
  /// something that is put off is done once more with it.
  func isDoneOnceMore(at level: UInt32) -> Bool {
    knobs.order == .topological && TopologicalOrder.isDoneOnceMore(at: level, in: self)
  }
}
