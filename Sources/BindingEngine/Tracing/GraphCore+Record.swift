extension GraphCore {
  /// The most trace events kept of a turn that is only shown: the first ones, then only the last.
  static let shownHead = 20_000
  static let shownTail = 2_000
  private static let largeTrace = 32_768
  /// The same of a turn that is remembered, and asked about.
  static let rememberedHead = 200_000
  static let rememberedTail = 25_000

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
    if trace.count >= traceHead + 2 * traceTail { shortenTrace() }
    lastSequence += 1
    var event = TraceEvent(
      kind: kind, reason: reason, sequence: lastSequence, cause: cause, link: link,
      property: property, other: other, old: old, new: new, text: text, change: change)
    event.entry = UInt32(truncatingIfNeeded: log.count - turnStart.log)
    // At once to the end: doubling it would need the room twice.
    if trace.count == GraphCore.largeTrace { trace.reserveCapacity(traceHead + 2 * traceTail) }
    trace.append(event)
    return lastSequence
  }

  mutating func shortenTrace() {
    let range = traceHead..<(traceHead + traceTail)
    for event in trace[range] { traceLeftOut += event.hops > 0 ? 2 * Int(event.hops) : 1 }
    trace.removeSubrange(range)
  }

  /// Of the events that are remembered those that would be kept of a turn that is only shown.
  package static func shown(
    _ events: [TraceEvent], leftOut: Int
  ) -> (events: [TraceEvent], leftOut: Int) {
    let most = shownHead + 2 * shownTail
    guard events.count > most else { return (events, leftOut) }
    let rounds = (events.count + leftOut - most + shownTail - 1) / shownTail
    let kept = events.count + leftOut - rounds * shownTail - shownHead
    return (Array(events.prefix(shownHead)) + events.suffix(kept), rounds * shownTail)
  }

  /// Says that the last `count` entries of the log are numbers that were copied plainly, each with the
  /// event that it follows from: the log stands for two events of each, the firing and the write.
  mutating func recordHops(_ count: Int) {
    let first = lastSequence + 1
    record(.fire, cause: 0, property: UInt32(log.count - count - turnStart.log))
    trace[trace.count - 1].hops = UInt32(count)
    lastSequence = first + UInt32(2 * count - 1)
  }

  /// Adds to an event what was not known when it was recorded.
  mutating func patchTrace(_ sequence: UInt32, _ change: (inout TraceEvent) -> Void) {
    guard let place = trace.index(of: sequence), trace[place].hops == 0 else { return }
    change(&trace[place])
  }

  /// Notes what an expression has read, since there were `base` of the reads, for the event that wanted
  /// it.
  mutating func noteReads(from base: UInt32, by event: UInt32) {
    for position in base..<UInt32(reads.count) {
      traceReads.append(RecordedRead(event: event, property: reads[position]))
    }
  }

  mutating func forgetTrace() {
    trace.removeAll(keepingCapacity: true)
    traceReads.removeAll(keepingCapacity: true)
    traceLeftOut = 0
    traceTimer = nil
    lastSequence = 0
  }

  /// Counts what the running turn has recorded among the events that are left out: they hold values.
  package mutating func leaveOutTrace() {
    traceLeftOut += trace.count
    (trace, traceReads) = ([], [])
  }

  /// The number of the last event of the running turn.
  package var lastEvent: UInt32 { lastSequence }

  /// The event on whose account things happen now.
  package var currentCause: UInt32 {
    frames.count == 0 ? rootEvent : frames[UInt32(frames.count - 1)].event
  }
}
