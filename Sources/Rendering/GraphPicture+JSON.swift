import Text

extension GraphPicture {
  /// The picture as one JSON object on one line, with its fields in a fixed order; the manual says
  /// what they mean.
  ///
  /// - Complexity: O(*n*) in the nodes and edges.
  public var json: String {
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    let nodes = nodes.enumerated().map { place, node -> JSONObject in
      [
        "id": place, "name": node.name, "object": node.object, "kind": node.kind.rawValue,
        "value": node.value, "text": known(node.text), "missing": node.isMissing,
      ]
    }
    let edges = edges.map { edge -> JSONObject in
      [
        "source": edge.source, "target": edge.target, "binding": edge.number,
        "name": known(edge.name), "text": edge.text, "code": known(edge.code),
        "protocols": edge.protocols, "reads": known(edge.reading),
        "stages": edge.stages, "twoWay": edge.isTwoWay, "once": edge.isOnce,
        "broken": edge.isBroken, "nilAt": known(edge.brokenAt), "waiting": edge.isWaiting,
        "way": edge.isWay, "lit": edge.isLit, "onCycle": edge.isOnCycle,
      ]
    }
    let picture: JSONObject = ["v": 1, "nodes": nodes, "edges": edges, "cycles": cycles]
    return picture.json
  }
}
