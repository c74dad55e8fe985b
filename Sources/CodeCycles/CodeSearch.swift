/// A bidirectional search for a path. All searches use one instance, so that they allocate no
/// arrays and no sets: each new observer needs a search.
struct CodeSearch {
  /// The places to continue from, forward and backward.
  private(set) var ahead: [CodePlace] = []
  private(set) var behind: [CodePlace] = []
  /// Whether a place has been reached from both ends.
  private(set) var meets = false
  /// Whether it looks at the objects of edges, too: those that are released have lost their edges.
  var isExact = true
  /// How many steps it has looked at.
  private(set) var count = 0
  /// For each place the last search that reached it, and from which end.
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

  mutating func reachAhead(_ place: CodePlace) {
    if isNew(place, from: mark) { ahead.append(place) }
  }

  mutating func reachBehind(_ place: CodePlace) {
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
