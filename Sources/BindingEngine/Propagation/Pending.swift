/// What turns have given up or replaced and may need again. A turn that is kept frees it; one that
/// is rolled back, as a whole or in part, uses it again.
struct Pending {
  /// Kept beside the lists, since the end of every turn asks for it.
  private(set) var isEmpty = true

  // What becomes free with the turn.
  private(set) var objects: [UInt32] = []
  private(set) var links: [Ending] = []
  private(set) var paths: [UInt32] = []
  /// Blocks that live links no longer use.
  private(set) var blocks: [BlockID] = []
  /// Timers that were cancelled, or that fell due while the log was kept.
  private(set) var timers: [UInt32] = []

  /// A link that has ended, and why.
  struct Ending {
    var link: UInt32
    /// nil for a step of a path, which moves.
    var reason: TraceEvent.Reason?
    /// The link that takes its place; 0 for none.
    var successor: UInt32
  }

  // What the log refers to by number.
  /// Details of links before they changed.
  private(set) var details: [LinkDetail] = []
  /// Earlier names of objects.
  private(set) var names: [ObjectName?] = []
  /// The number of the first of them: earlier ones belong to forgotten turns.
  private var firstDetail = 0
  private var firstName = 0

  /// The length of each list. There are no default values, so that none can be forgotten.
  struct Counts: Equatable {
    var objects: Int
    var links: Int
    var paths: Int
    var blocks: Int
    var timers: Int
    var details: Int
    var names: Int

    static func - (counts: Counts, past: Counts) -> Counts {
      Counts(
        objects: counts.objects - past.objects, links: counts.links - past.links,
        paths: counts.paths - past.paths, blocks: counts.blocks - past.blocks,
        timers: counts.timers - past.timers, details: counts.details - past.details,
        names: counts.names - past.names)
    }
  }

  var counts: Counts {
    Counts(
      objects: objects.count, links: links.count, paths: paths.count, blocks: blocks.count,
      timers: timers.count, details: details.count, names: names.count)
  }

  private mutating func noteRemoval() {
    let counts = counts
    isEmpty =
      counts.objects | counts.links | counts.paths | counts.blocks | counts.timers
      | counts.details | counts.names == 0
  }

  // MARK: What becomes free

  mutating func add(object: UInt32) {
    isEmpty = false
    objects.append(object)
  }

  mutating func add(link: UInt32, reason: TraceEvent.Reason?, successor: UInt32 = 0) {
    isEmpty = false
    links.append(Ending(link: link, reason: reason, successor: successor))
  }

  mutating func add(paths gone: [UInt32]) {
    guard !gone.isEmpty else { return }
    isEmpty = false
    paths += gone
  }

  mutating func add(block: BlockID) {
    isEmpty = false
    blocks.append(block)
  }

  mutating func add(timer: UInt32) {
    isEmpty = false
    timers.append(timer)
  }

  // MARK: Removing

  /// Forgets what came after `counts`, because it is in use again.
  mutating func truncate(to counts: Counts) {
    let newer = self.counts - counts
    objects.removeLast(newer.objects)
    links.removeLast(newer.links)
    paths.removeLast(newer.paths)
    blocks.removeLast(newer.blocks)
    timers.removeLast(newer.timers)
    details.removeLast(newer.details)
    names.removeLast(newer.names)
    noteRemoval()
  }

  /// Forgets the first `counts`, which nothing can restore.
  mutating func removeFirst(_ counts: Counts) {
    objects.removeFirst(counts.objects)
    links.removeFirst(counts.links)
    paths.removeFirst(counts.paths)
    blocks.removeFirst(counts.blocks)
    timers.removeFirst(counts.timers)
    details.removeFirst(counts.details)
    names.removeFirst(counts.names)
    // When no entry of the log is left, none refers to any.
    firstDetail = details.isEmpty ? 0 : firstDetail + counts.details
    firstName = names.isEmpty ? 0 : firstName + counts.names
    noteRemoval()
  }

  // MARK: For the log

  /// - Returns: Its number.
  mutating func save(_ detail: LinkDetail) -> UInt32 {
    isEmpty = false
    details.append(detail)
    return UInt32(firstDetail + details.count - 1)
  }

  func detail(numbered number: UInt32) -> LinkDetail { details[Int(number) - firstDetail] }

  /// - Returns: Its number.
  mutating func save(_ name: ObjectName?) -> UInt32 {
    isEmpty = false
    names.append(name)
    return UInt32(firstName + names.count - 1)
  }

  func name(numbered number: UInt32) -> ObjectName? { names[Int(number) - firstName] }
}
