// `order = topological`: a binding fires when all that it depends on has been worked out, so that it
// fires once in a round and never sees half of a change. The places come from the cycle finder, which
// keeps them as bindings come and go.
extension GraphCore {
  mutating func takeFirst() -> Suspension? {
    if agenda.version != cycles.version {
      agenda.version = cycles.version
      for position in 0..<agenda.heap.count {
        agenda.heap.base[position].place = place(of: agenda.heap.base[position].link)
      }
      agenda.reorder()
    }
    guard agenda.heap.count > 0 else { return takeLater() }
    if turn.rounds == 0 || !frames[UInt32(frames.count - 1)].isInRound {
      frames[UInt32(frames.count - 1)].isInRound = true
      if turn.rounds >= knobs.roundLimit { return failRunaway(.rounds, isRoot: false) }
      turn.rounds += 1
    }
    if !isTracing {
      let (isDone, failed) = copyInOrder()
      if let failed { return failed }
      if isDone { return nil }
    }
    let due = agenda.heap.base[0]
    guard isStillDue(due) else {
      _ = agenda.popFirst()
      return nil
    }
    if !links[due.link].flags.contains(.confirmed) {
      if let stale = staleSource(of: due.link) { return prepare(stale) }
      if !links[due.link].flags.contains(.confirmed) {
        links[due.link].flags.remove(.queued)
        _ = agenda.popFirst()
        return nil
      }
    }
    _ = agenda.popFirst()
    links[due.link].flags.insert(.firedInRound)
    return fireDue(due)
  }

  /// Fires plain bindings, in their order, as long as that is all there is to do.
  ///
  /// - Returns: Whether anything was done, and what went wrong.
  private mutating func copyInOrder() -> (Bool, Suspension?) {
    var isDone = false
    while agenda.heap.count > 0 {
      let due = agenda.heap.base[0]
      guard links[due.link].flags.contains([.queued, .confirmed]),
        links[due.link].serial == due.serial, isPlainCopy(due.link)
      else { break }
      _ = agenda.popFirst()
      isDone = true
      links[due.link].flags.subtract([.queued, .confirmed])
      if let failed = copyOn(from: due.link) { return (true, failed) }
      if agenda.version != cycles.version { break }
    }
    return (isDone, nil)
  }

  /// Whether a link copies a value and nothing is to be thought of.
  @inline(__always)
  private func isPlainCopy(_ link: UInt32) -> Bool {
    let record = links.base + Int(link)
    return record.pointee.flags.isDisjoint(with: [.dead, .special, .locked, .joins, .once])
      && properties.base[Int(record.pointee.target)].flags.isEmpty
      && !properties.base[Int(record.pointee.source)].marks.contains(.stale)
      && turn.firings < knobs.firingCheck && !isInterrupted
  }

  /// Fires a plain binding, and those behind it as long as each is the only thing to do.
  private mutating func copyOn(from start: UInt32) -> Suspension? {
    var link = start
    while true {
      let record = links.pointer(link)
      record.pointee.flags.insert(.firedInRound)
      let slot = record.pointee.target
      let target = properties.pointer(slot)
      let value = living(properties[record.pointee.source].value)
      turn.firings += 1
      turn.writes += 1
      if knobs.drop, isDropped(value, at: living(target.pointee.value)) {
        turn.dropped += 1
        return nil
      }
      storePlain(value, at: target, slot: slot, link: link)
      if turn.currentDepth >= turn.depth { turn.depth = turn.currentDepth + 1 }
      let next = target.pointee.firstLink
      if next == 0 { return nil }
      if agenda.heap.count == 0, links[next].next == 0,
        links[next].flags.isDisjoint(with: [.queued, .firedInRound]), isPlainCopy(next)
      {
        agenda.arrivals.append(next)
        link = next
        continue
      }
      return makeDue(
        behind: slot, entry: UInt32(log.count - 1), event: frames[UInt32(frames.count - 1)].event,
        by: link, .set)
    }
  }

  /// The values stand: an observer is told, or the next round begins.
  private mutating func takeLater() -> Suspension? {
    let top = UInt32(frames.count - 1)
    if frames[top].isInRound {
      frames[top].isInRound = false
      forgetRound()
    }
    if agenda.nextRound.count > 0 {
      for position in 0..<UInt32(agenda.nextRound.count) {
        var due = agenda.nextRound[position]
        due.place = place(of: due.link)
        agenda.push(due)
      }
      agenda.nextRound.forget()
      return nil
    }
    while agenda.laterHead < agenda.later.count {
      if agenda.laterHead >= agenda.laterEnd, let failed = beginTellingRound() { return failed }
      let due = agenda.later[UInt32(agenda.laterHead)]
      guard isStillDue(due) else {
        agenda.laterHead += 1
        continue
      }
      if !links[due.link].flags.contains(.confirmed) {
        if let stale = staleSource(of: due.link) { return prepare(stale) }
        if !links[due.link].flags.contains(.confirmed) {
          links[due.link].flags.remove(.queued)
          agenda.laterHead += 1
          continue
        }
      }
      agenda.laterHead += 1
      return fireDue(due)
    }
    return endFlush()
  }

