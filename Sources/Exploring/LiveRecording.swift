import Basics
import BindingEngine
import Interpreter
import Rendering

/// The turns that a live session remembers, and its graph, as the source of answers.
struct LiveRecording: RecordedGraph, RecordedNames {
  let session: Session
  let endedLinks: EndedLinks
  private final class Cache { var turns: [Int: RecordedTurn] = [:] }
  private let cache = Cache()

  init(_ session: Session) {
    self.session = session
    endedLinks = EndedLinks(session.state.endedLinks)
  }

  var core: UnsafePointer<GraphCore> { UnsafePointer(session.core) }

  // MARK: Turns

  var numbers: Range<Int> {
    let journal = core.pointee.journal
    var range = 0..<0
    if journal.count > 0 {
      let last = core.pointee.rememberedNumber(at: journal.count - 1)
      range = (last - session.turnsBack + 1)..<(last + 1)
    }
    // The turn that is stopped, up to the present event.
    guard let walk = session.walk else { return range }
    return (range.isEmpty ? walk.number : range.lowerBound)..<(walk.number + 1)
  }

  /// The index of the remembered turns, which is kept for the next question.
  private final class Remembered {
    var index: EventIndex
    /// What its first turns cost, as far as it was asked for.
    var costs = Costs()
    /// The links that had ended then: the turns name these in another way.
    let endedCount: Int

    init(index: EventIndex, endedCount: Int) {
      self.index = index
      self.endedCount = endedCount
    }
  }

  /// Larger ones are not kept.
  private static let mostKept = 200_000

  /// The index of all remembered turns; nil while one is stopped, which goes on.
  private var remembered: Remembered? {
    guard session.walk == nil, let first = numbers.first, let last = numbers.last else {
      return nil
    }
    if let known = session.rememberedForQuestions as? Remembered,
      known.endedCount == endedLinks.all.count, known.index.turns.first?.number == first,
      let end = known.index.turns.last?.number, end <= last
    {
      for number in end + 1..<last + 1 {
        if let turn = turn(number) { known.index.append(turn) }
      }
      return known
    }
    let made = Remembered(index: EventIndex(read(upTo: last)), endedCount: endedLinks.all.count)
    session.rememberedForQuestions = made.index.eventCount <= Self.mostKept ? made : nil
    return made
  }

  private func read(upTo last: Int?) -> ArraySlice<RecordedTurn> {
    numbers.prefix { $0 <= last ?? .max }.compactMap { turn($0) }[...]
  }

  func turns(upTo last: Int?) -> ArraySlice<RecordedTurn> {
    guard let all = remembered?.index.turns else { return read(upTo: last) }
    guard let last else { return all[...] }
    return all[..<all.indices.partitionPoint { all[$0].number > last }]
  }

  func index(upTo last: Int?) -> EventIndex {
    if let index = remembered?.index, last ?? .max >= index.turns.last?.number ?? .max {
      return index
    }
    return EventIndex(turns(upTo: last))
  }

  /// What the remembered turns cost. A question after each of many turns counts what that turn did.
  var costs: Costs {
    guard let remembered else { return Costs(of: self) }
    for turn in remembered.index.turns[remembered.costs.turns...] {
      remembered.costs.count(turn, of: self)
    }
    return remembered.costs
  }

  func turn(_ number: Int) -> RecordedTurn? {
    if let known = cache.turns[number] { return known }
    guard let turn = session.recordedTurn(number).map(endedLinks.renaming) else { return nil }
    // The turns asked about last are likely to be asked about again.
    if cache.turns.count >= 16 { cache.turns = [:] }
    cache.turns[number] = turn
    return turn
  }

  func heading(of turn: RecordedTurn) -> (text: String, place: String) {
    session.heading(ofTurn: turn.number)
  }

  // MARK: Names

  func name(ofProperty property: UInt32) -> String {
    core.pointee.describe(property: property)
  }

  func number(ofLink link: UInt32) -> Int? {
    if let ended = endedLinks[link] { return Int(ended.id.number) }
    guard !core.pointee.links[core.pointee.lead(of: link)].flags.contains(.computed) else {
      return nil
    }
    return core.pointee.number(of: link)
  }

  func text(ofLink link: UInt32) -> String {
    endedLinks[link]?.text ?? session.describe(link: link)
  }

  func place(ofLink link: UInt32) -> String {
    endedLinks[link]?.place ?? session.placeText(of: link)
  }

  /// A value of an event: what has been released since then was there at that time.
  func text(ofValue value: Value) -> String { session.tracedWithReleased(value).text }

  func entry(_ event: TraceEvent) -> TraceEntry {
    guard let ended = endedLinks[event.link] else { return shown(event) }
    var event = event
    event.link = 0
    var entry = shown(event)
    entry.link = ended.text
    entry.number = Int(ended.id.number)
    return entry
  }

  private func shown(_ event: TraceEvent) -> TraceEntry {
    var entry = session.entry(event, isPast: true)
    if event.kind == .fire { entry.new = session.tracedWithReleased(event.new) }
    return entry
  }
}
