// The log of a turn: what is recorded before something changes, and how that is rolled back.
extension GraphCore {
  mutating func appendLog(
    _ kind: LogEntry.Kind, _ value: Value = .nil, slot: UInt32 = 0, link: UInt32 = 0
  ) {
    store.note(kind, value, slot: slot, link: link)
  }

  mutating func undo(_ entry: LogEntry) {
    let slot = entry.slot
    let link = entry.link
    switch entry.kind {
    case .write, .grew: store.restore(entry)
    case .fired: break
    case .marks:
      // What the cycle finder knows does not belong to the turn: it is true of the graph as it is.
      let kept = properties[slot].marks.subtracting(.ofValue)
      let saved = PropertyMarks(rawValue: UInt16(link)).intersection(.ofValue)
      properties[slot].marks = saved.union(kept)
      if knobs.idlesComputed, properties[slot].flags.contains(.computed) { noteFresh(slot) }
    case .madeObject:
      objects[slot].generation += 1
      freeObject(slot)
    case .released:
      objects[slot].generation -= 1
      for property in slots(of: slot) { properties[property].flags.remove(.dead) }
    case .extended:
      if let added = extensions[slot]?.popLast() {
        bury(added.slot)
        // The object stays, without the property.
        properties[added.slot].owner = 0
        freePlaces.blocks[1, default: []].append(added.slot)
      }
      if extensions[slot]?.isEmpty == true { extensions[slot] = nil }
    case .reclassed: setClass(link, of: slot)
    case .redeclared: setExtension(slot, of: properties[slot].owner, replacedInfos[Int(link)])
    case .ruled: undoRules()
    case .madeLink:
      if links[link].flags.contains(.own) {
        keeping.leave(own: link, of: links[link].nextIncoming, at: links[link].target)
      }
      freeLink(link)
    case .endedLink:
      links[link].flags.subtract([.dead, .away])
      if links[link].flags.contains(.own) {
        keeping.enter(own: link, of: links[link].nextIncoming, at: links[link].target)
      }
    case .linked:
      unlinkRaw(link)
      noteEdgeRemoved(at: links[link].source)
    case .unlinked:
      relinkRaw(link)
      noteEdges(from: link)
    case .neighbours:
      links[link].previous = slot
      links[link].next = entry.cause
    case .joined:
      leaveRaw(link)
      for source in sources(of: link) { noteEdgeRemoved(at: source) }
    case .left:
      // The object that it wrote may be gone permanently.
      if links[link].target == 0 { break }
      joinRaw(link)
      noteAllEdges(from: link)
    case .source: links[link].source = slot
    case .target: links[link].target = slot
    case .flags:
      // What belongs to the running turn is not rolled back.
      links[link].flags = LinkFlags(rawValue: slot).subtracting(.ofTurn)
        .union(
          links[link].flags.intersection(
            [.queued, .confirmed, .announced, .joins, .changed, .placed]))
    case .changed: restoreChanged(entry)
    case .nextStep: links[link].nextIncoming = slot
    case .kept: keeping.values[link] = slot == 0 ? nil : entry.value
    case .readInside: restoreInside(entry)
    case .announced: break
    case .wrote: lastWritten[link] = slot == 0 ? nil : entry.value
    case .registered: sweeps.setStamp(slot, of: link)
    case .delivery: SweepOrder.restoreDelivery(entry, in: &self)
    case .madeDetail:
      freeDetail(links[link].detail)
      links[link].detail = 0
    case .scheduled:
      if case .block(let block) = clock[slot].work, block.exists { retiredBlocks.append(block) }
      clock.remove(slot)
    case .unscheduled: clock.makeDueAgain(slot)
    // Its block is that of the timer that it replaces.
    case .dueAgain: clock.remove(slot)
    case .fell:
      clock.makeDueAgain(slot)
      restoreTime(entry.value)
    case .passed: restoreTime(entry.value)
    case .tied: untie(link, serial: UInt32(truncatingIfNeeded: entry.cause), from: slot)
    case .parented:
      _ = children[slot]?.popLast()
      if children[slot]?.isEmpty == true { children[slot] = nil }
    case .named: objectNames[slot] = pending.name(numbered: link)
    case .requested:
      if case .int(let serial) = entry.value, serial != 0 {
        lastRequests[link] = UInt64(serial)
      } else {
        lastRequests[link] = nil
      }
    case .detail: restore(pending.detail(numbered: slot), of: links[link].detail)
    }
  }

  private mutating func restoreTime(_ value: Value) {
    if case .int(let time) = value { clock.now = time }
  }

  private mutating func restore(_ saved: LinkDetail, of detail: UInt32) {
    // What was rolled back has fired, too: a loop that rolls back each lap must reach its limit.
    let current = details[detail]
    details[detail] = saved
    details[detail].firings = current.firings
    details[detail].countedIn = current.countedIn
    // What a move to other ends had made.
    if current.memory != saved.memory, current.memory != 0 { freeMemory(current.memory) }
    let kept = saved.paths
    for path in current.paths where !kept.contains(path) { freePath(path) }
  }

  // MARK: Remembering before a change

  /// Must be called before the detail of `link` changes.
  ///
  /// - Parameter always: Also for a link that a rollback removes: what it gives up must be freed.
  mutating func saveDetail(of link: UInt32, always: Bool = false) {
    if links[link].serial >= firstNewSerial, !always { return }
    appendLog(.detail, slot: pending.save(details[links[link].detail]), link: link)
  }

  /// Gives an object a name.
  package mutating func name(_ object: ObjectID, _ name: ObjectName) {
    if isLogging {
      appendLog(.named, slot: object.index, link: pending.save(objectNames[object.index]))
    }
    objectNames[object.index] = name
  }

  mutating func setMarks(_ marks: PropertyMarks, of slot: UInt32) {
    let before = properties[slot].marks
    properties[slot].marks = marks
    if before.intersection(.ofValue) == marks.intersection(.ofValue) { return }
    appendLog(.marks, slot: slot, link: UInt32(before.rawValue))
  }

  /// Notes the place of a link in its list, which it forgets once it is in another one.
  mutating func noteNeighbours(of link: UInt32) {
    store.note(
      .neighbours, slot: links[link].previous, link: link, cause: links[link].next)
  }
}
