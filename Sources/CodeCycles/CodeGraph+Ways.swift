import BindingEngine

// Where code leads, for questions about two places.
extension CodeGraph {
  /// The shortest of the paths through code from some properties to another one; nil if there is
  /// none, or if bindings alone are as short.
  package func codeWay(from sources: [UInt32], to target: UInt32) -> [CodeStep]? {
    readAllCode()
    guard !codeEdges.isEmpty else { return nil }
    let ways = sources.filter { $0 != target }.compactMap {
      way(from: CodePlace(slot: $0), to: CodePlace(slot: target))
    }
    let best = ways.min { $0.count < $1.count }
    return best.flatMap { way in way.contains { $0.edge != nil } ? way : nil }
  }

  /// The members of objects that the code of a link writes, calls or fires, by itself or through
  /// things that belong to no object: actions, notifications, the making of objects.
  package func codeTargets(of link: UInt32) -> [UInt32] {
    guard let first = sources(of: link).first else { return [] }
    return codeTargets(of: steps(of: link, from: first))
  }

  /// The same for an action that belongs to no object.
  package func codeTargets(ofAction action: UInt32) -> [UInt32] {
    codeTargets(of: codeSteps(from: CodePlace(action: action)))
  }

  private func codeTargets(of steps: [CodeStep]) -> [UInt32] {
    var found: [UInt32] = []
    var pending = steps
    var seen: Set<CodePlace> = []
    while let step = pending.popLast() {
      guard step.edge != nil, seen.insert(step.to).inserted else { continue }
      if let slot = step.to.member, host.notificationName(at: slot) == nil {
        found.append(slot)
      } else {
        pending += codeSteps(from: step.to)
      }
    }
    return found
  }
}
