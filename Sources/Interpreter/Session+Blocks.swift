import BindingEngine
import Compiling
import Language
import Syntax

extension Session {
  package var declaredVersion: Int { symbols.version }

  /// Compiles blocks again that named something that may have been declared since. A block may run
  /// before that, but only for a prediction. No block runs between turns.
  func tryFailedBlocksAgain() {
    guard symbols.version != state.versionWhenFailed else { return }
    for (code, pending) in state.failedBlocks {
      code.clear()
      code.changeLocal = -1
      code.pending = pending
    }
    state.failedBlocks = []
  }

  package func runBlock(_ block: NodeID, in box: SyntaxTreeBox) {
    var compiler = Compiler(session: self, code: Code(tree: box), isTopLevel: true)
    do {
      do {
        try compiler.statement(block)
      } catch {
        throw ScriptError(diagnostic: error, kind: .failed)
      }
      compiler.emit(.returnNil, at: box.tree[block].span)
      try machine.run(compiler.code)
    } catch {
      guard let failure = error as? ScriptError else { return }
      report(failure)
    }
  }

  /// The value of a property, evaluated if necessary; nil if that fails.
  package func evaluated(_ slot: UInt32) -> Value? {
    guard core.pointee.properties[slot].marks.contains(.stale) else {
      return core.pointee.read(slot)
    }
    // A failure has rolled back the turn that contains all this.
    if !core.pointee.isInTurn { core.pointee.beginTurn() }
    do {
      try machine.run(empty: Session.returningCode()) { (machine) throws(ScriptFailure) in
        try machine.handle(machine.core.pointee.computeForReader(slot))
      }
    } catch {
      return nil
    }
    return core.pointee.read(slot)
  }
}
