import BindingEngine
import Testing

/// `computed` properties that are marked, and evaluated when they are read, with listeners that wait
/// in a queue: who is notified, of which value, and how often they are evaluated.
@Suite struct PullTests {
  static let presets: [Semantics] = [.mobx, .signals, .vue, .sheet]

  /// `b` is a + 100 and `c` is b + 100; both log their evaluation. At 13 there is no `b`.
  private func computed(_ world: World, from a: PropertyID) throws -> (PropertyID, PropertyID) {
    let classID = try world.graph.makeClass(
      "Computed",
      [
        .computed("b") { [unowned world] graph, _ in
          world.log.append("b")
          let number = try World.number(graph.value(of: a))
          if number == 13 { throw World.NotANumber() }
          return .int(number + 100)
        },
        .computed("c") { [unowned world] graph, object in
          world.log.append("c")
          let b = try graph.value(of: graph.property("b", of: object))
          return .int(try World.number(b) + 100)
        },
      ])
    let object = try world.graph.make(classID)
    return (
      try world.graph.property("b", of: object), try world.graph.property("c", of: object)
    )
  }

  private func write(_ world: World, _ property: PropertyID, _ value: Int) throws {
    world.log = []
    try world.graph.set(property, to: .int(value))
    try world.graph.tick()
  }

  @Test(arguments: presets)
  func `an observer gets the previous value of a computed property`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let a = try world.properties(.int(0))[0]
    let (_, c) = try computed(world, from: a)
    try world.watch(c, "c:")
    try write(world, a, 1)
    #expect(world.log == ["c", "b", "c: 200->201"] || world.log == ["b", "c", "c: 200->201"])
  }

  @Test(arguments: presets)
  func `a list change is not a change of a computed property`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let a = try world.properties(.list(ListValue([])!))[0]
    let classID = try world.graph.makeClass(
      "Computed",
      [.computed("isEmpty") { graph, _ in .bool(try graph.value(of: a) == .list(ListValue([])!)) }])
    let isEmpty = try world.graph.property("isEmpty", of: world.graph.make(classID))
    try world.graph.observe(isEmpty) { [unowned world] in world.log.append("\($0.change.kind)") }
    try world.graph.insert(.int(1), at: 0, in: a)
    try world.graph.tick()
    #expect(world.log == (semantics.inside == .nobody ? [] : ["set"]))
  }

  @Test(arguments: presets)
  func `a failed evaluation notifies in the next turn`(_ semantics: Semantics) throws {
    for policy in Semantics.ErrorPolicy.allCases {
      let world = World {
        $0 = semantics
        $0.error = policy
      }
      let a = try world.properties(.int(0))[0]
      let (_, c) = try computed(world, from: a)
      try world.watch(c, "c:")
      guard case .thrown = graphError({ try write(world, a, 13) }) else {
        Issue.record("the error is not reported")
        return
      }
      // A tick that is rolled back is due again.
      try? world.graph.tick()
      world.checkInvariants()
      try write(world, a, 2)
      #expect(world.log.last == "c: 200->202", "\(policy)")
    }
  }

  @Test(arguments: presets)
  func `a silent write is passed on at the next change`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let a = try world.properties(.int(0))[0]
    let (b, _) = try computed(world, from: a)
    try world.watch(b, "b:")
    try world.graph.setSilently(a, to: .int(5))
    try write(world, a, 2)
    #expect(world.log == ["b", "b: 100->102"])
  }

  @Test(arguments: [Semantics.mobx, .signals, .vue])
  func `listeners of a computed property come at its position`(_ semantics: Semantics) throws {
    let world = World(semantics)
    let a = try world.properties(.int(0))[0]
    let (b, c) = try computed(world, from: a)
    try world.watch(c, "c:")
    try world.watch(b, "b:")
    try world.watch(a, "a:")
    try write(world, a, 1)
    #expect(world.log.filter { $0.contains(":") }.map { $0.prefix(1) } == ["c", "b", "a"])
  }

  @Test func `changes that wait for a tick are passed on, the last write first`() throws {
    let world = World {
      $0 = .vue
      $0.siblings = .latest
    }
    let p = try world.properties(.int(0), .int(0))
    for (property, name) in zip(p, ["a", "b"]) { try world.watch(property, name) }
    try world.graph.set(p[0], to: .int(1))
    try world.graph.set(p[1], to: .int(1))
    try world.graph.tick()
    #expect(world.log == ["b 0->1", "a 0->1"])
  }
}

extension PullTests {
  @Test func `in depth, a change after a silent one notifies after what is already marked`() throws
  {
    let world = World { $0 = .javafx }
    let graph = world.graph
    let a = try world.properties(.int(1))[0]
    let object = graph.makeClass("Computing", properties: ["unused"])
    func computed(_ name: String, from source: PropertyID) throws -> PropertyID {
      try #require(
        try graph.extend(
          graph.make(object),
          with: .computed(name) { graph, _ in
            guard case .int(let number) = try graph.value(of: source) else { return .nil }
            return .int(number + 1)
          }))
    }
    let d = try computed("d", from: computed("b", from: a))
    var observed: [Value] = []
    try graph.observe(d) { observed.append($0.value) }
    try graph.setSilently(a, to: .int(5))
    try graph.set(a, to: .int(7))
    #expect(observed == [.int(9)])
    try graph.set(a, to: .int(8))
    #expect(observed == [.int(9), .int(10)])
  }
}
