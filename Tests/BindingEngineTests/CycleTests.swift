import TestSupport
import Testing

@testable import BindingEngine

/// The edges of cycles, compared with a naive search after every step; the closed paths; and the cost
/// of finding them.
@Suite struct CycleTests {
  @Test(arguments: 0..<40)
  func `a pair without which its ends are not connected is on no other cycle`(seed: Int) throws {
    let world = World()
    var random = SeededRandom(seed: seed)
    let p = try (0..<10).map { _ in try world.value(of: world.object()) }
    for _ in 0..<random.below(14) + 4 {
      let (from, to) = (p[random.below(10)], p[random.below(10)])
      if random.chance(70) {
        try world.graph.bindBothWays(.property(from), .property(to)) { $0.initially = false }
      } else {
        try world.graph.bind(.property(from), to: .property(to)) { $0.initially = false }
      }
    }
    for pair in world.graph.core.pointee.lonePairs() {
      #expect(world.graph.core.pointee.cycle(through: pair, ignoringPartner: true) == nil)
      #expect(world.graph.core.pointee.cycle(through: pair + 1, ignoringPartner: true) == nil)
    }
  }

  @Test func `each pair of a chain stands alone, and none of a ring`() throws {
    let world = World()
    let p = try (0..<50).map { _ in try world.value(of: world.object()) }
    for (from, to) in zip(p, p.dropFirst()) {
      try world.graph.bindBothWays(.property(from), .property(to)) { $0.initially = false }
    }
    #expect(world.graph.core.pointee.lonePairs().count == 49)
    try world.graph.bindBothWays(.property(p[49]), .property(p[0])) { $0.initially = false }
    #expect(world.graph.core.pointee.lonePairs().isEmpty)
  }

  /// Random bindings are made and removed between few properties, so that cycles come and go.
  ///
  /// A low limit of the search makes use of levels, which only large graphs need otherwise; without
  /// levels, all places are assigned again.
  @Test(
    arguments: [4, 12, 40], [(nil, nil), (0, nil), (3, nil), (8, 2), (5, 0)] as [(Int?, Int?)])
  func `a binding is on a cycle if the naive search finds one`(
    _ count: Int, _ limits: (search: Int?, level: Int?)
  ) throws {
    for seed in 0..<16 {
      let world = World()
      world.graph.core.pointee.cycles.searchLimit = limits.search
      if let level = limits.level { world.graph.core.pointee.cycles.highestLevel = level }
      var random = SeededRandom(seed: seed)
      let p = try (0..<count).map { _ in try world.value(of: world.object()) }
      var edges: [(binding: BindingID, from: Int, to: Int)] = []
      for _ in 0..<60 {
        switch random.below(10) {
        case ..<6:
          let (from, to) = (random.below(count), random.below(count))
          // Passing nothing, since values would multiply in a graph that is so dense.
          edges.append(
            (
              try world.graph.bind(.property(p[from]), to: .property(p[to])) {
                $0.initially = false
              }, from, to
            ))
        case ..<9:
          guard !edges.isEmpty else { continue }
          try world.graph.unbind(edges.remove(at: random.below(edges.count)).binding)
        default:
          // A turn that closes cycles and is rolled back.
          let (from, to) = (random.below(count), random.below(count))
          _ = graphError {
            try world.graph.batch { () throws(GraphError) in
              if let edge = edges.randomElement(using: &random) {
                try world.graph.unbind(edge.binding)
              }
              try world.graph.bindBothWays(.property(p[from]), .property(p[to])) {
                $0.initially = false
              }
              throw .thrown("back")
            }
          }
        }
        let naive = NaiveComponents(count: count, edges: edges.map { ($0.from, $0.to) })
        for edge in edges {
          let path = world.graph.cycle(through: edge.binding)
          let isOnCycle = edge.from == edge.to || naive.areConnected(edge.from, edge.to)
          try #require((path != nil) == isOnCycle, "seed \(seed)")
          guard let path else { continue }
          try #require(path.first == edge.binding)
          let hops = path.map { hop in edges.first { $0.binding == hop }! }
          for (hop, next) in zip(hops, hops.dropFirst() + [hops[0]]) {
            try #require(hop.to == next.from, "the path is closed")
          }
        }
        let covered = Set(world.graph.cycles().flatMap { $0 })
        let expected = edges.filter { $0.from == $0.to || naive.areConnected($0.from, $0.to) }
        try #require(covered == Set(expected.map(\.binding)), "seed \(seed)")
        try #require(world.graph.core.pointee.checkInvariants() == [], "seed \(seed)")
      }
    }
  }

