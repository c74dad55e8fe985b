import BindingEngine
import Compiling
import Language
import Names
import Syntax

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

/// What a trial gave.
package struct TrialValue {
  package var value: Value = .nil
  /// The properties that were read, perhaps several times.
  package var reads: [UInt32] = []
  /// Whether chance had a part in it.
  package var isRandom = false
}

extension Session {
  /// Runs code between turns and rolls it back.
  ///
  /// - Parameter given: The values of its first locals.
  func trial(
    of code: Code, receiver: ObjectID? = nil, given: [Value] = []
  ) throws(ScriptError) -> TrialValue {
    var (found, failure) = (TrialValue(), nil as ScriptError?)
    state.tried = .nil
    let random = state.turned.random
    withExtendedLifetime(code) {
      dry { (machine) throws(ScriptFailure) in
        machine.enter(code, kind: .trial, receiver: receiver, isTracked: true)
        for (position, value) in given.enumerated() { machine.locals[position] = value }
      } then: {
        failure = $0
        found.reads = (0..<UInt32(self.core.pointee.reads.count)).map {
          self.core.pointee.reads[$0]
        }
        found.isRandom = self.state.turned.random != random
      }
    }
    if let failure { throw failure }
    found.value = state.tried
    return found
  }

  /// The value of an expression that stands in a block, with the names that the block has, evaluated
  /// between turns and rolled back.
  ///
  /// - Parameters:
  ///   - members: The bare names that mean members of `receiver`.
  ///   - locals: What else the block sees, by name.
  /// - Returns: nil if it fails, or a turn is stopped.
  package func trial(
    of node: NodeID, in tree: SyntaxTreeBox, members: SharedNames, of receiver: ObjectID?,
    locals: [(name: Name, value: Value)]
  ) -> TrialValue? {
    guard !core.pointee.isInTurn else { return nil }
    let code = Code(tree: tree)
    let pending = PendingBlock(
      node: node, role: .function, copies: locals.map(\.name),
      members: receiver == nil ? nil : MemberScope(names: members), parameters: [])
    Compiler.compile(code, pending, session: self)
    guard code.failures.isEmpty else { return nil }
    return try? trial(of: code, receiver: receiver, given: locals.map(\.value))
  }
}
