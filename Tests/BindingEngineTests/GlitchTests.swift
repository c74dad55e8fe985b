import BindingEngine
import TestSupport
import Testing

/// A value was read by a binding, an observer or a `computed` while one of its sources had already
/// changed, but the change had not reached it. The engine counts this on random graphs, and so does a
/// model, in the slowest way.
@Suite struct GlitchTests {
  static let cases: [RandomGraphTests.Case] = [
    .init("bind"),
    .init("bind, equal = drop") { $0.equal = .drop },
    .init("kvo, equal = drop") {
      $0 = .kvo
      $0.equal = .drop
      $0.limit = 10
    },
    .init("lock = two-way, equal = drop") {
      $0.lock = .twoWay
      $0.equal = .drop
      $0.limit = 10
      $0.limitUnit = .depth
    },
    .init("observers = last, equal = drop") {
      $0.observers = .last
      $0.equal = .drop
    },
    .init("queue") {
      $0 = .mobx
      $0.restored = .pass
      $0.computed = .push
      $0.flush = .now
    },
    .init("queue, siblings = latest") {
      $0 = .signals
      $0.restored = .pass
      $0.computed = .push
      $0.flush = .now
    },
    .init("queue, lock = yes, equal = pass") {
      $0 = .mobx
      $0.restored = .pass
      $0.computed = .push
      $0.flush = .now
      $0.lock = .yes
      $0.equal = .pass
      $0.limit = 20
    },
  ]

  /// If each binding has one source, the definition leaves nothing open.
  @Test(arguments: cases)
  func `glitches agree with the definition`(_ example: RandomGraphTests.Case) throws {
    try compare(example.semantics, hasJoins: false)
  }

  /// A firing that is due again although it has read the change already may count or not.
  @Test(arguments: cases)
  func `glitches stay within the bounds of the rule`(_ example: RandomGraphTests.Case) throws {
    try compare(example.semantics, hasJoins: true)
  }

  /// A change that comes back to where it began is not stale.
  @Test(arguments: [Semantics.bind, .knockout, .mobx, .signals, .vue])
  func `a ring of copies has no glitches`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let p = try world.properties(.int(0), .int(0), .int(0))
    for position in 0..<3 {
      if semantics.equal == .pass {
        try world.bindAdding(1, p[position], p[(position + 1) % 3], initially: false)
      } else {
        try world.graph.bind(p[position], to: p[(position + 1) % 3])
      }
      try world.watch(p[position], "")
    }
    try world.graph.set(p[0], to: .int(10))
    try world.graph.tick()
    #expect(world.graph.lastTurn.glitches == 0)
  }

  private func compare(_ semantics: Semantics, hasJoins: Bool) throws {
    for seed in seeds(120) {
      var random = SeededRandom(seed: seed)
      let shape = GlitchShape(random: &random, hasJoins: hasJoins)
      let run = try GlitchRun(shape, semantics)
      let model = GlitchModel(shape, semantics)
      for _ in 0..<8 {
        let cell = random.below(shape.count)
        guard !shape.isComputed(cell) else { continue }
        let value = random.below(20)
        let hasFailed = !run.write(value, to: cell)
        let isRunaway = !model.write(value, to: cell)
        try #require(hasFailed == isRunaway, "seed \(seed) \(shape)")
        if hasFailed { break }
        let glitches = run.world.graph.lastTurn.glitches
        let least = hasJoins ? model.certainGlitches : model.glitches
        try #require(
          (least...model.glitches).contains(glitches),
          "seed \(seed): \(cell) = \(value) in \(shape): \(run.events) model \(model.events)")
        try #require(try run.values() == model.values, "seed \(seed) \(shape)")
      }
    }
  }
}

/// A graph of cells with numbers, as both sides make it.
private struct GlitchShape: CustomStringConvertible {
  struct Link: CustomStringConvertible {
    /// The cells that it reads; its source comes first.
    var reads: [Int]
    /// nil for an observer, which observes only its source.
    var target: Int?
    var isComputed = false

    /// The cell that sets it off.
    var sources: [Int] { target == nil ? [reads[0]] : reads }
    var isJoin: Bool { target != nil && reads.count > 1 && !isComputed }
    var description: String {
      "\(reads)->\(target.map { "\($0)" } ?? "")\(isComputed ? "=" : "")"
    }
  }

  var count: Int
  /// The cells that are computed first, since they are made with their objects.
  var links: [Link] = []
  var description: String { links.enumerated().map { "\($0): \($1)" }.joined(separator: ", ") }

