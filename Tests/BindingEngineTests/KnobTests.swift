import BindingEngine
import TestSupport
import Testing

/// Each value of each knob under `order = depth`, by its effect on the same few graphs.
@Suite struct KnobTests {
  @Test func `every property of a semantics except its name is set by a knob`() {
    let names = Mirror(reflecting: Semantics.bind).children.compactMap(\.label)
    // The unit of the limit belongs to the preset, and cannot be chosen.
    #expect(Set(names).subtracting(["name", "limitUnit"]) == Set(Semantics.knobNames))
  }

  @Test(arguments: [
    (Semantics.Equal.pass, ["1->1", "a->a", "nil->nil", "[]->[]"]),
    (.drop, []),
    (.dropSame, []),
    (.dropSimple, ["[]->[]"]),
  ])
  func `equal: which equal writes are passed on`(
    _ equal: Semantics.Equal, _ passed: [String]
  ) throws {
    let world = World { $0.equal = equal }
    for value in [Value.int(1), .string("a"), .nil, .list(ListValue([])!)] {
      let p = try world.properties(value)[0]
      try world.graph.observe(p) { [unowned world] change in
        let graph = change.graph
        world.log.append(
          "\(graph.describe(change.old))->\(graph.describe(change.value))"
            .replacing("\"", with: ""))
      }
      try world.graph.set(p, to: value)
    }
    #expect(world.log == passed)
  }

  @Test(arguments: [
    (Semantics.Equal.drop, 0), (.dropSame, 4), (.dropSimple, 6), (.pass, 6),
  ])
  func `equal: whether a list counts as equal if it is another one`(
    _ equal: Semantics.Equal, _ told: Int
  ) throws {
    let world = World { $0.equal = equal }
    let one = ListValue([.int(1)])!
    for list in [one, ListValue([])!] {
      let p = try world.properties(.list(list))[0]
      try world.watch(p, "told")
      // The very one; an equal one; one that was made by taking an element away.
      try world.graph.set(p, to: .list(list))
      try world.graph.set(p, to: .list(ListValue(Array(list))!))
      try world.graph.set(p, to: .list(list.inserting(.int(1), at: 0)!.removing(at: 0)))
    }
    #expect(world.log.count == told)
  }

  @Test func `equal = drop treats 1 and 1.0 as equal, and NaN and NaN`() throws {
    let world = World { $0.equal = .drop }
    let p = try world.properties(.int(1), .double(.nan))
    for property in p { try world.watch(property, "changed") }
    try world.graph.set(p[0], to: .double(1))
    try world.graph.set(p[1], to: .double(.nan))
    #expect(world.log == [])
    #expect(world.graph.lastTurn.dropped == 1)
  }

  @Test(arguments: [
    (Semantics.Lock.yes, 1, false), (.bindings, 1, false), (.no, 0, true), (.twoWay, 0, true),
  ])
  func `lock: a ring of bindings is held, or runs away and is rolled back`(
    _ lock: Semantics.Lock, _ held: Int, _ runsAway: Bool
  ) throws {
    let world = World {
      $0.lock = lock
      $0.limit = 50
    }
    let p = try world.properties(.int(0), .int(0))
    try world.bindAdding(1, p[0], p[1], initially: false)
    try world.bindAdding(1, p[1], p[0], initially: false)
    let error = graphError { try world.graph.set(p[0], to: .int(1)) }
    if runsAway {
      guard case .runaway(let runaway) = error else {
        Issue.record("no runaway")
        return
      }
      #expect(runaway.hops.count == 2)
      guard case .diverges = runaway.shape else {
        Issue.record("\(runaway.shape)")
        return
      }
      #expect(try world.values(p) == [.int(0), .int(0)])
    } else {
      #expect(error == nil)
      #expect(world.graph.lastTurn.held == held)
    }
  }

  @Test(arguments: [(Semantics.Lock.yes, true), (.bindings, false), (.twoWay, false), (.no, false)])
  func `lock: an observer that writes what it observes`(
    _ lock: Semantics.Lock, _ isHeld: Bool
  ) throws {
    let world = World {
      $0.lock = lock
      $0.limit = 30
    }
    let p = try world.properties(.int(0))[0]
    try world.graph.observe(p) { try $0.graph.set(p, to: $0.value) }
    let error = graphError { try world.graph.set(p, to: .int(1)) }
    #expect((error == nil) == isHeld)
    #expect(try world.graph.value(of: p) == .int(isHeld ? 1 : 0))
  }

