import Language
import Names
import Syntax

/// Results that depend on the order in which subscribers of a value are notified, where the system
/// promises none.
extension CheckRun {
  /// Two statements that one change sets off, and the property that both write in the end.
  private struct Conflict {
    var first: StaticGraph.Link
    var second: StaticGraph.Link
    var source: StaticGraph.Place
    var written: StaticGraph.Place
  }

  /// Reports the first conflict of each property with several subscribers.
  func reportUnpromisedOrder() {
    guard isSemanticsCertain,
      let system = SemanticsNote.named(semantics.name)?.promisesNoOrder
    else { return }
    let steps = graph.steps()
    var seen: Set<OriginKey> = []
    for (source, _) in steps.inOrder where spend(1) {
      guard let found = conflict(at: source, steps),
        seen.insert(found.second.origin).inserted
      else { continue }
      let (first, second) = (text(of: found.source), text(of: found.written))
      let tree = found.second.script.tree
      findings.add(
        Diagnostic(
          FindingCode.unpromisedOrder.severity,
          "two subscribers of '\(first)' write '\(second)', and \(system) promises no order"
            + " among them",
          file: tree.file, span: tree[found.second.node].span,
          notes: [
            .init(
              .note, "the other one", file: found.first.script.tree.file,
              span: found.first.script.tree[found.first.node].span),
            .init(.help, "let one of them write it, or bind one expression that reads both"),
          ], code: .unpromisedOrder))
    }
  }

  /// Two steps from a property that lead to different writes of one property.
  private func conflict(at source: StaticGraph.Place, _ steps: StaticGraph.Steps) -> Conflict? {
    var writers: [StaticGraph.Place: (first: StaticGraph.Link, last: OriginKey)] = [:]
    for step in steps.certain(from: source) {
      let first = graph.links[step.position]
      var seen: Set<StaticGraph.Place> = [source]
      var next = [step]
      while let step = next.popLast(), spend(1) {
        let last = graph.links[step.position].origin
        if let known = writers[step.target], known.last != last,
          known.first.origin != first.origin
        {
          return Conflict(
            first: known.first, second: first, source: source, written: step.target)
        }
        if step.target.object.property(step.target.name)?.role == .property,
          writers[step.target] == nil
        {
          writers[step.target] = (first, last)
        }
        guard seen.insert(step.target).inserted else { continue }
        next += steps.certain(from: step.target)
      }
    }
    return nil
  }
}
