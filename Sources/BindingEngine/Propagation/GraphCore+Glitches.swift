// Glitches: values read while a change of something that they depend on was still on its way to
// them. Nothing is looked for unless something is on its way, and then backward from the value read.
extension GraphCore {
  /// What `PropertyRecord.marks` must not have for a value to be read with nothing more to do.
  package static let ordinaryReadMask: UInt8 =
    PropertyMarks.stale.rawValue | PropertyMarks.unreadable.rawValue
  static let watchfulReadMask: UInt8 = ordinaryReadMask | PropertyMarks.bound.rawValue

  /// A link is fired by the delivery on the stack, or in its turn.
  ///
  /// - Parameter isBehind: Whether what is delivered is already known to be stale.
  mutating func noteDelivered(_ slot: UInt32, isBehind: Bool) {
    if isBehind {
      let top = UInt32(frames.count - 1)
      let source = sourceMissing(at: slot)
      guard source != 0 else { return }
      frames[top].marks.insert(.behind)
      countGlitch(at: top, reading: slot, without: source)
    } else if slot == 0 || !knobs.firesOnStack {
      let source = links[frames[UInt32(frames.count - 1)].link].source
      if source != 0 { noteRead(source) }
    }
  }

  /// The property whose change is missing in what is delivered, and was missing when that began; 0 where
  /// it has arrived since, which only a cycle can bring about.
  private mutating func sourceMissing(at slot: UInt32) -> UInt32 {
    let isOnCycle = properties[slot].marks.contains(.inComponent)
    guard isTracing || isOnCycle else { return slot }
    resolveDirtyComponents()
    let source = missing(at: slot)
    let open = frames.base[frames.count - 1].open
    return source == 0 && !isOnCycle && open != 0 ? frames[open - 1].slot : source
  }

  /// A change has begun to be delivered: whether what it brings is behind.
  mutating func noteArrival(at slot: UInt32, by link: UInt32) {
    let top = UInt32(frames.count - 1)
    guard frames[top].open != 0, frames[top].isDelivery else { return }
    if link != 0, frames.count > 1 {
      let below = frames[top - 1]
      if below.link == link, below.marks.contains(.behind) {
        frames[top].marks.insert(.behind)
        return
      }
    }
    guard properties[slot].marks.contains(.bound),
      link == 0 || links[link].flags.contains(.joins)
    else { return }
    // What is on one cycle with another is asked for below.
    resolveDirtyComponents()
    if missingOnStack(at: slot, below: frames[top].open) != 0 { frames[top].marks.insert(.behind) }
  }

  /// Where a property stands among those that bindings connect.
  @inline(__always)
  package func orderPlace(of slot: UInt32) -> Int32 { properties.base[Int(slot)].order }

  /// A block, or a way, has read `slot`.
  package mutating func noteRead(_ slot: UInt32) {
    // Where nothing is being passed on, nothing is on its way.
    guard frames.count > 0, properties[slot].marks.contains(.bound) else { return }
    pullThrough(slot)
    var position = frames.count - 1
    while position >= 0 {
      let frame = frames.base[position]
      // What a statement reads, or what is evaluated for it, is no firing.
      if frame.isDelivery || frame.phase == .flush || frame.phase == .wave { return }
      if frame.link != 0 { break }
      position -= 1
    }
    guard position >= 0, !frames.base[position].marks.contains(.behind) else { return }
    if isSettled(slot) { return }
    resolveDirtyComponents()
    let source = missing(at: slot)
    guard source != 0 else { return }
    // Where that is so it waits, and nobody sees what it has read.
    if isDoneOnceMore(at: UInt32(position)) { return }
    frames.base[position].marks.insert(.behind)
    countGlitch(at: UInt32(position), reading: slot, without: source)
  }

  /// - Parameter source: The property whose change is missing; 0 if nobody asks.
  private mutating func countGlitch(at level: UInt32, reading slot: UInt32, without source: UInt32)
  {
    guard !frames[level].marks.contains(.counted) else { return }
    frames[level].marks.insert(.counted)
    turn.glitches += 1
    guard isTracing else { return }
    record(
      .glitch, cause: frames[level].event, link: frames[level].link, property: slot, other: source,
      old: read(slot), new: read(source))
  }

  // MARK: Looking back

  /// Whether a binding that is due only copies what its target has already.
  func isRepeat(_ link: UInt32) -> Bool {
    links[link].detail == 0 && links[link].flags.isDisjoint(with: [.observer, .computed])
      && read(links[link].source) == read(links[link].target)
  }

  /// Whether bindings lead from one property to another on a way that does not go over a third: what
  /// comes back to where it began has nothing new to bring.
  func leads(from start: UInt32, to end: UInt32, avoiding source: UInt32) -> Bool {
    // Only where the two lie on one cycle is there a way that does.
    guard areOnOneCycle(start, source) else { return true }
    var pending = [end]
    var seen: Set<UInt32> = [end, source]
    while let place = pending.popLast() {
      if place == start { return true }
      for earlier in predecessors(of: place) where seen.insert(earlier).inserted {
        pending.append(earlier)
      }
    }
    return false
  }

  func areOnOneCycle(_ one: UInt32, _ other: UInt32) -> Bool {
    properties[one].marks.contains(.inComponent) && properties[other].marks.contains(.inComponent)
      && cycles.component[one] == cycles.component[other]
  }
}
