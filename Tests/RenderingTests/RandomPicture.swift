import Rendering
import TestSupport

/// Pictures of random graphs: chains, rings, fan-in, two-way edges, edges from a node to itself.
enum RandomPicture {
  /// Names that each format must escape.
  static let names = [
    "größe", "変数", "say \"hi\"", "back\\slash", "a<b>&amp;c", "#35;x", "new\nline", "`code`",
    "x|y;z", "\u{1F600}", "end", "%%{init}", "\\N", "&#65;", "",
  ]

  static func make(seed: Int, size: Int = 8) -> GraphPicture {
    var random = SeededRandom(seed: seed)
    var picture = GraphPicture()
    let count = 1 + random.below(size)
    for number in 0..<count {
      let object = random.chance(30) ? names[random.below(names.count)] : "o\(number / 3)"
      var node = GraphPicture.Node(
        name: "\(object).p\(number)", object: object,
        kind: random.chance(20) ? .computed : .property,
        value: random.chance(50) ? names[random.below(names.count)] : nil)
      node.isMissing = random.chance(10)
      picture.nodes.append(node)
    }
    for number in 1...(1 + random.below(2 * size)) {
      let stage = names[random.below(names.count)]
      var edge = GraphPicture.Edge(
        source: random.below(count), target: random.below(count),
        number: random.chance(10) ? nil : number, text: stage)
      edge.stages = random.chance(30) ? [stage] : []
      edge.isTwoWay = random.chance(40)
      edge.isBroken = random.chance(10)
      edge.isOnce = random.chance(10)
      edge.isLit = random.chance(20)
      picture.edges.append(edge)
    }
    if random.chance(50) {
      picture.nodes.append(GraphPicture.Node(name: "#99", object: "", kind: .observer))
      picture.edges.append(
        GraphPicture.Edge(source: 0, target: count, number: 99, text: "observe \"x\""))
    }
    return picture
  }

  /// What can be reached from `start` without `edge`, found in the simplest way.
  static func reached(
    from start: Int, in picture: GraphPicture, without edge: Int = -1, backwards: Bool = false
  ) -> Set<Int> {
    var found: Set<Int> = [start]
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for (place, way) in picture.edges.enumerated() where place != edge {
        let (from, to) = backwards ? (way.target, way.source) : (way.source, way.target)
        if found.contains(from), found.insert(to).inserted { hasGrown = true }
        if way.isTwoWay, found.contains(to), found.insert(from).inserted { hasGrown = true }
      }
    }
    return found
  }
}
