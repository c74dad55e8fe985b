/// A search for a way that goes from both of its ends at once. It is used again for the next one, so that
/// none of them makes arrays or sets: one is made for each observer.
struct CodeSearch {
  /// The places from which the search has yet to go on, and those from which it has yet to go back.
  private(set) var ahead: [CodePlace] = []
  private(set) var behind: [CodePlace] = []
  /// Whether a place has been reached from both ends.
  private(set) var meets = false
  /// How many steps it has looked at.
  private(set) var count = 0
  /// For each place the last search that came to it, and from which end.
  private var marks = PlaceNumbers()
  private var mark: Int32 = 0

  /// Begins with no places.
  mutating func begin() {
    if mark > .max - 4 { self = CodeSearch() }
    mark += 2
    ahead.removeAll(keepingCapacity: true)
    behind.removeAll(keepingCapacity: true)
    (meets, count) = (false, 0)
  }

  mutating func goOn(to place: CodePlace) {
    if isNew(place, from: mark) { ahead.append(place) }
  }

  mutating func goBack(to place: CodePlace) {
    if isNew(place, from: mark + 1) { behind.append(place) }
  }

  private mutating func isNew(_ place: CodePlace, from end: Int32) -> Bool {
    count += 1
    let known = marks[place]
    guard known < mark else {
      if known != end { meets = true }
      return false
    }
    marks[place] = end
    return true
  }

  mutating func takeAhead() -> CodePlace? { ahead.popLast() }

  mutating func takeBehind() -> CodePlace? { behind.popLast() }
}
