import BindingEngine
import Testing

/// Handles of another graph, stale handles, and meaningless requests: each is an error with the
/// reason, and nothing is written.
@Suite struct HandleTests {
  /// Two graphs of the same shape, so that every handle of one would be valid in the other.
  private struct Pair {
    let mine = Graph()
    let other = Graph()
    let handles: (class: ClassID, object: ObjectID, property: PropertyID, binding: BindingID)
    let own: (class: ClassID, object: ObjectID, property: PropertyID, binding: BindingID)
    let transformer: Transformer
    let key: PropertyKey

    init(larger: Bool) throws {
      func fill(_ graph: Graph, _ count: Int) throws -> (ClassID, ObjectID, PropertyID, BindingID) {
        let thing = graph.makeClass("Thing", properties: ["a", "b"])
        let objects = try (0..<count).map { _ in try graph.make(thing) }
        let a = try graph.property("a", of: objects[count - 1])
        let binding = try graph.bind(a, to: graph.property("b", of: objects[count - 1]))
        return (thing, objects[count - 1], a, binding)
      }
      own = try fill(mine, 3)
      handles = try fill(other, larger ? 10_000 : 3)
      transformer = other.makeTransformer { $0 }
      let found = try other.key("a", in: handles.class)
      key = try #require(found)
    }
  }

  private func refusals(_ pair: Pair) -> [(String, () throws -> Void)] {
    let (graph, foreign, own) = (pair.mine, pair.handles, pair.own)
    return [
      ("value", { _ = try graph.value(of: foreign.property) }),
      ("set", { try graph.set(foreign.property, to: .int(1)) }),
      ("set an object", { try graph.set(own.property, to: .object(foreign.object)) }),
      (
        "set a list",
        {
          let list = ListValue([.list(ListValue([.int(1), .object(foreign.object)])!)])!
          try graph.set(own.property, to: .list(list))
        }
      ),
      ("set silently", { try graph.setSilently(foreign.property, to: .int(1)) }),
      (
        "set an object silently",
        { try graph.setSilently(own.property, to: .object(foreign.object)) }
      ),
      ("fire", { try graph.fire(foreign.property) }),
      ("insert", { try graph.insert(.int(1), at: 0, in: foreign.property) }),
      ("insert an object", { try graph.insert(.object(foreign.object), at: 0, in: own.property) }),
      ("remove", { try graph.remove(at: 0, from: foreign.property) }),
      ("replace", { try graph.replace(at: 0, in: foreign.property, with: .int(1)) }),
      ("bind from", { try graph.bind(foreign.property, to: own.property) }),
      ("bind to", { try graph.bind(own.property, to: foreign.property) }),
      ("bind a path", { try graph.bind(.path(foreign.object, "a"), to: .property(own.property)) }),
      (
        "bind to a path",
        { try graph.bind(.property(own.property), to: .path(foreign.object, "a")) }
      ),
      (
        "bind through",
        {
          try graph.bind(.property(own.property), to: .path(own.object, "b")) {
            $0.transformers = [pair.transformer.reversed]
          }
        }
      ),
      (
        "bind both ways",
        { try graph.bindBothWays(.property(own.property), .property(foreign.property)) }
      ),
      ("observe", { try graph.observe(foreign.property) { _ in } }),
      ("unbind", { try graph.unbind(foreign.binding) }),
      ("make", { _ = try graph.make(foreign.class) }),
      ("make with a name", { _ = try graph.make(foreign.class, named: "x") }),
      ("inherit", { _ = try graph.makeClass("C", inheriting: foreign.class, properties: []) }),
      (
        "type",
        { _ = try graph.makeClass("C", [.stored("p", ValueType(.instance(foreign.class)))]) }
      ),
      ("extend", { _ = try graph.extend(foreign.object, with: .stored("p")) }),
      (
        "extend by a type",
        {
          _ = try graph.extend(own.object, with: .stored("p", ValueType(.instance(foreign.class))))
        }
      ),
      ("property", { _ = try graph.property("a", of: foreign.object) }),
      ("property by a key", { _ = try graph.property(pair.key, of: own.object) }),
      ("key", { _ = try graph.key("a", in: foreign.class) }),
      ("release", { try graph.release(foreign.object) }),
      ("parent", { try graph.setParent(of: foreign.object, to: own.object) }),
      ("whole", { try graph.setParent(of: own.object, to: foreign.object) }),
      (
        "computed",
        {
          let slot = try graph.extend(
            own.object, with: .computed("foreign") { _, _ in .object(foreign.object) })
          _ = try graph.value(of: slot ?? graph.property("foreign", of: own.object))
        }
      ),
    ]
  }

