// `flush = render`: a write is only noted. When the tick comes, and after each round, what has been
// noted is stored together, and sets off the next round. So all that fires in one round reads the
// same values.

/// A write that will be stored later.
struct NotedWrite {
  var value: Value
  var slot: UInt32
  /// Distinguishes it from one that has taken its place since.
  var object: ObjectID
  /// The binding that writes; 0 for a statement or a block.
  var link: UInt32
  var serial: UInt32
  /// The event that noted it; 0 if that is one of an earlier turn.
  var event: UInt32
  /// While the notes are stored: whether a later one of the same property counts.
  var isOvertaken = false
}

/// Notes, in the order in which they were made.
struct NotedWrites {
  var list = FlatArray<NotedWrite>()
  /// How many there were when the turn began.
  var firstNew = 0
  /// While they are stored: the next one, and the end of those that are.
  var head = 0
  var end = 0

  var count: Int { list.count }

  /// Removes those that were stored.
  mutating func removeStored() {
    list.removeFirst(end, needsFreeing: true)
    (head, end) = (0, 0)
  }

  /// Nothing is noted any more.
  mutating func forget() {
    list.truncate(to: 0)
    (head, end) = (0, 0)
  }
}

extension GraphCore {
  /// Whether writes to `slot` may wait.
  func isState(_ slot: UInt32) -> Bool {
    let owner = properties[slot].owner
    return owner == 0 || !classes[Int(objects[owner].classID)].storesAtOnce
  }

  mutating func note(
    _ value: Value, for slot: UInt32, by link: UInt32, event: UInt32, isRoot: Bool
  ) -> Suspension? {
    let noted =
      notesEvents
      ? record(.note, cause: event, link: link, property: slot, old: read(slot), new: value) : event
    agenda.notes.list.append(
      NotedWrite(
        value: value, slot: slot, object: propertyID(slot).object, link: link,
        serial: links[link].serial, event: noted))
    return isRoot ? .done : nil
  }

  /// Whether writes are noted and not stored.
  package var hasNotes: Bool { agenda.notes.count > 0 }

  /// What is noted for a property: the last value, which will be stored; nil if there is none.
  package func noted(for slot: UInt32) -> Value? {
    for position in (0..<agenda.notes.count).reversed() {
      let note = agenda.notes.list.base[position]
      if note.slot == slot, isAlive(note.object) { return living(note.value) }
    }
    return nil
  }

  /// Whether a round is done, and writes have been noted in it.
  var hasNotesToStore: Bool {
    agenda.notes.count > 0 && agenda.heap.count == 0 && agenda.head >= agenda.roundEnd
  }

  /// Stores the next noted write.
  ///
  /// - Returns: nil if all are stored; otherwise how the flush continues.
  mutating func storeNextNote() -> Suspension?? {
    if agenda.notes.end == 0 { beginToStore() }
    while agenda.notes.head < agenda.notes.end {
      let note = agenda.notes.list[UInt32(agenda.notes.head)]
      agenda.notes.head += 1
      let isSame = note.link != 0 && links[note.link].serial == note.serial
      let link = isSame ? note.link : 0
      guard isAlive(note.object) else {
        dropNote(note, by: link, .released)
        continue
      }
      if note.isOvertaken {
        dropNote(note, by: link, .later)
        continue
      }
      return .some(
        storeAdmitted(
          living(note.value), in: note.slot, link: link, event: note.event, isRoot: false,
          isNoted: true))
    }
    // Observers that run before a change may have noted more.
    agenda.notes.removeStored()
    return nil
  }

  /// Of several writes of one property the last counts.
  private mutating func beginToStore() {
    agenda.notes.end = agenda.notes.count
    agenda.passed = .max
    var written: Set<UInt32> = []
    for position in (0..<agenda.notes.end).reversed() {
      let isLast = written.insert(agenda.notes.list.base[position].slot).inserted
      agenda.notes.list.base[position].isOvertaken = !isLast
    }
  }

  private mutating func dropNote(_ note: NotedWrite, by link: UInt32, _ reason: TraceEvent.Reason) {
    turn.dropped += 1
    guard isTracing else { return }
    // The place of an object that an earlier turn released may be free, or belong to another one.
    let isKnown =
      properties[note.slot].owner == note.object.index
      && (isAlive(note.object) || properties[note.slot].flags.contains(.dead))
    record(
      .dropped, reason, cause: note.event, link: isKnown ? link : 0,
      property: isKnown ? note.slot : 0, new: note.value, text: isKnown ? nil : "a noted write")
  }

  /// Forgets what was noted since there were `count` notes.
  mutating func forgetNotes(from count: Int) {
    if agenda.notes.count > count { agenda.notes.list.truncate(to: count) }
  }
}
