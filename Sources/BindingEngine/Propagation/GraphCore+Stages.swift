// A firing, step by step: the source is read, its value goes through the transformers and the
// `transform` block, the target is written, the binding's own `observe` block runs.
extension GraphCore {
  mutating func readSource() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    // What was evaluated for this source may have ended the link.
    if links[link].flags.contains(.dead) { return finishFiring() ? .done : nil }
    let detail = links[link].detail
    let source = detail == 0 ? .property : details[detail].source
    switch source {
    case .property:
      let slot = links[link].source
      if let kept = keptSource(of: link, frames[top]) { return gotSource(kept, way: []) }
      if isUnready(link) {
        // A `computed` subscribes before it is evaluated.
        if knobs.subscribesReading, frames[top].slot == 0,
          let error = attachWhileFiring(link, [])
        {
          return fail(error)
        }
        return compute(slot)
      }
      if properties[slot].flags.contains(.event), frames[top].slot != slot {
        return finishFiring() ? .done : nil
      }
      if readMask != GraphCore.ordinaryReadMask { noteSource(slot) }
      return gotSource(knobs.passesAnnounced ? announced(slot) : read(slot), way: [])
    case .path(let path):
      let base = UInt32(reads.count)
      if knobs.keeps { show(keptBy: link) }
      let walk = walk(paths[Int(path)])
      let way = takeReads(from: base)
      if knobs.keeps {
        hideKept()
        if let next = ownWay(of: link, way, isFirst: frames[top].slot == 0) { return next }
      }
      if readMask != GraphCore.ordinaryReadMask { for slot in way { noteRead(slot) } }
      switch walk {
      case .value(let value, let slot):
        if slot != frames[top].slot {
          frames[top].firedChange = .set
          if properties[slot].flags.contains(.event) { return passOver(way: way) }
        }
        return gotSource(value, way: way)
      case .stale(let slot): return compute(slot)
      case .failed(let error): return fail(error)
      case .broken:
        waitForEvent(link)
        guard details[detail].isWaiting || details[detail].wantsValue else {
          return gotSource(.nil, way: way)
        }
        return keepWaiting(way: way)
      }
    case .block(let block):
      if links[link].flags.contains(.effect) { return beginEffect(block) }
      if knobs.keeps, frames[top].slot == 0, let error = attachWhileFiring(link, []) {
        return fail(error)
      }
      frames[top].readBase = UInt32(reads.count)
      frames[top].phase = .source
      return ask(.source, block, value: .nil, old: .nil, link: link)
    case .nothing: preconditionFailure("a link without a source fired")
    }
  }

  /// The value with which the change of `slot` was announced that the firing on top of the stack
  /// follows from.
  ///
  /// - Complexity: O(1), unless the property has changed again since: then O(*n*) in what was logged
  ///   until that.
  func announced(_ slot: UInt32) -> Value {
    guard frames.count > 1 else { return read(slot) }
    let delivery = frames.base[frames.count - 2]
    guard delivery.isDelivery, delivery.slot == slot else { return read(slot) }
    return value(of: slot, announcedIn: delivery.entry)
  }

  /// The value that the write in an entry of the log gave a property.
  func value(of slot: UInt32, announcedIn entry: UInt32) -> Value {
    guard entry != .max, rare.isOvertaken(slot, since: entry) else { return read(slot) }
    for position in (Int(entry) + 1)..<log.count {
      let entry = log.base + position
      if entry.pointee.kind == .write, entry.pointee.slot == slot {
        return living(entry.pointee.value)
      }
    }
    return read(slot)
  }

  /// The way to an event has changed: it is followed, and nothing has happened there.
  private mutating func passOver(way: [UInt32]) -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    let wasTracing = isTracing
    if wasTracing {
      // What began as a firing turns out to be a move.
      patchTrace(frame.event) { $0 = TraceEvent(movedAs: $0) }
      isTracing = false
    }
    if links[frame.link].flags.contains(.linked) { follow(frame.link, way) }
    isTracing = wasTracing
    let detail = links[frame.link].detail
    if details[detail].isWaiting {
      saveDetail(of: frame.link)
      details[detail].isWaiting = false
    }
    return finishFiring() ? .done : nil
  }

  /// If the path of a link leads to an event and is about to break, no event happens: the link
  /// waits until the path is complete.
  mutating func waitForEvent(_ link: UInt32) {
    guard let last = sources(of: link).last, properties[last].flags.contains(.event),
      links[link].detail != 0, !details[links[link].detail].isWaiting
    else { return }
    saveDetail(of: link)
    details[links[link].detail].isWaiting = true
  }

  private mutating func keepWaiting(way: [UInt32]) -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    if links[frame.link].flags.contains(.linked) { follow(frame.link, way) }
    // Nothing is lost by waiting, so nothing counts as dropped.
    if isTracing {
      record(
        .dropped, .brokenSource, cause: frame.event, link: frame.link,
        property: brokenStep(of: frame.link))
    }
    return finishFiring() ? .done : nil
  }

  /// The properties that a link has read since there were `base` of them; none if the link already
  /// follows exactly these.
  mutating func takeWay(of link: UInt32, from base: UInt32) -> [UInt32] {
    let flags = links[link].flags
    guard !flags.isDisjoint(with: [.linked, .computed]), isSameWay(of: link, from: base) else {
      return takeReads(from: base)
    }
    reads.setCount(Int(base))
    return []
  }

  /// Whether what was read since there were `base` of the reads is what the link follows, one by one.
  func isSameWay(of link: UInt32, from base: UInt32) -> Bool {
    guard links[link].source == 0 else { return false }
    var step = details.base[Int(links[link].detail)].firstStep
    var position = Int(base)
    while step != 0, position < reads.count,
      links.base[Int(step)].source == reads.base[position]
    {
      step = links.base[Int(step)].nextIncoming
      position += 1
    }
    return step == 0 && position == reads.count && position > Int(base)
  }

  /// Evaluates a `computed` that the requested block reads. The block is then requested again.
  ///
  /// - Parameter base: How many reads there were before the block, which will read again.
  package mutating func computeFirst(_ slot: UInt32, readSince base: Int) -> Suspension {
    subscribeEarly(reading: slot)
    reads.truncate(to: base)
    hideKept()
    return compute(slot) ?? run()
  }

  /// Requests the block of the level on top again.
  mutating func askAgain() -> Suspension {
    let frame = frames[UInt32(frames.count - 1)]
    guard case .block(let block) = details[links[frame.link].detail].source else {
      preconditionFailure("a block was not resumed")
    }
    if knobs.keeps { keeping.leave(from: frames.count) }
    return ask(
      frame.phase == .computed ? .computed : .source, block, value: .nil, old: .nil,
      link: frame.link)
  }

  /// The properties read since there were `base` of them, each once.
  mutating func takeReads(from base: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    found.reserveCapacity(min(reads.count - Int(base), 16))
    var seen: Set<UInt32> = []
    for position in base..<UInt32(reads.count) {
      let slot = reads[position]
      // Usually few are read, and then a linear search is faster than hashing.
      if found.count < 16 ? found.contains(slot) : seen.contains(slot) { continue }
      found.append(slot)
      if found.count == 16 { seen = Set(found) } else if found.count > 16 { seen.insert(slot) }
    }
    reads.truncate(to: Int(base))
    return found
  }

  mutating func gotSource(_ value: Value, way: [UInt32]) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    let link = frame.link
    let detail = links[link].detail
    let keepsValues = keepsValues(of: detail)
    let lacksValue = value == .nil && isNotifiedFirst(link, detail, of: way)
    if isTracing { patchTrace(frame.event) { $0.old = value } }
    if frame.firedChange.index == 0, frame.slot == 0, let error = attachWhileFiring(link, way) {
      return fail(error)
    }
    if knobs.notesChanges { forgetChanges(of: link) }
    if detail != 0 {
      if !way.isEmpty, links[link].flags.contains(.linked) {
        if frame.slot != 0, followsLater(link, way) {
          followLater(way)
        } else {
          follow(link, way)
          if let error = findClosedLoop(by: link) { return fail(error) }
          if let next = putOff(link, thatRead: way) { return next }
        }
      }
      if knobs.keeps { keepRead(by: link) }
      if details[detail].isWaiting {
        saveDetail(of: link)
        details[detail].isWaiting = false
      }
      let memory = details[detail].memory
      if memory != 0 {
        if keepsValues { held[frame.heldBase] = read(memory) }
        storeSilently(value, in: memory)
      }
    }
    if keepsValues { held.append(value) }
    if lacksValue {
      if isTracing {
        record(
          .dropped, .noValue, cause: frame.event, link: link,
          property: way.last ?? links[link].source)
      }
      return finishFiring() ? .done : nil
    }
    if links[link].flags.contains(.observer) {
      if isTracing {
        let old = held[frame.heldBase]
        patchTrace(frame.event) { ($0.old, $0.new) = (old, value) }
      }
      frames[top].phase = .observer
      request.change = frame.firedChange
      return ask(
        .observer, details[detail].observe, value: value, old: held[frame.heldBase], link: link)
    }
    return nextStage(value)
  }

  /// Whether an observer that waits for its first value is notified of what its path leads to.
  private func isNotifiedFirst(_ link: UInt32, _ detail: UInt32, of way: [UInt32]) -> Bool {
    guard detail != 0, details[detail].wantsValue else { return false }
    if !links[link].flags.contains(.linked) { return true }
    return !way.isEmpty && sources(of: link) != way
  }

  mutating func nextStage(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let detail = links[link].detail
    guard detail != 0 else { return writeTarget(value, frames[top].firedChange) }
    let position = UInt32(frames[top].stage)
    if position < details[detail].stageCount {
      let stage = stages[details[detail].firstStage + position]
      let transformer = transformers[stage.transformer]
      if transformer.takesTime, !stage.isReversed || transformer.late == nil {
        if let delay = transformer.delay { return request(value, after: delay) }
        return askForWait(value, transformer.wait, link: link)
      }
      return convert(value)
    }
    let transform = details[detail].transform
    if transform.exists, !skipsTransform(detail: detail) {
      frames[top].phase = .transform
      keepForTrace(value)
      return ask(.transform, transform, value: value, old: value, link: link)
    }
    return passOn(value)
  }

  /// Requests the block of the stage that the firing on top has reached.
  mutating func convert(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let stage = stage(frames[top].stage, of: link)
    let transformer = transformers[stage.transformer]
    let block = stage.isReversed ? transformer.reverse : transformer.forward
    guard block.exists else {
      return fail(
        .cannotGo(transformer: names.text(of: transformer.name), reverse: stage.isReversed))
    }
    frames[top].phase = .stage
    keepForTrace(value)
    return ask(.transformer, block, value: value, old: value, link: link)
  }

  /// The value has passed through everything that the binding does with it.
  mutating func passOn(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let detail = details[links[link].detail]
    if detail.stageCount > 0 || detail.transform.exists { frames[top].firedChange = .set }
    guard detail.each.exists else { return writeTarget(value, frames[top].firedChange) }
    if case .path(let path) = detail.target {
      switch resolveTarget(paths[Int(path)]) {
      case .failure(let error): return fail(error)
      case .success(nil): return writeTarget(value)
      case .success(.some(let slot)): retarget(link, to: slot)
      }
    }
    // No cells are made if nothing takes them.
    if properties[links[link].target].flags.contains(.dead) { return writeTarget(value) }
    frames[top].phase = .each
    request.change = frames[top].firedChange
    return ask(.each, detail.each, value: value, old: read(links[link].target), link: link)
  }

  /// The cells of the list are there.
  mutating func gotCells(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let target = links[frames[top].link].target
    if case .list(let cells) = value, case .list(let old) = read(target), cells.isIdentical(to: old)
    {
      // Each element has the same cell as before.
      turn.firings += 1
      frames[top].phase = .delivered
      return nil
    }
    return writeTarget(value, request.change)
  }

  mutating func ask(
    _ role: BlockRequest.Role, _ block: BlockID, value: Value, old: Value, link: UInt32
  ) -> Suspension {
    request.role = role
    request.block = block
    request.value = value
    request.old = old
    request.link = link
    if links[link].detail != 0 { request.sender = details[links[link].detail].sender }
    if knobs.keeps { showKept() }
    return .block
  }

  /// - Parameter change: What happened to the list that is passed on.
  mutating func writeTarget(_ value: Value, _ change: ListChange = .set) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let detail = links[link].detail
    frames[top].phase = .delivered
    if detail != 0, case .path(let path) = details[detail].target {
      switch resolveTarget(paths[Int(path)]) {
      case .failure(let error): return fail(error)
      case .success(nil):
        turn.dropped += 1
        if isTracing {
          record(
            .dropped, .brokenTarget, cause: frames[top].event, link: link,
            property: brokenStep(of: paths[Int(path)]), new: value)
        }
        return nil
      case .success(.some(let slot)):
        retarget(link, to: slot)
        if let error = findClosedLoop(by: link) { return fail(error) }
      }
    }
    let event = frames[top].event
    let slot = links[link].target
    // A released target takes no value, so none is passed on.
    if !properties[slot].flags.contains(.dead) { turn.firings += 1 }
    if isTracing {
      patchTrace(event) {
        $0.new = value
        $0.other = slot
      }
    }
    if knobs.sendsOnce, links[link].flags.contains(.forward), !isNews(value, from: link) {
      turn.dropped += 1
      if isTracing {
        record(.dropped, .repeated, cause: event, link: link, property: slot, new: value)
      }
      return nil
    }
    var passed = change
    if change.kind != .set, !isInStep(slot, detail) { passed = .set }
    return store(value, in: slot, link: link, event: event, isRoot: false, passed)
  }

  /// Whether a two-way binding gives its right end another value than it did last, which is noted.
  private mutating func isNews(_ value: Value, from link: UInt32) -> Bool {
    let last = lastWritten[link]
    if last == value { return false }
    appendLog(.wrote, last ?? .nil, slot: last == nil ? 0 : 1, link: link)
    lastWritten[link] = value
    return true
  }

  /// Whether the target has the list that the source had before its change, so that the same change
  /// can be applied. Cells belong to the driver, which knows.
  private func isInStep(_ target: UInt32, _ detail: UInt32) -> Bool {
    if details[detail].each.exists { return true }
    guard frames.count > 1 else { return false }
    let delivery = frames[UInt32(frames.count - 2)]
    guard delivery.phase == .deliver, delivery.entry != .max,
      case .list(let before) = log[delivery.entry].value, case .list(let there) = read(target)
    else { return false }
    return before.isIdentical(to: there)
  }

  /// The end of a firing's own write: its `observe` block.
  mutating func runOwnObserver() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    if knobs.subscribesAfterwards, isEvaluatedToSubscribe(frame) { return nil }
    let detail = links[frame.link].detail
    if detail != 0, details[detail].observe.exists, !details[detail].observesLater,
      !links[frame.link].flags.contains(.dead)
    {
      frames[top].phase = .ownObserver
      return ask(
        .ownObserver, details[detail].observe, value: living(held[frame.heldBase + 1]),
        old: living(held[frame.heldBase]), link: frame.link)
    }
    return finishFiring() ? .done : nil
  }

  /// From now on the `observe` block of a binding is called, in both directions.
  mutating func attachObserver(of link: UInt32) {
    guard links[link].flags.contains(.special) else { return }
    for link in [link, partner(of: link)] where link != 0 {
      let detail = links[link].detail
      guard detail != 0, details[detail].observesLater else { continue }
      saveDetail(of: link)
      details[detail].observesLater = false
    }
  }

  // MARK: Trace

  mutating func recordStage(_ frame: Frame, _ value: Value) {
    guard isTracing else { return }
    let name = frame.phase == .stage ? stageName(frame.link, frame.stage) : "transform"
    record(
      .transform, cause: frame.event, link: frame.link, old: held[frame.heldBase + 2], new: value,
      text: name)
  }

  /// What goes into a stage. The request that carries it is gone when the stage answers.
  mutating func keepForTrace(_ value: Value) {
    guard isTracing else { return }
    held.truncate(to: Int(frames[UInt32(frames.count - 1)].heldBase) + 2)
    held.append(value)
  }
}
