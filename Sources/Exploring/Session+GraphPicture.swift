import BindingEngine
import Interpreter
import Rendering

// The live graph as data to be drawn.
extension Session {
  /// The graph in its present state, with all names and values.
  ///
  /// - Parameter subject: The properties to show, with what reaches them and what they
  ///   reach; nil for all.
  /// - Complexity: O(*n* log *n*) in the properties and bindings.
  package func graphPicture(of subject: [UInt32]? = nil) -> GraphPicture {
    var maker = GraphPictureMaker(self)
    var picture = maker.make()
    picture.findCycles()
    guard let subject else { return picture }
    return picture.part(around: subject.compactMap { maker.place(of: $0) })
  }

  /// The bindings, observers and `computed` links that fired in the last turn.
  func linksOfLastTurn() -> Set<UInt32> {
    if let events = eventsOfLastTurn() {
      let kinds: [TraceEvent.Kind] = [.fire, .observe, .compute, .answer]
      return Set(
        events.lazy.filter { $0.link != 0 && kinds.contains($0.kind) }
          .map { [core] in core.pointee.lead(of: $0.link) })
    }
    guard let trace = state.lastRendered, trace.number == state.turned.lastTurn.counts.number else {
      return []
    }
    var numbers: Set<Int> = []
    var computed: Set<String> = []
    for entry in trace.entries {
      switch entry.kind {
      case .fire, .observe: if let number = entry.number { numbers.insert(number) }
      case .compute: if let property = entry.property { computed.insert(property) }
      default: break
      }
    }
    if numbers.isEmpty, computed.isEmpty { return [] }
    return Set(
      livingLinks().filter { link in
        let record = core.pointee.links[link]
        return record.flags.contains(.computed)
          ? computed.contains(core.pointee.describe(property: record.target))
          : numbers.contains(core.pointee.number(of: link))
      })
  }

  /// What changed in the last turn, by name, if it was traced.
  func propertiesOfLastTurn() -> Set<String> {
    let kinds: [TraceEvent.Kind] = [.write, .compute, .event]
    if let events = eventsOfLastTurn() {
      let slots = Set(events.lazy.filter { kinds.contains($0.kind) }.map(\.property))
      return Set(slots.map { core.pointee.describe(property: $0) })
    }
    guard let trace = state.lastRendered, trace.number == state.turned.lastTurn.counts.number else {
      return []
    }
    return Set(trace.entries.lazy.filter { kinds.contains($0.kind) }.compactMap(\.property))
  }

  /// The events of the last turn, or of the stopped turn until now, if it is remembered.
  private func eventsOfLastTurn() -> [TraceEvent]? {
    if let walk { return Array(walk.events[...walk.position]) }
    guard journalIsOpen, core.pointee.journal.count > 0 else { return nil }
    return core.pointee.rememberedTurn(at: core.pointee.journal.count - 1).events
  }

  /// Bindings, observers and links of `computed` properties, in the order in which they were made.
  func livingLinks() -> [UInt32] {
    (1..<UInt32(max(core.pointee.links.count, 1))).filter {
      core.pointee.links[$0].flags.isDisjoint(with: [.dead, .step, .reverse])
    }
    .sorted { core.pointee.links[$0].serial < core.pointee.links[$1].serial }
  }
}

/// Makes nodes from properties and edges from bindings.
struct GraphPictureMaker {
  /// The most characters of a value.
  static let valueLimit = 200
  static let textLimit = 60

  let session: Session
  var picture = GraphPicture()
  private(set) var places: [UInt32: Int] = [:]
  /// The nodes at which the code of observers and bindings begins.
  private(set) var beginnings: [UInt32: [Int]] = [:]
  let fired: Set<UInt32>
  let changed: Set<String>

  init(_ session: Session) {
    self.session = session
    fired = session.linksOfLastTurn()
    changed = fired.isEmpty ? [] : session.propertiesOfLastTurn()
  }

  private var core: GraphCore { _read { yield session.graphState } }

