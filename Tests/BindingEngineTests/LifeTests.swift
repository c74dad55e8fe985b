import BindingEngine
import Testing

/// Key paths, releases, `computed`, and turns that are rolled back.
@Suite struct LifeTests {
  // MARK: Key paths

  @Test func `a path follows when an object on the path is replaced`() throws {
    let world = World()
    let (root, first, second) = (world.object(), world.object(), world.object())
    let target = try world.properties(.nil)[0]
    try world.graph.set(world.value(of: first), to: .int(1))
    try world.graph.set(world.value(of: second), to: .int(2))
    try world.graph.set(world.next(of: root), to: .object(first))
    try world.graph.bind(.path(root, "next.value"), to: .property(target))
    #expect(try world.graph.value(of: target) == .int(1))
    try world.graph.set(world.next(of: root), to: .object(second))
    #expect(try world.graph.value(of: target) == .int(2))
    try world.graph.set(world.value(of: first), to: .int(10))
    #expect(try world.graph.value(of: target) == .int(2))
    try world.graph.set(world.value(of: second), to: .int(20))
    #expect(try world.graph.value(of: target) == .int(20))
    try world.graph.set(world.next(of: root), to: .nil)
    #expect(try world.graph.value(of: target) == .nil)
  }

  @Test func `a write is dropped if its path contains nil`() throws {
    let world = World()
    let source = try world.properties(.int(1))[0]
    try world.graph.bind(.property(source), to: .path(world.object(), "next.value"))
    #expect(world.graph.lastTurn.dropped == 1)
  }

  @Test func `a waiting binding passes nothing until its path is complete`() throws {
    let world = World()
    let root = world.object()
    let target = try world.properties(.int(7))[0]
    let binding = try world.graph.bind(.path(root, "next.value"), to: .property(target)) {
      $0.waits = true
      $0.once = true
    }
    #expect(try world.graph.value(of: target) == .int(7))
    #expect(world.graph.isBound(binding))
    try world.graph.set(world.next(of: root), to: .object(root))
    #expect(try world.graph.value(of: target) == .nil)
    #expect(!world.graph.isBound(binding))
  }

  @Test func `both directions of a binding are notified once of an object in both paths`() throws {
    let world = World()
    let (root, other) = (world.object(), world.object())
    let pair = world.graph.makeClass("Pair", properties: ["x", "y"])
    let (first, second) = (try world.graph.make(pair), try world.graph.make(pair))
    try world.graph.set(world.next(of: root), to: .object(first))
    try world.graph.bindBothWays(.path(root, "next.x"), .path(root, "next.y")) {
      $0.observe = { [unowned world] _ in world.log.append("fired") }
    }
    world.log = []
    try world.graph.set(world.next(of: root), to: .object(second))
    #expect(world.log == ["fired", "fired"])
    _ = other
  }

  @Test func `a value tail can be read, and is never missing`() throws {
    let world = World()
    let p = try world.properties(.string("text"), .nil)
    try world.graph.bind(.path(p[0].object, "value.count"), to: .property(p[1]))
    #expect(try world.graph.value(of: p[1]) == .int(4))
    guard case .noTail = graphError({ try world.graph.set(p[0], to: .int(1)) }) else {
      Issue.record("an integer has no count")
      return
    }
    #expect(try world.values(p) == [.string("text"), .int(4)])
  }

  // MARK: Releases

  @Test func `observers of a released object are removed, and references read nil`() throws {
    let world = World()
    let (root, object) = (world.object(), world.object())
    let target = try world.properties(.nil)[0]
    try world.graph.set(world.value(of: object), to: .int(1))
    try world.graph.set(world.next(of: root), to: .object(object))
    let plain = try world.graph.bind(world.value(of: object), to: target)
    let path = try world.graph.bind(.path(root, "next.value"), to: .property(target))
    let tail = try world.graph.observe(.path(object, "next.value")) { _ in }
    try world.graph.release(object)
    #expect(!world.graph.isBound(plain))
    #expect(world.graph.isBound(path))
    #expect(!world.graph.isBound(tail))
    #expect(try world.graph.value(of: world.next(of: root)) == .nil)
    #expect(try world.graph.value(of: target) == .int(1), "the release itself notifies nobody")
    try world.graph.set(world.next(of: root), to: .object(root))
    #expect(try world.graph.value(of: target) == .nil)
  }

  @Test func `a stale handle never refers to another object`() throws {
    let world = World()
    let object = world.object()
    let property = try world.value(of: object)
    try world.graph.release(object)
    for _ in 0..<3 { try world.graph.set(world.value(of: world.object()), to: .int(1)) }
    #expect(throws: GraphError.released) { try world.graph.value(of: property) }
    guard case .released = graphError({ try world.graph.set(property, to: .int(2)) }) else {
      Issue.record("a write to a released object")
      return
    }
  }

