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
}

// The search for paths through bindings and code.
extension Session {
  /// How many places a search for one closed path visits when an observer or binding is made. If
  /// that is not enough, all such searches are done together later.
  private static let mostSearched = 256

  /// The steps that lead from a place.
  func codeSteps(from place: CodePlace) -> [CodeStep] {
    var found: [CodeStep] = []
    for number in codeEdges.numbers(from: .place(place)).reversed() where stands(codeEdges[number])
    {
      guard let target = codeEdges[number].target else { continue }
      found.append(CodeStep(from: place, link: 0, edge: number, to: target))
    }
    guard let slot = place.slot, !isCalled(slot) else { return found }
    for observer in core.pointee.observers(of: slot) {
      let isStep = core.pointee.links[observer].flags.contains(.step)
      let link = isStep ? core.pointee.links[observer].target : observer
      guard !core.pointee.links[link].flags.contains(.dead) else { continue }
      found += steps(of: link, from: place)
    }
    return found
  }

  /// The steps that a link takes from one of the places that it observes.
  func steps(of link: UInt32, from place: CodePlace) -> [CodeStep] {
    var found: [CodeStep] = []
    let record = core.pointee.links[link]
    if record.target != 0, !record.flags.contains(.observer) {
      found.append(CodeStep(from: place, link: link, edge: nil, to: CodePlace(slot: record.target)))
    }
    for number in codeEdges.numbers(from: .link(core.pointee.lead(of: link))).reversed()
    where stands(codeEdges[number]) {
      guard let target = codeEdges[number].target else { continue }
      found.append(CodeStep(from: place, link: link, edge: number, to: target))
    }
    return found
  }

  /// The places from which a step leads to `place`.
  private func sources(of place: CodePlace, without partner: UInt32) -> [CodePlace] {
    var found: [CodePlace] = []
    if let slot = place.slot {
      for writer in core.pointee.writers(of: slot)
      where !isDead(writer) && (partner == 0 || writer != partner) {
        found += observed(by: writer)
      }
    }
    for number in codeEdges.numbers(to: place) where stands(codeEdges[number]) {
      switch codeEdges[number].origin {
      case .place(let origin): found.append(origin)
      case .link(let link):
        found += sources(of: link)
      }
    }
    return found
  }

  private func isDead(_ link: UInt32) -> Bool { core.pointee.links[link].flags.contains(.dead) }

  /// Whether a member of an object runs code when it is called. Holding a command's status, and
  /// lying on paths to it, sets nothing off.
  private func isCalled(_ slot: UInt32) -> Bool {
    core.pointee.properties[slot].flags.contains(.callable)
  }

  /// What one direction of a link observes.
  private func observed(by half: UInt32) -> [CodePlace] {
    core.pointee.sources(of: half).filter { !isCalled($0) }.map { CodePlace(slot: $0) }
  }

  /// Everything that a link observes, in both directions.
  func sources(of link: UInt32) -> [CodePlace] {
    let partner = core.pointee.partner(of: link)
    return observed(by: link) + (partner == 0 ? [] : observed(by: partner))
  }

  // MARK: When something is made

  /// Whether a new observer or binding has closed a path through code.
  func closesCodeCycle(_ link: UInt32) -> Bool {
    guard !codeEdges.isEmpty, !isDead(link) else { return false }
    if closesCodeCycle(by: link) { return true }
    let partner = core.pointee.partner(of: link)
    return partner != 0 && closesCodeCycle(by: partner)
  }

  private func closesCodeCycle(by half: UInt32) -> Bool {
    let sources = observed(by: half)
    guard let first = sources.first else { return false }
    let targets = steps(of: half, from: first).map(\.to)
    if let isClosed = leadsBack(targets, to: sources, without: core.pointee.partner(of: half)) {
      return isClosed
    }
    codeEdges.unsearched.append(half)
    return false
  }

