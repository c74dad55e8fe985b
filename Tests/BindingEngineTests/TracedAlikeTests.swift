import TestSupport
import Testing

@testable import BindingEngine

/// Without a trace, numbers take short ways of their own through each order. With one they do not.
struct TracedAlikeTests {
  /// What a graph of plain bindings did, write by write.
  private struct Outcome: Equatable {
    var values: [Value] = []
    var turns: [TurnSummary] = []
    var notified: [String] = []
    var errors: [String] = []
  }

  private func outcome(
    _ semantics: Semantics, seed: Int, isTraced: Bool, cyclic: Bool
  ) throws -> Outcome {
    let world = World(semantics)
    let graph = world.graph
    var random = SeededRandom(seed: seed)
    var outcome = Outcome()
    let p = try (0..<10).map { _ in try world.properties(.int(0))[0] }
    var bindings: [BindingID] = []
    for _ in 0..<14 {
      var (source, target) = (
        Int.random(in: 0..<10, using: &random), Int.random(in: 0..<10, using: &random)
      )
      if !cyclic { (source, target) = (min(source, target), max(source, target)) }
      guard source != target else { continue }
      let isTwoWay = Int.random(in: 0..<6, using: &random) == 0
      do throws(GraphError) {
        bindings.append(
          isTwoWay && !semantics.refusesTwoWay
            ? try graph.bindBothWays(.property(p[source]), .property(p[target]))
            : try graph.bind(p[source], to: p[target]))
      } catch {
        outcome.errors.append(graph.describe(error))
      }
    }
    for number in 0..<10 where Int.random(in: 0..<3, using: &random) == 0 {
      _ = try? graph.observe(p[number]) {
        outcome.notified.append("\(number): \($0.old) \($0.value)")
      }
    }
    graph.onTrace = isTraced ? { _ in } : nil
    for step in 0..<12 {
      do throws(GraphError) {
        if step == 6, !bindings.isEmpty { try graph.unbind(bindings[bindings.count / 2]) }
        let place = Int.random(in: 0..<10, using: &random)
        let value = Int.random(in: 0..<4, using: &random)
        try graph.set(p[place], to: step % 5 == 4 ? .double(Double(value)) : .int(value))
        if graph.core.pointee.isTickDue { try graph.tick() }
      } catch {
        outcome.errors.append(graph.describe(error))
      }
      outcome.values += try world.values(p)
      var turn = graph.lastTurn
      turn.loop = nil
      outcome.turns.append(turn)
      #expect(graph.core.pointee.checkInvariants() == [])
    }
    return outcome
  }

  @Test(arguments: Semantics.presets, [false, true])
  func `a trace changes nothing`(semantics: Semantics, cyclic: Bool) throws {
    for seed in 0..<20 {
      let plain = try outcome(semantics, seed: seed, isTraced: false, cyclic: cyclic)
      let traced = try outcome(semantics, seed: seed, isTraced: true, cyclic: cyclic)
      try #require(plain.values == traced.values, "\(semantics.name), seed \(seed)")
      try #require(plain.turns == traced.turns, "\(semantics.name), seed \(seed)")
      try #require(plain.notified == traced.notified, "\(semantics.name), seed \(seed)")
      try #require(plain.errors == traced.errors, "\(semantics.name), seed \(seed)")
    }
  }
}
