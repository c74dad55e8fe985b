import BindingEngine
import Language

/// One step on a closed path that leads through code.
package struct CodeStep: Hashable {
  package var from: CodePlace
  /// The observer or binding that the change takes; 0 if an action, a command or a `set` block
  /// takes it.
  package var link: UInt32
  /// The number of the edge; nil if a binding passes a value on.
  package var edge: Int?
  package var to: CodePlace

  package init(from: CodePlace, link: UInt32, edge: Int?, to: CodePlace) {
    (self.from, self.link, self.edge, self.to) = (from, link, edge, to)
  }
}

// Paths through bindings and code, as answers to questions.
extension CodeGraph {
  /// The steps that lead from a place.
  package func codeSteps(from place: CodePlace) -> [CodeStep] {
    var found: [CodeStep] = []
    for number in codeEdges.numbers(from: .place(place)).reversed() where stands(number) {
      guard let target = codeEdges.edges[number].target else { continue }
      found.append(CodeStep(from: place, link: 0, edge: number, to: target))
    }
    guard let slot = place.slot, !isCalled(slot) else { return found }
    for observer in graphState.observers(of: slot) {
      let isStep = graphState.links[observer].flags.contains(.step)
      let link = isStep ? graphState.links[observer].target : observer
      guard !graphState.links[link].flags.contains(.dead) else { continue }
      found += steps(of: link, from: place)
    }
    return certainFirst(found)
  }

  /// The steps that depend on no condition, and then the others: of two that lead to the same place
  /// the first one is taken.
  private func certainFirst(_ steps: [CodeStep]) -> [CodeStep] {
    func isConditional(_ step: CodeStep) -> Bool {
      step.edge.map { codeEdges[$0].effect.isConditional } ?? false
    }
    guard steps.count > 1, steps.contains(where: isConditional) else { return steps }
    return steps.filter { !isConditional($0) } + steps.filter(isConditional)
  }

  /// The steps that a link takes from one of the places that it observes.
  package func steps(of link: UInt32, from place: CodePlace) -> [CodeStep] {
    var found: [CodeStep] = []
    let record = graphState.links[link]
    if record.target != 0, !record.flags.contains(.observer) {
      found.append(CodeStep(from: place, link: link, edge: nil, to: CodePlace(slot: record.target)))
    }
    for number in codeEdges.numbers(from: .link(graphState.lead(of: link))).reversed()
    where stands(number) {
      guard let target = codeEdges.edges[number].target else { continue }
      found.append(CodeStep(from: place, link: link, edge: number, to: target))
    }
    return found
  }

  /// Whether a member of an object runs code when it is called. A path to a command's status reads
  /// such a member, but that sets nothing off.
  func isCalled(_ slot: UInt32) -> Bool { graphState.isCallable(slot) }

  /// What one direction of a link observes.
  package func observed(by half: UInt32) -> [CodePlace] {
    var found: [CodePlace] = []
    _ = graphState.forEachSource(of: half) { slot in
      found.append(CodePlace(slot: slot))
      return true
    }
    return found
  }

  /// Everything that a link observes, in both directions.
  package func sources(of link: UInt32) -> [CodePlace] {
    let partner = graphState.partner(of: link)
    return observed(by: link) + (partner == 0 ? [] : observed(by: partner))
  }

  // MARK: Closed paths

  /// The shortest closed path through a link and through code that is worth a warning; nil if there
  /// is none.
  package func codeCycle(through link: UInt32) -> [CodeStep]? {
    var best: [CodeStep]?
    for half in [link, graphState.partner(of: link)] where half != 0 {
      for place in observed(by: half) {
        for step in certainFirst(steps(of: half, from: place)) {
          guard let way = way(from: step.to, to: place, without: graphState.partner(of: half)),
            best == nil || way.count + 1 < best!.count, isWorthWarning([step] + way)
          else { continue }
          best = [step] + way
        }
      }
    }
    return best
  }

  /// Whether a closed path is reported when it closes: not if an observer sometimes writes what it
  /// observes, for example to keep it within bounds, nor if an action calls itself under a
  /// condition.
  package func isWorthWarning(_ path: [CodeStep]) -> Bool { path.count > 1 || isCertain(path) }

  /// The shortest closed path that begins with an edge.
  package func codeCycle(throughEdge number: Int) -> [CodeStep]? {
    guard let target = codeEdges[number].target else { return nil }
    let ways = sources(ofEdge: number).compactMap { source in
      way(from: target, to: source).map { way in
        [CodeStep(from: source, link: link(ofEdge: number), edge: number, to: target)] + way
      }
    }
    return ways.min { $0.count < $1.count }
  }

  /// The shortest closed path through a place.
  ///
  /// - Parameter properties: The properties that it may lead over; nil for all.
  package func codeCycle(through place: CodePlace, over properties: Set<UInt32>? = nil)
    -> [CodeStep]?
  {
    let ways = codeSteps(from: place).compactMap { step in
      way(from: step.to, to: place, over: properties).map { [step] + $0 }
    }
    return ways.min { $0.count < $1.count }
  }

  /// How often a closed path is searched for that may not exist: each search may visit everything.
  private static let mostSearches = 100

