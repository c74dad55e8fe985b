import TestSupport
import Testing

@testable import BindingEngine

/// What is on its way while changes travel depth first.
@Suite struct AwaitedTests {
  /// Properties with bindings, observers and `computed` properties between them, whose closures ask.
  private final class RandomWorld {
    let graph: Graph
    var random: SeededRandom
    private var properties: [PropertyID] = []
    private var computed: [PropertyID] = []
    private var bindings: [BindingID] = []
    private var classID: ClassID
    private(set) var questions = 0
    private(set) var awaited = 0
    private(set) var differences: [String] = []

    init(_ semantics: Semantics, seed: Int) throws {
      random = SeededRandom(seed: seed)
      var semantics = semantics
      semantics.limit = 30
      graph = try Graph(semantics: semantics)
      classID = graph.makeClass("Thing", properties: ["value"])
      for _ in 0..<Int.random(in: 3...8, using: &random) {
        properties.append(try graph.property("value", of: try graph.make(classID)))
      }
      for property in properties { try? graph.set(property, to: .int(0)) }
    }

    private func any() -> PropertyID { (properties + computed).randomElement(using: &random)! }
    private func input() -> PropertyID { properties.randomElement(using: &random)! }

    /// Asks about every property, and compares with the model.
    private func ask() {
      guard graph.core.pointee.knobs.firesOnStack, questions < 3_000 else { return }
      let level = graph.core.pointee.openLevel
      for property in (properties + computed).shuffled(using: &random).prefix(4) {
        let expected = graph.core.pointee.isAwaitedByModel(at: property.slot, below: level)
        let found = graph.core.pointee.isAwaitedOnStack(at: property.slot, below: level)
        questions += 1
        if expected { awaited += 1 }
        if expected != found {
          differences.append(
            "\(graph.semantics.name): \(property.slot) is awaited: \(expected), not \(found)")
        }
      }
    }

    func make() throws {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: bindings.append(try graph.bind(any(), to: input()))
      case 3, 4:
        bindings.append(
          try graph.bind(.property(any()), to: .property(input())) {
            $0.initially = Bool.random(using: &self.random)
            $0.transform = { [unowned self] value in
              ask()
              return value
            }
          })
      case 5: bindings.append(try graph.bindBothWays(.property(input()), .property(input())))
      case 6: try makeComputed()
      case 7:
        // It changes what a delivery has yet to visit.
        bindings.append(
          try graph.observe(any()) { [unowned self] _ in
            ask()
            if Bool.random(using: &random) {
              if let place = bindings.indices.randomElement(using: &random) {
                try graph.unbind(bindings.remove(at: place))
              }
              bindings.append(try graph.bind(any(), to: input()))
              ask()
            }
          })
      default:
        bindings.append(
          try graph.observe(any()) { [unowned self] change in
            ask()
            if case .int(let number) = change.value, number < 5, random.chance(30) {
              // A host may go on after an error, and what has failed is undone below it.
              if random.chance(50) {
                try graph.set(input(), to: .int(number + 1))
              } else {
                try? graph.set(input(), to: .int(number + 1))
              }
              ask()
            }
          })
      }
    }

    private func makeComputed() throws {
      let sources = [any(), any(), any()]
      let sum = try graph.makeClass(
        "Sum",
        [
          .computed("sum") { [unowned self] graph, _ in
            ask()
            var sum = 0
            // The ways move.
            for source in sources.prefix(Int.random(in: 1...3, using: &random)) {
              if case .int(let number) = try graph.value(of: source) { sum += number % 100 }
            }
            return .int(sum)
          }
        ])
      let made = try graph.property("sum", of: try graph.make(sum))
      _ = try graph.value(of: made)
      computed.append(made)
    }

    func write() {
      if Int.random(in: 0..<4, using: &random) == 0 {
        try? graph.batch {
          for _ in 0..<3 { try graph.set(input(), to: .int(Int.random(in: 0..<9, using: &random))) }
        }
      } else {
        try? graph.set(input(), to: .int(Int.random(in: 0..<9, using: &random)))
      }
    }
  }

  @Test func `what is kept of the stack says the same as a search of the whole stack`() throws {
    var (questions, awaited) = (0, 0)
    for seed in 0..<40 {
      for semantics in Semantics.presets
      where semantics.order == .depth && semantics.passed != .kept {
        let world = try RandomWorld(semantics, seed: seed)
        for _ in 0..<24 {
          try? world.make()
          world.write()
        }
        #expect(world.differences.isEmpty, "seed \(seed): \(world.differences.prefix(3))")
        #expect(world.graph.core.pointee.checkInvariants() == [])
        questions += world.questions
        awaited += world.awaited
      }
    }
    // Both answers must be common, or this tests nothing.
    #expect(awaited > 1_000)
    #expect(questions - awaited > 1_000)
  }
}

/// How much is looked at to find that out.
@Suite struct AwaitedGrowthTests {
  /// A chain of `computed` properties, each the sum of the one before and one more property, and a
  /// binding from each.
  private func searched(_ count: Int, _ semantics: Semantics) throws -> Int {
    var semantics = semantics
    semantics.limit = 100_000
    // Where a change only marks, nothing is looked for.
    semantics.bound = .push
    let graph = try Graph(semantics: semantics)
    let cell = graph.makeClass("Cell", properties: ["value"])
    var last = try graph.property("value", of: try graph.make(cell))
    let first = last
    var totals: [PropertyID] = []
    for _ in 0..<count {
      let (before, amount) = (last, try graph.property("value", of: try graph.make(cell)))
      try graph.set(amount, to: .int(1))
      let row = try graph.makeClass(
        "Row",
        [
          .computed("total") { graph, _ in
            guard case .int(let total) = try graph.value(of: before),
              case .int(let more) = try graph.value(of: amount)
            else { return .nil }
            return .int(total + more)
          }
        ])
      last = try graph.property("total", of: try graph.make(row))
      _ = try graph.value(of: last)
      totals.append(last)
    }
    for total in totals {
      try graph.bind(total, to: try graph.property("value", of: try graph.make(cell)))
    }
    try graph.set(first, to: .int(1))
    #expect(try graph.value(of: last) == .int(count + 1))
    return graph.core.pointee.turn.searched
  }

  @Test(arguments: [Semantics.bind, .gobject, .javafx])
  func `a running total with a label on each row looks at as much as it has rows`(
    semantics: Semantics
  ) throws {
    let (few, many) = (try searched(100, semantics), try searched(400, semantics))
    #expect(few > 0)
    #expect(many < 6 * few, "\(few), \(many)")
  }

  @Test func `one write to a two-way chain looks at as much as it is long`() throws {
    func searched(_ count: Int) throws -> Int {
      let world = World()
      world.isTooLargeToCheck = true
      let chain = try (0...count).map { _ in try world.value(of: world.object()) }
      for place in (0..<count).reversed() {
        try world.graph.bindBothWays(.property(chain[place]), .property(chain[place + 1])) {
          $0.initially = false
        }
      }
      try world.graph.set(chain[0], to: .int(1))
      #expect(try world.graph.value(of: chain[count]) == .int(1))
      return world.graph.core.pointee.turn.searched
    }
    let (few, many) = (try searched(200), try searched(800))
    #expect(many <= 6 * max(few, 1), "\(few), \(many)")
  }
}
