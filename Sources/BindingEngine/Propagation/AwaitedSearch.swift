/// Goes back from a property to what leads there, until something that has yet to be visited is found.
///
/// Depth first, so that a property is settled as soon as all that leads to it is, though something is
/// found elsewhere later. Properties that lead to each other become settled together: Tarjan, "Depth-first
/// search and linear graph algorithms" (1972).
struct AwaitedSearch {
  /// A property on the way from the first one back, and how much of what leads to it was looked at.
  private struct Visit {
    var place: UInt32
    /// The next link that writes it; 0 if none is left.
    var link: UInt32
    /// The next step of that link; 0 for what the link observes itself.
    var step: UInt32 = 0
    /// How many properties were met before it.
    var order: UInt32
    /// The first of the properties on the way to which it leads.
    var lowest: UInt32
  }

  private let slot: UInt32
  private var visits: [Visit] = []
  /// Those that were met and are not known to be settled, in order.
  private var open: [UInt32] = []
  private var count: UInt32 = 0

  init(from slot: UInt32) { self.slot = slot }

  /// Whether something leads to the property that has yet to be visited.
  mutating func finds(in core: inout GraphCore) -> Bool {
    if core.awaited.places[slot].settled == core.awaited.epoch { return false }
    core.awaited.lastSearch &+= 1
    var found = mark(at: slot, in: core)
    if found == nil { visit(slot, in: &core) }
    while found == nil, let top = visits.indices.last {
      if core.isInterrupted || core.isOutOfWork { return false }
      guard let source = nextSource(at: top, in: core) else {
        leave(in: &core)
        continue
      }
      core.turn.searched += 1
      let place = core.awaited.places[source]
      if place.settled == core.awaited.epoch { continue }
      if !core.properties[source].marks.contains(.bound) {
        // Noted as well, since a binding may write it later in the turn.
        core.awaited.places[source].settled = core.awaited.epoch
        continue
      }
      if place.met.search == core.awaited.lastSearch {
        visits[top].lowest = min(visits[top].lowest, place.met.order)
        continue
      }
      found = mark(at: source, in: core)
      if found == nil { visit(source, in: &core) }
    }
    guard let found else { return false }
    // From here on one look is enough for all on the way.
    let cause = (found, core.awaited.marks[found].number, core.awaited.causeEpoch)
    for visit in visits { core.awaited.places[visit.place].cause = cause }
    return true
  }

  /// The mark of something that leads to a property, as far as that is known.
  private func mark(at slot: UInt32, in core: borrowing GraphCore) -> UInt32? {
    let cause = core.awaited.places[slot].cause
    if cause.epoch == core.awaited.causeEpoch, Int(cause.mark) < core.awaited.marks.count {
      let mark = core.awaited.marks[cause.mark]
      if mark.number == cause.number, core.isDue(mark) { return cause.mark }
    }
    return core.awaited.mark(of: slot) { core.isDue($0) }
  }

  private mutating func visit(_ slot: UInt32, in core: inout GraphCore) {
    core.awaited.places[slot].met = (core.awaited.lastSearch, count)
    visits.append(
      Visit(place: slot, link: core.firstIncoming[slot], order: count, lowest: count))
    open.append(slot)
    count += 1
  }

  /// All that leads to the last property on the way has been looked at.
  private mutating func leave(in core: inout GraphCore) {
    let visit = visits.removeLast()
    if let top = visits.indices.last {
      visits[top].lowest = min(visits[top].lowest, visit.lowest)
    }
    guard visit.lowest == visit.order else { return }
    while let place = open.popLast() {
      core.awaited.places[place].settled = core.awaited.epoch
      if place == visit.place { break }
    }
  }

  /// The next property that leads to the last one on the way; nil if there is none.
  private mutating func nextSource(at top: Int, in core: borrowing GraphCore) -> UInt32? {
    while visits[top].link != 0 {
      let link = visits[top].link
      let record = core.links[link]
      guard !record.flags.contains(.dead) else {
        (visits[top].link, visits[top].step) = (record.nextIncoming, 0)
        continue
      }
      let step = visits[top].step
      let source = step == 0 ? record.source : core.links[step].source
      let next =
        step == 0
        ? (record.detail == 0 ? 0 : core.details[record.detail].firstStep)
        : core.links[step].nextIncoming
      visits[top].step = next
      if next == 0 { visits[top].link = record.nextIncoming }
      if source != 0 { return source }
    }
    return nil
  }
}
