import BindingEngine
import Rendering

/// Every binding, observer and `computed` of a trace, with the graph that they make all together.
struct TraceLinkBook {
  private let trace: RecordedTrace
  private(set) var links: [ReportPage.Link] = []
  private(set) var picture = GraphPicture()
  /// For each edge of the picture its link.
  private(set) var linksOfEdges: [Int] = []
  /// The recorded link of each, in the same order, and the other way round.
  private var handles: [UInt32] = []
  private var places: [UInt32: Int] = [:]
  private var nodes: [UInt32: Int] = [:]
  private var edges: [EdgeKey: Int] = [:]
  private var edgesOfLink: [[Int]] = []
  /// Links that listen to one property at the end of a way: some event names it.
  private var ways: Set<UInt32> = []
  private var kinds: [UInt32: GraphPicture.NodeKind] = [:]

  private struct EdgeKey: Hashable {
    var link: Int
    var source: Int
    var target: Int
  }

  init(_ trace: RecordedTrace) {
    self.trace = trace
    for turn in trace.turns {
      for event in turn.events where event.property != 0 {
        switch event.kind {
        case .fire, .observe: ways.insert(trace.lead(of: event.link))
        case .compute: kinds[event.property] = .computed
        case .event: kinds[event.property] = .event
        case .call: kinds[event.property] = .action
        default: break
        }
      }
    }
  }

  /// The link of an event, and the edge along which it goes.
  ///
  /// - Parameter reads: What the event says that a `computed` has read.
  mutating func find(
    _ event: TraceEvent, causedBy cause: TraceEvent?, reading reads: [UInt32]
  ) -> (link: Int?, edge: Int?) {
    guard event.link != 0 else { return (nil, nil) }
    let handle = trace.lead(of: event.link)
    let place = places[handle] ?? add(handle)
    if event.kind == .compute { connect(place, from: reads, to: event.property) }
    return (place, edge(of: event, causedBy: cause, place))
  }

  /// Finds the cycles that are there at the end, and what nil keeps from passing.
  mutating func finish() {
    let alive = picture.edges.indices.filter {
      trace.link(handles[linksOfEdges[$0]])?.isAlive ?? false
    }
    var last = picture
    last.edges = alive.map { picture.edges[$0] }
    last.findCycles()
    for (edge, place) in zip(last.edges, alive) {
      picture.edges[place].isOnCycle = edge.isOnCycle
      picture.edges[place].isBroken = trace.brokenStep(of: handles[linksOfEdges[place]]) != 0
    }
  }

  // MARK: Edges

  private mutating func add(_ handle: UInt32) -> Int {
    let place = links.count
    let link = trace.links[Int(handle)]
    places[handle] = place
    handles.append(handle)
    links.append(ReportPage.Link(number: link.number, text: link.text, placeText: link.place))
    edgesOfLink.append([])
    // What stands on a way is not passed on.
    let sources = ways.contains(handle) ? link.known.sources.suffix(1) : link.known.sources[...]
    connect(place, from: sources, to: link.known.target)
    return place
  }

  private mutating func connect(
    _ place: Int, from sources: some Sequence<UInt32>, to target: UInt32
  ) {
    let link = trace.links[Int(handles[place])]
    if link.known.kind == .observer {
      var node: Int?
      for source in sources where source != 0 {
        guard hasRoom else { return }
        let end = node ?? observer(links[place].number.map { "#\($0)" } ?? link.text)
        node = end
        connect(place, self.node(of: source), end)
      }
      return
    }
    guard target != 0 else { return }
    for source in sources where source != 0 {
      guard hasRoom else { return }
      connect(place, node(of: source), node(of: target))
    }
  }

  private var hasRoom: Bool { picture.edges.count < ReportPage.mostEdgesKept }

  private mutating func connect(_ place: Int, _ source: Int, _ target: Int) {
    let key = EdgeKey(link: place, source: source, target: target)
    guard edges[key] == nil else { return }
    let link = trace.links[Int(handles[place])]
    edges[key] = picture.edges.count
    edgesOfLink[place].append(picture.edges.count)
    linksOfEdges.append(place)
    var edge = GraphPicture.Edge(
      source: source, target: target, number: link.number, text: link.text)
    edge.isTwoWay = link.known.isTwoWay
    edge.isOnce = link.text.hasPrefix("once ")
    picture.edges.append(edge)
  }

  private mutating func edge(
    of event: TraceEvent, causedBy cause: TraceEvent?, _ place: Int
  ) -> Int? {
    if event.kind == .fire, event.property != 0, event.other != 0 {
      if let known = known(place, event.property, event.other) { return known }
      connect(place, from: [event.property], to: event.other)
      return known(place, event.property, event.other)
    }
    let own = edgesOfLink[place]
    if own.count < 2 { return own.first }
    // Of a link with several sources the one that set it off.
    let source = cause.flatMap { nodes[$0.property] }
    return own.first { picture.edges[$0].source == source } ?? own.first
  }

  /// A two-way binding is one edge, whichever way it goes.
  private func known(_ place: Int, _ source: UInt32, _ target: UInt32) -> Int? {
    guard let source = nodes[source], let target = nodes[target] else { return nil }
    return edges[EdgeKey(link: place, source: source, target: target)]
      ?? edges[EdgeKey(link: place, source: target, target: source)]
  }

  private mutating func node(of property: UInt32) -> Int {
    if let known = nodes[property] { return known }
    nodes[property] = picture.nodes.count
    let object = trace.object(of: property).map { trace.objectNames[Int($0.index)] } ?? ""
    picture.nodes.append(
      GraphPicture.Node(
        name: trace.name(ofProperty: property), object: object,
        kind: kinds[property] ?? .property))
    return picture.nodes.count - 1
  }

  private mutating func observer(_ name: String) -> Int {
    // One node for all that an observer listens to.
    if let known = picture.nodes.firstIndex(where: { $0.kind == .observer && $0.name == name }) {
      return known
    }
    picture.nodes.append(GraphPicture.Node(name: name, object: "", kind: .observer))
    return picture.nodes.count - 1
  }
}
