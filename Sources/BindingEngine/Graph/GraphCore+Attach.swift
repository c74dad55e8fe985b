// How a link begins to observe and follows its path.
extension GraphCore {
  /// Lets a link observe, after its first value has passed: for a two-way binding in both
  /// directions.
  ///
  /// - Returns: Whether `run()` must be called.
  /// - Complexity: O(1) amortized for plain bindings to a target that is new to the graph.
  package mutating func attach(_ link: UInt32) -> Bool {
    let flags = links[link].flags
    // It observes since its first run.
    if flags.contains(.effect) { return false }
    attachObserver(of: link)
    let isAttached = flags.contains(.linked) && !(flags.contains(.forward) && !isLinked(link + 1))
    guard !flags.contains(.dead), !isAttached else { return false }
    guard hasSource(link), !flags.contains(.forward) || hasSource(link + 1) else {
      // Its own first value has released what it would observe.
      end(link, reason: .released, cause: currentCause)
      return false
    }
    if flags.contains(.forward) {
      let later = attachHalf(link + 1, isRoot: true)
      let first = !flags.contains(.linked) && attachHalf(link, isRoot: !later)
      return later || first
    }
    if !knobs.keepsPlainWrites {
      resolve(link)
      replaceWriters(with: link)
    }
    register(link)
    return attachHalf(link, isRoot: true)
  }

  /// Lets a link observe while it fires for the first time. If a loop is an error, what it sets off
  /// may lead back to it.
  ///
  /// - Parameter way: What it has read.
  /// - Returns: The error that this is, or nil.
  mutating func attachWhileFiring(_ link: UInt32, _ way: [UInt32]) -> GraphError? {
    let flags = links[link].flags
    guard flags.contains(.observer) ? knobs.subscribesWhileObserved : knobs.observesFirst,
      flags.isDisjoint(with: [.linked, .dead, .computed, .reverse]),
      knobs.sharesPlaces || flags.isDisjoint(with: [.once, .forward])
    else { return nil }
    if !knobs.keepsPlainWrites {
      resolve(link)
      replaceWriters(with: link)
    }
    joinTarget(link)
    if links[link].source != 0 { insert(link) }
    if links[link].detail != 0 { setWay(of: link, to: way) }
    return findClosedLoop(by: link)
  }

  private func isLinked(_ link: UInt32) -> Bool { links[link].flags.contains(.linked) }

  func hasSource(_ link: UInt32) -> Bool {
    let detail = links[link].detail
    if detail != 0, case .path(let path) = details[detail].source {
      return isAlive(paths[Int(path)].root)
    }
    return !properties[links[link].source].flags.contains(.dead) || links[link].source == 0
  }

  mutating func attachHalf(_ link: UInt32, isRoot: Bool) -> Bool {
    let source = links[link].source
    if source != 0, !isUnready(link), !isWay(link) {
      joinTarget(link)
      insert(link)
      if let error = findClosedLoop(by: link) { return begin(fail(error, isRoot: isRoot)) }
      return false
    }
    push(
      level(.attach, link: link, event: currentCause, isRoot: isRoot))
    return true
  }

  /// From here on nothing can fail any more, and the link enters the lists.
  mutating func joinTarget(_ link: UInt32) {
    links[link].flags.insert(.linked)
    resolve(link)
    if links[link].target != 0 { join(link) }
  }

  /// Finds the property at the end of a new link's path to its target, if there is one yet.
  mutating func resolve(_ link: UInt32) {
    let detail = links[link].detail
    if detail != 0, case .path(let path) = details[detail].target,
      case .success(.some(let slot)) = resolveTarget(paths[Int(path)])
    {
      links[link].target = slot
    }
  }

  /// Under `write = break` and `refuse` a second one-way binding to a target replaces the first.
  mutating func replaceWriters(with link: UInt32) {
    for writer in writers(of: links[link].target)
    where writer != link
      && links[writer].flags.isDisjoint(with: [.dead, .forward, .reverse, .computed])
    {
      end(writer, reason: .replaced, cause: currentCause, successor: link)
    }
  }

