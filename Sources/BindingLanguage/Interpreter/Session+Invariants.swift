import BindingEngine

extension Session {
  /// What does not hold in the engine's tables, between turns; empty where all does.
  ///
  /// - Complexity: O(*n*) in the size of the graph; for tests and fuzzing.
  package func checkInvariants() -> [String] { core.pointee.checkInvariants() }
}
