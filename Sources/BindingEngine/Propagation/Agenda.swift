/// A link that is due, or a property whose observers will be notified, with everything needed to
/// fire it later.
struct Due {
  var link: UInt32
  /// Distinguishes the link from another one that has taken its place since.
  var serial: UInt32 = 0
  /// The log entry with the value before the change; `UInt32.max` for none.
  var entry: UInt32
  /// The property that changed.
  var slot: UInt32
  /// The trace event that this follows from.
  var event: UInt32
  /// What happened to the list. `entry` is an index into `oldValues`, because the log of its turn
  /// is gone when it fires.
  var isKept = false
  /// For a link that is rolled back: whether something that it reads had certainly changed.
  var isConfirmed = false
  /// For such a link: whether it has kept its place in the order of marking.
  var isPlaced = false
  var kind = ListChange.Kind.set.rawValue
  var index: UInt32 = 0
  /// Under a topological order: the place that decides when it fires, and the order among those of
  /// one place.
  var place: Int32 = 0
  var sequence: UInt32 = 0

  /// Whether it is only a place in the round, of a link that need not be due.
  var isPlace: Bool { event == .max }

  var change: ListChange {
    get { ListChange(ListChange.Kind(rawValue: kind) ?? .set, at: Int(index)) }
    set {
      kind = newValue.kind.rawValue
      index = UInt32(truncatingIfNeeded: newValue.index)
    }
  }
}

extension Due {
  /// A place in the round for a link that may be marked before its turn comes.
  init(place link: UInt32, serial: UInt32) {
    self.init(link: link, serial: serial, entry: .max, slot: 0, event: .max)
  }
}

/// What is due when changes do not travel depth first.
///
/// A link that is due has the flag `queued`. An entry whose link has lost the flag is skipped, so
/// nothing has to be searched for when a link ends or a turn is rolled back in part.
struct Agenda: TableOwner {
  /// First in, first out. `head` is next; the present round ends at `roundEnd`.
  var queue = FlatArray<Due>()
  var head = 0
  var roundEnd = 0
  /// If what the last write set off goes first: the next round, its first entry last.
  var stack = FlatArray<Due>()
  /// Bindings by the place of their target, or what remains of a pass, in the order of making: a
  /// binary heap.
  var heap = FlatArray<Due>()
  /// Observers, which are notified when the heap is empty.
  var later = FlatArray<Due>()
  var laterHead = 0
  /// The end of the present round, and how many rounds there had been when it began.
  var laterEnd = 0
  var laterRounds = 0
  /// What will fire again in the next round.
  var nextRound = FlatArray<Due>()
  /// The links that became due, in order, since the agenda was last empty.
  var arrivals = FlatArray<UInt32>()
  /// `computed` properties that may have lost their last listener.
  var unobserved = FlatArray<UInt32>()
  /// `computed` properties whose listeners know of a change: see `hasConfirmed`.
  var confirming = FlatArray<UInt32>()
  /// The properties that have had the mark of this name.
  var captured: Set<UInt32> = []
  /// The length of the log when the open batch began, and the serial of the next link at that time.
  var batchStart: (log: Int, serial: UInt32) = (0, 0)
  /// How many there were when the turn began.
  var firstNewArrival = 0
  /// What is evaluated ahead of everything else: see `Semantics.Computed.ahead`.
  var updates = Updates()
  /// Writes that will be stored when the round is done: see `Semantics.Flush.render`.
  var notes = NotedWrites()
  /// Values from before the changes that wait for a tick: see `Due.entry`.
  var oldValues = FlatArray<Value>()
  /// Under a topological order: how often something was put off since so much had fired.
  var putOffs = (count: 0, since: 0)
  /// Of a pass: the place of what was taken last.
  var passed = Int32.max
  /// The order of places that the heap was built with; see `CycleFinder.version`.
  var version = 0
  var sequence: UInt32 = 0
  /// The first place of everything that is due, and the state of the agenda for which it was found.
  var lowest: Int32 = 0
  var lowestAt = (arrivals: -1, head: -1, version: -1)
  /// What is due is being fired.
  var isFlushing = false
  /// Whether what is due next still waits for a `computed` among its sources.
  var isPreparing = false
  /// How many batches are open.
  var batchDepth = 0

  /// Whether anything waits to be fired.
  var isEmpty: Bool {
    head == queue.count && stack.count == 0 && heap.count == 0 && nextRound.count == 0
      && laterHead == later.count && updates.isEmpty
  }

  mutating func forEachTable(_ change: TableChange) {
    queue.undergo(change)
    stack.undergo(change)
    heap.undergo(change)
    later.undergo(change)
    nextRound.undergo(change)
    arrivals.undergo(change)
    unobserved.undergo(change)
    confirming.undergo(change)
    oldValues.undergo(change)
    notes.list.undergo(change)
  }

  /// Moves what is on the stack to the queue, the last first.
  mutating func enqueueStack() {
    while stack.count > 0 { queue.append(stack.removeLast()) }
  }

  /// Removes the entries at the end of each list, and all of the heap, for which `isGone` holds.
  @inline(never)
  mutating func removeEntries(where isGone: (Due) -> Bool) {
    func shorten(_ list: inout FlatArray<Due>, to start: Int) {
      while list.count > start, isGone(list.base[list.count - 1]) { _ = list.removeLast() }
    }
    shorten(&stack, to: 0)
    shorten(&queue, to: head)
    shorten(&later, to: laterHead)
    shorten(&nextRound, to: 0)
    // The other entries point to theirs by position.
    if queue.count == head, stack.count == 0, heap.count == 0 { oldValues.truncate(to: 0) }
    roundEnd = min(roundEnd, max(head, queue.count))
    laterEnd = min(laterEnd, max(laterHead, later.count))
    lowestAt = (-1, -1, -1)
    guard heap.count > 0 else { return }
    var place = 0
    for position in 0..<heap.count where !isGone(heap.base[position]) {
      heap.base[place] = heap.base[position]
      place += 1
    }
    heap.setCount(place)
    reorder()
  }

  // MARK: The heap

  @inline(__always)
  mutating func push(_ due: Due) {
    var due = due
    sequence &+= 1
    due.sequence = sequence
    heap.append(due)
    let items = heap.base
    var hole = heap.count - 1
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard Agenda.isBefore(due, items[parent]) else { break }
      items[hole] = items[parent]
      hole = parent
    }
    items[hole] = due
  }

  mutating func popFirst() -> Due {
    let first = heap.base[0]
    let last = heap.removeLast()
    if heap.count > 0 { sink(last, from: 0) }
    return first
  }

  private mutating func sink(_ due: Due, from start: Int) {
    let items = heap.base
    let count = heap.count
    var hole = start
    while true {
      var child = 2 * hole + 1
      guard child < count else { break }
      if child + 1 < count, Agenda.isBefore(items[child + 1], items[child]) { child += 1 }
      guard Agenda.isBefore(items[child], due) else { break }
      items[hole] = items[child]
      hole = child
    }
    items[hole] = due
  }

  /// Sorts the heap again after places have changed.
  mutating func reorder() {
    guard heap.count > 1 else { return }
    for position in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
      sink(heap.base[position], from: position)
    }
  }

  @inline(__always)
  private static func isBefore(_ one: Due, _ other: Due) -> Bool {
    one.place != other.place ? one.place < other.place : one.sequence < other.sequence
  }
}
