// Pending changes under a semantics in which changes travel depth first: they are on the stack, and
// what they lead to is in `Awaited`.
extension GraphCore {
  /// Whether something that leads to `slot` has yet to be visited.
  ///
  /// - Parameter level: The highest level that still has further listeners, counted from 1; 0 for
  ///   none.
  /// - Complexity: O(1) amortized in the levels that have come since the last question, in their
  ///   listeners, and in what becomes settled: see `Awaited`.
  mutating func isAwaitedOnStack(at slot: UInt32, below level: UInt32) -> Bool {
    guard level != 0, !isOutOfWork else { return false }
    noteLevels(upTo: level)
    var search = AwaitedSearch(from: slot)
    return search.finds(in: &self)
  }

  /// The source of the `computed` at `slot` whose change has yet to reach it, if it has another value
  /// than at the last evaluation; 0 for none.
  mutating func sourceMissing(at slot: UInt32) -> UInt32 {
    guard knobs.firesOnStack, openLevel != 0 else { return 0 }
    noteLevels(upTo: openLevel)
    let link = computedLink(of: slot)
    var due: [(source: UInt32, level: UInt32)] = []
    _ = awaited.mark(of: slot) { mark in
      if owner(of: mark.node) == link, isDue(mark) {
        due.append((links[mark.node].source, mark.level))
      }
      return false
    }
    if due.isEmpty { return 0 }
    let evaluated = valuesAtEvaluation(of: slot, Set(due.map(\.source)))
    due.removeAll { source, _ in evaluated[source].map { $0 == read(source) } ?? true }
    guard let level = due.first?.level else { return 0 }
    // A level that announces several has them in no order; the first of the path counts.
    let sources = Set(due.prefix { $0.level == level }.map(\.source))
    return self.sources(of: link).first(where: sources.contains) ?? 0
  }

  /// What some properties were when a `computed` was last evaluated in this turn, if they have changed
  /// since.
  private func valuesAtEvaluation(of slot: UInt32, _ sources: Set<UInt32>) -> [UInt32: Value] {
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
    return evaluated
  }

