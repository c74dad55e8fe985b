import TestSupport
import Testing

@testable import BindingEngine

/// The clock, compared with an array of what is due.
@Suite struct VirtualClockTests {
  struct Expected: Equatable {
    var due: Int
    /// The number of the request: timers that are due together come in this order.
    var order: Int
    var timer: UInt32
    var generation: UInt32
    var epoch: Int
  }

  /// The naive clock: an array that is searched each time.
  struct Model {
    var now = 0
    /// The time before the last timer was due.
    var before = 0
    var due: [Expected] = []
    var asked = 0
    var epoch = 0
    var countsLaterOnes = false
    /// The state of the running passage of time.
    var generation: UInt32 = 0

    var sorted: [Expected] { due.sorted { ($0.due, $0.order) < ($1.due, $1.order) } }

    mutating func add(after delay: Int, _ timer: UInt32) -> UInt32 {
      asked += 1
      due.append(
        Expected(
          due: now + delay, order: asked, timer: timer,
          generation: delay > 0 && !countsLaterOnes ? 0 : generation + 1, epoch: epoch))
      return UInt32(asked)
    }

    mutating func next(until time: Int) -> Expected? {
      guard var first = sorted.first, first.due <= time else { return nil }
      due.removeAll { $0 == first }
      // A chain ends with the passage of time in which it began.
      if first.epoch != epoch { first.generation = 0 }
      before = now
      now = max(now, first.due)
      generation = first.generation
      return first
    }
  }

  /// What a turn has done to the clock, the newest last.
  enum Done {
    case set(UInt32)
    case cancelled(UInt32, Expected)
  }

  @Test(arguments: seeds(40))
  func `random operations agree with a sorted array`(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    var clock = VirtualClock()
    defer { clock.destroy() }
    var model = Model()
    for step in 0..<400 {
      let comment: Comment = "seed \(seed), step \(step)"
      switch random.below(10) {
      case 0:
        let isCounting = random.chance(50)
        clock.beginPassing(countsLaterOnes: isCounting)
        model.epoch += 1
        model.generation = 0
        model.countsLaterOnes = isCounting
      case 1:
        clock.endPassing()
        model.generation = 0
        model.countsLaterOnes = false
      case 2...4:
        let end = random.chance(20) ? Int.max : model.now + random.below(6)
        let (record, expected) = (
          clock.next(until: end, isKept: false)?.record, model.next(until: end)
        )
        #expect(record?.due == expected?.due, comment)
        #expect(record?.origin == expected.map { UInt32($0.order) }, comment)
        #expect(record?.generation == expected?.generation, comment)
        if record == nil, end != .max {
          clock.stand(at: end)
          model.now = end
        } else if let record, var expected, random.chance(10) {
          // It did not run after all: it is due again, before all later requests.
          expected.timer = clock.restore(record)
          model.now = model.before
          model.due.append(expected)
        }
      default: VirtualClockTests.turn(&clock, &model, &random)
      }
      #expect(clock.now == model.now, comment)
      #expect(clock.pendingCount == model.due.count, comment)
      let (pending, sorted) = (clock.pending, model.sorted)
      #expect(pending.map(\.origin) == sorted.map { UInt32($0.order) }, comment)
      #expect(pending.map(\.due) == sorted.map(\.due), comment)
    }
  }

  /// Sets and cancels timers, and then keeps that or rolls it back.
  private static func turn(
    _ clock: inout VirtualClock, _ model: inout Model, _ random: inout SeededRandom
  ) {
    let before = model.due
    var done: [Done] = []
    for _ in 0..<random.below(8) {
      if random.chance(30), !model.due.isEmpty {
        let gone = model.due.remove(at: random.below(model.due.count))
        clock.cancel(gone.timer)
        done.append(.cancelled(gone.timer, gone))
      } else {
        let delay = random.chance(5) ? 1_000 : random.below(5)
        let origin = UInt32(model.asked + 1)
        let timer = clock.add(after: delay, .block(.none), origin: origin)
        #expect(model.add(after: delay, timer) == origin)
        done.append(.set(timer))
      }
    }
    if random.chance(40) {
      for entry in done.reversed() {
        switch entry {
        case .set(let timer): clock.remove(timer)
        case .cancelled(let timer, _): clock.makeDueAgain(timer)
        }
      }
      model.due = before
    } else {
      for case .cancelled(let timer, _) in done { clock.free(timer) }
    }
  }

  @Test func `slots are used again, and a chain of timers needs no more of them`() {
    var clock = VirtualClock()
    defer { clock.destroy() }
    clock.beginPassing(countsLaterOnes: true)
    for round in 0..<1_000 {
      _ = clock.add(after: round.isMultiple(of: 2) ? 0 : 3, .block(.none), origin: 0)
      #expect(clock.next(until: .max, isKept: false)?.record.generation == UInt32(round + 1))
    }
    #expect(clock.timers.count == 1)
    #expect(clock.next(until: .max, isKept: false)?.record == nil)
    #expect(clock.now == 1_500)
  }

  @Test func `a queue that never gets empty stays in order`() {
    var clock = VirtualClock()
    defer { clock.destroy() }
    var set: UInt32 = 0
    for passed in UInt32(1)...20_000 {
      while set < min(passed + 1_500, 20_000) {
        set += 1
        _ = clock.add(after: 7, .block(.none), origin: set)
      }
      #expect(clock.next(until: .max, isKept: false)?.record.origin == passed)
    }
    #expect(clock.next(until: .max, isKept: false) == nil)
  }

  @Test func `the latest possible time does not overflow`() {
    var clock = VirtualClock()
    defer { clock.destroy() }
    clock.stand(at: 10)
    #expect(clock.time(after: .max) == .max)
    _ = clock.add(after: .max, .block(.none), origin: 1)
    _ = clock.add(after: .max - 10, .block(.none), origin: 2)
    #expect(clock.next(until: .max, isKept: false)?.record.origin == 1)
    #expect(clock.next(until: .max, isKept: false)?.record.origin == 2)
    #expect(clock.now == .max)
  }

  @Test func `the timer of an object is found until it is cancelled`() {
    var clock = VirtualClock()
    defer { clock.destroy() }
    let (one, two) = (
      ObjectID(index: 1, generation: 1, tag: 1), ObjectID(index: 2, generation: 1, tag: 1)
    )
    let timer = clock.add(after: 1, .object(one), origin: 0)
    _ = clock.add(after: 1, .block(.none), origin: 0)
    #expect(clock.timer(of: one) == timer && clock.timer(of: two) == nil)
    clock.cancel(timer)
    #expect(clock.timer(of: one) == nil)
    clock.makeDueAgain(timer)
    #expect(clock.timer(of: one) == timer)
  }
}
