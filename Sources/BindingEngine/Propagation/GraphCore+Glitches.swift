// Glitches: values that were read although something that was due already gives them another value
// later in the turn.
//
// What a firing will bring is not known before it has fired: a transformer is the user's, and must not
// be called once more to find out. So a value to which anything that is due may lead is noted when it is
// read, and from then on what follows from what. Whether it was a glitch is decided when the turn ends.
// A turn that reads no such value notes nothing.
extension GraphCore {
  /// What `PropertyRecord.marks` must not have for a value to be read with nothing more to do.
  package static let ordinaryReadMask: UInt8 =
    PropertyMarks.stale.rawValue | PropertyMarks.unreadable.rawValue
  static let watchfulReadMask: UInt8 = ordinaryReadMask | PropertyMarks.bound.rawValue

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
    guard knobs.firesOnStack, slot == frames[top].slot else { return noteRead(slot) }
    if frames[top].marks.contains(.behind)
      || mayComeBack && isAwaitedOnStack(at: slot, below: openLevel)
    {
      noteStale(slot, knobs.passesAnnounced ? announced(slot) : read(slot), at: top)
    }
  }

  /// A block, or a way, has read `slot`.
  package mutating func noteRead(_ slot: UInt32) {
    // Where nothing is being passed on, nothing is on its way.
    guard frames.count > 0, properties[slot].marks.contains(.bound) else { return }
    pullThrough(slot)
    var position = frames.count - 1
    while position >= 0 {
      let frame = frames.base[position]
      // What a statement reads, or what is evaluated for it, is no firing.
      if frame.isDelivery || frame.phase == .flush || frame.phase == .wave { return }
      if frame.link != 0 { break }
      position -= 1
    }
    guard position >= 0, !isSettled(slot), isAwaited(at: slot) else { return }
    let level = UInt32(position)
    // Where that is so it waits, and nobody sees what it has read.
    if isDoneOnceMore(at: level) { return }
    noteStale(slot, read(slot), at: level)
  }

  private mutating func noteStale(_ slot: UInt32, _ value: Value, at level: UInt32) {
    frames[level].marks.insert(.behind)
    let isKnown = frames[level].marks.contains(.counted)
    frames[level].marks.insert(.counted)
    if rare.stale.readings.count >= StaleReadings.most {
      if !isKnown { turn.glitches += 1 }
      return
    }
    if !isWatching {
      isWatching = true
      rare.watch { $0.first = recording.lastSequence + 1 }
    }
    let reader = isKnown ? rare.stale.reader(at: level) : addReader(at: level)
    let reading = StaleReadings.Reading(
      reader: reader, time: recording.lastSequence + 1,
      evaluations: UInt32(rare.stale.evaluations.count), log: log.count,
      parts: parts(of: slot, value))
    rare.watch { $0.readings.append(reading) }
  }

  private mutating func addReader(at level: UInt32) -> Int {
    let frame = frames[level]
    let event = isTracing ? record(.glitch, cause: frame.event, link: frame.link) : 0
    let reader = StaleReadings.Reader(link: lead(of: frame.link), level: level, event: event)
    rare.watch { $0.readers.append(reader) }
    return rare.stale.readers.count - 1
  }

  /// What a value was computed from, if it is evaluated only when it is read: then nothing arrives
  /// there by itself.
  private func parts(of slot: UInt32, _ value: Value) -> [StaleReadings.Part] {
    guard knobs.pulls, properties[slot].flags.contains(.computed) else {
      return [StaleReadings.Part(slot: slot, value: value)]
    }
    var parts: [StaleReadings.Part] = []
    var places: [UInt32: Int] = [:]
    var pending: [(slot: UInt32, inputs: [UInt32], next: Int)] = []
    pending.append((slot, inputs(of: slot), 0))
    while let (slot, inputs, next) = pending.last {
      if next < inputs.count {
        pending[pending.count - 1].next += 1
        let input = inputs[next]
        let isOpen = places[input] != nil || pending.contains { $0.slot == input }
        if !isOpen, properties[input].marks.contains(.bound) {
          pending.append((input, self.inputs(of: input), 0))
        }
        continue
      }
      pending.removeLast()
      var part = StaleReadings.Part(slot: slot, value: read(slot))
      if properties[slot].flags.contains(.computed) {
        part.inputs = inputs.compactMap { places[$0] }
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
    let number = recording.lastSequence
    var step = StaleReadings.Step(cause: cause)
    step.link = link == 0 || links[link].flags.contains(.observer) ? 0 : lead(of: link)
    var arrives = false
    switch kind {
    case .fire, .observe: step.isFiring = true
    case .write, .compute: arrives = true
    case .dropped: break
    default: step.passes = true
    }
    rare.watch {
      $0.steps.append(step)
      if arrives { $0.arrive(new, at: property, event: number, log: log.count) }
    }
  }

  /// The last event was that a value came to `slot` which had it already.
  mutating func noteRepeat(_ value: Value, at slot: UInt32) {
    rare.watch {
      $0.arrive(value, at: slot, event: recording.lastSequence, log: log.count)
    }
  }

  /// The last event was the beginning of a firing that a change of `slot` has set off.
  mutating func noteCause(_ slot: UInt32) {
    rare.watch { $0.steps[$0.steps.count - 1].slot = slot }
  }

  /// The evaluation on top of the stack begins.
  mutating func noteEvaluation(by slot: UInt32) {
    rare.watch { $0.evaluations.append(slot) }
    frames[UInt32(frames.count - 1)].evaluation = UInt32(rare.stale.evaluations.count)
  }

  /// The last event was the end of an evaluation.
  mutating func noteEvaluationEnd(_ frame: Frame) {
    let link = lead(of: frame.link)
    rare.watch {
      let last = $0.steps.count - 1
      $0.steps[last].link = link
      $0.steps[last].evaluation = frame.evaluation
      if frame.evaluation > 0 { $0.steps[last].slot = $0.evaluations[Int(frame.evaluation) - 1] }
    }
  }

  // MARK: What came of it

  /// Counts the glitches of the turn that is about to end, and removes the readings that were none from
  /// the trace.
  package mutating func countGlitches() {
    guard isWatching else { return }
    isWatching = false
    let stale = rare.stale
    rare.watch { $0 = StaleReadings() }
    if !isTracing { recording.lastSequence = stale.first - 1 }
    let finder = GlitchFinder(stale)
    var found: [Int: (reading: StaleReadings.Reading, reason: GlitchFinder.Reason)] = [:]
    for reading in stale.readings where found[reading.reader] == nil {
      if let reason = finder.reason(for: reading) { found[reading.reader] = (reading, reason) }
    }
    turn.glitches += found.count
    guard isTracing else { return }
    var none: [UInt32] = []
    for (place, reader) in stale.readers.enumerated() {
      guard let (reading, reason) = found[place], let part = reading.parts.last else {
        none.append(reader.event)
        continue
      }
      let change = value(of: reason.source, at: reading.log)
      patchTrace(reader.event) {
        ($0.property, $0.old, $0.other, $0.new) = (part.slot, part.value, reason.source, change)
        $0.awaited = reason.link
      }
    }
    removeFromTrace(none)
  }

  /// What a property was when the log had `count` entries.
  private func value(of slot: UInt32, at count: Int) -> Value {
    for position in count..<max(count, log.count) {
      let entry = log.base + position
      if entry.pointee.kind == .write, entry.pointee.slot == slot {
        return living(entry.pointee.value)
      }
    }
    return read(slot)
  }
}
