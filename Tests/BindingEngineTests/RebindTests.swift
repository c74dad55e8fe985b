import Testing

@testable import BindingEngine

/// A binding that is moved to other ends, or gets another block.
@Suite struct RebindTests {
  /// Moves `binding` within a turn, like a driver.
  private func move(
    _ binding: BindingID, in world: World, from source: EndSpec, to target: EndSpec
  ) throws {
    let core = world.graph.core
    try world.graph.batch {
      core.pointee.rebind(binding.index, source: source, target: target)
      if core.pointee.fireInitially(binding.index) { try world.graph.drive() }
      if core.pointee.attach(binding.index) { try world.graph.drive() }
    }
  }

  private func path(_ world: World, _ object: ObjectID, _ names: String...) -> EndSpec {
    .path(
      KeyPathRecord(root: object, names: names.map { world.graph.core.pointee.names.intern($0) }))
  }

  @Test func `it keeps its number and leaves its old ends alone`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(2), .int(3), .int(4))
    let binding = try world.graph.bind(p[0], to: p[1])
    try move(binding, in: world, from: .property(p[2].slot), to: .property(p[3].slot))
    #expect(world.graph.isBound(binding))
    #expect(try world.values(p) == [.int(1), .int(1), .int(3), .int(3)])
    try world.graph.set(p[0], to: .int(10))
    try world.graph.set(p[2], to: .int(30))
    #expect(try world.values(p) == [.int(10), .int(1), .int(30), .int(30)])
    world.checkInvariants()
  }

  @Test func `a binding can move to key paths, and a turn rolls that back`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(2), .int(3))
    let pair = try world.graph.bindBothWays(.property(p[0]), .property(p[1]))
    try world.graph.set(world.next(of: p[0].object), to: .object(p[2].object))
    let before = Snapshot(of: world.graph)
    let error = graphError {
      try world.graph.batch {
        try self.move(
          pair, in: world, from: self.path(world, p[0].object, "next", "value"),
          to: .property(p[1].slot))
        throw GraphError.thrown("back")
      }
    }
    #expect(error != nil)
    #expect(Snapshot(of: world.graph).differences(from: before) == [])
    world.checkInvariants()
    try move(
      pair, in: world, from: path(world, p[0].object, "next", "value"), to: .property(p[1].slot))
    #expect(try world.values(p) == [.int(1), .int(3), .int(3)])
    try world.graph.set(p[1], to: .int(7))
    #expect(try world.values(p) == [.int(1), .int(7), .int(7)])
    world.checkInvariants()
  }

  @Test func `moved during a delivery, it does not get the change being delivered`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0), .int(0))
    let binding = try world.graph.bind(p[1], to: p[2])
    try world.graph.observe(p[0]) { [unowned world] _ in
      let core = world.graph.core
      core.pointee.rebind(
        binding.index, source: .property(p[0].slot), target: .property(p[2].slot))
      if core.pointee.attach(binding.index) { try world.graph.drive() }
    }
    try world.graph.set(p[0], to: .int(1))
    #expect(try world.graph.value(of: p[2]) == .int(0))
    world.checkInvariants()
  }

  @Test func `another transform replaces the one before, which is released`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(0))
    let binding = try world.bindAdding(1, p[0], p[1])
    let count = world.graph.closures.count
    for amount in 10..<20 {
      let block = world.graph.keep(.transform { .int(try World.number($0) + amount) })
      try world.graph.batch {
        world.graph.core.pointee.setTransform(block, of: binding.index)
      }
    }
    try world.graph.set(p[0], to: .int(2))
    #expect(try world.values(p) == [.int(2), .int(21)])
    #expect(world.graph.closures.count <= count + 1)
    world.checkInvariants()
  }
}