  func place(of slot: UInt32) -> Int? { places[slot] }

  /// One end of a binding in its present state.
  private struct End {
    /// What is read or written; for an expression, everything that it reads.
    var slots: [UInt32] = []
    /// The properties that are only steps of its path.
    var way: [UInt32] = []
    var isBroken = false
    /// The property that is nil.
    var brokenAt: UInt32 = 0
    /// The text of the end if there is no property.
    var text = ""
    /// The protocols by which alone objects on the way are known.
    var protocols: [String] = []
    /// Whether what is read is more than a property.
    var isWorkedOut = false
  }

  mutating func make() -> GraphPicture {
    // A `computed` that reads nothing depends on nothing.
    let links = session.livingLinks().filter {
      !core.links[$0].flags.contains(.computed) || !core.sources(of: $0).isEmpty
    }
    let ends = links.map { (source: source(of: $0), target: target(of: $0)) }
    var slots: Set<UInt32> = []
    for (source, target) in ends {
      slots.formUnion(source.slots)
      slots.formUnion(source.way)
      if source.brokenAt != 0 { slots.insert(source.brokenAt) }
      slots.formUnion(target.slots)
      slots.formUnion(target.way)
    }
    let code = session.drawnCode(from: links)
    for way in code where !way.isStatus {
      for place in [way.origin, way.target] { if let slot = place?.slot { slots.insert(slot) } }
    }
    let ordered = inMakingOrder(slots)
    for slot in ordered {
      places[slot] = picture.nodes.count
      picture.nodes.append(node(slot))
    }
    evaluateStale(ordered)
    for (link, end) in zip(links, ends) { add(link, from: end.source, to: end.target) }
    addCode(code)
    return picture
  }

  // MARK: Ends

  private func source(of link: UInt32) -> End {
    let record = core.links[link]
    let detail = record.detail == 0 ? nil : core.details[record.detail]
    switch detail?.source ?? .property {
    case .property: return record.source == 0 ? End() : End(slots: [record.source])
    case .path(let index): return end(core.paths[Int(index)], observed: core.sources(of: link))
    case .block:
      let isComputed = record.flags.contains(.computed)
      return End(
        slots: core.sources(of: link), text: isComputed ? "" : session.sourceText(of: link),
        isWorkedOut: !isComputed)
    case .nothing: return End()
    }
  }

  private func target(of link: UInt32) -> End {
    let record = core.links[link]
    let detail = record.detail == 0 ? nil : core.details[record.detail]
    switch detail?.target ?? .property {
    case .property:
      let isReleased =
        record.target == 0 || core.properties[record.target].flags.contains(.dead)
      return isReleased ? End(isBroken: true, text: "(released)") : End(slots: [record.target])
    case .path(let index):
      let isTwoWay = record.flags.contains(.forward)
      let path = core.paths[Int(index)]
      return end(path, observed: isTwoWay ? core.sources(of: link + 1) : [])
    case .block, .nothing: return End()
    }
  }

  private func end(_ path: KeyPathRecord, observed: [UInt32]) -> End {
    let (last, isBroken) = core.reach(along: path)
    return End(
      slots: last == 0 || isBroken ? [] : [last],
      // The object that holds a command's status never changes.
      way: observed.filter { $0 != last && core.info(of: $0).role != .command },
      isBroken: isBroken, brokenAt: isBroken ? last : 0,
      text: session.text(of: path), protocols: protocols(along: path),
      isWorkedOut: last != 0 && !isBroken && !path.meansEvent
        && core.info(of: last).name != path.names.last)
  }

  private func protocols(along path: KeyPathRecord) -> [String] {
    var slots: [UInt32] = []
    var object = path.root
    for name in path.names.dropLast() where core.isAlive(object) {
      guard let slot = core.slot(name, of: object) else { break }
      slots.append(slot)
      guard case .object(let next) = core.read(slot) else { break }
      object = next
    }
    return session.protocolNames(over: slots)
  }

