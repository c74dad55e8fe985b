import BindingEngine
import Language
import Syntax
import Text

// Closed paths through code, as people read them.
extension Session {
  /// Whether each step of a path is taken whenever its code runs.
  package func isCertain(_ path: [CodeStep]) -> Bool {
    path.allSatisfy { step in
      !(step.edge.map { codeEdges[$0].effect.isConditional } ?? false) && doubt(about: step) == nil
    }
  }

  /// What may end a step besides a condition in its code.
  private func doubt(about step: CodeStep) -> StepDoubt? {
    if mayBeDisabled(step.to) { return .disabled }
    guard step.link != 0, step.edge == nil else { return nil }
    let link = core.pointee.lead(of: step.link)
    return codeEdges.mayReject(link, serial: serial(of: link)) ? .rejected : nil
  }

  /// Whether a place is a command that does nothing while something says so.
  private func mayBeDisabled(_ place: CodePlace) -> Bool {
    guard isCommand(place), let slot = place.slot,
      case .object(let command) = core.pointee.read(slot),
      let enabled = core.pointee.slot(names.intern("enabled"), of: command)
    else { return false }
    if core.pointee.isWritten(enabled) || core.pointee.read(enabled) == .bool(false) { return true }
    return !codeEdges.forEachEdge(to: CodePlace(slot: enabled)) { number in
      codeEdges[number].effect.kind == .sets || !stands(number)
    }
  }

  /// `a.x → #1 → b.x → #2 → a.x`.
  ///
  /// - Parameter isWhole: Whether no step is left out, however many there are.
  package func pathText(_ path: [CodeStep], isWhole: Bool = false) -> String {
    wayText(
      from: path.first.map { describe($0.from) } ?? "",
      path.map { ($0.link == 0 ? [] : [who($0.link)]) + [describe($0.to)] },
      isASCII: options.isASCII, isWhole: isWhole)
  }

  /// What a step does: `#1 observe a.x writes b.x`.
  package func hopText(_ step: CodeStep) -> String {
    effectText(step) + (doubt(about: step)?.text ?? "")
  }

  private func effectText(_ step: CodeStep) -> String {
    guard let number = step.edge else { return hopText(step.link) }
    let edge = codeEdges[number]
    let who = step.link == 0 ? describe(step.from) : hopText(step.link)
    let target = step.to.slot.flatMap { notificationName(at: $0) }.map { names.text(of: $0) }
    return edge.effect.text(
      of: who, target: target ?? describe(step.to), isCommand: isCommand(step.to)
    ) {
      shortText(of: $0, in: edge.tree, limit: 40)
    }
  }

  /// Where the code of a step is.
  package func place(of step: CodeStep) -> (file: SourceFile, span: SourceSpan)? {
    guard let edge = step.edge.map({ codeEdges[$0] }) else { return place(of: step.link) }
    guard edge.effect.node.exists else { return nil }
    return (edge.tree.file, edge.tree[edge.effect.node].span)
  }

  /// `cycle through code`, with how certain it is that a change runs through it.
  package func kindText(of path: [CodeStep]) -> String {
    isCertain(path) ? "cycle through code" : "possible cycle through code"
  }

  func notes(of path: [CodeStep]) -> [Diagnostic.Note] {
    path.map { step in
      let place = place(of: step)
      return .init(.note, hopText(step), file: place?.file, span: place?.span)
    }
  }

  /// What code does to something that only a run knows, such as a parameter: text and place of
  /// each.
  package func openCode() -> [(text: String, place: String)] {
    codeEdges.edges.indices.filter { codeEdges.edges[$0].isOpen && stands($0) }.map { number in
      let edge = codeEdges[number]
      let who: String
      switch edge.origin {
      case .link(let link): who = hopText(link)
      case .place(let place): who = describe(place)
      }
      let target = shortText(of: edge.effect.node, in: edge.tree, limit: 40)
      let text = edge.effect.text(of: who, target: target, isCommand: false) {
        shortText(of: $0, in: edge.tree, limit: 40)
      }
      return (text, placeText(edge.tree.file, edge.tree[edge.effect.node].span))
    }
  }

  // MARK: Drawing

  /// A path through code, for a drawing.
  package struct DrawnCode {
    /// The observer or binding whose code it is; 0 if it is that of `origin`.
    package var link: UInt32
    package var origin: CodePlace?
    package var target: CodePlace
    /// For example `writes` or `may call`.
    package var verb: String
    package var text: String
    /// Whether a command sets it by itself.
    package var isStatus: Bool
    /// Whether a change can go round along it, if it leads back to where it begins.
    package var goesRound = true
    /// The protocols that are all that is known about objects on its path.
    package var protocols: [String] = []
  }

