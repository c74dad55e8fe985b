import BindingEngine
import CodeCycles
import Compiling
import Language
import Syntax
import Text

// Closed paths through code, as people read them.
extension Session {
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
    effectText(step) + (codeGraph.doubt(about: step)?.text ?? "")
  }

  private func effectText(_ step: CodeStep) -> String {
    guard let number = step.edge else { return hopText(step.link) }
    let edge = codeGraph.codeEdges[number]
    let who = step.link == 0 ? describe(step.from) : hopText(step.link)
    let target = step.to.slot.flatMap { notificationName(at: $0) }.map { names.text(of: $0) }
    return edge.effect.text(
      of: who, target: target ?? describe(step.to), role: codeGraph.role(of: step.to)
    ) {
      shortText(of: $0, in: edge.tree, limit: 40)
    }
  }

  /// Where the code of a step is.
  package func place(of step: CodeStep) -> (file: SourceFile, span: SourceSpan)? {
    guard let edge = step.edge.map({ codeGraph.codeEdges[$0] }) else { return place(of: step.link) }
    guard edge.effect.node.exists else { return nil }
    return (edge.tree.file, edge.tree[edge.effect.node].span)
  }

  /// Closed paths through code: one for each edge that is not on an earlier one.
  ///
  /// - Parameter paths: The closed paths of bindings that are already known; what they contain is
  ///   left out.
  package func codeCycles(besides paths: [[UInt32]]) -> [[CodeStep]] {
    codeGraph.codeCycles(besides: paths, text: hopText)
  }

  /// `cycle through code`, with how certain it is that a change runs through it.
  package func kindText(of path: [CodeStep]) -> String {
    codeGraph.isCertain(path) ? "cycle through code" : "possible cycle through code"
  }

  func notes(of path: [CodeStep]) -> [Diagnostic.Note] {
    path.map { step in
      let place = place(of: step)
      return .init(.note, hopText(step), file: place?.file, span: place?.span)
    }
  }

  // MARK: The paths of runaways

  /// The closed path through code of a runaway turn, of which the engine only knows that it did not
  /// end: a path that contains what was written and what happened last.
  func codeCycle(of runaway: Runaway) -> [CodeStep]? {
    guard runaway.hops.isEmpty, runaway.shape != .blowUp, !runaway.lately.isEmpty else {
      return nil
    }
    return codeGraph.codeCycle(over: runaway.lately)
  }

  /// The closed path on which a timer sets itself again.
  func codeCycle(through timer: TimerRecord) -> [CodeStep]? {
    guard let (box, node) = statement(of: timer) else { return nil }
    codeGraph.readAllCode()
    let span = box.tree[node].span
    for number in codeGraph.codeEdges.edges.indices
    where codeGraph.stands(number) && codeGraph.codeEdges[number].effect.isLater {
      let edge = codeGraph.codeEdges[number]
      guard edge.unit.reading.tree === box, case .place(let place) = edge.origin else { continue }
      let path = box.tree[edge.effect.node].span
      guard span.start <= path.start, path.end <= span.end else { continue }
      if let found = codeGraph.codeCycle(through: place) { return found }
    }
    return nil
  }

  /// The closed path of calls that leads back to an action through its code.
  func codeCycle(through code: Code, of receiver: ObjectID?) -> [CodeStep]? {
    guard let index = state.callables.firstIndex(where: { $0.body === code }) else { return nil }
    var place = CodePlace(action: UInt32(index))
    if !state.callables[index].belongsToNone {
      guard let receiver,
        let slot = core.pointee.slots(of: receiver.index).first(where: {
          Int(core.pointee.info(of: $0).callable) == index
            && core.pointee.info(of: $0).role == .action
        })
      else { return nil }
      place = CodePlace(slot: slot)
    }
    codeGraph.resolveFloatingCode()
    codeGraph.readCode(of: place)
    return codeGraph.codeCycle(through: place)
  }

  /// The closed path over other properties that leads back to a `set` block through its code.
  func codeCycle(throughSetter code: Code, of receiver: ObjectID) -> [CodeStep]? {
    let slot = core.pointee.slots(of: receiver.index).first { slot in
      let setter = core.pointee.info(of: slot).setter
      return setter.exists && machine.blocks[setter.index].code?.takeUnretainedValue() === code
    }
    guard let place = slot.map({ CodePlace(slot: $0) }) else { return nil }
    codeGraph.resolveFloatingCode()
    codeGraph.readCode(of: place)
    return codeGraph.codeCycle(through: place)
  }

  /// How many steps are looked at for the code between the links of a path, since each link takes a search
  /// of the whole graph.
  private static let mostSearched = 100_000

  /// A closed path over these links in order, with the code between them as far as it is found.
  func codePath(along links: [UInt32]) -> [CodeStep] {
    var work = Self.mostSearched
    var path: [CodeStep] = []
    for (position, link) in links.enumerated() {
      let isLast = position == links.count - 1
      let next = links[isLast ? 0 : position + 1]
      var way = codeGraph.way(over: link, to: next, within: &work)
      guard way.isEmpty else {
        // Of what the link observes, it begins at what the path has reached.
        if let end = path.last?.to ?? (isLast ? way.last?.to : nil),
          codeGraph.observed(by: link).contains(end)
        {
          way[0].from = end
        }
        path += way
        continue
      }
      // Only the run knew where the code led, such as to an element of a list.
      guard let start = path.last?.to ?? codeGraph.observed(by: link).last,
        let end = (isLast ? path.first?.from : nil) ?? codeGraph.observed(by: next).last
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
    if let action = place.action { return names.text(of: state.callables[Int(action)].name) + "()" }
    if let index = place.making {
      return state.classLayouts[Int(index)].map { "new \(names.text(of: $0.name))" } ?? "new"
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
