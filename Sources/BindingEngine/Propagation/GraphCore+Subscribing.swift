// `subscribe = reading` and `afterwards`: a `computed` is subscribed to what it reads only while
// something observes it, and listeners are in the order in which that began.
//
// Without listeners it keeps its steps nevertheless: what it has read marks it, so reading it costs
// no more than elsewhere. It does not pass marks on, so the position of its steps has no effect;
// they move to the ends of their lists when it subscribes.
extension GraphCore {
  /// Whether a link, or the owner of a step, listens for itself or for another link.
  func isListening(_ link: UInt32) -> Bool {
    let flags = links[owner(of: link)].flags
    return !flags.contains(.computed) || flags.contains(.subscribed)
  }

  /// The `computed` that is evaluated at `slot` and is not subscribed yet; 0 for none.
  func idleComputed(at slot: UInt32) -> UInt32 {
    guard properties[slot].flags.contains(.computed), !properties[slot].flags.contains(.dead) else {
      return 0
    }
    let link = computedLink(of: slot)
    return links[link].flags.contains(.subscribed) ? 0 : link
  }

  /// Something is about to observe `slot`. If that is a `computed`, it subscribes, too.
  mutating func subscribeComputed(at slot: UInt32) {
    let link = idleComputed(at: slot)
    if link == 0 || knobs.ownsComputed { return }
    if knobs.comparesComputed { return share(slot) }
    if knobs.keepsPrefix { subscribeInOrder(link) } else { subscribe(link) }
  }

  /// Subscribes a `computed` to what it has read last, and also the computed properties among that.
  ///
  /// - Complexity: O(*n*) in the properties that these read.
  mutating func subscribe(_ link: UInt32) {
    var pending: [(steps: [UInt32], moved: Int, opened: Int)] = []
    func open(_ link: UInt32, in core: inout GraphCore) {
      core.setFlags(core.links[link].flags.union(.subscribed), of: link)
      if core.knobs.holdsEffects { core.noteFirstReading(by: link) }
      pending.append((core.steps(of: link), 0, 0))
    }
    open(link, in: &self)
    while let (steps, moved, opened) = pending.last {
      let top = pending.count - 1
      // What it reads subscribes first: one by one, or all of it before it takes any place itself.
      if opened < steps.count, opened == moved || knobs.subscribesAfterwards {
        pending[top].opened += 1
        let inner = idleComputed(at: links[steps[opened]].source)
        if inner != 0 { open(inner, in: &self) }
      } else if moved < steps.count {
        moveLast(steps[moved])
        pending[top].moved += 1
      } else {
        pending.removeLast()
      }
    }
  }

  /// Moves a link to the end of its list. This neither adds nor removes an edge.
  mutating func moveLast(_ link: UInt32) {
    let slot = links[link].source
    let last = links[properties[slot].firstLink].previous
    if last == link { return }
    unlinkRaw(link)
    if isLogging {
      appendLog(.unlinked, slot: slot, link: link)
      noteNeighbours(of: link)
    }
    links[link].next = 0
    links[link].previous = last
    links[last].next = link
    links[properties[slot].firstLink].previous = link
    if isLogging { appendLog(.linked, slot: slot, link: link) }
  }

  // MARK: While something is evaluated

  /// The evaluation on top of the stack has reached `slot`, which must be evaluated first. It takes
  /// its places before that one does.
  mutating func subscribeEarly(reading slot: UInt32) {
    if knobs.keepsPrefix { return subscribeRead() }
    if knobs.subscribesEachRun { return takePlacesEarly() }
    guard knobs.subscribesReading, frames.count > 0 else { return }
    if let level = effectLevel {
      _ = step(ofEffectAt: level, reading: slot)
      return
    }
    let frame = frames[UInt32(frames.count - 1)]
    guard frame.phase == .computed || frame.phase == .source || frame.phase == .discover,
      !links[frame.link].flags.isDisjoint(with: [.subscribed, .linked])
    else { return }
    for position in frame.readBase..<UInt32(reads.count) {
      addStep(at: reads[position], to: frame.link)
    }
    addStep(at: slot, to: frame.link)
  }

  /// Lets `link` observe one more property, unless it already does.
  ///
  /// - Returns: The step that observes it; 0 if the link does so itself.
  @discardableResult
  mutating func addStep(at slot: UInt32, to link: UInt32) -> UInt32 {
    guard slot != links[link].source else { return 0 }
    let detail = links[link].detail
    var last: UInt32 = 0
    var step = details[detail].firstStep
    while step != 0 {
      if links[step].source == slot {
        if !links[step].flags.contains(.forgotten) { return step }
        if links[link].flags.contains(.computed) {
          links[step].flags.remove(.forgotten)
          moveLast(step)
          return step
        }
        setFlags(links[link].flags.union(.twice), of: link)
      }
      last = step
      step = links[step].nextIncoming
    }
    let made = makeStep(at: slot, of: link)
    if last == 0 {
      saveDetail(of: link)
      details[detail].firstStep = made
    } else {
      appendLog(.nextStep, slot: 0, link: last)
      links[last].nextIncoming = made
    }
    insert(made)
    return made
  }

  // MARK: When a firing ends

