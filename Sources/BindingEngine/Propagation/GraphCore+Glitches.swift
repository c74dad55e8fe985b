// Glitches: values read while a change of something that they depend on was still on its way to
// them. Nothing is looked for unless something is on its way, and then backward from the value read.
extension GraphCore {
  /// What `PropertyRecord.marks` must not have for a value to be read with nothing more to do.
  package static let ordinaryReadMask: UInt8 =
    PropertyMarks.stale.rawValue | PropertyMarks.unreadable.rawValue
  static let watchfulReadMask: UInt8 = ordinaryReadMask | PropertyMarks.bound.rawValue

  /// A link is fired by the delivery on the stack, or in its turn.
  ///
  /// - Parameter isBehind: Whether what is delivered was read to be behind already.
  mutating func noteDelivered(_ slot: UInt32, isBehind: Bool) {
    if isBehind {
      let top = UInt32(frames.count - 1)
      let source = sourceMissing(at: slot)
      guard source != 0 else { return }
      frames[top].marks.insert(.behind)
      countGlitch(at: top, reading: slot, without: source)
    } else if slot == 0 || knobs.delivery == .queue {
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
    if missing(at: slot, below: frames[top].open) != 0 { frames[top].marks.insert(.behind) }
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
      // What a statement reads, or what is worked out for it, is no firing.
      if frame.isDelivery || frame.phase == .flush || frame.phase == .wave { return }
      if frame.link != 0 { break }
      position -= 1
    }
    guard position >= 0, !frames.base[position].marks.contains(.behind) else { return }
    if knobs.delivery == .queue, isMissingNothing(at: slot) { return }
    resolveDirtyComponents()
    let source = missing(at: slot)
    guard source != 0 else { return }
    // Where that is so it waits, and nobody sees what it has read.
    if isDoneOnceMore(at: UInt32(position)) { return }
    frames.base[position].marks.insert(.behind)
    countGlitch(at: UInt32(position), reading: slot, without: source)
  }

  /// - Parameter source: The property whose change is missing; 0 where nobody asks.
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

  /// The property whose change is on its way to `slot` and has not arrived; 0 for none.
  ///
  /// - Complexity: O(*n*) in the bindings that lead to `slot`, and in the levels of the stack that
  ///   have yet to go on.
  func missing(at slot: UInt32) -> UInt32 {
    if knobs.delivery == .queue { return missingInAgenda(at: slot, for: 0) }
    return missing(at: slot, below: openLevel)
  }

  mutating func missing(at slot: UInt32, for reader: UInt32) -> UInt32 {
    isMissingNothing(at: slot) ? 0 : missingInAgenda(at: slot, for: reader)
  }

  private func missing(at slot: UInt32, below level: UInt32) -> UInt32 {
    guard level != 0 else { return 0 }
    var ways: [(node: UInt32, source: UInt32)] = []
    var pending = [slot]
    var seen: Set<UInt32> = [slot]
    while let place = pending.popLast() {
      let known = ways.count
      var link = firstIncoming[place]
      while link != 0 {
        if !links[link].flags.contains(.dead) {
          let own = links[link].source
          // What is read through has nothing to wait for but what its source waits for.
          let isThrough = knobs.pulls && copy(into: place) == link
          if own != 0 { ways.append((isThrough ? 0 : link, own)) }
          let detail = links[link].detail
          var step = detail == 0 ? 0 : details[detail].firstStep
          while step != 0 {
            ways.append((step, links[step].source))
            step = links[step].nextIncoming
          }
        }
        link = links[link].nextIncoming
      }
      for way in ways[known...] where properties[way.source].marks.contains(.bound) {
        if seen.insert(way.source).inserted { pending.append(way.source) }
      }
    }
    var level = level
    while level != 0 {
      let frame = frames[level - 1]
      for way in ways where isDue(way.node, source: way.source, in: frame) {
        let source = frame.isDelivery ? frame.slot : way.source
        let isHeld = isHeldBack(owner(of: way.node), below: level)
        let target = links[owner(of: way.node)].target
        if source != slot, !isHeld, !isCaused(source, by: slot, below: level),
          leads(from: target, to: slot, avoiding: source), !isRepeat(owner(of: way.node))
        {
          return source
        }
      }
      level = frame.open
    }
    return 0
  }

  /// Whether a binding that is due only copies what its target has already.
  private func isRepeat(_ link: UInt32) -> Bool {
    links[link].detail == 0 && links[link].flags.isDisjoint(with: [.observer, .computed])
      && read(links[link].source) == read(links[link].target)
  }