  @Test func `kvo: a ring recurses until it is too deep, and is rolled back`() throws {
    let world = World(.kvo)
    let p = try world.properties(.int(0), .int(0), .int(0))
    try world.graph.bind(p[0], to: p[1])
    try world.graph.bind(p[1], to: p[2])
    let error = graphError { try world.graph.bind(p[2], to: p[0]) }
    #expect(error == nil, "the first value passes before the ring is closed")
    guard case .runaway(let runaway) = graphError({ try world.graph.set(p[0], to: .int(1)) }) else {
      Issue.record("no runaway")
      return
    }
    guard case .oscillates(let period) = runaway.shape else {
      Issue.record("\(runaway.shape)")
      return
    }
    #expect(period == 1)
    #expect(runaway.hops.count == 3)
    #expect(try world.values(p) == [.int(0), .int(0), .int(0)])
    try world.graph.set(p[1], to: .int(0), expecting: "a cycle")
  }

  @Test func `kvo: a chain longer than the limit is distinguished from a cycle`() throws {
    let world = World {
      $0 = .kvo
      $0.limit = 10
    }
    var end = try world.properties(.int(0))[0]
    let head = end
    for _ in 0..<20 {
      let next = try world.properties(.int(0))[0]
      try world.graph.bind(end, to: next)
      end = next
    }
    guard case .runaway(let runaway) = graphError({ try world.graph.set(head, to: .int(1)) }),
      case .longChain = runaway.shape
    else {
      Issue.record("no long chain")
      return
    }
  }

  @Test func `a blow-up without a cycle is distinguished from a cycle`() throws {
    let world = World { $0.limit = 100 }
    var join = try world.properties(.int(0))[0]
    let head = join
    for _ in 0..<10 {
      let sides = try world.properties(.int(0), .int(0), .int(0))
      try world.graph.bind(join, to: sides[0])
      try world.graph.bind(join, to: sides[1])
      try world.graph.bind(sides[0], to: sides[2])
      try world.graph.bind(sides[1], to: sides[2])
      join = sides[2]
    }
    guard case .runaway(let runaway) = graphError({ try world.graph.set(head, to: .int(1)) }),
      case .blowUp = runaway.shape
    else {
      Issue.record("no blow-up")
      return
    }
    #expect(try world.graph.value(of: join) == .int(0))
  }

