import BindingEngine
import TestSupport
import Testing

/// `order = topological`: in whatever order a graph is made, and even if dependencies change during a
/// turn, each binding fires at most once for a change, nothing observes a mixture of old and new
/// values, and the values are those of evaluating everything again.
@Suite struct SheetTests {
  @Test(arguments: [Semantics.Computed.pull, .push])
  func `random sheets agree with the naive model`(_ computed: Semantics.Computed) throws {
    for seed in seeds(100) {
      let sheet = try RandomSheet(seed: seed, computed: computed)
      for _ in 0..<12 { try sheet.change() }
    }
  }

  // MARK: Cycles

  private func expectLoop(
    _ world: World, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    let before = Snapshot(of: world.graph)
    guard case .runaway(let runaway) = graphError(body), case .loop = runaway.shape else {
      Issue.record("no loop", sourceLocation: sourceLocation)
      return
    }
    #expect(
      Snapshot(of: world.graph).differences(from: before) == [], sourceLocation: sourceLocation)
  }

  @Test func `a cycle of one-way bindings is refused when it is closed`() throws {
    let world = World(.sheet)
    let p = try world.properties(.int(0), .int(0), .int(0))
    try world.graph.bind(p[0], to: p[1])
    try world.graph.bind(p[1], to: p[2])
    expectLoop(world) { try world.graph.bind(p[2], to: p[0]) }
    expectLoop(world) { try world.bindAdding(1, p[2], p[0]) }
    expectLoop(world) { try world.graph.bind(.path(p[2].object, "value"), to: .property(p[0])) }
    expectLoop(world) { try world.graph.bind(p[0], to: p[0]) }
    expectLoop(world) {
      try world.graph.bind(.expression { try $0.value(of: p[2]) }, to: .property(p[0]))
    }
    try world.graph.set(p[0], to: .int(3))
    #expect(try world.values(p) == [.int(3), .int(3), .int(3)])
  }

  @Test func `a cycle that a moving path closes is refused, and the turn is rolled back`() throws {
    let world = World(.sheet)
    let p = try world.properties(.int(1), .int(2), .int(0), .int(0))
    let pointer = world.object()
    let next = try world.next(of: pointer)
    try world.graph.set(next, to: .object(p[0].object))
    try world.graph.bind(.path(pointer, "next.value"), to: .property(p[2]))
    try world.graph.bind(p[2], to: p[3])
    expectLoop(world) { try world.graph.set(next, to: .object(p[3].object)) }
    try world.graph.set(next, to: .object(p[1].object))
    #expect(try world.graph.value(of: p[3]) == .int(2))
  }

  @Test func `so is one that closes in the middle of a turn`() throws {
    let world = World(.sheet)
    let p = try world.properties(.int(0), .int(2), .int(0), .int(0))
    let pointer = world.object()
    let next = try world.next(of: pointer)
    try world.graph.bind(.property(p[0]), to: .property(next)) {
      $0.transform = { .object(p[try World.number($0)].object) }
    }
    try world.graph.bind(.path(pointer, "next.value"), to: .property(p[2]))
    try world.graph.bind(p[2], to: p[3])
    expectLoop(world) { try world.graph.set(p[0], to: .int(3)) }
    try world.graph.set(p[0], to: .int(1))
    #expect(try world.graph.value(of: p[3]) == .int(2))
  }

  @Test func `so is one that an expression closes by what it reads`() throws {
    let world = World(.sheet)
    let p = try world.properties(.int(0), .int(2), .int(0), .int(0))
    try world.graph.bind(
      .expression { try $0.value(of: p[World.number($0.value(of: p[0]))]) }, to: .property(p[2]))
    try world.graph.bind(p[2], to: p[3])
    expectLoop(world) { try world.graph.set(p[0], to: .int(3)) }
    try world.graph.set(p[0], to: .int(1))
    #expect(try world.graph.value(of: p[3]) == .int(2))
  }
}

/// Cells that depend on those before them, made in any order.
private final class RandomSheet {
  /// What a cell depends on, by the numbers of other cells.
  enum Rule {
    case input
    case copy(Int)
    case add(Int, Int)
    /// Depends on the second or the third, by whether the first is even.
    case choose(Int, Int, Int)
    /// A key path through a pointer that a binding moves: the first one says which of the others.
    case point(Int, [Int])
    case sum(Int, Int)
    case computedChoice(Int, Int, Int)

    var isComputed: Bool {
      switch self {
      case .sum, .computedChoice: true
      default: false
      }
    }
  }

  let world: World
  var random: SeededRandom
  let seed: Int
  var rules: [Rule] = []
  var cells: [PropertyID] = []
  var inputs: [Int] = []
  var known: [Int]
  /// How often what has fired since the last change.
  var firings: [String: Int] = [:]
  var notified: [String] = []
  var observed: [Int] = []
  var story = ""

  init(seed: Int, computed: Semantics.Computed) throws {
    world = World {
      $0 = .sheet
      $0.computed = computed
    }
    random = SeededRandom(seed: seed)
    self.seed = seed
    known = []
    let count = 6 + random.below(12)
    for number in 0..<count { rules.append(rule(of: number)) }
    for rule in rules {
      let property = try world.value(of: world.object())
      if !rule.isComputed { try world.graph.set(property, to: .int(random.below(4))) }
      cells.append(property)
    }
    // Computed properties are declared with their objects, so they come first.
    for number in rules.indices.shuffled(using: &random) where rules[number].isComputed {
      try declare(number)
    }
    for number in rules.indices.shuffled(using: &random) { try make(number) }
    for number in rules.indices where random.chance(50) { try observe(number) }
    known = values()
    try check("made")
  }

