import BindingEngine
import TestSupport
import Testing

/// What `siblings = passes` and `marks`, and `subscribe = prefix`, decide: which of several things that
/// are due fires first.
@Suite struct MarkingTests {
  private static func queue(_ change: (inout Semantics) -> Void) -> World {
    World {
      $0 = .svelte
      $0.siblings = .oldest
      $0.subscribe = .made
      change(&$0)
    }
  }

  private func observe(_ world: World, _ property: PropertyID, _ name: String) throws {
    try world.graph.observe(property) { [unowned world] change in
      world.log.append("\(name)(\(try World.number(change.value)))")
    }
  }

  /// Sets all to 1 and lets the tick come.
  private func write(_ world: World, _ properties: [PropertyID]) throws -> String {
    world.log = []
    for property in properties { try world.graph.set(property, to: .int(1)) }
    try world.graph.tick()
    return world.log.joined(separator: " ")
  }

  @Test(arguments: [
    // The first write is that of the property whose observer was made last.
    (Semantics.Siblings.oldest, "c(1) b(1) a(1)"), (.marks, "c(1) b(1) a(1)"),
    (.passes, "a(1) b(1) c(1)"),
  ])
  func `in a queue: the order of being set off, or that of making`(
    _ siblings: Semantics.Siblings, _ seen: String
  ) throws {
    let world = Self.queue { $0.siblings = siblings }
    let p = try world.properties(.int(0), .int(0), .int(0))
    for (property, name) in zip(p, ["a", "b", "c"]) { try observe(world, property, name) }
    #expect(try write(world, p.reversed()) == seen)
  }

  @Test(arguments: [(Semantics.Siblings.oldest, 2), (.marks, 2), (.passes, 1)])
  func `passes: what was made later fires in the round in which it becomes due`(
    _ siblings: Semantics.Siblings, _ rounds: Int
  ) throws {
    let world = Self.queue { $0.siblings = siblings }
    let p = try world.properties(.int(0), .int(0))
    try world.graph.bind(p[0], to: p[1])
    try observe(world, p[1], "b")
    #expect(try write(world, [p[0]]) == "b(1)")
    #expect(world.graph.lastTurn.rounds == rounds)
  }

  @Test func `passes: what was made earlier fires in the next round`() throws {
    let world = Self.queue { $0.siblings = .passes }
    let p = try world.properties(.int(0), .int(0))
    try observe(world, p[1], "b")
    try world.graph.bind(p[0], to: p[1])
    #expect(try write(world, [p[0]]) == "b(1)")
    #expect(world.graph.lastTurn.rounds == 2)
  }

  /// The first write makes the observer of the sum due. The binding that is due before it changes what
  /// the sum reads, so the observer has the first place in the next round, too, and fires in between.
  @Test(arguments: [
    (Semantics.Siblings.oldest, "sum(3) c(1) sum(4)"), (.marks, "sum(3) sum(4) c(1)"),
  ])
  func `marks: what is marked again while it is due keeps that place`(
    _ siblings: Semantics.Siblings, _ seen: String
  ) throws {
    let world = Self.queue {
      $0.siblings = siblings
      $0.subscribe = .prefix
    }
    let p = try world.properties(.int(0), .int(0), .int(0), .int(0))
    let sum = try #require(
      try world.graph.extend(
        world.object(),
        with: .computed("sum") { graph, _ in
          .int(
            try World.number(graph.value(of: p[0])) + 2 * World.number(graph.value(of: p[1]))
              + World.number(graph.value(of: p[2])))
        }))
    try observe(world, p[2], "c")
    try world.graph.bind(p[0], to: p[1])
    try observe(world, sum, "sum")
    try world.graph.bind(p[3], to: p[2])
    #expect(try write(world, [p[0], p[3]]) == seen)
  }

  /// A listener that leaves the list makes room for the last one, not for the next.
  @Test(arguments: [
    (Semantics.Subscribe.reading, "b(1) c(1) d(1)"), (.prefix, "d(1) b(1) c(1)"),
  ])
  func `prefix: the last listener takes the place that becomes free`(
    _ subscribe: Semantics.Subscribe, _ seen: String
  ) throws {
    let world = Self.queue { $0.subscribe = subscribe }
    let p = try world.properties(.int(0))[0]
    var ends: [BindingID] = []
    for name in ["a", "b", "c", "d"] {
      ends.append(
        try world.graph.observe(p) { [unowned world] change in
          world.log.append("\(name)(\(try World.number(change.value)))")
        })
    }
    try world.graph.unbind(ends[0])
    #expect(try write(world, [p]) == seen)
  }

  /// `pick` reads three properties and then the first and the last, which `other` reads as well.
  @Test(arguments: [
    (Semantics.Subscribe.reading, "pick other"), (.prefix, "other pick"),
  ])
  func `prefix: places are kept as far as the same is read`(
    _ subscribe: Semantics.Subscribe, _ seen: String
  ) throws {
    let world = Self.queue { $0.subscribe = subscribe }
    let p = try world.properties(.int(0), .int(0), .int(0))
    func computed(_ name: String, _ read: @escaping (Graph) throws -> Int) throws -> PropertyID {
      try #require(
        try world.graph.extend(
          world.object(), with: .computed(name) { graph, _ in .int(try read(graph)) }))
    }
    func number(_ graph: Graph, _ place: Int) throws -> Int {
      try World.number(graph.value(of: p[place]))
    }
    let pick = try computed("pick") { graph in
      let isFirst = try number(graph, 0) == 0
      return try (isFirst ? number(graph, 1) : 0) + number(graph, 2)
    }
    let other = try computed("other") { graph in try number(graph, 2) }
    for (property, name) in [(pick, "pick"), (other, "other")] {
      try world.graph.observe(property) { [unowned world] _ in world.log.append(name) }
    }
    // From now on it does not read the second one.
    _ = try write(world, [p[0]])
    world.log = []
    try world.graph.set(p[2], to: .int(7))
    try world.graph.tick()
    #expect(world.log.joined(separator: " ") == seen)
  }

  @Test func `a binding that observes what it has just written fires until that is settled`() throws
  {
    for semantics in [Semantics.angular, .svelte] {
      let world = World(semantics)
      let p = try world.properties(.int(0))[0]
      try world.graph.bind(.property(p), to: .property(p)) {
        $0.transform = { .int(min(try World.number($0) + 1, 5)) }
      }
      try world.graph.tick()
      #expect(try world.graph.value(of: p) == .int(5), "\(semantics.name)")
    }
  }

  @Test(arguments: [Semantics.angular, .svelte])
  func `an endless circle is stopped, and its values stay`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let p = try world.properties(.int(0), .int(0))
    try world.bindAdding(1, p[0], p[1], initially: false)
    try world.bindAdding(1, p[1], p[0], initially: false)
    try world.graph.set(p[0], to: .int(1))
    guard case .runaway = graphError({ try world.graph.tick() }) else {
      Issue.record("no runaway")
      return
    }
    #expect(try World.number(world.graph.value(of: p[0])) > 1_000)
  }

  @Test(arguments: [Semantics.Siblings.passes, .marks])
  func `they are for a queue`(_ siblings: Semantics.Siblings) {
    for preset in [Semantics.bind, .sheet] {
      var semantics = preset
      semantics.siblings = siblings
      #expect(throws: Semantics.KnobError.self) { try semantics.validate() }
    }
  }
}
