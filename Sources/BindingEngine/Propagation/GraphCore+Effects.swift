// Effects: observers whose block finds out what they observe. It reads what it likes, may write, and
// runs again when something has changed that it has read.
//
// An effect is a link with an expression as its source and without a target. It has a step for each
// property that it has read last, so everything that orders listeners, marks them and examines what
// they have read holds for effects, too. The block runs at the level that reads the source.
extension GraphCore {
  /// Lets a new effect run for the first time, or makes that due.
  ///
  /// - Returns: Whether `run()` must be called.
  package mutating func startEffect(_ link: UInt32) -> Bool {
    // What an effect makes after it has ended itself never runs.
    if knobs.endsInner, knobs.keepsPrefix, let level = effectLevel,
      links[frames[level].link].flags.contains(.dead)
    {
      return false
    }
    guard knobs.queuesEffects, links[link].flags.isDisjoint(with: [.linked, .dead]) else {
      if knobs.restoresInBatch, mayFlush {
        agenda.batchStart = (log.count, links[link].serial)
        store.raiseFloor()
      }
      return fireInitially(link)
    }
    let due = Due(link: link, entry: .max, slot: 0, event: currentCause)
    if let failed = QueueOrder.enqueue(due, isCertain: true, by: 0, in: &self) {
      return begin(failed)
    }
    return begin(flush(isRoot: true))
  }

  // MARK: A run

