/// What an order decides: how a change reaches those who listen, and which values are behind meanwhile.
///
/// Each order is a type without instances. All of them work on the same graph, log and stack, and what
/// they share stands in `GraphCore`, which asks for the order in `GraphCore+Order.swift` and nowhere
/// else.
protocol Order {
  /// Passes a write on to those who listen, of whom there is at least one.
  ///
  /// - Returns: nil where the level on top is to be gone on with; `done` where there was nothing to
  ///   deliver and the write `isRoot`.
  static func deliver(_ write: Delivery, in core: inout GraphCore) -> Suspension?

  /// Fires a link that no change has set off: the value that a binding passes when it is made, say.
  ///
  /// - Returns: Whether `run()` must be called.
  static func fireAlone(_ link: UInt32, in core: inout GraphCore) -> Bool

  /// Passes on what has waited for the end of a batch.
  ///
  /// - Returns: Whether `run()` must be called.
  static func endBatch(in core: inout GraphCore) -> Bool

  /// Fires what is due next, or leaves the level `flush`.
  static func takeNext(in core: inout GraphCore) -> Suspension?

  /// Whether nothing can be on its way to a property, as far as a look tells that costs little.
  static func isSettled(_ slot: UInt32, in core: inout GraphCore) -> Bool

  /// The property whose change is on its way to `slot` and has not arrived; 0 for none.
  ///
  /// - Complexity: O(*n*) in the bindings that lead to `slot`, and in what has yet to fire.
  static func missing(at slot: UInt32, in core: borrowing GraphCore) -> UInt32
}

// Depth first, what has yet to fire stands on the stack and nothing falls due.
extension Order {
  static func fireAlone(_ link: UInt32, in core: inout GraphCore) -> Bool {
    core.begin(core.fire(link, after: .max, cause: core.currentCause, isRoot: true))
  }

  static func endBatch(in core: inout GraphCore) -> Bool { core.announce() }

  /// Under another order something may have begun to wait for a tick.
  static func takeNext(in core: inout GraphCore) -> Suspension? { QueueOrder.takeNext(in: &core) }

  static func isSettled(_ slot: UInt32, in core: inout GraphCore) -> Bool { false }

  static func missing(at slot: UInt32, in core: borrowing GraphCore) -> UInt32 {
    core.missingOnStack(at: slot, below: core.openLevel)
  }
}

/// A write that is to be passed on.
struct Delivery {
  var slot: UInt32
  /// The log entry that keeps the value which was there before.
  var entry: UInt32
  var event: UInt32
  /// The binding or the `computed` that wrote; 0 for a statement or a block.
  var link: UInt32
  var isRoot: Bool
  var change: ListChange
}