  /// `subscribe = afterwards`: a binding has written and is subscribed from now on, before anything
  /// fires that it has set off. It is due again if what it has read is computed from what it wrote.
  ///
  /// - Returns: Whether it is evaluated again because of that, to find out what it reads.
  mutating func isEvaluatedToSubscribe(_ frame: Frame) -> Bool {
    let link = frame.link
    let flags = links[link].flags
    guard flags.isDisjoint(with: [.dead, .once, .observer, .forward, .reverse]), hasSource(link)
    else { return false }
    if !flags.contains(.linked) {
      if !knobs.keepsPlainWrites {
        resolve(link)
        replaceWriters(with: link)
      }
      if links[link].source == 0 || isWay(link) { return attachHalf(link, isRoot: false) }
      joinTarget(link)
      insert(link)
    }
    enqueueAgain(link, at: links[link].source, event: frame.event)
    let detail = links[link].detail
    var step = detail == 0 ? 0 : details[detail].firstStep
    while step != 0 {
      enqueueAgain(link, at: links[step].source, event: frame.event)
      step = links[step].nextIncoming
    }
    return false
  }

  private mutating func enqueueAgain(_ link: UInt32, at slot: UInt32, event: UInt32) {
    let marks = properties[slot].marks
    guard marks.contains(.stale) else { return }
    let due = Due(link: link, entry: .max, slot: slot, event: event)
    // In a queue this cannot fail.
    _ = QueueOrder.enqueue(due, isCertain: !marks.contains(.unsure), by: link, in: &self)
  }

  // MARK: Unsubscribing

  /// Unsubscribes each `computed` that has lost its last listener.
  mutating func leaveUnobserved() {
    while agenda.unobserved.count > 0 {
      let slot = agenda.unobserved.removeLast()
      if knobs.keepsPrefix {
        unsubscribe(slot, unlessIn: [])
        continue
      }
      let flags = properties[slot].flags
      guard flags.contains(.computed), !flags.contains(.dead), !isObserved(slot) else { continue }
      let link = computedLink(of: slot)
      guard links[link].flags.contains(.subscribed) else { continue }
      if knobs.keepsFirstPlace { for step in steps(of: link) { leaveFirstPlace(step) } }
      setFlags(links[link].flags.subtracting(.subscribed), of: link)
      if knobs.subscribesAfterwards || knobs.idlesComputed {
        setMarks(properties[slot].marks.union(.stale).subtracting(.unsure), of: slot)
      }
      var step = details[links[link].detail].firstStep
      while step != 0 {
        let source = links[step].source
        if properties[source].flags.contains(.computed) { agenda.unobserved.append(source) }
        step = links[step].nextIncoming
      }
    }
  }

  /// Whether anything observes a property for itself, or for something else.
  func isObserved(_ slot: UInt32) -> Bool {
    var node = properties[slot].firstLink
    while node != 0 {
      if isListening(node) { return true }
      node = links[node].next
    }
    return false
  }

  /// Whether the listeners of a property are in the order in which they subscribed.
  package var ordersBySubscription: Bool { knobs.entersLast }

  /// The listeners of `slot`, in the order in which they subscribed, each with the `computed`
  /// through which it listens, 0 for none. Of several listeners to such a `computed` only the first
  /// is included.
  ///
  /// - Complexity: O(*n*) in its listeners, and in those of the `computed` among them.
  package func subscribers(of slot: UInt32) -> [(link: UInt32, through: UInt32)] {
    observers(of: slot).compactMap { node in
      let link = owner(of: node)
      guard links[link].flags.contains(.computed) else { return (link, 0) }
      return firstListener(to: links[link].target).map { ($0, links[link].target) }
    }
  }

  private func firstListener(to computed: UInt32) -> UInt32? {
    var pending = [computed]
    var seen: Set = [computed]
    while let slot = pending.popLast() {
      let found = observers(of: slot).map { owner(of: $0) }
      if let link = found.first(where: { !links[$0].flags.contains(.computed) }) { return link }
      for link in found where seen.insert(links[link].target).inserted {
        pending.append(links[link].target)
      }
    }
    return nil
  }

  // MARK: Another semantics

  /// Finds out which `computed` properties would be subscribed if this semantics had always been in
  /// force. All of them stay where they are.
  mutating func changeSubscribing(from before: Knobs) {
    if knobs.entersLast { hasReordered = true }
    changeKeeping(from: before)
    guard knobs.subscribesWhileObserved,
      !before.subscribesWhileObserved || before.ownsComputed != knobs.ownsComputed
    else { return }
    var pending: [UInt32] = []
    for link in 1..<UInt32(max(links.count, 1)) where !links[link].flags.contains(.dead) {
      if links[link].flags.contains(.subscribed), !links[link].flags.contains(.own) {
        setFlags(links[link].flags.subtracting(.subscribed), of: link)
      }
      let flags = links[owner(of: link)].flags
      let isInList = !links[link].flags.isDisjoint(with: [.linked, .step])
      if isInList, !flags.contains(.computed) { pending.append(links[link].source) }
    }
    while let slot = pending.popLast() {
      let link = idleComputed(at: slot)
      guard link != 0, !knobs.ownsComputed else { continue }
      setFlags(links[link].flags.union(.subscribed), of: link)
      pending += sources(of: link)
    }
  }
}
