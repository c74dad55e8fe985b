import BindingEngine

// The search for closed paths when something is made or set: there is one for each observer, so it
// allocates no arrays and no sets, and it is given up if it takes long.
extension CodeGraph {
  /// How many steps a search for one closed path examines when an observer or binding is made. If
  /// that is not enough, the search is done later, together with the others.
  private static let mostSearched = 256

  /// Whether a new observer or binding has closed a path that leads through code.
  package func closesCodeCycle(_ link: UInt32) -> Bool {
    guard !codeEdges.isEmpty, graphState.isLiving(link: link) else { return false }
    if closesCodeCycle(by: link) { return true }
    let partner = graphState.partner(of: link)
    return partner != 0 && closesCodeCycle(by: partner)
  }

  private func closesCodeCycle(by half: UInt32) -> Bool {
    if let isClosed = leadsBack(half) { return isClosed }
    codeEdges.unsearched.links.append(half)
    return false
  }

  /// Whether a path may lead from what a link does to what it observes. A search that would take
  /// long is given up, and then there may be one.
  package func mayCloseCodeCycle(_ link: UInt32) -> Bool {
    guard !codeEdges.isEmpty, graphState.isLiving(link: link) else { return false }
    let partner = graphState.partner(of: link)
    return leadsBack(link) != false || (partner != 0 && leadsBack(partner) != false)
  }

  /// Whether a path leads from what one direction of a link does to what it observes; nil if the
  /// search was given up.
  private func leadsBack(_ half: UInt32) -> Bool? {
    // Almost always there is no such path, even if the edges of released objects are counted.
    codeEdges.search.isExact = false
    let mayLead = searchLeadsBack(half)
    codeEdges.search.isExact = true
    return mayLead == true ? searchLeadsBack(half) : mayLead
  }

  private func searchLeadsBack(_ half: UInt32) -> Bool? {
    codeEdges.search.begin()
    _ = graphState.forEachSource(of: half) { slot in
      codeEdges.search.reachBehind(CodePlace(slot: slot))
      return true
    }
    if codeEdges.search.behind.isEmpty { return false }
    _ = forEachTarget(of: half) { place in
      codeEdges.search.reachAhead(place)
      return true
    }
    return searchLeadsBack(without: graphState.partner(of: half))
  }

  /// Those of the moved `edges` that lie on closed paths. Edges whose search was given up are kept
  /// for later, with the assignment that moved them.
  package func edgesThatClose(_ edges: [Int], _ assigned: AssignedReference? = nil) -> [Int] {
    edges.filter { number in
      guard stands(number), let target = codeEdges.ends[number].target else { return false }
      codeEdges.search.begin()
      codeEdges.search.reachAhead(target)
      for source in sources(ofEdge: number) { codeEdges.search.reachBehind(source) }
      if let isClosed = searchLeadsBack(without: 0) { return isClosed }
      if let assigned, !codeEdges.unsearched.assignments.contains(assigned) {
        codeEdges.unsearched.assignments.append(assigned)
      }
      return false
    }
  }

  /// Postpones the search for something that has been declared, as if it had been given up.
  package func postponeSearch(for place: CodePlace) {
    codeEdges.unsearched.declared.append(place)
    codeEdges.cost += CodeGraph.mostSearched
  }

  /// Postpones the search for something that has been set.
  package func postponeSearch(for assigned: AssignedReference) {
    if !codeEdges.unsearched.assignments.contains(assigned) {
      codeEdges.unsearched.assignments.append(assigned)
    }
    codeEdges.cost += CodeGraph.mostSearched
  }

  /// Whether a path leads from the places ahead in the search to those behind; nil if the search
  /// was given up.
  ///
  /// A search goes from both ends at once, and ends when one side is exhausted: what has just been
  /// made usually leads to few places, or few places lead to it.
  private func searchLeadsBack(without partner: UInt32) -> Bool? {
    if codeEdges.search.meets { return true }
    // Usually nothing depends on what is written yet, or nothing leads to what is read.
    guard codeEdges.search.ahead.contains(where: leadsOn),
      codeEdges.search.behind.contains(where: isReached)
    else { return false }
    func isGoingOn() -> Bool {
      !codeEdges.search.meets && codeEdges.search.count < CodeGraph.mostSearched
    }
    while isGoingOn() {
      guard let place = codeEdges.search.takeAhead() else { return false }
      _ = forEachTarget(of: place, without: partner) { target in
        codeEdges.search.reachAhead(target)
        return isGoingOn()
      }
      guard isGoingOn() else { break }
      guard let place = codeEdges.search.takeBehind() else { return false }
      _ = forEachOrigin(of: place, without: partner) { origin in
        codeEdges.search.reachBehind(origin)
        return isGoingOn()
      }
    }
    if codeEdges.search.meets { return true }
    codeEdges.cost += codeEdges.search.count
    return nil
  }

