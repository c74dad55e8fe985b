// The lists of links. A property's links are in the order in which they were made, in a doubly
// linked list; the `previous` of its head is the tail. A link that is taken out keeps its pointers:
// a delivery that has reached it can continue, and the log can return it to its place between its
// neighbours. So places of links are used again only once the turn is kept.
extension GraphCore {
  /// Adds `link` to the list of the property that it observes: in the order of making, or last if
  /// the lists have the order in which links began to observe.
  mutating func insert(_ link: UInt32) {
    let slot = links[link].source
    if knobs.subscribesWhileObserved, isListening(link) { subscribeComputed(at: slot) }
    if agenda.confirming.count > 0, properties[slot].flags.contains(.computed),
      links[owner(of: link)].flags.isDisjoint(with: .queued)
    {
      forgetConfirming(slot)
    }
    let after = linkBefore(link, in: slot)
    if after == 0, properties[slot].marks.contains(.vacant) {
      setMarks(properties[slot].marks.subtracting(.vacant), of: slot)
    }
    if after == 0 {
      let head = properties[slot].firstLink
      links[link].next = head
      links[link].previous = head == 0 ? link : links[head].previous
    } else {
      links[link].next = links[after].next
      links[link].previous = after
    }
    relinkRaw(link)
    if links[owner(of: link)].flags.contains(.prior) { properties[slot].flags.insert(.hasPrior) }
    if isLogging { appendLog(.linked, slot: slot, link: link) }
    noteEdges(from: link)
  }

  /// The link of the list of `slot` behind which another one enters; 0 if it becomes the head.
  @inline(__always)
  private func linkBefore(_ link: UInt32, in slot: UInt32) -> UInt32 {
    let head = properties[slot].firstLink
    if head == 0 { return 0 }
    if knobs.keepsFirstPlace, isListening(link),
      properties[slot].marks.contains(.vacant) || firstListener(in: slot) == 0
    {
      return 0
    }
    if knobs.sharesPlaces, sharesPlace(link) { return linkBeforeShared(in: slot) }
    var after = links[head].previous
    if knobs.entersLast { return after }
    // Nearly always the tail: only links that move to another object are older.
    while isOlder(link, than: after) {
      if after == head { return 0 }
      after = links[after].previous
    }
    return after
  }

  /// A listener goes: if it has the first place, that is free now.
  mutating func leaveFirstPlace(_ link: UInt32) {
    let slot = links[link].source
    guard !properties[slot].marks.contains(.vacant), firstListener(in: slot) == link else { return }
    setMarks(properties[slot].marks.union(.vacant), of: slot)
  }

  /// The first that listens to a property for itself or for another link; 0 for none.
  private func firstListener(in slot: UInt32) -> UInt32 {
    var link = properties[slot].firstLink
    while link != 0, !isListening(link) { link = links[link].next }
    return link
  }

  /// Whether a link shares its place in the list with the other bindings that read the property. The
  /// way back of a two-way binding, and one that was written to the left, observe what they belong to.
  private func sharesPlace(_ link: UInt32) -> Bool {
    links[owner(of: link)].flags.isDisjoint(with: [.observer, .computed, .reverse, .leftward])
  }

  /// The link behind which one enters that shares its place: the last of the others. If there are none,
  /// a binding that writes the property from its right end holds the place for them.
  ///
  /// - Returns: 0 for the beginning of the list.
  /// - Complexity: O(*n*) in the number of listeners behind that place, and of what writes the property.
  private func linkBeforeShared(in slot: UInt32) -> UInt32 {
    let head = properties[slot].firstLink
    let tail = links[head].previous
    var link = tail
    while !sharesPlace(link), link != head { link = links[link].previous }
    if sharesPlace(link) { return link }
    let holders = writers(of: slot).filter { links[$0].flags.contains(.leftward) }
    guard let place = holders.map({ links[$0].serial }).min() else { return tail }
    link = tail
    while links[link].serial > place {
      if link == head { return 0 }
      link = links[link].previous
    }
    return link
  }

  /// Whether `link` was made before `other`. Of the two directions of one binding, the forward one
  /// was.
  private func isOlder(_ link: UInt32, than other: UInt32) -> Bool {
    let serials = (links[link].serial, links[other].serial)
    if serials.0 != serials.1 { return serials.0 < serials.1 }
    return owner(of: link) < owner(of: other)
  }

  /// The link that a step belongs to; the link itself if it is not a step.
  @inline(__always)
  package func owner(of link: UInt32) -> UInt32 {
    links[link].listener(at: link)
  }

  /// Takes `link` out of its list; it keeps its own pointers.
  ///
  /// - Parameter read: What its link has just read instead.
  mutating func remove(_ link: UInt32, reading read: Set<UInt32> = []) {
    let slot = links[link].source
    let isFirst = properties[slot].firstLink == link
    let leavesGap =
      knobs.keepsPrefix && isListening(link)
      || knobs.subscribesEachRun && !links[link].flags.contains(.away)
    if knobs.keeps { forgetKept(link) }
    if knobs.keepsFirstPlace { leaveFirstPlace(link) }
    unlinkRaw(link)
    if isLogging { appendLog(.unlinked, slot: slot, link: link) }
    noteEdgeRemoved(at: slot)
    if leavesGap { fillGap(after: isFirst ? 0 : links[link].previous, in: slot) }
    if knobs.keepsPrefix {
      unsubscribe(slot, unlessIn: read)
    } else if knobs.subscribesWhileObserved, properties[slot].flags.contains(.computed) {
      agenda.unobserved.append(slot)
    }
  }

