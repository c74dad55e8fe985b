import BindingEngine

/// A graph of many one-property objects, for `Growth`.
final class ManyObjects {
  let graph: Graph
  let properties: [PropertyID]
  private(set) var bindings: [BindingID] = []

  init(_ count: Int) {
    // Equal values are dropped; otherwise making a chain from its end would pass each value through it.
    var semantics = Semantics.bind
    semantics.equal = .drop
    do {
      graph = try Graph(semantics: semantics)
      let object = graph.makeClass("Object", properties: ["value"])
      let value = try graph.key("value", in: object)!
      let graph = graph
      properties = try (0..<count).map { _ in try graph.property(value, of: graph.make(object)) }
    } catch {
      fatalError("\(error)")
    }
  }

  func bind(_ source: Int, _ target: Int) {
    bindings.append(ended { try graph.bind(properties[source], to: properties[target]) })
  }

  func bindBothWays(_ left: Int, _ right: Int) {
    bindings.append(
      ended { try graph.bindBothWays(.property(properties[left]), .property(properties[right])) })
  }

  func observe(_ source: Int) {
    bindings.append(ended { try graph.observe(properties[source]) { _ in } })
  }

  func unbind(_ number: Int) { ended { try graph.unbind(bindings[number]) } }

  func release(_ number: Int) { ended { try graph.release(properties[number].object) } }

  func set(_ number: Int, to value: Int) {
    ended { try graph.set(properties[number], to: .int(value)) }
  }

  @discardableResult
  private func ended<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch { fatalError("\(error)") }
  }
}

/// Random numbers that are equal in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

extension Growth {
  /// Graphs of one-way and two-way bindings, in the order in which they are made.
  static var ofShapes: [Growth] {
    [
      Growth("chain") { count in (0..<count).map { ($0, $0 + 1) } },
      Growth("chain-backwards") { count in (0..<count).reversed().map { ($0, $0 + 1) } },
      Growth("chain-shuffled") { count in
        var numbers = SeededNumbers()
        return (0..<count).map { ($0, $0 + 1) }.shuffled(using: &numbers)
      },
      Growth("tree-shuffled") { count in
        var numbers = SeededNumbers()
        return (1...count).map { (Int.random(in: 0..<$0, using: &numbers), $0) }
          .shuffled(using: &numbers)
      },
      Growth("layers-shuffled") { count in
        var numbers = SeededNumbers()
        let width = 100
        return (0..<count).map { number in
          let layer = number / (2 * width)
          return (
            layer * width + Int.random(in: 0..<width, using: &numbers),
            (layer + 1) * width + Int.random(in: 0..<width, using: &numbers)
          )
        }.shuffled(using: &numbers)
      },
      // Twice as many properties as bindings: dense enough for cycles, sparse enough for a write to end.
      Growth("random", propertiesEach: 2) { count in
        var numbers = SeededNumbers()
        return (0..<count).map { _ in
          let source = Int.random(in: 0..<2 * count, using: &numbers)
          let target = Int.random(in: 0..<2 * count - 1, using: &numbers)
          return (source, target < source ? target : target + 1)
        }
      },
      Growth("two-way-hub", bothWays: true) { count in (1...count).map { (0, $0) } },
      Growth("two-way-chain", bothWays: true) { count in (0..<count).map { ($0, $0 + 1) } },
      Growth("two-way-chain-shuffled", bothWays: true) { count in
        var numbers = SeededNumbers()
        return (0..<count).map { ($0, $0 + 1) }.shuffled(using: &numbers)
      },
    ]
  }

  private init(
    _ name: String, bothWays: Bool = false,
    propertiesEach: Int = 1,
    _ pairs: @escaping (Int) -> [(Int, Int)]
  ) {
    self.init(name: name) { count in
      let objects = ManyObjects(propertiesEach * count + 200)
      let pairs = pairs(count)
      return {
        for (source, target) in pairs {
          if bothWays { objects.bindBothWays(source, target) } else { objects.bind(source, target) }
        }
      }
    }
  }

  /// Things that are made and removed one by one.
  static var ofParts: [Growth] {
    [
      Growth(name: "observers") { count in
        let objects = ManyObjects(1)
        return {
          for _ in 0..<count { objects.observe(0) }
          objects.set(0, to: 1)
        }
      },
      Growth(name: "unbind-first") { count in
        let objects = fan(count)
        return { for number in 0..<count { objects.unbind(number) } }
      },
      Growth(name: "unbind-last") { count in
        let objects = fan(count)
        return { for number in (0..<count).reversed() { objects.unbind(number) } }
      },
      Growth(name: "unbind-chain") { count in
        let objects = ManyObjects(count + 1)
        for number in 0..<count { objects.bind(number, number + 1) }
        return { for number in (0..<count).reversed() { objects.unbind(number) } }
      },
      Growth(name: "unbind-two-way-hub") { count in
        let objects = ManyObjects(count + 1)
        for number in 1...count { objects.bindBothWays(0, number) }
        return { for number in 0..<count { objects.unbind(number) } }
      },
      Growth(name: "release-first") { count in
        let objects = fan(count)
        return { for number in 1...count { objects.release(number) } }
      },
      Growth(name: "release-last") { count in
        let objects = fan(count)
        return { for number in (1...count).reversed() { objects.release(number) } }
      },
      Growth(name: "rebind") { count in
        let objects = fan(1_000)
        return {
          for number in 0..<count {
            objects.unbind(number)
            objects.bind(0, number % 1_000 + 1)
          }
        }
      },
      Growth(name: "turns-remembered") { count in
        let objects = ManyObjects(2)
        objects.graph.journalLimit = count
        objects.bind(0, 1)
        return { for number in 0..<2 * count { objects.set(0, to: number) } }
      },
    ]
  }

  private static func fan(_ count: Int) -> ManyObjects {
    let objects = ManyObjects(count + 1)
    for number in 1...count { objects.bind(0, number) }
    return objects
  }
}
