@testable import BindingEngine

/// What is on its way, looked for with each question: from everything that leads to a property to
/// everything that a level of the stack has yet to visit.
extension GraphCore {
  func isAwaitedByModel(at slot: UInt32, below level: UInt32) -> Bool {
    var pending = [slot]
    var seen: Set = [slot]
    while let place = pending.popLast() {
      for link in writers(of: place) where !links[link].flags.contains(.dead) {
        let steps = steps(of: link).map { ($0, links[$0].source) }
        let own = links[link].source
        for (node, source) in (own == 0 ? [] : [(link, own)]) + steps {
          if isDueByModel(node, source: source, below: level) { return true }
          if properties[source].marks.contains(.bound), seen.insert(source).inserted {
            pending.append(source)
          }
        }
      }
    }
    return false
  }

  private func isDueByModel(_ node: UInt32, source: UInt32, below level: UInt32) -> Bool {
    var level = level
    let link = owner(of: node)
    while level != 0 {
      let frame = frames[level - 1]
      if isAhead(node, source: source, in: frame), lowestLock(of: link) >= level { return true }
      level = frame.open
    }
    return false
  }

  /// The lowest level that fires a locked link, counted from 0; `UInt32.max` for one that is not.
  private func lowestLock(of link: UInt32) -> UInt32 {
    guard links[link].flags.contains(.locked), locks(links[link].flags) else { return .max }
    return (0..<UInt32(frames.count)).first {
      frames[$0].link != 0 && lead(of: frames[$0].link) == lead(of: link)
    } ?? .max
  }

  private func isAhead(_ node: UInt32, source: UInt32, in frame: Frame) -> Bool {
    switch frame.phase {
    case .deliver:
      guard frame.slot == source else { return false }
      var current = frame.nextLink
      while current != 0, current != node { current = links[current].next }
      return current != 0 && links[node].serial < frame.newSerial
    case .sweep:
      guard frame.slot == source else { return false }
      if knobs.restarts, frame.marks.contains(.restart) { return true }
      var place = frame.place
      while sweeps.gathered[place] != 0, sweeps.gathered[place] != node { place -= 1 }
      return sweeps.gathered[place] != 0
    case .wave:
      guard !frame.isNotifying else { return false }
      return (frame.place..<max(frame.place, frame.notifyBase + frame.batchCount)).contains {
        sweeps.due[$0].slot == source
      }
    case .announce:
      return (frame.notifyBase..<max(frame.place, frame.notifyBase)).contains {
        sweeps.due[$0].slot == source
      }
    default: return false
    }
  }
}
