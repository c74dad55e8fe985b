// `computed = ahead`: what a change has marked is evaluated before the other listeners that are due, in the
// order of marking, or when it is read. If its value is another then, it marks its own listeners like a
// write. What only may have changed, because something that it reads was marked, looks at that first.
//
// An update is what belongs to one write, to a batch or to a round of the queue. What is read and may have
// changed has an update of its own, which ends before it is read.
extension GraphCore {
  mutating func beginUpdate() { agenda.updates.open() }

  /// A change has marked a `computed`.
  ///
  /// - Parameters:
  ///   - due: The change, with its event.
  ///   - slot: What it reads of that.
  mutating func makeDueAhead(_ due: Due, _ link: UInt32, behind slot: UInt32) {
    var due = due
    (due.link, due.slot) = (link, slot)
    due.serial = links[link].serial
    agenda.updates.due.append(due)
  }

  /// Evaluates the next `computed` of the outermost update, unless it is up to date by now.
  mutating func takeNextAhead() -> Suspension? { evaluateAhead(agenda.updates.takeNext()) }

  private mutating func evaluateAhead(_ due: Due) -> Suspension? {
    let link = due.link
    guard links[link].serial == due.serial, links[link].flags.contains(.computed),
      !links[link].flags.contains(.dead)
    else { return nil }
    let marks = properties[links[link].target].marks
    guard marks.contains(.stale), !marks.contains(.evaluating) else { return nil }
    if marks.contains(.unsure) { return lookUp(link, cause: due.event, due.slot) }
    return evaluate(link, cause: due.event)
  }

  private mutating func evaluate(_ link: UInt32, cause: UInt32) -> Suspension? {
    guard mayEvaluateAgain(link) else {
      return failRunaway(.firings, isRoot: false, limit: knobs.evaluationLimit)
    }
    return fireComputed(link, cause: cause, delivers: false)
  }

  // MARK: What may have changed

  /// Looks at what a `computed` or an effect has read and evaluates what of that is marked. If that changes,
  /// it marks this, too, which then has its turn again.
  ///
  /// - Parameter slot: What was marked because of which it may have changed.
  mutating func lookUp(_ link: UInt32, cause: UInt32, _ slot: UInt32) -> Suspension? {
    let target = links[link].target
    if links[link].flags.contains(.computed) {
      setMarks(properties[target].marks.subtracting([.stale, .unsure]), of: target)
    } else {
      links[link].flags.subtract([.queued, .confirmed])
    }
    var frame = level(.lookUp, slot: slot, event: cause, isRoot: false)
    frame.examined = link
    frame.nextStep = links[link].source != 0 ? link : next(ofSource: link)
    push(frame)
    return nil
  }

  mutating func goOnLookingUp() -> Suspension? {
    let top = UInt32(frames.count - 1)
    while true {
      let frame = frames[top]
      let node = frame.nextStep
      guard node != 0 else {
        if !links[frame.examined].flags.contains(.queued) {
          passOverEffect(
            Due(link: frame.examined, entry: .max, slot: frame.slot, event: frame.event))
        }
        return finishFiring() ? .done : nil
      }
      frames[top].nextStep = next(ofSource: node)
      let slot = links[node].source
      let marks = properties[slot].marks
      guard properties[slot].flags.contains(.computed), marks.contains(.stale),
        marks.isDisjoint(with: [.evaluating, .unreadable])
      else { continue }
      let link = computedLink(of: slot)
      if marks.contains(.unsure) { return lookUp(link, cause: frame.event, slot) }
      if agenda.updates.isEvaluated(link) { continue }
      return evaluate(link, cause: frame.event)
    }
  }

  // MARK: Updates inside others

  /// Something that may have changed is about to be read, or to be passed by: what it depends on is evaluated
  /// now, whatever else is due.
  ///
  /// - Parameter slot: What is about to be read, or was marked.
  mutating func openUpdate(
    by link: UInt32, _ slot: UInt32, cause: UInt32, isRoot: Bool
  ) -> Suspension? {
    beginUpdate()
    var frame = level(.update, slot: slot, event: cause, isRoot: isRoot)
    frame.notifyBase = UInt32(agenda.updates.due.count)
    frame.place = frame.notifyBase
    push(frame)
    return lookUp(link, cause: cause, slot)
  }

  mutating func goOnUpdating() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let place = Int(frames[top].place)
    guard place < agenda.updates.due.count else { return finishUpdating() ? .done : nil }
    frames[top].place += 1
    return evaluateAhead(agenda.updates.due[place])
  }

  /// - Returns: Whether that was what `run()` had been called for.
  mutating func finishUpdating() -> Bool {
    agenda.updates.leave(to: Int(frames[UInt32(frames.count - 1)].notifyBase))
    return finishFiring()
  }

  // MARK: Effects in effects

  /// Before an effect runs, those around it go that are due and have not run in this round, the outermost
  /// first.
  ///
  /// - Returns: nil if there is none.
  mutating func fireAround(_ due: Due) -> Suspension?? {
    guard knobs.endsInner, links[due.link].flags.contains([.effect, .confirmed]) else { return nil }
    if agenda.updates.aroundHead != agenda.head {
      agenda.updates.aroundHead = agenda.head
      agenda.updates.around = around(due.link)
    }
    guard let outer = agenda.updates.around.popLast() else { return nil }
    guard links[outer].flags.contains(.queued) else { return .some(nil) }
    let isConfirmed = links[outer].flags.contains(.confirmed)
    var position = agenda.head
    while position < agenda.queue.count, agenda.queue.base[position].link != outer { position += 1 }
    let own = position < agenda.queue.count ? agenda.queue.base[position] : due
    guard isConfirmed else {
      return openUpdate(by: outer, own.slot, cause: own.event, isRoot: false)
    }
    var next = own
    next.link = outer
    return fireDue(next)
  }

  private func around(_ link: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    var maker = details[links[link].detail].maker
    while maker != 0, !links[maker].flags.contains(.dead), !agenda.updates.isEvaluated(maker) {
      if links[maker].flags.contains(.queued) { found.append(maker) }
      maker = details[links[maker].detail].maker
    }
    return found
  }

  // MARK: Forgetting

  /// Nothing is due any more.
  mutating func forgetUpdates() {
    agenda.updates.forget()
    forgetReaders()
  }
}
