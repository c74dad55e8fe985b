// Glitches: values that were read although something that was due already gives them another value
// later in the turn.
//
// What a firing will bring is not known before it has fired: a transformer is the user's, and must not
// be called once more to find out. So a value to which anything that is due may lead is noted when it is
// read, and from then on what follows from what. Whether it was a glitch is decided when the turn ends.
// A turn that reads no such value notes nothing.
extension GraphCore {
  /// What `PropertyRecord.marks` must not have for a value to be read with nothing more to do.
  package static let ordinaryReadMask: UInt16 =
    PropertyMarks.stale.rawValue | PropertyMarks.unreadable.rawValue
  static let watchfulReadMask: UInt16 = ordinaryReadMask | PropertyMarks.bound.rawValue

  /// Whether events are numbered and noted: for a trace, or to find out what a reading was.
  @inline(__always)
  var notesEvents: Bool { isTracing || isWatching }

  // MARK: What is on its way

  /// A change has begun to be delivered: whether anything is due that leads to what it brings.
  mutating func noteArrival(at slot: UInt32, by link: UInt32) {
    let top = UInt32(frames.count - 1)
    guard frames[top].open != 0, frames[top].isDelivery else { return }
    if link != 0, frames.count > 1 {
      let below = frames[top - 1]
      if below.link == link, below.marks.contains(.behind) {
        frames[top].marks.insert(.behind)
        return
      }
    }
    guard properties[slot].marks.contains(.bound),
      link == 0 || links[link].flags.contains(.joins)
    else { return }
    if isAwaitedOnStack(at: slot, below: frames[top].open) { frames[top].marks.insert(.behind) }
  }

  /// Whether a listener of what is delivered may have to be looked at closely though nothing is known
  /// to be on its way: on a cycle it may come back.
  @inline(__always)
  var mayComeBack: Bool { openLevel != 0 && !cycles.isFree }

  /// Where a property stands among those that bindings connect.
  @inline(__always)
  package func orderPlace(of slot: UInt32) -> Int32 { properties.base[Int(slot)].order }

  // MARK: Reading

  /// The firing on top of the stack reads its source.
  mutating func noteSource(_ slot: UInt32) {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    // A plain copy shows nobody what it has read.
    if links[link].detail == 0, links[link].flags.isDisjoint(with: [.observer, .computed]) {
      return
    }
    guard !knobs.keeps else { return }
    guard knobs.firesOnStack, slot == frames[top].slot else { return noteRead(slot) }
    if frames[top].marks.contains(.behind)
      || mayComeBack && isAwaitedOnStack(at: slot, below: openLevel)
    {
      noteStale(slot, knobs.passesAnnounced ? announced(slot) : read(slot), at: top)
    }
  }

  /// A block, or a way, has read `slot`.
  package mutating func noteRead(_ slot: UInt32) {
    // Where nothing is being passed on, nothing is on its way. What keeps values is compared with these.
    guard frames.count > 0, !knobs.keeps, properties[slot].marks.contains(.bound) else { return }
    pullThrough(slot)
    var position = frames.count - 1
    while position >= 0 {
      let frame = frames.base[position]
      // What a statement reads, or what is evaluated for it, is no firing.
      if frame.isDelivery || frame.phase == .flush || frame.phase == .wave { return }
      if frame.link != 0 { break }
      position -= 1
    }
    guard position >= 0, !isSettled(slot) else { return }
    let level = UInt32(position)
    // Whether it is awaited is costly to find out, and decides nothing: where one value may be stale,
    // others may be, too.
    let isTaken = frames[level].marks.contains(.behind) && !isEvaluatedWhenRead(slot)
    guard isTaken || isAwaited(at: slot) else { return }
    // Where that is so it waits, and nobody sees what it has read.
    if isDoneOnceMore(at: level) { return }
    noteStale(slot, read(slot), at: level)
  }

  private mutating func noteStale(_ slot: UInt32, _ value: Value, at level: UInt32) {
    let isKnown = frames[level].marks.contains(.counted)
    frames[level].marks.formUnion([.behind, .counted])
    if rare.stale.isFull {
      if !isKnown { turn.glitches += 1 }
      return
    }
    if !isWatching {
      isWatching = true
      rare.watch(from: recording.lastSequence + 1)
    }
    if !isKnown { addReader(of: slot, value, at: level) }
    let reading = StaleReadings.Reading(
      reader: rare.stale.reader(at: level), time: recording.lastSequence + 1,
      evaluations: rare.stale.evaluationCount, slot: slot, value: value)
    rare.stale.add(
      reading, log: log.count, parts: isEvaluatedWhenRead(slot) ? parts(of: slot) : nil)
  }

  private mutating func addReader(of slot: UInt32, _ value: Value, at level: UInt32) {
    let frame = frames[level]
    let event =
      isTracing
      ? record(.glitch, cause: frame.event, link: frame.link, property: slot, old: value) : 0
    if frame.event == 0, frame.phase != .computed { numberFiring(at: level) }
    let reader = StaleReadings.Reader(
      link: lead(of: frame.link), firing: frame.phase == .computed ? 0 : frames[level].event,
      event: event)
    rare.stale.addReader(reader, at: level)
  }

