// `observers = after`: observers once the bindings are done.
extension SweepOrder {
  /// Evaluates all bindings that follow from a write, and notifies the observers of what changed.
  ///
  /// Qt does so since 6.3.
  static func wave(_ write: Delivery, in core: inout GraphCore) -> Suspension? {
    let slot = write.slot
    let begins = write.link == 0 || core.sweeps.waves.last ?? 0 == 0
    if begins {
      pushWave(isRoot: write.isRoot, in: &core)
      noteToNotify(slot, entry: write.entry, link: write.link, event: write.event, in: &core)
    } else {
      // It was met when its binding was evaluated.
      var position = core.sweeps.due.count - 1
      while position >= 0, core.sweeps.due.base[position].slot != slot { position -= 1 }
      if position >= 0 {
        core.sweeps.due.base[position].entry = write.entry
        core.sweeps.due.base[position].event = write.event
      }
    }
    core.properties[slot].marks.insert(.toNotify)
    return sweep(
      slot, entry: write.entry, event: write.event, isRoot: write.isRoot && !begins, .bindings,
      write.change, in: &core)
  }

  static func pushWave(isRoot: Bool, in core: inout GraphCore) {
    var frame = core.level(.wave, event: core.currentCause, isRoot: isRoot)
    frame.notifyBase = UInt32(core.sweeps.due.count)
    frame.place = frame.notifyBase
    core.push(frame)
    core.sweeps.waves.append(core.frames.count)
  }

  private static func noteToNotify(
    _ slot: UInt32, entry: UInt32, link: UInt32, event: UInt32, in core: inout GraphCore
  ) {
    core.sweeps.due.append(Due(link: link, entry: entry, slot: slot, event: event))
  }

  /// A wave reaches a binding: the observers of its target are notified in this order, as in Qt,
  /// whatever the value is and however often it is evaluated.
  static func noteTarget(of link: UInt32, in core: inout GraphCore) {
    guard core.sweeps.waves.last ?? 0 != 0, core.links[link].target != 0 else { return }
    noteToNotify(
      core.links[link].target, entry: .max, link: link, event: core.currentCause, in: &core)
  }

  static func goOnWithWave(in core: inout GraphCore) -> Suspension? {
    let top = UInt32(core.frames.count - 1)
    if !core.frames[top].isNotifying {
      let root = core.frames[top].place
      if root < core.frames[top].notifyBase + core.frames[top].batchCount {
        core.frames[top].place += 1
        let due = core.sweeps.due[root]
        return sweep(
          due.slot, entry: due.entry, event: due.event, isRoot: false, .bindings, in: &core)
      }
      core.frames[top].isNotifying = true
      core.frames[top].place = core.frames[top].notifyBase
      core.sweeps.waves[core.sweeps.waves.count - 1] = 0
    }
    let batch = core.frames[top].batchCount
    if batch == 0 { passOverUnobserved(in: &core) }
    let position = core.frames[top].place
    guard
      Int(position) < (batch > 0 ? Int(core.frames[top].notifyBase + batch) : core.sweeps.due.count)
    else {
      leaveWave(core.frames[top], in: &core)
      return core.finishFiring() ? .done : nil
    }
    if core.isInterrupted { return core.fail(.interrupted) }
    core.frames[top].place += 1
    var due = core.sweeps.due[position]
    if batch > 0 {
      core.properties[due.slot].marks.remove(.toNotify)
      return sweep(due.slot, entry: due.entry, event: due.event, isRoot: false, .deep, in: &core)
    }
    // One that was replaced or undone meanwhile has nothing to pass on.
    if due.link != 0, core.links[due.link].flags.contains(.dead) { return nil }
    guard core.properties[due.slot].marks.contains(.toNotify) else { return nil }
    core.properties[due.slot].marks.remove(.toNotify)
    if due.entry == .max {
      // It did not change at first.
      for later in Int(position)..<core.sweeps.due.count
      where core.sweeps.due.base[later].slot == due.slot
        && core.sweeps.due.base[later].entry != .max
      {
        due.entry = core.sweeps.due.base[later].entry
        due.event = core.sweeps.due.base[later].event
        break
      }
    }
    // A binding is not evaluated while the observers of its own property run.
    if due.link != 0, core.links[due.link].flags.isDisjoint(with: [.locked, .dead]) {
      core.lock(due.link, core.links.pointer(due.link))
      return sweep(
        due.slot, entry: due.entry, event: due.event, link: due.link, isRoot: false, .observers,
        in: &core)
    }
    return sweep(due.slot, entry: due.entry, event: due.event, isRoot: false, .observers, in: &core)
  }

