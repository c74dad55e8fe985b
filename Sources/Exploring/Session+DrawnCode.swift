import BindingEngine
import CodeCycles
import Interpreter

// What blocks may write, call, fire and post, for drawings and for the answer of `cycles`.
extension Session {
  /// A path through code, for a drawing.
  struct DrawnCode {
    /// The observer or binding whose code it is; 0 if it is that of `origin`.
    var link: UInt32
    var origin: CodePlace?
    var target: CodePlace
    /// For example `writes` or `may call`.
    var verb: String
    var text: String
    /// Whether a command sets it by itself.
    var isStatus: Bool
    /// Whether a change can go round along it, if it leads back to where it begins.
    var goesRound = true
    /// The protocols that are all that is known about objects on its path.
    var protocols: [String] = []
  }

  /// The paths through code that begin at links, and at what these lead to.
  ///
  /// - Parameter links: Living ones, in order.
  func drawnCode(from links: [UInt32]) -> [DrawnCode] {
    codeGraph.readAllCode()
    guard !codeGraph.codeEdges.isEmpty else { return [] }
    var found: [DrawnCode] = []
    var pending: [CodePlace] = []
    var seen: Set<CodePlace> = []
    var held = CodeGraph.HeldComponents(
      codeGraph.codeComponents(of: links.flatMap { codeGraph.sources(of: $0) }))
    func goesRound(_ step: CodeStep) -> Bool {
      let isAlone = step.from == step.to && codeGraph.isRecursion([step])
      return !isAlone && !codeGraph.isHeldByCommand(step, &held)
    }
    func add(_ step: CodeStep) {
      guard let number = step.edge else { return }
      let effect = codeGraph.codeEdges[number].effect
      let verb =
        effect.verb(for: codeGraph.role(of: step.to)) + (effect.isLater ? " later" : "")
      found.append(
        DrawnCode(
          link: step.link, origin: step.link == 0 ? step.from : nil, target: step.to, verb: verb,
          text: hopText(step), isStatus: effect.kind == .sets, goesRound: goesRound(step),
          protocols: protocolNames(over: codeGraph.codeEdges[number].over.compactMap(\.slot))))
      if seen.insert(step.to).inserted { pending.append(step.to) }
    }
    for link in links {
      let target = graphState.links[link].target
      if target != 0, !graphState.links[link].flags.contains(.observer) {
        let place = CodePlace(slot: target)
        if seen.insert(place).inserted { pending.append(place) }
      }
      // From one of its sources: all of them lead to the same.
      guard let source = graphState.sources(of: link).last else { continue }
      codeGraph.steps(of: link, from: CodePlace(slot: source)).forEach(add)
    }
    var next = 0
    while next < pending.count {
      for step in codeGraph.codeSteps(from: pending[next]) where step.link == 0 { add(step) }
      next += 1
    }
    return found
  }

  /// What code does to something that only a run knows, such as a parameter: text and place of
  /// each.
  func openCode() -> [(text: String, place: String)] {
    codeGraph.codeEdges.edges.indices.filter {
      codeGraph.codeEdges.edges[$0].isOpen && codeGraph.stands($0)
    }.map { number in
      let edge = codeGraph.codeEdges[number]
      let who: String
      switch edge.origin {
      case .link(let link): who = hopText(link)
      case .place(let place): who = describe(place)
      }
      let target = shortText(of: edge.effect.node, in: edge.tree, limit: 40)
      let text = edge.effect.text(of: who, target: target, role: nil) {
        shortText(of: $0, in: edge.tree, limit: 40)
      }
      return (text, placeText(edge.tree.file, edge.tree[edge.effect.node].span))
    }
  }

  /// The protocols of the properties among some slots, each once.
  func protocolNames(over slots: [UInt32]) -> [String] {
    var found: [String] = []
    for slot in slots where !graphState.properties[slot].flags.contains(.unobservable) {
      guard let name = protocolName(of: graphState.info(of: slot)), !found.contains(name) else {
        continue
      }
      found.append(name)
    }
    return found
  }
}
