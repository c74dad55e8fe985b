extension GraphCore {
  /// The most trace events kept of one turn: the first ones, then only the last.
  static let traceHead = 20_000
  static let traceTail = 2_000

  /// Keeps an event, where anybody wants them.
  ///
  /// - Returns: Its number, for the events that it causes.
  @inline(never)
  @discardableResult
  package mutating func record(
    _ kind: TraceEvent.Kind, _ reason: TraceEvent.Reason = .none, cause: UInt32,
    link: UInt32 = 0, property: UInt32 = 0, other: UInt32 = 0, old: Value = .nil,
    new: Value = .nil, text: String? = nil, change: ListChange = .set
  ) -> UInt32 {
    guard isTracing else { return 0 }
    let sequence = UInt32(trace.count + traceLeftOut + 1)
    if trace.count >= GraphCore.traceHead + 2 * GraphCore.traceTail {
      let range = GraphCore.traceHead..<(GraphCore.traceHead + GraphCore.traceTail)
      trace.removeSubrange(range)
      traceLeftOut += GraphCore.traceTail
    }
    trace.append(
      TraceEvent(
        kind: kind, reason: reason, sequence: sequence, cause: cause, link: link,
        property: property, other: other, old: old, new: new, text: text, change: change))
    return sequence
  }

  /// Adds to an event what was not known when it was recorded.
  mutating func patchTrace(_ sequence: UInt32, _ change: (inout TraceEvent) -> Void) {
    var position = Int(sequence) - 1
    if position >= GraphCore.traceHead { position -= traceLeftOut }
    guard position >= 0, position < trace.count, trace[position].sequence == sequence else {
      return
    }
    change(&trace[position])
  }

  mutating func forgetTrace() {
    trace.removeAll(keepingCapacity: true)
    traceLeftOut = 0
  }

  /// The event on whose account things happen now.
  package var currentCause: UInt32 {
    frames.count == 0 ? rootEvent : frames[UInt32(frames.count - 1)].event
  }
}
