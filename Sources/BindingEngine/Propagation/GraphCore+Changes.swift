// How a link that is due, or a `computed` that is marked, finds out whether what it has read has
// really changed.
extension GraphCore {
  /// The first relevant thing that a link has read.
  enum SourceChange {
    case changed
    /// A `computed` that must be evaluated before anything can be said.
    case stale(UInt32)
    case none
  }

  /// `subscribe = reading` and `prefix`: examines what a link has read, in that order.
  func firstChange(of link: UInt32) -> SourceChange {
    let own = links[link].source
    if own != 0 {
      if links[link].flags.contains(.changed) { return .changed }
      if properties[own].marks.contains(.stale) { return .stale(own) }
    }
    let detail = links[link].detail
    var step = detail == 0 ? 0 : details[detail].firstStep
    while step != 0 {
      if links[step].flags.contains(.changed) { return .changed }
      let slot = links[step].source
      if properties[slot].marks.contains(.stale) { return .stale(slot) }
      step = links[step].nextIncoming
    }
    return .none
  }

  /// A link is about to find out again what it reads.
  mutating func forgetChanges(of link: UInt32) {
    var found = ChangedLinks(from: link)
    let links = links.base
    var record = links + Int(link)
    var next = next(ofSource: link)
    while true {
      let flags = record.pointee.flags
      let isChanged = flags.contains(.changed)
      if isChanged { record.pointee.flags = flags.subtracting(.changed) }
      if found.note(isChanged) {
        log(found, areSources: true)
        found = ChangedLinks(from: next)
      }
      if next == 0 { break }
      record = links + Int(next)
      next = record.pointee.nextIncoming
    }
    log(found, areSources: true)
  }

  /// The first step of a link, or the next step after a step; 0 for none.
  func next(ofSource link: UInt32) -> UInt32 {
    if links[link].flags.contains(.step) { return links[link].nextIncoming }
    let detail = links[link].detail
    return detail == 0 ? 0 : details[detail].firstStep
  }

  /// Notes whether what a link or a step observes has changed since that was read.
  @inline(__always)
  mutating func setChanged(_ isChanged: Bool, of link: UInt32) {
    guard links[link].flags.contains(.changed) != isChanged else { return }
    var found = ChangedLinks(from: link)
    _ = found.note(true)
    log(found, areSources: !isChanged)
    if isChanged { links[link].flags.insert(.changed) } else { links[link].flags.remove(.changed) }
  }

  /// - Parameter areSources: Whether they are what one link reads and lose the flag; otherwise they
  ///   observe one property and get it.
  @inline(__always)
  mutating func log(_ found: ChangedLinks, areSources: Bool) {
    if found.bits == 0 { return }
    store.note(
      .changed, .int(Int(bitPattern: found.bits)), slot: areSources ? 1 : 0, link: found.first)
  }

  mutating func restoreChanged(_ entry: LogEntry) {
    guard case .int(let number) = entry.value else { return }
    var bits = UInt(bitPattern: number)
    var link = entry.link
    // A link that the turn made keeps its later steps until it is removed.
    while bits != 0, link != 0, !links[link].flags.contains(.free) {
      let isFound = bits & 1 != 0
      bits >>= 1
      if entry.slot == 0 {
        if isFound { links[link].flags.remove(.changed) }
        link = links[link].next
      } else {
        if isFound { links[link].flags.insert(.changed) }
        link = next(ofSource: link)
      }
    }
  }

  /// A `computed` has been evaluated and follows what it has read.
  mutating func noteEvaluated(_ link: UInt32) {
    if knobs.notesChanges { forgetChanges(of: link) }
    if knobs.subscribesAfterwards, !links[link].flags.contains(.subscribed) {
      subscribe(link)
      // Unless its reader subscribes to it.
      agenda.unobserved.append(links[link].target)
    }
  }

  /// Whether a stale `computed` first checks which of its sources have changed before it is
  /// evaluated.
  func isVerifiedFirst(_ slot: UInt32, _ link: UInt32) -> Bool {
    properties[slot].marks.contains(.unsure)
      || knobs.examinesReads
        && (knobs.subscribesReading
          || knobs.keepsPrefix && !links[link].flags.contains(.subscribed))
        && details[links[link].detail].firstStep != 0
  }