  init(random: inout SeededRandom, hasJoins: Bool) {
    let count = 4 + random.below(5)
    self.count = count
    let computed = (2..<count).filter { _ in random.chance(20) }
    for cell in computed {
      links.append(
        Link(
          reads: (0..<(hasJoins ? 2 : 1)).map { _ in random.below(cell) }, target: cell,
          isComputed: true))
    }
    for _ in 0..<(3 + random.below(7)) {
      let target = 1 + random.below(count - 1)
      guard !computed.contains(target) else { continue }
      let reads = (0..<(hasJoins && random.chance(30) ? 2 : 1)).map { _ in random.below(target) }
      links.append(Link(reads: reads, target: target))
    }
    for _ in 0..<(1 + random.below(4)) {
      let reads = (0..<(random.chance(40) ? 2 : 1)).map { _ in random.below(count) }
      links.append(Link(reads: reads))
    }
    let rest = links[computed.count...].shuffled(using: &random)
    links.replaceSubrange(computed.count..., with: rest)
  }

  func isComputed(_ cell: Int) -> Bool { links.contains { $0.isComputed && $0.target == cell } }
}

/// The engine's side.
private final class GlitchRun {
  let world: World
  let shape: GlitchShape
  var cells: [PropertyID] = []
  var events: [String] = []

  init(_ shape: GlitchShape, _ semantics: Semantics) throws {
    world = World(semantics)
    self.shape = shape
    world.graph.onTrace = { [unowned self] event in
      if event.kind == .glitch { events.append("\(event.binding.map { "\($0)" } ?? "")") }
    }
    for cell in 0..<shape.count {
      let object = world.object()
      if let link = shape.links.first(where: { $0.isComputed && $0.target == cell }) {
        let property = try world.graph.extend(
          object, with: .computed("sum") { [unowned self] _, _ in try sum(link.reads) })
        cells.append(try #require(property))
      } else {
        cells.append(try world.value(of: object))
        try world.graph.set(cells[cell], to: .int(0))
      }
    }
    for cell in cells { _ = try world.graph.value(of: cell) }
    for link in shape.links where !link.isComputed { try make(link) }
    events = []
  }

  private func sum(_ reads: [Int]) throws -> Value {
    .int(try reads.reduce(0) { try $0 + World.number(world.graph.value(of: cells[$1])) } % 40)
  }

  private func make(_ link: GlitchShape.Link) throws {
    guard let target = link.target else {
      try world.graph.observe(cells[link.reads[0]]) { [unowned self] _ in
        for cell in link.reads.dropFirst() { _ = try world.graph.value(of: cells[cell]) }
      }
      return
    }
    let source: BindingSource =
      link.isJoin
      ? .expression { [unowned self] _ in try sum(link.reads) } : .property(cells[link.reads[0]])
    try world.graph.bind(source, to: .property(cells[target])) { $0.initially = false }
  }

  /// - Returns: Whether it did not run away.
  func write(_ value: Int, to cell: Int) -> Bool {
    events = []
    return graphError { try world.graph.set(cells[cell], to: .int(value)) } == nil
  }

  func values() throws -> [Int] { try cells.map { try World.number(world.graph.value(of: $0)) } }
}

/// The model's side: the stack, or the queue, is a list that is searched at each reading.
private final class GlitchModel {
  enum Level {
    case delivery(cell: Int, left: [Int])
    case firing(Int)
  }
  struct Due {
    var link: Int
    var cell: Int
  }
  struct Runaway: Error {}

  let shape: GlitchShape
  let semantics: Semantics
  var values: [Int]
  var glitches = 0
  /// Without those in which everything that was still due had read the change already.
  var certainGlitches = 0
  /// When a cell changed last, and when a link fired last.
  var clock = 0
  var changes: [Int: Int] = [:]
  var fired: [Int: Int] = [:]
  var events: [String] = []
  var stack: [Level] = []
  private var depth: Int {
    stack.count { if case .delivery = $0 { true } else { false } }
  }
  var waiting: [Due] = []
  var round: [Due] = []
  var rounds = 0
  var isFlushing = false
  /// The cell whose change the last change of a cell followed from.
  var causes: [Int: Int] = [:]

  init(_ shape: GlitchShape, _ semantics: Semantics) {
    self.shape = shape
    self.semantics = semantics
    values = Array(repeating: 0, count: shape.count)
  }

  func write(_ value: Int, to cell: Int) -> Bool {
    (glitches, events, stack, waiting, round, rounds) = (0, [], [], [], [], 0)
    (causes, changes, fired, isFlushing) = ([:], [:], [:], false)
    certainGlitches = 0
    do {
      try store(value, in: cell, isBehind: false)
      return true
    } catch { return false }
  }