  /// A closed path through code over properties that changed in a turn; nil if there is none. That
  /// bindings alone lead back, such as the two directions of one, is not enough.
  ///
  /// - Parameter properties: The last that changed first: a path through an early one is preferred.
  /// - Complexity: O(*n*) in the steps that can be reached from them.
  package func codeCycle(over properties: [UInt32]) -> [CodeStep]? {
    guard !codeEdges.isEmpty else { return nil }
    let components = codeComponents(of: properties.map { CodePlace(slot: $0) })
    let edges = codeEdges.edges.indices.filter { stands($0) && lies(on: components, edge: $0) }
    let closed = Set(
      edges.compactMap { codeEdges.ends[$0].target.flatMap { components.component(of: $0) } })
    if closed.isEmpty { return nil }
    let allowed = Set(properties)
    var searches = 0
    func isDone() -> Bool {
      searches += 1
      return searches > CodeGraph.mostSearches
    }
    for place in properties.map({ CodePlace(slot: $0) }) {
      guard let number = components.component(of: place), closed.contains(number) else { continue }
      if isDone() { break }
      let path = codeCycle(through: place, over: allowed)
      if let path, path.contains(where: { $0.edge != nil }) { return path }
    }
    // Where the shortest way back is a two-way binding, the one through code is longer.
    searches = 0
    for number in edges {
      if isDone() { break }
      guard let target = codeEdges[number].target else { continue }
      for source in sources(ofEdge: number) {
        guard let way = way(from: target, to: source, over: allowed) else { continue }
        return [CodeStep(from: source, link: link(ofEdge: number), edge: number, to: target)] + way
      }
    }
    return nil
  }

  /// Closed paths through code: one for each edge that is not on an earlier one.
  ///
  /// - Parameters:
  ///   - paths: The closed paths of bindings that are already known; what they contain is left out.
  ///   - text: The words for a step; of several paths with the same words one is enough.
  /// - Complexity: O(*n* *m*) in the edges on closed paths and in all steps.
  package func codeCycles(
    besides paths: [[UInt32]], text: (CodeStep) -> String
  ) -> [[CodeStep]] {
    readAllCode()
    guard !codeEdges.isEmpty else { return [] }
    let known = Set(paths.map { Set($0) })
    return codeCycles(text).filter { path in
      !path.allSatisfy(isOfBinding) || !known.contains(Set(path.map(\.link)))
    }
  }

  /// Whether a binding itself leads where its block leads.
  private func isOfBinding(_ step: CodeStep) -> Bool {
    step.link != 0 && graphState.links[step.link].target == step.to.slot
  }

  private func codeCycles(_ text: (CodeStep) -> String) -> [[CodeStep]] {
    var found: [[CodeStep]] = []
    var covered: Set<Int> = []
    var shown: Set<[String]> = []
    let known = codeEdges.edges.indices.filter(stands)
    var held = HeldComponents(codeComponents(of: known.flatMap { sources(ofEdge: $0) }))
    for number in known where !covered.contains(number) && lies(on: held.components, edge: number) {
      guard let path = codeCycle(throughEdge: number), !isRecursion(path),
        !isHeldByCommand(path[0], &held)
      else { continue }
      covered.formUnion(path.compactMap(\.edge))
      // Two branches may do the same under the same condition.
      let isNew = shown.insert(path.map(text)).inserted
      if isNew { found.append(path) }
    }
    return found
  }

  /// Whether a path consists only of an action that calls itself under a condition.
  package func isRecursion(_ path: [CodeStep]) -> Bool {
    guard path.count == 1, path[0].link == 0, let number = path[0].edge else { return false }
    let effect = codeEdges[number].effect
    return effect.kind == .calls && !effect.isLater && effect.isConditional
  }

  private func link(ofEdge number: Int) -> UInt32 {
    if case .link(let link) = codeEdges[number].origin { link } else { 0 }
  }

  /// The places at which an edge begins; none where its link is gone.
  package func sources(ofEdge number: Int) -> [CodePlace] {
    switch codeEdges[number].origin {
    case .place(let place): [place]
    case .link(let link): sources(of: link)
    }
  }

  /// The shortest path from a link to what another one observes; empty if it is not known.
  ///
  /// - Parameter work: How many steps may still be looked at: nothing is found with none left.
  package func way(over link: UInt32, to next: UInt32, within work: inout Int) -> [CodeStep] {
    var best: [CodeStep] = []
    for place in observed(by: link) {
      for step in certainFirst(steps(of: link, from: place)) {
        for end in observed(by: next) {
          guard let way = way(from: step.to, to: end, within: &work),
            best.isEmpty || way.count + 1 < best.count
          else { continue }
          best = [step] + way
        }
      }
    }
    return best
  }

  /// The steps of the shortest path between two places; nil if there is none.
  package func way(
    from start: CodePlace, to end: CodePlace, without partner: UInt32 = 0,
    over properties: Set<UInt32>? = nil
  ) -> [CodeStep]? {
    var work = Int.max
    return way(from: start, to: end, without: partner, over: properties, within: &work)
  }

  private func way(
    from start: CodePlace, to end: CodePlace, without partner: UInt32 = 0,
    over properties: Set<UInt32>? = nil, within work: inout Int
  ) -> [CodeStep]? {
    if start == end { return [] }
    func isAllowed(_ place: CodePlace) -> Bool {
      guard let properties, let slot = place.slot, !isCalled(slot) else { return true }
      return properties.contains(slot)
    }
    guard isAllowed(start) else { return nil }
    var cameBy: [CodePlace: CodeStep] = [:]
    var pending = [start]
    var position = 0
    while position < pending.count, work > 0 {
      for step in codeSteps(from: pending[position]) {
        work -= 1
        guard partner == 0 || step.link != partner, step.to != start, cameBy[step.to] == nil,
          isAllowed(step.to)
        else { continue }
        cameBy[step.to] = step
        pending.append(step.to)
        guard step.to == end else { continue }
        var path: [CodeStep] = []
        var current = end
        while current != start, let step = cameBy[current] {
          path.append(step)
          current = step.from
        }
        return path.reversed()
      }
      position += 1
    }
    return nil
  }
}