  /// Whether bindings lead from one property to another on a way that does not go over a third: what
  /// goes round to where it began has nothing new to bring.
  private func leads(from start: UInt32, to end: UInt32, avoiding source: UInt32) -> Bool {
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

  /// Whether a link will not be fired when its turn comes, because the lock of a firing that still
  /// goes on then keeps it back.
  private func isHeldBack(_ link: UInt32, below level: UInt32) -> Bool {
    guard links[link].flags.contains(.locked), locks(links[link].flags) else { return false }
    return (0..<level).contains {
      frames[$0].link != 0 && lead(of: frames[$0].link) == lead(of: link)
    }
  }

  /// Whether a level of the stack has yet to come to a listener.
  private func isDue(_ node: UInt32, source: UInt32, in frame: Frame) -> Bool {
    switch frame.phase {
    case .deliver:
      guard frame.slot == source else { return false }
      var current = frame.nextLink
      while current != 0 {
        if current == node { return links[node].serial < frame.newSerial }
        current = links[current].next
      }
      return false
    case .sweep:
      guard frame.slot == source else { return false }
      var position = Int(frame.place)
      while sweeps.gathered.base[position] != 0 {
        if sweeps.gathered.base[position] == node { return true }
        position -= 1
      }
      return false
    case .wave:
      guard !frame.isTelling else { return false }
      return (frame.place..<max(frame.place, frame.toldBase + frame.batchCount)).contains {
        sweeps.told[$0].slot == source
      }
    case .announce:
      return (frame.toldBase..<max(frame.place, frame.toldBase)).contains {
        sweeps.told[$0].slot == source
      }
    default: return false
    }
  }

  /// Whether the change of `source` follows from one of `slot`: then it brings nothing that `slot`
  /// does not know. Only where each leads to the other can it be so.
  private func isCaused(_ source: UInt32, by slot: UInt32, below level: UInt32) -> Bool {
    guard areOnOneCycle(source, slot) else { return false }
    return (0..<level).contains { frames[$0].isDelivery && frames[$0].slot == slot }
  }

  private func areOnOneCycle(_ one: UInt32, _ other: UInt32) -> Bool {
    properties[one].marks.contains(.inComponent) && properties[other].marks.contains(.inComponent)
      && cycles.component[one] == cycles.component[other]
  }

  // MARK: The same in the agenda

  private mutating func isMissingNothing(at slot: UInt32) -> Bool {
    if agenda.isEmpty { return true }
    if knobs.isTopological {
      if agenda.heap.count == 0 { return true }
      return agenda.version == cycles.version
        && agenda.heap.base[0].place > properties[slot].order
    }
    // Nearly always what leads there comes from properties that nobody writes.
    var link = firstIncoming[slot]
    var isNear = true
    while link != 0, isNear {
      let source = links[link].source
      isNear =
        links[link].flags.isDisjoint(with: [.queued, .special]) && source != 0
        && !properties[source].marks.contains(.bound)
      link = links[link].nextIncoming
    }
    if isNear { return true }
    // Nothing that stands before all that is due can still change.
    let state = (agenda.arrivals.count, agenda.head, cycles.version)
    if agenda.lowestAt != state {
      agenda.lowestAt = state
      agenda.lowest = lowestPlaceDue()
    }
    settledBelow = agenda.lowest
    return properties[slot].order < agenda.lowest
  }

  private func missingInAgenda(at slot: UInt32, for reader: UInt32) -> UInt32 {
    var pending = [slot]
    var seen: Set<UInt32> = [slot]
    var lowest: Int32?
    while let place = pending.popLast() {
      if seen.count > 32 {
        if lowest == nil { lowest = lowestPlaceDue() }
        if let lowest, properties[place].order < lowest { continue }
      }
      var link = firstIncoming[place]
      while link != 0 {
        let flags = links[link].flags
        if !flags.contains(.dead), link != reader {
          let sources = sources(of: link)
          if flags.contains(.queued),
            let source = sources.first(where: {
              $0 != slot && !isLaterThan($0, slot)
                && leads(from: links[link].target, to: slot, avoiding: $0)
            }), !isRepeat(link)
          {
            return source
          }
          for source in sources where properties[source].marks.contains(.bound) {
            if seen.insert(source).inserted { pending.append(source) }
          }
        }
        link = links[link].nextIncoming
      }
    }
    return 0
  }

  private func lowestPlaceDue() -> Int32 {
    var lowest = Int32.max
    for position in agenda.head..<max(agenda.head, agenda.queue.count) {
      lowest = min(lowest, placeDue(agenda.queue.base[position]))
    }
    for position in 0..<agenda.stack.count {
      lowest = min(lowest, placeDue(agenda.stack.base[position]))
    }
    for position in 0..<agenda.heap.count {
      lowest = min(lowest, placeDue(agenda.heap.base[position]))
    }
    for position in 0..<agenda.nextRound.count {
      lowest = min(lowest, placeDue(agenda.nextRound.base[position]))
    }
    return lowest
  }

  private func placeDue(_ due: Due) -> Int32 {
    guard links[due.link].flags.contains(.queued), links[due.link].target != 0 else { return .max }
    return properties[links[due.link].target].order
  }

  /// Whether the last change of `source` follows from one of `slot`, going back by what wrote it.
  private func isLaterThan(_ source: UInt32, _ slot: UInt32) -> Bool {
    guard areOnOneCycle(source, slot) else { return false }
    var wanted = source
    var position = log.count - 1
    while position >= 0 {
      let entry = log[UInt32(position)]
      position -= 1
      guard entry.kind == .write, entry.slot == wanted else { continue }
      guard entry.link != 0 else { return false }
      let sources = sources(of: entry.link)
      if sources.contains(slot) { return true }
      guard let next = sources.first else { return false }
      wanted = next
    }
    return false
  }
}
