import BindingEngine
import Testing

/// The library as another package uses it: public names only.
@Suite struct PublicAPITests {
  /// A person, a label, and what a program does with them.
  @Test func `the engine works without the language`() throws {
    let graph = Graph()
    let address = try graph.makeClass(
      "Address", [.stored("city", ValueType(.string, optional: true))])
    let person = try graph.makeClass(
      "Person",
      [
        .stored("first", ValueType(.string, optional: true)),
        .stored("last", ValueType(.string, optional: true)),
        .stored("age", ValueType(.int, optional: true)) { new, old in
          if case .int(let age) = new, age < 0 { old } else { new }
        },
        .stored("address", ValueType(.instance(address), optional: true)),
        .computed("name") { graph, person in
          let first = try graph.value(of: graph.property("first", of: person))
          let last = try graph.value(of: graph.property("last", of: person))
          return .string("\(text(first)) \(text(last))")
        },
      ], default: "name")
    let label = graph.makeClass("Label", properties: ["text"])

    let kim = try graph.make(person, named: "kim")
    let view = try graph.make(label, named: "view")
    let shown = try graph.property("text", of: view)
    try graph.set(graph.property("first", of: kim), to: .string("Kim"))
    try graph.set(graph.property("last", of: kim), to: .string("Lee"))

    var observed: [String] = []
    let binding = try graph.bind(.path(kim, "name"), to: .path(view, "text")) {
      $0.transformers = [
        graph.makeTransformer("Shout", forward: { .string(text($0).uppercased()) })
      ]
    }
    try graph.observe(.property(shown)) { change in
      observed.append(
        "\(text(change.old)) to \(text(change.value)) by \(graph.describe(change.sender))")
    }
    #expect(text(try graph.value(of: shown)) == "KIM LEE")
    try graph.set(graph.property("first", of: kim), to: .string("Ann"))
    #expect(observed == ["KIM LEE to ANN LEE by view"])
    #expect(graph.describe(binding) == "#1 kim.name -> view.text")

    try graph.set(graph.property("age", of: kim), to: .int(-1))
    #expect(try graph.value(of: graph.property("age", of: kim)) == .nil)

    let home = try graph.make(address, named: "home")
    try graph.bind(.path(kim, "address.city.count"), to: .property(shown))
    try graph.set(graph.property("address", of: kim), to: .object(home))
    try graph.set(graph.property("city", of: home), to: .string("Oslo"))
    #expect(try graph.value(of: shown) == .int(4))

    try graph.unbind(binding)
    #expect(!graph.isBound(binding))
    try graph.release(kim)
    #expect(!graph.isAlive(kim))
  }

  @Test func `the trace shows what happened and what did not`() throws {
    let graph = Graph()
    let thing = graph.makeClass("Thing", properties: ["v"])
    let (a, b) = (try graph.make(thing, named: "a"), try graph.make(thing, named: "b"))
    let (left, right) = (try graph.property("v", of: a), try graph.property("v", of: b))
    try graph.bindBothWays(.property(left), .property(right))
    var events: [GraphEvent] = []
    graph.onTrace = { events.append($0) }
    try graph.set(left, to: .int(1))
    #expect(
      events.map(\.description) == [
        "a.v = 1, was nil", "#1 a.v <-> b.v: 1", "b.v = 1, was nil", "#1 a.v <-> b.v: held back",
      ])
    #expect(events.map(\.cause) == [0, 1, 2, 3])
    #expect(events.map(\.kind) == [.write, .fire, .write, .held])
    graph.onTrace = nil
    try graph.set(left, to: .int(2))
    #expect(events.count == 4)
  }

  @Test func `cycles are named, and a dry run predicts a write`() throws {
    let graph = Graph()
    let thing = graph.makeClass("Thing", properties: ["v"])
    let p = try ["a", "b", "c"].map { try graph.property("v", of: graph.make(thing, named: $0)) }
    func increment(_ value: Value) -> Value {
      if case .int(let number) = value { .int(number + 1) } else { value }
    }
    for (source, target) in zip(p, p.dropFirst() + [p[0]]) {
      try graph.bind(.property(source), to: .property(target)) {
        $0.initially = false
        $0.transform = increment
      }
    }
    let cycles = graph.cycles()
    #expect(cycles.map(graph.describe(cycle:)) == ["a.v -> b.v -> c.v -> a.v (#1, #2, #3)"])

    let turns = graph.lastTurn.number
    let dry = try graph.dryRun { () throws(GraphError) in try graph.set(p[0], to: .int(10)) }
    #expect(dry.summary.firings == 3)
    #expect(dry.held.map(\.path) == cycles)
    #expect(try graph.value(of: p[0]) == .nil)
    #expect(graph.lastTurn.number == turns)

    try graph.use(.kvo)
    let runaway = try graph.dryRun { () throws(GraphError) in try graph.set(p[0], to: .int(10)) }
    #expect(runaway.error.map(graph.describe)?.hasPrefix("a cycle (#1, #2, #3) never ends") == true)
  }

  @Test func `errors say what was wrong`() throws {
    let graph = Graph()
    let thing = try graph.makeClass("Thing", [.stored("n", ValueType(.int))])
    let a = try graph.make(thing, named: "a")
    let n = try graph.property("n", of: a)
    func message(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "no error"
      } catch let error as GraphError {
        return graph.describe(error)
      } catch {
        return "\(error)"
      }
    }
    #expect(message { try graph.set(n, to: .string("x")) } == "'a.n' does not take \"x\"")
    #expect(message { _ = try graph.property("m", of: a) } == "no property 'm' in 'a'")
    let oneWay = graph.makeTransformer("Twice", forward: { $0 })
    #expect(
      message {
        try graph.bindBothWays(.property(n), .property(n)) { $0.transformers = [oneWay] }
      } == "transformer 'Twice' has no reverse")
    try graph.set(n, to: .int(1))
    #expect(message { try graph.bind(.path(a, "n.m"), to: .property(n)) } == "Int has no 'm'")
    let stale = n
    try graph.release(a)
    #expect(message { try graph.set(stale, to: .int(1)) } == "the object is released")
  }

  @Test func `a batch is one turn`() throws {
    let graph = Graph()
    let thing = graph.makeClass("Thing", properties: ["v"])
    let v = try graph.property("v", of: graph.make(thing))
    struct Enough: Error {}
    try graph.batch { () throws(GraphError) in
      try graph.set(v, to: .int(1))
      try graph.set(v, to: .int(2))
    }
    #expect(graph.lastTurn.writes == 2)
    #expect(throws: GraphError.self) {
      try graph.batch { () throws(GraphError) in
        try graph.set(v, to: .int(3))
        throw .thrown("enough")
      }
    }
    #expect(try graph.value(of: v) == .int(2))
  }
}

/// The text of a string, and nothing for other values.
private func text(_ value: Value) -> String {
  if case .string(let text) = value { text } else { "" }
}