  // MARK: Nodes

  /// Properties in the order in which their objects were made, and then in the order of declaration.
  private func inMakingOrder(_ slots: Set<UInt32>) -> [UInt32] {
    let owners = Set(slots.map { core.properties[$0].owner }).sorted {
      (core.makingOrder(of: $0), $0) < (core.makingOrder(of: $1), $1)
    }
    return owners.flatMap { owner in core.slots(of: owner).filter { slots.contains($0) } }
  }

  private func node(_ slot: UInt32) -> GraphPicture.Node {
    let info = core.info(of: slot)
    if let name = session.notificationName(at: slot) {
      let text = "notification \(session.names.text(of: name))"
      return GraphPicture.Node(name: text, object: "", kind: .event)
    }
    let owner = core.properties[slot].owner
    let object = core.describe(
      core.objectID(at: owner))
    let kind: GraphPicture.NodeKind =
      switch info.role {
      case .property: info.computed.exists ? .computed : .property
      case .event: .event
      case .action: .action
      case .command: .command
      }
    let name = "\(object).\(session.names.text(of: info.name))"
    return GraphPicture.Node(
      name: name, object: object, kind: kind,
      // An object that is named by its place would be shown as that place, which is no information.
      value: value(of: slot, info.role).flatMap { $0 == name ? nil : $0 })
  }

  private func value(of slot: UInt32, _ role: MemberKind) -> String? {
    switch role {
    case .event, .action: return nil
    case .command:
      guard case .object(let command) = core.read(slot),
        let status = core.slot(session.names.intern("status"), of: command)
      else { return nil }
      return core.describe(core.read(status))
    case .property:
      guard !core.properties[slot].marks.contains(.stale) else { return nil }
      return core.shortLiteral(core.read(slot), limit: GraphPictureMaker.valueLimit)
    }
  }

  /// A `computed` that nothing has read since is evaluated in a turn that is rolled back.
  private mutating func evaluateStale(_ slots: [UInt32]) {
    let stale = slots.filter { core.properties[$0].marks.contains(.stale) }
    guard !stale.isEmpty else { return }
    var values: [(place: Int, text: String)] = []
    session.dry { _ in
    } then: { _ in
      for slot in stale {
        guard let place = places[slot], let value = session.evaluated(slot) else { continue }
        values.append((place, core.shortLiteral(value, limit: GraphPictureMaker.valueLimit)))
      }
    }
    for (place, text) in values { picture.nodes[place].value = text }
  }

  /// A node for something other than a property: an observer, or an end that does not exist now.
  private mutating func addNode(
    _ name: String, kind: GraphPicture.NodeKind = .property, text: String = "",
    isMissing: Bool = false
  ) -> Int {
    var node = GraphPicture.Node(name: name, object: "", kind: kind)
    node.text = text
    node.isMissing = isMissing
    picture.nodes.append(node)
    return picture.nodes.count - 1
  }

  // MARK: Edges

