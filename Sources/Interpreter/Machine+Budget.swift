import Basics
import BindingEngine
import Language

// Limits what a script can do without end: its turns, rounds of loops, calls, blocks, objects and
// timers count as steps, and what they hold counts as memory. Firings have their own limits, those
// of the semantics.
extension Machine {
  /// Roughly what a step may hold, besides values: entries of the log, events, levels.
  static let bytesOfStep = 256

  /// Counts a step. Stops the run after its last step, after an interrupt, and if memory is used
  /// up.
  @inline(__always)
  func countStep() throws(ScriptFailure) {
    steps += 1
    if steps > stepLimit { throw .message(Machine.stepsUsedUp, help: nil) }
    if core.pointee.isInterrupted { throw .graph(.interrupted) }
    try spend(Machine.bytesOfStep)
  }

  package var hasUsedUpSteps: Bool { steps > stepLimit }

  static let stepsUsedUp = "stopped: the run has used up its steps (--max-steps)"

  /// Must be called before memory is requested, if a script decides how much.
  @inline(__always)
  func spend(_ bytes: Int) throws(ScriptFailure) {
    allowance -= bytes
    if allowance < 0 { try checkMemory(bytes) }
  }

  /// For something as large as a value that is about to be made from it: a text, or a list.
  func spend(onCopyOf value: Value) throws(ScriptFailure) {
    switch value {
    case .string(let text): try spend(text.utf8.count)
    case .list(let list): try spend(list.size * MemoryLayout<Value>.stride)
    case .dictionary(let dictionary): try spend(dictionary.size * MemoryLayout<Value>.stride)
    case .enumeration(let value): try spend(value.values.size * MemoryLayout<Value>.stride)
    default: break
    }
  }

  /// For the sum of the two values on top.
  func spendOnSum() throws(ScriptFailure) {
    guard case .string(let left) = (sp - 2).pointee, case .string(let right) = (sp - 1).pointee
    else { return }
    try spend(left.utf8.count + right.utf8.count)
  }

  @inline(never)
  private func checkMemory(_ bytes: Int) throws(ScriptFailure) {
    allowance = 0
    do {
      allowance = try ProcessMemory.grant(
        bytes, spare: core.pointee.spareBytes + spareBytes, within: session.options.maximumMemory)
    } catch {
      throw .outOfMemory(error)
    }
  }

  /// What the stacks hold for later use.
  private var spareBytes: Int {
    frames.spareBytes + blocks.spareBytes + freeBlocks.count * MemoryLayout<Block>.stride
      + (capacity - (sp - stack)) * MemoryLayout<Value>.stride
  }
}
