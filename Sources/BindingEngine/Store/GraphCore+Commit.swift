// The door: a value changes in these functions and nowhere else, since only they call what stores.
// Each counts, notes, logs and stores. What is fast calls the same function with more proved
// before, and inlined. The semantics decides who may come here, and what is delivered afterwards.
extension GraphCore {
  /// Stores a write that has been decided on.
  @inline(__always)
  mutating func commit(_ value: consuming Value, to slot: UInt32, by link: UInt32) {
    turn.writes += 1
    put(value, in: slot, by: link)
  }

  /// What a binding passes on, where no event is noted.
  ///
  /// - Returns: Whether it was stored, and not dropped because it is equal.
  @inline(__always)
  mutating func commitHop(_ value: consuming Value, to slot: UInt32, by link: UInt32) -> Bool {
    turn.firings += 1
    if knobs.drop, isDropped(value, at: read(slot)) {
      turn.writes += 1
      turn.dropped += 1
      return false
    }
    commit(value, to: slot, by: link)
    return true
  }

  /// A write of any kind, with its event.
  ///
  /// - Parameters:
  ///   - event: The cause of the write, which becomes its event.
  ///   - stored: Whether an equal value is stored, too, although nothing has changed.
  /// - Returns: Whether the value was changed, and not dropped because it is equal.
  mutating func commit(
    _ value: Value, to slot: UInt32, by link: UInt32, event: inout UInt32,
    storingEqual stored: Bool,
    _ change: ListChange
  ) -> Bool {
    let old = read(slot)
    guard knobs.drop, isDropped(value, at: old) else {
      commit(value, to: slot, by: link)
      if notesEvents {
        event = record(
          .write, cause: event, link: link, property: slot, old: old, new: value, change: change)
      }
      return true
    }
    turn.writes += 1
    turn.dropped += 1
    if notesEvents {
      record(.dropped, .equal, cause: event, link: link, property: slot, old: old, new: value)
      if isWatching { noteRepeat(value, at: slot) }
    }
    if stored { put(value, in: slot, by: link) }
    return false
  }

  /// A write to a property that was read through before its binding fired: see `pullThrough`.
  ///
  /// - Parameter earlier: The entry with the value before that.
  mutating func commitPulled(
    _ value: Value, to slot: UInt32, by link: UInt32, event: inout UInt32, since earlier: UInt32
  ) {
    turn.writes += 1
    if value != read(slot) { put(value, in: slot, by: link) }
    if notesEvents {
      event = record(
        .write, cause: event, link: link, property: slot, old: living(log[earlier].value),
        new: value)
    }
  }

  /// Stores what is no write: the value of a `computed`, the payload of an event, what is read
  /// through.
  @inline(__always)
  mutating func commitUncounted(_ value: consuming Value, to slot: UInt32, by link: UInt32) {
    put(value, in: slot, by: link)
  }

  /// Stores without notifying and without checking types: a script variable, a remembered value.
  package mutating func storeSilently(_ value: Value, in slot: UInt32) {
    if isLogging { return put(value, in: slot, by: 0) }
    noteReference(slot, to: value)
    store.replace(slot, with: value)
  }

  /// Gives a property a value that it has only for the evaluation which is about to run.
  ///
  /// - Returns: The value that it has.
  mutating func exchange(_ value: Value, in slot: UInt32) -> Value {
    let own = properties[slot].value
    store.replace(slot, with: value)
    return own
  }

  /// Stores the first value of a property of an object that the running turn has made. Undoing
  /// removes the object, whatever it holds.
  package mutating func storeFirst(_ value: Value, in slot: UInt32) {
    store.replace(slot, with: value)
  }

  /// Stores a write of a statement that a rollback undoes together with the write before it, if it
  /// does.
  ///
  /// - Returns: Whether it does; otherwise nothing was done.
  @inline(__always)
  mutating func commitAgain(_ value: Value, to slot: UInt32) -> Bool {
    guard store.isLast(.write, slot) else { return false }
    turn.writes += 1
    if notesReferences, value.isObject { rare.noteReference(slot) }
    store.replace(slot, with: value)
    return true
  }

  /// Appends to a text of `count` bytes.
  mutating func commitGrowth(of slot: UInt32, by piece: String, from count: Int) {
    turn.writes += 1
    store.grow(slot, by: piece, from: count)
  }

  /// Takes over what a loop has stored.
  ///
  /// - Parameter hops: How many bindings have fired.
  @inline(__always)
  mutating func commit(_ open: OpenStore, hops: Int) {
    store.close(open)
    turn.firings &+= hops
    turn.writes &+= hops
  }

  /// The entry of the last change.
  @inline(__always)
  var lastEntry: UInt32 { UInt32(truncatingIfNeeded: log.count - 1) }

  @inline(__always)
  private mutating func put(_ value: consuming Value, in slot: UInt32, by link: UInt32) {
    noteReference(slot, to: value)
    store.put(value, in: slot, by: link)
  }

  @inline(__always)
  private mutating func noteReference(_ slot: UInt32, to value: borrowing Value) {
    if notesReferences, properties.pointer(slot).value.pointee.isObject || value.isObject {
      rare.noteReference(slot)
    }
  }
}
