/// A binding or observer that has ended, as it was, because its place in the graph may be used
/// again.
package struct EndedLink {
  /// The handle that it had in the graph.
  package var handle: UInt32
  /// The last turn in which the handle meant it.
  package var turn: Int
  package var id: BindingID
  package var text: String
  /// Its place in the source; empty if it has none.
  package var place: String
  package var link: RecordedLink
  /// What its block may write, call or fire.
  package var writes: [UInt32] = []
  /// Whether it is the reverse direction of a two-way binding, which comes after the other one.
  package var isReverse = false
  /// The driver's token for its place; 0 for none.
  package var origin: UInt32

  package init(
    handle: UInt32, turn: Int, id: BindingID, text: String, place: String = "",
    link: RecordedLink, isReverse: Bool, origin: UInt32
  ) {
    self.handle = handle
    self.turn = turn
    self.id = id
    self.text = text
    self.place = place
    self.link = link
    self.isReverse = isReverse
    self.origin = origin
  }
}

/// Links that have ended, by handles of their own.
package struct EndedLinks {
  package let all: [EndedLink]
  /// The first of these handles.
  private static let first: UInt32 = 1 << 31
  /// The indices in `all` of those that had a handle.
  private let byHandle: [UInt32: [Int]]

  package init(_ all: [EndedLink]) {
    self.all = all
    byHandle = Dictionary(grouping: all.indices) { all[$0].handle }
  }

  package subscript(link: UInt32) -> EndedLink? {
    link >= EndedLinks.first ? all[Int(link - EndedLinks.first)] : nil
  }

  /// The turn with such handles for links that have ended since.
  package func renaming(_ turn: RecordedTurn) -> RecordedTurn {
    guard !byHandle.isEmpty else { return turn }
    var turn = turn
    for position in turn.events.indices where turn.events[position].link != 0 {
      guard
        let candidates = byHandle[turn.events[position].link],
        // The first that ended after the turn: before it the handle meant others.
        let ended = candidates.first(where: { all[$0].turn >= turn.number })
      else { continue }
      turn.events[position].link = EndedLinks.first + UInt32(ended)
    }
    return turn
  }

  fileprivate func handles(where isWanted: (EndedLink) -> Bool) -> [UInt32] {
    all.indices.filter { isWanted(all[$0]) }.map { EndedLinks.first + UInt32($0) }
  }
}

/// A living graph, for questions.
package protocol RecordedGraph: Recorded {
  var core: UnsafePointer<GraphCore> { get }
  var endedLinks: EndedLinks { get }
}

extension RecordedGraph {
  package func link(_ link: UInt32) -> RecordedLink? {
    if let ended = endedLinks[link] { return ended.link }
    guard link != 0, link < UInt32(core.pointee.links.count) else { return nil }
    return core.pointee.recordedLink(link)
  }

  package func lead(of link: UInt32) -> UInt32 {
    guard let ended = endedLinks[link] else { return core.pointee.lead(of: link) }
    return ended.isReverse ? link - 1 : link
  }

  package func writers(of property: UInt32) -> [UInt32] {
    core.pointee.writers(of: property)
      + endedLinks.handles {
        $0.link.target == property || $0.writes.contains(property)
      }
  }

  package func nextWriters(of property: UInt32) -> [UInt32] {
    core.pointee.linksOnWay(to: property)
  }

  package func listeners(of property: UInt32) -> [UInt32] {
    core.pointee.observers(of: property).map {
      core.pointee.owner(of: $0)
    } + endedLinks.handles { $0.link.sources.contains(property) }
  }

  package func object(of property: UInt32) -> ObjectID? {
    let owner = core.pointee.properties[property].owner
    guard owner != 0 else { return nil }
    return core.pointee.objectID(at: owner)
  }

  package func isEvent(_ property: UInt32) -> Bool {
    core.pointee.properties[property].flags.contains(.event)
  }

  package func brokenStep(of link: UInt32) -> UInt32 {
    endedLinks[link] == nil ? core.pointee.brokenStep(of: link) : 0
  }

  package var knowsBlocks: Bool { true }
  package var isInBatch: Bool { core.pointee.isInBatch }
  package var isTickDue: Bool { core.pointee.isTickDue }
}

extension GraphCore {
  /// The links that end with the running turn, while they can still be named: the bindings and
  /// observers that are unbound, or, if the turn is rolled back, those that it made and the `computed`
  /// properties that it made and evaluated.
  ///
  /// - Parameter words: The name of a link, its place in the source, and what its block may write.
  package func linksEndingNow(
    _ words: (UInt32) -> (text: String, place: String, writes: [UInt32])
  ) -> [EndedLink] {
    let isUndone = recording.events.last?.kind == .undo
    if !isUndone, pending.links.count == turnStart.pending.links { return [] }
    var found: [EndedLink] = []
    func add(_ link: UInt32, isReverse: Bool) {
      var known = recordedLink(link)
      known.isAlive = false
      let (text, place, writes) = words(link)
      var ended = EndedLink(
        handle: link, turn: turn.number, id: bindingID(link), text: text, place: place,
        link: known, isReverse: isReverse, origin: origin(of: lead(of: link)))
      ended.writes = writes
      found.append(ended)
    }
    for event in recording.events where event.kind == (isUndone ? .bind : .unbind) {
      for link in [event.link, partner(of: event.link)] where link != 0 {
        add(link, isReverse: link != event.link)
      }
    }
    // Nothing is recorded when a `computed` is made with its object.
    var computed = isUndone ? madeComputed() : []
    for event in recording.events where computed.remove(event.link) != nil {
      add(event.link, isReverse: false)
    }
    return found
  }

  /// The links of the `computed` properties that the running turn has made.
  private func madeComputed() -> Set<UInt32> {
    var made: Set<UInt32> = []
    for position in UInt32(turnStart.log)..<UInt32(log.count) {
      let entry = log[position]
      guard entry.kind == .madeLink, links[entry.link].flags.contains(.computed) else { continue }
      made.insert(entry.link)
    }
    return made
  }
}
