// The first step of a firing: its source is read, or the firing ends because there is nothing to
// read or nothing new.
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
      beginInside(link)
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

  /// The value with which the change in an entry of the log was announced: what the write gave the
  /// property, or the last write of a batch.
  func value(of slot: UInt32, announcedIn entry: UInt32) -> Value {
    guard entry != .max, let entry = rare.overtaken(slot, since: entry) else { return read(slot) }
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
    guard !flags.isDisjoint(with: [.linked, .computed]), !rare.hasNamed(by: link),
      isSameWay(of: link, from: base)
    else {
      return takeReads(of: link, from: base)
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
    if knobs.followsInside { inside.end(link) }
    if detail != 0 {
      if !way.isEmpty, links[link].flags.contains(.linked) {
        if knobs.subscribesEachRun {
          if isTracing { recordMove(of: link, to: withoutOwn(way, of: link)) }
          takePlaces(of: link, way)
        } else if frame.slot != 0, followsLater(link, way) {
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
    // It has read what it has followed before.
    if knobs.subscribesEachRun { takeSamePlaces(of: link) }
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
}
