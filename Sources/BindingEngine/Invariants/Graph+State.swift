extension GraphCore {
  /// What there is between turns: values, links, timers and noted writes, each by its contents; for tests and
  /// fuzzing.
  ///
  /// A turn that is rolled back leaves all of it as it was.
  package func state() -> [String: String] {
    var state: [String: String] = [:]
    // What a link that has ended remembers is removed when its turn is forgotten.
    let forgotten = Set(
      (1..<UInt32(links.count)).filter { links[$0].flags.contains(.dead) && links[$0].detail != 0 }
        .flatMap { [details[links[$0].detail].memory] + stageMemories(of: $0) })
    for slot in 1..<UInt32(properties.count) {
      let record = properties[slot]
      if record.flags.contains(.unobservable), !forgotten.contains(slot) {
        state["value of \(slot)"] = text(of: record.value)
      }
      guard !record.flags.contains(.dead) else { continue }
      state["observers of \(slot)"] = "\(observers(of: slot))"
      state["writers of \(slot)"] = "\(writers(of: slot))"
    }
    for link in 1..<UInt32(links.count) where !links[link].flags.contains(.dead) {
      let record = links[link]
      // A place whose object is gone may be used again, or not yet.
      let isGone =
        !record.flags.contains(.step) && properties[record.target].flags.contains(.dead)
      let target = isGone ? 0 : record.target
      state["link \(link)"] =
        "\(record.serial) from \(record.source) to \(target) by \(steps(of: link))"
      state["request of \(link)"] = lastRequests[link].map { "\($0)" }
      // What was kept under an earlier semantics is of no use.
      if knobs.keeps { state["kept by \(link)"] = keeping.values[link].map { text(of: $0) } }
      state["last written by \(link)"] = lastWritten[link].map { text(of: $0) }
    }
    for object in 1..<UInt32(objects.count) where !objects[object].generation.isMultiple(of: 2) {
      state["object \(object)"] = "\(objects[object].generation) at \(objects[object].base)"
      for slot in slots(of: object) {
        let record = properties[slot]
        state["value of \(slot)"] =
          record.marks.contains(.stale) ? "stale" : text(of: record.value)
      }
    }
    for position in 0..<agenda.notes.count {
      let note = agenda.notes.list.base[position]
      let slot = isAlive(note.object) ? note.slot : 0
      state["note \(position)"] = "\(text(of: note.value)) for \(slot) by \(note.link)"
    }
    for timer in clock.pending { state["timer \(timer.serial)"] = "\(timer.due)" }
    state["time"] = "\(clock.now)"
    return state
  }

  /// A released object is nil, whatever its place was used for since. If lists hold other lists
  /// twice, level by level, their text grows exponentially, so only the size is given.
  private func text(of value: Value) -> String {
    switch value {
    case .object(let object): isAlive(object) ? describe(object) : "nil"
    case .list(let list) where list.size > 100: "\(list.size) values"
    case .list(let list): "\(list.map { text(of: $0) })"
    case .dictionary(let dictionary) where dictionary.size > 100: "\(dictionary.size) values"
    case .dictionary(let dictionary):
      "\(dictionary.keys.map { text(of: $0) }): \(dictionary.values.map { text(of: $0) })"
    case .enumeration(let value):
      "\(value.enumeration.name).\(value.name)\(value.values.map { text(of: $0) })"
    case .string(let text) where text.utf8.count > 1_000:
      "\(text.utf8.count) bytes, \(text.hashValue)"
    default: literal(value)
    }
  }
}
