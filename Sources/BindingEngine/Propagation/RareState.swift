/// State that few turns need: a batch, a tick, values that were pulled or are passed as announced,
/// the references that were written and the links that were moved, if they are recorded. All other
/// turns only look at `isEmpty`.
struct RareState {
  /// A new one represents the end of a turn.
  private(set) var isEmpty = true
  /// What waited from earlier turns when the turn began to fire it, for a rollback; nil if it did not.
  private(set) var taken: Waiting?
  /// For properties that were read through before their binding fired, the log entry with the
  /// previous value: see `SweepOrder.pullThrough`.
  private(set) var pulled: [UInt32: UInt32] = [:]
  /// For properties whose changes were delivered, where values are passed as announced, the entry of
  /// the last change.
  private var delivered: [UInt32: UInt32] = [:]
  /// For changes that waited for the end of a batch, where values are passed as announced, by the
  /// entry with the value before the batch: the last entry before they were announced.
  private var announced: [UInt32: UInt32] = [:]

  /// For links whose blocks run, the properties that these name.
  private var named: [UInt32: [UInt32]] = [:]

  /// The properties that hold or have held an object, and were written while that is recorded.
  private(set) var references: [UInt32] = []

  /// The links that now observe or write other properties, while that is recorded.
  private(set) var movedLinks: [UInt32] = []

  /// What was read while something was due that leads there: see `GraphCore+Glitches.swift`.
  var stale = StaleReadings()

  /// Begins to record such readings.
  ///
  /// - Parameter first: The number of the next event.
  mutating func watch(from first: UInt32) {
    isEmpty = false
    stale = StaleReadings(first: first)
  }

  mutating func takeStale() -> StaleReadings {
    let taken = stale
    stale = StaleReadings()
    return taken
  }

  mutating func noteReference(_ slot: UInt32) {
    isEmpty = false
    if references.last != slot { references.append(slot) }
  }

  mutating func noteMoved(_ link: UInt32) {
    isEmpty = false
    if movedLinks.last != link { movedLinks.append(link) }
  }

  mutating func setNamed(_ slots: [UInt32], by link: UInt32) {
    isEmpty = false
    named[link] = slots
  }

  mutating func addNamed(_ slot: UInt32, by link: UInt32) {
    isEmpty = false
    named[link, default: []].append(slot)
  }

  func hasNamed(by link: UInt32) -> Bool { !isEmpty && named[link] != nil }

  mutating func takeNamed(by link: UInt32) -> [UInt32]? { named.removeValue(forKey: link) }

  mutating func noteBatch() { isEmpty = false }

  mutating func noteTaken(_ waiting: Waiting) {
    isEmpty = false
    taken = waiting
  }

  mutating func noteDelivered(_ slot: UInt32, entry: UInt32) {
    isEmpty = false
    delivered[slot] = entry
  }

  mutating func noteAnnounced(_ entry: UInt32, at last: Int) {
    isEmpty = false
    announced[entry] = UInt32(last)
  }

  /// The last entry before the change in `entry` was announced, if the property has changed again
  /// since then.
  func overtaken(_ slot: UInt32, since entry: UInt32) -> UInt32? {
    guard let latest = delivered[slot] else { return nil }
    let entry = announced.isEmpty ? entry : announced[entry] ?? entry
    return latest > entry ? entry : nil
  }

  /// Records the value that observers of a property know, unless it was read through before.
  mutating func notePulled(_ slot: UInt32, entry: UInt32) {
    isEmpty = false
    if pulled[slot] == nil { pulled[slot] = entry }
  }

  /// The log entry with the value that observers know of a property which was read through before
  /// its binding fired; nil if it was not.
  mutating func takePulled(_ slot: UInt32) -> UInt32? {
    pulled.isEmpty ? nil : pulled.removeValue(forKey: slot)
  }

  /// Forgets what refers to entries of the log from `entry` on.
  mutating func forgetEntries(from entry: Int) {
    if !pulled.isEmpty { pulled = pulled.filter { Int($0.value) < entry } }
    if !announced.isEmpty { announced = announced.filter { Int($0.value) < entry } }
  }
}

/// What waits for a tick, in the order of the agenda.
struct Waiting {
  var queue: [Due] = []
  var stack: [Due] = []
  /// The values to which its entries point. A flush forgets them when it ends.
  var oldValues: [Value] = []
  /// Writes that are only noted.
  var notes: [NotedWrite] = []
}
