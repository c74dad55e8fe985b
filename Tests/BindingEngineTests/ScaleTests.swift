import Testing

@testable import BindingEngine

/// Depth, and memory that does not grow with removed objects and links.
@Suite struct ScaleTests {
  @Test func `a chain that is too long for any stack is one turn`() throws {
    let world = World()
    world.isTooLargeToCheck = true
    // A call for each link would need more than the eight megabytes of a stack.
    let length = 200_000
    let key = try #require(try world.graph.key("value", in: world.classID))
    let head = try world.graph.property(key, of: world.object())
    var end = head
    for _ in 0..<length {
      let next = try world.graph.property(key, of: world.object())
      try world.graph.bind(end, to: next)
      end = next
    }
    try world.graph.set(head, to: .string("arrived"))
    #expect(try world.graph.value(of: end) == .string("arrived"))
    #expect(world.graph.lastTurn.depth == length + 1)
    try world.graph.set(head, to: .int(1))
    #expect(world.graph.lastTurn.firings == length)
  }

  @Test func `a deep chain that fails at its end is rolled back`() throws {
    let world = World()
    let p = try (0...50_000).map { _ in try world.value(of: world.object()) }
    for (source, target) in zip(p, p.dropFirst()) { try world.graph.bind(source, to: target) }
    try world.graph.observe(p[50_000]) { _ in throw World.NotANumber() }
    #expect(graphError { try world.graph.set(p[0], to: .int(1)) } != nil)
    #expect(try world.values([p[0], p[25_000], p[50_000]]) == [.nil, .nil, .nil])
  }

  @Test func `removed slots are used again`() throws {
    let world = World()
    let root = world.object()
    func round() throws {
      let object = world.object()
      try world.graph.set(world.next(of: root), to: .object(object))
      let path = try world.graph.bind(.path(root, "next.value"), to: .path(object, "value")) {
        $0.transform = { $0 }
        $0.observe = { _ in }
      }
      try world.graph.bindBothWays(.property(world.value(of: object)), .path(root, "next.next"))
      try world.graph.unbind(path)
      try world.graph.release(object)
    }
    for _ in 0..<10 { try round() }
    let before = sizes(world)
    for _ in 0..<1_000 { try round() }
    #expect(sizes(world) == before)
    // Except for one slot in 127 objects, which has no generation left.
    #expect(world.graph.core.pointee.objects.count <= 12)
  }

  @Test func `a handle stays stale however often its slot is used again`() throws {
    let world = World()
    let first = world.object()
    try world.graph.release(first)
    for _ in 0..<1_000 {
      let object = world.object()
      #expect(!world.graph.isAlive(first))
      try world.graph.release(object)
    }
  }

  private func sizes(_ world: World) -> [Int] {
    let core = world.graph.core
    return [
      core.pointee.properties.count, core.pointee.links.count,
      core.pointee.details.count, core.pointee.paths.count, core.pointee.stages.count,
      world.graph.closures.count,
    ]
  }
}
