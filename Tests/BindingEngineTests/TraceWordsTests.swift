import TestSupport
import Testing

@testable import BindingEngine

/// What `onTrace` is given can be kept and read later.
struct TraceWordsTests {
  /// Events and their words at the time of the call.
  private final class Listener {
    let driver = RandomDriver()
    var events: [GraphEvent] = []
    var texts: [String] = []
    /// Whether words are asked for in the call.
    let asksAtOnce: Bool
    private let seed: Int
    private var depth = 0

    init(seed: Int, asksAtOnce: Bool) {
      self.asksAtOnce = asksAtOnce
      self.seed = seed
      driver.graph.journalLimit = 5
      driver.graph.onTrace = { [unowned self] in note($0) }
    }

    private func note(_ event: GraphEvent) {
      events.append(event)
      if asksAtOnce { texts.append(event.description) }
      var random = SeededRandom(seed: 1_000 * seed + events.count)
      guard depth < 3, Int.random(in: 0..<12, using: &random) == 0 else { return }
      depth += 1
      driver.step(&random)
      depth -= 1
    }

    func step(_ random: inout SeededRandom) {
      driver.step(&random)
      if Int.random(in: 0..<9, using: &random) == 0 { _ = try? driver.graph.rewind(2) }
      if Int.random(in: 0..<9, using: &random) == 0 { _ = try? driver.graph.replay(1) }
    }
  }

  @Test(arguments: 0..<12)
  func `words that are asked for later are those of the call`(seed: Int) throws {
    let asking = Listener(seed: seed, asksAtOnce: true)
    var random = SeededRandom(seed: seed)
    var same = random
    for _ in 0..<60 { asking.step(&random) }
    var kept: [GraphEvent] = []
    do {
      let keeping = Listener(seed: seed, asksAtOnce: false)
      for _ in 0..<60 { keeping.step(&same) }
      kept = keeping.events
    }
    // The graph of `kept` is gone.
    try #require(kept.count > 30)
    let parting = zip(kept, asking.texts).first { $0.description != $1 }
    #expect(parting == nil, "seed \(seed): \(String(describing: parting))")
    #expect(asking.events.map(\.description) == asking.texts, "seed \(seed)")
  }

  @Test func `a listener that changes the graph gets the rest as it was`() throws {
    let graph = Graph()
    let thing = graph.makeClass("Thing", properties: ["v"])
    let objects = try ["a", "b", "c"].map { try graph.make(thing, named: $0) }
    let p = try objects.map { try graph.property("v", of: $0) }
    let first = try graph.bind(p[0], to: p[1])
    let second = try graph.bind(p[1], to: p[2])
    var reported: [GraphEvent] = []
    graph.onTrace = { event in
      reported.append(event)
      guard reported.count == 1 else { return }
      graph.onTrace = nil
      try? graph.unbind(second)
      try? graph.release(objects[1])
      for _ in 0..<3 { _ = try? graph.make(thing, named: "another") }
      _ = try? graph.bind(p[0], to: p[2])
    }
    try graph.set(p[0], to: .int(1))
    #expect(
      reported.map(\.description) == [
        "a.v = 1, was nil", "#1 a.v -> b.v: 1", "b.v = 1, was nil", "#2 b.v -> c.v: 1",
        "c.v = 1, was nil",
      ])
    #expect(reported.map(\.binding) == [nil, first, first, second, second])
    #expect(reported.map(\.property) == [p[0], p[0], p[1], p[1], p[2]])
  }

  @Test func `what ends in a turn is named in its trace`() throws {
    let graph = Graph()
    let thing = graph.makeClass("Thing", properties: ["v"])
    let objects = try ["a", "b"].map { try graph.make(thing, named: $0) }
    let p = try objects.map { try graph.property("v", of: $0) }
    let binding = try graph.bind(p[0], to: p[1])
    var texts: [String] = []
    graph.onTrace = { texts.append($0.description) }
    try graph.unbind(binding)
    try graph.bind(p[0], to: p[1])
    try graph.release(objects[0])
    #expect(
      texts == [
        "#1 a.v -> b.v: ended, asked", "#2 a.v -> b.v: made", "#2 a.v -> b.v: nil",
        "b.v = nil, was nil", "a released", "#2 a.v -> b.v: ended, released",
      ])
  }

  /// The numbers of a long chain are found in the log when the turn has ended.
  @Test func `a turn with too many events reports what it would report one by one`() throws {
    func events(fromLog: Bool) throws -> [GraphEvent] {
      let world = World()
      let p = try (0..<9_000).map { try world.properties(.int($0))[0] }
      for (source, target) in zip(p, p.dropFirst()) { try world.graph.bind(source, to: target) }
      // Its value was written many events before it is read.
      try world.graph.bind(p[0], to: world.properties(.int(0))[0])
      var events: [GraphEvent] = []
      world.graph.onTrace = { events.append($0) }
      world.graph.core.pointee.tracesHopsByLog = fromLog
      try world.graph.batch {
        for number in 1...3 { try world.graph.set(p[0], to: .int(number)) }
      }
      return events
    }
    func text(_ event: GraphEvent) -> String { "\(event.sequence)<\(event.cause) \(event)" }
    let (fromLog, oneByOne) = (try events(fromLog: true), try events(fromLog: false))
    #expect(fromLog.count <= 24_000 && oneByOne.count <= 24_000)
    #expect(fromLog.last.map(text) == oneByOne.last.map(text))
    #expect(oneByOne.last?.sequence == 3 * (1 + 2 * 9_000))
    let known = Dictionary(uniqueKeysWithValues: oneByOne.map { ($0.sequence, text($0)) })
    let both = fromLog.filter { known[$0.sequence] != nil }
    #expect(both.count > 20_000)
    #expect(both.first { known[$0.sequence] != text($0) } == nil)
  }
}