  mutating func attachTop() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    if links[link].flags.contains(.dead) { return finishFiring() ? .done : nil }
    if links[link].flags.contains(.effect) {
      return makeReady(link) ?? (finishFiring() ? .done : nil)
    }
    let detail = links[link].detail
    switch detail == 0 ? .property : details[detail].source {
    case .property:
      let slot = links[link].source
      let isStale = isUnready(link)
      if !isStale || knobs.subscribesReading, !links[link].flags.contains(.linked) {
        joinTarget(link)
        insert(link)
      }
      if isStale { return compute(slot) }
      if knobs.notesChanges { forgetChanges(of: link) }
    case .path(let path):
      let base = UInt32(reads.count)
      let walk = walk(paths[Int(path)])
      let way = takeReads(from: base)
      switch walk {
      case .stale(let slot): return compute(slot)
      case .failed(let error): return fail(error)
      case .value(let value, _): remember(value, detail)
      case .broken: break
      }
      if !links[link].flags.contains(.linked) {
        joinTarget(link)
        if links[link].source != 0 { insert(link) }
      }
      setWay(of: link, to: way)
      if let next = ownWay(of: link, way, isFirst: false) { return next }
    case .block(let block):
      if knobs.idlesComputed, !links[link].flags.contains(.linked) { joinTarget(link) }
      frames[top].readBase = UInt32(reads.count)
      frames[top].phase = .discover
      beginInside(link)
      request.role = .source
      request.block = block
      request.value = .nil
      request.old = .nil
      request.link = link
      request.sender = details[detail].sender
      return .block
    case .nothing: break
    }
    if let error = findClosedLoop(by: link) { return fail(error) }
    return finishFiring() ? .done : nil
  }

  mutating func discovered(_ value: Value) -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    if knobs.keepsPrefix { subscribeRead() }
    if knobs.followsInside { inside.end(frame.link) }
    if !links[frame.link].flags.contains(.linked) { joinTarget(frame.link) }
    setWay(of: frame.link, to: takeReads(of: frame.link, from: frame.readBase))
    if knobs.keeps { keepRead(by: frame.link) }
    remember(value, links[frame.link].detail)
    if let error = findClosedLoop(by: frame.link) { return fail(error) }
    return finishFiring() ? .done : nil
  }

  private mutating func remember(_ value: Value, _ detail: UInt32) {
    let memory = details[detail].memory
    if memory != 0 { storeSilently(value, in: memory) }
  }

  // MARK: Following a way

  /// Lets `link` observe the properties of `way` from now on, if it does not already.
  mutating func follow(_ link: UInt32, _ way: [UInt32]) {
    let current = steps(of: link)
    let way = withoutOwn(way, of: link)
    if current.count == way.count {
      var isSame = true
      for (step, slot) in zip(current, way) where links[step].source != slot { isSame = false }
      if isSame { return }
    }
    if isTracing { recordMove(of: link, to: way) }
    if notesMoves { rare.noteMoved(link) }
    setWay(of: link, to: way)
  }

  /// Lets an effect observe the properties of `way` from now on.
  mutating func followAll(_ link: UInt32, _ way: [UInt32]) {
    if notesMoves { rare.noteMoved(link) }
    setWay(of: link, to: way)
  }

  /// Records where a link that has observed something before moves to.
  mutating func recordMove(of link: UInt32, to way: [UInt32]) {
    let flags = links[link].flags
    guard !flags.contains(.computed), flags.contains(.linked), links[link].detail != 0 else {
      return
    }
    let before = sourcesBefore(of: link)
    let own = links[link].source
    let after = own == 0 || way.isEmpty ? way : [own] + way
    if before.isEmpty || after.isEmpty && own == 0 { return }
    guard case .path = details[links[link].detail].source else {
      let (new, gone) = movedReads(from: before, to: after)
      if gone | new != 0 {
        record(.move, cause: currentCause, link: link, property: new, other: gone)
      }
      return
    }
    // The path is broken where fewer properties could be read.
    let (most, end) = (max(before.count, after.count), after.isEmpty ? [own] : after)
    func object(_ way: [UInt32]) -> Value {
      guard way.count == most, let last = way.last else { return .nil }
      return .object(objectID(at: properties[last].owner))
    }
    record(.move, cause: currentCause, link: link, old: object(before), new: object(end))
  }

  /// What a `computed` reads for the first time now, and what it reads no more; 0 for nothing.
  func movedReads(of link: UInt32, to way: [UInt32]) -> (new: UInt32, gone: UInt32) {
    let before = sourcesBefore(of: link)
    guard !before.isEmpty, !way.isEmpty else { return (0, 0) }
    return movedReads(from: before, to: withoutOwn(way, of: link))
  }

  func movedReads(
    from before: [UInt32], to after: [UInt32]
  ) -> (new: UInt32, gone: UInt32) {
    (after.first { !before.contains($0) } ?? 0, before.first { !after.contains($0) } ?? 0)
  }

  /// The part of a path that needs steps.
  func withoutOwn(_ way: [UInt32], of link: UInt32) -> [UInt32] {
    let own = links[link].source
    return own == 0 ? way : way.filter { $0 != own }
  }

  /// Lets `link` observe the properties of `way`. It keeps its existing steps if it can, because a
  /// delivery may have a position on them.
  ///
  /// The chain of steps is complete before the first new one enters a list, and again before an
  /// undo returns the first old one to its list: the cycle finder follows the chain.
  mutating func setWay(of link: UInt32, to whole: [UInt32]) {
    let way = withoutOwn(whole, of: link)
    let detail = links[link].detail
    if details[detail].firstStep == 0 { return setFirstWay(of: link, to: way) }
    if knobs.keepsPrefix { return setWayKeepingPrefix(of: link, to: way) }
    let wanted = Set(way)
    var kept: [UInt32: UInt32] = [:]
    var earlier: [UInt32: [UInt32]] = [:]
    let isNoted = knobs.subscribesReading && links[link].flags.contains(.effect)
    for step in steps(of: link) {
      if wanted.contains(links[step].source), !isNoted || links[step].flags.contains(.readNow) {
        if let before = kept.updateValue(step, forKey: links[step].source) {
          earlier[links[step].source, default: []].append(before)
        }
      } else {
        endStep(step)
      }
    }
    saveDetail(of: link)
    var made: [UInt32] = []
    var first: UInt32 = 0
    for slot in way.reversed() {
      let step: UInt32
      if let old = kept[slot] {
        step = old
      } else {
        step = makeStep(at: slot, of: link)
        made.append(step)
      }
      for step in [step] + (earlier[slot] ?? []).reversed() {
        if links[step].nextIncoming != first {
          appendLog(.nextStep, slot: links[step].nextIncoming, link: step)
          links[step].nextIncoming = first
        }
        first = step
      }
    }
    details[detail].firstStep = first
    for step in knobs.subscribesWhileObserved ? made.reversed() : made { insert(step) }
    if knobs.subscribesReading { leaveUnobserved() }
  }

  /// Gives a link that has no path yet its steps.
  private mutating func setFirstWay(of link: UInt32, to way: [UInt32]) {
    guard !way.isEmpty else { return }
    saveDetail(of: link)
    var first: UInt32 = 0
    for slot in way.reversed() {
      let step = makeStep(at: slot, of: link)
      links[step].nextIncoming = first
      first = step
    }
    details[links[link].detail].firstStep = first
    while first != 0 {
      insert(first)
      first = links[first].nextIncoming
    }
  }

  mutating func makeStep(at slot: UInt32, of link: UInt32) -> UInt32 {
    let step = allocateLink()
    links[step] = LinkRecord(
      next: 0, previous: 0, source: slot, target: link,
      detail: UInt32(truncatingIfNeeded: log.count), flags: [.step, .special, .fresh],
      serial: links[link].serial, nextIncoming: 0)
    freshLinks.append(step)
    appendLog(.madeLink, link: step)
    if knobs.holdsEffects, frames.count > 1 { forgetPlaces(at: slot, besides: link) }
    return step
  }

  mutating func endStep(_ step: UInt32, reading read: Set<UInt32> = []) {
    remove(step, reading: read)
    appendLog(.endedLink, link: step)
    links[step].flags.insert(.dead)
    pending.add(link: step, reason: nil)
  }

  /// Moves the writing end of `link`, whose path there has changed.
  mutating func retarget(_ link: UInt32, to slot: UInt32) {
    let old = links[link].target
    guard old != slot else { return }
    let isLinked = links[link].flags.contains(.linked)
    if isLinked, old != 0 {
      leave(link)
      for source in sources(of: link) { noteEdgeRemoved(at: source) }
    }
    appendLog(.target, slot: old, link: link)
    links[link].target = slot
    if notesMoves { rare.noteMoved(link) }
    if isLinked {
      join(link)
      noteAllEdges(from: link)
    }
  }
}
