import Language
import Names
import Syntax

/// Findings about transformers that keep something, or in which values wait.
extension CheckRun {
  /// The transformers of a binding that are certainly those of the last declaration.
  private func certainStages(
    _ binding: BindingSyntax
  ) -> [(id: NodeID, name: String, isReversed: Bool, isBuiltIn: Bool, syntax: TransformerSyntax)?] {
    binding.stages.map { id in
      guard case .named(let node, _, let isReversed) = tree.stage(id), tree[node].kind == .name
      else { return nil }
      let name = tree.name(node)
      guard facts.loose[name] == nil, let declared = symbols[name], declared.isCertain,
        let (source, syntax) = transformers[name]
      else { return nil }
      return (id, text(name), isReversed, source === preludeScript, syntax)
    }
  }

  /// Reports values that wait both ways, and a `Distinct` that never rejects anything.
  func warnOfStages(_ binding: BindingSyntax, at id: NodeID) {
    guard !binding.stages.isEmpty else { return }
    let stages = certainStages(binding)
    if binding.arrow.isTwoWay {
      let waiting = stages.compactMap { $0 }.filter { $0.syntax.delay.exists }
      if let there = waiting.first(where: { !$0.isReversed }),
        let back = waiting.first(where: \.isReversed)
      {
        report(
          code: .waitsBothWays,
          "values wait both ways, in '\(sourceText(there.id))' and in '\(sourceText(back.id))'",
          at: id, help: "leave one of them out, so that one side always has the newest value")
      }
    }
    var isDistinct = binding.isOnce
    for stage in stages {
      switch stage {
      case (let id, "Distinct", isReversed: false, isBuiltIn: true, _)?:
        if isDistinct {
          report(
            code: .distinctForNothing, "what reaches this 'Distinct' never repeats", at: id,
            help: "leave it out")
        }
        isDistinct = true
      // With a transformer between them in which values wait, one could fail there and come again.
      case (_, "Skip", isReversed: false, isBuiltIn: true, _)?: break
      default: isDistinct = binding.isOnce
      }
    }
  }
}
