import BindingEngine
import TestSupport
import Testing

/// Why a value did not arrive, as another package asks the journal: public names only.
@Suite struct PublicWhyNotTests {
  private typealias Board = PublicJournalTests.Board

  @Test func `a lock, an equal value and a binding in the other direction`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b, c) = (try board.make("a"), try board.make("b"), try board.make("c"))
    try graph.set(a, to: .int(1))
    let both = try graph.bindBothWays(.property(a), .property(b)) {
      $0.transform = { clamped($0) }
    }
    try graph.set(a, to: .int(50))
    let held = graph.whyNot(a, from: b)
    #expect(held.reason == .held && held.binding == both)
    #expect(held.description.contains("the lock of #1 a.value <-> b.value"))

    let forth = try graph.bind(b, to: c)
    try graph.set(c, to: .int(9))
    let oneWay = graph.whyNot(b, from: c)
    #expect(oneWay.reason == .oneWay && oneWay.binding == forth)
  }

  @Test func `an equal value is dropped if the semantics drops equal values`() throws {
    let board = Board(semantics: .qt)
    let graph = board.graph
    let (a, b, c) = (try board.make("a"), try board.make("b"), try board.make("c"))
    let clamping = try graph.bind(.property(a), to: .property(b)) { $0.transform = clamped }
    let passing = try graph.bind(b, to: c)
    try graph.set(a, to: .int(11))
    try graph.set(a, to: .int(12))
    let equal = graph.whyNot(c)
    #expect(equal.reason == .equal && equal.binding == clamping && equal.rest.last == passing)
    #expect(
      equal.description == "#1 a.value -> b.value gave 10, which was already there", "\(equal)")
    try graph.set(a, to: .int(12))
    let plain = graph.whyNot(c)
    #expect(plain.reason == .equal && plain.binding == nil && plain.event?.property == a)
  }

  @Test func `nil in the path, a removed binding, and a property without a writer`() throws {
    let board = Board()
    let graph = board.graph
    let (a, lone) = (try board.make("a"), try board.make("lone"))
    let holder = try graph.make(board.box, named: "holder")
    let next = try graph.property("next", of: holder)
    let target = try graph.make(board.box, named: "target")
    let binding = try graph.bind(.property(a), to: .path(holder, "next.value"))
    try graph.set(next, to: .object(target))
    let inner = try graph.property("value", of: target)
    try graph.set(a, to: .int(1))
    #expect(try graph.value(of: inner) == .int(1))
    try graph.set(next, to: .nil)
    try graph.set(a, to: .int(2))
    let broken = graph.rememberedTurn()?.events.last
    #expect(broken?.kind == .dropped && broken?.reason == .brokenTarget)

    #expect(graph.whyNot(lone).reason == .noWriter)
    let passing = try graph.bind(a, to: lone)
    try graph.set(a, to: .int(3))
    let arrived = graph.whyNot(lone)
    #expect(arrived.reason == .arrived && arrived.event?.new == .int(3))
    try graph.unbind(passing)
    try graph.set(a, to: .int(4))
    let unbound = graph.whyNot(lone)
    #expect(unbound.reason == .unbound && unbound.binding == passing)
    #expect(unbound.description == "#2 a.value -> lone.value ended in turn 8, as was asked")
    #expect(graph.isBound(binding))

    try graph.release(lone.object)
    #expect(graph.whyNot(lone).reason == .released)
    #expect(graph.why(lone).isEmpty && graph.history(of: lone).isEmpty)
  }

  @Test func `nil is passed if it is in the path to the source`() throws {
    let board = Board()
    let graph = board.graph
    let holder = try graph.make(board.box, named: "holder")
    let next = try graph.property("next", of: holder)
    let shown = try board.make("shown")
    let inner = try board.make("inner")
    try graph.set(inner, to: .int(1))
    try graph.set(next, to: .object(inner.object))
    try graph.bind(.path(holder, "next.value"), to: .property(shown))
    try graph.set(next, to: .nil)
    let answer = graph.whyNot(shown)
    #expect(answer.reason == .arrived && answer.step == next && answer.event?.new == .nil)
    #expect(answer.description.hasSuffix("holder.next is nil"))
  }

  @Test func `a turn that was rolled back, and a silent write`() throws {
    let board = Board()
    let graph = board.graph
    let (a, b) = (try board.make("a"), try board.make("b"))
    let binding = try graph.bind(.property(a), to: .property(b)) {
      $0.transform = { value in
        if value == .int(13) { throw GraphError.thrown("unlucky") }
        return value
      }
    }
    try graph.set(a, to: .int(1))
    #expect(throws: GraphError.self) {
      try graph.batch { () throws(GraphError) in
        try graph.set(a, to: .int(2))
        throw .thrown("changed my mind")
      }
    }
    let undone = graph.whyNot(b)
    #expect(undone.reason == .undone && undone.turn == graph.lastTurn.number, "\(undone)")
    #expect(undone.description == "turn 3 was rolled back: error: changed my mind")
    #expect(graph.writers(of: a, in: graph.lastTurn.number).winner == nil)
    #expect(graph.isBound(binding) && graph.history(of: b).last?.value == .int(1))

    try graph.setSilently(a, to: .int(4))
    #expect(graph.whyNot(b).reason == .silent)
  }

  @Test func `an open batch`() throws {
    let board = Board(semantics: .qt)
    let graph = board.graph
    let (a, b) = (try board.make("a"), try board.make("b"))
    try graph.bind(a, to: b)
    try graph.set(a, to: .int(1))
    var asked: Obstacle?
    try graph.batch { () throws(GraphError) in
      try graph.set(a, to: .int(3))
      asked = graph.whyNot(b)
    }
    #expect(asked?.reason == .batchOpen, "\(String(describing: asked))")
    #expect(try graph.value(of: b) == .int(3))
  }

  @Test func `nil in the path to the target`() throws {
    let board = Board()
    let graph = board.graph
    let a = try board.make("a")
    let holder = try graph.make(board.box, named: "holder")
    let target = try board.make("target")
    let (next, shown) = (try graph.property("next", of: holder), try board.make("shown"))
    try graph.set(next, to: .object(target.object))
    let binding = try graph.bind(.property(a), to: .path(holder, "next.value"))
    try graph.bind(target, to: shown)
    try graph.set(a, to: .int(1))
    #expect(graph.whyNot(shown).reason == .arrived)
    try graph.set(next, to: .nil)
    try graph.set(a, to: .int(2))
    let dropped = graph.rememberedTurn()?.events.last
    #expect(dropped?.reason == .brokenTarget && dropped?.binding == binding)
    let answer = graph.whyNot(target, from: a)
    #expect(answer.reason == .nilOnTarget && answer.step == next && answer.binding == binding)
  }
}

private func clamped(_ value: Value) -> Value {
  if case .int(let number) = value { .int(min(10, number)) } else { .int(0) }
}
