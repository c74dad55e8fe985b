import Basics
import BindingEngine
import Rendering

extension RecordedTrace {
  /// The events of a turn with the names of everything that they refer to.
  func entries(of turn: RecordedTurn) -> [TraceEntry] {
    let results = turn.events.firingResults
    return turn.events.map { event in
      var entry = entry(event)
      if event.link != 0 { entry.link = text(of: event, in: turn.number) }
      // A failed one has no result; this is not nil.
      if event.kind == .fire, event.new == .nil, results[event.sequence] == nil { entry.new = nil }
      return entry
    }
  }

  /// The name that a link had after a turn.
  func text(of link: UInt32, after turn: Int) -> String { text(of: link, at: (turn, .max)) }

  /// The name that the link of an event had at that time.
  private func text(of event: TraceEvent, in turn: Int) -> String {
    text(of: event.link, at: (turn, event.sequence))
  }

  private func text(of link: UInt32, at time: (turn: Int, sequence: UInt32)) -> String {
    let link = links[Int(lead(of: link))]
    let earlier = link.earlierTexts
    let place = earlier.indices.partitionPoint {
      (earlier[$0].turn, earlier[$0].sequence) > time
    }
    return place < earlier.count ? earlier[place].text : link.text
  }
}
