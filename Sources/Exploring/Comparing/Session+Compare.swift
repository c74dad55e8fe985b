import BindingEngine
import Interpreter
import Language
import Syntax

// `compare { … }`: what a block would do from here under each semantics.
extension Session {
  func compare(
    _ block: NodeID, under names: NodeList, in box: SyntaxTreeBox
  ) throws(ScriptFailure) {
    // A whole run is being compared, and this would change nothing in it.
    guard !isOnTrial else { return }
    var compared: [Semantics] = []
    for name in names {
      let semantics = try semantics(named: name, in: box.tree)
      if !compared.contains(where: { $0.name == semantics.name }) { compared.append(semantics) }
    }
    if compared.isEmpty { compared = Semantics.presets }
    let comparison = try withCheckpoint { session throws(ScriptFailure) in
      try Comparison.run(session.shortText(of: block, in: box.tree), under: compared) {
        semantics, isTracing throws(ScriptFailure) in
        try session.run(block, in: box, under: semantics, tracing: isTracing)
      }
    }
    for line in comparison.textLines(width: options.width, isASCII: options.isASCII) {
      print(line)
    }
    if let note = comparison.passedOverText { print(note) }
  }

  /// Does `body` with a checkpoint open, at which all is again when it is over.
  private func withCheckpoint<Result>(
    _ body: (Session) throws(ScriptFailure) -> Result
  ) throws(ScriptFailure) -> Result {
    core.pointee.openCheckpoint()
    defer {
      core.pointee.closeCheckpoint()
      machine.forgetRetiredBlocks()
    }
    return try body(self)
  }

  /// Runs a block as one turn, and all that is due then, and puts everything back.
  private func run(
    _ block: NodeID, in box: SyntaxTreeBox, under semantics: Semantics, tracing: Bool
  ) throws(ScriptFailure) -> (ComparedRun, RunRecorder) {
    let checkpoint = SessionCheckpoint(self)
    let before = (host: host, listener: listener, semantics: graph.semantics)
    let silent = SilentHost(reading: host, isASCII: options.isASCII)
    let recorder = RunRecorder(name: semantics.name, isTracing: tracing)
    listener = recorder
    host = silent
    (expectations, errors) = ((0, 0), 0)
    options.semantics = semantics
    graph.semantics = semantics
    applyTraceMode()
    runBlock(block, in: box)
    waitForAll()
    var run = recorder.finish(self)
    run.firstError = silent.firstError
    let wasInterrupted = isInterrupted
    isInterrupted = false
    listener = before.listener
    core.pointee.rollBack()
    machine.forgetRetiredBlocks()
    checkpoint.restore(self)
    graph.semantics = before.semantics
    host = before.host
    applyTraceMode()
    if wasInterrupted { throw .graph(.interrupted) }
    return (run, recorder)
  }
}
