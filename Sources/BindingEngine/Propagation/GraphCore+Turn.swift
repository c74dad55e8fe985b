// A turn: one statement with all that it sets off. It ends settled, or is put back as a whole.
extension GraphCore {
  /// The most trace events kept of one turn: the first ones, then only the last.
  static let traceHead = 20_000
  static let traceTail = 2_000

  package mutating func beginTurn() {
    precondition(!isInTurn, "a turn is already running")
    isInTurn = true
    let number = turn.number + 1
    turn.number = number
    turn.writes = 0
    turn.firings = 0
    turn.held = 0
    turn.dropped = 0
    turn.depth = 0
    turn.currentDepth = 0
    if !turn.holds.isEmpty { turn.holds.removeAll(keepingCapacity: true) }
    turn.runaway = nil
    failure = nil
    if isTracing {
      trace.removeAll(keepingCapacity: true)
      traceLeftOut = 0
    }
    firingCheck = knobs.firingLimit
    if !firingCounts.isEmpty { firingCounts = [:] }
  }

  /// Keeps what the turn did.
  package mutating func commitTurn() {
    precondition(isInTurn)
    clearStack()
    log.truncate(to: 0)
    log.shrink(above: 65_536)
    if !pendingObjects.isEmpty || !pendingLinks.isEmpty || !savedDetails.isEmpty { settle() }
    isInTurn = false
  }

  /// Frees what this turn released and unbound.
  private mutating func settle() {
    savedDetails = []
    for link in pendingLinks { freeLink(link) }
    pendingLinks = []
    for object in pendingObjects { freeObject(object) }
    pendingObjects = []
  }

  private mutating func freeLink(_ link: UInt32) {
    let detail = links[link].detail
    if detail != 0 {
      retire(details[detail], ofComputed: links[link].flags.contains(.computed))
      freeDetails.append(detail)
    }
    let next = links[link].flags.contains(.forward)
    links[link].flags = .dead
    links[link].detail = 0
    linkNames[link] = nil
    if Int(link) < origins.count { origins[Int(link)] = 0 }
    freeLinks.append(link)
    if next {
      let reverse = link + 1
      let detail = links[reverse].detail
      if detail != 0 {
        if details[detail].memory != 0 { freeVariable(details[detail].memory) }
        freeDetails.append(detail)
      }
      links[reverse].flags = .dead
      links[reverse].detail = 0
      freeLinks.append(reverse)
    }
  }

  /// A `computed`'s block belongs to its class and stays.
  private mutating func retire(_ detail: LinkDetail, ofComputed isComputed: Bool) {
    if detail.memory != 0 { freeVariable(detail.memory) }
    if case .block(let block) = detail.source, !isComputed { retiredBlocks.append(block) }
    if detail.transform.exists { retiredBlocks.append(detail.transform) }
    if detail.observe.exists { retiredBlocks.append(detail.observe) }
  }

  private mutating func freeVariable(_ slot: UInt32) {
    properties[slot].value = .nil
    freeBlocks[1, default: []].append(slot)
  }

  private mutating func freeObject(_ index: UInt32) {
    let record = objects[index]
    let count = UInt32(classes[Int(record.classID)].properties.count)
    for slot in slots(of: index) { bury(slot) }
    if count > 0 { freeBlocks[count, default: []].append(record.base) }
    for (_, slot) in extensions[index] ?? [] { freeBlocks[1, default: []].append(slot) }
    extensions[index] = nil
    children[index] = nil
    owned[index] = nil
    objectNames[index] = nil
    freeObjects.append(index)
  }

  /// Makes `slot` free for another object: those who still write it write to the grave from now on.
  private mutating func bury(_ slot: UInt32) {
    var link = firstIncoming[slot]
    while link != 0 {
      let next = links[link].nextIncoming
      links[link].target = 0
      links[link].nextIncoming = 0
      link = next
    }
    firstIncoming[slot] = 0
    properties[slot].value = .nil
    properties[slot].firstLink = 0
    forgetOrder(of: slot)
  }

  /// Puts back everything that the turn did.
  package mutating func undoTurn() {
    precondition(isInTurn)
    clearStack()
    while log.count > 0 { putBack(log.removeLast()) }
    pendingObjects = []
    pendingLinks = []
    savedDetails = []
    isInTurn = false
  }

