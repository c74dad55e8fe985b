// What is not the plain copying of a value: links with a way, transformers or blocks, observers,
// `computed` properties, and everything while it is traced.
extension GraphCore {
  /// Fires the link that the delivery on top has come to, or says why not.
  mutating func visit(_ visited: UInt32) -> Suspension? {
    let delivery = frames[UInt32(frames.count - 1)]
    var link = visited
    if links[link].flags.contains(.step) { link = links[link].target }
    guard !links[link].flags.contains(.dead), !links[visited].flags.contains(.dead) else {
      return nil
    }
    if links[link].flags.contains(.locked) {
      hold(link)
      return nil
    }
    let old = delivery.entry == .max ? Value.nil : log[delivery.entry].value
    return fire(link, old: old, cause: delivery.event, isRoot: false)
  }

  /// Fires a link on its own account: the value that a binding passes when it is made, say.
  ///
  /// - Returns: Whether `run()` must be called.
  package mutating func fireInitially(_ link: UInt32) -> Bool {
    begin(fire(link, old: .nil, cause: currentCause, isRoot: true))
  }

  private mutating func hold(_ link: UInt32) {
    turn.held += 1
    if isTracing { record(.held, cause: currentCause, link: link) }
    guard !links[link].flags.contains(.wasHeld), turn.holds.count < 64 else { return }
    links[link].flags.insert(.wasHeld)
    turn.holds.append(Hold(link: link, path: path(backTo: link)))
  }

  /// The links firing now, from the one that shares a lock with `link` up; empty for an echo
  /// within one two-way binding.
  private func path(backTo link: UInt32) -> [UInt32] {
    let wanted = lead(of: link)
    var position = frames.count - 1
    var found: [UInt32] = []
    while position >= 0 {
      let firing = frames[UInt32(position)].link
      if firing != 0 {
        found.append(firing)
        if lead(of: firing) == wanted { break }
      }
      position -= 1
    }
    return found.count == 1 ? [] : found.reversed()
  }

  private mutating func fire(
    _ link: UInt32, old: Value, cause: UInt32, isRoot: Bool
  ) -> Suspension? {
    let flags = links[link].flags
    if turn.currentDepth >= knobs.depthLimit { return failRunaway(.depth) }
    if flags.contains(.computed) { return fireComputed(link, cause: cause, delivers: true) }
    if !flags.contains(.observer), turn.firings >= firingCheck, let stop = countFiring(link) {
      return stop
    }
    lock(link, links.pointer(link))
    let kind: TraceEvent.Kind = flags.contains(.observer) ? .observe : .fire
    let event =
      isTracing
      ? record(
        kind, cause: cause, link: link, property: links[link].source, other: links[link].target)
      : 0
    frames.append(
      Frame(
        cursor: 0, limit: 0, link: link, entry: UInt32(reads.count), event: event, slot: 0,
        heldBase: UInt32(held.count), stage: 0, phase: .readSource, isRoot: isRoot))
    held.append(old)
    return nil
  }

  // MARK: Steps of a firing

  /// Goes on with the firing on top of the stack, where that needs no block to come back.
  mutating func advanceFiring() -> Suspension? {
    switch frames[UInt32(frames.count - 1)].phase {
    case .readSource: return readSource()
    case .delivered: return runOwnObserver()
    case .attach: return attachTop()
    default: preconditionFailure("a block was not resumed")
    }
  }

  /// Takes the value of the block that `run()` asked for.
  package mutating func resume(with value: Value) -> Suspension {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    if frame.link != 0, links[frame.link].flags.contains(.dead) {
      return finishFiring() ? .done : run()
    }
    let next: Suspension?
    switch frame.phase {
    case .source:
      frames[top].phase = .readSource
      next = gotSource(value, way: Array(takeReads(from: frame.entry)))
    case .stage:
      recordStage(frame, value)
      frames[top].stage += 1
      next = nextStage(value)
    case .transform:
      recordStage(frame, value)
      next = writeTarget(value)
    case .setter:
      next = afterSetter(value)
    case .computed:
      next = finishComputing(value)
    case .ownObserver, .observer:
      next = finishFiring() ? .done : nil
    case .discover:
      next = discovered(value)
    case .deliver, .readSource, .delivered, .attach:
      preconditionFailure("no block was asked for")
    }
    return next ?? run()
  }

  /// Ends the firing on top of the stack without its result, after its block has failed.
  ///
  /// - Returns: Whether that was what `run()` had been called for.
  package mutating func skipFailedFiring() -> Bool {
    let frame = frames[UInt32(frames.count - 1)]
    if frame.phase == .deliver { return false }
    if frame.phase == .computed { properties[frame.slot].marks.remove(.evaluating) }
    return finishFiring()
  }

