/// A change that a `computed` or bound property has not taken in, since nothing has read it.
package struct Staleness: Sendable, Equatable {
  /// The property that has changed since that was evaluated.
  package var read: UInt32
  package var change: EventPlace

  /// nil if the property has its present value.
  package init?(of property: UInt32, _ index: EventIndex) {
    guard let found = Staleness.first(of: property, index, depth: 0) else { return nil }
    self = found
  }

  private init(read: UInt32, change: EventPlace) { (self.read, self.change) = (read, change) }

  /// How many properties may read one another.
  private static let deepest = 100

  private static func first(
    of property: UInt32, _ index: EventIndex, depth: Int
  ) -> Staleness? {
    guard depth < deepest else { return nil }
    if let change = index.changeMarking(property), index[change].changes {
      return Staleness(read: index[change].property, change: change)
    }
    guard let last = index.lastSet(of: property, before: index.end),
      index[last].kind == .compute
    else { return nil }
    let sequence = index[last].sequence
    for read in index.turns[last.turn].reads where read.event == sequence {
      let changed = index.sets(of: read.property).first { $0 > last && index[$0].changes }
      if let changed { return Staleness(read: read.property, change: changed) }
      if let deeper = first(of: read.property, index, depth: depth + 1) { return deeper }
    }
    return nil
  }
}

extension TraceEvent {
  /// Whether it gave the property another value.
  fileprivate var changes: Bool {
    (kind == .write || kind == .compute) && (change.kind != .set || old != new)
  }
}
