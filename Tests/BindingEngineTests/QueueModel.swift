/// The naive model with a queue for the effects of a change: `order = queue`.
final class QueueModel: NaiveModel {
  /// Something that waits to be fired.
  private final class Item {
    let link: ModelLink
    /// The property whose change made it due, and the old value of that property.
    let property: ModelProperty
    let old: ModelValue
    /// Whether something that it reads has certainly changed.
    var isConfirmed: Bool

    init(_ link: ModelLink, _ property: ModelProperty, _ old: ModelValue, _ isConfirmed: Bool) {
      self.link = link
      self.property = property
      self.old = old
      self.isConfirmed = isConfirmed
    }
  }

  /// For later rounds, and for this one; the next one is first.
  private var waiting: [Item] = []
  private var round: [Item] = []
  private var isFlushing = false
  private var batchDepth = 0

  override var describesDepth: Bool { false }

  // MARK: What becomes due

  override func deliver(
    _ property: ModelProperty, old: ModelValue, by writer: ModelLink?
  ) throws {
    makeDue(behind: property, old: old, isCertain: true)
    if !knobs.waitsForTick { try flush() }
  }

  private func makeDue(behind property: ModelProperty, old: ModelValue, isCertain: Bool) {
    let listeners = observers(of: property)
    for link in knobs.latestFirst ? listeners.reversed() : listeners {
      if link.kind == .computed, knobs.pulls {
        let target = link.resolvedTarget!
        mark(target, isUnsure: target.isStale ? target.isUnsure && !isCertain : !isCertain)
        makeDue(behind: target, old: living(target.value), isCertain: false)
      } else if let item = (round + waiting).first(where: { $0.link === link }) {
        if isCertain { item.isConfirmed = true }
      } else if link.lock.isOn {
        counts.held += 1
        starts.append("held \(link.number)")
      } else {
        add(Item(link, property, old, isCertain))
      }
    }
  }

  private func add(_ item: Item) {
    remember { [self] in
      waiting.removeAll { $0 === item }
      round.removeAll { $0 === item }
    }
    waiting.insert(item, at: knobs.latestFirst ? 0 : waiting.count)
  }

  private func mark(_ property: ModelProperty, isUnsure: Bool) {
    let (wasStale, wasUnsure) = (property.isStale, property.isUnsure)
    remember {
      property.isStale = wasStale
      property.isUnsure = wasUnsure
    }
    property.isStale = true
    property.isUnsure = isUnsure
  }

  // MARK: Firing what is due

  private func flush() throws {
    guard !isFlushing, batchDepth == 0 else { return }
    isFlushing = true
    try fireWhatIsDue()
    isFlushing = false
  }

  private func fireWhatIsDue() throws {
    while true {
      if round.isEmpty {
        waiting.removeAll { !$0.link.isAlive }
        if waiting.isEmpty { return }
        if counts.rounds >= knobs.roundLimit { throw ModelError.runaway }
        counts.rounds += 1
        round = waiting
        waiting = []
      }
      let item = round[0]
      var isSettled = false
      try guarded {
        while item.link.isAlive, !item.isConfirmed,
          let stale = item.link.way.first(where: { $0.property.isStale })
        {
          try refresh(stale.property)
        }
        isSettled = true
      }
      if !round.isEmpty, round[0] === item { round.removeFirst() }
      guard isSettled, item.link.isAlive, item.isConfirmed else { continue }
      if knobs.waitsForTick, case .property(let source) = item.link.source,
        source === item.property, living(source.value) == living(item.old)
      {
        counts.dropped += 1
        continue
      }
      try guarded { try fire(item.link, old: living(item.old)) }
    }
  }

  override func fireInitially(_ link: ModelLink) throws {
    guard !isFlushing, batchDepth == 0, !knobs.waitsForTick else {
      return try super.fireInitially(link)
    }
    isFlushing = true
    try super.fireInitially(link)
    try fireWhatIsDue()
    isFlushing = false
  }

  // MARK: `computed`

  override func refresh(_ property: ModelProperty) throws {
    guard property.isStale else { return }
    guard property.isUnsure else { return try super.refresh(property) }
    if property.isEvaluating { throw ModelError.readsItself }
    let link = links.first { $0.isAlive && $0.kind == .computed && $0.resolvedTarget === property }!
    property.isEvaluating = true
    defer { property.isEvaluating = false }
    while property.isUnsure, let stale = link.way.first(where: { $0.property.isStale }) {
      try refresh(stale.property)
    }
    if property.isUnsure {
      remember {
        property.isStale = true
        property.isUnsure = true
      }
      property.isStale = false
      property.isUnsure = false
    } else {
      property.isEvaluating = false
      try super.refresh(property)
    }
  }

  override func confirm(behind property: ModelProperty) {
    guard knobs.pulls else { return }
    for link in observers(of: property) {
      if link.kind == .computed, let target = link.resolvedTarget, target.isUnsure {
        mark(target, isUnsure: false)
      } else if let item = (round + waiting).first(where: { $0.link === link }) {
        item.isConfirmed = true
      }
    }
  }

  // MARK: Turns

  override func abandon(_ error: ModelError, isOutermost: Bool) {
    guard isOutermost else { return }
    batchDepth = 0
    if !knobs.waitsForTick || isFlushing && !undoes(error) {
      round = []
      waiting = []
    }
    isFlushing = false
  }

  override func batch(_ body: () throws -> Void) throws {
    try turn {
      if knobs.batches { batchDepth += 1 }
      var failure: ModelError?
      do { try body() } catch let error as ModelError {
        guard !undoes(error) else { throw error }
        failure = error
      }
      if knobs.batches { batchDepth -= 1 }
      do {
        if !knobs.waitsForTick { try drive { try flush() } }
      } catch let error as ModelError where !undoes(error) && failure != nil {
      }
      if let failure { throw failure }
    }
  }

  override func tick() throws {
    guard waiting.contains(where: { $0.link.isAlive }) else { return }
    let before = waiting.map { ($0, $0.isConfirmed) }
    try turn {
      remember { [self] in
        round = []
        waiting = before.map(\.0)
        for (item, isConfirmed) in before { item.isConfirmed = isConfirmed }
      }
      try drive { try flush() }
    }
  }
}