  /// The block of the effect on top of the stack is about to run.
  mutating func beginEffect(_ block: BlockID) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    links[link].flags.insert(.linked)
    if knobs.endsInner { endInner(of: link) }
    forgetConfirming(readBy: link)
    beginInside(link)
    if knobs.notesChanges { forgetChanges(of: link) }
    if knobs.computesAhead { agenda.updates.noteEvaluating(link) }
    if knobs.subscribesEachRun { beginReading(link) }
    frames[top].phase = .effect
    if isTracing { recording.lastReads[link] = [:] }
    frames[top].readBase = UInt32(reads.count)
    frames[top].begunAt = UInt32(truncatingIfNeeded: log.count)
    frames[top].nextStep = details[links[link].detail].firstStep
    if knobs.subscribesReading {
      for step in steps(of: link) { links[step].flags.subtract([.readNow, .forgotten]) }
      if links[link].flags.contains(.twice) { forgetEarlierPlaces(of: link) }
    }
    return ask(.effect, block, value: .nil, old: .nil, link: link)
  }

  mutating func finishEffect() -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    if isTracing { noteReads(from: frame.readBase, by: frame.event) }
    followRead(frame)
    if isTracing { recordUnnoticed(frame) }
    if knobs.restoresInBatch, turn.rounds == 0, agenda.batchDepth == 0, frames.count > 1,
      frames[UInt32(frames.count - 2)].phase == .flush
    {
      // A first run at the top is a batch.
      passOverRestored(isFirstRun: true)
    }
    if knobs.idlesComputed, hasUnready(frame.link) {
      frames[UInt32(frames.count - 1)].phase = .attach
      return nil
    }
    return finishFiring() ? .done : nil
  }

  /// The effect on top of the stack has run, or failed: it observes what it has read.
  mutating func followRead(_ frame: Frame) {
    let link = frame.link
    if knobs.followsInside { inside.end(link) }
    guard !links[link].flags.contains(.dead) else { return }
    if knobs.keepsPrefix { subscribeRead() }
    if knobs.subscribesEachRun {
      if isTracing { recordNewReads(frame, takeReads(from: frame.readBase)) }
      reads.truncate(to: Int(frame.readBase))
      giveUpPlaces(of: link)
      return
    }
    if isSameWay(of: link, from: frame.readBase), !links[link].flags.contains(.twice) {
      reads.truncate(to: Int(frame.readBase))
    } else {
      let way = takeReads(from: frame.readBase)
      if isTracing { recordNewReads(frame, way) }
      followAll(link, way)
    }
    if knobs.subscribesAfterwards { enqueueIfStale(link, event: frame.event) }
    if knobs.keepsPrefix { noteOwnWrites(ofEffect: frame) }
  }

  /// Says which of its own changes the effect that ends its run is not notified of: it had read the
  /// property before, and observes it only from now on.
  private mutating func recordUnnoticed(_ frame: Frame) {
    let link = frame.link
    guard let read = recording.lastReads.removeValue(forKey: link), !read.isEmpty,
      links[link].flags.isDisjoint(with: [.queued, .wasHeld, .dead])
    else { return }
    /// The values that it had read.
    var known: [UInt32: Value] = [:]
    for position in Int(frame.begunAt)..<max(Int(frame.begunAt), log.count) {
      let entry = log.base[position]
      guard entry.kind == .write, let seen = read[entry.slot], seen <= position,
        known[entry.slot] == nil
      else { continue }
      known[entry.slot] = living(entry.value)
    }
    if known.isEmpty { return }
    for slot in sources(of: link) where !isComputed(slot) {
      guard let value = known[slot], value != self.read(slot),
        let event = recording.events.last(where: { $0.kind == .write && $0.property == slot })
      else { continue }
      record(.dropped, .unnoticed, cause: event.sequence, link: link, property: slot)
    }
  }

  /// Says what the effect reads now that it did not read in its last run, and what it gave up.
  private mutating func recordNewReads(_ frame: Frame, _ way: [UInt32]) {
    let before = steps(of: frame.link)
      .filter { !links[$0].flags.contains(.fresh) || links[$0].detail < frame.begunAt }
      .map { links[$0].source }
    if before.isEmpty { return }
    let (new, gone) = movedReads(from: before, to: way)
    if new | gone != 0 {
      record(.move, cause: frame.event, link: frame.link, property: new, other: gone)
    }
  }

  /// `subscribe = afterwards`: what an effect has read is computed from what it has written since.
  private mutating func enqueueIfStale(_ link: UInt32, event: UInt32) {
    var stale: UInt32 = 0
    var isCertain = false
    for step in steps(of: link) {
      let marks = properties[links[step].source].marks
      guard marks.contains(.stale) else { continue }
      if stale == 0 { stale = links[step].source }
      isCertain = isCertain || !marks.contains(.unsure)
    }
    if stale == 0 { return }
    if links[link].flags.contains(.queued) {
      // This decides, whatever it was notified of before.
      if isCertain {
        links[link].flags.insert(.confirmed)
      } else {
        links[link].flags.remove(.confirmed)
      }
      return
    }
    let due = Due(link: link, entry: .max, slot: stale, event: event)
    _ = QueueOrder.enqueue(due, isCertain: isCertain, by: 0, in: &self)
  }

  /// `subscribe = afterwards`: a `computed` whose change its listeners know passes on no other change
  /// until one of them is up to date again.
  ///
  /// - Returns: Whether they know of a change.
  func hasConfirmed(_ slot: UInt32) -> Bool {
    agenda.confirming.count > 0 && isComputed(slot)
      && links[computedLink(of: slot)].flags.contains(.confirming)
  }

  mutating func noteConfirming(_ slot: UInt32) {
    let link = computedLink(of: slot)
    links[link].flags.insert(.confirming)
    agenda.confirming.append(link)
  }

  /// `link` is up to date again.
  mutating func forgetConfirming(readBy link: UInt32) {
    guard agenda.confirming.count > 0 else { return }
    for slot in sources(of: link) where isComputed(slot) { forgetConfirming(slot) }
  }

  mutating func forgetConfirming(_ slot: UInt32) {
    links[computedLink(of: slot)].flags.remove(.confirming)
  }

  // MARK: Effects in effects

  /// Whether the block of an effect runs, or something that it has called or set off.
  package var isInEffect: Bool { innermostEffect != 0 }

  private var innermostEffect: UInt32 {
    var position = frames.count - 1
    while position >= 0, frames.base[position].phase != .effect { position -= 1 }
    return position < 0 ? 0 : frames.base[position].link
  }

  /// A new effect belongs to the effect in whose run it was made, if that ends it.
  package mutating func noteMaker(of link: UInt32) {
    let maker = innermostEffect
    guard knobs.endsInner, maker != 0, !links[maker].flags.contains(.dead) else { return }
    saveDetail(of: maker)
    let (own, outer) = (links[link].detail, links[maker].detail)
    details[own].maker = maker
    details[own].earlierInner = details[outer].lastInner
    details[outer].lastInner = link
  }

  /// The effects that were made in the last run of an effect, in the order of making.
  private func inner(of link: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    var next = details[links[link].detail].lastInner
    while next != 0 {
      found.append(next)
      next = details[links[next].detail].earlierInner
    }
    return found.reversed()
  }

  /// What belongs to the same outermost effect as `link`: each effect before those that it has made.
  func unit(of link: UInt32) -> [UInt32] {
    guard links[link].flags.contains(.effect) else { return [link] }
    var root = link
    while details[links[root].detail].maker != 0 { root = details[links[root].detail].maker }
    var found: [UInt32] = []
    var pending = [root]
    while let next = pending.popLast() {
      found.append(next)
      pending += inner(of: next).reversed()
    }
    return found
  }

  /// Ends the effects that an effect has made, those that they have made before them; under
  /// `subscribe = each-run` after them, and the last one first.
  mutating func endInner(of link: UInt32) {
    if details[links[link].detail].lastInner == 0 { return }
    if knobs.subscribesEachRun { return endInnerBackward(of: link) }
    var pending = [(link: link, inner: inner(of: link)[...])]
    while let inner = pending.last?.inner.first {
      pending[pending.count - 1].inner.removeFirst()
      pending.append((inner, self.inner(of: inner)[...]))
      while let last = pending.last, last.inner.isEmpty, pending.count > 1 {
        pending.removeLast()
        end(last.link, reason: .remade, cause: currentCause)
      }
    }
  }

  private mutating func endInnerBackward(of link: UInt32) {
    var pending = inner(of: link)
    while let last = pending.popLast() {
      let inner = inner(of: last)
      end(last, reason: .remade, cause: currentCause, withInner: false)
      pending += inner
    }
  }

  /// An effect ends: its maker forgets it.
  mutating func leaveMaker(_ link: UInt32) {
    let maker = details[links[link].detail].maker
    guard maker != 0, !links[maker].flags.contains(.dead) else { return }
    let next = details[links[link].detail].earlierInner
    if details[links[maker].detail].lastInner == link {
      saveDetail(of: maker)
      details[links[maker].detail].lastInner = next
      return
    }
    var later = details[links[maker].detail].lastInner
    while later != 0, details[links[later].detail].earlierInner != link {
      later = details[links[later].detail].earlierInner
    }
    guard later != 0 else { return }
    saveDetail(of: later)
    details[links[later].detail].earlierInner = next
  }

  // MARK: Reading

  /// The level of the effect whose block reads now; nil if something else does.
  var effectLevel: UInt32? {
    var position = frames.count - 1
    while position >= 0, frames.base[position].phase == .calling { position -= 1 }
    return position >= 0 && frames.base[position].phase == .effect ? UInt32(position) : nil
  }

  /// A block reads `slot`, and follows it.
  @inline(__always)
  package mutating func noteTracked(_ slot: UInt32) {
    reads.append(slot)
    if isTracing, let level = effectLevel {
      recording.lastReads[frames[level].link, default: [:]][slot] = log.count
    }
    if knobs.followsInside, case .list(let list) = properties[slot].value {
      inside.noteRead(list, at: slot)
    }
    if knobs.subscribesReading, frames.count > 0 {
      let phase = frames.base[frames.count - 1].phase
      if phase == .effect || phase == .calling { subscribeEffect(reading: slot) }
    } else if knobs.subscribesEachRun, let level = effectLevel {
      takePlace(at: slot, of: frames[level].link)
    }
  }

  /// A block, or a statement, reads a `computed` property and does not follow it. A question is no reading.
  @inline(__always)
  package mutating func noteUntracked(_ slot: UInt32) {
    if knobs.evaluatesAtReading, askedDuring == nil { noteFirstReading(by: computedLink(of: slot)) }
  }

  /// `subscribe = reading`: an effect observes from its first read on. A change from before that is
  /// no news to it, and each later one is.
  @inline(never)
  private mutating func subscribeEffect(reading slot: UInt32) {
    guard let level = effectLevel else { return }
    let step = step(ofEffectAt: level, reading: slot)
    guard step != 0 else { return }
    if links[step].flags.contains(.readNow) {
      // Of the reads of a `computed` the last one counts.
      if knobs.holdsEffects, isComputed(slot) { setChanged(false, of: step) }
      return
    }
    links[step].flags.insert(.readNow)
    setChanged(false, of: step)
    frames[level].nextStep = links[step].nextIncoming
  }

  /// The step by which the effect observes `slot`, made if there is none; 0 if it has ended.
  ///
  /// - Complexity: O(1) if it reads the same as in its last run, in the same order; otherwise O(*n*) in
  ///   what it reads.
  mutating func step(ofEffectAt level: UInt32, reading slot: UInt32) -> UInt32 {
    let expected = frames[level].nextStep
    if expected != 0, links[expected].source == slot, !links[expected].flags.contains(.forgotten) {
      return expected
    }
    let link = frames[level].link
    return links[link].flags.contains(.dead) ? 0 : addStep(at: slot, to: link)
  }

  /// Of two places of an effect at one property, only the later is kept in mind.
  private mutating func forgetEarlierPlaces(of link: UInt32) {
    links[link].flags.remove(.twice)
    var seen: Set<UInt32> = []
    for step in steps(of: link).reversed() where !seen.insert(links[step].source).inserted {
      links[step].flags.insert(.forgotten)
      links[link].flags.insert(.twice)
    }
  }

  /// The level of the block on top of the stack that evaluates something now and does not follow it.
  var untrackedLevel: UInt32? {
    guard knobs.keepsPrefix, frames.count > 0 else { return nil }
    let level = effectLevel ?? UInt32(frames.count - 1)
    return frames[level].phase == .effect || frames[level].phase == .computed ? level : nil
  }

  // MARK: What is passed over

  /// Whether an effect that is due has read everything with the value that it has now.
  mutating func isUnconcerned(_ due: Due) -> Bool {
    guard !knobs.keepsPrefix, links[due.link].flags.contains([.effect, .linked]) else {
      return false
    }
    passOverEffect(due)
    links[due.link].flags.subtract([.queued, .confirmed])
    return true
  }

  /// Records that an effect which was due does not run.
  mutating func passOverEffect(_ due: Due) {
    forgetConfirming(readBy: due.link)
    guard isTracing, links[due.link].flags.contains(.effect) else { return }
    record(.dropped, .unchanged, cause: due.event, link: due.link, property: due.slot)
  }

  // MARK: Own writes

  /// `subscribe = prefix`: an effect has run and observes what it has read. Unless it was marked in its
  /// run, it is marked now for what it has written itself, also through a `computed`.
  private mutating func noteOwnWrites(ofEffect frame: Frame) {
    let link = frame.link
    // A value that was evaluated in the run is known.
    forgetChanges(of: link)
    guard !links[link].flags.contains(.queued) else { return }
    for position in Int(frame.begunAt)..<max(Int(frame.begunAt), log.count)
    where log.base[position].kind == .write && !isComputed(log.base[position].slot) {
      markByOwnWrite(link, log.base[position].slot, event: frame.event)
    }
  }

  func isComputed(_ slot: UInt32) -> Bool { properties[slot].flags.contains(.computed) }

  private mutating func markByOwnWrite(_ link: UInt32, _ slot: UInt32, event: UInt32) {
    var pending = [slot]
    while let next = pending.popLast() {
      for node in observers(of: next) {
        let listener = owner(of: node)
        if listener == link {
          let due = Due(link: link, entry: .max, slot: next, event: event)
          _ = QueueOrder.enqueue(due, isCertain: next == slot, by: 0, in: &self)
        } else if links[listener].flags.contains([.computed, .subscribed]) {
          pending.append(links[listener].target)
        }
      }
    }
  }
}
