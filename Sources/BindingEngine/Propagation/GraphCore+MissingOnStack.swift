// What is on its way where changes travel depth first: it stands on the stack.
extension GraphCore {
  /// The property whose change is on its way to `slot` and has not arrived; 0 for none.
  ///
  /// - Parameter level: The highest level that has yet to go on, counted from 1; 0 for none.
  func missingOnStack(at slot: UInt32, below level: UInt32) -> UInt32 {
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

  /// The only writer of a property, where that is a plain one-way binding.
  func copy(into slot: UInt32) -> UInt32? {
    let link = firstIncoming[slot]
    guard link != 0, links[link].nextIncoming == 0, properties[slot].flags.isEmpty,
      links[link].detail == 0, links[link].flags.isDisjoint(with: [.dead, .forward, .reverse])
    else { return nil }
    return link
  }
}