  @Test func `only bindings of the cycle are named, along the shortest closed path`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0), .int(0), .int(0), .int(0))
    try world.graph.bind(p[4], to: p[0])
    let ring = [
      try world.graph.bind(p[0], to: p[1]), try world.graph.bind(p[1], to: p[2]),
      try world.graph.bind(p[2], to: p[0]),
    ]
    try world.graph.bind(p[1], to: p[3])
    #expect(world.graph.cycles() == [ring])
    let short = try world.graph.bind(p[1], to: p[0])
    #expect(world.graph.cycle(through: short) == [short, ring[0]])
  }

  @Test func `a two-way binding is a cycle by itself`() throws {
    let world = World()
    let p = try world.properties(.int(0), .int(0))
    let pair = try world.graph.bindBothWays(.property(p[0]), .property(p[1]))
    #expect(world.graph.cycles() == [[pair, pair]])
    #expect(world.graph.core.pointee.cycle(through: pair.index, ignoringPartner: true) == nil)
  }

  @Test func `replacing an object on a path closes and opens a cycle`() throws {
    let world = World()
    let (root, target) = (world.object(), world.object())
    let binding = try world.graph.bind(.path(root, "next.value"), to: .path(target, "value"))
    #expect(world.graph.cycles().isEmpty)
    try world.graph.set(world.next(of: root), to: .object(target))
    #expect(world.graph.cycles() == [[binding]])
    try world.graph.set(world.next(of: root), to: .nil)
    #expect(world.graph.cycles().isEmpty)
  }

  // MARK: Cost

  /// 100,000 bindings in chains, and then more of them: each visits a limited number of properties.
  @Test func `making a binding in a graph of 100,000 does not visit the graph`() throws {
    let world = World()
    world.isTooLargeToCheck = true
    var heads: [PropertyID] = []
    var ends: [PropertyID] = []
    for _ in 0..<1_000 {
      var end = try world.value(of: world.object())
      heads.append(end)
      for _ in 0..<100 {
        let next = try world.value(of: world.object())
        try world.graph.bind(end, to: next)
        end = next
      }
      ends.append(end)
    }
    #expect(visits(world) == 0, "chains that grow are never searched")
    let fresh = try world.value(of: world.object())
    try world.graph.bind(fresh, to: heads[500])
    try world.graph.bind(ends[0], to: heads[999])
    #expect(visits(world) == 0, "nor are bindings that go forward")
    try world.graph.bind(ends[10], to: heads[9])
    #expect(visits(world) <= 210, "one that goes backward looks at what lies between")
  }

  @Test func `closing and opening a ring repeatedly does not visit the graph`() throws {
    let world = World()
    let p = try (0..<10_000).map { _ in try world.value(of: world.object()) }
    for (source, target) in zip(p, p.dropFirst()) { try world.graph.bind(source, to: target) }
    let before = visits(world)
    for _ in 0..<20 {
      let closing = try world.graph.bind(p[5_100], to: p[5_000])
      #expect(world.graph.cycle(through: closing)?.count == 101)
      try world.graph.unbind(closing)
    }
    #expect(visits(world) - before <= 20 * 400)
  }

  @Test func `a backward binding visits only what is between its ends`() throws {
    let world = World()
    let p = try (0..<5_000).map { _ in try world.value(of: world.object()) }
    for pair in stride(from: 0, to: 5_000, by: 2) { try world.graph.bind(p[pair], to: p[pair + 1]) }
    let before = visits(world)
    try world.graph.bind(p[4_999], to: p[0])
    #expect(visits(world) - before <= 4)
  }

  /// In whatever order bindings are made, each visits few of what is there already.
  @Test(arguments: ["hub", "chain", "shuffled chain", "layers"])
  func `making 2,000 bindings visits few properties for each`(_ shape: String) throws {
    let world = World()
    world.isTooLargeToCheck = true
    var random = SeededRandom(seed: 1)
    let count = 2_000
    let p = try (0...count + 40).map { _ in try world.value(of: world.object()) }
    var pairs = (0..<count).map { number in
      switch shape {
      case "hub": (0, number + 1)
      case "layers":
        (number / 40 * 20 + random.below(20), (number / 40 + 1) * 20 + random.below(20))
      default: (number, number + 1)
      }
    }
    if shape == "layers" || shape == "shuffled chain" { pairs.shuffle(using: &random) }
    for (from, to) in pairs {
      // Values would go over every path, and there are very many of them.
      let (source, target) = (BindingTarget.property(p[from]), BindingTarget.property(p[to]))
      if shape == "layers" {
        try world.graph.bind(.property(p[from]), to: target) { $0.initially = false }
      } else {
        try world.graph.bindBothWays(source, target) { $0.initially = false }
      }
    }
    #expect(visits(world) <= 40 * count)
  }

  private func visits(_ world: World) -> Int { world.graph.core.pointee.cycles.visits }
}

/// Which properties lead to each other and back, found by a search from each.
struct NaiveComponents {
  private var reachable: [Set<Int>]

  init(count: Int, edges: [(Int, Int)]) {
    var targets = [[Int]](repeating: [], count: count)
    for (from, to) in edges { targets[from].append(to) }
    reachable = (0..<count).map { start in
      var found: Set<Int> = []
      var pending = targets[start]
      while let next = pending.popLast() {
        if found.insert(next).inserted { pending += targets[next] }
      }
      return found
    }
  }

  func areConnected(_ one: Int, _ other: Int) -> Bool {
    reachable[one].contains(other) && reachable[other].contains(one)
  }
}
