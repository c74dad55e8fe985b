// A firing, step by step: the source is read, its value goes through the transformers and the
// `transform` block, the target is written, the binding's own `observe` block runs.
extension GraphCore {
  mutating func readSource() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    // What was worked out for this source may have ended the link.
    if links[link].flags.contains(.dead) { return finishFiring() ? .done : nil }
    let detail = links[link].detail
    let source = detail == 0 ? .property : details[detail].source
    switch source {
    case .property:
      let slot = links[link].source
      if properties[slot].marks.contains(.stale) { return compute(slot) }
      return gotSource(read(slot), way: [])
    case .path(let path):
      let base = UInt32(reads.count)
      let walk = walk(paths[Int(path)])
      let way = takeReads(from: base)
      switch walk {
      case .value(let value, _): return gotSource(value, way: way)
      case .stale(let slot): return compute(slot)
      case .failed(let error): return fail(error)
      case .broken:
        guard details[detail].isWaiting else { return gotSource(.nil, way: way) }
        return keepWaiting(way: way)
      }
    case .block(let block):
      frames[top].entry = UInt32(reads.count)
      frames[top].phase = .source
      return ask(.source, block, value: .nil, old: .nil, link: link)
    case .nothing: preconditionFailure("a link without a source fired")
    }
  }

  private mutating func keepWaiting(way: [UInt32]) -> Suspension? {
    let frame = frames[UInt32(frames.count - 1)]
    if links[frame.link].flags.contains(.linked) { follow(frame.link, way) }
    if isTracing { record(.dropped, .brokenSource, cause: frame.event, link: frame.link) }
    turn.dropped += 1
    return finishFiring() ? .done : nil
  }

  /// The properties read since there were `base` of them, each once.
  mutating func takeReads(from base: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    var seen: Set<UInt32> = []
    for position in base..<UInt32(reads.count) {
      let slot = reads[position]
      // Few are read as a rule, and then looking through them is faster than hashing.
      if found.count < 16 ? found.contains(slot) : seen.contains(slot) { continue }
      found.append(slot)
      if found.count == 16 { seen = Set(found) } else if found.count > 16 { seen.insert(slot) }
    }
    reads.truncate(to: Int(base))
    return found
  }

  mutating func gotSource(_ value: Value, way: [UInt32]) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    let link = frame.link
    let detail = links[link].detail
    let keepsValues = keepsValues(of: detail)
    if isTracing { patchTrace(frame.event) { $0.old = value } }
    if detail != 0 {
      if !way.isEmpty, links[link].flags.contains(.linked) { follow(link, way) }
      if details[detail].isWaiting {
        saveDetail(of: link)
        details[detail].isWaiting = false
      }
      let memory = details[detail].memory
      if memory != 0 {
        if keepsValues { held[frame.heldBase] = read(memory) }
        storeSilently(value, in: memory)
      }
    }
    if keepsValues { held.append(value) }
    if links[link].flags.contains(.observer) {
      frames[top].phase = .observer
      return ask(
        .observer, details[detail].observe, value: value, old: held[frame.heldBase], link: link)
    }
    return nextStage(value)
  }

  mutating func nextStage(_ value: Value) -> Suspension? {
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
    if transform.exists {
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
    if links[link].detail != 0 { request.sender = details[links[link].detail].sender }
    return .block
  }

  mutating func writeTarget(_ value: Value) -> Suspension? {
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
    let event = frames[top].event
    let slot = links[link].target
    // A released target takes no value, so none is passed.
    if !properties[slot].flags.contains(.dead) { turn.firings += 1 }
    if isTracing {
      patchTrace(event) {
        $0.new = value
        $0.other = slot
      }
    }
    return store(value, in: slot, link: link, event: event, isRoot: false)
  }

  /// The end of a firing's own write: its `observe` block.
  mutating func runOwnObserver() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    let detail = links[frame.link].detail
    if detail != 0, details[detail].observe.exists, !links[frame.link].flags.contains(.dead) {
      frames[top].phase = .ownObserver
      return ask(
        .ownObserver, details[detail].observe, value: living(held[frame.heldBase + 1]),
        old: living(held[frame.heldBase]), link: frame.link)
    }
    return finishFiring() ? .done : nil
  }

  // MARK: Trace

  mutating func recordStage(_ frame: Frame, _ value: Value) {
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
}
