// The reference: the same rules in the simplest form, with class instances, dictionaries and
// recursion; listeners are looked up again at each write. It shares nothing with the engine except
// the knobs' names.

struct ModelCounts: Equatable {
  var writes = 0, firings = 0, held = 0, dropped = 0, depth = 0, rounds = 0
}

class NaiveModel {
  let knobs: ModelKnobs
  var objects: [ModelObject] = []
  var links: [ModelLink] = []
  var counts = ModelCounts()
  /// The events, in order.
  var events: [String] = []
  /// What began to fire, or was held back, in order.
  var starts: [String] = []
  var undoLog: [() -> Void] = []
  var clock = 0
  var depth = 0
  var isInTurn = false
  /// What the `computed` that is being evaluated has read.
  var following: [ModelProperty]?
  /// The first ignored error of the change that is being delivered.
  var passedOver: ModelError?
  var nextNumber = 1
  var nextOrder = 1

  /// Whether the depth of a turn has a meaning.
  var describesDepth: Bool { true }

  init(_ knobs: ModelKnobs) { self.knobs = knobs }

  // MARK: Remembering

  func remember(_ undo: @escaping () -> Void) { undoLog.append(undo) }

  func newTime() -> Int {
    clock += 1
    return clock
  }

  func living(_ value: ModelValue) -> ModelValue {
    if case .object(let number) = value, !objects[number].isAlive { return .nil }
    return value
  }

  func put(_ value: ModelValue, in property: ModelProperty) {
    let old = property.value
    remember { property.value = old }
    property.value = value
  }

  // MARK: Turns

  /// A turn, or a part of the one that is running.
  func turn(_ body: () throws -> Void) throws {
    let isOutermost = !isInTurn
    let before = undoLog.count
    if isOutermost {
      isInTurn = true
      counts = ModelCounts()
      for link in links { link.firings = 0 }
      depth = 0
    }
    defer { if isOutermost { isInTurn = false } }
    do {
      try body()
    } catch let error as ModelError {
      if undoes(error) {
        while undoLog.count > before { undoLog.removeLast()() }
      }
      abandon(error, isOutermost: isOutermost)
      if isOutermost { undoLog = [] }
      throw error
    }
    if isOutermost { undoLog = [] }
  }

  func undoes(_ error: ModelError) -> Bool {
    error == .runaway ? knobs.undoesRunaways : knobs.onError == .undo
  }

  /// The effects of one call: errors that were ignored in it are thrown at its end.
  func drive(_ body: () throws -> Void) throws {
    let outer = passedOver
    passedOver = nil
    defer { passedOver = outer }
    try body()
    if let passedOver { throw passedOver }
  }

  /// An effect of a change: its failure is ignored if the knobs say so.
  func guarded(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ModelError {
      guard knobs.onError == .goOn, error != .runaway else { throw error }
      if passedOver == nil { passedOver = error }
    }
  }

  /// Called when an error leaves a turn, or a part of one.
  func abandon(_ error: ModelError, isOutermost: Bool) {}

  /// Writes whose changes are passed on when the outermost batch ends, if the knobs say so.
  func batch(_ body: () throws -> Void) throws { try turn(body) }

  /// The next tick of the clock.
  func tick() throws {}

  // MARK: What else depends on the order

  func refresh(_ property: ModelProperty) throws {
    guard property.isStale else { return }
    let link = links.first { $0.kind == .computed && $0.isAlive && $0.resolvedTarget === property }!
    try compute(link, delivers: false)
  }

  /// A `computed` had another value when it was read.
  func confirm(behind property: ModelProperty) {}

  // MARK: Writing

  func set(_ property: ModelProperty, _ value: ModelValue) throws {
    try turn {
      if knobs.write != .keep {
        for link in writers(of: property) where link.kind == .oneWay && !link.lock.isOn {
          if knobs.write == .refuse { throw ModelError.refused }
          end(link)
        }
      }
      try drive { try store(value, in: property, by: nil) }
    }
  }

  func store(_ value: ModelValue, in property: ModelProperty, by link: ModelLink?) throws {
    guard property.object.isAlive else {
      counts.dropped += 1
      return
    }
    if ModelProperty.computed.contains(property.name) { throw ModelError.readOnly }
    var value = value
    if property.name == "capped", case .int(let number) = value { value = .int(min(number, 100)) }
    if property.name == "number" {
      switch value {
      case .int, .nil: break
      default: throw ModelError.typeMismatch
      }
    }
    counts.writes += 1
    let old = living(property.value)
    if isDropped(value, old) {
      counts.dropped += 1
      return
    }
    put(value, in: property)
    try deliver(property, old: old, by: link)
  }

  func isDropped(_ value: ModelValue, _ old: ModelValue) -> Bool {
    switch knobs.equal {
    case .pass: return false
    case .drop: return value == old
    case .dropSimple:
      if case .object = value { return false }
      return value == old
    }
  }

  /// - Parameter writer: The binding or `computed` that wrote; nil for a statement or a closure.
  func deliver(_ property: ModelProperty, old: ModelValue, by writer: ModelLink?) throws {
    let time = newTime()
    let listeners = observers(of: property)
    guard !listeners.isEmpty else {
      counts.depth = max(counts.depth, depth + 1)
      return
    }
    depth += 1
    defer { depth -= 1 }
    counts.depth = max(counts.depth, depth)
    for listener in listeners {
      // It may have been removed or moved; restored links are notified in the order of their time.
      let isNotified = listener.way.contains { $0.property === property && $0.since < time }
      guard listener.isAlive, isNotified else { continue }
      if listener.lock.isOn {
        counts.held += 1
        starts.append("held \(listener.number)")
        continue
      }
      // The old value is looked up when the listener is notified.
      try guarded { try fire(listener, old: living(old)) }
    }
  }

