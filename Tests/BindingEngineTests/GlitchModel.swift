import BindingEngine

/// Finds the glitches of a turn from its whole trace and from what its blocks have read, by the
/// definition of bindlab-language(7), sentence by sentence.
struct GlitchModel {
  private enum Actor: Equatable {
    case binding(UInt32)
    case computed(UInt32)
    case nobody
  }

  private struct Reader {
    var link: UInt32
    var actor: Actor
    /// The firing; nil for an evaluation.
    var firing: Int?
  }

  private struct Reading {
    var reader: Int
    var time: Int
    var evaluations: Int
    var part: Part
  }

  private final class Part {
    let slot: UInt32
    let value: Value
    /// Of a `computed` that is evaluated when it is read: what its last evaluation has read, and
    /// whether that has changed since.
    let inputs: [Part]?
    let isOutdated: Bool

    init(_ slot: UInt32, _ value: Value, inputs: [Part]? = nil, isOutdated: Bool = false) {
      (self.slot, self.value, self.inputs, self.isOutdated) = (slot, value, inputs, isOutdated)
    }
  }

  private struct Evaluation {
    var slot: UInt32
    var number: Int
    var reads: [(slot: UInt32, value: Value)] = []
  }

  let evaluatesWhenRead: Bool
  private var events: [Int: GraphEvent] = [:]
  private var arrivals: [UInt32: [GraphEvent]] = [:]
  private var readers: [Reader] = []
  private var open: [Int] = []
  private var readings: [Reading] = []
  private var evaluating: [Evaluation] = []
  private var evaluations = 0
  /// By the number of the event that reports the result.
  private var ended: [Int: Evaluation] = [:]
  private var known: [UInt32: Evaluation] = [:]

  init(evaluatesWhenRead: Bool) { self.evaluatesWhenRead = evaluatesWhenRead }

  /// A turn begins.
  mutating func begin() {
    (events, arrivals, readers, open, readings) = ([:], [:], [], [], [])
    (evaluating, evaluations, ended) = ([], 0, [:])
  }

  // MARK: What happens

  mutating func beginReading(by link: UInt32, isComputed: Bool, event: Int) {
    let actor = isComputed ? Actor.computed(evaluating.last?.slot ?? 0) : .binding(link)
    open.append(readers.count)
    readers.append(
      Reader(link: isComputed ? 0 : link, actor: actor, firing: isComputed ? nil : event))
  }

  mutating func endReading() { open.removeLast() }

  mutating func beginEvaluation(of slot: UInt32) {
    evaluations += 1
    evaluating.append(Evaluation(slot: slot, number: evaluations))
  }

  mutating func endEvaluation(_ event: Int) {
    let evaluation = evaluating.removeLast()
    ended[event] = evaluation
    known[evaluation.slot] = evaluation
  }

  mutating func read(
    _ slot: UInt32, _ value: Value, before event: Int, _ current: (UInt32) -> Value
  ) {
    guard let reader = open.last else { return }
    if readers[reader].firing == nil, !evaluating.isEmpty {
      evaluating[evaluating.count - 1].reads.append((slot, value))
    }
    readings.append(
      Reading(
        reader: reader, time: event, evaluations: evaluations, part: part(slot, value, current)))
  }

  private func part(_ slot: UInt32, _ value: Value, _ current: (UInt32) -> Value) -> Part {
    guard evaluatesWhenRead, let evaluation = known[slot] else { return Part(slot, value) }
    let inputs = evaluation.reads.map { part($0.slot, current($0.slot), current) }
    let isOutdated = evaluation.reads.contains { $0.value != current($0.slot) }
    return Part(slot, value, inputs: inputs, isOutdated: isOutdated)
  }

  /// The engine has removed events of readings that were no glitches, and those behind moved up.
  mutating func renumber(_ moved: (Int) -> Int) {
    for place in readers.indices { readers[place].firing = readers[place].firing.map(moved) }
    for place in readings.indices { readings[place].time = moved(readings[place].time) }
    ended = Dictionary(uniqueKeysWithValues: ended.map { (moved($0), $1) })
  }

  mutating func note(_ event: GraphEvent) {
    events[event.sequence] = event
    guard let slot = event.property?.slot else { return }
    let arrives =
      switch event.kind {
      case .write, .compute: true
      // What was due and is skipped has fired nothing.
      case .dropped:
        event.reason == .equal
          && ([.fire, .note].contains(events[event.cause]?.kind)
            || ended[event.sequence]?.slot == slot)
      default: false
      }
    if arrives { arrivals[slot, default: []].append(event) }
  }

  // MARK: What it was

  /// The links of the readers that read something stale.
  func glitches() -> [UInt32] {
    readers.indices
      .filter { reader in
        hasEnded(reader) && readings.contains { $0.reader == reader && isStale($0.part, $0) }
      }
      .map { readers[$0].link }
  }

  /// A firing that is put off, to be done once more, comes to nothing.
  private func hasEnded(_ reader: Int) -> Bool {
    guard let firing = readers[reader].firing else { return true }
    return events[firing]?.kind == .observe || events.values.contains { $0.cause == firing }
  }

  private func isStale(_ part: Part, _ reading: Reading) -> Bool {
    let later = (arrivals[part.slot] ?? []).filter { $0.sequence >= reading.time }
    if let inputs = part.inputs {
      guard part.isOutdated || inputs.contains(where: { isStale($0, reading) }) else {
        return false
      }
      return later.last.map { $0.new != part.value } ?? true
    }
    return later.last { wasDue($0, reading) }.map { $0.new != part.value } ?? false
  }

  /// Whether an event follows from a firing that had yet to begin, and that was set off before.
  private func wasDue(_ event: GraphEvent, _ reading: Reading) -> Bool {
    var event = event
    while true {
      let evaluation = ended[event.sequence].flatMap { $0.slot == event.property?.slot ? $0 : nil }
      var actor = Actor.nobody
      if let evaluation {
        actor = .computed(evaluation.slot)
      } else if let binding = event.binding, event.kind != .observe {
        actor = .binding(binding.index)
      }
      if actor == .nobody { return false }
      let begins = event.kind == .fire || evaluation != nil
      if begins, actor == readers[reading.reader].actor { return false }
      if event.cause < reading.time {
        if let evaluation { return evaluation.number > reading.evaluations }
        // What the reader passes on although it is the same value was not set off yet.
        return begins && event.cause != readers[reading.reader].firing
      }
      guard let cause = events[event.cause] else { return false }
      event = cause
    }
  }
}
