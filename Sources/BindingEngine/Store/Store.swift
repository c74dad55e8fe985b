/// The values of all properties, and the log from which a turn can be rolled back.
///
/// Only this file can change a value or make an entry of the log: nobody else may set
/// `PropertyRecord.value` or make a `LogEntry`, so that no change can miss the log. What a change
/// counts and which events it has is decided in `GraphCore+Commit.swift`, the only file that calls
/// what stores.
@usableFromInline
struct Store: TableOwner {
  @usableFromInline var properties = FlatArray<PropertyRecord>()
  fileprivate(set) var log = FlatArray<LogEntry>(minimumCapacity: 64)
  /// Whether an entry of the log must be freed one by one.
  fileprivate(set) var logHoldsReferences = false
  /// How much of the log was there when the running turn, its batch or a part that can be rolled
  /// back alone began: what is done since then gets entries of its own.
  private(set) var logFloor = 0

  mutating func forEachTable(_ change: TableChange) {
    properties.undergo(change)
    log.undergo(change)
  }

  // MARK: Values

  /// Moves the old value to the log and the new one in. Numbers travel without reference counting.
  @inline(__always)
  mutating func put(_ value: consuming Value, in slot: UInt32, by link: UInt32) {
    let cell = properties.pointer(slot).cell
    let entry = log.appendUninitialized()
    if !cell.pointee.isBits { logHoldsReferences = true }
    entry.initialize(to: LogEntry(value: cell.move(), kind: .write, slot: slot, link: link))
    cell.initialize(to: value)
  }

  /// Stores without an entry: what a rollback undoes anyway, with the object or with the write before.
  @inline(__always)
  mutating func replace(_ slot: UInt32, with value: consuming Value) {
    properties.pointer(slot).cell.pointee = value
  }

  /// Appends to a text where it is. Another reference to it would make that a copy.
  ///
  /// - Parameter count: How long it is, in bytes.
  mutating func grow(_ slot: UInt32, by piece: String, from count: Int) {
    if !isLast(.grew, slot) { note(.grew, .int(count), slot: slot) }
    let cell = properties.pointer(slot).cell
    guard case .string(var text) = cell.move() else { preconditionFailure("it was a string") }
    text += piece
    cell.initialize(to: .string(text))
  }

  /// Undoes an entry that is about a value.
  mutating func restore(_ entry: LogEntry) {
    let cell = properties.pointer(entry.slot).cell
    switch entry.kind {
    case .write: cell.pointee = entry.value
    case .grew:
      guard case .int(let count) = entry.value, case .string(let text) = cell.pointee else {
        return
      }
      cell.pointee = .string(String(decoding: text.utf8.prefix(count), as: UTF8.self))
    default: preconditionFailure("an entry without a value")
    }
  }

  // MARK: The log

  /// Notes what is about to change.
  ///
  /// - Parameters:
  ///   - slot: What the kind says that it is; the same for `link` and `cause`.
  @inline(__always)
  mutating func note(
    _ kind: LogEntry.Kind, _ value: Value = .nil, slot: UInt32 = 0, link: UInt32 = 0,
    cause: UInt32 = 0
  ) {
    if !value.isBits { logHoldsReferences = true }
    log.append(LogEntry(value: value, kind: kind, slot: slot, link: link, cause: cause))
  }

  /// Whether the last entry of the log is of a statement that did the same to the same property. A
  /// rollback of that one rolls back what is done now, too, so it needs no entry of its own.
  @inline(__always)
  func isLast(_ kind: LogEntry.Kind, _ slot: UInt32) -> Bool {
    guard log.count > logFloor else { return false }
    let last = log.base + (log.count - 1)
    return last.pointee.slot == slot && last.pointee.kind == kind && last.pointee.link == 0
  }

  /// From here on no entry stands for what comes after it.
  @inline(__always)
  mutating func raiseFloor() { logFloor = log.count }

  mutating func takeLast() -> LogEntry { log.removeLast() }

  /// Passes copies of the last entries, the last one first, until `count` are left.
  func copyLog(downTo count: Int, _ take: (LogEntry) -> Void) {
    for position in stride(from: log.count - 1, through: count, by: -1) {
      take(log[UInt32(position)])
    }
  }

  /// Forgets the last entries, until `count` are left.
  mutating func forgetLog(downTo count: Int) { log.truncate(to: count) }

