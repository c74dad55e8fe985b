// If a link finds while it is evaluated that it depends on something that will still change, its
// result is discarded and it waits for that. As long as the heap is not empty there is something to
// wait for, unless all that is due has been put off since something last fired to its end: then two
// bindings wait for each other, and the first one goes on with what it has read.
extension TopologicalOrder {
  /// - Parameter way: What the binding has read.
  static func putOff(
    _ link: UInt32, thatRead way: [UInt32], in core: inout GraphCore
  ) -> Suspension?? {
    guard core.agenda.heap.count > 0, canWait(link, in: core), !areAllPutOff(in: core),
      isBehind(way, for: link, in: &core)
    else { return nil }
    notePutOff(in: &core)
    return .some(putOff(link, in: &core))
  }

  /// - Parameter way: What the `computed` on top of the stack has read, and already follows.
  static func putOffComputing(
    thatRead way: [UInt32], in core: inout GraphCore
  ) -> Suspension?? {
    guard core.agenda.heap.count > 0 else { return nil }
    let level = UInt32(core.frames.count - 1)
    let frame = core.frames[level]
    guard canWait(at: level, in: core), !areAllPutOff(in: core),
      isBehind(way, for: frame.link, in: &core)
    else { return nil }
    notePutOff(in: &core)
    let ended: PropertyMarks = frame.delivers ? [.stale, .evaluating] : [.unsure, .evaluating]
    core.setMarks(core.properties[frame.slot].marks.subtracting(ended), of: frame.slot)
    if frame.delivers { return .some(putOff(frame.link, in: &core)) }
    repeat {
      _ = core.finishFiring()
    } while core.frames[UInt32(core.frames.count - 1)].phase == .verify
    return .some(nil)
  }

  static func isDoneOnceMore(at level: UInt32, in core: borrowing GraphCore) -> Bool {
    if areAllPutOff(in: core) { return false }
    var level = level
    while !canWait(at: level, in: core) {
      let phase = core.frames[level].phase
      guard phase == .computed || phase == .verify, level > 0 else { return false }
      level -= 1
    }
    return true
  }

  /// Whether everything that is due has been put off since something last fired to its end.
  private static func areAllPutOff(in core: borrowing GraphCore) -> Bool {
    core.agenda.putOffs.count > core.agenda.heap.count
      && core.agenda.putOffs.since == firedCount(in: core)
  }

  private static func notePutOff(in core: inout GraphCore) {
    let fired = firedCount(in: core)
    if core.agenda.putOffs.since != fired { core.agenda.putOffs = (0, fired) }
    core.agenda.putOffs.count += 1
  }

  private static func firedCount(in core: borrowing GraphCore) -> Int {
    core.turn.firings + core.turn.dropped + core.turn.held + core.turn.rejected
  }

  /// Removes what is on top of the stack, to fire it again later.
  private static func putOff(_ link: UInt32, in core: inout GraphCore) -> Suspension? {
    let frame = core.frames[UInt32(core.frames.count - 1)]
    core.links[link].flags.subtract(.firedInRound)
    core.links[link].flags.formUnion([.queued, .confirmed])
    var due = Due(link: link, entry: .max, slot: frame.slot, event: frame.event)
    due.serial = core.links[link].serial
    core.agenda.arrivals.append(link)
    pushInPlace(due, in: &core)
    return core.finishFiring() ? .done : nil
  }

  /// Whether something that was read will still change.
  private static func isBehind(
    _ way: [UInt32], for link: UInt32, in core: inout GraphCore
  ) -> Bool {
    for slot in way where core.properties[slot].marks.contains(.bound) {
      if !isSettled(slot, in: &core), core.missingInAgenda(at: slot, for: link) != 0 { return true }
    }
    return false
  }

  /// Whether a binding can be fired later in the round.
  private static func canWait(_ link: UInt32, in core: borrowing GraphCore) -> Bool {
    core.links[link].flags.isDisjoint(with: [.observer, .computed, .dead])
      && core.links[link].flags.contains(.linked)
  }

  /// Whether a reader at this level of the stack is postponed if the value is stale.
  private static func canWait(at level: UInt32, in core: borrowing GraphCore) -> Bool {
    let frame = core.frames[level]
    switch frame.phase {
    case .source, .readSource: return canWait(frame.link, in: core)
    case .computed:
      // A link that depends on itself would never fire.
      if core.properties[frame.slot].marks.contains(.inComponent) { return false }
      if frame.delivers { return true }
      var below = level
      repeat {
        guard below > 0 else { return false }
        below -= 1
      } while core.frames[below].phase == .verify
      return core.frames[below].phase == .flush
    default: return false
    }
  }
}
