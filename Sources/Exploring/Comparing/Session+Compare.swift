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
      var meant = family(named: name, in: box.tree)
      if meant.isEmpty { meant = [try semantics(named: name, in: box.tree)] }
      compared.addNew(meant)
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

  /// The presets of a family; none if the name is not that of one, or the script has a semantics of that
  /// name.
  private func family(named node: NodeID, in tree: SyntaxTree) -> [Semantics] {
    let name = names.text(of: tree.name(node))
    return semantics(named: name) == nil ? Semantics.presets(named: name) : []
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
