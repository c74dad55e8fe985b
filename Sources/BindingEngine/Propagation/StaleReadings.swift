/// What the running turn has read while something had yet to fire that leads there, and what has
/// happened since the first of these readings.
///
/// Whether such a reading was a glitch is known at the end: see `GlitchFinder`. Until then everything
/// is kept in flat arrays, since a turn may have millions of events: 4 bytes for an event, 16 for a
/// firing, 24 for an arrival at a property that was read, 44 for a reading with its reader.
struct StaleReadings {
  /// One value that was read.
  struct Reading {
    /// The firing or evaluation that read it: a place in `readers`.
    var reader: UInt32
    /// The number of the next event: what has a lower one had happened already.
    var time: UInt32
    /// How many evaluations had begun.
    var evaluations: UInt32
    var slot: UInt32
    var value: Value
  }

  /// One of the values that a `computed` was evaluated from.
  struct Part {
    var slot: UInt32
    var value: Value
    /// Of a `computed` that is evaluated when it is read: what it has read, as places among the parts.
    var inputs: [Int]?
    /// A property that had changed, which had yet to reach this `computed`; 0 for none.
    var missing: UInt32 = 0
  }

  struct Reader {
    /// What was firing, by its lead.
    var link: UInt32
    /// The event that the trace has for it; 0 for none.
    var event: UInt32
  }

  /// A firing that has begun, or an evaluation that has ended.
  struct Act {
    var event: UInt32
    /// The binding or `computed` that acted, by its lead.
    var link: UInt32
    /// The property whose change set it off.
    var slot: UInt32 = 0
    /// The number of an evaluation, counted from 1; 0 for a firing. Other events happen between the
    /// beginning of an evaluation and its end.
    var evaluation: UInt32 = 0
  }

  /// A value that came to a property, even if it had that value already.
  struct Arrival {
    var event: UInt32
    var slot: UInt32
    var value: Value
  }

  /// How much there is of what a rollback removes.
  struct Counts {
    var readings = 0
    var arrivals = 0
  }

  /// The number of the first event in `causes`.
  let first: UInt32
  /// What each event follows from; 0 if no reading waits for what follows from it, since an observer
  /// or a block's own write stands between.
  private(set) var causes: [UInt32] = []
  private(set) var acts: [Act] = []
  /// Those at properties that were read before.
  private(set) var arrivals: [Arrival] = []
  private(set) var readings: [Reading] = []
  /// For each reading, how long the log was.
  private(set) var logs: [UInt32] = []
  private(set) var readers: [Reader] = []
  /// For readings of a `computed` that is evaluated when it is read: the parts, itself as the last one.
  private(set) var computations: [Int: [Part]] = [:]
  /// The evaluations that have begun, by the properties whose changes set them off.
  private var evaluations: [UInt32] = []
  private var watched: Set<UInt32> = []
  /// By the levels of the stack: the last reader there.
  private var readersByLevel: [UInt32] = []
  /// Whether readings are no longer kept. They are then taken to be glitches.
  private(set) var isFull = false

  private static let mostReadings = 1 << 21
  private static let mostEvents = 1 << 22

  init(first: UInt32 = 0) { self.first = first }

  var counts: Counts { Counts(readings: readings.count, arrivals: arrivals.count) }
  var evaluationCount: UInt32 { UInt32(evaluations.count) }

  // MARK: Readings

  /// Notes what is firing at a level of the stack, which has read something.
  mutating func addReader(_ reader: Reader, at level: UInt32) {
    while readersByLevel.count <= level { readersByLevel.append(0) }
    readersByLevel[Int(level)] = UInt32(readers.count)
    readers.append(reader)
  }

  /// The reader at a level of the stack, which has one.
  func reader(at level: UInt32) -> UInt32 { readersByLevel[Int(level)] }

  /// - Parameters:
  ///   - log: How long the log is.
  ///   - parts: Of a `computed` that is evaluated when it is read.
  mutating func add(_ reading: Reading, log: Int, parts: [Part]?) {
    if let parts {
      computations[readings.count] = parts
      for part in parts { watched.insert(part.slot) }
    } else {
      watched.insert(reading.slot)
    }
    readings.append(reading)
    logs.append(UInt32(log))
    if readings.count >= StaleReadings.mostReadings { isFull = true }
  }

  // MARK: What happens

  /// - Parameter cause: 0 if nothing waits for what follows from the event.
  /// - Returns: Whether it was noted.
  mutating func addEvent(cause: UInt32) -> Bool {
    if causes.count >= StaleReadings.mostEvents {
      isFull = true
      return false
    }
    causes.append(cause)
    return true
  }

  /// The last event was the beginning of a firing.
  mutating func addFiring(by link: UInt32) {
    acts.append(Act(event: lastEvent, link: link))
  }

  /// A firing has begun, which a change of `slot` has set off.
  mutating func setCause(_ slot: UInt32) {
    if acts.last?.event == lastEvent { acts[acts.count - 1].slot = slot }
  }

  /// - Returns: The number of an evaluation that begins.
  mutating func addEvaluation(by slot: UInt32) -> UInt32 {
    if isFull { return 0 }
    evaluations.append(slot)
    return UInt32(evaluations.count)
  }

  /// An event was the end of an evaluation.
  ///
  /// - Parameter evaluation: Its number; 0 if it had begun before anything was noted.
  mutating func endEvaluation(_ evaluation: UInt32, by link: UInt32, event: UInt32, cause: UInt32) {
    guard event == lastEvent else { return }
    causes[causes.count - 1] = cause
    if evaluation == 0 { return }
    acts.append(
      Act(
        event: event, link: link, slot: evaluations[Int(evaluation) - 1], evaluation: evaluation))
  }

  /// A value has come to `slot` with an event.
  mutating func arrive(_ value: Value, at slot: UInt32, event: UInt32) {
    guard event == lastEvent, watched.contains(slot) else { return }
    arrivals.append(Arrival(event: event, slot: slot, value: value))
  }

  /// Gives up the causes to what needs nothing else of them.
  mutating func takeCauses() -> [UInt32] {
    let taken = causes
    causes = []
    return taken
  }

  private var lastEvent: UInt32 { first + UInt32(causes.count) - 1 }

  /// Forgets what was rolled back.
  mutating func forget(from counts: Counts) {
    for place in counts.readings..<readings.count { computations[place] = nil }
    logs.removeLast(readings.count - counts.readings)
    readings.removeLast(readings.count - counts.readings)
    arrivals.removeLast(arrivals.count - counts.arrivals)
  }
}