  /// The edges among some with a new target that lie on closed paths. Those whose search was given
  /// up are kept for later, with what has been set.
  func edgesThatClose(_ edges: [Int], _ assigned: AssignedReference? = nil) -> [Int] {
    edges.filter { number in
      guard stands(codeEdges[number]), let target = codeEdges[number].target else { return false }
      if let isClosed = leadsBack([target], to: sources(ofEdge: number), without: 0) {
        return isClosed
      }
      if let assigned, !codeEdges.unsearchedAssignments.contains(assigned) {
        codeEdges.unsearchedAssignments.append(assigned)
      }
      return false
    }
  }

  /// Whether a path leads from one of `targets` to one of `sources`; nil if the search was given
  /// up.
  ///
  /// The search goes from both ends at once and ends with the shorter side: what has just been made
  /// usually leads to little, or little leads to it.
  private func leadsBack(
    _ targets: [CodePlace], to sources: [CodePlace], without partner: UInt32
  ) -> Bool? {
    var (forward, backward) = (targets, sources)
    if forward.contains(where: backward.contains) { return true }
    // Usually nothing depends on what is written yet, or nothing leads to what is read.
    if !forward.contains(where: leadsOn) || !backward.contains(where: isReached) { return false }
    var behind = Set(backward)
    var ahead = Set(forward)
    var count = 0
    while let place = forward.popLast(), let end = backward.popLast() {
      guard count < Session.mostSearched else {
        codeEdges.cost += count
        return nil
      }
      for step in codeSteps(from: place)
      where (partner == 0 || step.link != partner) && ahead.insert(step.to).inserted {
        if behind.contains(step.to) { return true }
        forward.append(step.to)
      }
      for source in self.sources(of: end, without: partner) where behind.insert(source).inserted {
        if ahead.contains(source) { return true }
        backward.append(source)
      }
      count += 1
    }
    return false
  }

  private func leadsOn(_ place: CodePlace) -> Bool {
    codeEdges.begins(at: place) || place.slot.map { core.pointee.hasObservers($0) } ?? false
  }

  private func isReached(_ place: CodePlace) -> Bool {
    codeEdges.leads(to: place) || place.slot.map { core.pointee.isWritten($0) } ?? false
  }

  /// The links whose search was given up and that lie on a closed path through code; and such
  /// edges, with what had been set.
  ///
  /// - Complexity: O(*n*) in the bindings and the paths through code.
  func findUnsearched() -> (links: [UInt32], assigned: [(AssignedReference, edges: [Int])]) {
    let links = codeEdges.unsearched.filter { !isDead($0) }
    let assigned = codeEdges.unsearchedAssignments.map { reference in
      (reference, codeEdges.numbers(over: reference.slot).filter { stands(codeEdges[$0]) })
    }
    codeEdges.forgetUnsearched()
    let component = codeComponents(
      of: links.flatMap { sources(of: $0) }
        + assigned.flatMap { $0.1.flatMap { sources(ofEdge: $0) } })
    return (
      links.filter { link in
        observed(by: link).contains { place in
          steps(of: link, from: place).contains { component[$0.to] == component[place] }
        }
      },
      assigned.map { reference, edges in
        (
          reference,
          edges.filter { number in
            guard let target = codeEdges[number].target, let end = component[target] else {
              return false
            }
            return sources(ofEdge: number).contains { component[$0] == end }
          }
        )
      }
    )
  }

  // MARK: When all is asked for

  /// The shortest closed path through a link and through code; nil if there is none.
  func codeCycle(through link: UInt32) -> [CodeStep]? {
    var best: [CodeStep]?
    for half in [link, core.pointee.partner(of: link)] where half != 0 {
      for place in observed(by: half) {
        for step in steps(of: half, from: place) {
          guard let way = way(from: step.to, to: place, without: core.pointee.partner(of: half)),
            best == nil || way.count + 1 < best!.count
          else { continue }
          best = [step] + way
        }
      }
    }
    return best
  }

