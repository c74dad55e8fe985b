/// Something that falls due at a time of the virtual clock.
package struct TimerRecord {
  package enum Work {
    /// A block of the driver.
    case block(BlockID)
    /// A command of an object whose body is due.
    case object(ObjectID)
    /// The answer of an asynchronous transformer. It is stored apart, since other timers would have
    /// twice the size, and there may be a million of them.
    indirect case answer(Answer)
    /// Changes that have waited for the end of the current work: see `flush = tick`.
    case tick
  }

  /// The request of a binding.
  package struct Answer {
    package var link: UInt32
    /// Distinguishes the binding from another one that has taken its place since.
    var serial: UInt32
    /// The position of the transformer among the binding's.
    var stage: UInt16
    /// What the transformer was given.
    var input: Value
    /// What the binding had read, and the previous value.
    var value: Value
    var old: Value
  }

  /// Microseconds since the clock began.
  package var due: Int
  /// Orders timers of the same time: they fall due in the order in which they were set.
  package var serial: UInt64
  package var work: Work
  /// How many timers led to this one, each set by the one before, since time last began to pass.
  package var generation: UInt32
  /// The number of the `beginPassing` call before it was set.
  var epoch: UInt32
  package var isPending: Bool
  /// Whether it waits until another one has fallen due, and is neither in the queue nor in the heap.
  var isParked = false
  /// The driver's token for the place in the source.
  package var origin: UInt32
  /// The event that set it, if it was recorded.
  var setting: TurnTimer.Setting?
}

