import TestSupport
import Testing

@testable import BindingEngine

/// The journal: remembering changes nothing, going back restores the earlier state, and the events
/// read from the log are what happened.
@Suite struct JournalTests {
  /// The state after a turn.
  private struct Moment {
    var snapshot: Snapshot
    var state: [String: String]
    var objects: [ObjectID]
    var bindings: [BindingID]
    var log: [String]

    init(_ driver: RandomDriver) {
      snapshot = Snapshot(of: driver.graph)
      state = driver.graph.core.pointee.state()
      (objects, bindings, log) = (driver.objects, driver.bindings, driver.log)
    }
  }

  @Test(arguments: seeds(40))
  func `going back restores the earlier state`(seed: Int) throws {
    let (graph, plain) = (RandomDriver(), RandomDriver())
    var random = SeededRandom(seed: seed)
    var choices = SeededRandom(seed: seed + 1_000)
    graph.graph.journalLimit = Int.random(in: 1...12, using: &choices)
    var moments = [graph.graph.lastTurn.number: Moment(graph)]
    for round in 0..<60 {
      if round.isMultiple(of: 7) {
        let semantics = CheckpointTests.semantics.randomElement(using: &choices)!
        graph.graph.semantics = semantics
        plain.graph.semantics = semantics
      }
      var same = random
      graph.step(&random)
      plain.step(&same)
      try #require(graph.visible == plain.visible, "seed \(seed), round \(round)")
      try #require(graph.graph.core.pointee.checkInvariants() == [], "seed \(seed)")
      moments[graph.graph.lastTurn.number] = Moment(graph)
    }
    for round in 0..<8 {
      let before = graph.graph.lastTurn.number
      let count = try graph.graph.rewind(Int.random(in: 1...4, using: &choices))
      try #require(graph.graph.lastTurn.number == before - count)
      guard let moment = moments[before - count] else {
        // A step of several turns: what was made in the middle is not known here.
        break
      }
      (graph.objects, graph.bindings, graph.log) = (moment.objects, moment.bindings, moment.log)
      try #require(graph.graph.core.pointee.checkInvariants() == [], "seed \(seed)")
      let differences = Snapshot(of: graph.graph).differences(from: moment.snapshot)
      try #require(differences == [], "seed \(seed), round \(round)")
      let state = graph.graph.core.pointee.state()
      // What listeners keep changes with the semantics, between turns.
      let left = moment.state.filter { key, value in
        state[key] != value && !key.hasPrefix("kept by")
      }
      try #require(left.isEmpty, "seed \(seed), round \(round)")
      moments = moments.filter { $0.key <= before - count }
      for _ in 0..<2 {
        graph.step(&choices)
        try #require(graph.graph.core.pointee.checkInvariants() == [], "seed \(seed)")
        moments[graph.graph.lastTurn.number] = Moment(graph)
      }
    }
    graph.graph.journalLimit = 0
    #expect(graph.graph.core.pointee.checkInvariants() == [])
  }

  @Test(arguments: seeds(35))
  func `going back and forth changes nothing`(seed: Int) throws {
    let (travelling, plain) = (RandomDriver(), RandomDriver())
    var random = SeededRandom(seed: seed)
    var choices = SeededRandom(seed: seed + 1_000)
    travelling.graph.journalLimit = Int.random(in: 1...12, using: &choices)
    for round in 0..<60 {
      if round.isMultiple(of: 7) {
        let semantics = CheckpointTests.semantics.randomElement(using: &choices)!
        travelling.graph.semantics = semantics
        plain.graph.semantics = semantics
      }
      var same = random
      travelling.step(&random)
      plain.step(&same)
      try #require(travelling.visible == plain.visible, "seed \(seed), round \(round)")
      guard round.isMultiple(of: 3) else { continue }

      let graph = travelling.graph
      let before = (Snapshot(of: graph), graph.core.pointee.state(), graph.lastTurn.number)
      let turns = graph.rememberedTurns
      for _ in 0..<Int.random(in: 1...4, using: &choices) {
        if Bool.random(using: &choices) {
          try graph.rewind(Int.random(in: 1...4, using: &choices))
        } else {
          try graph.replay(Int.random(in: 1...4, using: &choices))
        }
        try #require(graph.core.pointee.checkInvariants() == [], "seed \(seed)")
        try #require(graph.lastTurn.number + graph.replayableTurnCount == before.2)
      }
      try graph.replay()
      try #require(graph.core.pointee.checkInvariants() == [], "seed \(seed)")
      try #require(Snapshot(of: graph).differences(from: before.0) == [], "seed \(seed)")
      let state = graph.core.pointee.state()
      try #require(before.1.allSatisfy { state[$0.key] == $0.value }, "seed \(seed)")
      try #require(graph.rememberedTurns == turns)
    }
    travelling.graph.journalLimit = 0
    #expect(travelling.graph.core.pointee.checkInvariants() == [])
  }