  // MARK: Unchanged values

  /// Whether something that is due is skipped if its source is unchanged.
  func isCompared(_ due: Due) -> Bool {
    knobs.comparesAtTick && due.isKept
      || knobs.comparesForObservers && due.entry != .max
        && links[due.link].flags.contains(.observer)
  }

  /// Whether that is not yet evaluated.
  func isComparedStale(_ due: Due) -> Bool {
    knobs.subscribesWhileObserved && isCompared(due) && links[due.link].source == due.slot
      && properties[due.slot].marks.contains(.stale)
  }

  /// A link that was due is skipped: `slot` is unchanged.
  mutating func dropRestored(_ link: UInt32, _ slot: UInt32, cause: UInt32) {
    turn.dropped += 1
    guard isTracing else { return }
    let value = read(slot)
    record(.dropped, .equal, cause: cause, link: link, property: slot, old: value, new: value)
  }

  /// `restored = batch`: a property that was written in the ending batch, and has the same value as
  /// when the batch began, sets off nothing.
  ///
  /// - Parameter isFirstRun: Whether it is no batch, but the first run of an effect. That has no value to
  ///   compare with if the property was written in another first run since the last batch.
  mutating func passOverRestored(isFirstRun: Bool = false) {
    let start = min(agenda.batchStart.log, log.count)
    // Backward, so that the first write of each property decides.
    for position in stride(from: log.count - 1, through: start, by: -1) {
      let entry = log.base + position
      guard entry.pointee.kind == .write else { continue }
      let place = properties.pointer(entry.pointee.slot)
      if isFirstRun, place.pointee.marks.contains(.captured) { continue }
      if living(entry.pointee.value) == living(place.pointee.value) {
        place.pointee.marks.insert(.restored)
      } else {
        place.pointee.marks.remove(.restored)
      }
    }
    var captured: Set<UInt32> = []
    defer { capture(captured) }
    for position in start..<log.count {
      let slot = log.base[position].slot
      guard log.base[position].kind == .write else { continue }
      captured.insert(slot)
      guard properties[slot].marks.contains(.restored) else { continue }
      properties[slot].marks.remove(.restored)
      passOver(slot, since: UInt32(position))
    }
  }

  private mutating func capture(_ slots: Set<UInt32>) {
    for slot in slots where !properties[slot].marks.contains(.captured) {
      setMarks(properties[slot].marks.union(.captured), of: slot)
      agenda.captured.insert(slot)
    }
  }

  /// A batch begins: what is written in it can be compared again.
  mutating func forgetCaptured() {
    for slot in agenda.captured where properties[slot].marks.contains(.captured) {
      setMarks(properties[slot].marks.subtracting(.captured), of: slot)
    }
  }

  /// - Parameter start: The place of its first write in the log.
  private mutating func passOver(_ slot: UInt32, since start: UInt32) {
    var node = properties[slot].firstLink
    while node != 0 {
      let link = owner(of: node)
      // A link that was made meanwhile has read another value, and so may a `computed` have.
      let hasReadBefore =
        links[node].flags.contains([.step, .fresh])
        ? links[node].detail <= start : links[link].serial < agenda.batchStart.serial
      if links[link].flags.contains(.confirmed), hasReadBefore {
        setChanged(false, of: node)
        if !hasChange(link) {
          links[link].flags.remove(.confirmed)
          dropRestored(link, slot, cause: currentCause)
        }
      }
      node = links[node].next
    }
  }

  private func hasChange(_ link: UInt32) -> Bool {
    if links[link].flags.contains(.changed) { return true }
    return steps(of: link).contains { links[$0].flags.contains(.changed) }
  }
}

/// Which of up to 64 consecutive links have got or lost the flag `changed`: one entry of the log
/// for all. An entry for each took a seventh of the time of layers under `signals`.
struct ChangedLinks {
  let first: UInt32
  private(set) var bits: UInt = 0
  private var bit: UInt = 1

  @inline(__always)
  init(from first: UInt32) { self.first = first }

  /// - Returns: Whether it is full.
  @inline(__always)
  mutating func note(_ isFound: Bool) -> Bool {
    if isFound { bits |= bit }
    bit <<= 1
    return bit == 0
  }
}
