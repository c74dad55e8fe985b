// `passed = kept`: each listener gets the value that was announced, and what has several sources keeps
// the last value of each, as a stream that combines others does. While such an expression is
// evaluated, its sources have the values that it keeps; nothing else can read them meanwhile.
//
// A choice in it follows what it has chosen only until its condition is notified: then it leaves that,
// and begins to follow again what it chooses, as a stream of streams does.
extension GraphCore {
  /// What a link reads from its own source: what it was notified of, unless it fires for another reason.
  func keptSource(of link: UInt32, _ frame: Frame) -> Value? {
    guard knobs.keeps, let value = keeping.values[link] else { return nil }
    return frame.slot != 0 || keeping.owners[link] != nil ? living(value) : nil
  }

  /// A link or a step leaves its list.
  mutating func forgetKept(_ node: UInt32) {
    endOwn(of: node)
    guard let value = keeping.values.removeValue(forKey: node) else { return }
    appendLog(.kept, value, slot: 1, link: node)
  }

  /// Keeps what a link or a step was notified of.
  mutating func keep(_ value: Value, for node: UInt32) {
    let before = keeping.values[node]
    appendLog(.kept, before ?? .nil, slot: before == nil ? 0 : 1, link: node)
    keeping.values[node] = value
  }

  /// The value with which a delivery announces its change.
  func announced(by delivery: Frame) -> Value {
    if let last = keeping.announced.last(where: { $0.slot == delivery.slot }),
      last.entry == delivery.entry
    {
      return living(last.value)
    }
    return value(of: delivery.slot, announcedIn: delivery.entry)
  }

  /// What a listener is notified of is kept. If it is in the condition of a choice, what that has chosen
  /// is left.
  mutating func keepAnnounced(_ value: Value, for node: UInt32) {
    keep(value, for: node)
    guard links[node].flags.contains(.step),
      let conditions = keeping.choices[node]?.conditions, conditions != 0
    else { return }
    let link = owner(of: node)
    let steps = steps(of: link)
    let rest = steps.filter { keeping.choices[$0].map { $0.branches & conditions == 0 } ?? true }
    guard rest.count < steps.count else { return }
    keeping.left = (link, steps.filter { !rest.contains($0) }.map { links[$0].source })
    setWay(of: link, to: rest.map { links[$0].source })
  }

  /// The delivery on top of the stack notifies of a `computed` property. Whether an earlier one does so
  /// still is noted.
  mutating func noteNotifying(_ slot: UInt32) {
    let level = keeping.notifying.updateValue(frames.count, forKey: slot) ?? 0
    guard renotified == nil, level > 0, level < frames.count,
      frames.base[level - 1].isDelivery, frames.base[level - 1].slot == slot
    else { return }
    keeping.renotified = (counts.epoch, slot, frames.base[level].link)
  }

  /// The first `computed` property that has changed in the last turn while it notified, under
  /// `passed = kept`, and the listener that it notified then.
  package var renotified: (property: UInt32, listener: UInt32)? {
    guard let found = keeping.renotified, found.epoch == counts.epoch else { return nil }
    return (found.property, found.listener)
  }

  // MARK: Evaluating

  /// Whether the evaluation of a link sees what it keeps.
  private func seesKept(_ link: UInt32) -> Bool {
    links[link].detail != 0 && !isIdle(link)
      && !links[link].flags.isDisjoint(with: [.linked, .computed])
  }

  /// Lets the sources of the firing or evaluation on top of the stack have the values that it keeps.
  @inline(__always)
  mutating func showKept() {
    if knobs.keeps { showTop() }
  }

  @inline(never)
  private mutating func showTop() {
    guard frames.count > 0, keeping.level == 0 else { return }
    let frame = frames.base[frames.count - 1]
    guard [.source, .computed, .discover].contains(frame.phase) else { return }
    // What was evaluated for nobody is not what this listens to.
    if seesKept(frame.link) { makeStaleAgain() }
    show(keptBy: frame.link)
  }

  mutating func show(keptBy link: UInt32) {
    guard knobs.keeps, keeping.level == 0, seesKept(link) else { return }
    keeping.level = frames.count
    var overtaken: (slot: UInt32, kept: Value)?
    func show(_ node: UInt32, in core: inout GraphCore) {
      guard let value = core.keeping.values[node] else { return }
      let slot = core.links[node].source
      let isStale = core.properties[slot].marks.contains(.stale)
      if isStale { core.properties[slot].marks.remove(.stale) }
      let own = core.exchange(core.living(value), in: slot)
      core.keeping.hidden.append((slot, own, isStale))
      if overtaken == nil, !core.properties[slot].flags.contains(.computed), own != value,
        core.keeping.announced.last(where: { $0.slot == slot })?.value != value
      {
        overtaken = (slot, value)
      }
    }
    if links[link].source != 0 { show(link, in: &self) }
    for step in steps(of: link) { show(step, in: &self) }
    if let (slot, kept) = overtaken { noteKeptGlitch(slot, kept) }
  }

  /// The evaluation on top of the stack is from a value that is another by now.
  private mutating func noteKeptGlitch(_ slot: UInt32, _ kept: Value) {
    let top = UInt32(frames.count - 1)
    guard !frames[top].marks.contains(.overtaken),
      let own = keeping.hidden.last(where: { $0.slot == slot })
    else { return }
    frames[top].marks.insert(.overtaken)
    turn.glitches += 1
    guard notesEvents else { return }
    var link = frames[top].link
    while links[link].flags.contains(.own) { link = owner(of: links[link].nextIncoming) }
    record(
      .glitch, .kept, cause: frames[top].event, link: link, property: slot,
      other: links[link].flags.contains(.computed) ? links[link].target : 0, old: living(kept),
      new: own.value)
  }

