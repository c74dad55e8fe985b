// Everything that is not plain copying: links with a path, transformers or blocks, observers, and
// every firing while a trace is made. How such a link begins to fire, and how that ends.
extension GraphCore {
  /// Fires the next link of the delivery on top, or records why it does not fire.
  mutating func visit(_ visited: UInt32) -> Suspension? {
    visit(visited, in: frames[UInt32(frames.count - 1)])
  }

  /// - Parameter isKept: Whether it keeps already what it is notified of.
  mutating func visit(
    _ visited: UInt32, in delivery: Frame, isKept: Bool = false
  ) -> Suspension? {
    let flags = links[visited].flags
    let link = owner(of: visited)
    guard !links[link].flags.contains(.dead), !flags.contains(.dead), !isIdle(link) else {
      return nil
    }
    // A link that registers again at each firing is set off by everything that is passed on later.
    if flags.contains(.fresh), !(knobs.latestFirst && flags.contains(.step)),
      birth(of: visited) > delivery.entry
    {
      return nil
    }
    if links[link].flags.contains([.locked, .computed]), isItsOwnCause(links[link].target) {
      return fail(.readsItself(circle(closedBy: links[link].target, isDelivered: true)))
    }
    if links[link].flags.contains(.locked) {
      if knobs.isLoopAnError, !locks(links[link].flags) { return failLoop(link) }
      turn.held += 1
      hold(link)
      return nil
    }
    if let next = passMark(by: link, delivery) { return next }
    if links[link].flags.contains(.spent) {
      if isTracing { record(.dropped, .once, cause: delivery.event, link: link) }
      return nil
    }
    // It passes one value only, which is already on its way.
    if links[link].flags.contains(.once), isAnswerDue(to: link) { return nil }
    if knobs.keeps, !isKept, !properties[delivery.slot].flags.contains(.event) {
      keepAnnounced(announced(by: delivery), for: visited)
    }
    return fire(
      link, after: delivery.entry, cause: delivery.event, isRoot: false, by: delivery.slot,
      change(of: delivery))
  }

  /// The length of the log when a fresh link was made or moved.
  func birth(of link: UInt32) -> UInt32 {
    links[link].flags.contains(.step) ? links[link].detail : freshMoves[link] ?? 0
  }

  /// Fires a link without a change, for example to pass the first value of a binding.
  ///
  /// - Returns: Whether `run()` must be called.
  package mutating func fireInitially(_ link: UInt32) -> Bool {
    if isFiringWithinItself(link) { return begin(fail(.nestedTooDeeply, isRoot: true)) }
    return fireAlone(link)
  }

  /// Fires a binding whose `transform` block is new. If everything is locked while it fires, this firing
  /// is not, so that what it sets off may come back to it. BIND does so.
  ///
  /// - Returns: Whether `run()` must be called.
  package mutating func fireTransformed(_ link: UInt32) -> Bool {
    guard knobs.locksPlain, knobs.locksObservers, knobs.firesOnStack, !isFiringWithinItself(link)
    else { return fireInitially(link) }
    return begin(fire(link, after: .max, cause: currentCause, isRoot: true, locks: false))
  }

  /// Whether a binding's own block moves or changes it, which fires it again without end. There is
  /// no delivery between, so no limit of depth or rounds ends this.
  ///
  /// Checked only when it has fired so often in the turn that the stack may be that high.
  private func isFiringWithinItself(_ link: UInt32) -> Bool {
    let detail = links[link].detail
    guard detail != 0, details[detail].countedIn == counts.epoch,
      details[detail].firings >= GraphCore.mostWithinItself
    else { return false }
    var count = 0
    for position in 0..<frames.count where frames.base[position].link == link { count += 1 }
    return count >= GraphCore.mostWithinItself
  }

  static let mostWithinItself = 1_000