  @Test(arguments: 0..<CheckpointTests.semantics.count)
  func `events read from the log are those of the trace`(seed: Int) throws {
    let (remembering, tracing, recording) = (RandomDriver(), RandomDriver(), RandomDriver())
    var (traced, recorded): ([GraphEvent], [GraphEvent]) = ([], [])
    // So that slots are used again in the same way.
    for driver in [remembering, tracing, recording] { driver.graph.journalLimit = 1_000 }
    tracing.graph.onTrace = { traced.append($0) }
    recording.graph.onTrace = { recorded.append($0) }
    // One by one, so not from the log.
    recording.graph.core.pointee.tracesHopsByLog = false
    var random = SeededRandom(seed: seed)
    let preset = CheckpointTests.semantics[seed]
    remembering.graph.semantics = preset
    tracing.graph.semantics = preset
    recording.graph.semantics = preset
    var seen = remembering.graph.core.pointee.journal.count
    for step in 0..<80 {
      var (same, third) = (random, random)
      (traced, recorded) = ([], [])
      remembering.step(&random)
      tracing.step(&same)
      recording.step(&third)
      let core = remembering.graph.core
      var found: [String] = []
      for position in seen..<core.pointee.journal.count {
        found += core.pointee.rememberedTurn(at: position).events.map(text)
      }
      seen = core.pointee.journal.count
      let wanted = recorded.map(text)
      for found in [found, traced.map(text)] {
        let parting = zip(found, wanted).first { $0 != $1 }
        try #require(
          found == wanted,
          "seed \(seed), step \(step) under \(preset.name): \(String(describing: parting))")
      }
    }

    func text(_ event: GraphEvent) -> String {
      "\(event.kind) \(event.reason) \(event.sequence) <\(event.cause) \(event.binding?.index ?? 0)"
        + " \(event.property?.slot ?? 0) \(plain(event.old)) \(plain(event.new))"
    }

    func text(_ event: TraceEvent) -> String {
      let core = remembering.graph.core
      let link = event.link == 0 ? 0 : core.pointee.lead(of: event.link)
      return "\(event.kind) \(event.reason) \(event.sequence) <\(event.cause) \(link)"
        + " \(event.property) \(plain(event.old)) \(plain(event.new))"
    }

    /// The value without the tag of its graph.
    func plain(_ value: Value) -> String {
      guard case .object(let object) = value else { return "\(value)" }
      return "object \(object.index), \(object.generation)"
    }
  }

  @Test func `only as many turns are remembered as requested, and they are the newest`() throws {
    let world = World()
    let a = try world.value(of: world.object())
    world.graph.journalLimit = 3
    for number in 1...100 { try world.graph.set(a, to: .int(number)) }
    #expect(world.graph.rememberedTurnCount == 3)
    #expect(try world.graph.rewind(50) == 3)
    #expect(try world.graph.value(of: a) == .int(97))
    #expect(try world.graph.rewind() == 0)
    world.checkInvariants()
  }

  @Test func `a removed link is freed when its turn is forgotten`() throws {
    let world = World()
    let (a, b) = (try world.value(of: world.object()), try world.value(of: world.object()))
    world.graph.journalLimit = 4
    for _ in 0..<1_000 {
      let binding = try world.graph.bind(a, to: b)
      try world.graph.unbind(binding)
      try world.graph.release(world.graph.make(world.graph.core.pointee.classID(of: a.object)))
    }
    #expect(world.graph.core.pointee.links.count < 50)
    #expect(world.graph.core.pointee.objects.count < 50)
    #expect(world.graph.core.pointee.log.count < 200)
  }

  @Test func `a chain of numbers is remembered as one event, and read as many`() throws {
    let world = World()
    var properties = [try world.value(of: world.object())]
    for _ in 0..<3_000 {
      properties.append(try world.value(of: world.object()))
      try world.graph.bind(properties[properties.count - 2], to: properties[properties.count - 1])
    }
    try world.graph.set(properties[0], to: .int(0))
    world.graph.journalLimit = 10
    try world.graph.set(properties[0], to: .int(7))
    let core = world.graph.core
    #expect(core.pointee.journal.entries[0].recording.events.count < 10)
    let events = core.pointee.rememberedTurn(at: 0).events
    #expect(events.count == 6_001)
    #expect(events.map(\.sequence) == Array(1...6_001))
    let last = try #require(events.last)
    #expect(last.kind == .write && last.property == properties[3_000].slot)
    #expect(last.old == .int(0) && last.new == .int(7))
    // Later turns do not change its contents.
    try world.graph.set(properties[0], to: .int(8))
    #expect(core.pointee.rememberedTurn(at: 0).events.last?.new == .int(7))
  }
}
