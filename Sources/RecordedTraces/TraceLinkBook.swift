import BindingEngine
import Rendering

/// Every binding, observer and `computed` of a trace, and the graph of all of them.
struct TraceLinkBook {
  private let trace: RecordedTrace
  private var drawn = LinkPicture<NodeKey>()
  /// The recorded link of each, in the same order, and the reverse.
  private var handles: [UInt32] = []
  private var places: [UInt32: Int] = [:]
  /// Links that listen to one property at the end of a path, which some event names.
  private var ways: Set<UInt32> = []
  private var kinds: [UInt32: GraphPicture.NodeKind] = [:]

  private enum NodeKey: Hashable {
    case property(UInt32)
    case observer(String)
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

  /// The link of an event, and the edge along which it acts.
  ///
  /// - Parameter reads: What a `computed` has read, according to the event.
  mutating func find(
    _ event: TraceEvent, causedBy cause: TraceEvent?, reading reads: [UInt32]
  ) -> (link: Int?, edge: Int?) {
    guard event.link != 0 else { return (nil, nil) }
    let handle = trace.lead(of: event.link)
    let place = places[handle] ?? add(handle)
    if event.kind == .compute { connect(place, from: reads, to: event.property) }
    return (place, edge(of: event, causedBy: cause, place))
  }

  /// Finds the cycles that exist at the end, and the bindings whose path contains nil.
  mutating func finish() {
    let alive = drawn.picture.edges.indices.filter {
      trace.link(handles[drawn.linksOfEdges[$0]])?.isAlive ?? false
    }
    var last = drawn.picture
    last.edges = alive.map { drawn.picture.edges[$0] }
    last.findCycles()
    for (edge, place) in zip(last.edges, alive) {
      let handle = handles[drawn.linksOfEdges[place]]
      drawn.picture.edges[place].isOnCycle = edge.isOnCycle
      drawn.picture.edges[place].isBroken = trace.brokenStep(of: handle) != 0
    }
  }

  func fill(_ page: inout ReportPage) { drawn.fill(&page) }

  // MARK: Edges

  private mutating func add(_ handle: UInt32) -> Int {
    let link = trace.links[Int(handle)]
    let place = drawn.add(
      ReportPage.Link(number: link.number, text: link.text, placeText: link.place))
    places[handle] = place
    handles.append(handle)
    // A property in the middle of a path is not passed on.
    let sources = ways.contains(handle) ? link.known.sources.suffix(1) : link.known.sources[...]
    connect(place, from: sources, to: link.known.target)
    return place
  }

  private mutating func connect(
    _ place: Int, from sources: some Sequence<UInt32>, to target: UInt32
  ) {
    let link = trace.links[Int(handles[place])]
    let isObserver = link.known.kind == .observer
    guard isObserver || target != 0 else { return }
    for source in sources where source != 0 {
      guard drawn.hasRoom else { return }
      // One node for everything that an observer listens to.
      let observer = isObserver ? observer(link.number.map { "#\($0)" } ?? link.text) : nil
      let start = node(of: source)
      let end = observer ?? node(of: target)
      guard let edge = drawn.connect(place, from: start, to: end) else { continue }
      drawn.picture.edges[edge].isTwoWay = link.known.isTwoWay
      drawn.picture.edges[edge].isOnce = link.text.hasPrefix("once ")
    }
  }

  private mutating func edge(
    of event: TraceEvent, causedBy cause: TraceEvent?, _ place: Int
  ) -> Int? {
    if event.kind == .fire, event.property != 0, event.other != 0 {
      if let known = known(place, event.property, event.other) { return known }
      connect(place, from: [event.property], to: event.other)
      return known(place, event.property, event.other)
    }
    return drawn.edge(of: place, from: cause.flatMap { drawn.node(.property($0.property)) })
  }

  private func known(_ place: Int, _ source: UInt32, _ target: UInt32) -> Int? {
    guard let source = drawn.node(.property(source)), let target = drawn.node(.property(target))
    else { return nil }
    return drawn.edge(of: place, between: source, and: target)
  }

  private mutating func node(of property: UInt32) -> Int {
    drawn.node(.property(property)) { [trace, kinds] in
      let object = trace.object(of: property).map { trace.objectNames[Int($0.index)] } ?? ""
      return GraphPicture.Node(
        name: trace.name(ofProperty: property), object: object,
        kind: kinds[property] ?? .property)
    }
  }

  private mutating func observer(_ name: String) -> Int {
    drawn.node(.observer(name)) { GraphPicture.Node(name: name, object: "", kind: .observer) }
  }
}
