/// The values of a property turn by turn.
package struct ValueHistory: Sendable {
  package struct Entry: Sendable, Equatable {
    /// The event that set it last in the turn.
    package var place: EventPlace
    /// How often the turn set it.
    package var count: Int
  }

  package var property: UInt32
  package var entries: [Entry] = []
  /// The value before the first entry; nil if it is not known.
  package var before: Value?
  package var index: EventIndex

  /// - Complexity: O(*n*) in the number of events.
  package init(_ property: UInt32, upTo number: Int? = nil, of recorded: some Recorded) {
    self.property = property
    index = recorded.index(upTo: number)
    for place in index.sets(of: property) {
      if let last = entries.last, last.place.turn == place.turn {
        entries[entries.count - 1] = Entry(place: place, count: last.count + 1)
      } else {
        entries.append(Entry(place: place, count: 1))
      }
    }
    if let first = index.sets(of: property).first, index[first].kind == .write {
      before = index[first].old
    }
  }
}
