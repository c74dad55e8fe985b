// Pending changes under a semantics in which changes travel depth first: they are on the stack.
extension GraphCore {
  /// Whether something that leads to `slot` has yet to be visited.
  ///
  /// - Parameter level: The highest level that still has further listeners, counted from 1; 0 for
  ///   none.
  mutating func isAwaitedOnStack(at slot: UInt32, below level: UInt32) -> Bool {
    guard level != 0, !isOutOfWork else { return false }
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
      turn.searched += ways.count - known
      for way in ways[known...] where properties[way.source].marks.contains(.bound) {
        if seen.insert(way.source).inserted { pending.append(way.source) }
      }
    }
    return firstDue(of: ways, below: level) != 0
  }

  /// The source of the `computed` at `slot` whose change has yet to reach it, if it has another value
  /// than at the last evaluation; 0 for none.
  mutating func sourceMissing(at slot: UInt32) -> UInt32 {
    guard knobs.firesOnStack, openLevel != 0 else { return 0 }
    var ways: [(node: UInt32, source: UInt32)] = []
    addWays(of: computedLink(of: slot), to: &ways)
    if firstDue(of: ways, below: openLevel) == 0 { return 0 }
    let sources = Set(ways.map(\.source))
    var evaluated: [UInt32: Value] = [:]
    var position = log.count
    while position > turnStart.log {
      position -= 1
      let entry = log.base + position
      guard entry.pointee.kind == .write else { continue }
      if entry.pointee.slot == slot { break }
      if sources.contains(entry.pointee.slot) {
        evaluated[entry.pointee.slot] = living(entry.pointee.value)
      }
    }
    ways.removeAll { way in evaluated[way.source].map { $0 == read(way.source) } ?? true }
    return firstDue(of: ways, below: openLevel)
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

  /// A step of a path, or a link, and the property that notifies it.
  private typealias Way = (node: UInt32, source: UInt32)

  /// The source of the first listener that has yet to be visited and is not held back then; 0 for none.
  ///
  /// - Complexity: O(*l* + *w*) in the open levels and the ways, and in the listeners of those levels
  ///   that a way leads from.
  private mutating func firstDue(of ways: [Way], below level: UInt32) -> UInt32 {
    // A look-up pays only if there are many.
    let waysOfSource = ways.count > 8 ? Dictionary(grouping: ways, by: \.source) : nil
    var lowestLocks: [UInt32: UInt32] = [:]
    var level = level
    while level != 0, !isInterrupted, !isOutOfWork {
      let frame = frames[level - 1]
      var known = ways
      if let waysOfSource, frame.isDelivery { known = waysOfSource[frame.slot] ?? [] }
      turn.searched += 1 + known.count
      for way in due(of: known, in: frame) {
        let link = owner(of: way.node)
        let lock = lowestLocks[link] ?? lowestLock(of: link)
        lowestLocks[link] = lock
        // Otherwise it will be held back when its turn comes, by a firing that still goes on then.
        if lock >= level { return way.source }
      }
      level = frame.open
    }
    return 0
  }

  /// The lowest level on which a locked link fires; `UInt32.max` for one that is not locked.
  private func lowestLock(of link: UInt32) -> UInt32 {
    guard links[link].flags.contains(.locked), locks(links[link].flags) else { return .max }
    let lead = lead(of: link)
    return (0..<UInt32(frames.count)).first {
      frames[$0].link != 0 && self.lead(of: frames[$0].link) == lead
    } ?? .max
  }

  /// Those of `ways` that a level of the stack has yet to come to.
  private mutating func due(of ways: [Way], in frame: Frame) -> [Way] {
    guard ways.count > 8, frame.phase == .deliver else {
      var due: [Way] = []
      for way in ways where isDue(way.node, source: way.source, in: frame) { due.append(way) }
      return due
    }
    var listeners: Set<UInt32> = []
    var current = frame.nextLink
    while current != 0 {
      if links[current].serial < frame.newSerial { listeners.insert(current) }
      current = links[current].next
    }
    turn.searched += listeners.count
    return ways.filter { $0.source == frame.slot && listeners.contains($0.node) }
  }

  /// Whether a level of the stack has yet to come to a listener.
  private mutating func isDue(_ node: UInt32, source: UInt32, in frame: Frame) -> Bool {
    switch frame.phase {
    case .deliver:
      guard frame.slot == source else { return false }
      var current = frame.nextLink
      while current != 0 {
        if current == node { return links[node].serial < frame.newSerial }
        turn.searched += 1
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

  /// The only writer of a property, where that is a plain one-way binding.
  func copy(into slot: UInt32) -> UInt32? {
    let link = firstIncoming[slot]
    guard link != 0, links[link].nextIncoming == 0, properties[slot].flags.isEmpty,
      links[link].detail == 0, links[link].flags.isDisjoint(with: [.dead, .forward, .reverse])
    else { return nil }
    return link
  }
}
