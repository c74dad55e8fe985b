import BindingEngine
import Compiling
import Language
import Syntax

// Functions, and transformers that an expression calls.
extension Machine {
  /// Runs a function with the `count` values on top. A call changes nothing, so the trace has no
  /// line for it.
  func callFunction(_ function: Callable, _ count: Int) throws(ScriptFailure) {
    let tree = function.tree.tree
    try refuse(
      session.mistake(
        ofGiving: count, to: function.name, taking: function.parameters.count,
        signature: tree.signature(of: tree.action(function.node))))
    try enter(
      function.body, receiver: nil, count: count, dropping: count,
      event: core.pointee.currentCause, isTracked: isTracking)
  }

  /// Runs a transformer's forward block with the `instruction.b` values on top.
  func callTransformer(_ instruction: Instruction) throws(ScriptFailure) {
    let number = UInt32(instruction.a)
    let count = Int(instruction.b)
    let transformer = core.pointee.transformers[number]
    let block = blocks[transformer.forward.index]
    guard let unmanaged = block.code else { preconditionFailure("a transformer without its block") }
    let copies = block.copies
    try enter(
      unmanaged.takeUnretainedValue(), receiver: block.receiver, count: count, dropping: count,
      event: core.pointee.currentCause, isTracked: isTracking)
    for position in copies.indices { locals[count + position] = copies[position] }
  }

  /// - Throws: `ScriptFailure` if the running code is a function's and `value` is an object, which
  ///   could be changed.
  func refuseInFunction(
    _ deed: @autoclosure () -> String, on value: Value
  ) throws(ScriptFailure) {
    guard code.isFunction, case .object = core.pointee.living(value) else { return }
    guard let function = session.state.callables.first(where: { $0.body === code }) else { return }
    let tree = function.tree.tree
    try refuse(session.impure(tree.action(function.node), deed(), in: tree))
  }
}
