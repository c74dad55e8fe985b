import TestSupport
import Testing

@testable import BindingEngine

/// The tree of events, which answers quickly, and the ways back, which are followed one by one.
@Suite struct EventTreeTests {
  @Test func `the tree finds what following the causes finds`() {
    for seed in seeds(50) {
      var random = SeededRandom(seed: seed)
      let first = UInt32(1 + random.below(5))
      let causes = (0..<(1 + random.below(60))).map { place in
        random.chance(15) ? UInt32(0) : UInt32(random.below(Int(first) + place))
      }
      let events = causes.indices.map { first + UInt32($0) }
      func way(from event: UInt32) -> [UInt32] {
        var way = [event]
        while causes[Int(way[way.count - 1] - first)] >= first {
          way.append(causes[Int(way[way.count - 1] - first)])
        }
        return way
      }
      var tree = EventTree(causes, from: first)
      let chosen = events.filter { _ in random.chance(40) }
      let list = EventList(chosen, in: tree)
      for event in events {
        let way = way(from: event)
        for other in events { #expect(tree.contains(event, in: other) == way.contains(other)) }
        #expect(list.last(before: event, in: tree) == way.first(where: chosen.contains) ?? 0)
      }
      for time in events.reversed() {
        for event in events where event >= time {
          #expect(tree.origin(of: event, since: time) == way(from: event).last { $0 >= time })
          #expect(tree.isFirst(event) == (way(from: event).count == 1))
        }
      }
    }
  }
}