  /// The paths through code that begin at links, and at what these lead to.
  ///
  /// - Parameter links: Living ones, in order.
  package func drawnCode(from links: [UInt32]) -> [DrawnCode] {
    readAllCode()
    guard !codeEdges.isEmpty else { return [] }
    var found: [DrawnCode] = []
    var pending: [CodePlace] = []
    var seen: Set<CodePlace> = []
    var held = HeldComponents(codeComponents(of: links.flatMap { sources(of: $0) }))
    func goesRound(_ step: CodeStep) -> Bool {
      let isAlone = step.from == step.to && isRecursion([step])
      return !isAlone && !isHeldByCommand(step, &held)
    }
    func add(_ step: CodeStep) {
      guard let number = step.edge else { return }
      let effect = codeEdges[number].effect
      let verb = effect.verb(isCommand: isCommand(step.to)) + (effect.isLater ? " later" : "")
      found.append(
        DrawnCode(
          link: step.link, origin: step.link == 0 ? step.from : nil, target: step.to, verb: verb,
          text: hopText(step), isStatus: effect.kind == .sets, goesRound: goesRound(step),
          protocols: protocolNames(over: codeEdges[number].over.compactMap(\.slot))))
      if seen.insert(step.to).inserted { pending.append(step.to) }
    }
    for link in links {
      let target = core.pointee.links[link].target
      if target != 0, !core.pointee.links[link].flags.contains(.observer) {
        let place = CodePlace(slot: target)
        if seen.insert(place).inserted { pending.append(place) }
      }
      // From one of its sources: all of them lead to the same.
      guard let source = core.pointee.sources(of: link).last else { continue }
      steps(of: link, from: CodePlace(slot: source)).forEach(add)
    }
    var next = 0
    while next < pending.count {
      for step in codeSteps(from: pending[next]) where step.link == 0 { add(step) }
      next += 1
    }
    return found
  }

  // MARK: The paths of runaways

  /// The closed path through code of a runaway turn, of which the engine only knows that it did not
  /// end: a path that contains what was written and what happened last.
  func codeCycle(of runaway: Runaway) -> [CodeStep]? {
    guard runaway.hops.isEmpty, runaway.shape != .blowUp, !runaway.lately.isEmpty else {
      return nil
    }
    let lately = Set(runaway.lately)
    for slot in runaway.lately {
      if let path = codeCycle(through: CodePlace(slot: slot), over: lately) { return path }
    }
    return nil
  }

  /// The closed path on which a timer sets itself again.
  func codeCycle(through timer: TimerRecord) -> [CodeStep]? {
    guard let (box, node) = statement(of: timer) else { return nil }
    readAllCode()
    let span = box.tree[node].span
    for number in codeEdges.edges.indices where stands(number) && codeEdges[number].effect.isLater {
      let edge = codeEdges[number]
      guard edge.unit.reading.tree === box, case .place(let place) = edge.origin else { continue }
      let path = box.tree[edge.effect.node].span
      guard span.start <= path.start, path.end <= span.end else { continue }
      if let found = codeCycle(through: place) { return found }
    }
    return nil
  }

  /// The closed path of calls that leads back to an action through its code.
  func codeCycle(through code: Code, of receiver: ObjectID?) -> [CodeStep]? {
    guard let index = callables.firstIndex(where: { $0.body === code }) else { return nil }
    var place = CodePlace(action: UInt32(index))
    if !callables[index].belongsToNone {
      guard let receiver,
        let slot = core.pointee.slots(of: receiver.index).first(where: {
          Int(core.pointee.info(of: $0).callable) == index
            && core.pointee.info(of: $0).role == .action
        })
      else { return nil }
      place = CodePlace(slot: slot)
    }
    resolveFloatingCode()
    readCode(of: place)
    return codeCycle(through: place)
  }

  /// The closed path over other properties that leads back to a `set` block through its code.
  func codeCycle(throughSetter code: Code, of receiver: ObjectID) -> [CodeStep]? {
    let slot = core.pointee.slots(of: receiver.index).first { slot in
      let setter = core.pointee.info(of: slot).setter
      return setter.exists && machine.blocks[setter.index].code?.takeUnretainedValue() === code
    }
    guard let place = slot.map({ CodePlace(slot: $0) }) else { return nil }
    resolveFloatingCode()
    readCode(of: place)
    return codeCycle(through: place)
  }

  /// A closed path over these links in order, with the code between them.
  func codePath(along links: [UInt32]) -> [CodeStep] {
    var path: [CodeStep] = []
    for (position, link) in links.enumerated() {
      let isLast = position == links.count - 1
      let next = links[isLast ? 0 : position + 1]
      var way = way(over: link, to: next)
      guard way.isEmpty else {
        // Of what the link observes, it begins at what the path has reached.
        if let end = path.last?.to ?? (isLast ? way.last?.to : nil),
          observed(by: link).contains(end)
        {
          way[0].from = end
        }
        path += way
        continue
      }
      // Only the run knew where the code led, such as to an element of a list.
      guard let start = path.last?.to ?? observed(by: link).last,
        let end = (isLast ? path.first?.from : nil) ?? observed(by: next).last
      else { continue }
      path.append(CodeStep(from: start, link: link, edge: nil, to: end))
    }
    return path
  }

  /// `#1`.
  func who(_ link: UInt32) -> String {
    core.pointee.links[link].flags.contains(.computed)
      ? "computed" : "#\(core.pointee.number(of: link))"
  }

  package func describe(_ place: CodePlace) -> String {
    if let action = place.action { return names.text(of: callables[Int(action)].name) + "()" }
    if let index = place.making {
      return classLayouts[Int(index)].map { "new \(names.text(of: $0.name))" } ?? "new"
    }
    if let command = place.cancelling ?? place.finishing {
      let call = place.cancelling == nil ? CommandCall.finish : .cancel
      return "\(core.pointee.describe(property: command)).\(call.rawValue)()"
    }
    guard let slot = place.slot else { return "" }
    if let notification = notificationName(at: slot) {
      return "notification \(names.text(of: notification))"
    }
    let isCalled = core.pointee.info(of: slot).role == .action
    return core.pointee.describe(property: slot) + (isCalled ? "()" : "")
  }
}
