/// A graph with its journal, for questions.
struct GraphRecording: RecordedGraph {
  let graph: Graph
  let endedLinks: EndedLinks

  init(_ graph: Graph) {
    self.graph = graph
    endedLinks = EndedLinks(graph.endings)
  }

  var core: UnsafePointer<GraphCore> { UnsafePointer(graph.core) }

  var numbers: Range<Int> { graph.rememberedTurns }

  func turn(_ number: Int) -> RecordedTurn? {
    let range = numbers
    guard range.contains(number) else { return nil }
    let position = core.pointee.journal.count - (range.upperBound - number)
    let turn = core.pointee.rememberedTurn(at: position)
    return turn.number == number ? endedLinks.renaming(turn) : nil
  }

  // MARK: For the public

  /// The handle of a binding or observer; nil for a link that evaluates a `computed` property.
  func binding(_ link: UInt32) -> BindingID? {
    if let ended = endedLinks[link] { return ended.id }
    guard link != 0, self.link(link)?.kind != .computed else { return nil }
    return core.pointee.bindingID(link)
  }

  /// `#1 vm.name -> view.text`.
  func text(ofLink link: UInt32) -> String {
    endedLinks[link]?.text ?? (link == 0 ? "" : graph.describe(link: link))
  }

  func property(_ slot: UInt32) -> PropertyID? {
    slot == 0 ? nil : core.pointee.propertyID(slot)
  }

  func name(ofProperty slot: UInt32) -> String { core.pointee.describe(property: slot) }

  func event(_ event: TraceEvent) -> GraphEvent {
    let words = EventWords(graph.words(for: event, of: text(ofLink: event.link)))
    return withUnsafePointer(to: event) {
      GraphEvent(
        $0, binding: binding(event.link), property: property(event.property), words: words, at: 0)
    }
  }
}

extension GraphCore {
  /// A link as it is in the graph.
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