  @Test(arguments: Semantics.Write.allCases)
  func `write: a plain write to the target of a one-way binding`(_ write: Semantics.Write) throws {
    let world = World { $0.write = write }
    let p = try world.properties(.int(1), .int(0))
    let binding = try world.graph.bind(p[0], to: p[1])
    let error = graphError { try world.graph.set(p[1], to: .int(7)) }
    #expect((error == nil) == (write != .refuse))
    #expect(try world.graph.value(of: p[1]) == (write == .refuse ? .int(1) : .int(7)))
    #expect(world.graph.isBound(binding) == (write != .break))
    if case .refusedWrite(_, let by) = error { #expect(by == binding) }
  }

  @Test(arguments: Semantics.Write.allCases)
  func `write: a second one-way binding to a target`(_ write: Semantics.Write) throws {
    let world = World { $0.write = write }
    let p = try world.properties(.int(1), .int(2), .int(0))
    let first = try world.graph.bind(p[0], to: p[2])
    try world.graph.bind(.property(p[1]), to: .path(p[2].object, "value"))
    #expect(world.graph.isBound(first) == (write == .keep))
  }

  @Test(arguments: Semantics.Death.allCases)
  func `death: the release of the written object`(_ death: Semantics.Death) throws {
    let world = World { $0.death = death }
    let p = try world.properties(.int(1), .int(0))
    let plain = try world.graph.bind(p[0], to: p[1])
    let path = try world.graph.bind(.property(p[0]), to: .path(p[1].object, "next.value"))
    try world.graph.release(p[1].object)
    #expect(world.graph.isBound(plain) == (death == .observed))
    #expect(world.graph.isBound(path) == (death == .observed))
    try world.graph.set(p[0], to: .int(2))
    #expect(world.graph.lastTurn.dropped == (death == .observed ? 2 : 0))
  }

  @Test(arguments: [
    (Semantics.ErrorPolicy.undo, [Value.int(0), .int(0), .int(0)]),
    (.stop, [.int(1), .int(1), .int(0)]),
    (.goOn, [.int(1), .int(1), .int(1)]),
  ])
  func `error: what an error in the middle leaves`(
    _ policy: Semantics.ErrorPolicy, _ values: [Value]
  ) throws {
    let world = World { $0.error = policy }
    let p = try world.properties(.int(0), .int(0), .int(0))
    try world.graph.bind(p[0], to: p[1])
    try world.graph.observe(p[0]) { _ in throw World.NotANumber() }
    try world.graph.bind(p[0], to: p[2])
    guard case .thrown = graphError({ try world.graph.set(p[0], to: .int(1)) }) else {
      Issue.record("the error is not reported")
      return
    }
    #expect(try world.values(p) == values)
    // The graph is still usable: the next turn fails in the same way.
    #expect(graphError { try world.graph.set(p[0], to: .int(1)) } != nil)
    #expect(graphError { try world.graph.set(p[1], to: .int(5)) } == nil)
  }

  @Test func `beyond = stand keeps the values of a runaway`() throws {
    let world = World {
      $0.lock = .no
      $0.limit = 5
      $0.beyond = .stand
    }
    let p = try world.properties(.int(0), .int(0))
    try world.bindAdding(1, p[0], p[1], initially: false)
    try world.bindAdding(1, p[1], p[0], initially: false)
    guard case .runaway = graphError({ try world.graph.set(p[0], to: .int(1)) }) else {
      Issue.record("no runaway")
      return
    }
    #expect(try world.values(p) == [.int(11), .int(10)])
  }

  @Test(arguments: [
    ["lock": "no", "limit": "none"], ["lock": "bindings", "limit": "none"], ["flush": "tick"],
    ["order": "queue", "lock": "no"], ["order": "queue", "observers": "after"],
    ["order": "topological"], ["order": "topological", "again": "error"],
    ["lock": "no", "again": "settle"], ["again": "restart"],
    ["lock": "bindings", "again": "restart", "observers": "last"],
  ])
  func `a combination without a meaning is refused`(_ knobs: [String: String]) throws {
    var semantics = Semantics.bind
    for (knob, word) in knobs { try semantics.set(knob, to: word) }
    #expect(throws: Semantics.KnobError.self) { try World().graph.use(semantics) }
  }

  @Test(arguments: [Semantics.rx, .rxshared, .combine, .published, .rxswift, .reactiveswift])
  func `a listener that keeps values needs its place, its time and its store`(
    _ preset: Semantics
  ) throws {
    let words = [
      ["order": "queue"], ["subscribe": "prefix", "computed": "own"],
      ["subscribe": "made", "computed": "shared"], ["stored": "after", "flush": "batch"],
      ["subscribe": "renewed", "computed": "push"],
    ]
    for change in words {
      var semantics = preset
      for (knob, word) in change { try semantics.set(knob, to: word) }
      #expect(throws: Semantics.KnobError.self, "\(change)") { try World().graph.use(semantics) }
    }
  }

  @Test(arguments: Semantics.presets)
  func `what is written last stands after the turn, under any words`(_ preset: Semantics) throws {
    var random = SeededRandom(seed: 13)
    for _ in 0..<60 {
      let semantics = try CircleTests.combination(of: preset, &random)
      let text = Semantics.knobNames.map { "\($0) = \(semantics.word(of: $0))" }.joined(
        separator: ", ")
      let world = World(semantics)
      let p = try world.properties(.int(0), .int(0))
      try world.watch(p[0], "p")
      try world.graph.bind(p[0], to: p[1])
      for number in 1...4 {
        try world.graph.batch {
          if number.isMultiple(of: 2) { try world.graph.set(p[0], to: .int(number + 10)) }
          try world.graph.set(p[0], to: .int(number))
        }
        try world.graph.advance(by: 20)
        #expect(try world.values(p) == [.int(number), .int(number)], "\(text)")
        #expect(world.log.last?.hasSuffix("\(number)") == true, "\(text)")
      }
    }
  }
}

extension Graph {
  /// A write that must fail with `text` in the description.
  fileprivate func set(_ property: PropertyID, to value: Value, expecting text: String) throws {
    let error = try #require(graphError { try set(property, to: value) })
    #expect(describe(error).contains(text))
  }
}
