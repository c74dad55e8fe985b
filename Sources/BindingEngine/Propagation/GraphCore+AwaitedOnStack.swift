// What is on its way where changes travel depth first: it stands on the stack.
extension GraphCore {
  /// Whether something that leads to `slot` has yet to be visited.
  ///
  /// - Parameter level: The highest level that still has further listeners, counted from 1; 0 for
  ///   none.
  func isAwaitedOnStack(at slot: UInt32, below level: UInt32) -> Bool {
    guard level != 0 else { return false }
    var ways: [(node: UInt32, source: UInt32)] = []
    var pending = [slot]
    var seen: Set<UInt32> = [slot]
    while let place = pending.popLast() {
      let known = ways.count
      var link = firstIncoming[place]
      while link != 0 {
        if !links[link].flags.contains(.dead) { addWays(of: link, to: &ways) }
        link = links[link].nextIncoming
      }
      for way in ways[known...] where properties[way.source].marks.contains(.bound) {
        if seen.insert(way.source).inserted { pending.append(way.source) }
      }
    }
    return firstDue(of: ways, below: level, after: 0) != 0
  }

  /// The source of the `computed` at `slot` whose change has yet to reach it, and came after its last
  /// evaluation; 0 for none.
  func sourceMissing(at slot: UInt32) -> UInt32 {
    guard knobs.firesOnStack, openLevel != 0 else { return 0 }
    var ways: [(node: UInt32, source: UInt32)] = []
    addWays(of: computedLink(of: slot), to: &ways)
    if firstDue(of: ways, below: openLevel, after: 0) == 0 { return 0 }
    var evaluation = log.count
    while evaluation > 0, log[UInt32(evaluation - 1)].slot != slot { evaluation -= 1 }
    return firstDue(of: ways, below: openLevel, after: evaluation)
  }

  private func addWays(of link: UInt32, to ways: inout [(node: UInt32, source: UInt32)]) {
    let own = links[link].source
    if own != 0 { ways.append((link, own)) }
    let detail = links[link].detail
    var step = detail == 0 ? 0 : details[detail].firstStep
    while step != 0 {
      ways.append((step, links[step].source))
      step = links[step].nextIncoming
    }
  }

  /// The source of the first listener that has yet to be visited and is not held back then; 0 for none.
  ///
  /// - Parameter entry: Changes before this place in the log do not count.
  private func firstDue(
    of ways: [(node: UInt32, source: UInt32)], below level: UInt32, after entry: Int
  ) -> UInt32 {
    var level = level
    while level != 0 {
      let frame = frames[level - 1]
      let isEarlier = frame.isDelivery && frame.entry < entry
      for way in ways where !isEarlier && isDue(way.node, source: way.source, in: frame) {
        if !isHeldBack(owner(of: way.node), below: level) { return way.source }
      }
      level = frame.open
    }
    return 0
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
      if knobs.restarts, frame.marks.contains(.restart) { return true }
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

  /// The only writer of a property, where that is a plain one-way binding.
  func copy(into slot: UInt32) -> UInt32? {
    let link = firstIncoming[slot]
    guard link != 0, links[link].nextIncoming == 0, properties[slot].flags.isEmpty,
      links[link].detail == 0, links[link].flags.isDisjoint(with: [.dead, .forward, .reverse])
    else { return nil }
    return link
  }
}
