// What ends in a turn keeps its place until the turn is kept, because it may be rolled back. Then
// the place becomes free. Only ended handles point there by then.
extension GraphCore {
  /// Frees what this turn released and unbound.
  mutating func settle() {
    settle(pending.counts, logStart: 0)
  }

  /// Frees the first `counts` of what is pending, which no turn can restore any more.
  ///
  /// - Parameter logStart: Where the log of the turns that stay begins.
  mutating func settle(_ counts: Pending.Counts, logStart: Int) {
    for ended in pending.links.prefix(counts.links) { freeLink(ended.link) }
    for path in pending.paths.prefix(counts.paths) { freePath(path) }
    retiredBlocks += pending.blocks.prefix(counts.blocks)
    for timer in pending.timers.prefix(counts.timers) { clock.free(timer) }
    let objects = pending.objects.prefix(counts.objects)
    if journal.isOpen, !objects.isEmpty {
      buryLate(objects, since: logStart, ended: pending.links.dropFirst(counts.links))
    } else {
      for object in objects { freeObject(object) }
    }
    pending.removeFirst(counts)
  }

  /// Frees what belonged to objects that were released in a turn which is now forgotten. Later
  /// turns, which are remembered, may refer to the objects, so their places are not free yet.
  ///
  /// - Parameters:
  ///   - start: Where the log of the later turns begins.
  ///   - ended: The links that the later turns unbound.
  private mutating func buryLate(
    _ objects: ArraySlice<UInt32>, since start: Int, ended: ArraySlice<Pending.Ending>
  ) {
    var gone: Set<UInt32> = []
    for object in objects {
      for slot in slots(of: object) {
        bury(slot)
        gone.insert(slot)
      }
      journal.buried.append((object, turn.number))
    }
    // Links that no longer write there may do so again later.
    for link in ended.map(\.link) {
      for half in links[link].flags.contains(.forward) ? [link, link + 1] : [link]
      where !links[half].flags.contains(.step) && gone.contains(links[half].target) {
        links[half].target = 0
      }
    }
    for position in UInt32(start)..<UInt32(log.count)
    where log[position].kind == .target && gone.contains(log[position].slot) {
      store.forgetTarget(at: position)
    }
  }

  /// Frees the places of objects that no remembered turn can refer to.
  mutating func freeBuried() {
    let oldest = journal.isOpen ? journal.entries.first?.number ?? turn.number : .max
    let count = journal.buried.prefix { $0.turn < oldest }.count
    for (object, _) in journal.buried.prefix(count) { freeObject(object) }
    journal.buried.removeFirst(count)
  }

  /// Whether a property's object was released before the running turn.
  package func wasReleasedBefore(_ slot: UInt32) -> Bool {
    guard properties[slot].flags.contains(.dead) else { return false }
    let owner = properties[slot].owner
    return !isInTurn || !pending.objects.dropFirst(turnStart.pending.objects).contains(owner)
  }

  /// Makes the place of `link`, and of its other direction, free.
  mutating func freeLink(_ link: UInt32) {
    let isPair = links[link].flags.contains(.forward)
    if !lastRequests.isEmpty { lastRequests[link] = nil }
    if !lastWritten.isEmpty { lastWritten[link] = nil }
    if !unread.isEmpty { unread[link] = nil }
    if knobs.keeps || !keeping.values.isEmpty { keeping.forget(link) }
    if !inside.isEmpty { inside.forget(link) }
    if links[link].flags.contains(.step) { links[link].detail = 0 }
    let detail = links[link].detail
    if detail != 0 { retireBlocks(details[detail], of: link) }
    freeHalf(link)
    if isPair {
      freeHalf(link + 1)
      freePlaces.pairs.append(link)
    } else {
      freePlaces.links.append(link)
    }
  }

  private mutating func freeHalf(_ link: UInt32) {
    let detail = links[link].detail
    if detail != 0 { freeDetail(detail) }
    links[link].detail = 0
    links[link].flags = links[link].flags.intersection(.lasting).union([.dead, .free])
  }

  mutating func freeDetail(_ index: UInt32) {
    let detail = details[index]
    if detail.memory != 0 { freeMemory(detail.memory) }
    for path in detail.paths { freePath(path) }
    if detail.stageCount > 0 {
      freeRoom(ofStagesOf: detail)
      freePlaces.stages[detail.stageCount, default: []].append(detail.firstStage)
    }
    freePlaces.details.append(index)
  }

  mutating func freePath(_ path: UInt32) {
    paths[Int(path)].names = []
    freePlaces.paths.append(path)
  }

  /// Lets the driver forget the blocks of a link, which both directions of a binding share. The
  /// block of a `computed` belongs to its class and stays.
  private mutating func retireBlocks(_ detail: LinkDetail, of link: UInt32) {
    if links[link].flags.contains(.computed) { return }
    if case .block(let block) = detail.source { retiredBlocks.append(block) }
    if detail.transform.exists { retiredBlocks.append(detail.transform) }
    if detail.observe.exists { retiredBlocks.append(detail.observe) }
    if detail.each.exists { retiredBlocks.append(detail.each) }
  }

  mutating func freeMemory(_ slot: UInt32) {
    storeFirst(.nil, in: slot)
    properties[slot].flags = []
    freePlaces.blocks[1, default: []].append(slot)
  }

  mutating func freeObject(_ index: UInt32) {
    let record = objects[index]
    let count = UInt32(classes[Int(record.classID)].properties.count)
    for slot in slots(of: index) { bury(slot) }
    if count > 0 { freePlaces.blocks[count, default: []].append(record.base) }
    for (_, slot) in extensions[index] ?? ObjectExtension() {
      freePlaces.blocks[1, default: []].append(slot)
    }
    if !extensions.isEmpty { extensions[index] = nil }
    if !children.isEmpty { children[index] = nil }
    if !ties.isEmpty { ties[index] = nil }
    if record.generation < ObjectRecord.lastGeneration { freePlaces.objects.append(index) }
  }

  /// Makes `slot` free for another object. Links that still write it write to the tombstone from
  /// now on.
  mutating func bury(_ slot: UInt32) {
    var link = firstIncoming[slot]
    while link != 0 {
      let next = links[link].nextIncoming
      links[link].target = 0
      links[link].nextIncoming = 0
      link = next
    }
    firstIncoming[slot] = 0
    if !crowded.isEmpty { crowded.remove(slot) }
    storeFirst(.nil, in: slot)
    properties[slot].firstLink = 0
    properties[slot].marks.subtract([.bound, .delivering, .toNotify])
    forgetOrder(of: slot)
  }
}