  /// Leaves the stack of a turn that stopped in the middle, every lock open.
  package mutating func clearStack() {
    for hold in turn.holds { links[hold.link].flags.remove(.wasHeld) }
    while frames.count > 0 {
      let frame = frames.removeLast()
      if frame.link != 0 { unlock(frame.link) }
      if frame.phase == .computed { properties[frame.slot].marks.remove(.evaluating) }
    }
    pendingSuspension = nil
    held.truncate(to: 0)
    reads.truncate(to: 0)
    frames.shrink(above: 65_536)
  }

  mutating func appendLog(
    _ kind: LogEntry.Kind, _ value: Value = .nil, slot: UInt32 = 0, link: UInt32 = 0
  ) {
    log.append(LogEntry(value: value, kind: kind, slot: slot, link: link))
  }

  private mutating func putBack(_ entry: LogEntry) {
    let slot = entry.slot
    let link = entry.link
    switch entry.kind {
    case .write: properties[slot].value = entry.value
    case .marks:
      let kept = properties[slot].marks.intersection([.inComponent, .hasMinor])
      properties[slot].marks = PropertyMarks(rawValue: UInt8(link)).union(kept)
    case .madeObject:
      objects[slot].generation += 1
      freeObject(slot)
    case .released:
      objects[slot].generation -= 1
      for property in slots(of: slot) { properties[property].flags.remove(.dead) }
    case .extended:
      if let added = extensions[slot]?.popLast() {
        bury(added.slot)
        freeBlocks[1, default: []].append(added.slot)
      }
    case .madeLink: freeLink(link)
    case .endedLink: links[link].flags.remove(.dead)
    case .linked:
      unlinkRaw(link)
      noteEdgeRemoved(at: links[link].source)
    case .unlinked:
      relinkRaw(link)
      noteEdges(from: link)
    case .joined: leaveRaw(link)
    case .left:
      links[link].nextIncoming = firstIncoming[slot]
      firstIncoming[slot] = link
    case .source: links[link].source = slot
    case .target: links[link].target = slot
    case .detail: details[links[link].detail] = savedDetails[Int(slot)]
    case .flags:
      links[link].flags = LinkFlags(rawValue: slot).subtracting([.locked, .wasHeld])
    }
  }

  // MARK: Remembering before a change

  /// To be called before the detail of `link` changes.
  mutating func saveDetail(of link: UInt32) {
    guard isInTurn else { return }
    savedDetails.append(details[links[link].detail])
    appendLog(.detail, slot: UInt32(savedDetails.count - 1), link: link)
  }

  mutating func setMarks(_ marks: PropertyMarks, of slot: UInt32) {
    guard properties[slot].marks != marks else { return }
    if isInTurn {
      appendLog(.marks, slot: slot, link: UInt32(properties[slot].marks.rawValue))
    }
    properties[slot].marks = marks
  }

  /// Stores without notifying anybody and without looking at types: a script variable, a value
  /// remembered.
  package mutating func storeSilently(_ value: Value, in slot: UInt32) {
    if isInTurn { appendLog(.write, properties[slot].value, slot: slot) }
    properties[slot].value = value
  }

  // MARK: Tracing

  /// Keeps an event, where anybody wants them.
  ///
  /// - Returns: Its number, for the events that it causes.
  @inline(never)
  @discardableResult
  package mutating func record(
    _ kind: TraceEvent.Kind, _ reason: TraceEvent.Reason = .none, cause: UInt32,
    link: UInt32 = 0, property: UInt32 = 0, other: UInt32 = 0, old: Value = .nil,
    new: Value = .nil, text: String? = nil
  ) -> UInt32 {
    guard isTracing else { return 0 }
    let sequence = UInt32(trace.count + traceLeftOut + 1)
    if trace.count >= GraphCore.traceHead + 2 * GraphCore.traceTail {
      let range = GraphCore.traceHead..<(GraphCore.traceHead + GraphCore.traceTail)
      trace.removeSubrange(range)
      traceLeftOut += GraphCore.traceTail
    }
    trace.append(
      TraceEvent(
        kind: kind, reason: reason, sequence: sequence, cause: cause, link: link,
        property: property, other: other, old: old, new: new, text: text))
    return sequence
  }

  /// The event on whose account things happen now.
  package var currentCause: UInt32 {
    frames.count == 0 ? rootEvent : frames[UInt32(frames.count - 1)].event
  }
}

extension GraphCore {
  /// What the semantics does about `error`.
  package func policy(for error: GraphError) -> Semantics.ErrorPolicy {
    switch error {
    case .interrupted: .undo
    case .runaway: semantics.beyond == .undo ? .undo : .stop
    default: semantics.error
    }
  }
}