  /// Skips properties that nothing observes but bindings, since most of a chain is such.
  private static func passOverUnobserved(in core: inout GraphCore) {
    let top = core.frames.pointer(UInt32(core.frames.count - 1))
    var position = Int(top.pointee.place)
    let end = min(core.sweeps.due.count, position + 1024)
    while position < end {
      let due = core.sweeps.due.base + position
      let slot = due.pointee.slot
      let isToNotify = core.properties.base[Int(slot)].marks.contains(.toNotify)
      let isDead =
        due.pointee.link != 0 && core.links.base[Int(due.pointee.link)].flags.contains(.dead)
      if isToNotify, !isDead {
        if hasObservers(slot, in: core) { break }
        core.properties.base[Int(slot)].marks.remove(.toNotify)
      }
      position += 1
    }
    top.pointee.place = UInt32(position)
  }

  private static func hasObservers(_ slot: UInt32, in core: borrowing GraphCore) -> Bool {
    var node = core.properties.base[Int(slot)].firstLink
    while node != 0 {
      let record = core.links.base + Int(node)
      let owner = record.pointee.listener(at: node)
      if core.links.base[Int(owner)].flags.contains(.observer) { return true }
      node = record.pointee.next
    }
    return false
  }

  /// After a batch everything has been evaluated. Observers are notified at their place among the
  /// bindings: those of a binding's target at the place of the binding.
  ///
  /// Qt 6.4 does so at the end of a property update group.
  static func notifyDeeply(_ node: UInt32, in core: inout GraphCore) -> Suspension? {
    let link = core.owner(of: node)
    if core.links[link].flags.contains(.observer) { return core.visit(node) }
    let target = core.links[link].target
    guard !core.links[link].flags.contains(.dead), core.properties[target].marks.contains(.toNotify)
    else {
      return nil
    }
    core.properties[target].marks.remove(.toNotify)
    core.lock(link, core.links.pointer(link))
    var entry = UInt32.max
    for position in 0..<UInt32(core.sweeps.due.count)
    where core.sweeps.due[position].slot == target && core.sweeps.due[position].entry != .max {
      entry = core.sweeps.due[position].entry
      break
    }
    return sweep(
      target, entry: entry, event: core.currentCause, link: link, isRoot: false, .deep, in: &core)
  }

  /// Must be called when a wave ends or is left.
  static func leaveWave(_ frame: Frame, in core: inout GraphCore) {
    for position in Int(frame.notifyBase)..<max(Int(frame.notifyBase), core.sweeps.due.count) {
      core.properties[core.sweeps.due[UInt32(position)].slot].marks.remove(.toNotify)
    }
    core.sweeps.due.setCount(min(core.sweeps.due.count, Int(frame.notifyBase)))
    core.sweeps.waves.removeLast()
  }

  /// Announces what changed in a batch: one wave takes all of it.
  static func announceInWave(in core: inout GraphCore) -> Bool {
    let count = core.sweeps.announced.count
    guard count > 0 else { return false }
    pushWave(isRoot: true, in: &core)
    core.frames[UInt32(core.frames.count - 1)].batchCount = UInt32(count)
    for position in 0..<UInt32(count) {
      let due = core.sweeps.announced[position]
      core.sweeps.due.append(due)
      if core.knobs.passesAnnounced { core.rare.noteAnnounced(due.entry, at: core.log.count - 1) }
      core.properties[due.slot].marks.insert(.toNotify)
    }
    core.sweeps.announced.forget()
    return true
  }
}
