// Describes a turn that exceeded its limit: whether it runs in a cycle, on which path, and how the
// values develop. Everything is read from the stack and the log, so it costs nothing before.
extension GraphCore {
  /// One delivery on the stack: what wrote, what was written, and the entry of the log. For a value
  /// that is written only after all have been notified: what will be written.
  private struct Step {
    var link: UInt32
    var slot: UInt32
    var entry: UInt32
    var value: Value?
  }

  /// The most firings in one turn under any semantics: the log of more of them would fill the
  /// memory. Layers of diamonds reach it without a cycle.
  static let mostFirings = 1 << 26
  /// How often one `computed` property may be evaluated in a turn if the semantics limits neither
  /// depth nor rounds, or if all evaluations are ahead of the first round. Its evaluations are not
  /// firings, and no lock holds them back. (Solid stops when 1,000,000 of all memos are due at once.)
  static let mostEvaluations = 10_000
  /// How often one may be evaluated for all its listeners, where each has one of its own.
  static let mostKeptEvaluations = 20_000

  /// Limits the firings of each turn from now on, below the general limit.
  package mutating func limitFirings(to most: Int) {
    knobs = Knobs(semantics, mostFirings: min(most, GraphCore.mostFirings))
  }

  /// Counts a firing of `link`.
  ///
  /// - Returns: Whether it is one too many.
  mutating func isBeyondLimit(_ link: UInt32) -> Bool {
    let detail = links[link].detail
    if detail == 0 {
      return turn.firings >= knobs.firingCheck && isPlainBeyondLimit(link)
    }
    return !mayFireAgain(link) || turn.firings >= knobs.mostFirings || isOutOfWork
  }

  /// Whether a trial has done as much besides its firings as it may: see `mostWork`.
  var isOutOfWork: Bool { turn.searched &+ turn.held >= mostWork }

  /// Counts a firing of a link with a detail, unless that is one too many.
  @inline(__always)
  mutating func mayFireAgain(_ link: UInt32) -> Bool {
    mayFireAgain(link, limit: knobs.firingLimit)
  }

  /// Counts an evaluation of a `computed` property, unless that is one too many.
  mutating func mayEvaluateAgain(_ link: UInt32) -> Bool {
    mayFireAgain(link, limit: knobs.evaluationLimit)
  }

  @inline(__always)
  private mutating func mayFireAgain(_ link: UInt32, limit: Int) -> Bool {
    let record = links[link]
    let detail = details.pointer(
      record.flags.contains(.reverse) ? links[link - 1].detail : record.detail)
    if detail.pointee.countedIn != counts.epoch {
      detail.pointee.countedIn = counts.epoch
      detail.pointee.firings = 0
    }
    guard Int(detail.pointee.firings) < limit else { return false }
    detail.pointee.firings += 1
    return true
  }

  /// Plain copies are counted by link only in a turn that has had `limit` firings in all: before
  /// that, none can have exceeded it. What they did so far is in the log.
  private mutating func isPlainBeyondLimit(_ link: UInt32) -> Bool {
    if turn.firings >= knobs.mostFirings { return true }
    if !counts.hasLog {
      counts.hasLog = true
      for position in UInt32(turnStart.log)..<UInt32(log.count) { countLogged(log[position]) }
    }
    return counts.countFiring(of: lead(of: link)) > knobs.firingLimit
  }

  private mutating func countLogged(_ entry: LogEntry) {
    guard entry.kind == .write, entry.link != 0 else { return }
    counts.countFiring(of: lead(of: entry.link))
  }

  /// Must be called before `entry` is rolled back in a running turn: what it counts still counts.
  mutating func countUndone(_ entry: LogEntry) {
    if !counts.hasLog { countLogged(entry) }
  }

  /// - Parameter isRoot: Whether `run()` was called for what could not begin.
  /// - Parameter limit: The limit that was exceeded, if it is not that of the semantics.
  mutating func failRunaway(
    _ unit: Semantics.LimitUnit, isRoot: Bool, limit: Int? = nil
  ) -> Suspension {
    var runaway = explainRunaway(unit)
    if let limit { runaway.limit = limit }
    turn.hasMetLimit = true
    if let circle = circle(of: runaway) { return fail(circle, isRoot: isRoot) }
    turn.runaway = runaway
    return fail(.runaway(runaway), isRoot: isRoot)
  }