  /// - Parameters:
  ///   - entry: The log entry with the previous value; `UInt32.max` for none.
  ///   - slot: The property that changed; 0 for none.
  ///   - locks: Whether it is locked while it fires, if the semantics says so.
  mutating func fire(
    _ link: UInt32, after entry: UInt32, cause: UInt32, isRoot: Bool, by slot: UInt32 = 0,
    _ change: ListChange = .set, locks: Bool = true
  ) -> Suspension? {
    let flags = links[link].flags
    if knobs.keeps { hideKept() }
    if turn.currentDepth >= knobs.depthLimit { return failRunaway(.depth, isRoot: isRoot) }
    if flags.contains(.computed) {
      if !mayEvaluateAgain(flags.contains(.own) ? computedLink(of: links[link].target) : link) {
        return failRunaway(.firings, isRoot: isRoot, limit: knobs.evaluationLimit)
      }
      return fireComputed(link, cause: cause, delivers: true, isRoot: isRoot, by: slot)
    }
    if isBeyondLimit(link) { return failRunaway(.firings, isRoot: isRoot) }
    if knobs.subscribesEachRun { leavePlaces(of: link) }
    if locks { lock(link, links.pointer(link)) }
    if !flags.contains(.observer) {
      register(link)
      if !isRoot { willFire(link) }
    }
    let isBehind =
      frames.count > 0 && frames.base[frames.count - 1].isDelivery
      && frames.base[frames.count - 1].marks.contains(.behind)
    var event: UInt32 = 0
    if notesEvents {
      event = record(
        flags.contains(.observer) ? .observe : .fire, locks ? .none : .unlocked, cause: cause,
        link: link,
        property: isWay(link) ? 0 : links[link].source, other: links[link].target)
      if isWatching { rare.stale.setCause(slot) }
    }
    var frame = level(.readSource, link: link, slot: slot, event: event, isRoot: isRoot)
    frame.firedChange = change
    push(frame)
    if isBehind { frames.base[frames.count - 1].marks.insert(.behind) }
    if keepsValues(of: links[link].detail) {
      held.append(entry == .max ? .nil : living(log[entry].value))
    }
    return readSource()
  }

  /// Whether a firing's values are needed again after its stages.
  func keepsValues(of detail: UInt32) -> Bool {
    isTracing || (detail != 0 && details[detail].observe.exists)
  }

  /// Continues the firing on top of the stack, if no block has to return first.
  mutating func advanceFiring() -> Suspension? {
    switch frames[UInt32(frames.count - 1)].phase {
    case .readSource: return readSource()
    case .delivered: return runOwnObserver()
    case .attach: return attachTop()
    case .requested: return finishFiring() ? .done : nil
    case .source, .computed, .discover: return askAgain()
    case .happened: return finishEvent()
    case .prior: return notifyNextPrior()
    case .sweep: return SweepOrder.notifyNext(in: &self)
    case .wave: return SweepOrder.goOnWithWave(in: &self)
    case .flush: return takeNext()
    case .announce: return goOnAnnouncing()
    case .verify: return goOnVerifying()
    case .lookUp: return goOnLookingUp()
    case .update: return goOnUpdating()
    default: preconditionFailure("a block was not resumed")
    }
  }

  /// Takes the result of the block that `run()` requested.
  package mutating func resume(with value: Value) -> Suspension {
    answers &+= 1
    return continueFiring(with: value, knowsWay: false)
  }

  /// - Parameter knowsWay: Whether what was read is exactly what the link follows, and is not in
  ///   `reads`.
  mutating func continueFiring(with value: Value, knowsWay: Bool) -> Suspension {
    hideKept()
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    if frame.link != 0, links[frame.link].flags.contains(.dead) {
      return finishFiring() ? .done : run()
    }
    let next: Suspension?
    if knobs.keeps { keeping.places = choicePlaces(ofReadsFrom: frame) }
    switch frame.phase {
    case .mapping:
      next = finishMapping(value)
    case .source:
      if !notesEvents, let suspension = passPlainly(value, frame, knowsWay: knowsWay) {
        next = suspension
        break
      }
      frames[top].phase = .readSource
      if knobs.keepsPrefix { subscribeRead() }
      if isTracing { noteReads(from: frame.readBase, by: frame.event) }
      next = gotSource(value, way: takeWay(of: frame.link, from: frame.readBase))
    case .stage:
      recordStage(frame, value)
      frames[top].stage += 1
      next = nextStage(value)
    case .wait:
      next = gotWait(value)
    case .transform:
      recordStage(frame, value)
      next = passOn(value)
    case .setter:
      next = afterSetter(value)
    case .computed:
      next = finishComputing(value)
    case .effect:
      next = finishEffect()
    case .each:
      next = gotCells(value)
    case .ownObserver, .observer, .calling:
      next = finishFiring() ? .done : nil
    case .discover:
      next = discovered(value)
    case .deliver, .readSource, .delivered, .attach, .requested, .happened, .prior, .sweep, .wave,
      .flush, .announce, .verify, .lookUp, .update:
      preconditionFailure("no block was asked for")
    }
    return next ?? run()
  }

