// `computed = own`: a `computed` property is nothing by itself. Each listener has one of its own,
// evaluated for it alone: a link with the flag `own`, whose `nextIncoming` is the listener, a link or
// a step in the list of the property.
//
// `computed = shared`: the link of the property is subscribed as long as it has listeners.
//
// In both, a `computed` that nothing listens to is evaluated when it is read, if anything has changed
// since the last time. Its steps stay in the lists, for the graph, but nothing is passed on to it.
extension GraphCore {
  /// Whether a link is that of a `computed` property to which no change is passed on.
  @inline(__always)
  func isIdle(_ link: UInt32) -> Bool {
    knobs.idlesComputed && links[link].flags.contains(.computed)
      && links[link].flags.isDisjoint(with: [.own, .subscribed])
  }

  /// The listener for which the `computed` at `slot` is needed: that of the firing or evaluation on top of
  /// the stack; 0 if that does not listen to it.
  @inline(__always)
  func listener(to slot: UInt32) -> UInt32 { knobs.ownsComputed ? topListener(to: slot) : 0 }

  @inline(never)
  private func topListener(to slot: UInt32) -> UInt32 {
    // Where another semantics is tried, the target of a binding may still be marked.
    guard frames.count > 0, isComputed(slot) else { return 0 }
    let frame = frames.base[frames.count - 1]
    switch frame.phase {
    case .computed, .source, .discover, .readSource, .attach: break
    default: return 0
    }
    let link = frame.link
    guard !isIdle(link), !links[link].flags.isDisjoint(with: [.linked, .computed]) else { return 0 }
    if links[link].source == slot { return link }
    return steps(of: link).first { links[$0].source == slot } ?? 0
  }

  /// Whether what a link or a step observes must be evaluated before it can be read: it is stale, or a
  /// `computed` that is not evaluated for it yet.
  func isUnready(_ node: UInt32) -> Bool {
    let slot = links[node].source
    guard knobs.idlesComputed, properties[slot].flags.contains(.computed) else {
      return properties[slot].marks.contains(.stale)
    }
    // What passes only one value listens to nothing, so that nothing is evaluated for it alone.
    let flags = links[owner(of: node)].flags
    if flags.contains(.once), !flags.contains(.linked) {
      return properties[slot].marks.contains(.stale)
    }
    if knobs.ownsComputed { return keeping.owners[node] == nil }
    return properties[slot].marks.contains(.stale) || isIdle(computedLink(of: slot))
  }

  /// Evaluates the `computed` at `slot` for one listener.
  mutating func computeOwn(_ slot: UInt32, for node: UInt32, cause: UInt32, isRoot: Bool)
    -> Suspension?
  {
    fireComputed(
      keeping.owners[node] ?? makeOwn(slot, for: node), cause: cause, delivers: false,
      isRoot: isRoot)
  }

  private mutating func makeOwn(_ slot: UInt32, for node: UInt32) -> UInt32 {
    let original = details[links[computedLink(of: slot)].detail]
    let link = allocateLink()
    let detail = LinkDetail(source: original.source, target: .property, sender: original.sender)
    links[link] = LinkRecord(
      next: 0, previous: 0, source: 0, target: slot, detail: allocateDetail(detail),
      flags: [.computed, .special, .own, .subscribed], serial: links[owner(of: node)].serial,
      nextIncoming: node)
    keeping.enter(own: link, of: node, at: slot)
    appendLog(.madeLink, link: link)
    return link
  }

  /// A link has gone its way: each `computed` on it is its own before it goes on.
  ///
  /// - Returns: How that is evaluated; nil if all are.
  mutating func ownWay(of link: UInt32, _ way: [UInt32], isFirst: Bool) -> Suspension? {
    guard knobs.idlesComputed else { return nil }
    if isFirst, let error = attachWhileFiring(link, way) { return fail(error) }
    guard links[link].flags.contains(.linked) else { return nil }
    if !way.isEmpty { follow(link, way) }
    return makeReady(link)
  }

  private func firstUnready(_ link: UInt32) -> UInt32? {
    ([link] + steps(of: link)).first { isUnready($0) }
  }

  /// Whether a link reads a `computed` that is not evaluated for it yet.
  func hasUnready(_ link: UInt32) -> Bool { firstUnready(link) != nil }

  /// Evaluates the next `computed` that a link reads and that is not evaluated for it yet.
  ///
  /// - Returns: nil if all are.
  mutating func makeReady(_ link: UInt32) -> Suspension? {
    firstUnready(link).flatMap { compute(links[$0].source) }
  }

  /// A listener ends, and the `computed` that was its own.
  mutating func endOwn(of node: UInt32) {
    guard let link = keeping.owners[node] else { return }
    keeping.leave(own: link, of: node, at: links[link].target)
    for step in steps(of: link) { endStep(step) }
    appendLog(.endedLink, link: link)
    links[link].flags.insert(.dead)
    pending.add(link: link, reason: nil)
  }

