import BindingEngine
import TestSupport
import Testing

/// One turn of a chain of plain bindings, in the form in which a journal returns it.
private struct Chain: Recorded {
  let length: Int
  private let recorded: RecordedTurn

  init(length: Int) {
    self.length = length
    var turn = RecordedTurn(number: 1)
    turn.statement = "p1 = 7"
    turn.events = [
      TraceEvent(kind: .write, sequence: 1, cause: 0, property: 1, old: .int(0), new: .int(7))
    ]
    for hop in 1...UInt32(length) {
      let sequence = 2 * hop
      turn.events.append(
        TraceEvent(
          kind: .fire, sequence: sequence, cause: sequence - 1, link: hop, property: hop,
          other: hop + 1, old: .int(7), new: .int(7)))
      turn.events.append(
        TraceEvent(
          kind: .write, sequence: sequence + 1, cause: sequence, link: hop, property: hop + 1,
          old: .int(0), new: .int(7)))
    }
    recorded = turn
  }

  var numbers: Range<Int> { 1..<2 }
  func turn(_ number: Int) -> RecordedTurn? { number == 1 ? recorded : nil }
  func link(_ link: UInt32) -> RecordedLink? {
    RecordedLink(kind: .binding, sources: [link], target: link + 1)
  }
  func lead(of link: UInt32) -> UInt32 { link }
  func writers(of property: UInt32) -> [UInt32] { property > 1 ? [property - 1] : [] }
  func listeners(of property: UInt32) -> [UInt32] { property <= length ? [property] : [] }
  func object(of property: UInt32) -> ObjectID? { nil }
  func brokenStep(of link: UInt32) -> UInt32 { 0 }
  var isInBatch: Bool { false }
  var isTickDue: Bool { false }
}

@Suite struct QuestionTests {
  @Test func `a chain of 100,000 hops is followed to its beginning in linear time`() {
    let growth = growth(from: 25_000) { length in
      let why = Why(UInt32(length + 1), in: Chain(length: length))
      #expect(why.branches.count == 1)
      #expect(why.branches[0].steps.count == 2 * length + 1)
      #expect(why.branches[0].steps.first?.place == EventPlace(turn: 0, position: 0))
    }
    #expect(growth < 10)
  }

  @Test func `whynot follows a chain of 100,000 hops upstream`() {
    let chain = Chain(length: 100_000)
    let answer = WhyNot(100_001, from: 1, in: chain)
    #expect(answer.obstacle == .arrived(EventPlace(turn: 0, position: 200_000)))
  }

  @Test func `what was not recorded is not invented`() {
    var turn = RecordedTurn(number: 4)
    turn.events = [
      TraceEvent(kind: .write, sequence: 90, cause: 89, link: 3, property: 2, new: .int(1))
    ]
    struct One: Recorded {
      var only: RecordedTurn
      var numbers: Range<Int> { 4..<5 }
      func turn(_ number: Int) -> RecordedTurn? { number == 4 ? only : nil }
      func link(_ link: UInt32) -> RecordedLink? { nil }
      func lead(of link: UInt32) -> UInt32 { link }
      func writers(of property: UInt32) -> [UInt32] { [] }
      func listeners(of property: UInt32) -> [UInt32] { [] }
      func object(of property: UInt32) -> ObjectID? { nil }
      func brokenStep(of link: UInt32) -> UInt32 { 0 }
      var isInBatch: Bool { false }
      var isTickDue: Bool { false }
    }
    let why = Why(2, in: One(only: turn))
    #expect(why.branches.map(\.origin) == [.forgotten])
    #expect(Why(3, in: One(only: turn)).outcome == .notSet)
    #expect(Why(2, after: 3, in: One(only: turn)).outcome == .noTurn(3))
    #expect(Why(2, after: 9, in: One(only: turn)).outcome == .noTurn(9))
  }
}
