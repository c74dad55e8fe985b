/// What an order decides: how a change reaches the listeners, and which values are stale meanwhile.
///
/// Each order is a type without instances. All of them work on the same graph, log and stack. What
/// they share is in `GraphCore`, which refers to the order in `GraphCore+Order.swift` only.
protocol Order {
  /// Passes a write on to the listeners, of which there is at least one.
  ///
  /// - Returns: nil if the level on top continues; `done` if there was nothing to deliver and the
  ///   write is `isRoot`.
  static func deliver(_ write: Delivery, in core: inout GraphCore) -> Suspension?

  /// Fires a link without a change, for example to pass the first value of a binding.
  ///
  /// - Returns: Whether `run()` must be called.
  static func fireAlone(_ link: UInt32, in core: inout GraphCore) -> Bool

  /// Passes on what has waited for the end of a batch.
  ///
  /// - Returns: Whether `run()` must be called.
  static func endBatch(in core: inout GraphCore) -> Bool

  /// Fires what is due next, or leaves the level `flush`.
  static func takeNext(in core: inout GraphCore) -> Suspension?

  /// Whether nothing can be on its way to a property, as far as a cheap check can tell.
  static func isSettled(_ slot: UInt32, in core: inout GraphCore) -> Bool

  /// Whether anything has yet to fire that leads to `slot`.
  ///
  /// - Complexity: O(*n*) in the bindings that lead to `slot`, and in what is still due.
  static func isAwaited(at slot: UInt32, in core: inout GraphCore) -> Bool
}

// Depth first, everything that will still fire is on the stack, and nothing is in the agenda.
extension Order {
  static func fireAlone(_ link: UInt32, in core: inout GraphCore) -> Bool {
    core.begin(core.fire(link, after: .max, cause: core.currentCause, isRoot: true))
  }

  static func endBatch(in core: inout GraphCore) -> Bool { core.announce() }

  /// Under another order something may have begun to wait for a tick.
  static func takeNext(in core: inout GraphCore) -> Suspension? { QueueOrder.takeNext(in: &core) }

  static func isSettled(_ slot: UInt32, in core: inout GraphCore) -> Bool { false }

  static func isAwaited(at slot: UInt32, in core: inout GraphCore) -> Bool {
    core.isAwaitedOnStack(at: slot, below: core.openLevel)
  }
}

/// A write that will be passed on.
struct Delivery {
  var slot: UInt32
  /// The log entry with the previous value.
  var entry: UInt32
  var event: UInt32
  /// The binding or the `computed` that wrote; 0 for a statement or a block.
  var link: UInt32
  var isRoot: Bool
  var change: ListChange
}