  /// A `computed` that is a listener's own has been evaluated: the listener keeps its value, and fires if
  /// it was evaluated because of a change.
  mutating func passToOwner(_ value: Value, _ frame: Frame, event: UInt32) -> Suspension? {
    let node = links[frame.link].nextIncoming
    properties[frame.slot].marks.remove(.evaluating)
    guard frame.delivers else {
      keep(value, for: node)
      if frame.isRoot { showKept() }
      return frame.isRoot ? .done : nil
    }
    let entry = log.count
    keepAnnounced(value, for: node)
    let delivery = Frame(
      delivering: frame.slot, to: 0, newSerial: nextSerial, entry: UInt32(entry), link: 0,
      event: event, isRoot: false)
    return visit(node, in: delivery, isKept: true)
  }

  /// `computed = shared`: something is about to listen to `slot`.
  mutating func share(_ slot: UInt32) {
    let link = idleComputed(at: slot)
    guard link != 0 else { return }
    leaveWay(of: link)
    setFlags(links[link].flags.union(.subscribed), of: link)
    setMarks(properties[slot].marks.union(.stale), of: slot)
  }

  // MARK: Evaluated when read

  /// A `computed` that nothing listens to was evaluated: its value counts until something changes.
  mutating func noteFresh(_ slot: UInt32) { keeping.fresh.append(slot) }

  /// Something changes.
  mutating func makeStaleAgain() {
    guard !keeping.fresh.isEmpty else { return }
    let fresh = keeping.fresh
    keeping.fresh.removeAll(keepingCapacity: true)
    // What has been rolled back may be gone.
    for slot in fresh where properties[slot].flags.contains(.computed) && hasIdleLink(slot) {
      setMarks(properties[slot].marks.union(.stale), of: slot)
    }
  }

  private func hasIdleLink(_ slot: UInt32) -> Bool {
    writers(of: slot).contains { isIdle($0) }
  }

  // MARK: Another semantics

  /// Gives each listener of a `computed` one of its own, as if this semantics had always been in force, or
  /// takes them away. Must be called between turns.
  mutating func changeKeeping(from before: Knobs) {
    // What was kept when another semantics came is of no use any more.
    if knobs.keeps, !before.keeps {
      for node in keeping.values.keys.sorted() { forgetKept(node) }
    }
    if before.ownsComputed, !knobs.ownsComputed {
      var known: Set<UInt32> = []
      for node in keeping.owners.keys.sorted() {
        // Inner ones have ended with outer ones.
        guard let own = keeping.owners[node] else { continue }
        let link = computedLink(of: links[own].target)
        if known.insert(link).inserted { copyWay(of: own, to: link) }
        endOwn(of: node)
      }
    }
    if knobs.ownsComputed, !before.ownsComputed { giveOwn() }
    if knobs.idlesComputed, !before.idlesComputed { noteAllFresh() }
    if before.idlesComputed, !knobs.idlesComputed { keeping.fresh = [] }
  }

  /// Whatever keeps nothing yet keeps what is there now.
  mutating func keepPresent() {
    for node in 1..<UInt32(max(links.count, 1))
    where links[node].flags.isDisjoint(with: .dead)
      && !links[node].flags.isDisjoint(with: [.linked, .step]) && keeping.values[node] == nil
    {
      let slot = links[node].source
      guard slot != 0, !isIdle(owner(of: node)), !properties[slot].marks.contains(.stale),
        properties[slot].flags.isDisjoint(with: [.dead, .event, .callable])
      else { continue }
      keep(read(slot), for: node)
    }
  }

  private mutating func giveOwn() {
    var nodes = (1..<UInt32(max(links.count, 1))).filter { node in
      let flags = links[node].flags
      return flags.isDisjoint(with: [.dead, .computed])
        && !flags.isDisjoint(with: [.linked, .step])
        && !links[owner(of: node)].flags.contains(.computed)
    }
    nodes.reverse()
    while let node = nodes.popLast() {
      let slot = links[node].source
      guard properties[slot].flags.contains(.computed), !properties[slot].flags.contains(.dead)
      else { continue }
      let link = computedLink(of: slot)
      // What was not evaluated will be.
      guard details[links[link].detail].firstStep != 0 else { continue }
      let own = makeOwn(slot, for: node)
      copyWay(of: link, to: own)
      if !properties[slot].marks.contains(.stale) { keep(read(slot), for: node) }
      nodes += steps(of: own).reversed()
    }
  }

  /// Lets a link follow nothing. Its next way begins at the ends of the lists.
  private mutating func leaveWay(of link: UInt32) {
    for step in steps(of: link) { endStep(step) }
    saveDetail(of: link)
    details[links[link].detail].firstStep = 0
  }

  private mutating func copyWay(of link: UInt32, to other: UInt32) {
    leaveWay(of: other)
    setWay(of: other, to: steps(of: link).map { links[$0].source })
    // No turn is running in which they would be new.
    for step in steps(of: other) {
      links[step].flags.remove(.fresh)
      links[step].detail = 0
    }
    freshLinks.truncate(to: 0)
  }

  /// Any `computed` without listeners may have been evaluated.
  private mutating func noteAllFresh() {
    for link in 1..<UInt32(max(links.count, 1))
    where links[link].flags.contains(.computed) && !links[link].flags.contains(.dead)
      && isIdle(link)
    {
      noteFresh(links[link].target)
    }
  }
}
