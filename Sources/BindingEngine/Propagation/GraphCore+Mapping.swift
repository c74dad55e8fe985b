// The most common binding after a plain copy: one property, one transformer, one property. It fires
// like any other, but in one frame instead of two, and keeps no values aside. Through `visit` a
// chain of them takes 2.3 times as many instructions, including those of the blocks; an event with
// observers, which also come here, takes 1.8 times as many. One function for both would make a
// chain three percent slower.
extension GraphCore {
  /// Requests the transformer's block, if nothing else has to be considered.
  ///
  /// - Returns: Whether it did; `run()` then waits for the block.
  mutating func beginMapping(
    _ link: UInt32, _ record: UnsafeMutablePointer<LinkRecord>
  ) -> Bool {
    let source = properties.pointer(record.pointee.source)
    guard record.pointee.flags.isDisjoint(with: [.locked, .dead, .fresh]), !mayComeBack,
      record.pointee.flags.isDisjoint(with: .joins) || openLevel == 0,
      !source.pointee.marks.contains(.stale), turn.firings < knobs.firingCheck,
      turn.currentDepth < knobs.depthLimit
    else { return false }
    let block = details[record.pointee.detail].mapping
    guard block.exists, mayFireAgain(link) else { return false }
    lock(link, record)
    push(
      level(.mapping, link: link, slot: record.pointee.target, event: 0))
    request.role = .transformer
    request.block = block
    request.value = living(source.pointee.value)
    request.link = link
    return true
  }

  /// Requests the block of an observer of one property, if nothing else has to be considered.
  ///
  /// - Returns: Whether it did; `run()` then waits for the block.
  mutating func beginNotifying(
    _ link: UInt32, _ record: UnsafeMutablePointer<LinkRecord>, _ delivery: Frame
  ) -> Bool {
    let source = properties.pointer(record.pointee.source)
    guard record.pointee.flags.isDisjoint(with: [.locked, .dead, .fresh, .once]), !mayComeBack,
      !source.pointee.marks.contains(.stale), turn.firings < knobs.firingCheck,
      turn.currentDepth < knobs.depthLimit, mayFireAgain(link)
    else { return false }
    if knobs.locksObservers { record.pointee.flags.insert(.locked) }
    push(
      level(.observer, link: link, slot: record.pointee.source, event: 0))
    let detail = details.pointer(record.pointee.detail)
    request.role = .observer
    request.block = detail.pointee.observe
    request.value = living(source.pointee.value)
    request.old = delivery.entry == .max ? .nil : living(log[delivery.entry].value)
    request.link = link
    request.sender = detail.pointee.sender
    request.change = change(of: delivery)
    return true
  }

  /// Writes the transformer's value; the frame continues as the delivery of the write.
  mutating func finishMapping(_ value: Value) -> Suspension? {
    let top = frames.pointer(UInt32(frames.count - 1))
    let link = top.pointee.link
    let slot = links[link].target
    let target = properties.pointer(slot)
    guard target.pointee.flags.isEmpty, !notesEvents,
      !knobs.drop || !isDropped(value, at: living(target.pointee.value))
    else { return writeTarget(value) }
    turn.firings += 1
    commit(value, to: slot, by: link)
    let first = target.pointee.firstLink
    if first == 0 {
      turn.depth = max(turn.depth, turn.currentDepth + 1)
      return finishFiring() ? .done : nil
    }
    turn.currentDepth += 1
    if turn.currentDepth > turn.depth { turn.depth = turn.currentDepth }
    top.pointee.deliver(
      slot, to: first, newSerial: nextSerial, entry: lastEntry)
    return nil
  }

  /// The block requested by a link that only maps.
  func mappingBlock(of link: UInt32) -> BlockID {
    let stage = stages[details[links[link].detail].firstStage]
    let transformer = transformers[stage.transformer]
    return stage.isReversed ? transformer.reverse : transformer.forward
  }

  /// Whether a transformer answers at once, from its value alone.
  private func mapsAlone(_ transformer: TransformerRecord) -> Bool {
    !transformer.takesTime && !transformer.keepsState
  }

  /// Whether a link with this detail only maps.
  func isMapping(_ link: UInt32) -> Bool {
    let record = links[link]
    guard record.detail != 0, record.source != 0, record.target != 0,
      record.flags.isDisjoint(with: [.observer, .computed, .step, .once])
    else { return false }
    let detail = details[record.detail]
    guard case .property = detail.source else { return false }
    return detail.stageCount == 1 && !detail.transform.exists && !detail.observe.exists
      && !detail.each.exists && !detail.isWaiting
      && mapsAlone(transformers[stages[detail.firstStage].transformer])
  }
}
