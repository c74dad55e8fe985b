import BindingEngine
import Interpreter
import Rendering

/// Every binding, observer and `computed` of a run, those that are gone by its end, too, with the
/// graph that they make all together.
final class LinkBook {
  /// How long a stage or an expression may be before it is cut.
  private static let longest = 60

  private(set) var links: [ReportPage.Link] = []
  private(set) var picture = GraphPicture()
  /// For each edge of the picture its link.
  private(set) var linksOfEdges: [Int] = []
  private var core: UnsafeMutablePointer<GraphCore>?
  private var places: [Key: Int] = [:]
  private var nodes: [String: Int] = [:]
  private var edges: [EdgeKey: Int] = [:]
  /// The edges of each link.
  private var edgesOfLink: [[Int]] = []

  private enum Key: Hashable {
    case numbered(Int)
    case computed(String)
  }

  private struct EdgeKey: Hashable {
    var link: Int
    var source: Int
    var target: Int
  }

  func beginTurn(_ session: Session) {
    guard core != session.core else { return }
    // `reset`: numbers begin anew.
    core = session.core
    places = [:]
  }

  /// The link of an event, and the edge along which it goes.
  func find(
    _ event: TraceEvent, causedBy cause: TraceEvent?, _ files: FileBook, _ session: Session
  ) -> (link: Int?, edge: Int?) {
    guard event.link != 0, let core else { return (nil, nil) }
    let lead = core.pointee.lead(of: event.link)
    let isComputed = core.pointee.links[lead].flags.contains(.computed)
    let key: Key =
      isComputed
      ? .computed(core.pointee.describe(property: core.pointee.links[lead].target))
      : .numbered(core.pointee.number(of: lead))
    var place: Int
    if let known = places[key] {
      place = known
      if event.kind == .move || event.kind == .compute { connect(place, lead, session) }
    } else {
      place = links.count
      places[key] = place
      let origin = session.place(of: lead).map { files.place($0.file, $0.span) }
      links.append(
        ReportPage.Link(
          number: isComputed ? nil : core.pointee.number(of: lead),
          text: session.describe(link: lead, limit: LinkBook.longest), place: origin))
      edgesOfLink.append([])
      connect(place, lead, session)
    }
    return (place, edge(of: event, causedBy: cause, place, session))
  }

  /// Takes over what is to be said of the edges that are there at the end.
  func finish(_ session: Session) {
    guard core == session.core else { return }
    let edges = session.graphPicture().edges
    let cyclic = Set(edges.filter(\.isOnCycle).compactMap(\.number))
    let broken = Set(edges.filter(\.isBroken).compactMap(\.number))
    for place in picture.edges.indices {
      guard let number = picture.edges[place].number, places[.numbered(number)] != nil else {
        continue
      }
      picture.edges[place].isOnCycle = cyclic.contains(number)
      picture.edges[place].isBroken = broken.contains(number)
    }
  }

  // MARK: Edges

  private func connect(_ place: Int, _ lead: UInt32, _ session: Session) {
    guard let core else { return }
    let record = core.pointee.links[lead]
    let sources = valueSources(of: lead).filter { $0 != 0 }
    if record.flags.contains(.observer) {
      let name = "#\(core.pointee.number(of: lead))"
      for source in sources {
        add(place, node(of: source, session), node(name, object: "", kind: .observer), session)
      }
      return
    }
    guard record.target != 0 else { return }
    let target = node(of: record.target, session)
    for source in sources {
      let edge = add(place, node(of: source, session), target, session)
      if let edge {
        picture.edges[edge].isTwoWay = record.flags.contains(.forward)
        picture.edges[edge].isOnce = record.flags.contains(.once)
      }
    }
  }

  /// What a link reads; of a way only its end, since what stands on the way is not passed on.
  private func valueSources(of lead: UInt32) -> [UInt32] {
    guard let core else { return [] }
    let sources = core.pointee.sources(of: lead)
    let detail = core.pointee.links[lead].detail
    if detail != 0, case .path = core.pointee.details[detail].source { return sources.suffix(1) }
    return sources
  }

  private func edge(
    of event: TraceEvent, causedBy cause: TraceEvent?, _ place: Int, _ session: Session
  ) -> Int? {
    guard let core else { return nil }
    if event.kind == .fire, event.property != 0, event.other != 0 {
      let (source, target) = (node(of: event.property, session), node(of: event.other, session))
      // A two-way binding is one edge, whichever way it goes.
      return edges[EdgeKey(link: place, source: source, target: target)]
        ?? edges[EdgeKey(link: place, source: target, target: source)]
        ?? add(place, source, target, session)
    }
    let own = edgesOfLink[place]
    if own.count < 2 { return own.first }
    // Of a link with several sources the one that set it off.
    let source = cause.flatMap {
      $0.property == 0 ? nil : nodes[core.pointee.describe(property: $0.property)]
    }
    return own.first { picture.edges[$0].source == source } ?? own.first
  }

  @discardableResult
  private func add(_ place: Int, _ source: Int, _ target: Int, _ session: Session) -> Int? {
    let key = EdgeKey(link: place, source: source, target: target)
    if let known = edges[key] { return known }
    guard picture.edges.count < ReportPage.mostEdgesKept else { return nil }
    let edge = picture.edges.count
    edges[key] = edge
    edgesOfLink[place].append(edge)
    linksOfEdges.append(place)
    picture.edges.append(
      GraphPicture.Edge(
        source: source, target: target, number: links[place].number, text: links[place].text))
    return edge
  }

  private func node(of slot: UInt32, _ session: Session) -> Int {
    guard let core else { return 0 }
    let name = core.pointee.describe(property: slot)
    if let known = nodes[name] { return known }
    let info = core.pointee.info(of: slot)
    let kind: GraphPicture.NodeKind
    switch info.role {
    case .property:
      kind = core.pointee.properties[slot].flags.contains(.computed) ? .computed : .property
    case .event: kind = .event
    case .action: kind = .action
    case .command: kind = .command
    }
    let owner = core.pointee.properties[slot].owner
    let object = core.pointee.objectID(at: owner)
    return node(name, object: owner == 0 ? "" : core.pointee.describe(object), kind: kind)
  }

  private func node(_ name: String, object: String, kind: GraphPicture.NodeKind) -> Int {
    if let known = nodes[name] { return known }
    nodes[name] = picture.nodes.count
    picture.nodes.append(GraphPicture.Node(name: name, object: object, kind: kind))
    return picture.nodes.count - 1
  }
}
