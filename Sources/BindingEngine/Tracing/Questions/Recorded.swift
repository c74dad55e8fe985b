/// The material of questions about causes: the remembered turns, and what was bound to what. A live
/// session is one, and a trace that another run wrote is another.
///
/// A handle of a link always means one link here. A provider whose graph reuses places gives the
/// links that have ended handles of their own.
package protocol Recorded {
  /// The numbers of the turns, the oldest remembered first. Some may be missing if nothing was
  /// recorded for a while.
  var numbers: Range<Int> { get }
  func turn(_ number: Int) -> RecordedTurn?
  /// The turns up to one, in order; all for nil.
  func turns(upTo last: Int?) -> ArraySlice<RecordedTurn>
  /// The turns up to one with the events that set each property; all turns for nil. A provider that answers
  /// many questions about the same turns keeps it.
  func index(upTo last: Int?) -> EventIndex

  /// What is known of a link; nil for nothing.
  func link(_ link: UInt32) -> RecordedLink?
  /// The forward direction of a two-way binding; any other link itself.
  func lead(of link: UInt32) -> UInt32
  /// The links that write a property, whether they are alive or not.
  func writers(of property: UInt32) -> [UInt32]
  /// The links that do not write a property yet, but will when they fire: the path to their target leads
  /// there now.
  func nextWriters(of property: UInt32) -> [UInt32]
  /// The links that observe a property, whether they are alive or not.
  func listeners(of property: UInt32) -> [UInt32]
  /// The object that a property belongs to.
  func object(of property: UInt32) -> ObjectID?
  /// Whether a property is an event.
  func isEvent(_ property: UInt32) -> Bool
  /// The property on a link's path that is nil now; 0 if its paths are complete.
  func brokenStep(of link: UInt32) -> UInt32
  /// Whether a batch is open at the moment in question.
  var isInBatch: Bool { get }
  /// Whether it is known what the blocks do that are due.
  var knowsBlocks: Bool { get }
  /// Whether changes wait for the next tick of the virtual clock to be passed on.
  var isTickDue: Bool { get }
}

extension Recorded {
  package func turns(upTo last: Int?) -> ArraySlice<RecordedTurn> {
    numbers.prefix { $0 <= last ?? .max }.compactMap { turn($0) }[...]
  }

  package func index(upTo last: Int?) -> EventIndex { EventIndex(turns(upTo: last)) }

  package func nextWriters(of property: UInt32) -> [UInt32] { [] }

  package var knowsBlocks: Bool { false }

  /// By what was recorded: one that has never happened is none.
  package func isEvent(_ property: UInt32) -> Bool {
    turns(upTo: nil).contains { turn in
      turn.events.contains { $0.kind == .event && $0.property == property }
    }
  }
}

/// A binding in one direction, an observer, or the link of a `computed` property.
package struct RecordedLink: Sendable, Equatable {
  package enum Kind: Sendable {
    case binding, observer, computed
  }

  package var kind: Kind
  /// The properties that it observes: of a path each step, the value itself last.
  package var sources: [UInt32]
  /// The property that it writes; 0 for an observer, and if the path is broken.
  package var target: UInt32
  /// Whether it is one direction of a two-way binding.
  package var isTwoWay = false
  package var isAlive = true

  package init(kind: Kind, sources: [UInt32], target: UInt32) {
    self.kind = kind
    self.sources = sources
    self.target = target
  }
}

/// The position of an event: the turn, and its index in the turn.
package struct EventPlace: Hashable, Comparable, Sendable {
  /// The index of the turn, not its number.
  package var turn: Int
  package var position: Int

  package init(turn: Int, position: Int) {
    self.turn = turn
    self.position = position
  }

  package static func < (left: EventPlace, right: EventPlace) -> Bool {
    left.turn != right.turn ? left.turn < right.turn : left.position < right.position
  }
}
