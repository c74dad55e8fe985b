import TestSupport
import Testing

@testable import BindingEngine

/// Checkpoints: changes over several turns, of any kind and under any semantics, are rolled back
/// completely.
@Suite struct CheckpointTests {
  /// A cycle that never ends is the same case after a thousand rounds as after sixty.
  static let semantics: [Semantics] =
    RandomGraphTests.cases.map(\.semantics)
    + Semantics.presets.map {
      var semantics = $0
      semantics.limit = semantics.limit.map { min($0, 60) }
      return semantics
    }

  @Test(arguments: seeds(50))
  func `rolling back to a checkpoint leaves nothing`(seed: Int) throws {
    let (tried, plain) = (RandomDriver(), RandomDriver())
    var random = SeededRandom(seed: seed)
    var same = random
    for _ in 0..<20 {
      tried.step(&random)
      plain.step(&same)
    }
    for round in 0..<3 {
      let before = (Snapshot(of: tried.graph), tried.graph.core.pointee.state())
      let kept = (objects: tried.objects, bindings: tried.bindings, log: tried.log)
      tried.graph.core.pointee.openCheckpoint()
      for attempt in 0..<3 {
        var used: [String] = []
        var other = SeededRandom(seed: seed * 100 + 10 * round + attempt)
        for _ in 0..<15 {
          if Bool.random(using: &other) {
            tried.graph.semantics = Self.semantics.randomElement(using: &other)!
            used.append(tried.graph.semantics.name)
          }
          tried.step(&other)
        }
        tried.graph.core.pointee.rollBack()
        try #require(tried.graph.core.pointee.checkInvariants() == [], "seed \(seed)")
        tried.graph.forgetRetired()
        tried.graph.semantics = .bind
        (tried.objects, tried.bindings, tried.log) = kept
        let differences = Snapshot(of: tried.graph).differences(from: before.0)
        try #require(differences == [], "seed \(seed), round \(round), \(used)")
        let state = tried.graph.core.pointee.state()
        let left = before.1.filter { state[$0.key] != $0.value }
        try #require(left.isEmpty, "seed \(seed), round \(round)")
      }
      tried.graph.core.pointee.closeCheckpoint()
      tried.graph.forgetRetired()
      try #require(tried.graph.core.pointee.checkInvariants() == [], "seed \(seed)")
      // Nor does it change what comes next.
      for _ in 0..<10 {
        tried.step(&random)
        plain.step(&same)
        try #require(tried.visible == plain.visible, "seed \(seed), round \(round)")
        try #require(tried.graph.core.pointee.checkInvariants() == [], "seed \(seed)")
      }
    }
  }

  @Test func `closing a checkpoint keeps the changes, and frees removed links`() throws {
    let world = World()
    let (a, b) = (try world.value(of: world.object()), try world.value(of: world.object()))
    let binding = try world.graph.bind(a, to: b)
    world.graph.core.pointee.openCheckpoint()
    try world.graph.set(a, to: .int(1))
    try world.graph.unbind(binding)
    try world.graph.set(a, to: .int(2))
    world.graph.core.pointee.closeCheckpoint()
    #expect(try world.values([a, b]) == [.int(2), .int(1)])
    world.checkInvariants()
  }

  @Test func `checkpoints nest`() throws {
    let world = World()
    let a = try world.value(of: world.object())
    let core = world.graph.core
    core.pointee.openCheckpoint()
    try world.graph.set(a, to: .int(1))
    core.pointee.openCheckpoint()
    try world.graph.set(a, to: .int(2))
    core.pointee.rollBack()
    #expect(try world.graph.value(of: a) == .int(1))
    try world.graph.set(a, to: .int(3))
    core.pointee.closeCheckpoint()
    #expect(try world.graph.value(of: a) == .int(3))
    core.pointee.rollBack()
    #expect(try world.graph.value(of: a) == .nil)
    core.pointee.closeCheckpoint()
    world.checkInvariants()
  }

  @Test func `only a failed turn is rolled back`() throws {
    let world = World()
    let (a, b) = (try world.value(of: world.object()), try world.value(of: world.object()))
    world.graph.core.pointee.openCheckpoint()
    try world.graph.set(a, to: .int(1))
    let error = graphError {
      try world.graph.batch { () throws(GraphError) in
        try world.graph.set(b, to: .int(2))
        throw .thrown("no")
      }
    }
    #expect(error != nil)
    #expect(try world.values([a, b]) == [.int(1), .nil])
    world.graph.core.pointee.rollBack()
    #expect(try world.values([a, b]) == [.nil, .nil])
    world.graph.core.pointee.closeCheckpoint()
  }

  @Test func `a timer that was due after a checkpoint is due again`() throws {
    let world = World()
    var count = 0
    try world.graph.after(10) { count += 1 }
    world.graph.core.pointee.openCheckpoint()
    for _ in 0..<3 {
      try world.graph.advance(by: 20)
      world.graph.core.pointee.rollBack()
      world.graph.forgetRetired()
      #expect(world.graph.now == 0 && world.graph.dueCount == 1)
    }
    world.graph.core.pointee.closeCheckpoint()
    try world.graph.advance(by: 20)
    #expect(count == 4 && world.graph.dueCount == 0)
  }

  @Test func `the closures of timers made since a checkpoint are forgotten`() throws {
    let world = World()
    let core = world.graph.core
    try world.graph.after(10) {}
    let count = world.graph.closures.count { $0 != nil }
    core.pointee.openCheckpoint()
    for _ in 0..<3 {
      // One is due, and one is not.
      try world.graph.after(5) {}
      try world.graph.after(50) {}
      try world.graph.advance(by: 20)
      core.pointee.rollBack()
      world.graph.forgetRetired()
      #expect(world.graph.closures.count { $0 != nil } == count)
    }
    core.pointee.closeCheckpoint()
    world.graph.forgetRetired()
    #expect(world.graph.closures.count { $0 != nil } == count)
  }
}
