/// The two-way bindings that lie on no cycle but that of their own two directions, as far as the shape of
/// the graph shows that: without one of them, nothing would connect its two ends, whatever the direction.
///
/// So a chain or a tree of two-way bindings needs one search, and not one for each of them: Tarjan, "A
/// note on finding the bridges of a graph" (1974).
struct PairBridges {
  /// A property at the end of an edge. The edge has the same number at both ends.
  private struct End {
    var node: Int
    var edge: UInt32
  }

  /// A property on the way, and how many of its edges were followed.
  private struct Visit {
    var node: Int
    /// The edge by which it was reached; 0 for the first one.
    var edge: UInt32
    var next: Int
  }

  private var numbers: [UInt32: Int] = [:]
  private var edges: [(from: Int, to: Int, number: UInt32)] = []
  /// The ends of a node's edges: `ends[starts[node] ..< starts[node + 1]]`.
  private var starts: [Int] = []
  private var ends: [End] = []

  /// - Complexity: O(*n*) in the bindings.
  static func find(in core: borrowing GraphCore) -> Set<UInt32> {
    var search = PairBridges()
    for link in 1..<UInt32(max(core.links.count, 1)) { search.enter(link, in: core) }
    search.arrange()
    return search.bridges().filter { core.links[$0].flags.contains(.forward) }
  }

  private mutating func number(of slot: UInt32) -> Int {
    if let known = numbers[slot] { return known }
    numbers[slot] = numbers.count
    return numbers.count - 1
  }

  private mutating func enter(_ link: UInt32, in core: borrowing GraphCore) {
    let record = core.links[link]
    guard record.flags.isDisjoint(with: [.dead, .step, .observer]), record.target != 0,
      core.properties[record.target].marks.contains(.inComponent)
    else { return }
    // Both directions are one edge, unless one of them observes more than the other writes.
    if record.flags.contains(.reverse), PairBridges.isPlain(link - 1, in: core) { return }
    let isPair = record.flags.contains(.forward) && PairBridges.isPlain(link, in: core)
    for source in core.sources(of: link) where core.properties[source].marks.contains(.inComponent)
    {
      let (from, to) = (number(of: source), number(of: record.target))
      edges.append((from, to, link))
      // A second edge between the two, so that neither is a bridge.
      if !isPair { edges.append((from, to, .max)) }
    }
  }

  /// Whether each direction of a pair leads from what the other one writes, and from nothing else.
  private static func isPlain(_ forward: UInt32, in core: borrowing GraphCore) -> Bool {
    core.sources(of: forward) == [core.links[forward + 1].target]
      && core.sources(of: forward + 1) == [core.links[forward].target]
  }

  private mutating func arrange() {
    starts = [Int](repeating: 0, count: numbers.count + 1)
    for edge in edges {
      starts[edge.from + 1] += 1
      starts[edge.to + 1] += 1
    }
    for node in starts.indices.dropFirst() { starts[node] += starts[node - 1] }
    ends = [End](repeating: End(node: 0, edge: 0), count: 2 * edges.count)
    var next = starts
    for edge in edges {
      for (node, other) in [(edge.from, edge.to), (edge.to, edge.from)] {
        ends[next[node]] = End(node: other, edge: edge.number)
        next[node] += 1
      }
    }
  }

  /// The edges without which their two ends would not be connected.
  private func bridges() -> Set<UInt32> {
    var found: Set<UInt32> = []
    /// When each node was met, from 1, and the first that is connected with it by another way.
    var order = [Int](repeating: 0, count: numbers.count)
    var lowest = order
    var count = 0
    var visits: [Visit] = []
    func push(_ node: Int, by edge: UInt32) {
      count += 1
      (order[node], lowest[node]) = (count, count)
      visits.append(Visit(node: node, edge: edge, next: starts[node]))
    }
    for first in order.indices where order[first] == 0 {
      push(first, by: 0)
      while let visit = visits.last {
        let top = visits.count - 1
        if visit.next < starts[visit.node + 1] {
          let end = ends[visit.next]
          visits[top].next += 1
          if end.edge == visit.edge, end.edge != .max { continue }
          if order[end.node] == 0 {
            push(end.node, by: end.edge)
          } else {
            lowest[visit.node] = min(lowest[visit.node], order[end.node])
          }
          continue
        }
        visits.removeLast()
        guard let below = visits.last else { continue }
        lowest[below.node] = min(lowest[below.node], lowest[visit.node])
        if lowest[visit.node] > order[below.node] { found.insert(visit.edge) }
      }
    }
    return found
  }
}

extension GraphCore {
  /// Two-way bindings, by their first links, that certainly lie on no cycle but that of their own two
  /// directions.
  ///
  /// - Complexity: O(*n*) in the bindings.
  package mutating func lonePairs() -> Set<UInt32> {
    resolveDirtyComponents()
    return PairBridges.find(in: self)
  }
}
