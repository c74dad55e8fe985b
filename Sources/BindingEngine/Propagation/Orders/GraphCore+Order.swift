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
    agenda.isPreparing = false
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

  mutating func passPlainly(_ value: Value, _ frame: Frame) -> Suspension?? {
    switch knobs.order {
    case .depth: DepthOrder.passPlainly(value, frame, in: &self)
    case .sweep: SweepOrder.passPlainly(value, frame, in: &self)
    case .queue: QueueOrder.passPlainly(value, frame, in: &self)
    case .topological: TopologicalOrder.passPlainly(value, frame, in: &self)
    }
  }

  mutating func willEvaluate(by link: UInt32) {
    switch knobs.order {
    case .depth: DepthOrder.willEvaluate(by: link, in: &self)
    case .sweep: SweepOrder.willEvaluate(by: link, in: &self)
    case .queue: QueueOrder.willEvaluate(by: link, in: &self)
    case .topological: TopologicalOrder.willEvaluate(by: link, in: &self)
    }
  }

  mutating func closeAnnouncement(by link: UInt32) {
    switch knobs.order {
    case .depth: DepthOrder.closeAnnouncement(by: link, in: &self)
    case .sweep: SweepOrder.closeAnnouncement(by: link, in: &self)
    case .queue: QueueOrder.closeAnnouncement(by: link, in: &self)
    case .topological: TopologicalOrder.closeAnnouncement(by: link, in: &self)
    }
  }

  mutating func giveUp(_ link: UInt32) {
    switch knobs.order {
    case .depth: DepthOrder.giveUp(link, in: &self)
    case .sweep: SweepOrder.giveUp(link, in: &self)
    case .queue: QueueOrder.giveUp(link, in: &self)
    case .topological: TopologicalOrder.giveUp(link, in: &self)
    }
  }
}
