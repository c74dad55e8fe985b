import BindingEngine

// Where code leads, for questions about two places.
extension Session {
  /// The shortest of the ways from properties to another one that lead through code; nil where there
  /// is none, or where bindings alone lead there as shortly.
  package func codeWay(from sources: [UInt32], to target: UInt32) -> [CodeStep]? {
    readAllCode()
    guard !codeEdges.isEmpty else { return nil }
    let ways = sources.filter { $0 != target }.compactMap {
      way(from: CodePlace(slot: $0), to: CodePlace(slot: target))
    }
    let best = ways.min { $0.count < $1.count }
    return best.flatMap { way in way.contains { $0.edge != nil } ? way : nil }
  }

  /// The members of objects that the code of a link writes, calls or fires, by itself or over what
  /// belongs to no object of the script: actions, notifications, the making of objects.
  package func codeTargets(of link: UInt32) -> [UInt32] {
    guard let first = sources(of: link).first else { return [] }
    return codeTargets(of: steps(of: link, from: first))
  }

  /// The same of an action that belongs to no object.
  package func codeTargets(ofAction action: UInt32) -> [UInt32] {
    codeTargets(of: codeSteps(from: CodePlace(action: action)))
  }

  private func codeTargets(of steps: [CodeStep]) -> [UInt32] {
    var found: [UInt32] = []
    var pending = steps
    var seen: Set<CodePlace> = []
    while let step = pending.popLast() {
      guard step.edge != nil, seen.insert(step.to).inserted else { continue }
      if let slot = step.to.member, notificationName(at: slot) == nil {
        found.append(slot)
      } else {
        pending += codeSteps(from: step.to)
      }
    }
    return found
  }
}
