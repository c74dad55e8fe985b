// A firing, step by step, once its source is read: the value goes through the transformers and the
// `transform` block, the target is written, the binding's own `observe` block runs.
extension GraphCore {
  mutating func nextStage(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let detail = links[link].detail
    guard detail != 0 else { return writeTarget(value, frames[top].firedChange) }
    let position = UInt32(frames[top].stage)
    if position < details[detail].stageCount {
      let stage = stages[details[detail].firstStage + position]
      let transformer = transformers[stage.transformer]
      if transformer.takesTime, !stage.isReversed || transformer.late == nil {
        if let delay = transformer.delay { return request(value, after: delay) }
        return askForWait(value, transformer.wait, link: link)
      }
      return convert(value)
    }
    let transform = details[detail].transform
    if transform.exists, !skipsTransform(detail: detail) {
      frames[top].phase = .transform
      keepForTrace(value)
      return ask(.transform, transform, value: value, old: value, link: link)
    }
    return passOn(value)
  }

  /// Requests the block of the stage that the firing on top has reached.
  mutating func convert(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let stage = stage(frames[top].stage, of: link)
    let transformer = transformers[stage.transformer]
    let block = stage.isReversed ? transformer.reverse : transformer.forward
    guard block.exists else {
      return fail(
        .cannotGo(transformer: names.text(of: transformer.name), reverse: stage.isReversed))
    }
    frames[top].phase = .stage
    keepForTrace(value)
    return ask(.transformer, block, value: value, old: value, link: link)
  }

  /// The value has passed through everything that the binding does with it.
  mutating func passOn(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let link = frames[top].link
    let detail = details[links[link].detail]
    if detail.stageCount > 0 || detail.transform.exists { frames[top].firedChange = .set }
    guard detail.each.exists else { return writeTarget(value, frames[top].firedChange) }
    if case .path(let path) = detail.target {
      switch resolveTarget(paths[Int(path)]) {
      case .failure(let error): return fail(error)
      case .success(nil): return writeTarget(value)
      case .success(.some(let slot)): retarget(link, to: slot)
      }
    }
    // No cells are made if nothing takes them.
    if properties[links[link].target].flags.contains(.dead) { return writeTarget(value) }
    frames[top].phase = .each
    request.change = frames[top].firedChange
    return ask(.each, detail.each, value: value, old: read(links[link].target), link: link)
  }

  /// The cells of the list are there.
  mutating func gotCells(_ value: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let target = links[frames[top].link].target
    if case .list(let cells) = value, case .list(let old) = read(target), cells.isIdentical(to: old)
    {
      // Each element has the same cell as before.
      turn.firings += 1
      frames[top].phase = .delivered
      return nil
    }
    return writeTarget(value, request.change)
  }

  mutating func ask(
    _ role: BlockRequest.Role, _ block: BlockID, value: Value, old: Value, link: UInt32
  ) -> Suspension {
    request.role = role
    request.block = block
    request.value = value
    request.old = old
    request.link = link
    if links[link].detail != 0 { request.sender = details[links[link].detail].sender }
    if knobs.keeps { showKept() }
    return .block
  }

  /// - Parameter change: What happened to the list that is passed on.
  mutating func writeTarget(_ value: Value, _ change: ListChange = .set) -> Suspension? {
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
          record(
            .dropped, .brokenTarget, cause: frames[top].event, link: link,
            property: brokenStep(of: paths[Int(path)]), new: value)
        }
        return nil
      case .success(.some(let slot)):
        retarget(link, to: slot)
        if let error = findClosedLoop(by: link) { return fail(error) }
      }
    }
    let event = frames[top].event
    let slot = links[link].target
    // A released target takes no value, so none is passed on.
    if !properties[slot].flags.contains(.dead) { turn.firings += 1 }
    if isTracing {
      patchTrace(event) {
        $0.new = value
        $0.other = slot
      }
    }
    if knobs.sendsOnce, links[link].flags.contains(.forward), !isNews(value, from: link) {
      turn.dropped += 1
      if isTracing {
        record(.dropped, .repeated, cause: event, link: link, property: slot, new: value)
      }
      return nil
    }
    if pullsBound, isEvaluatingBound(frames[top]) {
      return storePulled(value, in: slot, link: link, event: event)
    }
    var passed = change
    if change.kind != .set, !isInStep(slot, detail, value, change) { passed = .set }
    return store(value, in: slot, link: link, event: event, isRoot: false, passed)
  }

  /// Whether a two-way binding gives its right end another value than it did last, which is noted.
  private mutating func isNews(_ value: Value, from link: UInt32) -> Bool {
    let last = lastWritten[link]
    if last == value { return false }
    appendLog(.wrote, last ?? .nil, slot: last == nil ? 0 : 1, link: link)
    lastWritten[link] = value
    return true
  }

  /// Whether the target has the list that the source had before its change, so that the same change
  /// can be applied. Cells belong to the driver, which knows.
  ///
  /// - Complexity: O(1), but in a queue O(*n*) in what the two lists do not share.
  private func isInStep(
    _ target: UInt32, _ detail: UInt32, _ value: Value, _ change: ListChange
  ) -> Bool {
    if details[detail].each.exists { return true }
    guard frames.count > 1, case .list(let there) = read(target) else { return false }
    let delivery = frames[UInt32(frames.count - 2)]
    guard delivery.phase == .deliver else {
      guard case .list(let new) = value else { return false }
      return change.leads(from: there, to: new)
    }
    guard delivery.entry != .max, case .list(let before) = log[delivery.entry].value else {
      return false
    }
    return before.isIdentical(to: there)
  }

  /// The end of a firing's own write: its `observe` block.
  mutating func runOwnObserver() -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    if knobs.subscribesAfterwards, isEvaluatedToSubscribe(frame) { return nil }
    let detail = links[frame.link].detail
    if detail != 0, details[detail].observe.exists, !details[detail].observesLater,
      !links[frame.link].flags.contains(.dead)
    {
      frames[top].phase = .ownObserver
      return ask(
        .ownObserver, details[detail].observe, value: living(held[frame.heldBase + 1]),
        old: living(held[frame.heldBase]), link: frame.link)
    }
    return finishFiring() ? .done : nil
  }

  /// From now on the `observe` block of a binding is called, in both directions.
  mutating func attachObserver(of link: UInt32) {
    guard links[link].flags.contains(.special) else { return }
    for link in [link, partner(of: link)] where link != 0 {
      let detail = links[link].detail
      guard detail != 0, details[detail].observesLater else { continue }
      saveDetail(of: link)
      details[detail].observesLater = false
    }
  }

  // MARK: Trace

  mutating func recordStage(_ frame: Frame, _ value: Value) {
    guard isTracing else { return }
    let name = frame.phase == .stage ? stageName(frame.link, frame.stage) : "transform"
    record(
      .transform, cause: frame.event, link: frame.link, old: held[frame.heldBase + 2], new: value,
      text: name)
  }

  /// What goes into a stage. The request that carries it is gone when the stage answers.
  mutating func keepForTrace(_ value: Value) {
    guard isTracing else { return }
    held.truncate(to: Int(frames[UInt32(frames.count - 1)].heldBase) + 2)
    held.append(value)
  }
}
