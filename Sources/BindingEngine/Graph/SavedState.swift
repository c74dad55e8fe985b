import Basics

/// The whole state of a graph between two turns, to which it can return after it has rolled back
/// turns.
///
/// What is older than these turns stays in the graph: the turns before them in its journal, and
/// their entries in its log. Here is only what was taken off, so that going back and forth by one
/// turn does not take longer the more turns are remembered.
package final class SavedState {
  /// Without its journal's turns and without its log.
  private var core: GraphCore
  private var turns = TakenOff<Journal.Entry>()
  private var log = TakenOff<LogEntry>()

  /// - Complexity: O(*n*) in everything that the graph has, except the remembered turns.
  package init(_ core: borrowing GraphCore) {
    self.core = core.copyWithoutLog()
    self.core.journal.entries = []
  }

  deinit { core.destroy() }

  /// Rolls back what the last turns did, and keeps what of it belongs to this state.
  ///
  /// - Parameter count: How many turns are left.
  /// - Complexity: O(*n*) in what they did.
  package func rewind(_ graph: inout GraphCore, to count: Int) {
    guard let checkpoint = graph.checkpoint(afterTurns: count) else { return }
    graph.store.copyLog(downTo: checkpoint.start.log) { log.take($0) }
    while let turn = graph.journal.takeLast(downTo: count) { turns.take(turn) }
    graph.returnToTurn(before: checkpoint)
  }

  /// Makes it the state of the graph again, and stays what it is, so that turns can be rolled back
  /// from here again.
  ///
  /// - Complexity: O(*n*) in everything that the graph had, except the remembered turns.
  package func restore(_ graph: inout GraphCore) {
    var copy = core.copy()
    replace(&graph, by: &copy)
    copy.destroy()
  }

  /// Makes it the state of the graph again, and takes that of the graph instead: it is good for
  /// nothing afterwards.
  ///
  /// - Complexity: O(*n*) in what was rolled back.
  package func become(_ graph: inout GraphCore) { replace(&graph, by: &core) }

  private func replace(_ graph: inout GraphCore, by saved: inout GraphCore) {
    saved.takeLasting(from: graph)
    exchange(&graph, &saved)
  }

  private func exchange(_ graph: inout GraphCore, _ saved: inout GraphCore) {
    saved.store.takeLog(of: &graph.store)
    log.putBack { saved.store.putBack($0) }
    swap(&saved.journal.entries, &graph.journal.entries)
    turns.putBack { saved.journal.entries.append($0) }
    swap(&graph, &saved)
  }

  // MARK: In the middle of a turn

  /// Runs `body` with a running turn that may be rolled back to any point of it. Nothing that it does
  /// stays.
  ///
  /// - Complexity: O(*n*) in everything that the graph has, and in what the turn did; not in what is
  ///   remembered.
  package static func trying(_ graph: UnsafeMutablePointer<GraphCore>, _ body: () -> Void) {
    let state = SavedState(graph.pointee)
    let start = graph.pointee.turnStart.log
    graph.pointee.store.copyLog(downTo: start) { state.log.take($0) }
    body()
    graph.pointee.store.forgetLog(downTo: start)
    state.exchange(&graph.pointee, &state.core)
  }
}
