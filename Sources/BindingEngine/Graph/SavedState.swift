/// The whole state of a graph at one moment, to which it can return.
package final class SavedState {
  private var core: GraphCore

  /// - Complexity: O(*n*) in everything that the graph has.
  package init(_ core: borrowing GraphCore) { self.core = core.copy() }

  deinit { core.destroy() }

  /// Makes it the state of the graph again, and stays what it is.
  ///
  /// - Complexity: O(*n*) in everything that the graph had.
  package func restore(_ graph: inout GraphCore) {
    var copy = core.copy()
    copy.takeLasting(from: graph)
    swap(&graph, &copy)
    copy.destroy()
  }

  /// Makes it the state of the graph again, and takes that of the graph instead: it is good for
  /// nothing afterwards.
  ///
  /// - Complexity: O(1).
  func become(_ graph: inout GraphCore) {
    core.takeLasting(from: graph)
    swap(&graph, &core)
  }
}
