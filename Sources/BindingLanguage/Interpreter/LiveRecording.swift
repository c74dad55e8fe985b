import BindingEngine
import Rendering

/// A binding or observer that has ended, as it was: its place in the graph may be used again.
struct EndedLink {
  /// The handle that it had.
  var handle: UInt32
  /// The last turn in which the handle meant it.
  var turn: Int
  var number: Int
  var text: String
  var place: String
  var link: RecordedLink
  /// Whether it is the direction back of a two-way binding, which stands behind the other one.
  var isReverse = false
}

/// A live session as what questions are asked of: the turns that it remembers, and its graph.
struct LiveRecording: Recorded, RecordedNames {
  let session: Session
  /// Links that have ended have handles of their own, from here on.
  private static let firstEnded: UInt32 = 1 << 31
  /// The places in `session.endedLinks` of those that had a handle.
  private let endedByHandle: [UInt32: [Int]]

  init(_ session: Session) {
    self.session = session
    endedByHandle = Dictionary(grouping: session.endedLinks.indices) {
      session.endedLinks[$0].handle
    }
  }

  private var core: UnsafeMutablePointer<GraphCore> { session.core }

  private func ended(_ link: UInt32) -> EndedLink? {
    link >= LiveRecording.firstEnded
      ? session.endedLinks[Int(link - LiveRecording.firstEnded)] : nil
  }

  // MARK: Turns

  var numbers: Range<Int> {
    guard let first = session.recordedTurns.first, let last = session.recordedTurns.last else {
      return 0..<0
    }
    return first.number..<(last.number + 1)
  }

  func turn(_ number: Int) -> RecordedTurn? {
    let turns = session.recordedTurns
    var low = 0
    var high = turns.count
    while low < high {
      let middle = (low + high) / 2
      if turns[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < turns.count, turns[low].number == number else { return nil }
    var turn = turns[low]
    guard !endedByHandle.isEmpty else { return turn }
    for position in turn.events.indices where turn.events[position].link != 0 {
      let link = turn.events[position].link
      guard let candidates = endedByHandle[link] else { continue }
      // The first that ended after the turn: before it the handle meant others.
      guard let ended = candidates.first(where: { session.endedLinks[$0].turn >= number }) else {
        continue
      }
      turn.events[position].link = LiveRecording.firstEnded + UInt32(ended)
    }
    return turn
  }

  // MARK: Structure

  func link(_ link: UInt32) -> RecordedLink? {
    if let ended = ended(link) { return ended.link }
    guard link != 0, link < UInt32(core.pointee.links.count) else { return nil }
    return session.recordedLink(link)
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
    session.endedLinks.indices.filter { isWanted(session.endedLinks[$0].link) }
      .map { LiveRecording.firstEnded + UInt32($0) }
  }

  func object(of property: UInt32) -> ObjectID? {
    let owner = core.pointee.properties[property].owner
    guard owner != 0 else { return nil }
    return ObjectID(index: owner, generation: core.pointee.objects[owner].generation)
  }

  func brokenStep(of link: UInt32) -> UInt32 {
    link < LiveRecording.firstEnded ? core.pointee.brokenStep(of: link) : 0
  }

  var isInBatch: Bool { core.pointee.isInBatch }
  var isTickDue: Bool { core.pointee.isTickDue }

  // MARK: Names

  func name(ofProperty property: UInt32) -> String { core.pointee.describe(property: property) }

  func number(ofLink link: UInt32) -> Int? {
    if let ended = ended(link) { return ended.number }
    guard !core.pointee.links[core.pointee.lead(of: link)].flags.contains(.computed) else {
      return nil
    }
    return core.pointee.number(of: link)
  }

  func text(ofLink link: UInt32) -> String {
    ended(link)?.text ?? session.describe(link: link)
  }

  func place(ofLink link: UInt32) -> String {
    ended(link)?.place ?? session.placeText(of: link)
  }

  func text(ofValue value: Value) -> String { core.pointee.literal(value) }

  func entry(_ event: TraceEvent) -> TraceEntry {
    guard let ended = ended(event.link) else { return shown(event) }
    var event = event
    event.link = 0
    var entry = shown(event)
    entry.link = ended.text
    entry.number = ended.number
    return entry
  }

  private func shown(_ event: TraceEvent) -> TraceEntry {
    var entry = session.entry(event)
    if event.kind == .fire { entry.new = session.traced(event.new) }
    return entry
  }
}

extension Session {
  /// A link as it stands in the graph.
  func recordedLink(_ link: UInt32) -> RecordedLink {
    let record = core.pointee.links[link]
    var found = RecordedLink(
      kind: record.flags.contains(.observer)
        ? .observer : record.flags.contains(.computed) ? .computed : .binding,
      sources: core.pointee.sources(of: link), target: record.target)
    found.isTwoWay = core.pointee.partner(of: link) != 0
    found.isAlive = !record.flags.contains(.dead)
    return found
  }

  /// The most turns that are remembered.
  private static let mostTurns = 1_000

  /// Keeps the turn that has just ended for the questions to come. To be replaced by the engine's
  /// journal, which hands out turns that were not traced, too.
  func remember(_ trace: TurnTrace) {
    defer { capturedEvents = [] }
    guard recorder == nil else { return }
    var turn = RecordedTurn(number: trace.number)
    turn.statement = trace.statement
    turn.place = trace.place
    turn.events = capturedEvents
    turn.leftOut = trace.leftOut
    turn.outcome = trace.outcome
    if recordedTurns.count == 2 * Session.mostTurns {
      recordedTurns.removeFirst(Session.mostTurns)
    }
    endedLinks += endingLinks
    recordedTurns.append(turn)
  }

  /// Takes down the bindings and observers that end in the running turn, while they can still be
  /// named: those that are unbound, or where the turn is put back those that it made.
  func noteEndedLinks() {
    endingLinks = []
    guard let last = core.pointee.trace.last else { return }
    let ending: TraceEvent.Kind = last.kind == .undo ? .bind : .unbind
    for event in core.pointee.trace where event.kind == ending {
      for link in [event.link, core.pointee.partner(of: event.link)] where link != 0 {
        var known = recordedLink(link)
        known.isAlive = false
        endingLinks.append(
          EndedLink(
            handle: link, turn: core.pointee.turn.number, number: core.pointee.number(of: link),
            text: describe(link: link), place: placeText(of: link), link: known,
            isReverse: link != event.link))
      }
    }
  }
}
