import TestSupport
import Testing

@testable import BindingEngine

/// `flush = render`: a write is noted, and stored when the tick comes or the round is over.
@Suite struct NotedWriteTests {
  /// Properties with their values stored.
  private static func made(_ count: Int) throws -> (world: World, p: [PropertyID]) {
    let world = World(.react)
    let p = try (0..<count).map { _ in try world.properties(.int(0))[0] }
    try world.graph.tick()
    return (world, p)
  }

  private func state(_ world: World) -> [String: String] { world.graph.core.pointee.state() }

  @Test func `a write is stored when the tick comes`() throws {
    let (world, p) = try Self.made(1)
    try world.graph.set(p[0], to: .int(5))
    #expect(try world.values(p) == [.int(0)])
    #expect(world.graph.lastTurn.writes == 0)
    world.checkInvariants()
    try world.graph.tick()
    #expect(try world.values(p) == [.int(5)])
    #expect(world.graph.lastTurn.writes == 1)
    let isDue = world.graph.core.pointee.isTickDue
    #expect(!isDue)
  }

  @Test func `of several writes of a property the last counts`() throws {
    let (world, p) = try Self.made(2)
    try world.watch(p[0], "p")
    try world.graph.set(p[0], to: .int(5))
    try world.graph.batch {
      try world.graph.set(p[1], to: .int(6))
      try world.graph.set(p[0], to: .int(7))
    }
    world.log = []
    try world.graph.tick()
    #expect(try world.values(p) == [.int(7), .int(6)])
    #expect(world.log.count == 1)
    #expect(world.graph.lastTurn.dropped == 1)
  }

  /// The value that is there does not count as written between.
  @Test func `what is written and written back sets off nothing`() throws {
    let (world, p) = try Self.made(1)
    try world.watch(p[0], "p")
    world.log = []
    for value in [5, 0] { try world.graph.set(p[0], to: .int(value)) }
    try world.graph.tick()
    #expect(world.log == [])
    #expect(try world.values(p) == [.int(0)])
  }

  @Test func `all that fires in a round reads the same values, and each level is a round`() throws {
    let (world, p) = try Self.made(4)
    for place in 0..<3 { try world.graph.bind(p[place], to: p[place + 1]) }
    var seen: [[Value]] = []
    for property in p {
      try world.graph.observe(property) { [unowned world] _ in seen.append(try world.values(p)) }
    }
    try world.graph.tick()
    seen = []
    try world.graph.set(p[0], to: .int(1))
    try world.graph.tick()
    let expected = (1...4).map { level in (0..<4).map { Value.int($0 < level ? 1 : 0) } }
    #expect(seen == expected)
    #expect(world.graph.lastTurn.rounds == 4)
  }

  @Test(arguments: [false, true])
  func `a turn that is rolled back has noted nothing`(_ isTraced: Bool) throws {
    var semantics = Semantics.react
    semantics.error = .undo
    let world = World(semantics)
    let p = try world.properties(.int(0), .int(0))
    try world.graph.tick()
    if isTraced { world.graph.onTrace = { _ in } }
    try world.graph.set(p[1], to: .int(3))
    let before = state(world)
    let error = graphError {
      try world.graph.batch {
        try world.graph.set(p[0], to: .int(5))
        throw GraphError.readOnly(world.graph.core.pointee.named(p[0].slot))
      }
    }
    #expect(error != nil)
    #expect(state(world) == before)
    world.checkInvariants()
    try world.graph.tick()
    #expect(try world.values(p) == [.int(0), .int(3)])
  }

  /// The tick is rolled back as a whole, and what had been noted before waits again.
  @Test func `a tick that is rolled back leaves the notes`() throws {
    var semantics = Semantics.react
    semantics.error = .undo
    let world = World(semantics)
    let p = try world.properties(.int(0), .int(0))
    try world.graph.tick()
    var fails = true
    try world.graph.bind(p[0], to: p[1])
    try world.graph.observe(p[1]) { _ in if fails { throw World.NotANumber() } }
    try world.graph.tick()
    try world.graph.set(p[0], to: .int(5))
    let before = state(world)
    #expect(graphError { try world.graph.tick() } != nil)
    #expect(state(world) == before)
    world.checkInvariants()
    fails = false
    try world.graph.tick()
    #expect(try world.values(p) == [.int(5), .int(5)])
  }

  @Test func `what was noted for a released object is dropped`() throws {
    let (world, p) = try Self.made(2)
    try world.graph.set(p[0], to: .int(5))
    try world.graph.release(p[0].object)
    let other = try world.properties(.int(1))[0]
    world.checkInvariants()
    try world.graph.tick()
    #expect(world.graph.lastTurn.dropped == 1)
    #expect(try world.values([p[1], other]) == [.int(0), .int(1)])
  }

  @Test func `what a binding noted is stored though it has ended`() throws {
    let (world, p) = try Self.made(2)
    try world.graph.set(p[0], to: .int(5))
    try world.graph.tick()
    let binding = try world.graph.bind(p[0], to: p[1])
    try world.graph.unbind(binding)
    try world.graph.tick()
    #expect(try world.values(p) == [.int(5), .int(5)])
  }

  @Test func `rewinding restores what was noted`() throws {
    let (world, p) = try Self.made(2)
    try world.graph.bind(p[0], to: p[1])
    try world.graph.tick()
    world.graph.journalLimit = .max
    var states = [state(world)]
    for value in 1...3 {
      try world.graph.set(p[0], to: .int(value))
      states.append(state(world))
      try world.graph.tick()
      states.append(state(world))
    }
    while states.count > 1 {
      #expect(state(world) == states.removeLast())
      try world.graph.rewind(1)
      world.checkInvariants()
    }
    #expect(state(world) == states[0])
  }

  @Test func `under another semantics the notes are stored at the next tick, too`() throws {
    for semantics in Semantics.presets where semantics.name != "react" {
      let (world, p) = try Self.made(2)
      try world.graph.bind(p[0], to: p[1])
      try world.graph.tick()
      try world.graph.set(p[0], to: .int(5))
      world.graph.semantics = semantics
      try world.graph.tick()
      if world.graph.core.pointee.isTickDue { try world.graph.tick() }
      #expect(try world.values(p) == [.int(5), .int(5)], "\(semantics.name)")
      world.checkInvariants()
    }
  }

  @Test(arguments: [Semantics.bind, .sheet])
  func `it is for a queue`(_ preset: Semantics) {
    var semantics = preset
    semantics.flush = .render
    #expect(throws: Semantics.KnobError.self) { try semantics.validate() }
  }
}
