import TestSupport
import Testing

@testable import BindingEngine

/// Values that were read although something that was due already gave them another value later in the
/// turn: counted by the engine, and found in the whole trace by a slow model.
@Suite struct GlitchTests {
  struct Case: CustomTestStringConvertible {
    var semantics: Semantics
    var testDescription: String { semantics.name }
  }

  // Where listeners keep values, a glitch is a value kept that is another by now.
  @Test(
    arguments: Semantics.presets.filter { $0.passed != .kept }.map { Case(semantics: $0) },
    [false, true])
  func `glitches are the readings that the definition calls stale`(
    _ example: Case, hasCycles: Bool
  ) throws {
    var semantics = example.semantics
    // Without locks the ways round a graph double with each level.
    semantics.limit = semantics.limit.map { min($0, 8) }
    var (wrong, changedByTrace): ([String], [String]) = ([], [])
    var (turns, glitches) = (0, 0)
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let shape = GlitchShape(hasCycles: hasCycles, random: &random)
      let judged = GlitchRun(shape, semantics, isJudging: true)
      let plain = GlitchRun(shape, semantics)
      for _ in 0..<4 {
        let step = GlitchStep(shape, &random)
        let (isJudgedSound, isPlainSound) = (judged.take(step), plain.take(step))
        let story = "seed \(seed): \(step) in \(shape): \(judged.lines)"
        let count = plain.world.graph.lastTurn.glitches
        if count != judged.count { changedByTrace.append("\(story), without a trace \(count)") }
        guard isJudgedSound, isPlainSound else { break }
        turns += 1
        glitches += judged.count
        if judged.reported.sorted() != judged.expected.sorted() {
          wrong.append("\(story), expected \(judged.expected)")
        }
      }
    }
    #expect(changedByTrace.isEmpty, "\(changedByTrace.count): \(changedByTrace.prefix(3))")
    #expect(wrong.isEmpty, "\(wrong.count) of \(turns): \(wrong.prefix(3))")
    guard seeds(100).count >= 100 else { return }
    #expect(turns > seeds(100).count / 2)
    if hasCycles, semantics.order == .depth, semantics.computed == .push { #expect(glitches > 0) }
  }

  /// A change that comes back to where it began has nothing to catch up with.
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

  /// What a transformer makes of the change is known only when it has run.
  @Test(arguments: [(5, 0), (3, 1)])
  func `a change that brings the same value makes no glitch`(_ value: Int, _ count: Int) throws {
    let world = World()
    let p = try world.properties(.int(4), .int(0), .int(0))
    try world.graph.bind(
      .expression { [p] graph in
        .int(try World.number(graph.value(of: p[0])) + World.number(graph.value(of: p[1])))
      }, to: .property(p[2]))
    try world.graph.bind(.property(p[0]), to: .property(p[1])) {
      $0.transform = { .int(min(try World.number($0), 4)) }
    }
    for isTraced in [false, true] {
      try world.graph.set(p[0], to: .int(4))
      var glitches = 0
      world.graph.onTrace = isTraced ? { if $0.kind == .glitch { glitches += 1 } } : nil
      try world.graph.set(p[0], to: .int(value))
      #expect(world.graph.lastTurn.glitches == count)
      #expect(glitches == (isTraced ? count : 0))
    }
  }

  /// Each change of the first property runs through the whole comb again and brings the same values:
  /// nearly every reading waits for something, and the ways back are as long as the comb.
  @Test(arguments: [false, true])
  func `a comb whose values arrive again has no glitch`(isTraced: Bool) throws {
    let world = World()
    let count = 150
    let p = try world.properties(.int(0), .int(0))
    try world.graph.bind(p[0], to: p[1])
    var last = p[1]
    for _ in 0..<count {
      let next = try world.properties(.int(0))[0]
      try world.graph.bind(
        .expression { [last] graph in
          .int(try World.number(graph.value(of: last)) + World.number(graph.value(of: p[0])))
        }, to: .property(next))
      last = next
    }
    var glitches = 0
    world.graph.onTrace = isTraced ? { if $0.kind == .glitch { glitches += 1 } } : nil
    try world.graph.set(p[0], to: .int(1))
    #expect(glitches == 0)
    #expect(world.graph.lastTurn.firings > count * count / 2)
    #expect(world.graph.lastTurn.glitches == 0)
    #expect(try world.graph.value(of: last) == .int(count + 1))
  }
}
