// Which edges are on a cycle, and closed paths to show for them.
//
// A two-way binding by itself does not count as a cycle here. A one-way edge is on a cycle if
// its ends are in one strongly connected component. Within a component, a two-way edge is on one
// unless removing it would split the component: a strongly connected graph of one-way and two-way
// edges that no such edge splits stays strongly connected when each two-way edge is given one
// direction (Boesch and Tindell, 1980), and then the edge is on a cycle in that direction.
extension GraphPicture {
  /// Marks the edges that are on a cycle, and finds closed paths that cover them.
  ///
  /// - Complexity: O(*n*) in the nodes and edges. The search for closed paths has a limit of steps,
  ///   so in a graph of very many cycles, some marked edges are on none of the paths found.
  public mutating func findCycles() {
    cycles = []
    let component = components()
    let isBridge = bridges(within: component)
    for place in edges.indices {
      let edge = edges[place]
      edges[place].isOnCycle =
        component[edge.source] == component[edge.target] && edge.goesRound
        && (edge.source == edge.target || !(edge.isTwoWay && isBridge[place]))
        && !(edge.source == edge.target && nodes[edge.target].kind == .observer)
    }
    findClosedPaths(component)
  }

  /// The number of each node's strongly connected component.
  ///
  /// Tarjan's algorithm with an explicit stack, since a component may be as large as the graph.
  private func components() -> [Int] {
    let arcs = outgoing
    var component = Array(repeating: -1, count: nodes.count)
    var index = Array(repeating: -1, count: nodes.count)
    var low = index
    var open: [Int] = []
    var visits: [(node: Int, next: Int)] = []
    var count = 0
    var found = 0
    for root in nodes.indices where index[root] < 0 {
      visits.append((root, arcs[root].startIndex))
      while let (node, next) = visits.popLast() {
        let ways = arcs[node]
        if next == ways.startIndex {
          (index[node], low[node], count) = (count, count, count + 1)
          open.append(node)
        } else {
          let child = end(of: ways[next - 1], from: node)
          if component[child] < 0 { low[node] = min(low[node], low[child]) }
        }
        if next < ways.endIndex {
          visits.append((node, next + 1))
          let child = end(of: ways[next], from: node)
          if index[child] < 0 { visits.append((child, arcs[child].startIndex)) }
        } else if low[node] == index[node] {
          while let member = open.popLast() {
            component[member] = found
            if member == node { break }
          }
          found += 1
        }
      }
    }
    return component
  }

  /// The bridges of a component, if its edges are taken as undirected: removing one splits it.
  private func bridges(within component: [Int]) -> [Bool] {
    let arcs = touching
    var isBridge = Array(repeating: false, count: edges.count)
    var index = Array(repeating: -1, count: nodes.count)
    var low = index
    var visits: [(node: Int, by: Int, next: Int)] = []
    var count = 0
    for root in nodes.indices where index[root] < 0 {
      visits.append((root, -1, arcs[root].startIndex))
      (index[root], low[root], count) = (count, count, count + 1)
      while let (node, by, next) = visits.popLast() {
        let ways = arcs[node]
        guard next < ways.endIndex else {
          if by >= 0 {
            let parent = end(of: by, from: node)
            low[parent] = min(low[parent], low[node])
            isBridge[by] = low[node] > index[parent]
          }
          continue
        }
        visits.append((node, by, next + 1))
        let edge = ways[next]
        let other = end(of: edge, from: node)
        guard edge != by, component[other] == component[node] else { continue }
        if index[other] >= 0 {
          low[node] = min(low[node], index[other])
        } else {
          (index[other], low[other], count) = (count, count, count + 1)
          visits.append((other, edge, arcs[other].startIndex))
        }
      }
    }
    return isBridge
  }

  // MARK: Closed paths

  private mutating func findClosedPaths(_ component: [Int]) {
    guard edges.contains(where: \.isOnCycle) else { return }
    let arcs = outgoing
    var search = PathSearch(count: nodes.count, budget: 4 * edges.count + 1_000_000)
    var isCovered = Array(repeating: false, count: edges.count)
    var numbers: Set<Int> = []
    for place in edges.indices {
      let edge = edges[place]
      guard edge.isOnCycle, !isCovered[place], edge.number.map({ !numbers.contains($0) }) ?? true
      else { continue }
      var path: [Int]? = edge.source == edge.target ? [] : nil
      if path == nil {
        path = search.path(
          in: self, arcs, from: edge.target, to: edge.source, without: place, component)
      }
      if path == nil, edge.isTwoWay {
        path = search.path(
          in: self, arcs, from: edge.source, to: edge.target, without: place, component)
      }
      guard let path else { continue }
      for member in [place] + path {
        isCovered[member] = true
        if let number = edges[member].number { numbers.insert(number) }
      }
      cycles.append([place] + path)
    }
  }

  private struct PathSearch {
    /// For each node the last search that visited it, and the edge by which it was reached.
    private var seenBy: [Int]
    private var cameBy: [Int]
    private var count = 0
    private var budget: Int

    init(count: Int, budget: Int) {
      seenBy = Array(repeating: 0, count: count)
      cameBy = seenBy
      self.budget = budget
    }

    /// The edges of the shortest path within one component; nil if there is none, or at the limit.
    mutating func path(
      in picture: GraphPicture, _ arcs: Arcs, from start: Int, to end: Int, without edge: Int,
      _ component: [Int]
    ) -> [Int]? {
      count += 1
      seenBy[start] = count
      var pending = [start]
      var position = 0
      while position < pending.count, budget > 0 {
        let node = pending[position]
        position += 1
        for way in arcs[node] where way != edge {
          budget -= 1
          let next = picture.end(of: way, from: node)
          guard component[next] == component[start], seenBy[next] != count else { continue }
          (seenBy[next], cameBy[next]) = (count, way)
          guard next == end else {
            pending.append(next)
            continue
          }
          var path: [Int] = []
          var current = end
          while current != start {
            path.append(cameBy[current])
            current = picture.end(of: cameBy[current], from: current)
          }
          return path.reversed()
        }
      }
      return nil
    }
  }

  /// The nodes of a closed path, with the first one again at its end.
  package func stations(of cycle: [Int]) -> [Int] {
    guard let first = cycle.first else { return [] }
    var node = edges[first].source
    if edges[first].isTwoWay, cycle.count > 1 {
      // The next edge shows in which direction this one is followed.
      let next = edges[cycle[1]]
      let fits =
        next.source == edges[first].target || next.isTwoWay && next.target == edges[first].target
      if !fits { node = edges[first].target }
    }
    var stations = [node]
    for edge in cycle {
      node = end(of: edge, from: node)
      stations.append(node)
    }
    return stations
  }
}