  mutating func unlinkRaw(_ link: UInt32) {
    if awaited.isInUse { noteListened(by: link) }
    let slot = links[link].source
    let head = properties[slot].firstLink
    let next = links[link].next
    let previous = links[link].previous
    if head == link {
      properties[slot].firstLink = next
      if next != 0 { links[next].previous = previous }
    } else {
      links[previous].next = next
      links[next == 0 ? head : next].previous = previous
    }
  }

  /// Puts `link` between the neighbours that it has, the tail being that of a head. It undoes
  /// `unlinkRaw`, while the lists are as they were right after it.
  mutating func relinkRaw(_ link: UInt32) {
    let slot = links[link].source
    let next = links[link].next
    let previous = links[link].previous
    if properties[slot].firstLink == next {
      // It is the head, with the tail as its `previous`: only removing a head leaves that.
      properties[slot].firstLink = link
      if next != 0 { links[next].previous = link }
    } else {
      links[previous].next = link
      links[next == 0 ? properties[slot].firstLink : next].previous = link
    }
    if awaited.isInUse { noteListened(by: link) }
  }

  // MARK: Going through

  /// The links that observe `slot`, in the order in which they were made.
  package func observers(of slot: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    var current = properties[slot].firstLink
    while current != 0 {
      found.append(current)
      current = links[current].next
    }
    return found
  }

  /// The links that write `slot`, in the order in which they were made.
  package func writers(of slot: UInt32) -> [UInt32] {
    guard slot != 0 else { return [] }
    var found: [UInt32] = []
    var current = firstIncoming[slot]
    while current != 0 {
      found.append(current)
      current = links[current].nextIncoming
    }
    return found.sorted { (links[$0].serial, $0) < (links[$1].serial, $1) }
  }

  /// The links that will write a property when they fire next, because the path to their target leads
  /// there now.
  ///
  /// - Complexity: O(*n*) in the links.
  func linksOnWay(to slot: UInt32) -> [UInt32] {
    guard slot != 0 else { return [] }
    return (1..<UInt32(max(links.count, 1))).filter { link in
      let record = links[link]
      guard record.flags.isDisjoint(with: [.dead, .step]), record.detail != 0,
        record.target != slot, case .path(let path) = details[record.detail].target
      else { return false }
      return lastSlot(of: paths[Int(path)]) == slot
    }
  }

  /// The further links of a link that observes a whole path.
  func steps(of link: UInt32) -> [UInt32] {
    let detail = links[link].detail
    guard detail != 0 else { return [] }
    var found: [UInt32] = []
    var current = details[detail].firstStep
    while current != 0 {
      found.append(current)
      current = links[current].nextIncoming
    }
    return found
  }

  /// The properties that `link` observes, along its way.
  package func sources(of link: UInt32) -> [UInt32] {
    let own = links[link].source
    let further = steps(of: link).map { links[$0].source }
    return own == 0 ? further : [own] + further
  }

  // For searches in other modules, which visit many links and keep none: no arrays are made.

  /// Calls `goesOn` for each living link that observes `slot`, until it returns false.
  ///
  /// - Returns: Whether it returned true for all.
  package func forEachLink(observing slot: UInt32, _ goesOn: (UInt32) -> Bool) -> Bool {
    var current = properties[slot].firstLink
    while current != 0 {
      let link = owner(of: current)
      if isLiving(link: link), !goesOn(link) { return false }
      current = links[current].next
    }
    return true
  }

  /// Calls `goesOn` for each living link that writes `slot`, until it returns false.
  ///
  /// - Returns: Whether it returned true for all.
  package func forEachLink(writing slot: UInt32, _ goesOn: (UInt32) -> Bool) -> Bool {
    var current = firstIncoming[slot]
    while current != 0 {
      if isLiving(link: current), !goesOn(current) { return false }
      current = links[current].nextIncoming
    }
    return true
  }

  /// Calls `goesOn` for each property that `link` observes and that can change, along its way,
  /// until it returns false.
  ///
  /// - Returns: Whether it returned true for all.
  package func forEachSource(of link: UInt32, _ goesOn: (UInt32) -> Bool) -> Bool {
    let own = links[link].source
    if own != 0, !isCallable(own), !goesOn(own) { return false }
    let detail = links[link].detail
    var step = detail == 0 ? 0 : details[detail].firstStep
    while step != 0 {
      let source = links[step].source
      if !isCallable(source), !goesOn(source) { return false }
      step = links[step].nextIncoming
    }
    return true
  }

  /// The property that a binding writes; 0 for an observer.
  package func written(by link: UInt32) -> UInt32 {
    links[link].flags.contains(.observer) ? 0 : links[link].target
  }

  package func isLiving(link: UInt32) -> Bool { !links[link].flags.contains(.dead) }

  /// Whether anything observes a property.
  package func hasObservers(_ slot: UInt32) -> Bool { properties[slot].firstLink != 0 }

  /// Whether a binding writes a property.
  package func isWritten(_ slot: UInt32) -> Bool { firstIncoming[slot] != 0 }
}
