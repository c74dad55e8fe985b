import BindingEngine
import Interpreter

// Objects that keep each other alive where references are counted, as in Objective-C. Nothing counts
// them here, so nothing leaks; but who ports this code back needs a 'weak' on the way round.
extension Session {
  /// The most rings that are shown.
  private static let mostRings = 10

  /// For each group of objects that keep each other alive, a shortest ring of the properties by which
  /// they do: `boss.worker → ann.manager → boss`.
  func retainCycles() -> [String] {
    var references: [UInt32: [(slot: UInt32, held: UInt32)]] = [:]
    for index in 0..<UInt32(core.pointee.objects.count)
    where core.pointee.objects[index].generation % 2 == 1 {
      let held = strongReferences(of: index)
      if !held.isEmpty { references[index] = held }
    }
    let groups = stronglyConnected(references.keys.sorted()) { index in
      (references[index] ?? []).map(\.held).filter { references[$0] != nil }
    }
    return groups.compactMap { group in
      let members = Set(group)
      guard let start = members.min(),
        let ring = shortestRing(from: start, within: members, along: references)
      else { return nil }
      let arrow = options.isASCII ? " -> " : " → "
      let steps = ring.map { core.pointee.describe(property: $0) }
      return (steps + [core.pointee.describe(core.pointee.objectID(at: start))])
        .joined(separator: arrow)
    }.sorted()
  }

  /// Says for each ring that it keeps itself alive, and how to end that.
  func showRetainCycles() {
    let rings = retainCycles()
    guard !rings.isEmpty else { return }
    print("")
    for ring in rings.prefix(Session.mostRings) {
      print("keep each other alive: \(ring); 'weak' on one of them ends that")
    }
    if rings.count > Session.mostRings {
      print("\(rings.count - Session.mostRings) more rings keep themselves alive")
    }
  }

  /// The objects that the properties of an object hold, except weak ones.
  private func strongReferences(of index: UInt32) -> [(slot: UInt32, held: UInt32)] {
    var found: [(slot: UInt32, held: UInt32)] = []
    for slot in core.pointee.slots(of: index) {
      let info = core.pointee.info(of: slot)
      guard info.role == .property, !info.isWeak else { continue }
      let held: [Value] =
        switch core.pointee.read(slot) {
        case .object(let object): [.object(object)]
        case .list(let list): Array(list)
        case .dictionary(let dictionary): Array(dictionary.values)
        case .enumeration(let value): Array(value.values)
        default: []
        }
      for case .object(let object) in held where core.pointee.isAlive(object) {
        found.append((slot, object.index))
      }
    }
    return found
  }

  private func shortestRing(
    from start: UInt32, within members: Set<UInt32>,
    along references: [UInt32: [(slot: UInt32, held: UInt32)]]
  ) -> [UInt32]? {
    var ways: [UInt32: (from: UInt32, slot: UInt32)] = [:]
    var reached = [start]
    var next = 0
    while next < reached.count {
      let index = reached[next]
      next += 1
      for (slot, held) in references[index] ?? [] where members.contains(held) {
        if held == start {
          var ring = [slot]
          var place = index
          while place != start, let way = ways[place] {
            ring.append(way.slot)
            place = way.from
          }
          return ring.reversed()
        }
        if ways[held] == nil {
          ways[held] = (index, slot)
          reached.append(held)
        }
      }
    }
    return nil
  }
}