  private mutating func readSource() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let detail = links[link].detail
    let source = detail == 0 ? .property : details[detail].source
    switch source {
    case .property:
      let slot = links[link].source
      if properties[slot].marks.contains(.stale) { return compute(slot) }
      return gotSource(read(slot), way: [])
    case .path(let path):
      let base = reads.count
      let walk = walk(paths[Int(path)])
      let way = Array(takeReads(from: UInt32(base)))
      switch walk {
      case .value(let value, _): return gotSource(value, way: way)
      case .stale(let slot): return compute(slot)
      case .failed(let error): return fail(error)
      case .broken:
        if details[detail].isWaiting {
          follow(link, way)
          if isTracing {
            record(.dropped, .brokenSource, cause: frames[top].event, link: link)
          }
          turn.dropped += 1
          return finishFiring() ? .done : nil
        }
        return gotSource(.nil, way: way)
      }
    case .block(let block):
      frames[top].entry = UInt32(reads.count)
      frames[top].phase = .source
      return ask(.source, block, value: .nil, old: .nil, link: link)
    case .nothing: preconditionFailure("a link without a source fired")
    }
  }

  mutating func takeReads(from base: UInt32) -> [UInt32] {
    var seen: [UInt32] = []
    for position in Int(base)..<reads.count {
      let slot = reads[UInt32(position)]
      if !seen.contains(slot) { seen.append(slot) }
    }
    reads.truncate(to: Int(base))
    return seen
  }

  private mutating func gotSource(_ value: Value, way: [UInt32]) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    let link = frame.link
    let detail = links[link].detail
    if isTracing { patchTrace(frame.event) { $0.old = value } }
    if detail != 0 {
      if !way.isEmpty, links[link].flags.contains(.linked) { follow(link, way) }
      if details[detail].isWaiting {
        saveDetail(of: link)
        details[detail].isWaiting = false
      }
      let memory = details[detail].memory
      if memory != 0 {
        held[frame.heldBase] = properties[memory].value
        storeSilently(value, in: memory)
      }
    }
    held.append(value)
    if links[link].flags.contains(.observer) {
      frames[top].phase = .observer
      return ask(
        .observer, details[detail].observe, value: value, old: held[frame.heldBase], link: link)
    }
    return nextStage(value)
  }

  private mutating func nextStage(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let detail = links[link].detail
    guard detail != 0 else { return writeTarget(value) }
    let position = UInt32(frames[top].stage)
    if position < details[detail].stageCount {
      let stage = stages[details[detail].firstStage + position]
      let transformer = transformers[stage.transformer]
      let block = stage.isReversed ? transformer.reverse : transformer.forward
      guard block.exists else {
        return fail(.cannotGo(transformer: transformer.name, reverse: stage.isReversed))
      }
      frames[top].phase = .stage
      keepForTrace(value)
      return ask(.transformer, block, value: value, old: value, link: link)
    }
    let transform = details[detail].transform
    if transform.exists, frames[top].phase != .transform {
      frames[top].phase = .transform
      keepForTrace(value)
      return ask(.transform, transform, value: value, old: value, link: link)
    }
    return writeTarget(value)
  }

  private mutating func ask(
    _ role: BlockRequest.Role, _ block: BlockID, value: Value, old: Value, link: UInt32
  ) -> Suspension {
    request.role = role
    request.block = block
    request.value = value
    request.old = old
    request.link = link
    if link != 0, links[link].detail != 0 { request.sender = details[links[link].detail].sender }
    return .block
  }

  private mutating func writeTarget(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let detail = links[link].detail
    frames[top].phase = .delivered
    if detail != 0, case .path(let path) = details[detail].target {
      switch resolveTarget(paths[Int(path)]) {
      case .failure(let error): return fail(error)
      case .success(nil):
        turn.dropped += 1
        if isTracing {
          record(.dropped, .brokenTarget, cause: frames[top].event, link: link, new: value)
        }
        return nil
      case .success(.some(let slot)): retarget(link, to: slot)
      }
    }
    turn.firings += 1
    let event = frames[top].event
    let slot = links[link].target
    if isTracing {
      patchTrace(event) {
        $0.new = value
        $0.other = slot
      }
    }
    return store(value, in: slot, link: link, event: event, isRoot: false)
  }

  /// The end of a firing's own write: its `observe` block.
  private mutating func runOwnObserver() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    guard frame.link != 0 else { return finishFiring() ? .done : nil }
    let detail = links[frame.link].detail
    if detail != 0, details[detail].observe.exists, !links[frame.link].flags.contains(.dead) {
      frames[top].phase = .ownObserver
      return ask(
        .ownObserver, details[detail].observe, value: held[frame.heldBase + 1],
        old: held[frame.heldBase], link: frame.link)
    }
    return finishFiring() ? .done : nil
  }

  /// Takes the firing off the stack and opens its lock.
  mutating func finishFiring() -> Bool {
    let frame = frames.removeLast()
    held.truncate(to: Int(frame.heldBase))
    if frame.link != 0 {
      unlock(frame.link)
      if links[frame.link].flags.contains(.once), !links[frame.link].flags.contains(.dead) {
        end(lead(of: frame.link), reason: .once, cause: frame.event)
      }
    }
    return frame.isRoot
  }

  // MARK: Trace

  private mutating func recordStage(_ frame: Frame, _ value: Value) {
    guard isTracing else { return }
    let link = frame.link
    let detail = links[link].detail
    var name: String?
    if frame.phase == .stage {
      let stage = stages[details[detail].firstStage + UInt32(frame.stage)]
      let text = names.text(of: transformers[stage.transformer].name)
      if !text.isEmpty { name = stage.isReversed ? "!" + text : text }
    } else {
      name = "transform"
    }
    let input = held[frame.heldBase + 2]
    record(.transform, cause: frame.event, link: link, old: input, new: value, text: name)
  }

  /// What goes into a stage: the request that carries it is gone when the stage answers.
  private mutating func keepForTrace(_ value: Value) {
    guard isTracing else { return }
    held.truncate(to: Int(frames[UInt32(frames.count - 1)].heldBase) + 2)
    held.append(value)
  }

  mutating func patchTrace(_ sequence: UInt32, _ change: (inout TraceEvent) -> Void) {
    var position = Int(sequence) - 1
    if position >= GraphCore.traceHead { position -= traceLeftOut }
    guard position >= 0, position < trace.count, trace[position].sequence == sequence else {
      return
    }
    change(&trace[position])
  }
}
