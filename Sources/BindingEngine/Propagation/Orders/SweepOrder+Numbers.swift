// The innermost loop of sweeps: numbers copied along plain bindings. The same as `copyNumbers` of
// depth first, with listeners that are gathered, and with what GObject and Qt note at each hop.
// Without it a chain takes six times as long.
extension SweepOrder {
  /// The most hops before an interrupt is checked.
  private static let hopsAtOnce = 1024

  /// A link with none of these can be fired as a plain copy at once.
  private static let obstacles = LinkFlags.obstacles.union([.observer, .computed, .once])

  /// Continues the sweep on top of the stack as long as numbers are copied plainly.
  static func copyNumbers(in core: inout GraphCore) -> GraphCore.Progress {
    let hops = min(
      hopsAtOnce, core.knobs.firingCheck &- core.turn.firings,
      core.knobs.depthLimit &- core.turn.currentDepth)
    let notifiesAfter = core.knobs.notifiesAfter
    guard hops > 0, !core.notesEvents, core.agenda.batchDepth == 0, !core.isInterrupted,
      !notifiesAfter || core.sweeps.waves.last ?? 0 != 0
    else { return .stuck }
    let registers = core.knobs.registers
    let restarts = core.knobs.restarts
    let drops = core.knobs.drop
    core.frames.reserve(hops)
    // A write, and before it a registration.
    var store = core.store.open(forEntries: 2 * hops)
    if registers { core.sweeps.growStamps(to: core.links.count) }
    let links = core.links.base
    let properties = core.properties.base
    let stamps = core.sweeps.stamps.base
    let firstFrame = core.frames.base
    var top = firstFrame + (core.frames.count - 1)
    let (start, startPlace) = (top, top.pointee.place)
    /// The marks of a sweep with nothing special about it.
    let marks: Frame.Marks = notifiesAfter ? .bindings : []
    var left = hops
    var depth = core.turn.currentDepth
    var deepest = core.turn.depth
    var progress = GraphCore.Progress.gotOn

    while left > 0, top.pointee.marks.subtracting(.root) == marks {
      let place = top.pointee.place
      let link = core.sweeps.gathered.base[Int(place)]
      if link == 0 {
        core.sweeps.gathered.setCount(Int(place))
        depth &-= 1
        if restarts { properties[Int(top.pointee.slot)].marks.remove(.delivering) }
        if top.pointee.link != 0 { core.unlock(top.pointee.link) }
        let isRoot = top.pointee.isRoot
        top -= 1
        if isRoot {
          progress = .finished
          break
        }
        if top.pointee.phase != .sweep { break }
        continue
      }
      let record = links + Int(link)
      let flags = record.pointee.flags
      let slot = record.pointee.target
      let target = properties + Int(slot)
      let source = properties + Int(top.pointee.slot)
      guard flags.isDisjoint(with: obstacles), target.pointee.flags.isEmpty,
        !target.pointee.marks.contains(.delivering), !source.pointee.marks.contains(.stale),
        source.pointee.value.isNumber, target.pointee.value.isNumber,
        !drops || areDifferent(source.value, target.value)
      else { break }
      let lead = flags.contains(.reverse) ? link &- 1 : link
      if registers, stamps[Int(lead)] > top.pointee.newStamp { break }
      core.sweeps.gathered.setCount(Int(place))
      top.pointee.place = place &- 1
      left &-= 1
      if registers {
        store.note(.registered, slot: stamps[Int(lead)], link: lead)
        core.sweeps.lastStamp &+= 1
        stamps[Int(lead)] = core.sweeps.lastStamp
      }
      store.copy(source, to: target, slot: slot, by: link)
      let written = store.last
      let first = target.pointee.firstLink
      if notifiesAfter {
        core.sweeps.due.append(
          Due(link: link, entry: first == 0 ? .max : written, slot: slot, event: 0))
        if first != 0 { target.pointee.marks.insert(.toNotify) }
      }
      if depth >= deepest { deepest = depth &+ 1 }
      guard first != 0, gather(first, of: slot, marks, in: &core) else { continue }
      core.lock(link, record)
      if restarts { target.pointee.marks.insert(.delivering) }
      let isOpen = core.sweeps.gathered.base[Int(top.pointee.place)] != 0
      let open = isOpen ? UInt32(truncatingIfNeeded: top - firstFrame) &+ 1 : top.pointee.open
      top += 1
      top.initialize(
        to: Frame(
          sweeping: slot, from: core.sweeps.gathered.count - 1, newStamp: core.sweeps.lastStamp,
          entry: written, link: link, event: 0, isRoot: false))
      top.pointee.marks = marks
      top.pointee.open = open
      depth &+= 1
    }

    let done = hops - left
    core.commit(store, hops: done)
    core.frames.setCount(top - firstFrame + 1)
    core.turn.currentDepth = depth
    core.turn.depth = deepest
    let isWhereItWas =
      done == 0 && top == start && top.pointee.phase == .sweep
      && top.pointee.place == startPlace
    return progress == .gotOn && isWhereItWas ? .stuck : progress
  }

  /// Adds a 0 and the listeners of `slot`, of which `first` is the first.
  ///
  /// - Returns: Whether there are any.
  @inline(__always)
  private static func gather(
    _ first: UInt32, of slot: UInt32, _ marks: Frame.Marks, in core: inout GraphCore
  ) -> Bool {
    let record = core.links.base + Int(first)
    if record.pointee.next == 0, !record.pointee.flags.contains(.step) {
      if marks.contains(.bindings), record.pointee.flags.contains(.observer) { return false }
      core.sweeps.gathered.append(0)
      core.sweeps.gathered.append(first)
      return true
    }
    let base = core.sweeps.gathered.count
    gatherListeners(of: slot, marks, in: &core)
    if core.sweeps.gathered.count > base + 1 { return true }
    core.sweeps.gathered.setCount(base)
    return false
  }

  /// Whether two values are certainly different, as two integers can be seen to be.
  @inline(__always)
  private static func areDifferent(
    _ left: UnsafePointer<Value>, _ right: UnsafePointer<Value>
  ) -> Bool {
    guard case .int(let number) = left.pointee, case .int(let other) = right.pointee else {
      return false
    }
    return number != other
  }
}
