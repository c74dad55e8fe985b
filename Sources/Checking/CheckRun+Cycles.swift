import Language
import Syntax
import Text

/// Cycles, reported as in a run, when a binding closes one.
extension CheckRun {
  func reportCycles() {
    connectInstancesNeverMade()
    connectCode()
    guard goesOn(to: .part) else { return }
    var seen: Set<[OriginKey]> = []
    var held = HeldCycles()
    let ofBindings = Set(
      graph.cycles.filter { $0.links.allSatisfy { graph.links[$0].code == nil } }.map {
        Set($0.links)
      })
    for cycle in graph.cycles {
      let links = cycle.links.map { graph.links[$0] }
      guard !cycle.links.contains(where: graph.mayEnd) else { continue }
      // One representative of all instances of a class.
      let key = links.map(\.origin)
      let sorted = key.sorted { $0.node.index < $1.node.index }
      if seen.contains(sorted) { continue }
      var isReported = true
      if links.allSatisfy(\.isComputed) {
        reportComputed(cycle)
      } else if links.contains(where: { $0.code != nil }) {
        let bindings = cycle.links.filter { graph.links[$0].code == nil }
        if !ofBindings.contains(Set(bindings)), !isHeldByCommand(cycle, &held) {
          isReported = reportThroughCode(cycle)
        }
      } else {
        report(cycle)
      }
      if isReported { seen.insert(sorted) }
    }
    reportLatentCycles()
    reportConflicts()
  }

  /// Enters the bindings that class bodies make within one instance, whether or not one is ever made.
  private func connectInstancesNeverMade() {
    linkCount = nil
    for shape in classes where (shape.hasLinks || shape.hasComputed) && spend(shape.depth + 1) {
      let object = representative(of: shape)
      object.isCertain = true
      connectComputed(of: object, isInner: true)
      for layer in shape.chain { connectLinks(of: layer, to: object, isInner: true) }
    }
  }

  private func reportComputed(_ cycle: StaticGraph.Cycle) {
    // The first one in the text is evaluated first.
    guard let first = cycle.links.min() else { return }
    let link = graph.links[first]
    let mistake = Mistake.readsItself(text(of: link.right, link))
    report(at: link, mistake.code, mistake.text.message, [])
  }

  private func report(_ cycle: StaticGraph.Cycle) {
    let links = cycle.links.map { graph.links[$0] }
    guard let closing = links.first else { return }
    let isSelf = links.count == 1
    let what = isSelf ? "binds a property to itself" : "closes a cycle"
    let notes = hopNotes(cycle)
    if let semantics = closing.refusing, !closing.isComputed,
      !links.contains(where: { !$0.isComputed && $0.binding.arrow.isTwoWay })
    {
      let mistake = Mistake.closesLoop(semantics: semantics)
      return report(at: closing, mistake.code, mistake.text.message, notes)
    }
    let isTwoWay = links.allSatisfy { !$0.isComputed && $0.binding.arrow.isTwoWay }
    report(
      at: closing, isSelf ? .selfBinding : isTwoWay ? .twoWayChain : .structuralCycle,
      "\(name(of: closing)) \(what): \(pathText(cycle, isSelf: isSelf))", notes)
  }

  /// - Returns: Whether it is worth a finding.
  private func reportThroughCode(_ cycle: StaticGraph.Cycle) -> Bool {
    // The last one that is made closes it.
    let last = cycle.links.indices.max {
      let (one, other) = (graph.links[cycle.links[$0]], graph.links[cycle.links[$1]])
      return (one.number ?? 0, one.node.index) < (other.number ?? 0, other.node.index)
    }
    let turned = cycle.rotated(by: last ?? 0)
    let links = turned.links.map { graph.links[$0] }
    let isCertain = links.indices.allSatisfy { index in
      !(links[index].code?.effect.isConditional ?? false)
        && doubt(about: links[index], to: turned.end(of: index)) == nil
    }
    // For an observer that sets itself off there is a finding at its write, and actions may call
    // themselves.
    guard let closing = links.first, links.count > 1 || isCertain && !isReportedAtItsWrite(closing)
    else { return false }
    let what = isCertain ? "closes a cycle through code" : "may close a cycle through code"
    let who = closing.code?.isOfLink ?? true ? name(of: closing) : text(of: turned.sources[0])
    report(
      at: closing, .codeCycle, "\(who) \(what): \(pathText(turned, isSelf: false))",
      hopNotes(turned))
    return true
  }

