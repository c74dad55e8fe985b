import Text

// The picture in Mermaid, which GitHub and many editors draw.
extension GraphPicture {
  /// The graph as a flowchart: a subgraph for each object, an arrow for each edge.
  ///
  /// - Complexity: O(*n*) in the nodes and edges.
  public func mermaidLines() -> [String] {
    var lines = ["flowchart LR"]
    for (position, cluster) in clusters.enumerated() {
      guard !cluster.object.isEmpty else {
        lines += cluster.places.map { "  \(mermaidNode($0))" }
        continue
      }
      lines.append("  subgraph s\(position)[\"\(GraphPicture.mermaidText(cluster.object))\"]")
      lines += cluster.places.map { "    \(mermaidNode($0))" }
      lines.append("  end")
    }
    for edge in edges { lines.append("  \(mermaidEdge(edge))") }
    let missing = nodes.indices.filter { nodes[$0].isMissing }.map { "n\($0)" }
    if !missing.isEmpty {
      lines.append("  classDef missing stroke:#b00020,stroke-dasharray:4")
      lines.append("  class \(missing.joined(separator: ",")) missing")
    }
    let styles: [(String, (Edge) -> Bool)] = [
      ("stroke:#b00020", { $0.isBroken }),
      ("stroke:#00703c", { $0.isLit && !$0.isBroken }),
      ("stroke:#b35900", { $0.isOnCycle && !$0.isLit && !$0.isBroken }),
    ]
    for (style, fits) in styles {
      let places = edges.indices.filter { fits(edges[$0]) }
      guard !places.isEmpty else { continue }
      lines.append("  linkStyle \(places.map(String.init).joined(separator: ",")) \(style)")
    }
    return lines
  }

  private func mermaidNode(_ place: Int) -> String {
    let label = drawnLines(of: place).map(GraphPicture.mermaidText).joined(separator: "<br/>")
    switch nodes[place].kind {
    case .observer: return "n\(place)>\"\(label)\"]"
    case .event: return "n\(place)([\"\(label)\"])"
    case .action, .command: return "n\(place)[[\"\(label)\"]]"
    case .property, .computed: return "n\(place)(\"\(label)\")"
    }
  }

  private func mermaidEdge(_ edge: Edge) -> String {
    let isDashed = edge.number == nil || edge.isWay || nodes[edge.target].kind == .observer
    let arrow: String
    switch (edge.isBroken, edge.isTwoWay) {
    case (true, true): arrow = "x--x"
    case (true, false): arrow = "--x"
    case (false, true): arrow = edge.isLit ? "<==>" : "<-->"
    case (false, false): arrow = edge.isLit ? "==>" : isDashed ? "-.->" : "-->"
    }
    let label = drawnLabel(of: edge)
    let text = label.isEmpty ? "" : "|\"\(GraphPicture.mermaidText(label))\"|"
    return "n\(edge.source) \(arrow)\(text) n\(edge.target)"
  }

  /// Text for a label in double quotes. What could end it, begin a tag or an entity, or be read as
  /// Markdown is written as one of Mermaid's entities. So are the signs of directives and styles, which
  /// Mermaid also looks for in texts.
  static func mermaidText(_ text: String) -> String {
    text.visible(.lines).escaped(by: mermaidSigns)
  }

  private static let mermaidSigns: [Unicode.Scalar: String] = {
    let numbered = "#`\\*_~|;$%:".unicodeScalars.map { ($0, "#\($0.value);") }
    return Dictionary(uniqueKeysWithValues: numbered)
      .merging(["\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "\n": "<br/>"]) { $1 }
  }()
}