  /// Puts an entry back that `copyLog` has passed.
  mutating func putBack(_ entry: LogEntry) { log.append(entry) }

  /// Exchanges the logs, and nothing else.
  mutating func takeLog(of other: inout Store) { swap(&log, &other.log) }

  /// Its tables with an empty log, before they get memory of their own.
  var withoutLog: Store {
    var store = self
    store.log.forget()
    return store
  }

  /// Forgets the whole log.
  @inline(__always)
  mutating func clearLog() {
    if logHoldsReferences {
      log.truncate(to: 0)
      logHoldsReferences = false
    } else {
      log.forget()
    }
    log.shrink(above: GraphCore.ordinarySize)
  }

  /// Forgets the first entries, which nothing can undo any more.
  mutating func forgetFirst(_ count: Int) {
    log.removeFirst(count, needsFreeing: logHoldsReferences)
    log.shrink(above: max(2 * log.count, GraphCore.ordinarySize))
  }

  /// The target of a link is gone for good.
  mutating func forgetTarget(at position: UInt32) { log[position].slot = 0 }
}

// MARK: Many numbers at once

/// The store as a loop sees it that copies numbers: its memory in registers. `open` makes room, and
/// what was stored is there when it is closed.
struct OpenStore {
  private let properties: UnsafeMutablePointer<PropertyRecord>
  private let first: UnsafeMutablePointer<LogEntry>
  private var next: UnsafeMutablePointer<LogEntry>

  @inline(__always)
  fileprivate init(_ store: Store) {
    properties = store.properties.base
    first = store.log.base
    next = first + store.log.count
  }

  /// The last entry.
  @inline(__always)
  var last: UInt32 { UInt32(truncatingIfNeeded: next - first) &- 1 }

  fileprivate var count: Int { next - first }

  /// Copies the number in one property over the number in another.
  @inline(__always)
  mutating func copy(
    _ source: UnsafeMutablePointer<PropertyRecord>,
    to target: UnsafeMutablePointer<PropertyRecord>, slot: UInt32, by link: UInt32
  ) {
    log(target, slot: slot, by: link)
    UnsafeMutableRawPointer(target.cell).copyMemory(
      from: source.cell, byteCount: MemoryLayout<Value>.size)
  }

  /// Stores a number over a number.
  @inline(__always)
  mutating func put(
    _ number: Scalar, in target: UnsafeMutablePointer<PropertyRecord>, slot: UInt32,
    by link: UInt32
  ) {
    log(target, slot: slot, by: link)
    target.cell.initialize(to: number.value)
  }

  @inline(__always)
  private mutating func log(
    _ target: UnsafeMutablePointer<PropertyRecord>, slot: UInt32, by link: UInt32
  ) {
    UnsafeMutableRawPointer(next).copyMemory(
      from: target.cell, byteCount: MemoryLayout<Value>.size)
    next.pointee.kind = .write
    next.pointee.slot = slot
    next.pointee.link = link
    next += 1
  }

  /// Says which event caused the next entry.
  @inline(__always)
  func setCause(_ cause: UInt32) { next.pointee.cause = cause }

  @inline(__always)
  mutating func note(_ kind: LogEntry.Kind, slot: UInt32, link: UInt32) {
    next.initialize(to: LogEntry(value: .nil, kind: kind, slot: slot, link: link))
    next += 1
  }
}

extension Store {
  /// - Parameter entries: How many the loop makes at most.
  @inline(__always)
  mutating func open(forEntries entries: Int) -> OpenStore {
    log.reserve(entries)
    return OpenStore(self)
  }

  @inline(__always)
  mutating func close(_ open: OpenStore) { log.setCount(open.count) }
}

// MARK: What it holds

/// One property of one object: 32 bytes with everything that a hop needs.
@usableFromInline
package struct PropertyRecord {
  /// Changes in this file alone.
  @usableFromInline package fileprivate(set) var value = Value.nil
  @usableFromInline package var flags: PropertyFlags
  /// What only the cycle finder and `computed` use, separate from `flags` so that a plain write
  /// does not have to check it.
  @usableFromInline package var marks: PropertyMarks
  /// The head of the list of links that observe it, in the order in which they were made; the
  /// `previous` of the head is the tail.
  var firstLink: UInt32 = 0
  /// The index of the object it belongs to.
  package var owner: UInt32
  /// Its place among the properties that bindings connect; 0 if none does. See `Cycles`.
  var order: Int32 = 0

  init(owner: UInt32 = 0, flags: PropertyFlags = [], marks: PropertyMarks = []) {
    self.owner = owner
    self.flags = flags
    self.marks = marks
  }
}

