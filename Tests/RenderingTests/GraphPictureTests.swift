import Rendering
import TestSupport
import Testing

/// The analysis of a picture: its cycles and its parts, compared with the simplest search.
@Suite struct GraphPictureTests {
  @Test(arguments: 0..<200)
  func `an edge is marked if its end leads back to its beginning without it`(seed: Int) {
    var picture = RandomPicture.make(seed: seed)
    picture.findCycles()
    for (place, edge) in picture.edges.enumerated() {
      let there = RandomPicture.reached(from: edge.target, in: picture, without: place)
      let back = RandomPicture.reached(from: edge.source, in: picture, without: place)
      let isOnCycle = there.contains(edge.source) || edge.isTwoWay && back.contains(edge.target)
      #expect(edge.isOnCycle == isOnCycle, "edge \(place) of seed \(seed)")
    }
  }

  @Test(arguments: 0..<200)
  func `the closed paths are closed, and cover the marked edges`(seed: Int) {
    var picture = RandomPicture.make(seed: seed)
    picture.findCycles()
    var covered: Set<Int> = []
    for cycle in picture.cycles {
      let stations = picture.stations(of: cycle)
      #expect(stations.first == stations.last && stations.count == cycle.count + 1)
      #expect(Set(stations.dropLast()).count == cycle.count, "no node twice")
      #expect(Set(cycle).count == cycle.count, "no edge twice")
      for (position, place) in cycle.enumerated() {
        let edge = picture.edges[place]
        let (from, to) = (stations[position], stations[position + 1])
        let isForward = edge.source == from && edge.target == to
        #expect(isForward || edge.isTwoWay && edge.target == from && edge.source == to)
        #expect(edge.isOnCycle)
        covered.insert(place)
      }
    }
    #expect(covered == Set(picture.edges.indices.filter { picture.edges[$0].isOnCycle }))
  }

  @Test(arguments: 0..<200)
  func `a part is what reaches the places and what they reach`(seed: Int) {
    let picture = RandomPicture.make(seed: seed)
    let start = seed % picture.nodes.count
    let after = RandomPicture.reached(from: start, in: picture)
    let before = RandomPicture.reached(from: start, in: picture, backwards: true)
    let wanted = picture.edges.filter { edge in
      after.contains(edge.source) || before.contains(edge.target)
        || edge.isTwoWay && (after.contains(edge.target) || before.contains(edge.source))
    }
    let part = picture.part(around: [start])
    #expect(part.edges.map(\.text) == wanted.map(\.text))
    #expect(
      part.nodes.map(\.name)
        == picture.nodes.indices.filter { after.contains($0) || before.contains($0) }
        .map { picture.nodes[$0].name })
    for (edge, whole) in zip(part.edges, wanted) {
      #expect(part.nodes[edge.source] == picture.nodes[whole.source])
      #expect(part.nodes[edge.target] == picture.nodes[whole.target])
    }
  }

  @Test func `a two-way binding alone is not a cycle, two between the same ends are one`() {
    var picture = GraphPicture()
    for name in ["a.x", "b.x"] {
      picture.nodes.append(GraphPicture.Node(name: name, object: "", kind: .property))
    }
    var edge = GraphPicture.Edge(source: 0, target: 1, number: 1, text: "")
    edge.isTwoWay = true
    picture.edges = [edge]
    picture.findCycles()
    #expect(picture.cycles.isEmpty && !picture.edges[0].isOnCycle)
    edge.number = 2
    picture.edges.append(edge)
    picture.findCycles()
    #expect(picture.cycles == [[0, 1]])
    #expect(picture.edges.allSatisfy { $0.isOnCycle })
  }

  /// A chain, which ends where it begins.
  static func ring(_ count: Int, isClosed: Bool = true) -> GraphPicture {
    var picture = GraphPicture()
    for number in 0..<count {
      picture.nodes.append(
        GraphPicture.Node(name: "n\(number).x", object: "n\(number)", kind: .property, value: "0"))
    }
    for number in 0..<(isClosed ? count : count - 1) {
      picture.edges.append(
        GraphPicture.Edge(
          source: number, target: (number + 1) % count, number: number + 1, text: ""))
    }
    picture.findCycles()
    return picture
  }

  @Test func `a ring of 100,000 is one closed path, and no stack overflows`() {
    let picture = Self.ring(100_000)
    #expect(picture.cycles.count == 1 && picture.cycles[0].count == 100_000)
    #expect(picture.part(around: [5]).edges.count == 100_000)
  }

  @Test func `in a graph of very many cycles all edges are marked, in linear time`() {
    let growth = growth(from: 10_000) { count in
      // A torus of rows of a hundred: each edge is on a closed path of its row or column.
      var picture = GraphPicture()
      let width = min(count, 100)
      for number in 0..<count {
        picture.nodes.append(GraphPicture.Node(name: "\(number)", object: "", kind: .property))
        let next = number % width == width - 1 ? number - width + 1 : number + 1
        for target in [next, (number + width) % count] {
          picture.edges.append(
            GraphPicture.Edge(
              source: number, target: target, number: picture.edges.count + 1, text: ""))
        }
      }
      picture.findCycles()
      #expect(picture.edges.allSatisfy { $0.isOnCycle })
      #expect(!picture.cycles.isEmpty)
    }
    #expect(growth < 10)
  }
}
