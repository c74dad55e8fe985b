import TestSupport
import Testing

@testable import BindingEngine

/// Checkpoints: what is done over several turns, whatever it is and under whatever semantics, is put
/// back as if it had never been.
@Suite struct CheckpointTests {
  /// Does random things to a graph; the same ones, by number, to any graph in the same state.
  private final class Driver {
    let graph = Graph()
    let thing: ClassID
    var objects: [ObjectID] = []
    var bindings: [BindingID] = []
    var log: [String] = []

    init() {
      thing = graph.makeClass(
        "Thing",
        [
          .stored("a"), .stored("b"), .stored("next"),
          .computed("double") { graph, object in
            guard case .int(let number) = try graph.value(of: graph.property("a", of: object))
            else { return .nil }
            return .int(2 * (number % 1_000))
          },
        ])
      for _ in 0..<4 { objects.append(graph.make(thing)) }
    }

    func property(_ random: inout SeededRandom) throws(GraphError) -> PropertyID {
      let object = objects[Int.random(in: 0..<objects.count, using: &random)]
      return try graph.property(["a", "b", "a", "next"].randomElement(using: &random)!, of: object)
    }

    func value(_ random: inout SeededRandom) -> Value {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .object(objects[Int.random(in: 0..<objects.count, using: &random)])
      case 1: .string("text \(Int.random(in: 0..<9, using: &random))")
      default: .int(Int.random(in: 0..<50, using: &random))
      }
    }

    /// Errors are a part of it.
    func step(_ random: inout SeededRandom) {
      do {
        try tryStep(&random)
      } catch {
        log.append("\(error)".prefix(20) + "")
      }
    }

    private func tryStep(_ random: inout SeededRandom) throws(GraphError) {
      switch Int.random(in: 0..<16, using: &random) {
      case 0: objects.append(graph.make(thing))
      case 1, 2:
        let (source, target) = (try property(&random), try property(&random))
        let isInitial = Bool.random(using: &random)
        bindings.append(
          try graph.bind(.property(source), to: .property(target)) { $0.initially = isInitial })
      case 3:
        let (source, target) = (try property(&random), try property(&random))
        bindings.append(
          try graph.bind(.property(source), to: .property(target)) { binding in
            binding.transform = { value in
              guard case .int(let number) = value else { return value }
              if number % 7 == 6 { throw Refusal() }
              return .int(number + 1)
            }
          })
      case 4:
        let observed = try property(&random)
        bindings.append(
          try graph.observe(observed) { [unowned self] in log.append(text(of: $0.value)) })
      case 5:
        let object = objects[Int.random(in: 0..<objects.count, using: &random)]
        let target = try property(&random)
        bindings.append(try graph.bind(.path(object, "next.a"), to: .property(target)))
      case 6 where !bindings.isEmpty:
        try graph.unbind(bindings.remove(at: Int.random(in: 0..<bindings.count, using: &random)))
      case 7 where objects.count > 3:
        let index = Int.random(in: 0..<objects.count, using: &random)
        try graph.release(objects.remove(at: index))
      case 8:
        let (target, value) = (try property(&random), value(&random))
        graph.after(Int.random(in: 0..<50, using: &random)) { [unowned self] in
          log.append("due")
          try? graph.set(target, to: value)
        }
      case 9: try graph.advance(by: Int.random(in: 0..<60, using: &random))
      case 10:
        let (target, other) = (try property(&random), try property(&random))
        let fails = Bool.random(using: &random)
        try graph.batch { () throws(GraphError) in
          try graph.set(target, to: .int(7))
          try graph.set(other, to: .int(8))
          if fails { throw .thrown("no") }
        }
      default:
        let target = try property(&random)
        try graph.set(target, to: value(&random))
      }
    }

    struct Refusal: Error {}

    /// Handles may differ; what they stand for may not.
    private func text(of value: Value) -> String {
      guard case .object(let object) = value else { return "\(value)" }
      return "object \(objects.firstIndex(of: object) ?? -1)"
    }

    /// All that a user of the graph can see.
    var visible: [String] {
      var lines = ["turn \(graph.lastTurn)", "now \(graph.now) due \(graph.dueCount)"]
      for object in objects {
        for name in ["a", "b", "next", "double"] {
          guard let property = try? graph.property(name, of: object) else { continue }
          let value = (try? graph.value(of: property)) ?? .nil
          lines.append("\(name) \(text(of: value))")
        }
      }
      lines += bindings.map { "\($0.number) \(graph.isBound($0))" }
      return lines + log
    }
  }

  private static let semantics: [Semantics] =
    RandomGraphTests.cases.map(\.semantics) + Semantics.presets

  @Test(arguments: 0..<150)
  func `what was done since a checkpoint leaves nothing`(seed: Int) throws {
    let (tried, plain) = (Driver(), Driver())
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
        let left = before.1.filter { tried.graph.core.pointee.state()[$0.key] != $0.value }
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

  @Test func `closing a checkpoint keeps what was done, and frees what ended`() throws {
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

  @Test func `a turn that fails is put back alone`() throws {
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

  @Test func `a timer that fell due since a checkpoint is due again`() throws {
    let world = World()
    var count = 0
    world.graph.after(10) { count += 1 }
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

  @Test func `the closures of timers that came and went since a checkpoint are forgotten`() throws {
    let world = World()
    let core = world.graph.core
    world.graph.after(10) {}
    let count = world.graph.closures.count { $0 != nil }
    core.pointee.openCheckpoint()
    for _ in 0..<3 {
      // One falls due, one does not.
      world.graph.after(5) {}
      world.graph.after(50) {}
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
