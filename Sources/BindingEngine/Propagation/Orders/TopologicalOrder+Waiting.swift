// What has found that it depends on something which is still to change waits for that. Only where the
// heap has anything is there something to wait for, and only under this order has it.
extension TopologicalOrder {
  /// A binding whose evaluation has found that it depends on something which is still to change
  /// waits for that; what it has worked out goes nowhere.
  ///
  /// - Parameter way: What it has read.
  static func waitsForMore(_ link: UInt32, _ way: [UInt32], in core: inout GraphCore) -> Bool {
    guard core.agenda.heap.count > 0, canWait(link, in: core) else { return false }
    return isBehind(way, for: link, in: &core)
  }

  /// Whether something that was read is yet to change.
  private static func isBehind(
    _ way: [UInt32], for link: UInt32, in core: inout GraphCore
  ) -> Bool {
    for slot in way where core.properties[slot].marks.contains(.bound) {
      if !isSettled(slot, in: &core), core.missingInAgenda(at: slot, for: link) != 0 { return true }
    }
    return false
  }

  /// Whether it can be fired later in the round.
  private static func canWait(_ link: UInt32, in core: borrowing GraphCore) -> Bool {
    core.links[link].flags.isDisjoint(with: [.observer, .computed, .dead])
      && core.links[link].flags.contains(.linked)
  }

  /// Whether what reads a value at this level of the stack is put off where that value is behind.
  private static func canWait(at level: UInt32, in core: borrowing GraphCore) -> Bool {
    let frame = core.frames[level]
    switch frame.phase {
    case .source, .readSource: return canWait(frame.link, in: core)
    case .computed:
      // One that follows from itself would wait for ever.
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

  /// Whether nobody sees what is read at this level of the stack, where that is behind: what stands on
  /// something that waits is done once more with it.
  static func isDoneOnceMore(at level: UInt32, in core: borrowing GraphCore) -> Bool {
    guard core.agenda.heap.count > 0 else { return false }
    var level = level
    while !canWait(at: level, in: core) {
      let phase = core.frames[level].phase
      guard phase == .computed || phase == .verify, level > 0 else { return false }
      level -= 1
    }
    return true
  }

  /// Whether a `computed` that has been worked out is put off, as `waitsForMore`.
  ///
  /// - Parameter way: What it has read, and follows already.
  static func waitsForMoreToCompute(_ way: [UInt32], in core: inout GraphCore) -> Bool {
    guard core.agenda.heap.count > 0 else { return false }
    let level = UInt32(core.frames.count - 1)
    let frame = core.frames[level]
    guard canWait(at: level, in: core), isBehind(way, for: frame.link, in: &core) else {
      return false
    }
    let ended: PropertyMarks = frame.delivers ? [.stale, .evaluating] : [.unsure, .evaluating]
    core.setMarks(core.properties[frame.slot].marks.subtracting(ended), of: frame.slot)
    return true
  }

  /// Takes a `computed` that waits off the stack, with those that wanted to know whether it has
  /// changed.
  static func putOffComputing(in core: inout GraphCore) -> Suspension? {
    let top = core.frames[UInt32(core.frames.count - 1)]
    if top.delivers { return putOff(top.link, in: &core) }
    repeat {
      _ = core.finishFiring()
    } while core.frames[UInt32(core.frames.count - 1)].phase == .verify
    return nil
  }

  /// Takes what is on top off the stack, to fire it again in its turn.
  static func putOff(_ link: UInt32, in core: inout GraphCore) -> Suspension? {
    let frame = core.frames[UInt32(core.frames.count - 1)]
    core.links[link].flags.subtract(.firedInRound)
    core.links[link].flags.formUnion([.queued, .confirmed])
    var due = Due(link: link, entry: .max, slot: frame.slot, event: frame.event)
    due.serial = core.links[link].serial
    core.agenda.arrivals.append(link)
    pushInPlace(due, in: &core)
    return core.finishFiring() ? .done : nil
  }
}