  func observers(of property: ModelProperty) -> [ModelLink] {
    let observers = links.filter { link in
      link.isAlive && link.way.contains { $0.property === property }
    }
    if knobs.newestFirst {
      func begin(_ link: ModelLink) -> Int? {
        link.way.first { $0.property === property }?.since
      }
      return observers.sorted { begin($0)! > begin($1)! }
    }
    return observers.sorted {
      ($0.order, $0.kind == .reverse ? 1 : 0) < ($1.order, $1.kind == .reverse ? 1 : 0)
    }
  }

  func writers(of property: ModelProperty) -> [ModelLink] {
    links.filter { $0.isAlive && $0.isAttached && $0.resolvedTarget === property }
      .sorted { $0.order < $1.order }
  }

  // MARK: Firing

  func locks(_ link: ModelLink) -> Bool {
    switch knobs.lock {
    case .yes: true
    case .no: false
    case .bindings: link.kind != .observer
    case .observers: link.kind == .observer
    case .computed: link.kind == .computed
    case .twoWay: link.kind == .forward || link.kind == .reverse
    }
  }

  /// Fires a link that was just made.
  func fireInitially(_ link: ModelLink) throws { try guarded { try fire(link, old: .nil) } }

  func fire(_ link: ModelLink, old: ModelValue) throws {
    if depth >= knobs.depthLimit { throw ModelError.runaway }
    if link.kind == .computed { return try compute(link, delivers: true) }
    let counter = link.kind == .reverse ? link.partner! : link
    counter.firings += 1
    if counter.firings > knobs.firingLimit { throw ModelError.runaway }
    starts.append("\(link.kind == .observer ? "observe" : "fire") \(link.number)")
    if locks(link) { link.lock.isOn = true }
    defer { link.lock.isOn = false }
    do {
      try pass(link, old: old)
    } catch {
      // A turn that stops discards it; one that continues is done with it.
      if knobs.onError == .goOn, error as? ModelError != .runaway { endOnce(link) }
      throw error
    }
    endOnce(link)
  }

  private func endOnce(_ link: ModelLink) {
    if link.isOnce, link.isAlive, !link.isWaiting { end(link) }
  }

  private func pass(_ link: ModelLink, old: ModelValue) throws {
    var old = old
    // If it waits, nothing is lost.
    guard let value = try readSource(of: link) else { return }
    guard link.isAlive else { return }
    if link.isWaiting {
      remember { link.isWaiting = true }
      link.isWaiting = false
    }
    if link.hasPath {
      old = living(link.memory)
      setMemory(of: link, value)
    }
    if link.kind == .observer {
      events.append("observe \(link.number): \(old) \(value)")
      try link.observe?(old, value)
      return
    }
    var passed = value
    if let transform = link.transform {
      events.append("transform \(link.number): \(value)")
      passed = try transform(value)
      guard link.isAlive else { return }
    }
    try write(passed, by: link)
    guard link.isAlive, let observe = link.observe else { return }
    events.append("own \(link.number): \(living(old)) \(living(value))")
    try observe(living(old), living(value))
  }

  func setMemory(of link: ModelLink, _ value: ModelValue) {
    let before = link.memory
    remember { link.memory = before }
    link.memory = value
  }

  private func write(_ value: ModelValue, by link: ModelLink) throws {
    if case .path(let root, let names) = link.target {
      guard let property = resolve(root, names) else {
        counts.dropped += 1
        return
      }
      let before = link.resolvedTarget
      remember { link.resolvedTarget = before }
      link.resolvedTarget = property
    }
    guard let target = link.resolvedTarget, target.object.isAlive else {
      counts.dropped += 1
      return
    }
    counts.firings += 1
    try store(value, in: target, by: link)
  }

  /// - Returns: nil if the link waits for its path to be complete.
  func readSource(of link: ModelLink) throws -> ModelValue? {
    switch link.source {
    case .property(let property):
      try refresh(property)
      return living(property.value)
    case .path(let root, let names):
      let (value, way) = try walk(root, names)
      if link.isAttached, !way.isEmpty { follow(link, way) }
      if value == nil, link.isWaiting { return nil }
      return value ?? .nil
    case .computed, .nothing: return .nil
    }
  }

  func walk(_ root: ModelObject, _ names: [String]) throws -> (ModelValue?, [ModelProperty]) {
    var way: [ModelProperty] = []
    guard root.isAlive else { return (nil, []) }
    var value = ModelValue.object(root.number)
    for name in names {
      guard case .object(let number) = value else { return (nil, way) }
      let property = objects[number].properties[name]!
      try refresh(property)
      if !way.contains(where: { $0 === property }) { way.append(property) }
      value = living(property.value)
    }
    return (value, way)
  }

  func resolve(_ root: ModelObject, _ names: [String]) -> ModelProperty? {
    guard root.isAlive else { return nil }
    var object = root
    for name in names.dropLast() {
      guard case .object(let number) = living(object.properties[name]!.value) else { return nil }
      object = objects[number]
    }
    return object.properties[names[names.count - 1]]
  }

  func follow(_ link: ModelLink, _ way: [ModelProperty]) {
    let before = link.way
    remember { link.way = before }
    let time = newTime()
    link.way = way.map { property in
      (property, before.first { $0.property === property }?.since ?? time)
    }
  }
}