  private mutating func add(_ link: UInt32, from source: End, to target: End) {
    let record = core.links[link]
    let isComputed = record.flags.contains(.computed)
    let number = isComputed ? nil : core.number(of: link)
    var edge = GraphPicture.Edge(
      source: 0, target: 0, number: number,
      text: session.describe(link: link, limit: GraphPictureMaker.textLimit))
    edge.stages = isComputed ? [] : session.stageTexts(of: link)
    edge.name = core.linkNames[link].map { session.names.text(of: $0) } ?? ""
    edge.reading = source.isWorkedOut ? source.text : ""
    edge.isTwoWay = record.flags.contains(.forward)
    edge.isOnce = record.flags.contains(.once)
    edge.isWaiting =
      source.isBroken && record.detail != 0 && core.details[record.detail].isWaiting
    if record.flags.contains(.observer) {
      let text = session.observerText(of: link)
      edge.target = addNode("#\(number ?? 0)", kind: .observer, text: text)
    } else if let slot = target.slots.first, let place = places[slot] {
      edge.target = place
    } else {
      edge.target = addNode(target.text.isEmpty ? "nothing" : target.text, isMissing: true)
    }
    edge.protocols = target.protocols
    edge.isBroken = source.isBroken || target.isBroken
    let nilSlot = source.isBroken ? source.brokenAt : target.brokenAt
    if edge.isBroken, nilSlot != 0 { edge.brokenAt = core.describe(property: nilSlot) }
    var mains = source.slots.compactMap { places[$0] }
    if mains.isEmpty {
      // The property that is nil stands for the rest of the path: setting it completes the path.
      if source.isBroken, let place = places[source.brokenAt] {
        mains = [place]
      } else {
        mains = [addNode(source.text.isEmpty ? "nothing" : source.text, isMissing: source.isBroken)]
      }
    }
    beginnings[link] = record.flags.contains(.observer) ? [edge.target] : mains
    add(edge, from: mains, way: source.way.compactMap { places[$0] }, isFired: fired.contains(link))
    for place in target.way.compactMap({ places[$0] }) where place != edge.target {
      edge.source = place
      var way = edge
      (way.target, way.isTwoWay, way.isWay) = (mains[0], false, true)
      way.isLit = fired.contains(link) && changed.contains(picture.nodes[place].name)
      picture.edges.append(way)
    }
  }

  /// If some of several sources changed, only those are highlighted.
  private mutating func add(
    _ edge: GraphPicture.Edge, from mains: [Int], way: [Int], isFired: Bool
  ) {
    func isChanged(_ place: Int) -> Bool { changed.contains(picture.nodes[place].name) }
    let hasChange = (mains + way).contains(where: isChanged)
    for place in mains {
      var edge = edge
      edge.source = place
      edge.isLit = isFired && (!hasChange || isChanged(place) || edge.isTwoWay)
      picture.edges.append(edge)
    }
    for place in way where !mains.contains(place) {
      var edge = edge
      (edge.source, edge.isWay, edge.isTwoWay) = (place, true, false)
      edge.isLit = isFired && isChanged(place)
      picture.edges.append(edge)
    }
  }
}

extension Session {
  /// The names of a binding's transformers, in the order written.
  fileprivate func stageTexts(of link: UInt32) -> [String] {
    let record = core.pointee.links[link]
    guard record.detail != 0 else { return [] }
    let detail = core.pointee.details[record.detail]
    var written: [String] = []
    if let origin = linkOrigin(of: link), origin.tree.tree[origin.node].kind == .binding {
      let tree = origin.tree.tree
      written = tree.binding(origin.node).stages.map {
        shortText(of: $0, in: tree, limit: 30)
      }
    }
    var texts = (0..<detail.stageCount).map { position in
      if written.indices.contains(Int(position)) { return written[Int(position)] }
      let stage = core.pointee.stages[detail.firstStage + position]
      let name = core.pointee.transformers[stage.transformer].name
      return (stage.isReversed ? "!" : "") + (name == .none ? "{ }" : names.text(of: name))
    }
    if detail.transform.exists { texts.append("transform { }") }
    return texts
  }

  /// What an observer is, and its block: `observe { print value }`.
  fileprivate func observerText(of link: UInt32) -> String {
    guard let origin = linkOrigin(of: link) else { return "observe" }
    let tree = origin.tree.tree
    let word = tree.observingWords(origin.node) ?? "observe"
    let block = tree.observingBlock(origin.node)
    return block.exists ? "\(word) \(shortText(of: block, in: tree, limit: 40))" : word
  }

  /// The expression that a binding reads, as in the source.
  fileprivate func sourceText(of link: UInt32) -> String {
    guard let origin = linkOrigin(of: link), origin.tree.tree[origin.node].kind == .binding else {
      return "an expression"
    }
    let tree = origin.tree.tree
    return shortText(of: tree.binding(origin.node).source, in: tree, limit: 40)
  }
}
