import BindingEngine
import Language

// Where code leads, for questions about two places.
extension CodeGraph {
  /// The shortest of the paths through code from some properties to another one; nil if there is
  /// none, or if bindings alone are as short.
  package func codeWay(from sources: [CodePlace], to target: UInt32) -> [CodeStep]? {
    readAllCode()
    guard !codeEdges.isEmpty else { return nil }
    let target = CodePlace(slot: target)
    let ways = sources.filter { $0 != target }.compactMap { way(from: $0, to: target) }
    let best = ways.min { $0.count < $1.count }
    return best.flatMap { way in way.contains { $0.edge != nil } ? way : nil }
  }

  /// The members of objects that the code of a link writes, calls or fires, by itself or through
  /// things that belong to no object: actions, notifications, the making of objects.
  package func codeTargets(of link: UInt32) -> [UInt32] {
    guard let first = sources(of: link).first else { return [] }
    return codeTargets(of: steps(of: link, from: first))
  }

  /// The properties that the code of an observer leads to by itself while it ends.
  package func codeTargets(ofEnding link: UInt32) -> [UInt32] {
    guard graphState.links[link].flags.contains(.observer) else { return [] }
    return codeEdges.numbers(from: .link(link)).compactMap { codeEdges[$0].target?.slot }
  }

  /// The members of objects that the code of an action leads to which belongs to no object.
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

  /// The places from which bindings and code lead to another one, the nearest first.
  ///
  /// - Complexity: O(*n*) in the bindings and edges that lead there.
  package func places(leadingTo target: CodePlace) -> [CodePlace] {
    readAllCode()
    var found = [target]
    var seen: Set<CodePlace> = [target]
    var position = 0
    while position < found.count {
      let place = found[position]
      position += 1
      var before: [CodePlace] = []
      _ = codeEdges.forEachEdge(to: place) { number in
        if stands(number) { before += sources(ofEdge: number) }
        return true
      }
      if let slot = place.slot, !isCalled(slot) {
        for link in graphState.writers(of: slot) where graphState.isLiving(link: link) {
          before += observed(by: link)
        }
      }
      for place in before where seen.insert(place).inserted { found.append(place) }
    }
    return Array(found.dropFirst())
  }

  /// The steps through code that end at a place.
  package func stepsLeading(to place: CodePlace) -> [CodeStep] {
    readAllCode()
    var found: [CodeStep] = []
    _ = codeEdges.forEachEdge(to: place) { number in
      guard stands(number), let source = sources(ofEdge: number).last else { return true }
      var link = UInt32(0)
      if case .link(let origin) = codeEdges[number].origin { link = origin }
      found.append(CodeStep(from: source, link: link, edge: number, to: place))
      return true
    }
    return found.reversed()
  }

  /// Whether a block that is due may write, call or fire one of some places. A path that only a run
  /// knows may lead anywhere.
  package func mayLead(_ block: BlockID, to places: Set<CodePlace>) -> Bool {
    guard let reading = reading(of: block) else { return true }
    let scope = EffectScope(receiver: host.made(block).receiver, members: reading.members)
    return reading.effects.contains { effect in
      switch end(of: effect, in: reading.tree.tree, scope) {
      case .place(let place, _): places.contains(CodePlace(number: UInt32(place.number)))
      case .anyOf(let some, _):
        some.contains { places.contains(CodePlace(number: UInt32($0.number))) }
      case .nothing, .broken: false
      case .unknown, .open: true
      }
    }
  }

  /// The edges that lead nowhere now, since something on their path is nil.
  package func brokenEdges() -> [Int] {
    readAllCode()
    return codeEdges.numbersOfCrossings.filter { codeEdges[$0].target == nil && stands($0) }
  }

  /// Whether an observer's code begins at a property.
  package func isObservedByCode(_ slot: UInt32) -> Bool {
    graphState.observers(of: slot).contains { observer in
      let link = graphState.owner(of: observer)
      return graphState.links[link].flags.contains(.observer)
        || !codeEdges.forEachEdge(from: .link(graphState.lead(of: link))) { _ in false }
    }
  }
}
