import BindingEngine
import Interpreter
import Language
import Syntax

// `compare { … }`: what a block would do in this state under each semantics.
extension Session {
  func compare(
    _ block: NodeID, under names: NodeList, in box: SyntaxTreeBox
  ) throws(ScriptFailure) {
    // The whole run is being compared, so this would only repeat the comparison.
    guard !isOnTrial else { return }
    var compared: [Semantics] = []
    for name in names {
      let semantics = try semantics(named: name, in: box.tree)
      if !compared.contains(where: { $0.name == semantics.name }) { compared.append(semantics) }
    }
    if compared.isEmpty { compared = Semantics.presets }
    let comparison = try Comparison.run(shortText(of: block, in: box.tree), under: compared) {
      semantics, isTracing throws(ScriptFailure) in
      try run(block, in: box, under: semantics, tracing: isTracing)
    }
    for line in comparison.textLines(width: options.width, isASCII: options.isASCII) {
      print(line)
    }
    if let note = comparison.passedOverText { print(note) }
  }

  /// Runs a block as one turn, and everything that is due then, and rolls it all back.
  private func run(
    _ block: NodeID, in box: SyntaxTreeBox, under semantics: Semantics, tracing: Bool
  ) throws(ScriptFailure) -> (ComparedRun, RunRecorder) {
    let silent = SilentHost(reading: host, isASCII: options.isASCII)
    let recorder = RunRecorder(name: semantics.name, isTracing: tracing)
    var run = try tried(reportingTo: silent, recorder) {
      (expectations, errors) = ((0, 0), 0)
      options.semantics = semantics
      graph.semantics = semantics
      applyTraceMode()
      runBlock(block, in: box)
      waitForAll()
      return recorder.finish(self)
    }
    (run.firstError, run.printed) = (silent.firstError, silent.printed)
    return (run, recorder)
  }
}