extension UnsafeMutablePointer<PropertyRecord> {
  /// The value in the record. It is the first field, and the compiler would copy it in and out.
  @inline(__always)
  var value: UnsafePointer<Value> { UnsafePointer(cell) }

  @inline(__always)
  fileprivate var cell: UnsafeMutablePointer<Value> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Value.self)
  }

  /// The object that the property holds. A copy of the value would count references first.
  @inline(__always)
  var object: ObjectID? {
    guard cell.pointee.isObject else { return nil }
    // The payload of a case is at the beginning of the value.
    return UnsafeRawPointer(cell).load(as: ObjectID.self)
  }
}

/// One thing that a turn did, with what is needed to undo it: 32 bytes.
///
/// Undoing goes through the log from its end, so each entry finds the tables as they were right
/// after it. That is how a list node can be restored by the neighbours that it still knows.
struct LogEntry {
  enum Kind: UInt8 {
    /// `slot` held `value`; `link` wrote it, 0 for a statement.
    case write
    /// The text in `slot` had `value` bytes, and grew.
    case grew
    /// `link` fired and stored nothing; recorded for the limit, which counts firings.
    case fired
    /// The marks of `slot` were `link`, as raw value.
    case marks
    /// `slot` is the object made.
    case madeObject
    /// `slot` is the object released.
    case released
    /// `slot` is the object that got one more property.
    case extended
    /// The object `slot` was of the class `link`.
    case reclassed
    /// The property `slot`, which extends its object, was declared as number `link`.
    case redeclared
    /// Another semantics was in force.
    case ruled
    case madeLink
    /// `link` was alive.
    case endedLink
    /// `link` was added to the list of its source.
    case linked
    /// `link` was removed from the list of its source.
    case unlinked
    /// `link`, which moves to another list, was after `slot` and before `cause`.
    case neighbours
    /// `link` became a writer of its target.
    case joined
    /// `link` stopped being a writer of its target.
    case left
    /// The source of `link` was `slot`.
    case source
    /// The target of `link` was `slot`.
    case target
    /// The flags of `link` were `slot`, as raw value.
    case flags
    /// Whether what a link observes has changed since, of several at once: see `ChangedLinks`.
    case changed
    /// After the step `link` of a path came the step `slot`.
    case nextStep
    /// `link` had no detail.
    case madeDetail
    /// The detail of `link` was saved as number `slot`.
    case detail
    /// Timer `slot` was set.
    case scheduled
    /// Timer `slot` was cancelled.
    case unscheduled
    /// The last request of `link` was timer `slot`.
    case requested
    /// `link` wrote `value` to its right end last, or nothing if `slot` is 0.
    case wrote
    /// The link or step `link` kept `value` as what it was notified of last, or nothing if `slot` is 0.
    case kept
    /// `link` had read `value` in lists: see `InsideReads`. nil if nothing was noted.
    case readInside
    /// The value after `value` was announced for `slot`, and will be stored later.
    case announced
    /// `link` was registered at `slot`, as a stamp.
    case registered
    /// The delivery at the level `slot` of the stack was that of the entry `link` and the event
    /// `cause`; `value` is the rest of it. Nothing if that level has gone.
    case delivery
    /// Timer `slot` fell due when the clock was at `value`. Recorded between turns.
    case fell
    /// What fell due before was not run, and timer `slot` took its place. Recorded between turns.
    case dueAgain
    /// The clock was at `value`. Recorded between turns.
    case passed
    /// `link` was tied to the object `slot`.
    case tied
    /// The object `slot` got one more child.
    case parented
    /// The name of the object `slot` was saved as number `link`.
    case named
  }

  fileprivate(set) var value: Value
  fileprivate(set) var kind: Kind
  fileprivate(set) var slot: UInt32
  fileprivate(set) var link: UInt32
  /// For a number that was copied plainly, if the log serves as the trace: the event that caused
  /// the copy.
  fileprivate(set) var cause: UInt32

  fileprivate init(value: Value, kind: Kind, slot: UInt32, link: UInt32, cause: UInt32 = 0) {
    self.value = value
    self.kind = kind
    self.slot = slot
    self.link = link
    self.cause = cause
  }
}
