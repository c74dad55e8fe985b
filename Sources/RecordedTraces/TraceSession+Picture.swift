import Rendering

extension TraceSession {
  /// The graph of all bindings that the trace shows being made, or firing.
  ///
  /// - Parameter property: Only what it reaches and what reaches it; nil for everything.
  func picture(around property: UInt32?) -> GraphPicture {
    var picture = GraphPicture()
    let index = wholeIndex
    var nodes: [UInt32: Int] = [:]
    func node(_ property: UInt32) -> Int {
      if let known = nodes[property] { return known }
      let name = trace.name(ofProperty: property)
      let object = trace.object(of: property).map { trace.objectNames[Int($0.index)] } ?? ""
      let isComputed = trace.writers(of: property).contains {
        trace.link($0)?.kind == .computed
      }
      picture.nodes.append(
        GraphPicture.Node(
          name: name, object: object, kind: isComputed ? .computed : .property,
          value: value(of: property, in: index).plain))
      nodes[property] = picture.nodes.count - 1
      return picture.nodes.count - 1
    }
    let last = trace.lastPosition.map { trace.turns[$0] }
    let lit = Set(
      (last?.events ?? []).filter { [.fire, .observe, .compute].contains($0.kind) }.map {
        $0.link & ~1
      })
    for handle in stride(from: 2, to: UInt32(trace.links.count), by: 2) {
      let link = trace.links[Int(handle)]
      guard let known = trace.link(handle), known.isAlive,
        (link.made ?? 0) <= trace.now ?? (.max - 1), !known.sources.isEmpty
      else { continue }
      var target = 0
      if known.kind == .observer {
        picture.nodes.append(
          GraphPicture.Node(
            name: link.number.map { "#\($0)" } ?? link.text, object: "", kind: .observer))
        target = picture.nodes.count - 1
      } else {
        guard known.target != 0 else { continue }
        target = node(known.target)
      }
      for source in known.sources {
        var edge = GraphPicture.Edge(
          source: node(source), target: target, number: link.number, text: link.text)
        edge.isTwoWay = known.isTwoWay
        edge.isOnce = link.text.hasPrefix("once ")
        edge.isLit = lit.contains(handle)
        picture.edges.append(edge)
      }
    }
    picture.findCycles()
    guard let property else { return picture }
    return picture.part(around: nodes[property].map { [$0] } ?? [])
  }
}
