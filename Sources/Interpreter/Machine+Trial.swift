import BindingEngine
import Language

extension Machine {
  /// Begins to run a block whose value goes to the session's `tried`.
  ///
  /// - Returns: Whether it can be run: its names are looked up when it first runs.
  package func startTrial(of step: RoundTrip.Step, on value: Value) throws(ScriptFailure) -> Bool {
    guard let unmanaged = blocks[step.block.index].code else { return false }
    let code = unmanaged._withUnsafeGuaranteedRef { $0 }
    if code.isPending { prepare(code) }
    guard code.failures.isEmpty else { return false }
    enter(code, kind: .trial, receiver: blocks[step.block.index].receiver ?? step.sender)
    locals[0] = value
    var count = 1
    if let sender = step.sender {
      locals[1] = .object(sender)
      count = 2
    }
    let copies = blocks[step.block.index].copies
    for position in copies.indices { locals[count + position] = copies[position] }
    return true
  }
}