  private func store(_ value: Int, in cell: Int, isBehind: Bool) throws {
    if semantics.equal == .drop, values[cell] == value { return }
    values[cell] = value
    clock += 1
    changes[cell] = clock
    var listeners = shape.links.indices.filter { shape.links[$0].sources.contains(cell) }
    if semantics.siblings == .newest { listeners.reverse() }
    if semantics.observers == .last {
      let observers = listeners.filter { shape.links[$0].target == nil }
      listeners = listeners.filter { shape.links[$0].target != nil } + observers
    }
    if semantics.order == .queue { return try makeDue(listeners, behind: cell) }
    var left = listeners
    while !left.isEmpty {
      let link = left.removeFirst()
      if isLocked(link, below: stack.count) { continue }
      stack.append(.delivery(cell: cell, left: left))
      try fire(link, by: cell, isBehind: isBehind)
      stack.removeLast()
    }
  }

  private func isLocked(_ link: Int, below level: Int) -> Bool {
    guard semantics.lock == .yes, !shape.links[link].isComputed else { return false }
    return stack[..<level].contains { if case .firing(link) = $0 { true } else { false } }
  }

  // MARK: The queue

  private func makeDue(_ listeners: [Int], behind cell: Int) throws {
    for link in semantics.siblings == .latest ? listeners.reversed() : listeners {
      guard !(round + waiting).contains(where: { $0.link == link }) else { continue }
      if isLocked(link, below: stack.count) { continue }
      waiting.insert(
        Due(link: link, cell: cell), at: semantics.siblings == .latest ? 0 : waiting.count)
    }
    guard !isFlushing else { return }
    isFlushing = true
    while !waiting.isEmpty {
      rounds += 1
      if rounds > semantics.limit! { throw Runaway() }
      (round, waiting) = (waiting, [])
      while !round.isEmpty {
        let due = round.removeFirst()
        try fire(due.link, by: due.cell, isBehind: false)
      }
    }
  }

  // MARK: Firing

  private func fire(_ number: Int, by cell: Int, isBehind: Bool) throws {
    if semantics.limitUnit == .depth, depth >= semantics.limit! { throw Runaway() }
    let link = shape.links[number]
    stack.append(.firing(number))
    clock += 1
    fired[number] = clock
    let isCertain = link.reads.contains { lacksSomething($0, isCertain: true) }
    let isBehind = isBehind || link.reads.contains { lacksSomething($0, isCertain: false) }
    if isBehind {
      glitches += 1
      if isCertain { certainGlitches += 1 }
      events.append("\(number)")
    }
    if let target = link.target {
      let value =
        link.isJoin || link.isComputed
        ? link.reads.reduce(0) { $0 + values[$1] } % 40 : values[link.reads[0]]
      causes[target] = cell
      try store(value, in: target, isBehind: isBehind)
    }
    stack.removeLast()
  }

  /// Whether a change has not reached `cell` yet.
  ///
  /// - Parameter isCertain: Whether later firings of what has fired since then change nothing.
  private func lacksSomething(_ cell: Int, isCertain: Bool) -> Bool {
    func isNews(_ link: Int, of source: Int) -> Bool {
      if isRepeat(link) { return false }
      return !isCertain || fired[link, default: 0] < changes[source, default: 0]
    }
    for (level, what) in stack.enumerated() {
      guard case .delivery(let source, let left) = what else { continue }
      let isCaused = stack[...level].contains {
        if case .delivery(cell, _) = $0 { true } else { false }
      }
      if isCaused { continue }
      for link in left where leads(link, to: cell) && isNews(link, of: source) {
        if !isLocked(link, below: level) { return true }
      }
    }
    return (round + waiting).contains { due in
      leads(due.link, to: cell) && isNews(due.link, of: due.cell)
        && !follows(due.cell, from: cell)
    }
  }

  /// Whether it only copies a value that its target already has.
  private func isRepeat(_ number: Int) -> Bool {
    let link = shape.links[number]
    guard let target = link.target, !link.isJoin, !link.isComputed else { return false }
    return values[link.reads[0]] == values[target]
  }

  private func leads(_ link: Int, to cell: Int) -> Bool {
    guard let target = shape.links[link].target else { return false }
    var reached: Set<Int> = [target]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for other in shape.links {
        guard let next = other.target, other.reads.contains(where: reached.contains) else {
          continue
        }
        if reached.insert(next).inserted { isGrowing = true }
      }
    }
    return reached.contains(cell)
  }

  private func follows(_ cell: Int, from other: Int) -> Bool {
    var place = cell
    for _ in 0..<shape.count {
      if place == other { return true }
      guard let cause = causes[place] else { return false }
      place = cause
    }
    return place == other
  }
}