  @Test(arguments: [false, true])
  func `handles of another graph are an error`(larger: Bool) throws {
    let pair = try Pair(larger: larger)
    for (what, body) in refusals(pair) {
      let before = pair.mine.core.pointee.state()
      #expect(graphError(body) == .otherGraph, "\(what)")
      if what != "computed" { #expect(pair.mine.core.pointee.state() == before, "\(what)") }
      #expect(pair.mine.core.pointee.checkInvariants() == [], "\(what)")
    }
    #expect(!pair.mine.isAlive(pair.handles.object))
    #expect(!pair.mine.isBound(pair.handles.binding))
    #expect(pair.mine.cycle(through: pair.handles.binding) == nil)
    #expect(pair.mine.describe(pair.handles.object) == "nil")
    #expect(pair.mine.describe(pair.handles.property) == "nothing")
    #expect(pair.mine.describe(Value.list(ListValue([.object(pair.handles.object)])!)) == "[nil]")
    #expect(pair.mine.why(pair.handles.property).isEmpty)
    #expect(pair.mine.history(of: pair.handles.property).isEmpty)
    #expect(pair.mine.writers(of: pair.handles.property).writers.isEmpty)
    #expect(pair.mine.whyNot(pair.handles.property).reason == .otherGraph)
  }

  @Test func `stale handles are an error`() throws {
    let world = World()
    let property = try world.value(of: world.object())
    try world.graph.release(property.object)
    #expect(graphError { _ = try world.graph.value(of: property) } == .released)
    #expect(graphError { try world.graph.set(property, to: .int(1)) } == .released)
    #expect(graphError { try world.graph.release(.none) } == .released)
  }

  @Test func `a property that a rewind removed is an error`() throws {
    let world = World()
    let object = world.object()
    let kept = try world.value(of: object)
    world.graph.journalLimit = 10
    try world.graph.set(kept, to: .int(1))
    let added = try #require(try world.graph.extend(object, with: .stored("more")))
    try world.graph.set(added, to: .int(2))
    try world.graph.rewind(2)
    #expect(graphError { try world.graph.set(added, to: .int(3)) } == .released)
    #expect(graphError { _ = try world.graph.value(of: added) } == .released)
  }

  @Test func `meaningless calls are refused with the reason`() throws {
    let world = World()
    let graph = world.graph
    let p = try world.properties(.int(1), .int(2))
    func reason(_ body: () throws -> Void) -> String { graphError(body)?.description ?? "none" }
    #expect(reason { try graph.advance(by: -1) } == "time does not go back: -1 microseconds")
    #expect(reason { try graph.after(-5) {} } == "time does not go back: -5 microseconds")
    #expect(
      reason { _ = try graph.makeTransformer(after: .min, forward: { $0 }) }
        == "time does not go back: \(Int.min) microseconds")
    let same = graph.makeTransformer { $0 }
    #expect(
      reason {
        try graph.bind(.property(p[0]), to: .property(p[1])) {
          $0.transformers = Array(repeating: same, count: 65_536)
        }
      } == "a binding goes through 65535 transformers at most")
    var inside: [String] = []
    try graph.observe(p[0]) { change in
      inside.append(reason { try change.graph.advance(by: 1) })
      inside.append(reason { try change.graph.tick() })
      inside.append(reason { try change.graph.rewind() })
      inside.append(reason { try change.graph.replay() })
      change.graph.journalLimit = 3
      change.graph.onTrace = { _ in }
    }
    try graph.set(p[0], to: .int(5))
    #expect(
      inside
        == ["time passes", "the clock ticks", "a graph goes back", "a graph goes forward"].map {
          "\($0) between turns, never inside one"
        })
    #expect(graph.journalLimit == 3 && graph.rememberedTurnCount == 0)
    try graph.set(p[0], to: .int(6))
    #expect(graph.rememberedTurnCount == 1)
    try graph.after(.max) {}
    #expect(try graph.advance(by: .max))
    #expect(try graph.advance(by: .max))
    graph.journalLimit = -4
    #expect(graph.journalLimit == 0)
  }

  @Test func `a graph refuses a semantics that its contents contradict`() {
    var semantics = Semantics.bind
    semantics.again = .settle
    #expect(throws: Semantics.KnobError.self) { try Graph(semantics: semantics) }
    semantics = .bind
    semantics.limit = 0
    #expect(throws: Semantics.KnobError.self) { try Graph(semantics: semantics) }
    #expect(throws: Semantics.KnobError.self) { try Graph().use(semantics) }
  }

  @Test func `a listener of a turn may begin the next one`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(2))
    world.graph.journalLimit = 10
    var count = 0
    world.graph.onTrace = { [unowned world] _ in
      count += 1
      if count < 5 { try? world.graph.set(p[1], to: .int(count)) }
    }
    try world.graph.set(p[0], to: .int(7))
    #expect(world.graph.rememberedTurnCount == 5)
    try world.graph.rewind(5)
    #expect(try world.values(p) == [.int(1), .int(2)])
  }

  @Test func `a rolled-back turn names the objects that it made`() throws {
    let world = World()
    let p = try world.properties(.int(1))
    var traced: [String] = []
    world.graph.onTrace = { traced.append($0.description) }
    #expect(throws: World.NotANumber.self) {
      try world.graph.batch {
        let added = try world.graph.extend(p[0].object, with: .stored("more"))
        try world.graph.set(added!, to: .int(1))
        throw World.NotANumber()
      }
    }
    #expect(traced.first?.contains(".more = 1, was nil") == true, "\(traced)")
  }
}