  private func explainRunaway(_ unit: Semantics.LimitUnit) -> Runaway {
    let isStacked = knobs.firesOnStack && !knobs.restarts
    let chain = isStacked ? stepsOnStack() : stepsInLog()
    let limit: Int
    switch unit {
    case .firings: limit = knobs.firingCheck
    case .depth: limit = knobs.depthLimit
    case .rounds: limit = knobs.roundLimit
    }
    guard let (before, end) = lastLap(of: chain) else {
      // In a queue each round has one step of a chain: one that has as many goes on and on.
      let isChain =
        isStacked ? unit != .firings : unit == .rounds && chain.count >= min(turn.rounds, limit)
      let shape: Runaway.Shape =
        isChain ? .longChain : isStacked ? .blowUp : .endless
      return Runaway(
        shape: shape, limit: limit, unit: unit, hops: [], laps: 0, lately: lately())
    }
    let period = end - before
    let lap = Array(chain[(before + 1)...end])
    let values = valuesWritten(by: chain)
    var hops: [Runaway.Hop] = []
    var laps = Int.max
    for (position, step) in lap.enumerated() {
      let visits = stride(from: before + 1 + position, through: 0, by: -period).filter {
        chain[$0].link == step.link
      }
      laps = min(laps, visits.count)
      let all = visits.reversed().map { values[$0] }
      let shown = all.count > 3 ? [all[0], all[1], all[all.count - 1]] : all
      hops.append(hop(step.link, wrote: shown, to: step.slot))
    }
    let ends = stride(from: end, through: 0, by: -period).filter {
      chain[$0].link == chain[end].link
    }
    let shape = GraphCore.shape(of: ends.map { values[$0] })
    return Runaway(shape: shape, limit: limit, unit: unit, hops: hops, laps: laps)
  }

  /// The last two positions of the last link that occurs more than once in a chain. What follows
  /// them has left the cycle.
  private func lastLap(of chain: [Step]) -> (before: Int, end: Int)? {
    var seen: [UInt32: Int] = [:]
    var lap: (before: Int, end: Int)?
    for (position, step) in chain.enumerated() where step.link != 0 {
      if let before = seen.updateValue(position, forKey: step.link) { lap = (before, position) }
    }
    return lap
  }

  /// The properties of the last entries in the log, each once, the last first.
  private func lately() -> [UInt32] {
    var found: [UInt32] = []
    var seen: Set<UInt32> = []
    for position in stride(
      from: log.count - 1, through: max(turnStart.log, log.count - 5_000), by: -1)
    {
      let entry = log[UInt32(position)]
      guard entry.kind == .write || entry.kind == .fired, seen.insert(entry.slot).inserted else {
        continue
      }
      found.append(entry.slot)
    }
    return found
  }

  private func stepsOnStack() -> [Step] {
    var firing: UInt32 = 0
    var chain: [Step] = []
    // What is not stored yet, by the level that announces it.
    let announced = Dictionary(
      keeping.announced.map { ($0.level - 1, $0.value) }, uniquingKeysWith: { $1 })
    for position in 0..<frames.count {
      let frame = frames[UInt32(position)]
      if !frame.isDelivery, frame.phase != .prior {
        if frame.link != 0 { firing = frame.link }
        continue
      }
      var link = frame.link != 0 ? frame.link : firing
      firing = 0
      if link == 0, properties[frame.slot].flags.contains(.computed) {
        link = computedLink(of: frame.slot)
      }
      let isPrior = frame.phase == .prior
      chain.append(
        Step(
          link: link, slot: frame.slot, entry: isPrior ? .max : frame.entry,
          value: isPrior ? held[frame.heldBase] : announced[position]))
    }
    return chain
  }

