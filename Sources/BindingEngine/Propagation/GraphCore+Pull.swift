// `computed = pull`: a `computed` is marked when something that it reads has changed, and worked out
// when it is read. One that only may have changed, because another `computed` that it reads was
// marked, is worked out only if that has come out with another value.
extension GraphCore {
  /// Whether somebody listens to a `computed` who reads it at once.
  func isWanted(_ slot: UInt32) -> Bool {
    var node = properties[slot].firstLink
    while node != 0 {
      if !links[owner(of: node)].flags.contains(.computed) { return true }
      node = links[node].next
    }
    return false
  }

  /// Marks a `computed` that nobody reads at once, and those behind it.
  ///
  /// One that is marked already has nothing to add, unless those behind it have not heard of that:
  /// after a silent write, or where it could not be worked out.
  mutating func pass(invalidating link: UInt32, _ delivery: Frame) -> Suspension? {
    let slot = links[link].target
    let isStale = properties[slot].marks.contains(.stale)
    if isStale, links[link].flags.contains(.announced) { return nil }
    links[link].flags.insert(.announced)
    if !isStale { setMarks(properties[slot].marks.union(.stale), of: slot) }
    guard properties[slot].firstLink != 0 else { return nil }
    return sweep(slot, entry: .max, event: delivery.event, isRoot: false)
  }

  // MARK: Copies that are read through

  /// Brings a property up to date that a plain binding writes, whose turn has not come yet: where
  /// values are pulled, such a property is read through to its source. As in JavaFX, where it has no
  /// value of its own.
  mutating func pullThrough(_ slot: UInt32) {
    guard knobs.pulls, knobs.delivery == .sweep else { return }
    var ways: [UInt32] = []
    var place = slot
    while let link = copy(into: place), ways.count < 1_000 {
      ways.append(link)
      place = links[link].source
    }
    for link in ways.reversed() {
      let target = links[link].target
      let value = read(links[link].source)
      guard value != read(target) else { continue }
      storePlain(value, at: properties.pointer(target), slot: target, link: link)
      rare.notePulled(target, entry: UInt32(log.count - 1))
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

  // MARK: Verifying

  /// Finds out whether a `computed` that may have changed has.
  mutating func verify(_ slot: UInt32, _ link: UInt32, isRoot: Bool) -> Suspension? {
    guard !properties[slot].marks.contains(.evaluating) else {
      return fail(.readsItself(circle(closedBy: slot, isDelivered: false)), isRoot: isRoot)
    }
    setMarks(properties[slot].marks.union(.evaluating), of: slot)
    var frame = level(.verify, slot: slot, event: currentCause, isRoot: isRoot)
    frame.evaluator = link
    push(frame)
    return nil
  }

  mutating func goOnVerifying() -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    let slot = frame.slot
    let marks = properties[slot].marks
    if marks.contains(.unsure) {
      if let source = staleSource(of: frame.evaluator) { return compute(source) }
      setMarks(marks.subtracting([.stale, .unsure, .evaluating]), of: slot)
      return finishFiring() ? .done : nil
    }
    setMarks(marks.subtracting(.evaluating), of: slot)
    let isRoot = frames.removeLast().isRoot
    return fireComputed(frame.evaluator, cause: frame.event, delivers: false, isRoot: isRoot)
  }

  /// A `computed` has come out with another value: what was marked because of it has changed too.
  mutating func confirm(behind slot: UInt32) {
    var node = properties[slot].firstLink
    while node != 0 {
      let link = owner(of: node)
      if links[link].flags.contains(.computed) {
        let target = links[link].target
        if properties[target].marks.contains(.unsure) {
          setMarks(properties[target].marks.subtracting(.unsure), of: target)
        }
      } else if links[link].flags.contains(.queued) {
        links[link].flags.insert(.confirmed)
      }
      node = links[node].next
    }
  }

  /// Passes over what was due and whose source could not be evaluated; nothing where what failed had
  /// been taken already. In the order in which `takeNext` takes.
  mutating func skipDue() {
    guard agenda.isPreparing else { return }
    let due: Due
    if agenda.head < agenda.queue.count {
      due = agenda.queue[UInt32(agenda.head)]
      agenda.head += 1
    } else if knobs.isTopological, agenda.heap.count > 0 {
      due = agenda.popFirst()
    } else if knobs.isTopological, agenda.laterHead < agenda.later.count {
      due = agenda.later[UInt32(agenda.laterHead)]
      agenda.laterHead += 1
    } else {
      return
    }
    links[due.link].flags.subtract([.queued, .confirmed])
    announceAnew(for: due.link)
  }
}
