import TestSupport
import Testing

@testable import BindingEngine

/// The list changes that observers get, compared with an array.
@Suite struct ListChangeTests {
  /// A change that an observer got.
  struct Notified {
    var place: Int
    var change: ListChange
    var old: Value
    var value: Value
  }

  /// Properties with lists, each bound to the next, and observers of all of them.
  final class Chain {
    let world: World
    let properties: [PropertyID]
    var notified: [Notified] = []
    /// What an observer does once, when it is notified next.
    var tricks: [(Chain) throws -> Void] = []
    var random: SeededRandom

    init(_ semantics: Semantics, seed: Int) throws {
      let world = World(semantics)
      random = SeededRandom(seed: seed)
      self.world = world
      let length = 2 + random.below(4)
      let list = Value.list(try #require(ListValue((0..<random.below(5)).map(Value.int))))
      properties =
        try world.properties(list)
        + (1..<length).map { _ in try world.value(of: world.object()) }
      var isObserved = [Bool](repeating: false, count: length)
      for place in 1..<length {
        if random.chance(50) { try observe(place - 1, &isObserved) }
        if random.chance(15) {
          try world.graph.bindBothWays(
            .property(properties[place - 1]), .property(properties[place]))
        } else {
          try world.graph.bind(properties[place - 1], to: properties[place])
        }
      }
      for place in 0..<length { try observe(place, &isObserved) }
    }

    private func observe(_ place: Int, _ isObserved: inout [Bool]) throws {
      guard !isObserved[place] else { return }
      isObserved[place] = true
      try world.graph.observe(properties[place]) { [unowned self] change in
        notified.append(
          Notified(
            place: place, change: world.graph.core.pointee.request.change, old: change.old,
            value: change.value))
        if let trick = tricks.popLast() { try trick(self) }
      }
    }

    func array(_ place: Int) throws -> [Value] {
      guard case .list(let list) = try world.graph.value(of: properties[place]) else { return [] }
      return Array(list)
    }

    /// Changes one element of the list at `place`, like a statement or a block.
    func changeOne(_ place: Int) throws {
      guard case .list(let list) = try world.graph.value(of: properties[place]) else { return }
      let index = random.below(list.count + 1)
      let element = Value.int(random.below(1_000))
      let kind: ListChange.Kind =
        index == list.count || random.chance(40)
        ? .insert : random.chance(50) ? .remove : .replace
      let new =
        switch kind {
        case .insert: list.inserting(element, at: index)
        case .remove: list.removing(at: index)
        default: list.replacing(at: index, with: element)
        }
      let slot = properties[place].slot
      let value = Value.list(try #require(new))
      try world.graph.turn { () throws(GraphError) in
        if world.graph.core.pointee.write(value, to: slot, change: ListChange(kind, at: index)) {
          try world.graph.drive()
        }
      }
    }
  }

  static func applied(_ change: ListChange, to old: [Value], giving new: [Value]) -> [Value]? {
    var result = old
    guard let before = ListValue(old), let after = ListValue(new) else { return nil }
    let places = change.index..<change.index + change.count(from: before, to: after)
    switch change.kind {
    case .insert where !places.isEmpty && places.upperBound <= new.count:
      result.insert(contentsOf: new[places], at: change.index)
    case .remove where !places.isEmpty && places.upperBound <= old.count:
      result.removeSubrange(places)
    case .replace where change.index < min(old.count, new.count):
      result[change.index] = new[change.index]
    case .set: return new
    default: return nil
    }
    return result
  }

  private static func elements(_ value: Value) -> [Value] {
    guard case .list(let list) = value else { return [] }
    return Array(list)
  }

  static let cases: [RandomGraphTests.Case] = [
    .init("bind"),
    .init("bind", isTraced: true),
    .init("kvo") {
      $0 = .kvo
      $0.limit = 60
    },
    .init("equal = drop") { $0.equal = .drop },
  ]

  @Test(arguments: cases)
  func `the reported change turns the old list into the new one`(
    _ example: RandomGraphTests.Case
  ) throws {
    var kinds: Set<ListChange.Kind> = []
    for seed in seeds(10) {
      let chain = try Chain(example.semantics, seed: seed)
      chain.world.graph.core.pointee.isTracing = example.isTraced
      for step in 0..<25 {
        let comment: Comment = "seed \(seed), step \(step)"
        chain.notified = []
        chain.tricks = []
        let count = chain.properties.count
        let place = chain.random.below(count)
        switch chain.random.below(10) {
        case 0:
          let other = try #require(ListValue((0..<chain.random.below(4)).map(Value.int)))
          let slot = chain.properties[place].slot
          try chain.world.graph.turn { () throws(GraphError) in
            if let error = chain.world.graph.core.pointee.storeSilent(.list(other), in: slot) {
              throw error
            }
          }
        case 1:
          let other = try #require(ListValue((0..<chain.random.below(4)).map(Value.int)))
          try? chain.world.graph.set(chain.properties[place], to: .list(other))
        case 2...4:
          // A listener changes a list itself.
          for _ in 0...chain.random.below(2) {
            let other = chain.random.below(count)
            chain.tricks.append { try $0.changeOne(other) }
          }
          try? chain.changeOne(place)
        default: try? chain.changeOne(place)
        }
        for notified in chain.notified {
          kinds.insert(notified.change.kind)
          let (old, new) = (
            ListChangeTests.elements(notified.old), ListChangeTests.elements(notified.value)
          )
          #expect(
            ListChangeTests.applied(notified.change, to: old, giving: new) == new,
            "\(comment), \(notified)")
        }
        chain.world.checkInvariants()
      }
    }
    #expect(kinds == [.set, .insert, .remove, .replace])
  }

  @Test func `a change is passed on as a change along bindings whose lists agree`() throws {
    for seed in seeds(10) {
      let chain = try Chain(.bind, seed: seed)
      for _ in 0..<10 {
        chain.notified = []
        try chain.changeOne(0)
        #expect(chain.notified.count == chain.properties.count)
        let changes = Set(chain.notified.map(\.change))
        #expect(changes.count == 1 && changes.first?.kind != .set, "seed \(seed)")
        for place in chain.properties.indices {
          #expect(try chain.array(place) == chain.array(0))
        }
      }
    }
  }
}