  /// The chain that led to the last write of a binding, if it is not on the stack: each step was
  /// set off by the last preceding write of what it reads.
  private func stepsInLog() -> [Step] {
    var chain: [Step] = []
    var wanted: [UInt32] = []
    // The remembered turns are before it.
    for position in stride(from: log.count - 1, through: turnStart.log, by: -1) {
      let entry = log[UInt32(position)]
      guard entry.kind == .write, chain.isEmpty || wanted.contains(entry.slot) else { continue }
      if entry.link == 0 {
        // A statement or a block wrote it; what set that off is unknown.
        if chain.isEmpty { continue }
        break
      }
      chain.append(Step(link: entry.link, slot: entry.slot, entry: UInt32(position), value: nil))
      if chain.count == 100_000 { break }
      wanted = sources(of: entry.link)
    }
    return chain.reversed()
  }

  // MARK: Loops

  /// Something is due while it is firing, and the semantics treats that as a loop.
  ///
  /// - Returns: nil if the rest goes on.
  mutating func failLoop(_ link: UInt32) -> Suspension? {
    var hops: [Runaway.Hop] = []
    let chain = stepsOnStack()
    if let start = chain.lastIndex(where: { lead(of: $0.link) == lead(of: link) }) {
      let values = valuesWritten(by: chain)
      hops = (start..<chain.count).filter { chain[$0].link != 0 }.map {
        hop(chain[$0].link, wrote: [values[$0]], to: chain[$0].slot)
      }
    }
    if hops.isEmpty {
      hops = (oneWayCycle(through: link) ?? [link]).map { hop(over: $0) }
    }
    let runaway = Runaway(shape: .loop, limit: 1, unit: .firings, hops: hops, laps: 1)
    if isTracing { record(.held, .loop, cause: currentCause, link: link) }
    turn.held += 1
    if turn.runaway == nil { turn.runaway = runaway }
    return knobs.letsRunawaysStand ? nil : fail(.runaway(runaway))
  }

  private func hop(over link: UInt32) -> Runaway.Hop {
    let target = links[link].target
    return hop(link, wrote: [read(target)], to: target)
  }

  private func hop(_ link: UInt32, wrote values: [Value], to slot: UInt32) -> Runaway.Hop {
    Runaway.Hop(
      link: link, binding: links[link].flags.contains(.computed) ? nil : bindingID(link),
      property: named(slot), values: values)
  }

  /// Whether `link` has closed a cycle without values: one of one-way bindings and `computed`
  /// properties, in which each is evaluated from another.
  mutating func findClosedLoop(by link: UInt32) -> GraphError? {
    guard cycles.hasClosed else { return nil }
    cycles.hasClosed = false
    guard knobs.refusesCycles, let path = oneWayCycle(through: link), !isCutByBranch(path)
    else { return nil }
    let runaway = Runaway(
      shape: .loop, limit: 1, unit: .firings, hops: path.map { hop(over: $0) }, laps: 0)
    turn.runaway = runaway
    return .runaway(runaway)
  }

  /// The value that each step stored: the log has it as the old value of the next write.
  private func valuesWritten(by chain: [Step]) -> [Value] {
    var wanted: [UInt32: Int] = [:]
    for (position, step) in chain.enumerated() { wanted[step.entry] = position }
    var values = chain.map { $0.value ?? .nil }
    var later: [UInt32: Value] = [:]
    for position in stride(from: log.count - 1, through: turnStart.log, by: -1) {
      let entry = log[UInt32(position)]
      guard entry.kind == .write else { continue }
      if let step = wanted[UInt32(position)] {
        values[step] = later[entry.slot] ?? properties[entry.slot].value
      }
      later[entry.slot] = entry.value
    }
    return values
  }

  /// Whether values of consecutive laps, the last first, repeat.
  private static func shape(of values: [Value]) -> Runaway.Shape {
    for period in 1..<max(2, min(values.count / 2, 100)) {
      var repeats = values.count > period
      for position in 0..<min(values.count - period, max(2 * period, 8))
      where values[position] != values[position + period] {
        repeats = false
        break
      }
      if repeats { return .oscillates(period: period) }
    }
    return .diverges
  }
}
