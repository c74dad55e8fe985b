/// What is on its way while changes travel depth first, kept beside the properties that it leads to.
///
/// Everything that will still fire is on the stack: the listeners that a level has yet to visit. Each
/// of them is noted at the property that it writes. That happens when it is first asked what is on
/// its way, for the levels that have come since the last question, so a turn without such questions
/// keeps nothing.
///
/// A property at which nothing is noted, and to which none leads where anything is, is *settled*. That
/// is remembered until a level comes that has yet to visit a listener on the way there. All properties
/// that lead to a settled one are settled, too. So it is enough to go forward from what such a listener
/// writes, as far as properties were settled.
struct Awaited: TableOwner {
  /// What is known of a level of the stack.
  struct Level {
    var phase: Frame.Phase
    /// The property of a delivery; 0 for other levels.
    var slot: UInt32
    /// The link that fires there.
    var link: UInt32
    /// The binding that no lower level fires; 0 if one does.
    var locks: UInt32
    /// How far it has gone: `nextLink` or `place` of the level.
    var next: UInt32
    /// Whether it had further listeners when it was noted; without them it has no marks.
    var isOpen = false
    /// Whether all listeners are due again.
    var startsOver: Bool
    /// How many marks the levels below have.
    var firstMark: UInt32
  }

  /// A listener that a level has yet to visit, and that writes something.
  struct Mark {
    /// The link, or the step of one.
    var node: UInt32
    /// The property that it writes.
    var target: UInt32
    /// The level, counted from 1.
    var level: UInt32
    /// Where the level keeps it: an index into `gathered` or `due` of `Sweeps`.
    var place: UInt32
    /// The mark of the same property below, as an index counted from 1; 0 for none.
    var below: UInt32
    /// Distinguishes it from others that have had its place.
    var number: UInt32
  }

  /// What is known of a property.
  struct Place {
    /// Its topmost mark, as an index counted from 1; 0 for none.
    var top: UInt32 = 0
    /// It was settled in this epoch.
    var settled: UInt32 = 0
    /// A level of this epoch delivers it, or has yet to.
    var watched: UInt32 = 0
    /// A mark that leads to it, as an index, with the mark's number; and what `causeEpoch` was then.
    var cause: (mark: UInt32, number: UInt32, epoch: UInt32) = (0, 0, 0)
    /// The last search that has met it, and how many places that had met by then.
    var met: (search: UInt32, order: UInt32) = (0, 0)
  }

  /// Whether anything is known of the running turn.
  var isInUse = false
  var levels = FlatArray<Level>()
  var marks = FlatArray<Mark>()
  /// By property; grown only when a question is asked.
  var places = FlatArray<Place>()
  /// The lowest level that fires a binding, counted from 1, by the binding's first link; 0 for none.
  var firingLevels = FlatArray<UInt32>()
  /// The epoch of `settled` and `watched`. A new one begins when a turn does.
  var epoch: UInt32 = 1
  /// A new one begins when a way to a property may be gone.
  var causeEpoch: UInt32 = 1
  private var lastNumber: UInt32 = 0
  var lastSearch: UInt32 = 0

  mutating func forEachTable(_ change: TableChange) {
    levels.undergo(change)
    marks.undergo(change)
    places.undergo(change)
    firingLevels.undergo(change)
  }

  /// Makes room for properties and links.
  mutating func reserve(properties: Int, links: Int) {
    isInUse = true
    while places.count < properties { places.append(Place()) }
    while firingLevels.count < links { firingLevels.append(0) }
  }

  // MARK: Marks

  mutating func addMark(_ node: UInt32, target: UInt32, level: UInt32, place: UInt32) {
    lastNumber &+= 1
    marks.append(
      Mark(
        node: node, target: target, level: level, place: place, below: places[target].top,
        number: lastNumber))
    places[target].top = UInt32(marks.count)
  }

  mutating func removeLastMark() {
    let mark = marks.removeLast()
    places[mark.target].top = mark.below
  }

  /// Removes the last marks down to `count`, as long as they are done.
  mutating func removeMarks(downTo count: UInt32, where isDone: (Mark) -> Bool) {
    while marks.count > Int(count), isDone(marks[UInt32(marks.count - 1)]) { removeLastMark() }
  }

  /// The marks of a property, from the topmost level down, until one fulfills the condition.
  func mark(of slot: UInt32, where fulfills: (Mark) -> Bool) -> UInt32? {
    var next = places[slot].top
    while next != 0 {
      if fulfills(marks[next - 1]) { return next - 1 }
      next = marks[next - 1].below
    }
    return nil
  }

  // MARK: Levels

  mutating func removeLastLevel() {
    let level = levels.removeLast()
    while marks.count > Int(level.firstMark) { removeLastMark() }
    if level.locks != 0 { firingLevels[level.locks] = 0 }
  }

  /// Forgets everything.
  mutating func reset() {
    while levels.count > 0 { removeLastLevel() }
    epoch &+= 1
    causeEpoch &+= 1
    isInUse = false
  }
}
