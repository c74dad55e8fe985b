import BindingEngine
import Interpreter
import Rendering

/// Every binding, observer and `computed` of a run, including those that are gone by its end, and
/// the graph of all of them.
final class LinkBook {
  /// How long a stage or an expression may be before it is cut.
  private static let longest = 60

  /// The nodes by their names, which stay where `reset` makes everything again.
  private var drawn = LinkPicture<String>()
  private var core: UnsafePointer<GraphCore>?
  private var places: [Key: Int] = [:]

  private enum Key: Hashable {
    case numbered(Int)
    case computed(String)
  }

  func beginTurn(_ session: Session) {
    guard core != UnsafePointer(session.core) else { return }
    // `reset`: numbers start again.
    core = UnsafePointer(session.core)
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
    let known = places[key]
    let place =
      known
      ?? drawn.add(
        ReportPage.Link(
          number: isComputed ? nil : core.pointee.number(of: lead),
          text: session.describe(link: lead, limit: LinkBook.longest),
          place: session.place(of: lead).map { files.place($0.file, $0.span) }))
    places[key] = place
    if known == nil || event.kind == .move || event.kind == .compute {
      connect(place, lead, session)
    }
    return (place, edge(of: event, causedBy: cause, place))
  }

  /// Takes over the descriptions of the edges that exist at the end.
  func finish(_ session: Session) {
    guard core == UnsafePointer(session.core) else { return }
    let edges = session.graphPicture().edges
    let cyclic = Set(edges.filter(\.isOnCycle).compactMap(\.number))
    let broken = Set(edges.filter(\.isBroken).compactMap(\.number))
    for place in drawn.picture.edges.indices {
      guard let number = drawn.picture.edges[place].number, places[.numbered(number)] != nil else {
        continue
      }
      drawn.picture.edges[place].isOnCycle = cyclic.contains(number)
      drawn.picture.edges[place].isBroken = broken.contains(number)
    }
  }

  func fill(_ page: inout ReportPage) { drawn.fill(&page) }

  // MARK: Edges

  private func connect(_ place: Int, _ lead: UInt32, _ session: Session) {
    guard let core else { return }
    let record = core.pointee.links[lead]
    let isObserver = record.flags.contains(.observer)
    guard isObserver || record.target != 0 else { return }
    let property = isObserver ? nil : node(of: record.target)
    for slot in valueSources(of: lead) where slot != 0 {
      let source = node(of: slot)
      let target = property ?? observer("#\(core.pointee.number(of: lead))")
      guard let edge = drawn.connect(place, from: source, to: target), !isObserver else { continue }
      drawn.picture.edges[edge].isTwoWay = record.flags.contains(.forward)
      drawn.picture.edges[edge].isOnce = record.flags.contains(.once)
    }
  }

  /// What a link reads; of a path only its end, because the other steps are not passed on.
  private func valueSources(of lead: UInt32) -> [UInt32] {
    guard let core else { return [] }
    let sources = core.pointee.sources(of: lead)
    let detail = core.pointee.links[lead].detail
    if detail != 0, case .path = core.pointee.details[detail].source { return sources.suffix(1) }
    return sources
  }

  private func edge(of event: TraceEvent, causedBy cause: TraceEvent?, _ place: Int) -> Int? {
    if event.kind == .fire, event.property != 0, event.other != 0 {
      let (source, target) = (node(of: event.property), node(of: event.other))
      return drawn.edge(of: place, between: source, and: target)
        ?? drawn.connect(place, from: source, to: target)
    }
    guard let core, let cause, cause.property != 0 else { return drawn.edge(of: place, from: nil) }
    return drawn.edge(
      of: place, from: drawn.node(core.pointee.describe(property: cause.property)))
  }

  private func node(of slot: UInt32) -> Int {
    guard let core else { return 0 }
    let name = core.pointee.describe(property: slot)
    return drawn.node(name) {
      let kind: GraphPicture.NodeKind =
        switch core.pointee.info(of: slot).role {
        case .property:
          core.pointee.properties[slot].flags.contains(.computed) ? .computed : .property
        case .event: .event
        case .action: .action
        case .command: .command
        }
      let owner = core.pointee.properties[slot].owner
      let object = owner == 0 ? "" : core.pointee.describe(core.pointee.objectID(at: owner))
      return GraphPicture.Node(name: name, object: object, kind: kind)
    }
  }

  private func observer(_ name: String) -> Int {
    drawn.node(name) { GraphPicture.Node(name: name, object: "", kind: .observer) }
  }
}