  /// Observers that were set off by others are told in a round of their own, where no binding fired
  /// between.
  private mutating func beginTellingRound() -> Suspension? {
    if agenda.laterEnd > 0, agenda.laterRounds == turn.rounds {
      if turn.rounds >= knobs.roundLimit { return failRunaway(.rounds, isRoot: false) }
      turn.rounds += 1
    }
    agenda.laterEnd = agenda.later.count
    agenda.laterRounds = turn.rounds
    return nil
  }

  private mutating func forgetRound() {
    for position in 0..<UInt32(agenda.arrivals.count) {
      links[agenda.arrivals[position]].flags.remove(.firedInRound)
    }
  }

  /// A binding whose evaluation has found that it depends on something which is still to change
  /// waits for that; what it has worked out goes nowhere.
  ///
  /// - Parameter way: What it has read.
  mutating func waitsForMore(_ link: UInt32, _ way: [UInt32]) -> Bool {
    guard agenda.heap.count > 0, canWait(link) else { return false }
    return way.contains { properties[$0].marks.contains(.bound) && missing(at: $0, for: link) != 0 }
  }

  /// Whether it can be fired later in the round.
  private func canWait(_ link: UInt32) -> Bool {
    knobs.isTopological && links[link].flags.isDisjoint(with: [.observer, .computed, .dead])
      && links[link].flags.contains(.linked)
  }

  /// Whether what reads a value at this level of the stack is put off where that value is behind.
  private func canWait(at level: UInt32) -> Bool {
    let frame = frames[level]
    switch frame.phase {
    case .source, .readSource: return canWait(frame.link)
    case .computed:
      // One that follows from itself would wait for ever.
      guard knobs.isTopological, !properties[frame.slot].marks.contains(.inComponent) else {
        return false
      }
      if frame.delivers { return true }
      var below = level
      repeat {
        guard below > 0 else { return false }
        below -= 1
      } while frames[below].phase == .verify
      return frames[below].phase == .flush
    default: return false
    }
  }

  /// Whether nobody sees what is read at this level of the stack, where that is behind: what stands on
  /// something that waits is done once more with it.
  func isDoneOnceMore(at level: UInt32) -> Bool {
    guard knobs.isTopological else { return false }
    var level = level
    while !canWait(at: level) {
      let phase = frames[level].phase
      guard phase == .computed || phase == .verify, level > 0 else { return false }
      level -= 1
    }
    return true
  }

  /// Whether a `computed` that has been worked out is put off, as `waitsForMore`.
  ///
  /// - Parameter way: What it has read, and follows already.
  mutating func waitsForMoreToCompute(_ way: [UInt32]) -> Bool {
    guard knobs.isTopological, agenda.heap.count > 0 else { return false }
    let level = UInt32(frames.count - 1)
    let frame = frames[level]
    guard canWait(at: level) else { return false }
    guard
      way.contains(where: {
        properties[$0].marks.contains(.bound) && missing(at: $0, for: frame.link) != 0
      })
    else { return false }
    let ended: PropertyMarks = frame.delivers ? [.stale, .evaluating] : [.unsure, .evaluating]
    setMarks(properties[frame.slot].marks.subtracting(ended), of: frame.slot)
    return true
  }

  /// Takes a `computed` that waits off the stack, with those that wanted to know whether it has
  /// changed.
  mutating func putOffComputing() -> Suspension? {
    let top = frames[UInt32(frames.count - 1)]
    if top.delivers { return putOff(top.link) }
    repeat { _ = finishFiring() } while frames[UInt32(frames.count - 1)].phase == .verify
    return nil
  }

  /// Takes what is on top off the stack, to fire it again in its turn.
  mutating func putOff(_ link: UInt32) -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    links[link].flags.subtract(.firedInRound)
    links[link].flags.formUnion([.queued, .confirmed])
    var due = Due(
      link: link, entry: .max, slot: frame.slot, event: frame.event)
    due.serial = links[link].serial
    due.place = place(of: link)
    agenda.arrivals.append(link)
    agenda.push(due)
    return finishFiring() ? .done : nil
  }
}
