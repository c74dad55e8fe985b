import BindingEngine
import TestSupport
import Testing

/// The same as `RandomGraphTests`, with a queue for the effects of a change.
@Suite struct RandomQueueTests {
  typealias Case = RandomGraphTests.Case

  private static func queue(
    _ name: String, isTraced: Bool = false, _ change: (inout Semantics) -> Void = { _ in }
  ) -> Case {
    Case(name, isTraced: isTraced) {
      $0.order = .queue
      $0.again = .settle
      $0.lock = .no
      $0.limit = 12
      $0.limitUnit = .rounds
      change(&$0)
    }
  }

  /// A preset with the knobs that the naive model knows. The effects of the others are compared with
  /// those of the libraries, in `RecordedProgramTests`.
  private static func preset(
    _ preset: Semantics, _ siblings: Semantics.Siblings = .oldest, isTraced: Bool = false
  ) -> Case {
    queue("\(preset.name), subscribe = made", isTraced: isTraced) {
      $0 = preset
      $0.siblings = siblings
      $0.subscribe = .made
      if preset.restored != .tick { $0.restored = .pass }
      $0.limit = 12
    }
  }

  static let cases: [Case] = [
    queue("queue"), queue("queue", isTraced: true),
    preset(.mobx), preset(.mobx, isTraced: true), preset(.signals, .latest),
    preset(.vue), preset(.vue, isTraced: true),
    queue("siblings = latest") { $0.siblings = .latest },
    queue("flush = batch") { $0.flush = .batch },
    queue("flush = tick") {
      $0.flush = .tick
      $0.restored = .tick
    },
    queue("flush = tick, siblings = latest, computed = pull") {
      $0.flush = .tick
      $0.restored = .tick
      $0.siblings = .latest
      $0.computed = .pull
    },
    queue("computed = pull") { $0.computed = .pull },
    queue("computed = pull, equal = drop, flush = batch, error = stop") {
      $0.computed = .pull
      $0.equal = .drop
      $0.flush = .batch
      $0.error = .stop
    },
    queue("computed = pull, equal = drop-simple, error = go-on") {
      $0.computed = .pull
      $0.equal = .dropSimple
      $0.error = .goOn
    },
    queue("lock = yes") { $0.lock = .yes },
    queue("lock = observers, a limit of firings") {
      $0.lock = .observers
      $0.limit = 20
      $0.limitUnit = .firings
    },
    queue("write = break, death = either, beyond = stand") {
      $0.write = .break
      $0.death = .either
      $0.beyond = .stand
      $0.computed = .pull
    },
  ]

  /// The rules of depth first besides notifying listeners in the order of making, as far as no other
  /// system that can be run here has them.
  static let sweeps: [Case] = [
    Case("flush = batch") { $0.flush = .batch },
    Case("flush = batch", isTraced: true) { $0.flush = .batch },
    Case("flush = batch, equal = drop, error = go-on") {
      $0.flush = .batch
      $0.equal = .drop
      $0.error = .goOn
    },
    Case("flush = batch, lock = no, error = stop") {
      $0.flush = .batch
      $0.lock = .no
      $0.limit = 20
      $0.error = .stop
    },
    Case("observers = last") { $0.observers = .last },
    Case("observers = last, equal = drop, flush = batch") {
      $0.observers = .last
      $0.equal = .drop
      $0.flush = .batch
    },
    Case("observers = last, lock = two-way, error = go-on", isTraced: true) {
      $0.observers = .last
      $0.lock = .twoWay
      $0.limit = 20
      $0.error = .goOn
      $0.equal = .drop
    },
  ]

  @Test(arguments: cases + sweeps)
  func `random graphs agree with the naive model`(_ example: Case) throws {
    for seed in seeds(20) {
      let scenario = Scenario(example.semantics, seed: seed, isTraced: example.isTraced)
      for _ in 0..<30 { try scenario.doSomething() }
    }
  }
}
