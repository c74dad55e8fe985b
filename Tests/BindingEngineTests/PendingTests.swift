import Testing

@testable import BindingEngine

/// Pending work: lists that are counted, shortened and freed together; none of them is forgotten.
@Suite struct PendingTests {
  /// Adds one element to one list, for each of the lists.
  private static let additions: [@Sendable (inout Pending) -> Void] = [
    { $0.add(object: 1) },
    { $0.add(link: 1, reason: nil) },
    { $0.add(paths: [1]) },
    { $0.add(block: .none) },
    { $0.add(timer: 1) },
    { _ = $0.save(LinkDetail(source: .nothing, target: .nothing, sender: .none)) },
    { _ = $0.save(nil) },
  ]

  /// The lengths of all lists by their names, found by reflection and not listed by hand.
  private func lengths(_ pending: Pending) -> [String: Int] {
    var lengths: [String: Int] = [:]
    for case (let name?, let list as any Collection) in Mirror(reflecting: pending).children {
      lengths[name] = list.count
    }
    return lengths
  }

  private func filled() -> Pending {
    var pending = Pending()
    for add in Self.additions { add(&pending) }
    return pending
  }

  @Test func `every list is counted under its name`() {
    let pending = filled()
    var counts: [String: Int] = [:]
    for case (let name?, let count as Int) in Mirror(reflecting: pending.counts).children {
      counts[name] = count
    }
    #expect(lengths(pending) == counts)
    #expect(counts.values.allSatisfy { $0 == 1 })
  }

  @Test func `no list is forgotten when all are shortened`() {
    let nothing = Pending().counts
    var truncated = filled()
    truncated.truncate(to: nothing)
    #expect(lengths(truncated).values.allSatisfy { $0 == 0 })
    #expect(truncated.isEmpty)
    var freed = filled()
    freed.removeFirst(freed.counts)
    #expect(lengths(freed).values.allSatisfy { $0 == 0 })
    #expect(freed.isEmpty)
    #expect(filled().counts - filled().counts == nothing)
  }

  @Test(arguments: Self.additions.indices)
  func `a single list counts as pending`(list: Int) {
    var pending = Pending()
    #expect(pending.isEmpty)
    Self.additions[list](&pending)
    #expect(!pending.isEmpty)
    let world = World()
    world.graph.core.pointee.pending = pending
    #expect(world.graph.core.pointee.checkInvariants().contains("something is pending"))
    world.graph.core.pointee.pending = Pending()
  }

  @Test func `a kept element keeps its number when earlier ones are removed`() {
    var pending = Pending()
    let first = pending.save(.part(of: .none, .none, ordinal: 1))
    let before = pending.counts
    let second = pending.save(.part(of: .none, .none, ordinal: 2))
    #expect(first != second)
    pending.removeFirst(before)
    guard case .part(_, _, ordinal: 2)? = pending.name(numbered: second) else {
      Issue.record("number \(second) is another name")
      return
    }
  }

  @Test func `a turn that only names an object leaves nothing pending`() throws {
    let world = World()
    let object = world.object()
    let name = world.graph.core.pointee.names.intern("thing")
    try world.graph.batch { world.graph.core.pointee.name(object, .declared(name)) }
    #expect(world.graph.core.pointee.pending.isEmpty)
    world.checkInvariants()
  }
}
