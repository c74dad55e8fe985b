// `computed` properties: evaluated when something that they read has changed, or, if they are
// stale, when they are read.
extension GraphCore {
  /// Evaluates a stale `computed`; what is on the stack continues after it.
  ///
  /// - Parameter cause: The event because of which it is needed; nil for the present one.
  mutating func compute(_ slot: UInt32, cause: UInt32? = nil) -> Suspension? {
    let cause = cause ?? currentCause
    let node = listener(to: slot)
    if node != 0 { return computeOwn(slot, for: node, cause: cause, isRoot: false) }
    guard properties[slot].flags.contains(.computed) else {
      return fireBound(slot, cause: cause, isRoot: false)
    }
    let link = computedLink(of: slot)
    if isVerifiedFirst(slot, link) { return verify(slot, link, cause: cause, isRoot: false) }
    return fireComputed(link, cause: cause, delivers: false, isRoot: false)
  }

  /// Evaluates a stale `computed` for a reader outside of firings: `run()` returns when it is evaluated. Must
  /// be called in a turn, or between `beginAsking` and `endAsking`.
  ///
  /// - Parameters:
  ///   - isTracked: Whether the reader follows what it reads now.
  ///   - isMaking: Whether nothing reads it: its object is being made.
  package mutating func computeForReader(
    _ slot: UInt32, isTracked: Bool = true, isMaking: Bool = false
  ) -> Suspension {
    precondition(isInTurn, "values are evaluated inside a turn or for a question")
    hideKept()
    if isTracked { subscribeEarly(reading: slot) }
    let node = listener(to: slot)
    if node != 0 {
      return computeOwn(slot, for: node, cause: currentCause, isRoot: true) ?? run()
    }
    guard properties[slot].flags.contains(.computed) else {
      return fireBound(slot, cause: currentCause, isRoot: true) ?? run()
    }
    let link = computedLink(of: slot)
    if knobs.evaluatesAtReading, !isMaking, askedDuring == nil { noteFirstEvaluation(of: link) }
    let level = isTracked ? nil : untrackedLevel
    if let level { frames[level].marks.insert(.untracked) }
    let begun =
      isVerifiedFirst(slot, link)
      ? verify(slot, link, cause: currentCause, isRoot: true)
      : fireComputed(link, cause: currentCause, delivers: false, isRoot: true)
    // Whether it subscribes has been decided.
    if let level { frames[level].marks.remove(.untracked) }
    return begun ?? run()
  }

  /// The link by which a `computed` follows what it reads.
  func computedLink(of slot: UInt32) -> UInt32 {
    var link = firstIncoming[slot]
    while link != 0, !links[link].flags.contains(.computed) { link = links[link].nextIncoming }
    precondition(link != 0, "a computed property without its link")
    return link
  }

  mutating func fireComputed(
    _ link: UInt32, cause: UInt32, delivers: Bool, isRoot: Bool = false, by source: UInt32 = 0
  ) -> Suspension? {
    let slot = links[link].target
    let isEvaluating = properties[slot].marks.contains(.evaluating)
    if isEvaluating, delivers, source != 0 {
      return fail(.changesWhatItReads(named(slot), changed: named(source)), isRoot: isRoot)
    }
    if isEvaluating || delivers && isItsOwnCause(slot) {
      return fail(.readsItself(circle(closedBy: slot, isDelivered: !isEvaluating)), isRoot: isRoot)
    }
    guard case .block(let block) = details[links[link].detail].source else {
      preconditionFailure("a computed property without a block")
    }
    hideKept()
    // It is marked stale as well, so that its own block arrives here again if it reads it.
    if delivers { willEvaluate(link) }
    forgetConfirming(readBy: link)
    beginInside(link)
    var marks = properties[slot].marks.union([.evaluating, .stale])
    if knobs.subscribesAfterwards { marks.remove(.unsure) }
    setMarks(marks, of: slot)
    if knobs.evaluatesAtReading, isBeingRead { noteFirstEvaluation(of: link) }
    if knobs.computesAhead { agenda.updates.noteEvaluating(link) }
    if knobs.subscribesEachRun { leavePlaces(of: link) }
    let subscribes = knobs.keepsPrefix && beginsToSubscribe(link)
    var frame = level(.computed, link: link, slot: slot, event: cause, isRoot: isRoot)
    frame.delivers = delivers
    if subscribes { frame.marks.insert(.subscribes) }
    push(frame)
    if isWatching { noteEvaluation(by: source) }
    request.role = .computed
    request.block = block
    request.value = .nil
    request.old = .nil
    request.link = link
    request.sender = details[links[link].detail].sender
    showKept()
    return .block
  }

