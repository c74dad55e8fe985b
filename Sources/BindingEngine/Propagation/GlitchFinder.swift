import Basics

/// Decides which of the readings of a turn were glitches, the last one first.
struct GlitchFinder {
  /// Why a value was stale: the change that had yet to be passed on, and what had yet to do it.
  struct Reason {
    var source: UInt32
    var link: UInt32
  }

  /// The first stale value that a reader has read: a place among the readings.
  struct Glitch {
    var reading: UInt32
    var reason: Reason
  }

  /// Whether a value came from a firing that was due at the time of a reading.
  private enum Origin {
    case due(Reason)
    case notDue
    /// It was not due at the time of earlier readings by the same reader either.
    case neverDue
  }

  let stale: StaleReadings
  private var tree: EventTree
  /// The firings and evaluations of the readers' links.
  private var acts: [UInt32: EventList] = [:]
  /// For each arrival the previous one at the same property, as places counted from 1.
  private var previous: [UInt32] = []
  /// By property.
  private var lastArrivals: [UInt32: UInt32] = [:]
  /// By property and reader: the last arrival that may have been due.
  private var candidates: [UInt64: UInt32] = [:]

  init(_ stale: consuming StaleReadings) {
    tree = EventTree(stale.takeCauses(), from: stale.first)
    self.stale = stale
    var events: [UInt32: [UInt32]] = [:]
    for reader in self.stale.readers { events[reader.link] = [] }
    for act in self.stale.acts { events[act.link]?.append(act.event) }
    for (link, events) in events where !events.isEmpty { acts[link] = EventList(events, in: tree) }
    previous.reserveCapacity(self.stale.arrivals.count)
    for arrival in self.stale.arrivals {
      previous.append(lastArrivals[arrival.slot] ?? 0)
      lastArrivals[arrival.slot] = UInt32(previous.count)
    }
  }

  /// The glitch of each reader; nil if it had none.
  ///
  /// - Complexity: O(*n* log *n*) in the events and readings, if each reader lies on few of the ways
  ///   from its own results back to what it reads.
  mutating func glitches() -> [Glitch?] {
    var glitches: [Glitch?] = Array(repeating: nil, count: stale.readers.count)
    for place in stale.readings.indices.reversed() {
      if let reason = reason(forReadingAt: place) {
        glitches[Int(stale.readings[place].reader)] = Glitch(
          reading: UInt32(place), reason: reason)
      }
    }
    return glitches
  }

  private mutating func reason(forReadingAt place: Int) -> Reason? {
    let reading = stale.readings[place]
    guard let parts = stale.computations[place] else {
      return passedOn(to: reading.slot, reading.value, reading)
    }
    var reasons: [Reason?] = []
    for part in parts {
      guard let inputs = part.inputs else {
        reasons.append(passedOn(to: part.slot, part.value, reading))
        continue
      }
      var reason = inputs.lazy.compactMap { reasons[$0] }.first
      if reason == nil, part.missing != 0 { reason = Reason(source: part.missing, link: 0) }
      let last = lastArrivals[part.slot].map { stale.arrivals[Int($0) - 1] }
      if let last, last.event >= reading.time, last.value == part.value { reason = nil }
      reasons.append(reason)
    }
    return reasons.last ?? nil
  }

  /// What has given a property another value than the one that was read; nil for nothing.
  private mutating func passedOn(
    to slot: UInt32, _ value: Value, _ reading: StaleReadings.Reading
  ) -> Reason? {
    let reader = stale.readers[Int(reading.reader)].link
    let key = UInt64(slot) << 32 | UInt64(reader)
    var place = candidates[key] ?? lastArrivals[slot] ?? 0
    var isLast = true
    while place != 0 {
      let event = stale.arrivals[Int(place) - 1].event
      if event < reading.time { return nil }
      switch origin(of: event, for: reading, by: reader) {
      case .due(let reason):
        return stale.arrivals[Int(place) - 1].value == value ? nil : reason
      case .neverDue:
        if isLast { candidates[key] = previous[Int(place) - 1] }
      case .notDue: isLast = false
      }
      place = previous[Int(place) - 1]
    }
    return nil
  }

  /// Whether an event follows from a firing that was due at the time of a reading: what had set it off
  /// had happened, but it had not begun. The way from there must not lead through the reader, an
  /// observer or a block's own write.
  private mutating func origin(
    of event: UInt32, for reading: StaleReadings.Reading, by reader: UInt32
  ) -> Origin {
    if let own = acts[reader]?.last(before: event, in: tree), own >= reading.time {
      return .neverDue
    }
    let origin = tree.origin(of: event, since: reading.time)
    guard let act = act(at: origin) else { return tree.isFirst(origin) ? .neverDue : .notDue }
    // An evaluation that had begun already was not due any more.
    if act.evaluation != 0, act.evaluation <= reading.evaluations { return .notDue }
    // What the reader passes on although it is the same value was not set off yet.
    let firing = stale.readers[Int(reading.reader)].firing
    if firing != 0, act.evaluation == 0, tree.cause(of: origin) == firing { return .notDue }
    return .due(Reason(source: act.slot, link: act.link))
  }

  private func act(at event: UInt32) -> StaleReadings.Act? {
    let place = stale.acts.indices.partitionPoint { stale.acts[$0].event >= event }
    guard place < stale.acts.count, stale.acts[place].event == event else { return nil }
    return stale.acts[place]
  }
}
