// What a driver with a stack of its own needs to keep the two stacks in step.
extension GraphCore {
  /// How many levels stand on the engine's stack.
  package var stackHeight: Int { frames.count }

  /// Leaves everything above `height`, every lock open.
  package mutating func unwind(to height: Int) {
    while frames.count > height {
      let frame = frames.removeLast()
      if frame.phase == .deliver { turn.currentDepth -= 1 }
      if frame.phase == .computed { properties[frame.slot].marks.remove(.evaluating) }
      if frame.link != 0 { unlock(frame.link) }
      held.truncate(to: min(held.count, Int(frame.heldBase)))
    }
    pendingSuspension = nil
  }

  /// The links whose firing is going on, the innermost first.
  package func firingLinks() -> [UInt32] {
    var found: [UInt32] = []
    for position in stride(from: frames.count - 1, through: 0, by: -1) {
      let link = frames[UInt32(position)].link
      if link != 0, found.last != link { found.append(link) }
    }
    return found
  }
}