  private func rule(of number: Int) -> Rule {
    guard number > 2, !random.chance(15) else {
      inputs.append(number)
      return .input
    }
    func cell() -> Int { random.below(number) }
    switch random.below(8) {
    case 0: return .copy(cell())
    case 1, 2: return .add(cell(), random.below(3))
    case 3: return .choose(cell(), cell(), cell())
    case 4, 5:
      let stored = (0..<number).filter { !rules[$0].isComputed }
      return .point(cell(), (0..<3).map { _ in stored[random.below(stored.count)] })
    case 6: return .sum(cell(), cell())
    default: return .computedChoice(cell(), cell(), cell())
    }
  }

  // MARK: Making

  private func number(_ cell: Int) throws -> Int {
    // A computed property may be read before everything that it reads exists.
    if case .int(let number) = try world.graph.value(of: cells[cell]) { return number }
    return 0
  }

  private func sum(_ first: Int, _ second: Int) throws -> Value {
    .int((try number(first) + number(second)) % 50)
  }

  private func choice(_ first: Int, _ even: Int, _ odd: Int) throws -> Value {
    .int(try number(number(first) % 2 == 0 ? even : odd))
  }

  private func declare(_ cell: Int) throws {
    let body: (Graph, ObjectID) throws -> Value
    switch rules[cell] {
    case .sum(let first, let second):
      body = { [unowned self] _, _ in try sum(first, second) }
    case .computedChoice(let first, let even, let odd):
      body = { [unowned self] _, _ in try choice(first, even, odd) }
    default: return
    }
    let property = try world.graph.extend(
      world.object(),
      with: .computed("computed") { [unowned self] graph, object in
        // A cell that turns out to depend on something that still changes is evaluated once more, and
        // nothing has observed the earlier value.
        if case .sum = rules[cell] { firings["computed \(cell)", default: 0] += 1 }
        return try body(graph, object)
      })
    cells[cell] = try #require(property)
  }

  private func bind(_ source: BindingSource, to cell: Int, adding amount: Int = 0) throws {
    try world.graph.bind(source, to: .property(cells[cell])) {
      $0.transform = { [unowned self] value in
        firings["bind \(cell)", default: 0] += 1
        return .int((try World.number(value) + amount) % 50)
      }
    }
  }

  private func make(_ cell: Int) throws {
    switch rules[cell] {
    case .input, .sum, .computedChoice: break
    case .copy(let source): try world.graph.bind(cells[source], to: cells[cell])
    case .add(let source, let amount):
      try bind(.property(cells[source]), to: cell, adding: amount)
    case .choose(let first, let even, let odd):
      try bind(.expression { [unowned self] _ in try choice(first, even, odd) }, to: cell)
    case .point(let first, let others):
      let pointer = world.object()
      let mover: () throws -> Void = { [self] in
        try world.graph.bind(.property(cells[first]), to: .property(world.next(of: pointer))) {
          $0.transform = { [unowned self] value in
            firings["move \(cell)", default: 0] += 1
            return .object(cells[others[try World.number(value) % 3]].object)
          }
        }
      }
      let isFirst = random.chance(50)
      if isFirst { try mover() }
      try world.graph.bind(.path(pointer, "next.value"), to: .property(cells[cell])) {
        $0.transform = { [unowned self] value in
          firings["bind \(cell)", default: 0] += 1
          return value == .nil ? .int(0) : value
        }
      }
      if !isFirst { try mover() }
    }
  }

  private func observe(_ cell: Int) throws {
    observed.append(cell)
    try world.graph.observe(cells[cell]) { [unowned self] change in
      notified.append("\(cell): \(try World.number(change.old))->\(try World.number(change.value))")
    }
  }

  // MARK: Changing

  /// Everything evaluated again.
  private func values() -> [Int] {
    var values: [Int] = []
    for (cell, rule) in rules.enumerated() {
      switch rule {
      case .input: values.append((try? number(cell)) ?? 0)
      case .copy(let source): values.append(values[source])
      case .add(let source, let amount): values.append((values[source] + amount) % 50)
      case .choose(let first, let even, let odd), .computedChoice(let first, let even, let odd):
        values.append(values[values[first] % 2 == 0 ? even : odd])
      case .point(let first, let others): values.append(values[others[values[first] % 3]])
      case .sum(let first, let second): values.append((values[first] + values[second]) % 50)
      }
    }
    return values
  }

  func change() throws {
    firings = [:]
    notified = []
    let writes = inputs.shuffled(using: &random).prefix(1 + random.below(3)).map {
      (cell: $0, value: random.below(50))
    }
    try world.graph.batch { () throws(GraphError) in
      for write in writes { try world.graph.set(cells[write.cell], to: .int(write.value)) }
    }
    try check("\(writes)")
    let twice = firings.filter { $0.value > 1 }
    try #require(twice.isEmpty, "\(twice) \(story)")
    try #require(world.graph.lastTurn.rounds <= 1, "\(story)")
  }

  private func check(_ what: String) throws {
    story = "seed \(seed): \(what) \(rules.map { "\($0)".split(separator: ".").last! })"
    let turn = world.graph.lastTurn
    let wanted = values()
    try #require(world.graph.core.pointee.checkInvariants() == [], "\(story)")
    try #require(turn.glitches == 0, "\(story)")
    try #require(rules.indices.map { try number($0) } == wanted, "\(story)")
    let news = observed.filter { known[$0] != wanted[$0] }.map {
      "\($0): \(known[$0])->\(wanted[$0])"
    }
    try #require(notified.sorted() == news.sorted(), "\(story)")
    known = wanted
  }
}
