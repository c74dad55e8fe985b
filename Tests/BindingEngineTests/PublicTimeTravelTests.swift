import BindingEngine
import Testing

/// Going back and forth over a journal, and its limits, as another package uses them.
extension PublicJournalTests {
  // MARK: Going back and forth

  @Test func `rewound turns can be replayed until a new turn`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b) = (try board.make("a"), try board.make("b"))
    var calls = 0
    try graph.set(a, to: .int(1))
    let binding = try graph.bind(.property(a), to: .property(b)) {
      $0.transform = { value in
        calls += 1
        return twice(value)
      }
    }
    try graph.set(a, to: .int(2))
    try graph.unbind(binding)
    try graph.set(a, to: .int(3))
    let last = graph.lastTurn
    let called = calls

    #expect(try graph.replay() == 0)
    #expect(try graph.rewind(2) == 2 && graph.replayableTurnCount == 2)
    #expect(graph.isBound(binding))
    #expect(try graph.rewind(2) == 2 && graph.replayableTurnCount == 4)
    #expect(!graph.isBound(binding))
    #expect(try graph.value(of: b) == .nil)
    #expect(graph.history(of: a).map(\.value) == [.int(1)])
    // A trial is not a new turn.
    let trial = try graph.dryRun { () throws(GraphError) in try graph.set(a, to: .int(9)) }
    #expect(trial.error == nil && graph.replayableTurnCount == 4)

    #expect(try graph.replay(2) == 2)
    #expect(try graph.value(of: b) == .int(4))
    #expect(graph.isBound(binding) && graph.replayableTurnCount == 2)
    #expect(try graph.replay() == 2 && calls == called)
    #expect(graph.lastTurn == last && !graph.isBound(binding))
    #expect(graph.history(of: a).map(\.value) == [.int(1), .int(2), .int(3)])

    try graph.rewind(2)
    try graph.set(a, to: .int(5))
    #expect(try graph.replay() == 0 && graph.replayableTurnCount == 0)
    #expect(try graph.value(of: b) == .int(10))
    #expect(graph.why(b).first?.hops.first?.event.new == .int(5))
  }

  @Test func `the clock goes back, too, and its closures are restored`() throws {
    let board = Board()
    let graph = board.graph
    let a = try board.make("a")
    try graph.set(a, to: .int(0))
    try graph.after(10) { try graph.set(a, to: .int(1)) }
    try graph.advance(by: 20)
    #expect(try graph.value(of: a) == .int(1))
    try graph.rewind()
    #expect(graph.dueCount == 1 && graph.now == 0)
    try graph.replay()
    #expect(graph.dueCount == 0 && graph.now == 20)
    try graph.rewind()
    try graph.advance(by: 20)
    #expect(try graph.value(of: a) == .int(1) && graph.now == 20)
    #expect(try graph.replay() == 0)
  }

  @Test func `changes outside of turns end the replay`() throws {
    let board = Board()
    let graph = board.graph
    let a = try board.make("a")
    let news: [() throws -> Void] = [
      { _ = graph.makeClass("Other", properties: []) },
      { _ = try graph.make(board.box) },
      { _ = graph.makeTransformer(forward: { $0 }) },
      { try graph.after(5) {} },
      { try graph.advance(by: 1) },
      { try graph.use(.bind) },
      { graph.journalLimit = 50 },
    ]
    for (index, new) in news.enumerated() {
      try graph.set(a, to: .int(index))
      try graph.rewind()
      try new()
      #expect(graph.replayableTurnCount == 0, "\(index)")
      #expect(try graph.replay() == 0)
    }
  }

  // MARK: Limits

  @Test func `no more turns are remembered than requested`() throws {
    let board = Board(remembering: 3)
    let graph = board.graph
    let (a, b) = (try board.make("a"), try board.make("b"))
    for number in 1...50 {
      try graph.set(a, to: .int(number))
      try graph.unbind(graph.bind(a, to: b))
    }
    #expect(graph.rememberedTurns.count == 3 && graph.rememberedTurnCount == 3)
    #expect(graph.rememberedTurns.last == graph.lastTurn.number)
    #expect(graph.rememberedTurn(graph.rememberedTurns.lowerBound - 1) == nil)
    #expect(graph.history(of: a).map(\.value) == [.int(50)])
    #expect(graph.history(of: b).count == 1)
    #expect(try graph.rewind(10) == 3 && graph.replay(10) == 3)
  }

  @Test func `without a journal nothing is remembered`() throws {
    let board = Board(remembering: 0)
    let graph = board.graph
    let (a, b) = (try board.make("a"), try board.make("b"))
    try graph.bind(a, to: b)
    try graph.set(a, to: .int(1))
    #expect(graph.why(b).isEmpty && graph.history(of: b).isEmpty && graph.costs().isEmpty)
    #expect(graph.whyNot(b).reason == .nothingRemembered)
    #expect(graph.writers(of: b).writers.isEmpty && graph.writers(of: b).turn == nil)
    #expect(graph.rememberedTurns.isEmpty && graph.rememberedTurn() == nil)
    #expect(try graph.rewind() == 0 && graph.replay() == 0)
  }
}

private func twice(_ value: Value) -> Value {
  if case .int(let number) = value { .int(2 * number) } else { .int(0) }
}