  /// Whether no change goes round a cycle, since a command on it is executing.
  private func isHeldByCommand(_ cycle: StaticGraph.Cycle, _ held: inout HeldCycles) -> Bool {
    guard cycle.links.allSatisfy({ graph.links[$0].code?.effect.kind == .calls }),
      cycle.sources.contains(where: isCommand)
    else { return false }
    let components = held.components ?? graph.components()
    held.components = components
    guard let number = components.number(of: cycle.sources[0]) else { return false }
    if let known = held.known[number] { return known }
    // A command that code has ended can be executed again.
    let ended = Set(commandEnds.values.map(\.command))
    var calls = CommandCalls<StaticGraph.Place>()
    var isEnded = false
    for step in components.steps[number] {
      isEnded = isEnded || ended.contains(step.target)
      let code = graph.links[step.position].code
      calls.add(
        code.flatMap { $0.isOfLink ? nil : $0.effect }, from: step.source, to: step.target,
        isCommand: isCommand(step.target))
    }
    held.known[number] = !isEnded && calls.areHeld
    return !isEnded && calls.areHeld
  }

  private func isCommand(_ place: StaticGraph.Place) -> Bool {
    place.object.property(place.name)?.role == .command
  }

  /// The components, made for the first cycle that takes them, and which of them commands end.
  private struct HeldCycles {
    var components: StaticGraph.Components?
    var known: [Int: Bool] = [:]
  }

  private func isReportedAtItsWrite(_ link: StaticGraph.Link) -> Bool {
    let tree = link.script.tree
    guard link.code?.isOfLink == true else { return false }
    let observed =
      tree[link.node].kind == .binding
      ? tree.binding(link.node).source : tree.observedPath(link.node)
    return selfSetting.contains(OriginKey(tree: ObjectIdentifier(link.script), node: observed))
  }

  private func report(
    at link: StaticGraph.Link, _ code: FindingCode, _ message: String, _ notes: [Diagnostic.Note]
  ) {
    findings.add(
      Diagnostic(
        code.severity, message, file: link.script.tree.file,
        span: link.script.tree[link.node].span, notes: notes, code: code))
  }

  // MARK: Texts

  func number(of link: StaticGraph.Link) -> String? {
    makesLinksLater ? nil : link.number.map { "#\($0)" }
  }

  /// The links of a cycle, with their places.
  func hopNotes(_ cycle: StaticGraph.Cycle) -> [Diagnostic.Note] {
    let isThroughCode = cycle.links.contains { graph.links[$0].code != nil }
    return cycle.links.indices.map { index in
      let link = graph.links[cycle.links[index]]
      let next = cycle.end(of: index)
      let doubt = doubt(about: link, to: next)
      guard let code = link.code else {
        let text = hopText(link) + (isThroughCode ? doubt?.text ?? "" : "")
        return Diagnostic.Note(
          .note, text, file: link.script.tree.file, span: link.script.tree[link.node].span)
      }
      let text =
        hopText(code, of: link, from: cycle.sources[index], to: next) + (doubt?.text ?? "")
      guard code.effect.node.exists else { return Diagnostic.Note(.note, text) }
      return Diagnostic.Note(
        .note, text, file: code.script.tree.file, span: code.script.tree[code.effect.node].span)
    }
  }

  func name(of link: StaticGraph.Link) -> String {
    number(of: link) ?? (link.code == nil ? "this binding" : "this observer")
  }

  /// `vm.name → #1 → label.text → #2 → vm.name`.
  func pathText(_ cycle: StaticGraph.Cycle, isSelf: Bool) -> String {
    let places = cycle.sources.map { text(of: $0) }
    let ends = places.dropFirst() + places.prefix(1)
    let steps = zip(cycle.links, ends).map { position, place -> [String] in
      let link = graph.links[position]
      if let code = link.code, !code.isOfLink { return [place] }
      let tree = link.script.tree
      let line = tree.file.lines.line(of: tree[link.node].span.start) + tree.file.firstLine
      return [link.isComputed ? "computed" : number(of: link) ?? "line \(line)", place]
    }
    return wayText(from: places.first ?? "", steps, isASCII: options.isASCII)
  }

  func hopText(_ link: StaticGraph.Link) -> String {
    if link.isComputed { return "computed \(text(of: link.right, link))" }
    return (number(of: link).map { "\($0) " } ?? "") + hopText(of: link.binding, link)
  }

  func hopText(of binding: BindingSyntax, _ link: StaticGraph.Link) -> String {
    // What a block of the binding writes is no end of it.
    let tree = link.script.tree
    let ends =
      link.code == nil
      ? [text(of: link.left, link), text(of: link.right, link)]
      : [binding.left, binding.right].map {
        tree.shortText(of: $0, limit: 40, isASCII: options.isASCII)
      }
    var hop = ends.joined(separator: " \(binding.arrow.spelling) ")
    for stage in binding.stages {
      hop += " | " + tree.shortText(of: stage, limit: 30, isASCII: options.isASCII)
    }
    if binding.transform.exists { hop += " transform { … }" }
    return hop
  }

  private func text(of end: StaticGraph.End, _ link: StaticGraph.Link) -> String {
    switch end {
    case .path(let object, let path):
      ([object.text(names)] + path.map(text)).joined(separator: ".")
    case .expression(let node):
      link.script.tree.shortText(of: node, limit: 40, isASCII: options.isASCII)
    }
  }
}
