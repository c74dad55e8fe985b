import BindingEngine
import Text

// The graph: drawn if there is a layout, and always as a table of the bindings.
extension ReportPage {
  /// A larger graph is unreadable as a drawing, and takes too long to lay out.
  package static let mostNodes = 400
  package static let mostEdges = 500
  /// The most characters of a value that a node shows.
  private static let longestInNode = 18
  private static let longestName = 40

  /// The input for `dot -Tplain`; nil if there is nothing to draw, or too much.
  package var layout: GraphLayout? {
    let hasRoom =
      picture.nodes.count <= ReportPage.mostNodes && picture.edges.count <= ReportPage.mostEdges
    guard hasRoom, !picture.edges.isEmpty else { return nil }
    return GraphLayout(picture, columns: picture.nodes.indices.map { columns(of: $0) })
  }

  /// Why a graph without a `layout` is not drawn.
  package var reasonForNoLayout: String {
    picture.edges.isEmpty
      ? "There are no bindings"
      : "The graph is too large to be drawn: \(PageText.grouped(picture.nodes.count)) properties and"
        + " observers, \(PageText.grouped(picture.edges.count)) arrows. The tables list all of them"
  }

  /// Connects the picture's nodes with the properties whose values they show, and finds the nodes that
  /// nothing changes.
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
    // The first change is that it was made.
    isCalm = counts.map { $0 < 2 }
    for property in nodeProperties { if let property { isCalm[property] = false } }
  }

  /// The width of a node in characters: its name, or the longest value that it will show.
  func columns(of node: Int) -> Int {
    let name = nodeName(node).displayWidth
    guard let property = nodeProperties[node] else { return name }
    return max(name, min(longestValues[property], ReportPage.longestInNode), 3)
  }

  private func nodeName(_ node: Int) -> String {
    PageText.plain(picture.nodes[node].name).cut(to: ReportPage.longestName)
  }

  func graphSection() -> String {
    var html = "<p class=\"about\">\(Markup.escaped(missingDrawing)).</p>\n"
    if let drawing {
      html = """
        <div class="scroll" id="drawing" tabindex="0" role="group" aria-label="Drawing of the graph">
        \(svg(drawing))</div>

        """
      if !legend.isEmpty { html += "<p class=\"about\">\(legend)</p>\n" }
    }
    return ReportPage.section("graph", "Graph", html + (links.isEmpty ? "" : linksTable()))
  }

  /// The meaning of the kinds of lines that the drawing contains.
  private var legend: String {
    var parts: [String] = []
    let isDashed = picture.edges.contains {
      $0.number == nil || picture.nodes[$0.target].kind == .observer
    }
    if isDashed { parts.append("dashed: computed or observed") }
    if picture.edges.contains(where: \.isOnce) { parts.append("dotted: passes one value") }
    if picture.edges.contains(where: \.isBroken) {
      parts.append("dash and dot: nil was on its path at the end")
    }
    if picture.edges.contains(where: \.isOnCycle) {
      parts.append("<span class=\"odd\">amber: on a cycle</span>")
    }
    return parts.joined(separator: "; ")
  }

  private func linksTable() -> String {
    let rows = links.map { link in
      let number = link.number.map { "#\($0)" } ?? ""
      let text = PageText.html(link.text, limit: 160)
      var place = PageText.html(link.placeText, limit: 200)
      if let known = link.place, files.indices.contains(known.file) {
        let name = PageText.html(files[known.file].name, limit: 120)
        let line = known.lines.lowerBound
        place = "<a href=\"#s\(known.file)-\(line)\">\(name):\(line)</a>"
      }
      return "<tr><td class=\"r\">\(number)<td><code>\(text)</code><td>\(place)</tr>\n"
    }
    let count = PageText.grouped(links.count)
    let summary = "<summary>Bindings and observers <span class=\"count\">\(count)</span></summary>"
    return """
      <details class="fold"\(drawing == nil ? " open" : "")>\(summary)
      <div class="scroll"><table><thead><tr><th>no.<th>binding<th>at</tr></thead>
      <tbody>
      \(rows.joined())</tbody></table></div></details>

      """
  }

  // MARK: SVG

  private func svg(_ drawing: GraphDrawing) -> String {
    let margin = 6.0
    let size = (width: drawing.width + 2 * margin, height: drawing.height + 2 * margin)
    let (width, height) = (text(size.width), text(size.height))
    let box = "\(text(-margin)) \(text(-margin)) \(width) \(height)"
    let label = "\(picture.nodes.count) nodes, \(picture.edges.count) arrows"
    var svg = """
      <svg width="\(width)" height="\(height)" viewBox="\(box)" role="img" aria-label="\(label)">
      <defs>\(["tip", "tip-cycle", "tip-lit", "tip-now"].map(marker).joined())</defs>

      """
    for (position, edge) in picture.edges.enumerated() {
      let isObserver = picture.nodes[edge.target].kind == .observer
      let traits = [
        (" computed", edge.number == nil), (" two", edge.isTwoWay), (" once", edge.isOnce),
        (" cycle", edge.isOnCycle), (" broken", edge.isBroken), (" observer", isObserver),
      ]
      let classes = "e" + traits.filter(\.1).map(\.0).joined()
      let curve = drawing.curves[position]
      svg += "<g class=\"\(classes)\" id=\"e\(position)\"><title>\(title(of: edge))</title>"
      svg += "<path d=\"\(path(curve.points))\"/>"
      if let label = curve.label, let number = edge.number, !isObserver {
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
    return number + PageText.html(edge.text, limit: 160)
  }

  private func svg(_ node: GraphPicture.Node, _ position: Int, _ box: GraphDrawing.Box) -> String {
    let (x, y) = (box.middle.x, box.middle.y)
    let property = nodeProperties[position]
    let (left, top) = (text(x - box.width / 2), text(y - box.height / 2))
    let radius = node.kind == .observer ? text(box.height / 2) : "4"
    let nameY = text(property == nil ? y + 4 : y - 4)
    var svg = "<g class=\"n \(node.kind.rawValue)\" id=\"n\(position)\">"
    svg += "<title>\(PageText.html(node.name, limit: 200))</title>"
    svg += "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(text(box.width))\""
    svg += " height=\"\(text(box.height))\" rx=\"\(radius)\"/>"
    svg += "<text x=\"\(text(x))\" y=\"\(nameY)\">\(Markup.escaped(nodeName(position)))</text>"
    if let property {
      let value = Markup.escaped(shown(finalValues[property]).cut(to: columns(of: position)))
      svg += "<text class=\"v\" x=\"\(text(x))\" y=\"\(text(y + 12))\">\(value)</text>"
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