/// Virtual time, which passes only on request, and what falls due in it.
///
/// Timers are in a table. They are ordered by time and then by request: those that fall due no sooner
/// than all before them wait in a queue, which most scripts never leave; the others are in a heap. A
/// cancelled one stays there until it comes to the front.
package struct VirtualClock: TableOwner {
  struct Entry {
    var due: Int
    var serial: UInt64
    var timer: UInt32

    @inline(__always)
    func isBefore(_ other: Entry) -> Bool {
      due != other.due ? due < other.due : serial < other.serial
    }
  }

  /// Microseconds since the clock began.
  package internal(set) var now = 0
  /// The time of the clock before the last timer fell due.
  private(set) var before = 0
  /// How many are still pending.
  package private(set) var pendingCount = 0
  /// How many of them are parked.
  private(set) var parkedCount = 0
  var timers = FlatArray<TimerRecord>()
  private var heap = FlatArray<Entry>()
  private var queue = FlatArray<Entry>()
  /// How many at the beginning of the queue are gone.
  private var gone = 0
  private var freeTimers: [UInt32] = []
  private(set) var nextSerial: UInt64 = 1
  private var epoch: UInt32 = 0
  /// The fields of the running timer.
  private var generation: UInt32 = 0
  private var countsLaterOnes = false
  /// How many were pending when time began to pass.
  private var pendingBefore = 0

  package init() {}

  mutating func forEachTable(_ change: TableChange) {
    timers.undergo(change)
    heap.undergo(change)
    queue.undergo(change)
  }

  package subscript(timer: UInt32) -> TimerRecord { timers[timer] }

  /// The end of a span of time that begins now, or the last possible time.
  package func time(after delay: Int) -> Int {
    let (time, overflow) = now.addingReportingOverflow(delay)
    return overflow ? .max : time
  }

  // MARK: Setting

  /// - Complexity: O(log *n*) in the number of timers.
  ///
  /// - Parameter place: The place of a timer that it replaces.
  mutating func add(
    after delay: Int, _ work: TimerRecord.Work, origin: UInt32,
    at place: (due: Int, serial: UInt64)? = nil, isParked: Bool = false
  ) -> UInt32 {
    let isLater = delay > 0
    let record = TimerRecord(
      due: place?.due ?? time(after: delay), serial: place?.serial ?? nextSerial, work: work,
      generation: isLater && !countsLaterOnes ? 0 : generation + 1, epoch: epoch, isPending: true,
      isParked: isParked, origin: origin)
    if place == nil { nextSerial += 1 }
    let timer: UInt32
    if let free = freeTimers.popLast() {
      timers[free] = record
      timer = free
    } else {
      timers.append(record)
      timer = UInt32(timers.count - 1)
    }
    if isParked { parkedCount += 1 } else { push(timer) }
    pendingCount += 1
    return timer
  }

  /// Sets a timer like one that is parked, which is cancelled.
  mutating func unpark(_ timer: UInt32) -> UInt32 {
    let record = timers[timer]
    cancel(timer)
    let again = add(after: max(0, record.due - now), record.work, origin: record.origin)
    // A long queue is no chain of timers that set each other.
    timers[again].generation = record.generation
    timers[again].epoch = record.epoch
    return again
  }

  /// Cancels a timer, which can be rolled back as long as its turn runs.
  mutating func cancel(_ timer: UInt32) {
    timers[timer].isPending = false
    pendingCount -= 1
    if timers[timer].isParked { parkedCount -= 1 }
  }

  /// Makes a timer due again that was cancelled or has fallen due since.
  mutating func makeDueAgain(_ timer: UInt32) {
    timers[timer].isPending = true
    pendingCount += 1
    if timers[timer].isParked {
      parkedCount += 1
      return
    }
    // It may still be waiting; an entry that comes to the front a second time is skipped.
    push(timer)
  }

  /// Forgets a timer that was set by something that is rolled back.
  mutating func remove(_ timer: UInt32) {
    cancel(timer)
    free(timer)
  }

  // MARK: Passing

  /// Time is about to pass: from now on, new timers count as set by what falls due.
  ///
  /// - Parameter countsLaterOnes: Whether a timer for a later time counts as one more round;
  ///   otherwise only those count that fall due at once.
  package mutating func beginPassing(countsLaterOnes: Bool) {
    epoch &+= 1
    generation = 0
    self.countsLaterOnes = countsLaterOnes
    pendingBefore = pendingCount
  }

  /// How many more are pending than when time began to pass.
  var growth: Int { pendingCount - pendingBefore }

  package mutating func endPassing() {
    generation = 0
    countsLaterOnes = false
  }

  /// The next timer due until `time`. It is removed from the clock, which is set to its time.
  ///
  /// - Parameter isKept: Whether it keeps its place, because it may be rolled back.
  /// - Complexity: O(log *n*) in the number of timers.
  mutating func next(until time: Int, isKept: Bool) -> (timer: UInt32, record: TimerRecord)? {
    while true {
      let isQueued =
        queue.count > gone && (heap.count == 0 || queue[UInt32(gone)].isBefore(heap[0]))
      guard isQueued || heap.count > 0 else { return nil }
      let first = isQueued ? queue[UInt32(gone)] : heap[0]
      let isStale =
        !timers[first.timer].isPending || timers[first.timer].serial != first.serial
      guard isStale || first.due <= time else { return nil }
      if isQueued { leaveQueue() } else { removeFirst() }
      if isStale { continue }
      var record = timers[first.timer]
      // A restored timer belongs to a chain of an earlier passing, which is over.
      if record.epoch != epoch { record.generation = 0 }
      timers[first.timer].isPending = false
      pendingCount -= 1
      if !isKept {
        timers[first.timer].work = .block(.none)
        freeTimers.append(first.timer)
      }
      before = now
      now = max(now, first.due)
      generation = record.generation
      return (first.timer, record)
    }
  }

  /// What falls due before everything else, at the present time.
  package mutating func tick() -> TimerRecord {
    generation += 1
    return TimerRecord(
      due: now, serial: 0, work: .tick, generation: generation, epoch: epoch, isPending: false,
      origin: 0)
  }

  /// Makes the timer due again that has just fallen due and was not run. It gets a new place,
  /// because remembered turns may still refer to the old one.
  mutating func restore(_ record: TimerRecord) -> UInt32 {
    var again = record
    again.isPending = true
    now = before
    timers.append(again)
    pendingCount += 1
    push(UInt32(timers.count - 1))
    return UInt32(timers.count - 1)
  }

  /// Sets the clock to `time` if nothing is due before.
  package mutating func stand(at time: Int) { now = max(now, time) }

  /// What is still pending, in order.
  ///
  /// - Complexity: O(*n* log *n*).
  package var pending: [TimerRecord] {
    if pendingCount == 0 { return [] }
    return (0..<UInt32(timers.count)).lazy.map { timers[$0] }.filter(\.isPending)
      .sorted { $0.due != $1.due ? $0.due < $1.due : $0.serial < $1.serial }
  }

  /// The handle of the pending timer of `object`.
  ///
  /// - Complexity: O(*n*) in the number of timers.
  func timer(of object: ObjectID) -> UInt32? {
    (0..<UInt32(timers.count)).first {
      guard timers[$0].isPending, case .object(let owner) = timers[$0].work else { return false }
      return owner == object
    }
  }

  /// Makes the place of a cancelled timer free for another.
  mutating func free(_ timer: UInt32) {
    timers[timer].work = .block(.none)
    // If an entry of it still waits, that entry is stale from now on.
    timers[timer].serial = 0
    freeTimers.append(timer)
  }

  // MARK: The queue and the heap

  private mutating func push(_ timer: UInt32) {
    let entry = Entry(due: timers[timer].due, serial: timers[timer].serial, timer: timer)
    if queue.count == gone || !entry.isBefore(queue[UInt32(queue.count - 1)]) {
      queue.append(entry)
      return
    }
    heap.append(entry)
    let base = heap.base
    var position = heap.count - 1
    while position > 0 {
      let parent = (position - 1) / 4
      guard entry.isBefore(base[parent]) else { break }
      base[position] = base[parent]
      position = parent
    }
    base[position] = entry
  }

  private mutating func leaveQueue() {
    gone += 1
    // Those that are gone are at least as many as those that move, so each moves once on average.
    guard gone == queue.count || gone >= 1024 && gone * 2 >= queue.count else { return }
    queue.removeFirst(gone, needsFreeing: false)
    gone = 0
  }

  /// Removes the one on top of the heap.
  private mutating func removeFirst() {
    let last = heap.removeLast()
    let count = heap.count
    guard count > 0 else { return }
    let base = heap.base
    var position = 0
    while true {
      let first = position * 4 + 1
      guard first < count else { break }
      var smallest = first
      for child in (first + 1)..<max(first + 1, min(first + 4, count))
      where base[child].isBefore(base[smallest]) { smallest = child }
      guard base[smallest].isBefore(last) else { break }
      base[position] = base[smallest]
      position = smallest
    }
    base[position] = last
  }
}