  /// Whether a mark's listener will fire when its turn comes. It is held back by a firing that still
  /// goes on then.
  func isDue(_ mark: Awaited.Mark) -> Bool {
    let link = owner(of: mark.node)
    let flags = links[link].flags
    if flags.contains(.dead) || links[mark.node].flags.contains(.dead) { return false }
    guard flags.contains(.locked), locks(flags) else { return true }
    let firing = awaited.firingLevels[lead(of: link)]
    return firing == 0 || firing > mark.level
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

// MARK: Levels

extension GraphCore {
  /// Brings what is known of the stack up to date.
  ///
  /// - Parameter level: The highest level that counts, counted from 1.
  private mutating func noteLevels(upTo level: UInt32) {
    awaited.reserve(properties: properties.count, links: links.count)
    while let last = awaited.levels.count.lastIndex, last >= level || !isNoted(last) {
      removeNote(of: last)
    }
    // Those below have not changed: they wait for the one above.
    if let last = awaited.levels.count.lastIndex, !hasNotedProgress(of: last) {
      removeNote(of: last)
    }
    guard awaited.levels.count < Int(level) else { return }
    // Only these are open; what starts over at another level is not on its way yet.
    var open: [UInt32] = []
    var next = level
    while next > awaited.levels.count {
      open.append(next - 1)
      next = frames[next - 1].open
    }
    while awaited.levels.count < Int(level) {
      let position = UInt32(awaited.levels.count)
      let isOpen = open.last == position
      if isOpen { open.removeLast() }
      note(position, isOpen: isOpen)
    }
  }

  private func isNoted(_ position: UInt32) -> Bool {
    Int(position) < frames.count && frames[position].isKnown
  }

  private mutating func removeNote(of position: UInt32) {
    awaited.removeLastLevel()
    if Int(position) < frames.count { frames[position].isKnown = false }
  }

  /// Forgets the levels from `position` on.
  mutating func forgetAwaited(from position: Int = 0) {
    while let last = awaited.levels.count.lastIndex, Int(last) >= position { removeNote(of: last) }
    if position == 0 { awaited.reset() }
  }

  private mutating func note(_ position: UInt32, isOpen: Bool) {
    let frame = frames[position]
    var level = Awaited.Level(
      phase: frame.phase, slot: frame.isDelivery ? frame.slot : 0, link: frame.link, locks: 0,
      next: 0, startsOver: false, firstMark: UInt32(awaited.marks.count))
    defer {
      frames[position].isKnown = true
      awaited.levels.append(level)
    }
    if frame.link != 0 {
      let lead = lead(of: frame.link)
      if awaited.firingLevels[lead] == 0 {
        awaited.firingLevels[lead] = position + 1
        level.locks = lead
      }
    }
    guard isOpen else { return }
    level.isOpen = true
    switch frame.phase {
    case .deliver:
      level.next = frame.nextLink
      noteListeners(of: frame.slot, from: frame.nextLink, before: frame.newSerial, position, 0)
    case .sweep:
      level.next = frame.place
      level.startsOver = knobs.restarts && frame.marks.contains(.restart)
      if level.startsOver {
        noteListeners(of: frame.slot, from: properties[frame.slot].firstLink, position, 0)
      } else {
        watch(frame.slot)
        let end = frame.place
        var first = end
        while sweeps.gathered[first] != 0 { first -= 1 }
        for place in first + 1..<end + 1 {
          addMark(sweeps.gathered[place], position, place)
        }
      }
    case .wave where !frame.isNotifying:
      level.next = frame.place
      let end = max(frame.place, frame.notifyBase + frame.batchCount)
      for place in (frame.place..<end).reversed() { noteDue(at: place, position) }
    case .announce:
      level.next = frame.place
      for place in frame.notifyBase..<max(frame.place, frame.notifyBase) {
        noteDue(at: place, position)
      }
    default: break
    }
  }

  private mutating func noteDue(at place: UInt32, _ position: UInt32) {
    let slot = sweeps.due[place].slot
    noteListeners(of: slot, from: properties[slot].firstLink, position, place)
  }

  /// Marks the listeners from one on, the next to be visited on top.
  private mutating func noteListeners(
    of slot: UInt32, from first: UInt32, before serial: UInt32 = .max, _ position: UInt32,
    _ place: UInt32
  ) {
    watch(slot)
    var nodes: [UInt32] = []
    var node = first
    while node != 0 {
      if links[node].serial < serial { nodes.append(node) }
      node = links[node].next
    }
    turn.searched += nodes.count
    for node in nodes.reversed() { addMark(node, position, place) }
  }

  private mutating func addMark(_ node: UInt32, _ position: UInt32, _ place: UInt32) {
    let target = links[owner(of: node)].target
    guard target != 0 else { return }
    awaited.addMark(node, target: target, level: position + 1, place: place)
    // One that is held back leads nowhere until the lock opens: see `noteUnlocked`.
    if isDue(awaited.marks[UInt32(awaited.marks.count - 1)]) { unsettle(target) }
  }

  private mutating func watch(_ slot: UInt32) { awaited.places[slot].watched = awaited.epoch }

  /// Removes the marks of the listeners that a level has visited since it was noted.
  ///
  /// - Returns: Whether it is still the same.
  private mutating func hasNotedProgress(of position: UInt32) -> Bool {
    let frame = frames[position]
    var level = awaited.levels[position]
    guard frame.phase == level.phase, frame.link == level.link,
      !frame.isDelivery || frame.slot == level.slot
    else { return false }
    // A sweep that starts over has listeners again.
    guard level.isOpen else { return !frame.isDelivery }
    switch frame.phase {
    case .deliver:
      while level.next != frame.nextLink {
        if level.next == 0 { return false }
        awaited.removeMarks(downTo: level.firstMark) { $0.node == level.next }
        level.next = links[level.next].next
      }
    case .sweep:
      let startsOver = knobs.restarts && frame.marks.contains(.restart)
      guard startsOver == level.startsOver, frame.place <= level.next else { return false }
      level.next = frame.place
      if !startsOver { awaited.removeMarks(downTo: level.firstMark) { $0.place > level.next } }
    case .wave:
      level.next = frame.place
      let isDone = frame.isNotifying
      awaited.removeMarks(downTo: level.firstMark) { isDone || $0.place < level.next }
    case .announce:
      level.next = frame.place
      awaited.removeMarks(downTo: level.firstMark) { $0.place >= level.next }
    default: break
    }
    awaited.levels[position] = level
    return true
  }
}

extension Int {
  /// The last index of a table with so many elements; nil if it is empty.
  fileprivate var lastIndex: UInt32? { self == 0 ? nil : UInt32(self - 1) }
}

// MARK: Changes

extension GraphCore {
  /// Something is on its way to `slot` and to all that it leads to.
  private mutating func unsettle(_ slot: UInt32) {
    guard awaited.places[slot].settled == awaited.epoch else { return }
    awaited.places[slot].settled = 0
    var pending = [slot]
    while let place = pending.popLast() {
      var node = properties[place].firstLink
      while node != 0 {
        let target = links[owner(of: node)].target
        if target != 0, awaited.places[target].settled == awaited.epoch {
          awaited.places[target].settled = 0
          pending.append(target)
        }
        node = links[node].next
      }
    }
  }

  /// A link, or a step, begins to observe a property, or ends that.
  mutating func noteListened(by node: UInt32) {
    awaited.causeEpoch &+= 1
    awaited.reserve(properties: properties.count, links: links.count)
    let target = links[owner(of: node)].target
    if target != 0 { unsettle(target) }
    // What a level has yet to visit is another list now.
    if awaited.places[links[node].source].watched == awaited.epoch { forgetAwaited() }
  }

  /// A link begins to write a property, or ends that.
  mutating func noteWritten(by link: UInt32) {
    awaited.causeEpoch &+= 1
    awaited.reserve(properties: properties.count, links: links.count)
    unsettle(links[link].target)
    let isWatched = sources(of: link).contains { awaited.places[$0].watched == awaited.epoch }
    if isWatched { forgetAwaited() }
  }

  /// A firing ends that may be one of several of the same link.
  mutating func noteUnlocked(_ link: UInt32) {
    let lead = lead(of: link)
    guard Int(lead) < awaited.firingLevels.count else { return }
    let level = awaited.firingLevels[lead]
    // Nothing above the other one waits for it unless there is a level above.
    if level != 0, Int(level) < frames.count, frames[level - 1].isKnown,
      self.lead(of: frames[level - 1].link) == lead
    {
      forgetAwaited()
    }
  }
}
