// The innermost loop: numbers copied along plain bindings, where a hop may cost a few nanoseconds.
// A hop touches one link, one property, one log entry and one frame. It does not allocate, count a
// reference or check a knob, and leaves everything else to `run()`. Without it a chain takes 2.6
// times as many instructions.
extension GraphCore {
  enum Progress {
    /// What `run()` was called for is done.
    case finished
    case gotOn
    /// Something else is due, and nothing has changed.
    case stuck
  }

  /// The most hops before an interrupt is checked.
  private static let hopsAtOnce = 1024

  /// Continues the delivery on top of the stack as long as numbers are copied plainly.
  @inline(__always)
  mutating func copyNumbers() -> Progress {
    tracesHopsByLog
      ? copyNumbersNotingCauses() : copyNumbers(notingCauses: false, evaluating: false)
  }

  @inline(never)
  private mutating func copyNumbersNotingCauses() -> Progress {
    // Without the events before a copy, its value cannot be found later.
    guard recording.leftOut == 0 else { return .stuck }
    return copyNumbers(notingCauses: true, evaluating: false)
  }

  /// Passes numbers on as `copyNumbers` does, and evaluates transformers and expressions that are
  /// formulas. Separate, because with one loop for both a chain without formulas takes a tenth more
  /// instructions.
  @inline(never)
  mutating func mapNumbers() -> Progress { copyNumbers(notingCauses: false, evaluating: true) }

  /// - Parameters:
  ///   - notesCauses: Whether each entry of the log notes the event that caused it.
  ///   - evaluates: Whether transformers are evaluated.
  @inline(__always)
  private mutating func copyNumbers(
    notingCauses notesCauses: Bool, evaluating evaluates: Bool
  ) -> Progress {
    // One counter covers every reason to stop: an interrupt check, a limit, and no more room on the
    // stack or in the log.
    let hops = min(
      GraphCore.hopsAtOnce, knobs.firingCheck &- turn.firings,
      knobs.depthLimit &- turn.currentDepth)
    guard hops > 0, !frames.base[frames.count - 1].marks.contains(.behind) else { return .stuck }
    var store = store.open(forEntries: hops)
    frames.reserve(hops)
    let links = links.base
    let properties = properties.base
    let locksPlain = knobs.locksPlain
    let locksTwoWay = knobs.locksTwoWay
    let nextSerial = nextSerial
    let firstFrame = frames.base
    var top = firstFrame + (frames.count - 1)
    var left = hops
    var depth = turn.currentDepth
    var deepest = turn.depth
    var progress = Progress.gotOn
    var sequence = recording.lastSequence
    let (start, startLink) = (top, top.pointee.nextLink)

    while left > 0 {
      var link = top.pointee.nextLink
      if link == 0 {
        let fired = top.pointee.link
        if fired != 0 {
          let flags = links[Int(fired)].flags
          links[Int(fired)].flags = flags.subtracting(.locked)
          if !flags.isDisjoint(with: .twoWay) { unlock(fired) }
        }
        let isRoot = top.pointee.isRoot
        top -= 1
        depth &-= 1
        if isRoot {
          progress = .finished
          break
        }
        if top.pointee.phase != .deliver { break }
        continue
      }
      var record = links + Int(link)
      var flags = record.pointee.flags
      let next = record.pointee.next
      if record.pointee.serial >= top.pointee.newSerial {
        top.pointee.nextLink = next
        continue
      }
      var made: Scalar?
      if evaluates, !flags.isDisjoint(with: .obstacles) {
        if !flags.contains(.step) {
          made = mapped((properties + Int(top.pointee.slot)).value, by: record)
        } else if next == 0, top.pointee.open == 0, !flags.contains(.fresh) {
          // An expression, with nothing on its way to what it reads.
          made = expressionValue(of: record.pointee.target, before: .max)
          if made != nil {
            link = record.pointee.target
            record = links + Int(link)
            flags = record.pointee.flags
          }
        }
      }
      guard made != nil || flags.isDisjoint(with: .obstacles) else {
        // Held back. This happens on every two-way binding, so it is handled here.
        guard flags.isDisjoint(with: .obstaclesButLock), !notesCauses else { break }
        top.pointee.nextLink = next
        turn.held &+= 1
        if !flags.contains(.wasHeld) {
          frames.setCount(top - frames.base + 1)
          hold(link)
        }
        continue
      }
      let slot = record.pointee.target
      let target = properties + Int(slot)
      let source = properties + Int(top.pointee.slot)
      guard target.pointee.flags.isEmpty, !source.pointee.marks.contains(.stale),
        source.pointee.value.isNumber, target.pointee.value.isNumber
      else { break }
      if notesCauses {
        guard flags.isDisjoint(with: .twoWay) else { break }
        store.setCause(top.pointee.event)
        sequence &+= 2
      }
      if evaluates, made != nil, !mayFireAgain(link) { break }
      top.pointee.nextLink = next
      left &-= 1
      if evaluates, let made {
        store.put(made, in: target, slot: slot, by: link)
      } else {
        store.copy(source, to: target, slot: slot, by: link)
      }
      let first = target.pointee.firstLink
      if first != 0, locksTwoWay, !flags.isDisjoint(with: .twoWay),
        GraphCore.isOnlyEcho(first, of: link, flags, links)
      {
        // Nothing else observes it. Locking it, finding it locked and unlocking it would take a
        // third more instructions for a pair.
        turn.held &+= 1
        if depth >= deepest { deepest = depth &+ 1 }
        if !links[Int(first)].flags.contains(.wasHeld) { holdEcho(first) }
      } else if first != 0 {
        if flags.isDisjoint(with: .twoWay) {
          if locksPlain { record.pointee.flags = flags.union(.locked) }
        } else if locksTwoWay {
          lock(link, record)
        }
        let open =
          top.pointee.nextLink != 0
          ? UInt32(truncatingIfNeeded: top - firstFrame) &+ 1
          : top.pointee.open
        top += 1
        top.initialize(
          to: Frame(
            delivering: slot, to: first, newSerial: nextSerial,
            entry: store.last, link: link,
            event: notesCauses ? sequence : 0, isRoot: false, open: open))
        depth &+= 1
        if depth > deepest { deepest = depth }
      } else if depth >= deepest {
        deepest = depth &+ 1
      }
    }

    let done = hops - left
    commit(store, hops: done)
    frames.setCount(top - frames.base + 1)
    turn.currentDepth = depth
    turn.depth = deepest
    if notesCauses, done > 0 { recordHops(done) }
    let isWhereItWas = top == start && top.pointee.nextLink == startLink
    return progress == .gotOn && isWhereItWas ? .stuck : progress
  }

  /// Whether `listener`, the first at a target, is the other direction of `link`, and the only one.
  @inline(__always)
  private static func isOnlyEcho(
    _ listener: UInt32, of link: UInt32, _ flags: LinkFlags,
    _ links: UnsafeMutablePointer<LinkRecord>
  ) -> Bool {
    let partner = flags.contains(.forward) ? link &+ 1 : link &- 1
    let record = links + Int(listener)
    return listener == partner && record.pointee.next == 0
      && !record.pointee.flags.contains(.fresh)
  }
}
