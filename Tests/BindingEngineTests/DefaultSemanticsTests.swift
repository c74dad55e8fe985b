import BindingEngine
import Testing

/// "BIND, in one page", rule by rule.
@Suite struct DefaultSemanticsTests {
  @Test func `a binding passes its value when it is made and after each change`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(0))
    try world.graph.bind(p[0], to: p[1])
    #expect(try world.values(p) == [.int(1), .int(1)])
    try world.graph.set(p[0], to: .int(2))
    #expect(try world.values(p) == [.int(2), .int(2)])
  }

  @Test func `values are not compared: an equal value fires like any other`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(1))
    try world.graph.bind(p[0], to: p[1])
    try world.watch(p[1], "target")
    try world.graph.set(p[0], to: .int(1))
    #expect(world.log == ["target 1->1"])
    #expect(world.graph.lastTurn.firings == 1)
  }

  @Test func `a ring that adds one per hop ends after one lap, and its values disagree`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0), .int(0))
    try world.bindAdding(1, p[0], p[1], initially: false)
    try world.bindAdding(1, p[1], p[2], initially: false)
    try world.bindAdding(1, p[2], p[0], initially: false)
    try world.graph.set(p[0], to: .int(10))
    #expect(try world.values(p) == [.int(13), .int(11), .int(12)])
    #expect(world.graph.lastTurn.held == 1)
  }

  @Test func `a correction by the target of a two-way binding is lost`() throws {
    let world = World()
    let clamped = try world.graph.makeClass(
      "Clamped",
      [.stored("value") { value, _ in .int(min(try World.number(value), 100)) }])
    let left = try world.properties(.int(1))[0]
    let right = try world.graph.property("value", of: world.graph.make(clamped))
    try world.graph.bindBothWays(.property(left), .property(right))
    try world.graph.set(left, to: .int(150))
    #expect(try world.values([left, right]) == [.int(150), .int(100)])
    #expect(world.graph.lastTurn.held == 1)
  }

  @Test func `the value passes before the binding observes`() throws {
    let world = World()
    let p = try world.properties(.int(5), .int(0))
    // The target's observer writes the source: the binding does not observe it yet.
    try world.graph.observe(p[1]) { try $0.graph.set(p[0], to: .int(7)) }
    try world.graph.bind(p[0], to: p[1])
    #expect(try world.values(p) == [.int(7), .int(5)])
  }

  @Test func `depth first: a change with all its effects comes before the next listener`()
    throws
  {
    let world = World()
    let p = try world.properties(.int(0), .int(0), .int(0))
    try world.graph.bind(p[0], to: p[1])
    try world.graph.bind(p[1], to: p[2])
    for (property, name) in zip(p, ["a", "b", "c"]) { try world.watch(property, name) }
    try world.graph.set(p[0], to: .int(1))
    #expect(world.log == ["c 0->1", "b 0->1", "a 0->1"])
  }

  @Test func `bindings and observers of a property fire in the order of making`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0), .int(0))
    try world.watch(p[0], "first")
    try world.graph.bind(p[0], to: p[1])
    try world.watch(p[1], "b")
    try world.watch(p[0], "last")
    try world.graph.set(p[0], to: .int(1))
    #expect(world.log == ["first 0->1", "b 0->1", "last 0->1"])
  }

  @Test func `a diamond fires its join twice`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0), .int(0), .int(0))
    try world.graph.bind(p[0], to: p[1])
    try world.graph.bind(p[0], to: p[2])
    try world.graph.bind(p[1], to: p[3])
    try world.graph.bind(p[2], to: p[3])
    try world.watch(p[3], "join")
    try world.graph.set(p[0], to: .int(1))
    #expect(world.log == ["join 0->1", "join 1->1"])
  }

  @Test func `an observer has a lock of its own`() throws {
    let world = World()
    let p = try world.properties(.int(0))[0]
    try world.graph.observe(p) { change in
      world.log.append(world.graph.describe(change.value))
      try change.graph.set(p, to: .int(try World.number(change.value) + 1))
    }
    try world.graph.set(p, to: .int(1))
    #expect(world.log == ["1"])
    #expect(try world.graph.value(of: p) == .int(2))
    #expect(world.graph.lastTurn.held == 1)
  }

  @Test func `observing fires nothing, and an initial observer runs once`() throws {
    let world = World()
    let p = try world.properties(.int(3))[0]
    try world.watch(p, "later")
    try world.graph.observe(p, initially: true) { change in
      world.log.append("now \(world.graph.describe(change.value))")
    }
    #expect(world.log == ["now 3"])
  }

  @Test func `transformers run in the order written, and in reverse on the way back`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(0))
    let double = world.graph.makeTransformer(
      "Double", forward: { .int(try World.number($0) * 2) },
      reverse: { .int(try World.number($0) / 2) })
    let increment = world.graph.makeTransformer(
      "Increment", forward: { .int(try World.number($0) + 1) },
      reverse: { .int(try World.number($0) - 1) })
    try world.graph.bindBothWays(.property(p[0]), .property(p[1])) {
      $0.transformers = [double, increment]
    }
    #expect(try world.values(p) == [.int(1), .int(3)])
    try world.graph.set(p[1], to: .int(9))
    #expect(try world.values(p) == [.int(4), .int(9)])
    let back = try world.properties(.int(0))[0]
    try world.graph.bind(.property(p[1]), to: .property(back)) {
      $0.transformers = [increment.reversed, double.reversed]
    }
    #expect(try world.graph.value(of: back) == .int(4))
  }

  @Test func `the transform block comes after the transformers, in both directions`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(0))
    let double = world.graph.makeTransformer(
      forward: { .int(try World.number($0) * 2) }, reverse: { .int(try World.number($0) / 2) })
    try world.graph.bindBothWays(.property(p[0]), .property(p[1])) {
      $0.transformers = [double]
      $0.transform = { .int(try World.number($0) + 100) }
    }
    #expect(try world.values(p) == [.int(1), .int(102)])
    try world.graph.set(p[1], to: .int(10))
    #expect(try world.values(p) == [.int(105), .int(10)])
  }

  @Test func `a binding's own observer runs inside its firing, with the raw value`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(0))
    try world.watch(p[1], "target")
    try world.graph.bind(.property(p[0]), to: .property(p[1])) {
      $0.transform = { .int(try World.number($0) * 10) }
      $0.observe = { change in
        world.log.append(
          "own \(world.graph.describe(change.old))->\(world.graph.describe(change.value))")
        // It is locked: this firing is held back.
        try change.graph.set(p[0], to: .int(99))
      }
    }
    world.log = []
    try world.graph.set(p[0], to: .int(2))
    #expect(world.log == ["target 10->20", "own 99->2"])
    #expect(try world.values(p) == [.int(99), .int(20)])
  }

  @Test func `once copies the value now and never again`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(0))
    let binding = try world.graph.bind(.property(p[0]), to: .property(p[1])) { $0.once = true }
    #expect(!world.graph.isBound(binding))
    try world.graph.set(p[0], to: .int(2))
    #expect(try world.values(p) == [.int(2), .int(1)])
  }

  @Test func `a silent write notifies nothing, and computed properties become stale`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(0))
    try world.graph.bind(p[0], to: p[1])
    let doubled = try #require(
      try world.graph.extend(
        p[0].object,
        with: .computed("doubled") { graph, _ in
          .int(try World.number(graph.value(of: p[0])) * 2)
        }))
    #expect(try world.graph.value(of: doubled) == .int(2))
    try world.graph.setSilently(p[0], to: .int(5))
    #expect(try world.values(p) == [.int(5), .int(1)])
    #expect(try world.graph.value(of: doubled) == .int(10))
  }

  @Test func `a link made during a delivery does not get the change being delivered`() throws {
    let world = World()
    let p = try world.properties(.int(0))[0]
    var isMade = false
    try world.graph.observe(p) { [unowned world] _ in
      if isMade { return }
      isMade = true
      try world.watch(p, "new")
    }
    try world.graph.set(p, to: .int(1))
    #expect(world.log == [])
    try world.graph.set(p, to: .int(2))
    #expect(world.log == ["new 1->2"])
  }

  @Test func `unbinding twice has no effect, and during a delivery it acts at once`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0))
    var binding: BindingID?
    try world.graph.observe(p[0]) { change in
      if let binding { try change.graph.unbind(binding) }
    }
    binding = try world.graph.bind(p[0], to: p[1])
    try world.graph.set(p[0], to: .int(1))
    #expect(try world.values(p) == [.int(1), .int(0)])
    try world.graph.unbind(try #require(binding))
  }
}
