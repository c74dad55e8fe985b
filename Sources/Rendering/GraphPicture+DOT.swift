import Text

// The picture in DOT, the language of Graphviz.
extension GraphPicture {
  /// How wide a value may be in a drawing.
  static let drawnValueWidth = 40

  /// The graph as a `digraph`: a cluster for each object, an arrow for each edge.
  ///
  /// - Complexity: O(*n*) in the nodes and edges.
  public func dotLines() -> [String] {
    var lines = [
      "digraph bindings {",
      "  rankdir=LR",
      "  graph [fontname=\"Helvetica\" fontsize=12 compound=true]",
      "  node [fontname=\"Helvetica\" fontsize=11 shape=box style=\"rounded,filled\""
        + " fillcolor=\"white\"]",
      "  edge [fontname=\"Helvetica\" fontsize=10]",
    ]
    for (position, cluster) in clusters.enumerated() {
      guard !cluster.object.isEmpty else {
        lines += cluster.places.map { "  \(dotNode($0))" }
        continue
      }
      lines.append("  subgraph cluster_\(position) {")
      lines.append("    label=\"\(GraphPicture.dotText(cluster.object))\"")
      lines.append("    style=\"rounded,filled\" fillcolor=\"#f2f2f2\" color=\"#999999\"")
      lines += cluster.places.map { "    \(dotNode($0))" }
      lines.append("  }")
    }
    for edge in edges { lines.append("  \(dotEdge(edge))") }
    return lines + ["}"]
  }

  /// The nodes of each object, in the order in which the objects first appear; nodes without an object
  /// are groups of their own.
  var clusters: [(object: String, places: [Int])] {
    var found: [(object: String, places: [Int])] = []
    var known: [String: Int] = [:]
    for (place, node) in nodes.enumerated() {
      if let cluster = known[node.object] {
        found[cluster].places.append(place)
      } else {
        known[node.object] = found.count
        found.append((node.object, [place]))
      }
    }
    return found
  }

  /// The name of a node inside the frame of its object.
  func shortName(of place: Int) -> String {
    let node = nodes[place]
    guard !node.object.isEmpty, node.name.hasPrefix(node.object + ".") else { return node.name }
    return String(node.name.dropFirst(node.object.count + 1))
  }

  /// A node's lines in a drawing: its name, then its value or block.
  func drawnLines(of place: Int) -> [String] {
    let node = nodes[place]
    let name = shortName(of: place)
    let value = node.value?.cut(to: GraphPicture.drawnValueWidth)
    switch node.kind {
    case .observer: return [name, node.text]
    case .property where node.isMissing: return [name, "not there now"]
    case .property: return [name] + (value.map { [$0] } ?? [])
    case .event where node.object.isEmpty: return [name]
    case .computed, .event, .action, .command:
      return ["\(node.kind.rawValue) \(name)"] + (value.map { [$0] } ?? [])
    }
  }

  /// The label of an edge in a drawing.
  func drawnLabel(of edge: Edge) -> String {
    // The node shows it.
    if nodes[edge.target].kind == .observer, !edge.isWay { return "" }
    var words = edge.number.map { ["#\($0)"] } ?? []
    if !edge.code.isEmpty { words.append(edge.code) }
    if edge.isWay { return (words + ["reads through it"]).joined(separator: " ") }
    if let protocols = edge.protocolText { words.append(protocols) }
    if !edge.name.isEmpty { words.append(edge.name) }
    if !edge.reading.isEmpty { words.append(edge.reading) }
    words += edge.stages.isEmpty ? [] : ["| " + edge.stages.joined(separator: " | ")]
    if edge.isOnce { words.append("once") }
    words += edge.brokenText.map { [$0] } ?? []
    // Shown in words, too, and in the colour of the edge.
    if edge.isOnCycle { words.append("↺") }
    return words.joined(separator: " ")
  }

  private func dotNode(_ place: Int) -> String {
    let node = nodes[place]
    let label = drawnLines(of: place).map(GraphPicture.dotText).joined(separator: "\\n")
    var attributes = ["label=\"\(label)\""]
    switch node.kind {
    case .observer: attributes.append("shape=note style=\"filled\" fillcolor=\"#fff8dc\"")
    case .computed: attributes.append("style=\"rounded,filled,dashed\"")
    case .event: attributes.append("shape=cds style=\"filled\"")
    case .action, .command: attributes.append("shape=component style=\"filled\"")
    case .property where node.isMissing:
      attributes.append("style=\"rounded,dashed\" color=\"#b00020\" fontcolor=\"#b00020\"")
    case .property: break
    }
    return "n\(place) [\(attributes.joined(separator: " "))]"
  }

  private func dotEdge(_ edge: Edge) -> String {
    var attributes: [String] = []
    let label = drawnLabel(of: edge)
    if !label.isEmpty { attributes.append("label=\"\(GraphPicture.dotText(label))\"") }
    if edge.isTwoWay { attributes.append("dir=both") }
    let isDashed = edge.number == nil || edge.isBroken || nodes[edge.target].kind == .observer
    let style =
      edge.isWay || !edge.code.isEmpty ? "dotted" : isDashed ? "dashed" : edge.isLit ? "bold" : ""
    if !style.isEmpty { attributes.append("style=\(style)") }
    let color =
      edge.isBroken ? "#b00020" : edge.isLit ? "#00703c" : edge.isOnCycle ? "#b35900" : ""
    if !color.isEmpty { attributes.append("color=\"\(color)\" fontcolor=\"\(color)\"") }
    if edge.isLit { attributes.append("penwidth=2.5") }
    if edge.isBroken { attributes.append("arrowhead=tee") }
    let suffix = attributes.isEmpty ? "" : " [\(attributes.joined(separator: " "))]"
    return "n\(edge.source) -> n\(edge.target)\(suffix)"
  }

  /// Text for a label in double quotes: for Graphviz, backslashes begin an escape, and `&` begins the
  /// name of a character.
  static func dotText(_ text: String) -> String {
    text.visible(.lines)
      .escaped(by: ["\"": "\\\"", "\\": "\\\\", "&": "&amp;", "\n": "\\n"])
  }
}
