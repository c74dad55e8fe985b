// The links that write a property, in a list that they share with the steps of a link: `nextIncoming`.
extension GraphCore {
  /// Enters `link` among the writers of its target.
  mutating func join(_ link: UInt32) {
    joinRaw(link)
    let target = links[link].target
    if isLogging { appendLog(.joined, slot: target, link: link) }
  }

  mutating func joinRaw(_ link: UInt32) {
    if awaited.isInUse { noteWritten(by: link) }
    let target = links[link].target
    let first = firstIncoming[target]
    links[link].nextIncoming = first
    firstIncoming[target] = link
    if first == 0 {
      properties[target].marks.insert(.bound)
      return
    }
    links[first].flags.insert(.joins)
    links[link].flags.insert(.joins)
    if isCrowded(target) {
      setPrevious(0, of: link)
      setPrevious(link, of: first)
    }
  }

  mutating func leave(_ link: UInt32) {
    leaveRaw(link)
    if isLogging { appendLog(.left, slot: links[link].target, link: link) }
  }

  mutating func leaveRaw(_ link: UInt32) {
    if awaited.isInUse { noteWritten(by: link) }
    let target = links[link].target
    links[link].flags.remove(.joins)
    let next = links[link].nextIncoming
    let isFirst = firstIncoming[target] == link
    let previous = isFirst ? 0 : previousWriter(of: target, before: link)
    if isFirst {
      firstIncoming[target] = next
    } else if previous != 0 {
      links[previous].nextIncoming = next
    }
    if isCrowded(target), isFirst || previous != 0 {
      setPrevious(previous, of: next)
      setPrevious(0, of: link)
    }
    let first = firstIncoming[target]
    if first == 0 {
      if isCrowded(target) { crowded.remove(target) }
      properties[target].marks.remove(.bound)
    } else if links[first].nextIncoming == 0 {
      links[first].flags.remove(.joins)
    }
  }

  /// How many writers are searched before they are doubly linked.
  private static let mostSought = 64

  /// The writer before `link` in the list; 0 if `link` is not in the list.
  private mutating func previousWriter(of target: UInt32, before link: UInt32) -> UInt32 {
    if isCrowded(target) { return previousIncoming[link] }
    var current = firstIncoming[target]
    var steps = 0
    while current != 0, links[current].nextIncoming != link {
      current = links[current].nextIncoming
      steps += 1
    }
    if current != 0, steps > GraphCore.mostSought { linkBothWays(target) }
    return current
  }

  /// Makes the list of a property's writers doubly linked. Otherwise, removing them one by one
  /// would search the whole list each time.
  private mutating func linkBothWays(_ target: UInt32) {
    crowded.insert(target)
    var (previous, current) = (UInt32(0), firstIncoming[target])
    while current != 0 {
      setPrevious(previous, of: current)
      (previous, current) = (current, links[current].nextIncoming)
    }
  }

  @inline(__always)
  private func isCrowded(_ target: UInt32) -> Bool {
    !crowded.isEmpty && crowded.contains(target)
  }

  private mutating func setPrevious(_ previous: UInt32, of link: UInt32) {
    guard link != 0 else { return }
    while previousIncoming.count <= Int(link) { previousIncoming.append(0) }
    previousIncoming[link] = previous
  }
}
