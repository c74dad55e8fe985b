import BindingEngine
import TestSupport
import Testing

/// What `computed = ahead` and `subscribe = each-run` decide.
@Suite struct AheadTests {
  private static let solid = Semantics.solid

  private func observe(_ world: World, _ property: PropertyID, _ name: String) throws {
    try world.graph.observe(property) { [unowned world] change in
      world.log.append("\(name)(\(try World.number(change.value)))")
    }
  }

  private func write(_ world: World, _ property: PropertyID, _ value: Int) throws -> String {
    world.log = []
    try world.graph.set(property, to: .int(value))
    return world.log.joined(separator: " ")
  }

  /// A `computed` that notes when it is evaluated.
  private func computed(
    _ world: World, _ name: String, _ formula: @escaping (Graph) throws -> Int
  ) throws -> PropertyID {
    let kind = world.graph.makeClass(name, properties: [])
    let property = try world.graph.extend(
      world.graph.make(kind),
      with: .computed("value") { [unowned world] graph, _ in
        let value = try formula(graph)
        world.log.append("\(name)=\(value)")
        return .int(value)
      })
    let made = try #require(property)
    _ = try world.graph.value(of: made)
    return made
  }

  @Test func `what has run goes to the end, and the last takes its place`() throws {
    let world = World(Self.solid)
    let p = try world.properties(.int(0))
    for name in ["a", "b", "c", "d"] { try observe(world, p[0], name) }
    #expect(try write(world, p[0], 1) == "a(1) b(1) c(1) d(1)")
    // a: d b c a; b: d a c b; c: d a b c; d: c a b d.
    #expect(try write(world, p[0], 2) == "c(2) a(2) b(2) d(2)")
    #expect(world.graph.core.pointee.checkInvariants() == [])
  }

  @Test func `what ends leaves its place to the last`() throws {
    let world = World(Self.solid)
    let p = try world.properties(.int(0))
    let first = try world.graph.observe(p[0]) { _ in }
    for name in ["b", "c", "d"] { try observe(world, p[0], name) }
    try world.graph.unbind(first)
    #expect(try write(world, p[0], 1) == "d(1) b(1) c(1)")
  }

  @Test func `memos come before effects, and one that is unchanged sets off nothing`() throws {
    let world = World(Self.solid)
    let p = try world.properties(.int(0))
    try observe(world, p[0], "a")
    let half = try computed(world, "half") { graph in
      guard case .int(let number) = try graph.value(of: p[0]) else { return 0 }
      return number / 2
    }
    let next = try computed(world, "next") { graph in
      guard case .int(let number) = try graph.value(of: half) else { return 0 }
      return number + 1
    }
    try observe(world, next, "b")
    #expect(try write(world, p[0], 1) == "half=0 a(1)")
    // 'a' has run since, so it is behind what depends on the memo.
    #expect(try write(world, p[0], 2) == "half=1 next=2 b(2) a(2)")
  }

  @Test func `what an effect writes marks at once, and runs others in the next round`() throws {
    let world = World(Self.solid)
    let p = try world.properties(.int(0), .int(0))
    try world.graph.observe(p[0]) { [unowned world] change in
      try world.graph.set(p[1], to: change.value)
      world.log.append("writes")
    }
    try observe(world, p[1], "b")
    try observe(world, p[0], "a")
    #expect(try write(world, p[0], 3) == "writes a(3) b(3)")
    #expect(world.graph.lastTurn.rounds == 2)
  }

  @Test func `what is read while it may be stale is evaluated first`() throws {
    let world = World(Self.solid)
    let p = try world.properties(.int(0), .int(0))
    let one = try computed(world, "one") { graph in
      guard case .int(let number) = try graph.value(of: p[1]) else { return 0 }
      return number + 1
    }
    let two = try computed(world, "two") { graph in
      guard case .int(let number) = try graph.value(of: one) else { return 0 }
      return number * 10
    }
    try world.graph.observe(p[0]) { [unowned world] change in
      try world.graph.set(p[1], to: change.value)
      world.log.append("reads \(try World.number(try world.graph.value(of: two)))")
    }
    #expect(try write(world, p[0], 4) == "one=5 two=50 reads 50")
    try world.graph.batch {
      world.log = []
      try world.graph.set(p[1], to: .int(7))
      world.log.append("reads \(try World.number(try world.graph.value(of: two)))")
    }
    #expect(world.log == ["one=8", "two=80", "reads 80"])
  }

  @Test func `a turn that fails leaves the places as they were`() throws {
    struct Failure: Error {}
    let world = World {
      $0 = .solid
      $0.error = .undo
    }
    let p = try world.properties(.int(0))
    try observe(world, p[0], "a")
    try world.graph.observe(p[0]) { change in
      if change.value == .int(1) { throw Failure() }
    }
    try observe(world, p[0], "b")
    world.log = []
    #expect(throws: (any Error).self) { try world.graph.set(p[0], to: .int(1)) }
    #expect(world.graph.core.pointee.checkInvariants() == [])
    #expect(try write(world, p[0], 2) == "a(2) b(2)")
  }
}
