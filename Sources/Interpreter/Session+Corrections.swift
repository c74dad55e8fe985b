import BindingEngine
import Rendering

// Values that a target did not take as they were: a `set` block made others of them, or an observer of
// the target wrote it again. Nobody is notified of that, so what a binding connects may disagree.
extension Session {
  /// The bindings whose values were corrected at their targets in the turn that is about to end, or was
  /// the last, with what is said of each.
  ///
  /// - Complexity: O(*n*) in the events of the turn.
  func disagreements(in events: [TraceEvent]) -> [(number: Int, remark: String)] {
    guard events.contains(where: { $0.kind == .correct || $0.kind == .observe }) else { return [] }
    let given = events.firingResults
    var last: [UInt32: TraceEvent] = [:]
    for event in events where event.property != 0 {
      if event.kind == .write || event.kind == .dropped && event.reason == .equal {
        last[event.property] = event
      }
    }
    var found: [(number: Int, remark: String)] = []
    for firing in lastFirings(in: events) where found.count < Session.mostDisagreements {
      let (link, number) = (firing.link, core.pointee.number(of: firing.link))
      guard core.pointee.isLiving(link: link),
        !core.pointee.isDead(firing.other), let value = given[firing.sequence],
        last[firing.property].map({ $0.sequence < firing.sequence }) ?? true,
        let end = last[firing.other], end.comes(from: firing.sequence, in: events)
      else { continue }
      let present = core.pointee.read(firing.other)
      guard present != value else { continue }
      let target = core.pointee.describe(property: firing.other)
      found.append(
        (
          number,
          "the values now disagree: #\(number) \(describe(link: link)) gave "
            + "\(core.pointee.literal(value)), but \(target) is \(core.pointee.literal(present))"
        ))
    }
    return found
  }

  private static let mostDisagreements = 5

  /// The last firing of each binding, in the order of these.
  private func lastFirings(in events: [TraceEvent]) -> [TraceEvent] {
    var seen: Set<UInt32> = []
    return events.reversed().filter { event in
      event.kind == .fire && event.other != 0
        && seen.insert(core.pointee.lead(of: event.link)).inserted
    }.reversed()
  }
}

extension TraceEvent {
  /// Whether an event with a number is among the causes of this one.
  fileprivate func comes(from sequence: UInt32, in events: [TraceEvent]) -> Bool {
    var cause = cause
    while cause > sequence {
      guard let place = events.index(of: cause), events[place].cause < cause else { return false }
      cause = events[place].cause
    }
    return cause == sequence
  }
}
