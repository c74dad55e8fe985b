import BindingEngine
import Compiling
import Language

// A cell that is freed has no view model. What its bindings make of nil may fail, and nobody sees it.
extension Machine {
  /// Drops the firing of a binding of a freed cell that has failed.
  ///
  /// - Returns: Whether the engine's request is done with it; nil if the failure is another one.
  func dropFiringOfFreedCell(_ message: String, above level: Int) -> Bool? {
    guard let position = (0..<frames.count).last(where: { frames[UInt32($0)].kind == .engine }),
      position >= level, core.pointee.isInTurn,
      core.pointee.stackHeight == frames[UInt32(frames.count - 1)].engineHeight,
      handlers.last.map({ $0.frames <= position }) ?? true,
      let owner = core.pointee.ownerOfFailedFiring(receiver: { self.blocks[$0.index].receiver }),
      isFreed(owner)
    else { return nil }
    while frames.count > position + 1 { _ = leave() }
    core.pointee.unwind(to: leave().engineHeight)
    return core.pointee.rejectFailedFiring("the cell is freed, and \(message)")
  }

  /// Whether an object is a cell that waits for its next element, or is about to.
  private func isFreed(_ cell: ObjectID) -> Bool {
    guard let slot = core.pointee.slot(session.viewModelName, of: cell),
      case .nil = core.pointee.living(core.pointee.read(slot))
    else { return false }
    let isLeaving = (0..<frames.count).contains { position in
      let frame = frames[UInt32(position)]
      guard frame.code._withUnsafeGuaranteedRef({ $0.entry.pointee.operation == .eachBegin }),
        case .int(let task) = stack[frame.base + EachLocal.task],
        task == EachTask.trim.rawValue || task == EachTask.retire.rawValue
      else { return false }
      return stack[frame.base + EachLocal.cell] == .object(cell)
    }
    return isLeaving
      || session.state.turned.pools.values.contains { slot in
        guard case .list(let waiting) = core.pointee.read(slot) else { return false }
        return waiting.contains(.object(cell))
      }
  }
}