  /// Gives all sources the values that they have, if an evaluation sees what it keeps.
  @inline(__always)
  mutating func hideKept() {
    if keeping.level != 0 { hideShown() }
  }

  @inline(never)
  private mutating func hideShown() {
    keeping.level = 0
    for (slot, value, isStale) in keeping.hidden.reversed() {
      _ = exchange(value, in: slot)
      if isStale { properties[slot].marks.insert(.stale) }
    }
    keeping.hidden.removeAll(keepingCapacity: true)
  }

  /// The driver has reached a part of a choice in the expression that it evaluates.
  ///
  /// - Parameter choice: Its number in the expression.
  package mutating func enter(_ part: ChoicePart, of choice: Int) {
    guard knobs.keeps, choice < 64, frames.count > 0 else { return }
    let level = frames.count
    var place = ChoicePlace()
    if let last = keeping.entered.last, last.level == level { place = last.place }
    let bit: UInt64 = 1 << UInt64(choice)
    switch part {
    case .condition: place.conditions |= bit
    case .branch:
      place.conditions &= ~bit
      place.branches |= bit
    case .end: place.branches &= ~bit
    }
    keeping.entered.append((level, reads.count, place))
  }

  /// In which choices the evaluation on top of the stack has read what it has read.
  func choicePlaces(ofReadsFrom frame: Frame) -> [UInt32: ChoicePlace] {
    guard [.source, .computed, .discover].contains(frame.phase) else { return [:] }
    let (level, base) = (frames.count, frame.readBase)
    let entered = keeping.entered.filter { $0.level == level }
    var places: [UInt32: ChoicePlace] = [:]
    guard !entered.isEmpty else { return places }
    var next = entered.startIndex
    var place = ChoicePlace()
    for position in Int(base)..<max(Int(base), reads.count) {
      while next < entered.endIndex, entered[next].reads <= position {
        place = entered[next].place
        next += 1
      }
      let slot = reads[UInt32(position)]
      places[slot] = places[slot].map { $0.joined(with: place) } ?? place
    }
    return places
  }

  /// A link has been evaluated and follows what it has read: it keeps the values of what is new.
  mutating func keepRead(by link: UInt32) {
    guard seesKept(link) else { return }
    let places = keeping.places
    if keeping.left.link == link { keeping.left = (0, []) }
    for step in steps(of: link) {
      let slot = links[step].source
      let place = places[slot] ?? ChoicePlace()
      if keeping.choices[step] ?? ChoicePlace() != place { keeping.choices[step] = place }
      if keeping.values[step] == nil { keep(read(slot), for: step) }
    }
  }

  /// What a link follows, and what it has left because of the change for which it is evaluated.
  func sourcesBefore(of link: UInt32) -> [UInt32] {
    sources(of: link) + (keeping.left.link == link ? keeping.left.slots : [])
  }

  /// Whether a link that has been evaluated because of a change follows what it has read only when it has
  /// passed its value on.
  func followsLater(_ link: UInt32, _ way: [UInt32]) -> Bool {
    knobs.keeps && !knobs.subscribesReading && !way.isEmpty
      && details[links[link].detail].firstStep != 0
  }

  /// Lets the level on top of the stack begin to follow a way when it ends.
  mutating func followLater(_ way: [UInt32]) {
    keeping.later.append(
      Keeping.Following(
        level: frames.count, way: way, values: way.map { read($0) }, places: keeping.places))
  }

  /// The level on top of the stack ends.
  mutating func followAtEnd() {
    guard let last = keeping.later.last, last.level == frames.count else { return }
    keeping.later.removeLast()
    let link = frames.base[frames.count - 1].link
    guard !links[link].flags.contains(.dead) else { return }
    follow(link, last.way)
    for step in steps(of: link) where keeping.values[step] == nil {
      guard let place = last.way.firstIndex(of: links[step].source) else { continue }
      keep(living(last.values[place]), for: step)
    }
    keeping.places = last.places
    keepRead(by: link)
  }

  // MARK: Storing afterwards

  /// `stored = after`: announces a value to the listeners of a property, and stores it when they have
  /// been notified.
  mutating func announce(
    _ value: Value, in slot: UInt32, link: UInt32, event: UInt32, isRoot: Bool, _ change: ListChange
  ) -> Suspension? {
    var event = event
    if notesEvents {
      event = record(
        .write, .announced, cause: event, link: link, property: slot, old: read(slot), new: value,
        change: change)
    }
    appendLog(.announced, read(slot), slot: slot, link: link)
    let entry = lastEntry
    let suspension = deliver(
      slot, entry: entry, event: event, link: link, isRoot: isRoot, change)
    keeping.announced.append(
      Keeping.Announcement(
        level: frames.count, value: value, slot: slot, link: link, event: event, entry: entry))
    return suspension
  }

  /// The listeners of an announced value have been notified: it is stored.
  mutating func storeAnnounced() {
    guard let last = keeping.announced.last, last.level > frames.count else { return }
    keeping.announced.removeLast()
    guard !properties[last.slot].flags.contains(.dead) else { return }
    makeStaleAgain()
    let (value, before) = (living(last.value), read(last.slot))
    commit(value, to: last.slot, by: last.link)
    // What a listener has written meanwhile is lost.
    if notesEvents, before != living(log[last.entry].value) {
      record(
        .write, .storedOver, cause: last.event, link: last.link, property: last.slot, old: before,
        new: value)
    }
  }
}