  /// Gives a firing that began when nothing was noted yet a number, so that what it passes on follows
  /// from it.
  private mutating func numberFiring(at level: UInt32) {
    recording.lastSequence += 1
    _ = rare.stale.addEvent(cause: 0)
    frames[level].event = recording.lastSequence
  }

  private func isEvaluatedWhenRead(_ slot: UInt32) -> Bool {
    knobs.pulls && properties[slot].flags.contains(.computed)
  }

  /// A `computed` that is evaluated when it is read, as the last part, and before it what it was
  /// evaluated from: nothing arrives there by itself.
  private mutating func parts(of slot: UInt32) -> [StaleReadings.Part] {
    var parts: [StaleReadings.Part] = []
    /// Where each of them is; nil for one that is not complete yet.
    var places: [UInt32: Int?] = [slot: nil]
    var pending: [(slot: UInt32, inputs: [UInt32], next: Int)] = []
    pending.append((slot, inputs(of: slot), 0))
    while let (slot, inputs, next) = pending.last {
      if next < inputs.count {
        pending[pending.count - 1].next += 1
        let input = inputs[next]
        if places[input] == nil, properties[input].marks.contains(.bound) {
          places[input] = .some(nil)
          pending.append((input, self.inputs(of: input), 0))
        }
        continue
      }
      pending.removeLast()
      var part = StaleReadings.Part(slot: slot, value: read(slot))
      if properties[slot].flags.contains(.computed) {
        part.inputs = inputs.compactMap { places[$0] ?? nil }
        part.missing = sourceMissing(at: slot)
      }
      places[slot] = parts.count
      parts.append(part)
    }
    return parts
  }

  private func inputs(of slot: UInt32) -> [UInt32] {
    properties[slot].flags.contains(.computed) ? sources(of: computedLink(of: slot)) : []
  }

  // MARK: What follows

  /// Notes what the event follows from that has just got its number.
  mutating func noteStep(
    _ kind: TraceEvent.Kind, cause: UInt32, link: UInt32, property: UInt32, new: Value
  ) {
    let event = recording.lastSequence
    let actor = link == 0 || links[link].flags.contains(.observer) ? 0 : lead(of: link)
    switch kind {
    case .fire, .observe:
      if rare.stale.addEvent(cause: actor == 0 ? 0 : cause), actor != 0 {
        rare.stale.addFiring(by: actor)
      }
    case .write, .compute:
      _ = rare.stale.addEvent(cause: actor == 0 ? 0 : cause)
      rare.stale.arrive(new, at: property, event: event)
    case .note, .dropped: _ = rare.stale.addEvent(cause: actor == 0 ? 0 : cause)
    // What passes on what caused it, and nothing else.
    default: _ = rare.stale.addEvent(cause: cause)
    }
  }

  /// The last event was that a value came to `slot` which had it already.
  mutating func noteRepeat(_ value: Value, at slot: UInt32) {
    rare.stale.arrive(value, at: slot, event: recording.lastSequence)
  }

  /// The evaluation on top of the stack begins.
  mutating func noteEvaluation(by slot: UInt32) {
    frames[UInt32(frames.count - 1)].evaluation = rare.stale.addEvaluation(by: slot)
  }

  /// The last event was the end of an evaluation.
  mutating func noteEvaluationEnd(_ frame: Frame) {
    rare.stale.endEvaluation(
      frame.evaluation, by: lead(of: frame.link), event: recording.lastSequence,
      cause: frame.event)
  }

  // MARK: What came of it

  /// Counts the glitches of the turn that is about to end, and removes the readings that were none from
  /// the trace.
  package mutating func countGlitches() {
    guard isWatching else { return }
    isWatching = false
    if !isTracing { recording.lastSequence = rare.stale.first - 1 }
    var finder = GlitchFinder(rare.takeStale())
    let glitches = finder.glitches()
    turn.glitches += glitches.count { $0 != nil }
    guard isTracing else { return }
    describe(glitches, of: finder.stale)
    removeFromTrace(zip(finder.stale.readers, glitches).compactMap { $1 == nil ? $0.event : nil })
  }

  /// Adds to the events of glitches what was read, and why it was stale.
  private mutating func describe(_ glitches: [GlitchFinder.Glitch?], of stale: StaleReadings) {
    let known = glitches.compactMap { $0 }.sorted { $0.reading > $1.reading }
    let sources = Set(known.map(\.reason.source))
    /// What they were when the log had `position` entries, if they have changed since.
    var values: [UInt32: Value] = [:]
    var position = log.count
    for glitch in known {
      let reading = stale.readings[Int(glitch.reading)]
      while position > stale.logs[Int(glitch.reading)] {
        position -= 1
        let entry = log.base + position
        if entry.pointee.kind == .write, sources.contains(entry.pointee.slot) {
          values[entry.pointee.slot] = living(entry.pointee.value)
        }
      }
      let change = values[glitch.reason.source] ?? read(glitch.reason.source)
      patchTrace(stale.readers[Int(reading.reader)].event) {
        ($0.property, $0.old) = (reading.slot, reading.value)
        ($0.other, $0.new) = (glitch.reason.source, change)
        $0.awaited = glitch.reason.link
      }
    }
  }
}
