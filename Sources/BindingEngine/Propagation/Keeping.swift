/// What `passed = kept` keeps beside the graph.
struct Keeping {
  /// What each link that observes one property, and each step, was notified of last.
  var values: [UInt32: Value] = [:]
  /// Under `computed = own`, the link that evaluates the `computed` for one listener, by that
  /// listener: a link, or a step.
  private(set) var owners: [UInt32: UInt32] = [:]
  /// The links in `owners`, by the `computed` that they evaluate, in the order in which they came.
  private(set) var owned: [UInt32: [UInt32]] = [:]
  /// In which choices of its expression each step is read.
  var choices: [UInt32: ChoicePlace] = [:]
  /// The values that a running evaluation does not see, because it sees what it keeps instead.
  var hidden: [(slot: UInt32, value: Value, isStale: Bool)] = []
  /// Whether anything is hidden; the level whose evaluation sees what it keeps.
  var level = 0
  /// In which choices the evaluation that has ended last has read what it has read.
  var places: [UInt32: ChoicePlace] = [:]
  /// What was left last because the condition of its choice was notified.
  var left: (link: UInt32, slots: [UInt32]) = (0, [])
  /// The choices that running evaluations have entered: at which level and after how many reads.
  var entered: [(level: Int, reads: Int, place: ChoicePlace)] = []
  /// What begins to follow other properties when it has passed its value on: where the semantics lets
  /// a listener take its place after that.
  var later: [Following] = []
  /// The `computed` without listeners that were evaluated since the last change.
  var fresh: [UInt32] = []
  /// Under `stored = after`, the values that will be stored when their listeners have been notified.
  var announced: [Announcement] = []

  /// The level that has notified of each `computed` last, counted from 1. It may be over.
  var notifying: [UInt32: Int] = [:]
  /// The first `computed` that has changed while it notified in a turn, and the listener that it notified
  /// then. The turn is that of `FiringCounts.epoch`, which no trial or rewinding takes back.
  var renotified: (epoch: UInt32, property: UInt32, listener: UInt32)?

  /// `link` evaluates the `computed` at `slot` for the listener `node`.
  mutating func enter(own link: UInt32, of node: UInt32, at slot: UInt32) {
    owners[node] = link
    owned[slot, default: []].append(link)
  }

  mutating func leave(own link: UInt32, of node: UInt32, at slot: UInt32) {
    owners[node] = nil
    guard let place = owned[slot]?.lastIndex(of: link) else { return }
    owned[slot]?.remove(at: place)
    if owned[slot]?.isEmpty == true { owned[slot] = nil }
  }

  struct Following {
    var level: Int
    var way: [UInt32]
    /// What it has read there.
    var values: [Value]
    var places: [UInt32: ChoicePlace]
  }

  struct Announcement {
    var level: Int
    var value: Value
    var slot: UInt32
    var link: UInt32
    var event: UInt32
    /// The entry of the log with the value before.
    var entry: UInt32
  }

  /// Leaves the levels of the stack from `level` on.
  mutating func leave(from level: Int) {
    while let last = entered.last, last.level >= level { entered.removeLast() }
    while let last = later.last, last.level >= level { later.removeLast() }
    while let last = announced.last, last.level >= level { announced.removeLast() }
  }

  mutating func forget(_ link: UInt32) {
    values[link] = nil
    owners[link] = nil
    choices[link] = nil
  }
}

/// Where in the choices of an expression something is read: a bit for each choice, in their order in
/// the source.
struct ChoicePlace: Equatable {
  /// In the conditions of these.
  var conditions: UInt64 = 0
  /// In what these have chosen.
  var branches: UInt64 = 0

  /// The place of what is read here and there.
  func joined(with other: ChoicePlace) -> ChoicePlace {
    ChoicePlace(
      conditions: conditions | other.conditions, branches: branches & other.branches)
  }
}

/// What the driver has reached in a choice of an expression.
package enum ChoicePart: UInt8 {
  /// Its condition begins.
  case condition
  /// What it has chosen begins.
  case branch
  /// It ends.
  case end
}
