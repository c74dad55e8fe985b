import Text

extension GraphPicture {
  /// The picture as one JSON object on one line, the fields in a fixed order; the manual says what
  /// they mean.
  ///
  /// - Complexity: O(*n*) in the nodes and edges.
  public var json: String {
    func object(_ fields: [(String, String)]) -> String {
      "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
    func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
    let nodes = nodes.enumerated().map { place, node in
      object([
        ("id", "\(place)"), ("name", jsonString(node.name)), ("object", jsonString(node.object)),
        ("kind", jsonString(node.kind.rawValue)), ("value", node.value.map(jsonString) ?? "null"),
        ("text", node.text.isEmpty ? "null" : jsonString(node.text)),
        ("missing", "\(node.isMissing)"),
      ])
    }
    let edges = edges.map { edge in
      object([
        ("source", "\(edge.source)"), ("target", "\(edge.target)"),
        ("binding", edge.number.map(String.init) ?? "null"),
        ("name", edge.name.isEmpty ? "null" : jsonString(edge.name)),
        ("text", jsonString(edge.text)),
        ("reads", edge.reading.isEmpty ? "null" : jsonString(edge.reading)),
        ("stages", array(edge.stages.map(jsonString))), ("twoWay", "\(edge.isTwoWay)"),
        ("once", "\(edge.isOnce)"), ("broken", "\(edge.isBroken)"),
        ("nilAt", edge.brokenAt.isEmpty ? "null" : jsonString(edge.brokenAt)),
        ("waiting", "\(edge.isWaiting)"), ("way", "\(edge.isWay)"), ("lit", "\(edge.isLit)"),
        ("onCycle", "\(edge.isOnCycle)"),
      ])
    }
    return object([
      ("v", "1"), ("nodes", array(nodes)), ("edges", array(edges)),
      ("cycles", array(cycles.map { array($0.map(String.init)) })),
    ])
  }
}
