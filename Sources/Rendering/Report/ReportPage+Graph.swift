import BindingEngine

// The graph: drawn where it could be laid out, and as a table of the bindings.
extension ReportPage {
  /// A larger graph cannot be read as a drawing, and takes too long to lay out.
  package static let mostNodes = 400
  package static let mostEdges = 500
  /// The most characters of a value that a node shows.
  private static let longestInNode = 18
  private static let longestName = 40

  /// What `dot -Tplain` is to lay out; nil where there is nothing to draw, or too much.
  package var layout: GraphLayout? {
    let hasRoom =
      picture.nodes.count <= ReportPage.mostNodes && picture.edges.count <= ReportPage.mostEdges
    guard hasRoom, !picture.edges.isEmpty else { return nil }
    return GraphLayout(picture, columns: picture.nodes.indices.map { columns(of: $0) })
  }

  /// Why a graph for which there is no `layout` is not drawn.
  package var reasonForNoLayout: String {
    picture.edges.isEmpty
      ? "There are no bindings"
      : "The graph is too large to be drawn: \(PageText.grouped(picture.nodes.count)) properties and"
        + " observers, \(PageText.grouped(picture.edges.count)) arrows. The tables have them all"
  }

  /// Connects the picture's nodes with the properties whose values they show, and finds those that
  /// nothing touches.
  package mutating func connectNodes() {
    let places = Dictionary(
      properties.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
    nodeProperties = picture.nodes.map { $0.kind == .observer ? nil : places[$0.name] }
    longestValues = [Int](repeating: 0, count: properties.count)
    func look(_ change: Change) {
      guard case .text(let text) = change.value else { return }
      let width = PageText.plain(text, limit: ReportPage.longestInNode).displayWidth
      longestValues[change.property] = max(longestValues[change.property], width)
    }
    var counts = [Int](repeating: 0, count: properties.count)
    for turn in turns {
      for change in turn.before + turn.steps.flatMap(\.changes) {
        look(change)
        counts[change.property] += 1
      }
    }
    // One change is that it was made.
    isCalm = counts.map { $0 < 2 }
    for property in nodeProperties { if let property { isCalm[property] = false } }
  }

  /// How many characters wide a node is: its name, and the longest value that it will show.
  func columns(of node: Int) -> Int {
    let name = nodeName(node).displayWidth
    guard let property = nodeProperties[node] else { return name }
    return max(name, min(longestValues[property], ReportPage.longestInNode), 3)
  }

  private func nodeName(_ node: Int) -> String {
    PageText.plain(picture.nodes[node].name).cut(to: ReportPage.longestName)
  }

  func graphSection() -> String {
    var html = "<section id=\"graph\" aria-labelledby=\"graph-h\">\n<h2 id=\"graph-h\">Graph</h2>\n"
    if let drawing {
      html += "<div class=\"scroll\" id=\"drawing\" tabindex=\"0\" role=\"group\""
      html += " aria-label=\"Drawing of the graph\">\n"
      html += svg(drawing) + "</div>\n"
      if !legend.isEmpty { html += "<p class=\"about\">\(legend)</p>\n" }
    } else {
      html += "<p class=\"about\">\(PageText.escaped(missingDrawing)).</p>\n"
    }
    if !links.isEmpty { html += linksTable() }
    return html + "</section>\n"
  }

  /// What the lines of the drawing mean, those that there are.
  private var legend: String {
    var parts: [String] = []
    let isDashed = picture.edges.contains {
      $0.number == nil || picture.nodes[$0.target].kind == .observer
    }
    if isDashed { parts.append("dashed: computed or observed") }
    if picture.edges.contains(where: \.isOnce) { parts.append("dotted: passes one value") }
    if picture.edges.contains(where: \.isBroken) {
      parts.append("dash and dot: nil stood on its way at the end")
    }
    if picture.edges.contains(where: \.isOnCycle) {
      parts.append("<span class=\"odd\">amber: on a cycle</span>")
    }
    return parts.joined(separator: "; ")
  }

  private func linksTable() -> String {
    var html =
      "<details class=\"fold\"\(drawing == nil ? " open" : "")><summary>Bindings and observers"
    html += " <span class=\"count\">\(PageText.grouped(links.count))</span></summary>\n"
    html +=
      "<div class=\"scroll\"><table><thead><tr><th>no.<th>binding<th>at</tr></thead>\n<tbody>\n"
    for link in links {
      let text = PageText.escaped(PageText.plain(link.text, limit: 160))
      html +=
        "<tr><td class=\"r\">\(link.number.map { "#\($0)" } ?? "")<td><code>\(text)</code><td>"
      if let place = link.place, files.indices.contains(place.file) {
        let name = PageText.escaped(PageText.plain(files[place.file].name, limit: 120))
        let line = place.lines.lowerBound
        html += "<a href=\"#s\(place.file)-\(line)\">\(name):\(line)</a>"
      } else {
        html += PageText.escaped(PageText.plain(link.placeText, limit: 200))
      }
      html += "</tr>\n"
    }
    return html + "</tbody></table></div></details>\n"
  }

  // MARK: SVG

  private func svg(_ drawing: GraphDrawing) -> String {
    let margin = 6.0
    let size = (width: drawing.width + 2 * margin, height: drawing.height + 2 * margin)
    let (width, height) = (text(size.width), text(size.height))
    var svg = "<svg width=\"\(width)\" height=\"\(height)\""
    svg += " viewBox=\"\(text(-margin)) \(text(-margin)) \(width) \(height)\""
    svg +=
      " role=\"img\" aria-label=\"\(picture.nodes.count) nodes, \(picture.edges.count) arrows\">\n"
    svg += "<defs>" + ["tip", "tip-cycle", "tip-lit", "tip-now"].map(marker).joined() + "</defs>\n"
    for (position, edge) in picture.edges.enumerated() {
      var classes = "e"
      if edge.number == nil { classes += " computed" }
      if edge.isTwoWay { classes += " two" }
      if edge.isOnce { classes += " once" }
      if edge.isOnCycle { classes += " cycle" }
      if edge.isBroken { classes += " broken" }
      if picture.nodes[edge.target].kind == .observer { classes += " observer" }
      let curve = drawing.curves[position]
      svg += "<g class=\"\(classes)\" id=\"e\(position)\"><title>\(title(of: edge))</title>"
      svg += "<path d=\"\(path(curve.points))\"/>"
      if let label = curve.label, let number = edge.number,
        picture.nodes[edge.target].kind != .observer
      {
        svg += "<text x=\"\(text(label.x))\" y=\"\(text(label.y + 4))\">#\(number)</text>"
      }
      svg += "</g>\n"
    }
    for (position, node) in picture.nodes.enumerated() {
      svg += self.svg(node, position, drawing.boxes[position])
    }
    return svg + "</svg>\n"
  }

  private func title(of edge: GraphPicture.Edge) -> String {
    let number = edge.number.map { "#\($0) " } ?? ""
    return number + PageText.escaped(PageText.plain(edge.text, limit: 160))
  }

  private func svg(_ node: GraphPicture.Node, _ position: Int, _ box: GraphDrawing.Box) -> String {
    let (x, y) = (box.middle.x, box.middle.y)
    let property = nodeProperties[position]
    var svg = "<g class=\"n \(node.kind.rawValue)\" id=\"n\(position)\">"
    svg += "<title>\(PageText.escaped(PageText.plain(node.name, limit: 200)))</title>"
    svg += "<rect x=\"\(text(x - box.width / 2))\" y=\"\(text(y - box.height / 2))\""
    svg += " width=\"\(text(box.width))\" height=\"\(text(box.height))\""
    svg += " rx=\"\(node.kind == .observer ? text(box.height / 2) : "4")\"/>"
    let nameY = property == nil ? y + 4 : y - 4
    svg +=
      "<text x=\"\(text(x))\" y=\"\(text(nameY))\">\(PageText.escaped(nodeName(position)))</text>"
    if let property {
      let value = shown(finalValues[property]).cut(to: columns(of: position))
      svg +=
        "<text class=\"v\" x=\"\(text(x))\" y=\"\(text(y + 12))\">\(PageText.escaped(value))</text>"
    }
    return svg + "</g>\n"
  }

  private func marker(_ name: String) -> String {
    "<marker id=\"\(name)\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\""
      + " markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path d=\"M0 0.5 8 4 0 7.5z\"/></marker>"
  }

  private func path(_ points: [GraphDrawing.Point]) -> String {
    var path = ""
    for (position, point) in points.enumerated() {
      path += position == 0 ? "M" : position == 1 ? "C" : " "
      path += "\(text(point.x)) \(text(point.y))"
    }
    return path
  }

  /// A length with at most one decimal.
  private func text(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }
}
