import BindingEngine
import Testing

/// What the effects of MobX, Preact's signals and Vue did on a few graphs, each semantics that
/// models one of them does, too: the same order, values and firings.
///
/// `b<` a binding writes b, `b:` an observer of b runs, `d(x,y)` d is evaluated from x and y.
@Suite struct SeenEffectTests {
  /// Writes a property and lets its effects happen, which in Vue is the next tick.
  private func write(_ world: World, _ property: PropertyID, _ value: Int) throws {
    world.log = []
    try world.graph.set(property, to: .int(value))
    try world.graph.tick()
  }

  private func bind(
    _ world: World, _ source: PropertyID, _ target: PropertyID, _ name: String,
    adding amount: Int = 0, initially: Bool = true
  ) throws {
    try world.graph.bind(.property(source), to: .property(target)) {
      $0.initially = initially
      $0.transform = { [unowned world] value in
        world.log.append("\(name)<")
        return .int(try World.number(value) + amount)
      }
    }
  }

  private func observe(_ world: World, _ properties: [PropertyID]) throws {
    for (property, name) in zip(properties, ["a:", "b:", "c:", "d:"]) {
      try world.graph.observe(property) { [unowned world] _ in world.log.append(name) }
    }
  }

  @Test(arguments: [Semantics.mobx, .signals, .vue])
  func `writing an equal value passes nothing`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let p = try world.properties(.int(1), .int(0))
    try bind(world, p[0], p[1], "b")
    try observe(world, p)
    try write(world, p[0], 1)
    #expect(world.log == [])
    #expect(world.graph.lastTurn.firings == 0)
  }

  @Test(arguments: [
    (Semantics.mobx, "b< c< d< a: b: c: d:"), (.signals, "b< c< d< a: d: c: b:"),
    (.vue, "b< c< d< a: b: c: d:"),
  ])
  func `three bindings of one source`(_ semantics: Semantics, _ seen: String) throws {
    let world = World(semantics)
    let p = try world.properties(.int(0), .int(0), .int(0), .int(0))
    for (target, name) in zip(p.dropFirst(), ["b", "c", "d"]) {
      try bind(world, p[0], target, name)
    }
    try observe(world, p)
    for value in 1...2 {
      try write(world, p[0], value)
      #expect(world.log.joined(separator: " ") == seen)
      #expect(try world.values(p) == Array(repeating: .int(value), count: 4))
      #expect(world.graph.lastTurn.firings == 3)
    }
  }

  @Test(arguments: [Semantics.mobx, .signals, .vue])
  func `a computed property is evaluated once, from new values`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let a = try world.properties(.int(0))[0]
    let diamond = try world.graph.makeClass(
      "Diamond",
      [
        .computed("b") { graph, _ in .int(try World.number(graph.value(of: a)) + 1) },
        .computed("c") { graph, _ in .int(try World.number(graph.value(of: a)) * 2) },
        .computed("d") { [unowned world] graph, object in
          let b = try graph.value(of: graph.property("b", of: object))
          let c = try graph.value(of: graph.property("c", of: object))
          world.log.append("d(\(graph.describe(b)),\(graph.describe(c)))")
          return .int(try World.number(b) + World.number(c))
        },
      ])
    let d = try world.graph.property("d", of: world.graph.make(diamond))
    try world.graph.observe(d) { [unowned world] _ in world.log.append("d:") }
    try write(world, a, 1)
    #expect(world.log == ["d(2,2)", "d:"])
    #expect(world.graph.lastTurn.glitches == 0)
  }

  @Test(arguments: [Semantics.mobx, .signals, .vue])
  func `a chain of two bindings with observers between them`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let p = try world.properties(.int(0), .int(0), .int(0))
    try bind(world, p[0], p[1], "b")
    try bind(world, p[1], p[2], "c")
    try observe(world, p)
    try write(world, p[0], 1)
    #expect(world.log == ["b<", "a:", "c<", "b:", "c:"])
    #expect(try world.values(p) == [.int(1), .int(1), .int(1)])
  }

  @Test(arguments: [Semantics.mobx, .signals, .vue])
  func `a pair of bindings in opposite directions`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let p = try world.properties(.int(0), .int(0))
    try bind(world, p[0], p[1], "b")
    try bind(world, p[1], p[0], "a")
    try observe(world, p)
    try write(world, p[0], 1)
    #expect(world.log == ["b<", "a:", "a<", "b:"], "the way back writes what is there")
    #expect(try world.values(p) == [.int(1), .int(1)])
    #expect(world.graph.lastTurn.dropped == 1)
  }

  @Test(arguments: [Semantics.mobx, .signals, .vue])
  func `a two-way binding behaves like the pair`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let p = try world.properties(.int(0), .int(0))
    try world.graph.bindBothWays(.property(p[0]), .property(p[1])) {
      $0.transform = { [unowned world] value in
        world.log.append("<")
        return value
      }
    }
    try observe(world, p)
    try write(world, p[0], 1)
    #expect(world.log == ["<", "a:", "<", "b:"])
    #expect(try world.values(p) == [.int(1), .int(1)])
  }

  private func ring(_ world: World, adding amount: Int) throws -> [PropertyID] {
    let p = try world.properties(.int(0), .int(0), .int(0))
    for (position, name) in ["b", "c", "a"].enumerated() {
      // Making one that closes a ring which counts up would already be a runaway.
      try bind(
        world, p[position], p[(position + 1) % 3], name, adding: amount, initially: amount == 0)
      try world.graph.tick()
    }
    return p
  }

  @Test(arguments: [Semantics.mobx, .signals, .vue])
  func `a ring of copies ends after one lap`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let p = try ring(world, adding: 0)
    try write(world, p[0], 5)
    #expect(world.log == ["b<", "c<", "a<"])
    #expect(try world.values(p) == [.int(5), .int(5), .int(5)])
  }

  /// Preact evaluates one effect more, whose write then fails.
  @Test(arguments: [
    (Semantics.mobx, 99, [109, 107, 108]), (.signals, 101, [109, 110, 108]),
    (.vue, 303, [313, 311, 312]),
  ])
  func `a ring that counts up is stopped, and its values stay`(
    _ semantics: Semantics, _ firings: Int, _ values: [Int]
  ) throws {
    let world = World(semantics)
    let p = try ring(world, adding: 1)
    let error = graphError { try write(world, p[0], 10) }
    guard case .runaway = error else {
      Issue.record("no runaway: \(error.map { "\($0)" } ?? "none")")
      return
    }
    #expect(world.log.count == firings)
    #expect(try world.values(p) == values.map { .int($0) })
  }

  @Test(arguments: [Semantics.mobx, .signals, .vue])
  func `a write to the target of a binding is kept`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let p = try world.properties(.int(1), .int(0))
    try bind(world, p[0], p[1], "b")
    try write(world, p[1], 7)
    #expect(try world.values(p) == [.int(1), .int(7)])
    try write(world, p[0], 2)
    #expect(try world.values(p) == [.int(2), .int(2)])
  }

  @Test(arguments: [
    (Semantics.mobx, 99, true), (.mobx, 100, false), (.signals, 100, true), (.signals, 101, false),
    (.vue, 101, true), (.vue, 500, true),
  ])
  func `the limit is one of length if it counts rounds`(
    _ semantics: Semantics, _ length: Int, _ isFine: Bool
  ) throws {
    let world = World(semantics)
    let p = try (0...length).map { _ in try world.properties(.int(0))[0] }
    for position in 0..<length { try world.graph.bind(p[position], to: p[position + 1]) }
    let error = graphError { try write(world, p[0], 1) }
    #expect((error == nil) == isFine)
    if case .runaway(let runaway) = error {
      guard case .longChain = runaway.shape else {
        Issue.record("\(runaway.shape)")
        return
      }
    }
  }
}
