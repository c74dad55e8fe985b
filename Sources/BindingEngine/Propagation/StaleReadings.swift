/// What the running turn has read while something had yet to fire that leads there, and what has
/// happened since the first of these readings.
///
/// Whether such a reading was a glitch is known at the end: see `GraphCore+Glitches.swift`.
struct StaleReadings {
  /// One value that was read.
  struct Reading {
    /// The firing or evaluation that read it: a place in `readers`.
    var reader: Int
    /// The number of the next event: what has a lower one had happened already.
    var time: UInt32
    /// How many evaluations had begun.
    var evaluations: UInt32
    /// How long the log was.
    var log: Int
    /// What was read, as the last part, and before it what that was computed from.
    var parts: [Part]
  }

  struct Part {
    var slot: UInt32
    var value: Value
    /// Of a `computed` that is evaluated when it is read: what it has read, as places in `parts`.
    var inputs: [Int]?
    /// A property that had changed, which had yet to reach this `computed`; 0 for none.
    var missing: UInt32 = 0
  }

  struct Reader {
    /// What was firing, by its lead.
    var link: UInt32
    /// Its level of the stack.
    var level: UInt32
    /// The event that the trace has for it; 0 for none.
    var event: UInt32
  }

  /// What an event followed from.
  struct Step {
    var cause: UInt32
    /// The binding or `computed` that acted, by its lead; 0 for others, and for a block's own writes.
    var link: UInt32 = 0
    /// Of a firing or an evaluation: the property whose change set it off.
    var slot: UInt32 = 0
    var isFiring = false
    /// Of an evaluation that has ended: its number, counted from 1. Other events happen between its
    /// beginning and its end.
    var evaluation: UInt32 = 0
    /// Whether it passes on what caused it, and nothing else.
    var passes = false
  }

  /// A value that came to a property, even if it had that value already.
  struct Arrival {
    var event: UInt32
    var slot: UInt32
    var value: Value
    var log: Int
  }

  /// The number of the first event in `steps`.
  var first: UInt32 = 0
  var readings: [Reading] = []
  var readers: [Reader] = []
  var steps: [Step] = []
  var arrivals: [Arrival] = []
  /// The evaluations that have begun, by the properties whose changes set them off.
  var evaluations: [UInt32] = []

  /// The most readings that are kept. Those after them are taken to be glitches.
  static let most = 100_000

  /// The reader at a level of the stack, which has one.
  func reader(at level: UInt32) -> Int { readers.lastIndex { $0.level == level } ?? 0 }

  mutating func arrive(_ value: Value, at slot: UInt32, event: UInt32, log: Int) {
    arrivals.append(Arrival(event: event, slot: slot, value: value, log: log))
  }

  /// Forgets what was rolled back: all since the log had `count` entries.
  mutating func forget(from count: Int) {
    readings.removeAll { $0.log > count }
    arrivals.removeAll { $0.log > count }
  }
}

// MARK: What came of them

/// Decides which of the readings were glitches.
struct GlitchFinder {
  /// Why a value was stale: the change that had yet to be passed on, and what had yet to do it.
  struct Reason {
    var source: UInt32
    var link: UInt32
  }

  private let stale: StaleReadings
  /// The places in `arrivals`, by property.
  private var arrivals: [UInt32: [Int]] = [:]

  init(_ stale: StaleReadings) {
    self.stale = stale
    for (place, arrival) in stale.arrivals.enumerated() {
      arrivals[arrival.slot, default: []].append(place)
    }
  }

  /// Why a reading was a glitch; nil if it was none.
  func reason(for reading: StaleReadings.Reading) -> Reason? {
    var reasons: [Reason?] = []
    for part in reading.parts {
      guard let inputs = part.inputs else {
        reasons.append(passedOn(to: part, reading))
        continue
      }
      var reason = inputs.lazy.compactMap { reasons[$0] }.first
      if reason == nil, part.missing != 0 { reason = Reason(source: part.missing, link: 0) }
      let last = arrivals[part.slot]?.last.map { stale.arrivals[$0] }
      if let last, last.event >= reading.time, last.value == part.value { reason = nil }
      reasons.append(reason)
    }
    return reasons.last ?? nil
  }

  /// What has given a property another value than the one that was read; nil for nothing.
  private func passedOn(
    to part: StaleReadings.Part, _ reading: StaleReadings.Reading
  ) -> Reason? {
    for place in (arrivals[part.slot] ?? []).reversed() {
      let arrival = stale.arrivals[place]
      if arrival.event < reading.time { return nil }
      if let reason = origin(of: arrival.event, for: reading) {
        return arrival.value == part.value ? nil : reason
      }
    }
    return nil
  }

  /// The firing that an event follows from and that was due at the time of a reading: what had set
  /// it off had happened, but it had not begun. Nil if there is none, or if the way from there leads
  /// through the reader, an observer or a block's own write.
  private func origin(of event: UInt32, for reading: StaleReadings.Reading) -> Reason? {
    let reader = stale.readers[reading.reader].link
    var event = event
    while true {
      let step = stale.steps[Int(event - stale.first)]
      let acts = step.isFiring || step.evaluation > 0
      if !step.passes, step.link == 0 || acts && step.link == reader { return nil }
      if step.cause < reading.time {
        let isLater = step.isFiring || step.evaluation > reading.evaluations
        return isLater ? Reason(source: step.slot, link: step.link) : nil
      }
      precondition(step.cause < event, "an event follows from a later one")
      event = step.cause
    }
  }
}
