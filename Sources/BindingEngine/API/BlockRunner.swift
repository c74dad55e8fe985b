/// Who runs the blocks that the engine requests: `Graph` for closures, the machine for scripts.
///
/// The engine and its driver transfer control in this one way. The engine runs until it is done, has
/// failed, or needs a block; the driver runs the block, at once or on a stack of its own, and resumes.
package protocol BlockRunner {
  associatedtype Failure: Error

  var core: UnsafeMutablePointer<GraphCore> { get }

  /// Runs the requested block.
  ///
  /// - Returns: How the engine continues; nil if the block answers later.
  func runBlock() throws(Failure) -> Suspension?

  /// The failure for an error of the engine.
  func failure(_ error: GraphError) -> Failure
}

extension BlockRunner {
  /// Continues as the engine says, until it is done or a block answers later.
  @inlinable @inline(__always)
  package func drive(from suspension: Suspension) throws(Failure) {
    var suspension = suspension
    while true {
      switch suspension {
      case .done: return
      case .block:
        guard let next = try runBlock() else { return }
        suspension = next
      case .failed: throw failure(core.pointee.failure ?? .interrupted)
      }
    }
  }
}
