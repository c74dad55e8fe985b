/// A binding or observer that has ended, as it was: its place in the graph may be used again.
struct EndedBinding {
  /// The handle that it had in the graph.
  var handle: UInt32
  /// The last turn in which the handle meant it.
  var turn: Int
  var id: BindingID
  var text: String
  var link: RecordedLink
  /// Whether it is the direction back of a two-way binding, which stands behind the other one.
  var isReverse = false
}

/// A graph with its journal as what questions are asked of.
struct GraphRecording: Recorded {
  let graph: Graph
  /// Links that have ended have handles of their own, from here on.
  private static let firstEnded: UInt32 = 1 << 31
  /// The places in `graph.endings` of those that had a handle.
  private let endedByHandle: [UInt32: [Int]]

  init(_ graph: Graph) {
    self.graph = graph
    endedByHandle = Dictionary(grouping: graph.endings.indices) { graph.endings[$0].handle }
  }

  private var core: UnsafeMutablePointer<GraphCore> { graph.core }

  private func ended(_ link: UInt32) -> EndedBinding? {
    link >= GraphRecording.firstEnded ? graph.endings[Int(link - GraphRecording.firstEnded)] : nil
  }

  // MARK: Turns

  var numbers: Range<Int> { graph.rememberedTurns }

  func turn(_ number: Int) -> RecordedTurn? {
    let range = numbers
    guard range.contains(number) else { return nil }
    let position = core.pointee.journal.count - (range.upperBound - number)
    var turn = core.pointee.rememberedTurn(at: position)
    guard turn.number == number else { return nil }
    guard !endedByHandle.isEmpty else { return turn }
    for position in turn.events.indices where turn.events[position].link != 0 {
      guard
        let candidates = endedByHandle[turn.events[position].link],
        // The first that ended after the turn: before it the handle meant others.
        let ended = candidates.first(where: { graph.endings[$0].turn >= number })
      else { continue }
      turn.events[position].link = GraphRecording.firstEnded + UInt32(ended)
    }
    return turn
  }

  // MARK: Structure

  func link(_ link: UInt32) -> RecordedLink? {
    if let ended = ended(link) { return ended.link }
    guard link != 0, link < UInt32(core.pointee.links.count) else { return nil }
    return core.pointee.recordedLink(link)
  }

  func lead(of link: UInt32) -> UInt32 {
    guard let ended = ended(link) else { return core.pointee.lead(of: link) }
    return ended.isReverse ? link - 1 : link
  }

  func writers(of property: UInt32) -> [UInt32] {
    core.pointee.writers(of: property) + ended { $0.target == property }
  }

  func listeners(of property: UInt32) -> [UInt32] {
    core.pointee.observers(of: property).map {
      core.pointee.links[$0].flags.contains(.step) ? core.pointee.links[$0].target : $0
    } + ended { $0.sources.contains(property) }
  }

  private func ended(where isWanted: (RecordedLink) -> Bool) -> [UInt32] {
    graph.endings.indices.filter { isWanted(graph.endings[$0].link) }
      .map { GraphRecording.firstEnded + UInt32($0) }
  }

  func object(of property: UInt32) -> ObjectID? {
    let owner = core.pointee.properties[property].owner
    guard owner != 0 else { return nil }
    return ObjectID(index: owner, generation: core.pointee.objects[owner].generation)
  }

  func brokenStep(of link: UInt32) -> UInt32 {
    link < GraphRecording.firstEnded ? core.pointee.brokenStep(of: link) : 0
  }

  var isInBatch: Bool { core.pointee.isInBatch }
  var isTickDue: Bool { core.pointee.isTickDue }

  // MARK: For the public

  /// The handle of a binding or observer; nil for what works out a `computed` property.
  func binding(_ link: UInt32) -> BindingID? {
    if let ended = ended(link) { return ended.id }
    guard link != 0, self.link(link)?.kind != .computed else { return nil }
    return core.pointee.bindingID(link)
  }

  /// `#1 vm.name -> view.text`.
  func text(ofLink link: UInt32) -> String {
    ended(link)?.text ?? (link == 0 ? "" : graph.describe(link: link))
  }

  func property(_ slot: UInt32) -> PropertyID? {
    slot == 0 ? nil : core.pointee.propertyID(slot)
  }

  func name(ofProperty slot: UInt32) -> String { core.pointee.describe(property: slot) }

  func event(_ event: TraceEvent) -> GraphEvent {
    graph.publicEvent(event, binding: binding(event.link), link: text(ofLink: event.link))
  }
}

extension GraphCore {
  /// A link as it stands in the graph.
  package func recordedLink(_ link: UInt32) -> RecordedLink {
    let record = links[link]
    var found = RecordedLink(
      kind: record.flags.contains(.observer)
        ? .observer : record.flags.contains(.computed) ? .computed : .binding,
      sources: sources(of: link), target: record.target)
    found.isTwoWay = partner(of: link) != 0
    found.isAlive = !record.flags.contains(.dead)
    return found
  }
}
