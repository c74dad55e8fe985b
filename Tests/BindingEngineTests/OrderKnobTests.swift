import BindingEngine
import TestSupport
import Testing

/// The knobs that decide what fires when, each value by its effect on a small graph.
@Suite struct OrderKnobTests {
  private func logging(
    _ world: World, _ source: PropertyID, _ target: PropertyID, _ name: String,
    adding amount: Int = 0
  ) throws {
    try world.graph.bind(.property(source), to: .property(target)) {
      $0.initially = false
      $0.transform = { [unowned world] value in
        world.log.append("\(name)<")
        return .int(try World.number(value) + amount)
      }
    }
  }

  private func observing(_ world: World, _ property: PropertyID, _ name: String) throws {
    try world.graph.observe(property) { [unowned world] change in
      world.log.append("\(name)(\(try World.number(change.value)))")
    }
  }

  // MARK: siblings, observers

  @Test(arguments: [
    (Semantics.Siblings.oldest, ["b< c< d<", "b< c< d<"]),
    (.newest, ["d< c< b<", "d< c< b<"]), (.latest, ["d< c< b<", "b< c< d<"]),
  ])
  func `siblings in depth: as made, the newest, or the last to register`(
    _ siblings: Semantics.Siblings, _ seen: [String]
  ) throws {
    let world = World { $0.siblings = siblings }
    let p = try world.properties(.int(0), .int(0), .int(0), .int(0))
    for (target, name) in zip(p.dropFirst(), ["b", "c", "d"]) {
      try logging(world, p[0], target, name)
    }
    for (value, order) in zip(1..., seen) {
      world.log = []
      try world.graph.set(p[0], to: .int(value))
      #expect(world.log.joined(separator: " ") == order)
    }
  }

  @Test(arguments: [(Semantics.Siblings.oldest, "a(1) b(1)"), (.latest, "b(1) a(1)")])
  func `siblings in a queue: the first to be set off, or those of the last write`(
    _ siblings: Semantics.Siblings, _ seen: String
  ) throws {
    let world = World {
      $0 = .mobx
      $0.siblings = siblings
    }
    let p = try world.properties(.int(0), .int(0))
    try observing(world, p[1], "b")
    try observing(world, p[0], "a")
    try world.graph.batch { () throws(GraphError) in
      for property in p { try world.graph.set(property, to: .int(1)) }
    }
    #expect(world.log.joined(separator: " ") == seen)
  }

  @Test(arguments: [
    (Semantics.Observers.inline, "a(1) b< b(1) c< c(1)"), (.last, "b< c< c(1) b(1) a(1)"),
    (.after, "b< c< a(1) b(1) c(1)"),
  ])
  func `observers: among the bindings, after them, or when all are done`(
    _ observers: Semantics.Observers, _ seen: String
  ) throws {
    let world = World { $0.observers = observers }
    let p = try world.properties(.int(0), .int(0), .int(0))
    for (property, name) in zip(p, ["a", "b", "c"]) { try observing(world, property, name) }
    try logging(world, p[1], p[2], "c")
    try logging(world, p[0], p[1], "b")
    try world.graph.set(p[0], to: .int(1))
    #expect(world.log.joined(separator: " ") == seen)
  }

  // MARK: computed

  @Test(arguments: [(Semantics.Computed.push, 3), (.pull, 1)])
  func `computed: at each change, or when read`(
    _ computed: Semantics.Computed, _ evaluations: Int
  ) throws {
    for order in Semantics.Order.allCases {
      let world = World {
        if order != .depth { $0 = order == .queue ? .mobx : .sheet }
        $0.computed = computed
        $0.subscribe = .made
      }
      let p = try world.properties(.int(0))
      let classID = try world.graph.makeClass(
        "Computed",
        [
          .computed("twice") { [unowned world] graph, _ in
            world.log.append("evaluated")
            return .int(try World.number(graph.value(of: p[0])) * 2)
          }
        ])
      let twice = try world.graph.property("twice", of: world.graph.make(classID))
      _ = try world.graph.value(of: twice)
      world.log = []
      for value in 1...3 { try world.graph.set(p[0], to: .int(value)) }
      #expect(try world.graph.value(of: twice) == .int(6))
      _ = try world.graph.value(of: twice)
      #expect(world.log.count == evaluations, "\(order)")
    }
  }

  // MARK: again, lock, beyond

