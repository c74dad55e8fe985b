// What a driver with its own stack needs to keep the two stacks in step.
extension GraphCore {
  /// How many levels are on the engine's stack.
  package var stackHeight: Int { frames.count }

  /// Leaves everything above `height`, and opens its locks.
  package mutating func unwind(to height: Int) {
    popFrames(to: height)
    pendingSuspension = nil
    failedBeforeItsFrame = false
  }

  /// Whether a `computed` property is being evaluated, or verified, on top of the stack.
  package var isComputing: Bool {
    guard frames.count > 0 else { return false }
    let frame = frames[UInt32(frames.count - 1)]
    return frame.phase == .computed || frame.phase == .verify
      || pullsBound && isEvaluatingBound(frame)
  }

  /// The links that are firing, the innermost first.
  package func firingLinks() -> [UInt32] {
    var found: [UInt32] = []
    for position in stride(from: frames.count - 1, through: 0, by: -1) {
      let link = frames[UInt32(position)].link
      if link != 0, found.last != link { found.append(link) }
    }
    return found
  }

  /// The link that closed a cycle when it began to observe, since the last question; 0 for none.
  package mutating func takeClosingLink() -> UInt32 {
    let link = cycles.closedBy
    cycles.closedBy = 0
    return link
  }

  /// The number that the next binding or observer gets.
  package var nextNumber: Int { Int(nextSerial) - unnumbered.count }
}
