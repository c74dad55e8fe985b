// What a binding waits for under the topological order: see `TopologicalOrder.putOff`.
extension GraphCore {
  /// The property whose change is on its way to `slot` and has not arrived; 0 for none.
  ///
  /// - Parameter reader: A link whose own turn does not count; 0 for none.
  func missingInAgenda(at slot: UInt32, for reader: UInt32) -> UInt32 {
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

  /// Nothing that stands before this place can still change.
  func lowestPlaceDue() -> Int32 {
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

  /// Whether a binding that is due only copies what its target has already.
  private func isRepeat(_ link: UInt32) -> Bool {
    links[link].detail == 0 && links[link].flags.isDisjoint(with: [.observer, .computed])
      && read(links[link].source) == read(links[link].target)
  }

  /// Whether bindings lead from one property to another on a way that does not go over a third: what
  /// comes back to where it began has nothing new to bring.
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

  private func areOnOneCycle(_ one: UInt32, _ other: UInt32) -> Bool {
    properties[one].marks.contains(.inComponent) && properties[other].marks.contains(.inComponent)
      && cycles.component[one] == cycles.component[other]
  }
}
