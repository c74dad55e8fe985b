import BindingEngine
import Rendering

/// A live session as what questions are asked of: the turns that it remembers, and its graph.
package struct LiveRecording: RecordedGraph, RecordedNames {
  let session: Session
  package let endedLinks: EndedLinks
  private final class Cache { var turns: [Int: RecordedTurn] = [:] }
  private let cache = Cache()

  package init(_ session: Session) {
    self.session = session
    endedLinks = EndedLinks(session.endedLinks)
  }

  package var core: UnsafeMutablePointer<GraphCore> { session.core }

  // MARK: Turns

  package var numbers: Range<Int> {
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

  package func turn(_ number: Int) -> RecordedTurn? {
    if let known = cache.turns[number] { return known }
    guard let turn = session.recordedTurn(number).map(endedLinks.renaming) else { return nil }
    // The last ones asked about are asked about again.
    if cache.turns.count >= 16 { cache.turns = [:] }
    cache.turns[number] = turn
    return turn
  }

  // MARK: Names

  package func name(ofProperty property: UInt32) -> String { core.pointee.describe(property: property) }

  package func number(ofLink link: UInt32) -> Int? {
    if let ended = endedLinks[link] { return Int(ended.id.number) }
    guard !core.pointee.links[core.pointee.lead(of: link)].flags.contains(.computed) else {
      return nil
    }
    return core.pointee.number(of: link)
  }

  package func text(ofLink link: UInt32) -> String {
    endedLinks[link]?.text ?? session.describe(link: link)
  }

  package func place(ofLink link: UInt32) -> String {
    endedLinks[link]?.place ?? session.placeText(of: link)
  }

  package func text(ofValue value: Value) -> String { core.pointee.literal(value) }

  package func entry(_ event: TraceEvent) -> TraceEntry {
    guard let ended = endedLinks[event.link] else { return shown(event) }
    var event = event
    event.link = 0
    var entry = shown(event)
    entry.link = ended.text
    entry.number = Int(ended.id.number)
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

  /// Takes down the bindings and observers that end with the running turn.
  func noteEndedLinks() {
    endingLinks = core.pointee.linksEndingNow { (describe(link: $0), placeText(of: $0)) }
  }
}
