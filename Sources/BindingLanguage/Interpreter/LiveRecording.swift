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
  private final class Cache { var turns: [Int: RecordedTurn] = [:] }
  private let cache = Cache()

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
    let journal = core.pointee.journal
    var range = 0..<0
    if journal.count > 0 {
      let last = core.pointee.rememberedNumber(at: journal.count - 1)
      range = (last - session.turnsBack + 1)..<(last + 1)
    }
    // The turn that is stopped, as far as it has come.
    guard let walk = session.walk else { return range }
    return (range.isEmpty ? walk.number : range.lowerBound)..<(walk.number + 1)
  }

  func turn(_ number: Int) -> RecordedTurn? {
    if let known = cache.turns[number] { return known }
    guard let turn = recordedTurn(number) else { return nil }
    // The last ones asked about are asked about again.
    if cache.turns.count >= 16 { cache.turns = [:] }
    cache.turns[number] = turn
    return turn
  }

  private func recordedTurn(_ number: Int) -> RecordedTurn? {
    guard var turn = session.recordedTurn(number) else { return nil }
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
  /// What happened in a turn that is remembered, or until now in the one that is stopped.
  func recordedTurn(_ number: Int) -> RecordedTurn? {
    var turn: RecordedTurn
    var statement = turnStatement
    var timer = turnTimer
    if let walk, walk.number == number {
      turn = RecordedTurn(number: number)
      turn.events = Array(walk.events[...walk.position])
      turn.reads = walk.reads
    } else {
      let journal = core.pointee.journal
      guard journal.count > 0 else { return nil }
      let position = number - core.pointee.rememberedNumber(at: 0)
      guard position >= 0, position < journal.count, position < self.journal.entries.count else {
        return nil
      }
      turn = core.pointee.rememberedTurn(at: position)
      (statement, timer) = (
        self.journal.entries[position].statement, self.journal.entries[position].timer
      )
    }
    let (text, place) = heading(statement, timer)
    (turn.statement, turn.place) = (text, place)
    return turn
  }

  /// Takes down the bindings and observers that end in the running turn, while they can still be
  /// named: those that are unbound, or where the turn is put back those that it made.
  func noteEndedLinks() {
    endingLinks = []
    guard let last = core.pointee.trace.last else { return }
    let ending: TraceEvent.Kind = last.kind == .undo ? .bind : .unbind
    for event in core.pointee.trace where event.kind == ending {
      for link in [event.link, core.pointee.partner(of: event.link)] where link != 0 {
        var known = core.pointee.recordedLink(link)
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
