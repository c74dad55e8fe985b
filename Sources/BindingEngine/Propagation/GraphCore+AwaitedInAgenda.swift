// What is on its way where listeners become due: it is in the agenda.
extension GraphCore {
  /// Whether something is due that leads to `slot`.
  func isAwaitedInAgenda(at slot: UInt32) -> Bool {
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
        if !flags.contains(.dead) {
          if flags.contains(.queued) { return true }
          for source in sources(of: link) where properties[source].marks.contains(.bound) {
            if seen.insert(source).inserted { pending.append(source) }
          }
        }
        link = links[link].nextIncoming
      }
    }
    return false
  }
}
