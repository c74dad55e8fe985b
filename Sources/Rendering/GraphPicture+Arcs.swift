// Following the edges of a picture, in either direction.
extension GraphPicture {
  /// The edges at each node, in the order of the edges.
  struct Arcs {
    private var starts: [Int]
    private var edges: [Int]

    /// - Parameter leaves: The nodes from which an edge can be followed.
    init(_ picture: GraphPicture, leaving leaves: (Edge) -> (Int, Int?)) {
      starts = Array(repeating: 0, count: picture.nodes.count + 1)
      for edge in picture.edges {
        let (first, second) = leaves(edge)
        starts[first] += 1
        if let second { starts[second] += 1 }
      }
      var sum = 0
      for node in starts.indices {
        (starts[node], sum) = (sum, sum + starts[node])
      }
      edges = Array(repeating: 0, count: sum)
      var next = starts
      for (place, edge) in picture.edges.enumerated() {
        let (first, second) = leaves(edge)
        edges[next[first]] = place
        next[first] += 1
        guard let second else { continue }
        edges[next[second]] = place
        next[second] += 1
      }
    }

    subscript(node: Int) -> ArraySlice<Int> { edges[starts[node]..<starts[node + 1]] }
  }

  /// The edges along which a change leaves each node.
  var outgoing: Arcs {
    Arcs(self) { ($0.source, $0.isTwoWay && $0.source != $0.target ? $0.target : nil) }
  }

  /// The edges along which a change arrives at each node.
  var incoming: Arcs {
    Arcs(self) { ($0.target, $0.isTwoWay && $0.source != $0.target ? $0.source : nil) }
  }

  /// The edges at each node, in either direction.
  var touching: Arcs { Arcs(self) { ($0.source, $0.source != $0.target ? $0.target : nil) } }

  /// The other end of an edge, seen from `node`.
  func end(of edge: Int, from node: Int) -> Int {
    edges[edge].source == node ? edges[edge].target : edges[edge].source
  }

  // MARK: A part

  /// What reaches `places`, and what is reached from them.
  ///
  /// - Complexity: O(*n*) in the nodes and edges.
  public func part(around places: [Int]) -> GraphPicture {
    var isKept = Array(repeating: false, count: edges.count)
    for arcs in [outgoing, incoming] {
      var isSeen = Array(repeating: false, count: nodes.count)
      var pending = places
      for place in places { isSeen[place] = true }
      while let node = pending.popLast() {
        for edge in arcs[node] {
          isKept[edge] = true
          let next = end(of: edge, from: node)
          guard !isSeen[next] else { continue }
          isSeen[next] = true
          pending.append(next)
        }
      }
    }
    return keeping(isKept, places)
  }

  private func keeping(_ isKept: [Bool], _ places: [Int]) -> GraphPicture {
    var part = GraphPicture()
    var isNeeded = Array(repeating: false, count: nodes.count)
    for (edge, isKept) in zip(edges, isKept) where isKept {
      isNeeded[edge.source] = true
      isNeeded[edge.target] = true
    }
    for place in places { isNeeded[place] = true }
    var newPlace = Array(repeating: 0, count: nodes.count)
    for (place, node) in nodes.enumerated() where isNeeded[place] {
      newPlace[place] = part.nodes.count
      part.nodes.append(node)
    }
    var newEdge = Array(repeating: 0, count: edges.count)
    for (place, edge) in edges.enumerated() where isKept[place] {
      newEdge[place] = part.edges.count
      var edge = edge
      (edge.source, edge.target) = (newPlace[edge.source], newPlace[edge.target])
      part.edges.append(edge)
    }
    part.cycles = cycles.filter { $0.allSatisfy { isKept[$0] } }.map { $0.map { newEdge[$0] } }
    return part
  }
}