  /// Ends the firing that has failed without its result, so that the rest can go on.
  ///
  /// - Returns: Whether that was what `run()` had been called for.
  package mutating func skipFailedFiring() -> Bool {
    hideKept()
    if failedBeforeItsFrame {
      failedBeforeItsFrame = false
      return true
    }
    let frame = frames[UInt32(frames.count - 1)]
    switch frame.phase {
    case .deliver, .sweep, .wave, .announce:
      // What was due could not even begin; the delivery continues with the next.
      return false
    case .flush:
      skipDue()
      return false
    case .prior where frame.writer != 0 && links[frame.writer].flags.contains(.computed):
      setMarks(properties[frame.slot].marks.union(.stale), of: frame.slot)
      return finishFiring()
    case .setter, .prior:
      if finishFiring() { return true }
      // The binding that wrote has failed with it.
      return finishFiring()
    case .calling where frame.isCalledByWrite:
      // The binding whose target is called has failed with it.
      if finishFiring() { return true }
      return finishFiring()
    case .computed, .verify, .lookUp, .update:
      return skipDependents()
    case .effect:
      // It observes what it has read before it failed.
      followRead(frame)
      return finishFiring()
    default:
      if pullsBound, isEvaluatingBound(frame) { return skipDependents() }
      giveUp(frame.link)
      return finishFiring()
    }
  }

  /// What needed the value of a `computed` has failed with it: others that are computed from it, or
  /// that had to know whether they have changed, and the firing below them.
  private mutating func skipDependents() -> Bool {
    while true {
      let frame = frames[UInt32(frames.count - 1)]
      switch frame.phase {
      case .verify, .lookUp:
        if finishFiring() { return true }
      case .update:
        if finishUpdating() { return true }
      case .computed:
        let marks = properties[frame.slot].marks.subtracting(.evaluating)
        setMarks(marks.union(.stale), of: frame.slot)
        closeAnnouncement(by: frame.link)
        if finishFiring() { return true }
        // A delivery continues after it.
        if frame.delivers { return false }
      case .flush:
        skipDue()
        return false
      case .effect:
        followRead(frame)
        return finishFiring()
      case _ where pullsBound && isEvaluatingBound(frame):
        let isRoot = finishFiring()
        let slot = links[frame.link].target
        setMarks(properties[slot].marks.union(.stale), of: slot)
        if isRoot { return true }
      default:
        giveUp(frame.link)
        return finishFiring()
      }
    }
  }

  /// Removes the firing from the stack and opens its lock.
  mutating func finishFiring() -> Bool {
    if knobs.keeps { followAtEnd() }
    let frame = frames.removeLast()
    held.truncate(to: Int(frame.heldBase))
    reads.truncate(to: Int(frame.readBase))
    if frame.phase == .computed || frame.phase == .verify {
      properties[frame.slot].marks.remove(.evaluating)
    } else if pullsBound, isEvaluatingBound(frame) {
      // It may have ended without a value, as what is rejected does.
      let slot = links[frame.link].target
      setMarks(properties[slot].marks.subtracting([.stale, .evaluating]), of: slot)
      closeAnnouncement(by: frame.link)
    }
    if frame.phase == .prior { turn.currentDepth -= 1 }
    if knobs.keeps { keeping.leave(from: frames.count + 1) }
    if frame.link != 0, knobs.keepsPrefix { noteOwnWrites(frame) }
    if frame.link != 0, knobs.subscribesEachRun { takeSamePlaces(of: frame.link) }
    if frame.link != 0 {
      unlock(frame.link)
      if awaited.isInUse { noteUnlocked(frame.link) }
      let flags = links[frame.link].flags
      if flags.contains(.once), !flags.contains(.dead), frame.phase != .attach,
        frame.phase != .discover, frame.phase != .requested,
        !details[links[frame.link].detail].isWaiting
      {
        if knobs.sharesPlaces {
          setFlags(flags.union(.spent), of: frame.link)
        } else {
          end(lead(of: frame.link), reason: .once, cause: frame.event)
        }
      }
    }
    return frame.isRoot
  }

  // MARK: Locks

  @inline(__always)
  mutating func lock(_ link: UInt32, _ record: UnsafeMutablePointer<LinkRecord>) {
    let flags = record.pointee.flags
    if flags.isDisjoint(with: [.forward, .reverse]) {
      if flags.contains(.observer) ? locks(flags) : knobs.marksPlain {
        record.pointee.flags.insert(.locked)
      }
    } else if knobs.locksTwoWay {
      // One lock for both directions: each half carries the bit, so that a visit looks at one.
      record.pointee.flags.insert(.locked)
      links[flags.contains(.forward) ? link + 1 : link - 1].flags.insert(.locked)
    }
  }

  @inline(__always)
  mutating func unlock(_ link: UInt32) {
    let record = links.pointer(link)
    let flags = record.pointee.flags
    record.pointee.flags.remove(.locked)
    if !flags.isDisjoint(with: [.forward, .reverse]) {
      links[flags.contains(.forward) ? link + 1 : link - 1].flags.remove(.locked)
    }
  }
}