  @Test func `a release during a delivery acts at once, and the running block finishes`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0))
    try world.graph.observe(p[0]) { change in
      try change.graph.release(change.sender)
      world.log.append("finished")
    }
    try world.graph.bind(p[0], to: p[1])
    try world.graph.set(p[0], to: .int(1))
    #expect(world.log == ["finished"])
    #expect(try world.graph.value(of: p[1]) == .int(0))
  }

  @Test func `parts are released with the object whose declaration made them`() throws {
    let world = World()
    let (whole, part, partOfPart) = (world.object(), world.object(), world.object())
    try world.graph.setParent(of: part, to: whole)
    try world.graph.setParent(of: partOfPart, to: part)
    try world.graph.release(whole)
    #expect(!world.graph.isAlive(part) && !world.graph.isAlive(partOfPart))
  }

  @Test func `an expression is removed with the last object that it reads`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(2), .nil)
    let binding = try world.graph.bind(
      .expression { graph in
        guard case .int(let a) = try graph.value(of: p[0]),
          case .int(let b) = try graph.value(of: p[1])
        else { return .nil }
        return .int(a + b)
      }, to: .property(p[2]))
    #expect(try world.graph.value(of: p[2]) == .int(3))
    try world.graph.release(p[0].object)
    #expect(world.graph.isBound(binding))
    try world.graph.release(p[1].object)
    #expect(!world.graph.isBound(binding))
  }

  // MARK: `computed`

  @Test func `a computed property follows what it last read`() throws {
    let world = World()
    let p = try world.properties(.bool(true), .int(1), .int(2))
    let computed = try #require(
      try world.graph.extend(
        world.object(),
        with: .computed("chosen") { graph, _ in
          try graph.value(of: graph.value(of: p[0]) == .bool(true) ? p[1] : p[2])
        }))
    try world.watch(computed, "chosen")
    try world.graph.set(p[2], to: .int(20))
    #expect(world.log == [])
    try world.graph.set(p[0], to: .bool(false))
    try world.graph.set(p[1], to: .int(10))
    try world.graph.set(p[2], to: .int(30))
    #expect(world.log == ["chosen 1->20", "chosen 20->30"])
  }

  @Test func `a computed that reads itself is an error`() throws {
    let world = World()
    let object = world.object()
    let computed = try #require(
      try world.graph.extend(
        object,
        with: .computed("itself") { graph, object in
          try graph.value(of: graph.property("itself", of: object))
        }))
    guard case .readsItself = graphError({ _ = try world.graph.value(of: computed) }) else {
      Issue.record("it has a value")
      return
    }
    guard case .readOnly = graphError({ try world.graph.set(computed, to: .nil) }) else {
      Issue.record("it can be written")
      return
    }
  }

  @Test func `reading a computed property between turns is not a turn`() throws {
    let world = World()
    let p = try world.properties(.int(1))[0]
    let computed = try #require(
      try world.graph.extend(
        p.object, with: .computed("copy") { graph, _ in try graph.value(of: p) }))
    let before = world.graph.lastTurn
    #expect(try world.graph.value(of: computed) == .int(1))
    #expect(world.graph.lastTurn == before)
  }

  // MARK: Turns

  @Test func `a failed turn rolls back objects, bindings, releases and extensions`() throws {
    let world = World()
    let p = try world.properties(.int(1), .int(2), .int(3))
    let binding = try world.graph.bind(p[0], to: p[1])
    try world.graph.bindBothWays(.property(p[1]), .property(p[2]))
    try world.graph.observe(.path(p[0].object, "next.value")) { _ in }
    let before = Snapshot(of: world.graph)
    let error = graphError {
      try world.graph.batch { () throws(GraphError) in
        let object = world.object()
        let value = try world.graph.property("value", of: object)
        try world.graph.bind(p[0], to: value)
        try world.graph.set(p[0], to: .string("text"))
        _ = try world.graph.extend(p[0].object, with: .stored("more"))
        try world.graph.set(world.graph.property("next", of: p[0].object), to: .object(object))
        try world.graph.unbind(binding)
        try world.graph.release(p[2].object)
        try world.graph.bind(p[1], to: p[0])
        throw .thrown("enough")
      }
    }
    #expect(error != nil)
    #expect(Snapshot(of: world.graph).differences(from: before) == [])
    try world.graph.set(p[0], to: .int(5))
    #expect(try world.values(p) == [.int(5), .int(5), .int(5)])
  }

  @Test func `a closure that catches a failed write continues after its rollback`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0), .int(0))
    try world.graph.observe(p[1]) { _ in throw World.NotANumber() }
    try world.graph.observe(p[0]) { change in
      #expect(throws: GraphError.self) { try change.graph.set(p[1], to: .int(9)) }
      try change.graph.set(p[2], to: .int(8))
    }
    try world.graph.set(p[0], to: .int(1))
    #expect(try world.values(p) == [.int(1), .int(0), .int(8)])
  }

  @Test func `writing closures nest up to a limit`() throws {
    let world = World {
      $0.lock = .no
      $0.limit = 1_000_000
    }
    let p = try world.properties(.int(0))[0]
    try world.graph.observe(p) { try $0.graph.set(p, to: $0.value) }
    guard case .nestedTooDeeply = graphError({ try world.graph.set(p, to: .int(1)) }) else {
      Issue.record("it did not end so")
      return
    }
    #expect(try world.graph.value(of: p) == .int(0))
  }

  @Test func `an interrupt stops a turn and rolls it back`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0))
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    defer { flag.deallocate() }
    flag.pointee = 0
    world.graph.core.pointee.interruptFlag = UnsafePointer(flag)
    try world.graph.observe(p[0]) { _ in flag.pointee = 1 }
    try world.graph.bind(p[0], to: p[1])
    guard case .interrupted = graphError({ try world.graph.set(p[0], to: .int(1)) }) else {
      Issue.record("it was not interrupted")
      return
    }
    #expect(try world.values(p) == [.int(0), .int(0)])
    flag.pointee = 0
    try world.graph.set(p[1], to: .int(1))
    world.graph.core.pointee.interruptFlag = nil
  }
}
