/// Why `run()` came back.
package enum Suspension {
  /// What was begun is done.
  case done
  /// A block must be run: see `request`, and `resume(with:)`.
  case block
  /// `failure` says what went wrong; the stack stands as it was there.
  case failed
}

// The loop, depth first: a change is passed on with all that it sets off before its next listener
// is looked at. The stack is explicit, so that a chain may be a million long.
extension GraphCore {
  /// A write by a statement or a block.
  ///
  /// - Returns: Whether `run()` must be called to deliver it.
  package mutating func write(_ value: Value, to slot: UInt32) -> Bool {
    let place = properties.pointer(slot)
    if place.pointee.flags.isEmpty, knobs.keepsPlainWrites, !isTracing, !knobs.drop {
      turn.writes += 1
      storePlain(value, at: place, slot: slot, link: 0)
      let first = place.pointee.firstLink
      if first == 0 {
        turn.depth = max(turn.depth, turn.currentDepth)
        return false
      }
      pushDelivery(first: first, slot: slot, link: 0, event: 0, isRoot: true)
      return true
    }
    return writeCarefully(value, to: slot)
  }

  /// Moves the old value to the log and the new one in: numbers travel without a reference counted.
  @inline(__always)
  mutating func storePlain(
    _ value: consuming Value, at place: UnsafeMutablePointer<PropertyRecord>, slot: UInt32,
    link: UInt32
  ) {
    let entry = log.appendUninitialized()
    let cell = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Value.self)
    entry.initialize(
      to: LogEntry(value: cell.move(), kind: .write, slot: slot, link: link))
    cell.initialize(to: value)
  }

  /// Begins to deliver the last write in the log.
  @inline(__always)
  mutating func pushDelivery(
    first: UInt32, slot: UInt32, link: UInt32, event: UInt32, isRoot: Bool
  ) {
    turn.currentDepth += 1
    if turn.currentDepth > turn.depth { turn.depth = turn.currentDepth }
    frames.append(
      Frame(
        cursor: first, limit: nextSerial, link: link, entry: UInt32(truncatingIfNeeded: log.count - 1),
        event: event, slot: slot, heldBase: 0, stage: 0, phase: .deliver, isRoot: isRoot))
  }

  /// Goes on until what was begun last is done, or a block must be run.
  package mutating func run() -> Suspension {
    if let pending = pendingSuspension {
      pendingSuspension = nil
      return pending
    }
    var untilPoll = 4096
    let isTracing = isTracing
    while true {
      let top = frames.base + (frames.count - 1)
      guard top.pointee.phase == .deliver else {
        switch advanceFiring() {
        case nil: continue
        case .some(let suspension): return suspension
        }
      }
      let link = top.pointee.cursor
      if link == 0 {
        if finishDelivery() { return .done }
        continue
      }
      let record = links.pointer(link)
      top.pointee.cursor = record.pointee.next
      guard record.pointee.serial < top.pointee.limit else { continue }
      if record.pointee.flags.isDisjoint(with: .obstacles), !isTracing {
        let target = properties.pointer(record.pointee.target)
        if target.pointee.flags.isEmpty, turn.firings < firingCheck,
          turn.currentDepth < knobs.depthLimit
        {
          let value = read(record.pointee.source)
          if !knobs.drop || !isDropped(value, at: target.pointee.value) {
            turn.firings += 1
            turn.writes += 1
            let slot = record.pointee.target
            storePlain(value, at: target, slot: slot, link: link)
            let first = target.pointee.firstLink
            if first == 0 {
              if turn.currentDepth >= turn.depth { turn.depth = turn.currentDepth + 1 }
            } else {
              lock(link, record)
              pushDelivery(first: first, slot: slot, link: link, event: 0, isRoot: false)
            }
            untilPoll -= 1
            if untilPoll > 0 { continue }
            untilPoll = 4096
            if isInterrupted { return fail(.interrupted) }
            continue
          }
        }
      }
      if isInterrupted { return fail(.interrupted) }
      if let suspension = visit(link) { return suspension }
    }
  }

  /// - Returns: Whether `run()` is done with what it was called for.
  @inline(__always)
  private mutating func finishDelivery() -> Bool {
    let frame = frames.removeLast()
    turn.currentDepth -= 1
    if frame.link != 0 { unlock(frame.link) }
    return frame.isRoot
  }

  package var isInterrupted: Bool {
    guard let flag = interruptFlag else { return false }
    return flag.pointee != 0
  }

  mutating func fail(_ error: GraphError) -> Suspension {
    failure = error
    return .failed
  }

  func isDropped(_ value: Value, at old: Value) -> Bool {
    if knobs.dropSimpleOnly, !value.isSimple { return false }
    return value == old
  }

  // MARK: Locks

  @inline(__always)
  mutating func lock(_ link: UInt32, _ record: UnsafeMutablePointer<LinkRecord>) {
    let flags = record.pointee.flags
    if flags.isDisjoint(with: [.forward, .reverse]) {
      if flags.contains(.observer) ? knobs.locksObservers : knobs.locksPlain {
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
