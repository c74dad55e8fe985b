import BindingEngine
import TestSupport
import Testing

/// Random graphs and operations, compared with the naive model after each: values, ends, counts, and
/// what observers and transformers saw in which order. Invariants hold, and a rolled-back turn leaves
/// nothing.
@Suite struct RandomGraphTests {
  struct Case: CustomTestStringConvertible {
    var semantics: Semantics
    var isTraced = false
    var testDescription: String { semantics.name + (isTraced ? ", traced" : "") }

    init(_ name: String, isTraced: Bool = false, _ change: (inout Semantics) -> Void = { _ in }) {
      semantics = Semantics(name: name)
      self.isTraced = isTraced
      change(&semantics)
    }
  }

  static let cases: [Case] = [
    Case("bind"), Case("bind", isTraced: true),
    Case("kvo") {
      $0 = .kvo
      $0.limit = 60
    },
    Case("kvo", isTraced: true) {
      $0 = .kvo
      $0.limit = 60
    },
    Case("equal = drop") { $0.equal = .drop },
    Case("equal = drop-simple") { $0.equal = .dropSimple },
    Case("lock = no") {
      $0.lock = .no
      $0.limit = 20
    },
    Case("lock = bindings") {
      $0.lock = .bindings
      $0.limit = 20
    },
    Case("lock = two-way") {
      $0.lock = .twoWay
      $0.limit = 20
    },
    Case("lock = observers") {
      $0.lock = .observers
      $0.limit = 20
    },
    Case("lock = computed") {
      $0.lock = .computed
      $0.limit = 20
    },
    Case("write = break") { $0.write = .break },
    Case("write = refuse") { $0.write = .refuse },
    Case("death = either") { $0.death = .either },
    Case("error = stop") { $0.error = .stop },
    Case("error = go-on") { $0.error = .goOn },
    Case("error = go-on", isTraced: true) { $0.error = .goOn },
    Case("beyond = stand") {
      $0.beyond = .stand
      $0.lock = .no
      $0.limit = 20
    },
    Case("many at once") {
      $0.equal = .drop
      $0.error = .goOn
      $0.death = .either
      $0.write = .break
    },
  ]

  @Test(arguments: cases)
  func `random graphs agree with the naive model`(_ example: Case) throws {
    for seed in seeds(20) {
      let scenario = Scenario(example.semantics, seed: seed, isTraced: example.isTraced)
      for _ in 0..<30 { try scenario.doSomething() }
    }
  }
}