  mutating func finishComputing(_ value: Value) -> Suspension? {
    let (link, readBase) = (
      frames[UInt32(frames.count - 1)].link, frames[UInt32(frames.count - 1)].readBase
    )
    if knobs.keepsPrefix { subscribeRead() }
    if knobs.evaluatesAtReading, links[link].flags.contains(.wasRead) {
      noteFirstReadings(from: readBase)
    }
    if knobs.followsInside { inside.end(link) }
    let before = frames[UInt32(frames.count - 1)].marks.contains(.subscribes) ? steps(of: link) : []
    let read =
      isTracing || knobs.subscribesEachRun
      ? Array((readBase..<UInt32(reads.count)).map { reads[$0] }) : []
    let way = takeWay(of: link, from: readBase)
    let moved = isTracing ? movedReads(of: link, to: way) : (new: 0, gone: 0)
    let isLater =
      knobs.keeps && frames[UInt32(frames.count - 1)].delivers && followsLater(link, way)
      && !links[link].flags.contains(.own)
    if knobs.subscribesEachRun {
      takePlaces(of: link, read)
    } else if !isLater, !way.isEmpty || details[links[link].detail].firstStep == 0 {
      follow(link, way)
    }
    if knobs.holdsEffects { takeForgottenPlaces(of: link) }
    if !before.isEmpty { subscribeAlsoToSame(link, before) }
    if let next = putOffComputing(thatRead: way) { return next }
    var frame = frames.removeLast()
    let slot = frame.slot
    if isLater {
      keeping.leave(from: frames.count + 1)
      properties[slot].marks.remove(.evaluating)
      push(level(.delivered, link: link, slot: slot, event: frame.event, isRoot: frame.isRoot))
      followLater(way)
      frame.isRoot = false
    } else if knobs.keeps {
      keeping.leave(from: frames.count + 1)
      keepRead(by: link)
      if links[link].flags.contains(.own) {
        let old = keeping.values[links[link].nextIncoming] ?? .nil
        let event = recordComputed(value, frame, old: old, read: read, moved: moved)
        return passToOwner(value, frame, event: event)
      }
      if isIdle(link) { noteFresh(slot) }
    }
    setMarks(properties[slot].marks.subtracting([.stale, .evaluating, .unsure]), of: slot)
    let old = self.read(slot)
    noteEvaluated(link)
    closeAnnouncement(by: link)
    let delivers = frame.delivers
    let isEqual = delivers && (knobs.drop || knobs.comparesComputed) && isDropped(value, at: old)
    if isEqual, !passesOnEqual(link) {
      turn.dropped += 1
      if notesEvents {
        record(.dropped, .equal, cause: frame.event, property: slot, old: old, new: value)
        if isWatching {
          noteEvaluationEnd(frame)
          noteRepeat(value, at: slot)
        }
      }
      return frame.isRoot ? .done : nil
    }
    let event =
      notesEvents
      ? recordComputed(value, frame, old: old, read: read, moved: moved) : frame.event
    if delivers, !isEqual, properties[slot].flags.contains(.hasPrior),
      !frame.marks.contains(.notifiedPrior)
    {
      let suspension = notifyPrior(
        value, slot: slot, link: link, event: event, isRoot: frame.isRoot, .set)
      if frame.marks.contains(.behind) { frames[UInt32(frames.count - 1)].marks.insert(.behind) }
      return suspension
    }
    return storeComputed(value, of: frame, event: event)
  }

  /// - Returns: The event of the evaluation.
  private mutating func recordComputed(
    _ value: Value, _ frame: Frame, old: Value, read: [UInt32], moved: (new: UInt32, gone: UInt32)
  ) -> UInt32 {
    guard notesEvents else { return frame.event }
    let event = record(
      .compute, cause: frame.event, link: frame.link, property: frame.slot, old: old, new: value)
    if isWatching { noteEvaluationEnd(frame) }
    for property in read {
      recording.reads.append(RecordedRead(event: event, property: property))
    }
    if moved.new | moved.gone != 0 {
      record(.move, cause: event, link: frame.link, property: moved.new, other: moved.gone)
    }
    return event
  }

  /// Goes on after the observers that run before a change of a `computed` property.
  ///
  /// - Parameter isOutdated: Whether they have changed something, so that it is evaluated again.
  mutating func finishPriorOfComputed(
    _ prior: Frame, _ value: Value, isOutdated: Bool
  ) -> Suspension? {
    guard isOutdated else {
      var frame = level(
        .computed, link: prior.writer, slot: prior.slot, event: prior.event, isRoot: prior.isRoot)
      frame.delivers = true
      if prior.marks.contains(.behind) { frame.marks.insert(.behind) }
      return storeComputed(value, of: frame, event: prior.event)
    }
    let suspension = fireComputed(
      prior.writer, cause: prior.event, delivers: true, isRoot: prior.isRoot)
    guard suspension == .block else { return suspension }
    let top = UInt32(frames.count - 1)
    frames[top].marks.insert(.notifiedPrior)
    if prior.marks.contains(.behind) { frames[top].marks.insert(.behind) }
    return suspension
  }

  /// Stores the value of a `computed` property and begins to deliver it.
  private mutating func storeComputed(
    _ value: Value, of frame: Frame, event: UInt32
  ) -> Suspension? {
    let (slot, delivers) = (frame.slot, frame.delivers)
    let isBehind = frame.marks.contains(.behind)
    let old = self.read(slot)
    if knobs.keeps, !isIdle(frame.link) { makeStaleAgain() }
    commitUncounted(value, to: slot, by: frame.link)
    guard delivers else {
      if knobs.computesAhead {
        guard !knobs.drop || !isDropped(value, at: old) else { return frame.isRoot ? .done : nil }
        return deliver(
          slot, entry: lastEntry, event: event, link: frame.link, isRoot: frame.isRoot)
      }
      if knobs.pulls, !knobs.drop || !isDropped(value, at: old) { confirm(behind: slot) }
      if knobs.keeps, frame.isRoot { showKept() }
      return frame.isRoot ? .done : nil
    }
    let height = frames.count
    let suspension = deliver(
      slot, entry: lastEntry, event: event, link: frame.link, isRoot: frame.isRoot)
    guard frames.count > height, frames.base[frames.count - 1].isDelivery else { return suspension }
    if knobs.keeps { noteNotifying(slot) }
    if isBehind { frames.base[frames.count - 1].marks.insert(.behind) }
    if knobs.locksComputed {
      links[frame.link].flags.insert(.locked)
      frames.base[frames.count - 1].link = frame.link
    }
    return suspension
  }
}