  private func leadsOn(_ place: CodePlace) -> Bool {
    codeEdges.begins(at: place) || place.slot.map { graphState.hasObservers($0) } ?? false
  }

  private func isReached(_ place: CodePlace) -> Bool {
    codeEdges.leads(to: place) || place.slot.map { graphState.isWritten($0) } ?? false
  }

  // MARK: Successors and predecessors

  /// Calls `goesOn` for each place that a step leads to from `place`, until it returns false.
  ///
  /// - Returns: Whether it returned true for all.
  private func forEachTarget(
    of place: CodePlace, without partner: UInt32 = 0, _ goesOn: (CodePlace) -> Bool
  ) -> Bool {
    guard forEachTarget(from: .place(place), goesOn) else { return false }
    guard let slot = place.slot, !graphState.isCallable(slot) else { return true }
    return graphState.forEachLink(observing: slot) { link in
      link == partner || forEachTarget(of: link, goesOn)
    }
  }

  /// Calls `goesOn` for what a link writes and for each place that its code leads to, until it returns false.
  private func forEachTarget(of link: UInt32, _ goesOn: (CodePlace) -> Bool) -> Bool {
    let target = graphState.written(by: link)
    if target != 0, !goesOn(CodePlace(slot: target)) { return false }
    return forEachTarget(from: .link(graphState.lead(of: link)), goesOn)
  }

  private func forEachTarget(
    from origin: CodeUnit.Origin, _ goesOn: (CodePlace) -> Bool
  ) -> Bool {
    codeEdges.forEachEdge(from: origin) { number in
      guard let target = codeEdges.ends[number].target,
        !codeEdges.search.isExact || stands(number)
      else { return true }
      return goesOn(target)
    }
  }

  /// Calls `goesOn` for each place from which a step leads to `place`, until it returns false.
  ///
  /// - Returns: Whether it returned true for all.
  private func forEachOrigin(
    of place: CodePlace, without partner: UInt32, _ goesOn: (CodePlace) -> Bool
  ) -> Bool {
    func observed(by link: UInt32) -> Bool {
      link == 0 || graphState.forEachSource(of: link) { goesOn(CodePlace(slot: $0)) }
    }
    let isAll = codeEdges.forEachEdge(to: place) { number in
      if codeEdges.search.isExact, !stands(number) { return true }
      switch codeEdges.ends[number].origin {
      case .place(let origin): return goesOn(origin)
      case .link(let link):
        // The place of a link that has ended may belong to something else.
        guard graphState.links[link].flags.isDisjoint(with: [.dead, .step]),
          serial(of: link) == codeEdges.ends[number].serial
        else { return true }
        return observed(by: link) && observed(by: graphState.partner(of: link))
      }
    }
    guard isAll, let slot = place.slot else { return isAll }
    return graphState.forEachLink(writing: slot) { $0 == partner || observed(by: $0) }
  }

  // MARK: Postponed searches

  /// What lies on closed paths through code, among what was not searched: links, edges with the
  /// assignments that moved them, and edges of declared code.
  ///
  /// - Complexity: O(*n*) in the bindings and in the edges of code.
  package func findUnsearched() -> (
    links: [UInt32], assigned: [(AssignedReference, edges: [Int])],
    declared: [(CodePlace, edges: [Int])], components: CodeComponents
  ) {
    let unsearched = codeEdges.takeUnsearched()
    let links = unsearched.links.filter { graphState.isLiving(link: $0) }
    let assigned = unsearched.assignments.map { reference in
      (reference, codeEdges.numbers(over: reference.slot).filter(stands))
    }
    let components = codeComponents(
      of: links.flatMap { sources(of: $0) }
        + assigned.flatMap { $0.1.flatMap { sources(ofEdge: $0) } } + unsearched.declared)
    return (
      links.filter { link in
        let sources = observed(by: link)
        return !forEachTarget(of: link) { target in
          !sources.contains { components.areStronglyConnected(target, $0) }
        }
      },
      assigned.map { reference, edges in
        (reference, edges.filter { lies(on: components, edge: $0) })
      },
      unsearched.declared.map { place in
        (
          place,
          codeEdges.numbers(from: .place(place)).reversed().filter {
            stands($0) && lies(on: components, edge: $0)
          }
        )
      }, components
    )
  }

  /// Whether an edge lies on a closed path, once the components are known.
  func lies(on components: CodeComponents, edge number: Int) -> Bool {
    guard let target = codeEdges.ends[number].target else { return false }
    return sources(ofEdge: number).contains { components.areStronglyConnected(target, $0) }
  }

  /// Which of the places that can be reached from `starts` lead to each other.
  ///
  /// - Complexity: O(*n*) in these places and in the steps between them.
  package func codeComponents(of starts: [CodePlace]) -> CodeComponents {
    var components = CodeComponents(starts)
    while let place = components.next() {
      _ = forEachTarget(of: place) { target in
        components.enter(target)
        return true
      }
    }
    components.finish()
    return components
  }
}
