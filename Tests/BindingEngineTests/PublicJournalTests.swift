import BindingEngine
import TestSupport
import Testing

/// The journal and its questions as another package uses them: public names only.
@Suite struct PublicJournalTests {
  /// Properties to bind, each the only one of an object with its name.
  struct Board {
    let graph: Graph
    let box: ClassID

    init(remembering limit: Int = 100, semantics: Semantics = .bind) {
      graph = try! Graph(semantics: semantics)
      box = graph.makeClass("Box", properties: ["value", "next"])
      graph.journalLimit = limit
    }

    func make(_ name: String) throws -> PropertyID {
      try graph.property("value", of: graph.make(box, named: name))
    }
  }

  // MARK: Why

  @Test func `a chain leads from the call to the write`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b, c) = (try board.make("a"), try board.make("b"), try board.make("c"))
    let first = try graph.bind(a, to: b)
    let double = graph.makeTransformer("Double", forward: { twice($0) })
    let second = try graph.bind(.property(b), to: .property(c)) { $0.transformers = [double] }
    try graph.set(a, to: .int(4))
    let turn = graph.lastTurn.number
    try graph.set(a, to: .int(5))

    let chains = graph.why(c)
    try #require(chains.count == 1)
    #expect(chains[0].hops.map(\.event.kind) == [.write, .fire, .write, .fire, .write])
    #expect(chains[0].hops.compactMap(\.event.binding) == [first, first, second, second])
    #expect(chains[0].hops[3].stages.map(\.new) == [.int(10)])
    #expect(
      "\(chains[0])" == """
        turn 4: a.value = 5, was 4
          #1 a.value -> b.value: 5
          b.value = 5, was 4
          #2 b.value -> c.value: 10 through Double: 5 -> 10
          c.value = 10, was 8
        """)

    let earlier = try #require(graph.why(c, after: turn).first)
    #expect(earlier.hops.last?.event.new == .int(8))
    #expect(earlier.hops.allSatisfy { $0.turn == turn })
    #expect(graph.why(c, after: turn + 10).isEmpty)
  }

  @Test func `a chain leads through a timer to the turn that set it`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b, c) = (try board.make("a"), try board.make("b"), try board.make("c"))
    // Both are due at the same time, and neither has a name.
    try graph.observe(a) { change in
      try change.graph.after(10) { try graph.set(b, to: change.value) }
    }
    try graph.observe(a) { change in
      try change.graph.after(10) { try graph.set(c, to: change.value) }
    }
    try graph.set(a, to: .int(4))
    let setting = graph.lastTurn.number
    try graph.advance(by: 20)

    let chain = try #require(graph.why(c).first)
    #expect(chain.hops.map(\.event.kind) == [.write, .observe, .timer, .write])
    #expect(
      "\(chain)" == """
        turn \(setting): a.value = 4, was nil
          #2 observes a.value
          timer, due at 0.01ms
        turn \(setting + 2): c.value = 4, was nil
        """)
    #expect(graph.why(b).first?.hops[1].event.binding?.number == 1)
    let timer = try #require(graph.rememberedTurn(setting + 2)?.timer)
    #expect(timer.due == 10)
    #expect(timer.setting?.turn == setting)
    #expect(timer.setting.map { Int($0.sequence) } == chain.hops[2].event.sequence)
    #expect(graph.rememberedTurn(setting)?.timer == nil)
  }

  @Test func `a chain begins with a timer that no turn set`() throws {
    let board = Board()
    let graph = board.graph
    let a = try board.make("a")
    try graph.after(10) { try graph.set(a, to: .int(1)) }
    try graph.advance(by: 10)
    let chain = try #require(graph.why(a).first)
    #expect(chain.hops.map(\.event.kind) == [.write])
    let timer = try #require(graph.rememberedTurn()?.timer)
    #expect(timer == TurnTimer(due: 10))
  }

  @Test func `a chain leads from an answer to its request`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b) = (try board.make("a"), try board.make("b"))
    let slow = try graph.makeTransformer("Slow", after: 5, forward: { $0 })
    try graph.bind(.property(a), to: .property(b)) { $0.transformers = [slow] }
    try graph.set(a, to: .int(1))
    try graph.advance(by: 3)
    try graph.set(a, to: .int(2))
    let asked = graph.lastTurn.number
    try graph.advance(by: 10)
    let chain = try #require(graph.why(b).first)
    #expect(chain.hops.map(\.event.kind) == [.write, .fire, .request, .answer, .write])
    #expect(chain.hops.map(\.turn).prefix(3) == [asked, asked, asked])
  }

  @Test func `both causes of a diamond are shown, and nothing else`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b, c) = (try board.make("a"), try board.make("b"), try board.make("c"))
    let (sum, other) = (try board.make("sum"), try board.make("other"))
    try graph.bind(a, to: b)
    try graph.bind(a, to: c)
    let binding = try graph.bind(
      .expression { graph in plus(try graph.value(of: b), try graph.value(of: c)) },
      to: .property(sum))
    try graph.set(other, to: .int(1))
    try graph.set(a, to: .int(3))

    let chains = graph.why(sum)
    #expect(chains.map(\.property) == [sum, b])
    #expect(chains[0].hops.last?.event.binding == binding)
    let read = try #require(chains[0].hops.flatMap(\.reads).first)
    #expect(read.property == b && read.chain == 1 && read.turn == graph.lastTurn.number)
    guard case .chain(0, let shared, _) = chains[1].origin else {
      Issue.record("\(chains[1].origin)")
      return
    }
    #expect(shared.property == a)
    #expect(chains.flatMap(\.hops).allSatisfy { $0.event.property != other })
  }

  @Test func `a write by a removed binding can still be explained`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b, c) = (try board.make("a"), try board.make("b"), try board.make("c"))
    let gone = try graph.bind(a, to: b)
    try graph.set(a, to: .int(2))
    try graph.unbind(gone)
    for _ in 0..<3 { try graph.unbind(graph.bind(a, to: c)) }
    let chain = try #require(graph.why(b).first)
    #expect(chain.hops.compactMap(\.event.binding) == [gone, gone])
    #expect(chain.hops[1].description == "#1 a.value -> b.value: 2")
  }

  @Test func `a binding made by a failed turn is not confused with a later one`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b, c) = (try board.make("a"), try board.make("b"), try board.make("c"))
    #expect(throws: GraphError.self) {
      try graph.bind(.property(a), to: .property(c)) {
        $0.transform = { _ in throw GraphError.thrown("no") }
      }
    }
    let failed = try #require(graph.rememberedTurn())
    #expect(failed.wasUndone && failed.outcome == .failed)
    let kept = try graph.bind(a, to: b)
    try graph.set(a, to: .int(1))
    #expect(graph.why(b).first?.hops.last?.event.binding == kept)
    #expect(
      graph.rememberedTurn(failed.number)?.events.first { $0.kind == .bind }?.description
        == "#1 a.value -> c.value: made")
    let costs = graph.costs().map(\.description)
    #expect(costs.first == "#2 a.value -> b.value: 2 firings, 1 unchanged, 0 held, 0 glitches")
  }

  // MARK: Writers, values, costs

  @Test func `writers are listed in order, with those that did not write`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b) = (try board.make("a"), try board.make("b"))
    let shown = try board.make("shown")
    let first = try graph.bind(a, to: shown)
    let second = try graph.bind(
      .property(a), to: .property(shown)
    ) { $0.transform = { twice($0) } }
    let third = try graph.bind(b, to: shown)
    try graph.set(a, to: .int(4))
    let found = graph.writers(of: shown)
    #expect(found.turn == graph.lastTurn.number)
    #expect(found.writers.map(\.event.binding) == [first, second])
    #expect(found.winner?.event.new == .int(8))
    #expect(found.idle.map(\.binding) == [third])
    #expect(graph.writers(of: shown, in: graph.lastTurn.number + 1).writers.isEmpty)
    let plain = graph.writers(of: a)
    #expect(plain.writers.count == 1 && plain.winner?.actor == nil)

    let costs = graph.costs()
    #expect(costs.count == 3)
    #expect(costs.first { $0.binding == first }?.firings == 2)
    let history = graph.history(of: shown)
    #expect(history.last?.count == 2 && history.last?.value == .int(8))
  }

  @Test(arguments: seeds(25))
  func `the history has the values that observers saw`(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let board = Board(remembering: 1_000)
    let graph = board.graph
    var properties: [PropertyID] = []
    for index in 0..<8 { properties.append(try board.make("p\(index)")) }
    var bindings: [BindingID] = []
    var seen: [[Int: Value]] = Array(repeating: [:], count: properties.count)
    for _ in 0..<60 {
      let (from, to) = (
        Int.random(in: 0..<8, using: &random), Int.random(in: 0..<8, using: &random)
      )
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where from < to: bindings.append(try graph.bind(properties[from], to: properties[to]))
      case 1 where from < to:
        bindings.append(
          try graph.bindBothWays(.property(properties[from]), .property(properties[to])))
      case 2:
        if let binding = bindings.randomElement(using: &random) { try graph.unbind(binding) }
      default:
        try graph.set(properties[from], to: .int(Int.random(in: 0...5, using: &random)))
      }
      for (index, property) in properties.enumerated() {
        seen[index][graph.lastTurn.number] = try graph.value(of: property)
      }
    }
    for (index, property) in properties.enumerated() {
      var value = Value.nil
      var entries = graph.history(of: property)[...]
      for turn in graph.rememberedTurns {
        if let entry = entries.first, entry.turn == turn {
          value = entry.value
          entries.removeFirst()
        }
        #expect(value == seen[index][turn], "seed \(seed), turn \(turn), p\(index)")
        let cause = graph.why(property, after: turn).first?.hops.last?.event
        #expect(cause?.new ?? .nil == value, "seed \(seed), turn \(turn), p\(index)")
      }
      #expect(entries.isEmpty)
    }
  }
}

private func number(_ value: Value) -> Int {
  if case .int(let number) = value { number } else { 0 }
}

private func twice(_ value: Value) -> Value { .int(2 * number(value)) }
private func plus(_ left: Value, _ right: Value) -> Value { .int(number(left) + number(right)) }
