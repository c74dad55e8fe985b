extension GraphCore {
  private static let largeTrace = 32_768

  // What another module needs to know about the recording.
  package var trace: [TraceEvent] {
    _read { yield recording.events }
    _modify { yield &recording.events }
  }
  package var traceReads: [RecordedRead] { recording.reads }
  package var traceLeftOut: Int { recording.leftOut }

  /// Numbers an event and keeps it, if anybody wants events.
  ///
  /// - Returns: Its number, for the events that it causes.
  @inline(never)
  @discardableResult
  package mutating func record(
    _ kind: TraceEvent.Kind, _ reason: TraceEvent.Reason = .none, cause: UInt32,
    link: UInt32 = 0, property: UInt32 = 0, other: UInt32 = 0, old: Value = .nil,
    new: Value = .nil, text: String? = nil, change: ListChange = .set
  ) -> UInt32 {
    guard notesEvents else { return 0 }
    recording.lastSequence += 1
    if isWatching { noteStep(kind, cause: cause, link: link, property: property, new: new) }
    guard isTracing else { return recording.lastSequence }
    if recording.events.count >= traceLimit.most { shortenTrace() }
    var event = TraceEvent(
      kind: kind, reason: reason, sequence: recording.lastSequence, cause: cause,
      link: lasting(link), property: property, other: other, old: old, new: new, text: text,
      change: change)
    event.entry = UInt32(truncatingIfNeeded: log.count - turnStart.log)
    // At once to the end: doubling it would need the room twice.
    if recording.events.count == GraphCore.largeTrace {
      recording.events.reserveCapacity(traceLimit.most)
    }
    recording.events.append(event)
    return recording.lastSequence
  }

  /// The link that an event names. The `computed` that is a listener's own ends with the listener, and then
  /// another link has its place.
  private func lasting(_ link: UInt32) -> UInt32 {
    guard knobs.ownsComputed, link != 0, links[link].flags.contains(.own) else { return link }
    return computedLink(of: links[link].target)
  }

  /// Chooses how many events of a turn are kept: those that a person is shown, or those that questions need.
  package mutating func limitTrace(toShown: Bool) {
    traceLimit = toShown ? .shown : .remembered
  }

  mutating func shortenTrace() {
    // Their values are found through the events before them.
    if recording.leftOut == 0 { recordHops() }
    guard recording.events.count >= traceLimit.most else { return }
    recording.leftOut += recording.events.leaveOut(traceLimit)
  }

  /// Of the remembered events, those that would be kept of a turn that is only shown.
  package static func shown(
    _ events: [TraceEvent], leftOut: Int
  ) -> (events: [TraceEvent], leftOut: Int) {
    let limit = TraceLimit.shown
    guard events.count > limit.most else { return (events, leftOut) }
    let rounds = (events.count + leftOut - limit.most + limit.tail - 1) / limit.tail
    let kept = events.count + leftOut - rounds * limit.tail - limit.head
    return (Array(events.prefix(limit.head)) + events.suffix(kept), rounds * limit.tail)
  }

  /// Notes that the last `count` entries of the log are numbers that were copied plainly, each with
  /// the event that caused it. For each of them the log represents two events, the firing and the
  /// write.
  mutating func recordHops(_ count: Int) {
    let first = recording.lastSequence + 1
    record(.fire, cause: 0, property: UInt32(log.count - count - turnStart.log))
    recording.events[recording.events.count - 1].hops = UInt32(count)
    recording.lastSequence = first + UInt32(2 * count - 1)
    if recording.leftOut > 0 { recordHops() }
  }

  /// Adds to an event what was not known when it was recorded.
  mutating func patchTrace(_ sequence: UInt32, _ change: (inout TraceEvent) -> Void) {
    guard let place = recording.events.index(of: sequence), recording.events[place].hops == 0
    else { return }
    change(&recording.events[place])
  }

  /// Notes what an expression has read, since there were `base` of the reads, for the event that
  /// needed it.
  mutating func noteReads(from base: UInt32, by event: UInt32) {
    for position in base..<UInt32(reads.count) {
      recording.reads.append(RecordedRead(event: event, property: reads[position]))
    }
  }

  /// Records that a binding got other ends.
  ///
  /// - Parameters:
  ///   - sources: What it followed before.
  ///   - target: What it wrote before.
  ///   - text: How it was written before.
  package mutating func recordRebind(
    _ link: UInt32, from sources: [UInt32], to target: UInt32, text: String?
  ) {
    let event = record(
      .rebind, cause: currentCause, link: link, property: target, other: links[link].target,
      text: text)
    guard isTracing else { return }
    recording.reads += sources.map { RecordedRead(event: event, property: $0) }
  }

  mutating func forgetTrace() { recording.forget() }

  /// Counts what the running turn has recorded among the events that are left out, because events
  /// hold values.
  package mutating func leaveOutTrace() {
    recording.leftOut += recording.events.count
    (recording.events, recording.reads) = ([], [])
  }

  /// The number of the last event of the running turn.
  package var lastEvent: UInt32 { recording.lastSequence }

  /// The event that causes what happens now.
  package var currentCause: UInt32 {
    frames.count == 0 ? rootEvent : frames[UInt32(frames.count - 1)].event
  }
}

extension [TraceEvent] {
  /// Removes events from the middle of a turn that has too many.
  ///
  /// - Returns: How many.
  mutating func leaveOut(_ limit: TraceLimit) -> Int {
    let range = limit.head..<(limit.head + limit.tail)
    let count = self[range].reduce(0) { $0 + ($1.hops > 0 ? 2 * Int($1.hops) : 1) }
    removeSubrange(range)
    return count
  }
}
