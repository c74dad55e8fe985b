// What ends in a turn keeps its place until the turn is kept, because it may be put back; then the
// place becomes free. Nothing but ended handles points there any more.
extension GraphCore {
  /// Frees what this turn released and unbound.
  mutating func settle() {
    settle(
      Savepoint(
        pendingLinks: pendingLinks.count, pendingObjects: pendingObjects.count,
        pendingPaths: pendingPaths.count, pendingBlocks: pendingBlocks.count,
        pendingTimers: pendingTimers.count, savedDetails: savedDetails.count,
        savedNames: savedNames.count))
    forgottenDetails = 0
    forgottenNames = 0
  }

  /// Frees what was released and unbound until `savepoint`, which can be put back no more.
  mutating func settle(_ savepoint: Savepoint) {
    savedDetails.removeFirst(savepoint.savedDetails)
    forgottenDetails += savepoint.savedDetails
    savedNames.removeFirst(savepoint.savedNames)
    forgottenNames += savepoint.savedNames
    for link in pendingLinks.prefix(savepoint.pendingLinks) { freeLink(link) }
    pendingLinks.removeFirst(savepoint.pendingLinks)
    for path in pendingPaths.prefix(savepoint.pendingPaths) { freePath(path) }
    pendingPaths.removeFirst(savepoint.pendingPaths)
    retiredBlocks += pendingBlocks.prefix(savepoint.pendingBlocks)
    pendingBlocks.removeFirst(savepoint.pendingBlocks)
    for timer in pendingTimers.prefix(savepoint.pendingTimers) { clock.free(timer) }
    pendingTimers.removeFirst(savepoint.pendingTimers)
    let objects = pendingObjects.prefix(savepoint.pendingObjects)
    if journal.isOpen, !objects.isEmpty { buryLate(objects, since: savepoint.log) }
    if !journal.isOpen { for object in objects { freeObject(object) } }
    pendingObjects.removeFirst(savepoint.pendingObjects)
  }

  /// Buries what objects had that were released in a turn which is forgotten. Later turns, which are
  /// remembered, may speak of them, so that their places are not free yet.
  ///
  /// - Parameter start: Where the log of these turns begins.
  private mutating func buryLate(_ objects: ArraySlice<UInt32>, since start: Int) {
    var gone: Set<UInt32> = []
    for object in objects {
      for slot in slots(of: object) {
        bury(slot)
        gone.insert(slot)
      }
      journal.buried.append((object, turn.number))
    }
    // Those who no longer write there may come to do it again.
    for link in pendingLinks {
      for half in links[link].flags.contains(.forward) ? [link, link + 1] : [link]
      where !links[half].flags.contains(.step) && gone.contains(links[half].target) {
        links[half].target = 0
      }
    }
    for position in UInt32(start)..<UInt32(log.count)
    where log[position].kind == .target && gone.contains(log[position].slot) {
      log[position].slot = 0
    }
  }

  /// Frees the places of objects of which no turn that is remembered can speak.
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
    return !isInTurn || !pendingObjects.dropFirst(turnStart.pendingObjects).contains(owner)
  }

  /// Makes the place of `link`, and of its other direction, free for another.
  mutating func freeLink(_ link: UInt32) {
    let isPair = links[link].flags.contains(.forward)
    if !lastRequests.isEmpty { lastRequests[link] = nil }
    if links[link].flags.contains(.step) { links[link].detail = 0 }
    let detail = links[link].detail
    if detail != 0 { retireBlocks(details[detail], of: link) }
    freeHalf(link)
    if isPair {
      freeHalf(link + 1)
      freePairs.append(link)
    } else {
      freeLinks.append(link)
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
      freeStages[detail.stageCount, default: []].append(detail.firstStage)
    }
    freeDetails.append(index)
  }

  mutating func freePath(_ path: UInt32) {
    paths[Int(path)].names = []
    freePaths.append(path)
  }

  /// The driver may forget a link's blocks; both directions of a binding share them. The block of a
  /// `computed` belongs to its class and stays.
  private mutating func retireBlocks(_ detail: LinkDetail, of link: UInt32) {
    if links[link].flags.contains(.computed) { return }
    if case .block(let block) = detail.source { retiredBlocks.append(block) }
    if detail.transform.exists { retiredBlocks.append(detail.transform) }
    if detail.observe.exists { retiredBlocks.append(detail.observe) }
    if detail.each.exists { retiredBlocks.append(detail.each) }
  }

  mutating func freeMemory(_ slot: UInt32) {
    properties[slot].value = .nil
    properties[slot].flags = []
    freeBlocks[1, default: []].append(slot)
  }

  mutating func freeObject(_ index: UInt32) {
    let record = objects[index]
    let count = UInt32(classes[Int(record.classID)].properties.count)
    for slot in slots(of: index) { bury(slot) }
    if count > 0 { freeBlocks[count, default: []].append(record.base) }
    for (_, slot) in extensions[index] ?? [] { freeBlocks[1, default: []].append(slot) }
    if !extensions.isEmpty { extensions[index] = nil }
    if !children.isEmpty { children[index] = nil }
    if !ties.isEmpty { ties[index] = nil }
    if record.generation < ObjectRecord.lastGeneration { freeObjects.append(index) }
  }

  /// Makes `slot` free for another object: those who still write it write to the grave from now on.
  mutating func bury(_ slot: UInt32) {
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
    properties[slot].marks.subtract([.bound, .delivering, .toTell])
    forgetOrder(of: slot)
  }
}