  @Test(arguments: [
    (Semantics.Again.recurse, "1(10) 1(11) 2(11) 3(11) 2(11) 3(11)"),
    (.restart, "1(10) 1(11) 2(11) 3(11)"), (.settle, "1(10) 2(11) 3(11) 1(11)"),
  ])
  func `again: the first of three observers writes once more`(
    _ again: Semantics.Again, _ seen: String
  ) throws {
    let world = World {
      if again == .settle { $0 = .mobx } else { $0.lock = .no }
      $0.again = again
    }
    let p = try world.properties(.int(0))[0]
    for number in 1...3 {
      try world.graph.observe(p) { [unowned world] change in
        world.log.append("\(number)(\(try World.number(change.graph.value(of: p))))")
        if number == 1, change.value == .int(10) { try change.graph.set(p, to: .int(11)) }
      }
    }
    try world.graph.set(p, to: .int(10))
    #expect(world.log.joined(separator: " ") == seen)
  }

  @Test(arguments: Semantics.Beyond.allCases)
  func `again = error: a ring is a loop, which stays or is rolled back`(
    _ beyond: Semantics.Beyond
  ) throws {
    let world = World {
      $0.lock = .no
      $0.again = .error
      $0.beyond = beyond
    }
    let p = try world.properties(.int(0), .int(0))
    try world.bindAdding(1, p[0], p[1], initially: false)
    try world.bindAdding(1, p[1], p[0], initially: false)
    let error = graphError { try world.graph.set(p[0], to: .int(10)) }
    #expect((error == nil) == (beyond == .stand))
    let loop = try #require(world.graph.lastTurn.loop)
    #expect(loop.hops.count == 2)
    guard case .loop = loop.shape else {
      Issue.record("\(loop.shape)")
      return
    }
    #expect(
      try world.values(p) == (beyond == .stand ? [.int(12), .int(11)] : [.int(0), .int(0)]))
    #expect(graphError { try world.graph.bindBothWays(.property(p[0]), .property(p[1])) } != nil)
  }

  @Test(arguments: Semantics.Lock.allCases)
  func `lock: an observer that writes its source is held back`(_ lock: Semantics.Lock) throws {
    for order in [Semantics.Order.depth, .queue] {
      let world = World {
        if order == .queue { $0 = .mobx }
        $0.lock = lock
      }
      let p = try world.properties(.int(0))[0]
      try world.graph.observe(p) { [unowned world] change in
        world.log.append("notified")
        if try World.number(change.value) < 5 {
          try change.graph.set(p, to: .int(World.number(change.value) + 1))
        }
      }
      try world.graph.set(p, to: .int(1))
      let isHeld = lock == .yes || lock == .observers
      #expect(world.log.count == (isHeld ? 1 : 5), "\(order)")
      #expect(world.graph.lastTurn.held == (isHeld ? 1 : 0), "\(order)")
    }
  }

  @Test(arguments: [(Semantics.Lock.computed, 2), (.no, 5)])
  func `lock = computed: what a computed property sets off does not lead back to it`(
    _ lock: Semantics.Lock, _ last: Int
  ) throws {
    let world = World { $0.lock = lock }
    let p = try world.properties(.int(0))[0]
    let classID = try world.graph.makeClass(
      "Computed",
      [.computed("next") { graph, _ in .int(min(5, try World.number(graph.value(of: p)) + 1)) }])
    let next = try world.graph.property("next", of: world.graph.make(classID))
    try world.graph.observe(next) { change in
      if try change.graph.value(of: p) != change.value { try change.graph.set(p, to: change.value) }
    }
    try world.graph.set(p, to: .int(1))
    #expect(try world.graph.value(of: p) == .int(last))
  }

  // MARK: flush, limit, late

  @Test(arguments: [
    (Semantics.Flush.now, ["0", "1", "2"]), (.batch, ["0", "0", "0"]), (.tick, ["0", "0", "0"]),
  ])
  func `flush: reading within a batch`(
    _ flush: Semantics.Flush, _ seen: [String]
  ) throws {
    for order in Semantics.Order.allCases where flush != .tick || order == .queue {
      let world = World {
        if order != .depth { $0 = order == .queue ? .mobx : .sheet }
        $0.flush = flush
      }
      let p = try world.properties(.int(0), .int(0))
      try world.graph.bind(p[0], to: p[1])
      try world.graph.batch { () throws(GraphError) in
        for value in 1...3 {
          world.log.append(world.graph.describe(try world.graph.value(of: p[1])))
          try world.graph.set(p[0], to: .int(value))
        }
      }
      #expect(world.log == seen, "\(order)")
      #expect(try world.graph.value(of: p[1]) == (flush == .tick ? .int(0) : .int(3)))
      try world.graph.tick()
      #expect(try world.graph.value(of: p[1]) == .int(3), "\(order)")
      #expect(world.graph.lastTurn.firings == (flush == .now ? 3 : 1), "\(order)")
    }
  }

  @Test(arguments: Semantics.ErrorPolicy.allCases)
  func `flush = batch: a batch that fails is over`(
    _ policy: Semantics.ErrorPolicy
  ) throws {
    for order in Semantics.Order.allCases {
      let world = World {
        if order != .depth { $0 = order == .queue ? .mobx : .sheet }
        $0.flush = .batch
        $0.error = policy
      }
      let p = try world.properties(.int(0), .int(0))
      try world.graph.bind(p[0], to: p[1])
      let error = graphError {
        try world.graph.batch { () throws(GraphError) in
          try world.graph.set(p[0], to: .int(1))
          throw .thrown("in the middle")
        }
      }
      #expect(error != nil)
      let values: [Value] =
        switch policy {
        case .undo: [.int(0), .int(0)]
        case .stop, .goOn: [.int(1), .int(1)]
        }
      #expect(try world.values(p) == values, "\(order)")
      try world.graph.set(p[0], to: .int(2))
      #expect(try world.values(p) == [.int(2), .int(2)], "\(order)")
    }
  }

  @Test func `a runaway beyond a limit of rounds names them`() throws {
    let world = World {
      $0 = .mobx
      $0.limit = 3
    }
    let p = try world.properties(.int(0), .int(0))
    try world.bindAdding(1, p[0], p[1], initially: false)
    try world.bindAdding(1, p[1], p[0], initially: false)
    let error = graphError { try world.graph.set(p[0], to: .int(1)) }
    guard case .runaway(let runaway) = error else {
      Issue.record("no runaway")
      return
    }
    #expect(runaway.limit == 3)
    #expect(runaway.unit == .rounds)
    #expect(world.graph.lastTurn.rounds == 3)
    #expect(try world.values(p) == [.int(3), .int(4)])
  }

  @Test(arguments: [(Semantics.Late.land, ["0->10", "10->20"]), (.drop, ["0->20"])])
  func `late: an older answer, in a queue`(
    _ late: Semantics.Late, _ seen: [String]
  ) throws {
    let world = World {
      $0 = .mobx
      $0.late = late
    }
    let p = try world.properties(.int(0), .int(0))
    let slow = try world.graph.makeTransformer(after: 100) { .int(try World.number($0) * 10) }
    try world.graph.bind(.property(p[0]), to: .property(p[1])) {
      $0.initially = false
      $0.transformers = [slow]
    }
    try world.graph.observe(p[1]) { [unowned world] change in
      world.log.append(
        "\(change.graph.describe(change.old))->\(change.graph.describe(change.value))")
    }
    try world.graph.set(p[0], to: .int(1))
    try world.graph.advance(by: 50)
    try world.graph.set(p[0], to: .int(2))
    try world.graph.advance(by: 200)
    #expect(world.log == seen)
  }

  // MARK: What is refused

  @Test(arguments: [
    (["lock": "no", "limit": "none"], "never end"),
    (["lock": "observers", "limit": "none"], "never end"),
    (["again": "settle"], "needs order = queue"),
    (["flush": "tick"], "needs order = queue"),
    (["again": "restart"], "needs siblings = oldest"),
    (["lock": "no", "again": "restart", "siblings": "latest"], "needs siblings = oldest"),
    (["order": "queue", "siblings": "newest"], "needs order = depth"),
    (["order": "queue", "again": "restart"], "needs order = depth"),
    (["order": "queue", "lock": "bindings"], "needs order = depth"),
    (["order": "queue", "observers": "last"], "needs another order"),
    (["order": "topological"], "each fires once"),
    (["order": "topological", "again": "error"], "observers = after"),
    (
      ["order": "topological", "again": "error", "observers": "after", "siblings": "latest"],
      "the dependencies are the order"
    ),
    (
      ["order": "topological", "again": "error", "observers": "after", "flush": "tick"],
      "needs order = queue"
    ),
  ])
  func `a combination without a meaning is refused with the reason`(
    _ knobs: [String: String], _ reason: String
  ) throws {
    var semantics = Semantics.bind
    for (knob, word) in knobs { try semantics.set(knob, to: word) }
    do throws(Semantics.KnobError) {
      try semantics.validate()
      Issue.record("not refused")
    } catch {
      guard case .refused(let text) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(text.contains(reason))
    }
  }

  @Test func `a limit counts the units of the order`() {
    for (order, unit) in [
      (Semantics.Order.depth, Semantics.LimitUnit.rounds), (.queue, .depth), (.topological, .depth),
    ] {
      var semantics = Semantics.mobx
      if order == .depth { semantics = .kvo }
      if order == .topological { semantics = .sheet }
      #expect(throws: Never.self) { try semantics.validate() }
      semantics.limitUnit = unit
      #expect(throws: Semantics.KnobError.self) { try semantics.validate() }
    }
  }

  @Test(arguments: Semantics.presets)
  func `each preset is a valid combination`(_ semantics: Semantics) {
    #expect(throws: Never.self) { try semantics.validate() }
  }
}