  /// The shortest closed path that begins with an edge.
  func codeCycle(throughEdge number: Int) -> [CodeStep]? {
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
  func codeCycle(through place: CodePlace, over properties: Set<UInt32>? = nil) -> [CodeStep]? {
    let ways = codeSteps(from: place).compactMap { step in
      way(from: step.to, to: place, over: properties).map { [step] + $0 }
    }
    return ways.min { $0.count < $1.count }
  }

  /// Closed paths through code: one for each edge that is not on an earlier one.
  ///
  /// - Parameter paths: The closed paths of bindings that are already known; what they contain is
  ///   left out.
  /// - Complexity: O(*n* *m*) in the edges on closed paths and in all steps.
  package func codeCycles(besides paths: [[UInt32]]) -> [[CodeStep]] {
    readAllCode()
    guard !codeEdges.isEmpty else { return [] }
    let known = Set(paths.map { Set($0) })
    return codeCycles().filter { path in
      !path.allSatisfy(isOfBinding) || !known.contains(Set(path.map(\.link)))
    }
  }

  /// Whether a binding itself leads where its block leads.
  private func isOfBinding(_ step: CodeStep) -> Bool {
    step.link != 0 && core.pointee.links[step.link].target == step.to.slot
  }

  private func codeCycles() -> [[CodeStep]] {
    var found: [[CodeStep]] = []
    var covered: Set<Int> = []
    var shown: Set<[String]> = []
    let known = codeEdges.edges.indices.filter { stands(codeEdges[$0]) }
    let component = codeComponents(of: known.flatMap { sources(ofEdge: $0) })
    for number in known where !covered.contains(number) {
      guard let target = codeEdges[number].target, let end = component[target],
        sources(ofEdge: number).contains(where: { component[$0] == end }),
        let path = codeCycle(throughEdge: number), !isRecursion(path)
      else { continue }
      covered.formUnion(path.compactMap(\.edge))
      // Two branches may do the same under the same condition.
      let isNew = shown.insert(path.map { hopText($0) }).inserted
      if isNew { found.append(path) }
    }
    return found
  }

  /// Whether a path consists only of an action that calls itself under a condition.
  func isRecursion(_ path: [CodeStep]) -> Bool {
    guard path.count == 1, path[0].link == 0, let number = path[0].edge else { return false }
    let effect = codeEdges[number].effect
    return effect.kind == .calls && !effect.isLater && effect.isConditional
  }

  private func link(ofEdge number: Int) -> UInt32 {
    if case .link(let link) = codeEdges[number].origin { link } else { 0 }
  }

  /// The places at which an edge begins; none if its link is gone.
  private func sources(ofEdge number: Int) -> [CodePlace] {
    switch codeEdges[number].origin {
    case .place(let place): [place]
    case .link(let link): sources(of: link)
    }
  }

  /// For each place that can be reached from `starts`, the number of its component: places that all
  /// lead to each other.
  private func codeComponents(of starts: [CodePlace]) -> [CodePlace: Int] {
    var places: [CodePlace] = []
    var seen: Set<CodePlace> = []
    for start in starts where seen.insert(start).inserted { places.append(start) }
    var next = 0
    while next < places.count {
      for step in codeSteps(from: places[next]) where seen.insert(step.to).inserted {
        places.append(step.to)
      }
      next += 1
    }
    var component: [CodePlace: Int] = [:]
    let found = stronglyConnected(places) { place in codeSteps(from: place).map(\.to) }
    for (number, members) in found.enumerated() {
      for place in members { component[place] = number }
    }
    return component
  }

  /// The shortest path that begins with a link and ends at something another one observes; empty if
  /// none is known.
  func way(over link: UInt32, to next: UInt32) -> [CodeStep] {
    var best: [CodeStep] = []
    for place in observed(by: link) {
      for step in steps(of: link, from: place) {
        for end in observed(by: next) {
          guard let way = way(from: step.to, to: end), best.isEmpty || way.count + 1 < best.count
          else { continue }
          best = [step] + way
        }
      }
    }
    return best
  }

  /// The steps of the shortest path between two places; nil if there is none.
  func way(
    from start: CodePlace, to end: CodePlace, without partner: UInt32 = 0,
    over properties: Set<UInt32>? = nil
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
    while position < pending.count {
      for step in codeSteps(from: pending[position]) {
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
