import BindingEngine
import CodeCycles
import Language
import Syntax

// Closed paths through code are reported when what closes them is made or set, or a little later if
// the search takes long.
extension Session {
  /// Warns if a new or moved observer or binding lies on a closed path through code.
  ///
  /// - Parameter mover: The place of the statement that moved its path; nil if it is new.
  func warnAboutCodeCycle(_ link: UInt32, movedBy mover: SourcePlace? = nil) {
    guard codeGraph.mayCloseCodeCycle(link), let path = codeGraph.codeCycle(through: link) else {
      return
    }
    let place = mover ?? place(of: link)
    warn(
      about: path, subject(link), isMoved: mover != nil, file: place?.file, span: place?.span)
  }

  /// How a warning names a link.
  func subject(_ link: UInt32) -> String {
    core.pointee.links[link].flags.contains(.computed)
      ? describe(link: link) : "#\(core.pointee.number(of: link))"
  }

  /// Warns if an object that a property or variable now holds closes a path through code.
  ///
  /// - Parameter held: The components as far as they are known; nil to postpone a search that needs
  ///   them.
  private func warnAboutCodeCycle(
    _ assigned: AssignedReference, through edges: [Int], _ held: inout CodeGraph.HeldComponents?
  ) {
    for number in edges {
      guard let path = codeGraph.codeCycle(throughEdge: number) else { continue }
      if codeGraph.mayBeHeldByCommand(path) {
        guard held != nil else {
          codeGraph.postponeSearch(for: assigned)
          continue
        }
        if codeGraph.isHeldByCommand(path[0], &held!) { continue }
      }
      let name = reference(at: assigned.slot)
      let value = core.pointee.literal(core.pointee.read(assigned.slot))
      let tree = assigned.statement?.tree.tree
      warn(
        about: path, name == value ? "making \(name)" : "setting \(name) to \(value)",
        file: tree?.file, span: assigned.statement.flatMap { tree?[$0.node].span })
    }
  }

  /// The name of a property or variable.
  private func reference(at slot: UInt32) -> String {
    guard core.pointee.properties[slot].owner == 0 else {
      return core.pointee.describe(property: slot)
    }
    let variable = symbols.declared { name in
      if case .variable(slot)? = symbols.symbol(name) { true } else { false }
    }
    return variable.first.map { text($0.name) } ?? "a variable"
  }

  private func warn(
    about path: [CodeStep], _ subject: String, isMoved: Bool = false, file: SourceFile?,
    span: SourceSpan?
  ) {
    guard codeGraph.isWorthWarning(path),
      state.warnedCodeCycles.insert(Set(path.map(hopText))).inserted
    else { return }
    var notes = notes(of: path)
    let now = isMoved ? "now " : ""
    let what = codeGraph.isCertain(path) ? "\(now)closes" : "may \(now)close"
    let message = "\(subject) \(what) a cycle through code: \(pathText(path))"
    // Last, because what it tries may make observers, and the steps of the path get other numbers.
    if let remark = prediction(for: path)?.text { notes.append(.init(.note, remark)) }
    warn(message, file: file, span: span, notes: notes)
  }

  /// From now on an object that is assigned to a property may close a cycle by what it can call.
  func expectMemberCode() {
    state.hasMemberCode = true
    core.pointee.notesReferences = true
  }

  /// Notes the actions, commands and `set` blocks of the first instance of a class.
  func noteMemberCode(of object: ObjectID) {
    guard state.hasMemberCode, !isDry else { return }
    for slot in core.pointee.slots(of: object.index) where core.pointee.mayRunCode(slot) {
      state.running.declaredCode.append(CodePlace(slot: slot))
    }
  }

  /// The most declarations of one turn that are searched individually.
  private static let mostDeclared = 16

  /// Warns if an action, a command or a `set` block that has been declared leads back to itself,
  /// unless the warning of an observer or binding covers that.
  private func warnAboutDeclaredCode() {
    let declared = state.running.declaredCode
    state.running.declaredCode = []
    for place in declared {
      if let slot = place.slot, core.pointee.isDead(slot) { continue }
      codeGraph.readCode(of: place)
      if declared.count > Session.mostDeclared {
        codeGraph.postponeSearch(for: place)
        continue
      }
      let edges = codeGraph.edgesThatClose(
        codeGraph.codeEdges.numbers(from: .place(place)).reversed())
      var held: CodeGraph.HeldComponents?
      for number in edges { warnAboutCodeCycle(place, throughEdge: number, &held) }
    }
  }

  /// Warns if actions, commands and `set` blocks lead back to themselves by names that are declared
  /// now.
  ///
  /// - Parameter known: The number of the first edge that was added for these names.
  private func warnAboutResolvedCode(from known: Int) {
    let added = (known..<codeGraph.codeEdges.edges.count).filter {
      if case .place = codeGraph.codeEdges.ends[$0].origin { true } else { false }
    }
    guard added.count <= Session.mostDeclared else {
      var seen: Set<CodePlace> = []
      for number in added {
        guard case .place(let place) = codeGraph.codeEdges.ends[number].origin,
          seen.insert(place).inserted
        else { continue }
        codeGraph.postponeSearch(for: place)
      }
      return
    }
    var held: CodeGraph.HeldComponents?
    for number in codeGraph.edgesThatClose(added) {
      guard case .place(let place) = codeGraph.codeEdges.ends[number].origin else { continue }
      warnAboutCodeCycle(place, throughEdge: number, &held)
    }
  }

  /// - Parameters:
  ///   - number: An edge of an action or a command that lies on a closed path.
  ///   - held: The components as far as they are known; nil to postpone a search that needs them.
  /// - Returns: That path.
  @discardableResult
  private func warnAboutCodeCycle(
    _ place: CodePlace, throughEdge number: Int, _ held: inout CodeGraph.HeldComponents?
  ) -> [CodeStep] {
    guard let path = codeGraph.codeCycle(throughEdge: number) else { return [] }
    if codeGraph.mayBeHeldByCommand(path) {
      guard held != nil else {
        codeGraph.postponeSearch(for: place)
        return path
      }
      if codeGraph.isHeldByCommand(path[0], &held!) { return path }
    }
    // What a command sets by itself has no place in the source.
    let start = path.lazy.compactMap { self.place(of: $0) }.first
    warn(about: path, describe(place), file: start?.file, span: start?.span)
    return path
  }

  /// Notes the properties and variables over which code may lead, and which the turn has written.
  func noteAssignedReferences() {
    state.running.movedLinks = core.pointee.movedLinks()
    guard core.pointee.notesReferences else { return }
    let statement = turnStatement.map { CodeStatement(tree: $0.tree, node: $0.node) }
    for slot in core.pointee.writtenReferences(where: mayLeadElsewhere) {
      state.running.assignedReferences.append(AssignedReference(slot: slot, statement: statement))
    }
  }

  /// Whether edges lead over a property that has been written, or it holds an object that the
  /// owner's actions can call, which may not have been examined yet.
  private func mayLeadElsewhere(_ slot: UInt32) -> Bool {
    if codeGraph.codeEdges.lead(over: slot) { return true }
    guard state.hasMemberCode, !core.pointee.properties[slot].flags.contains(.unobservable),
      case .object = core.pointee.read(slot)
    else { return false }
    return !codeGraph.codeEdges.ownersRead.contains(core.pointee.propertyID(slot).object)
  }

  /// Reads the actions of the object whose property has been set.
  private func readActions(besides slot: UInt32) {
    let owner = core.pointee.propertyID(slot).object
    guard state.hasMemberCode, !core.pointee.properties[slot].flags.contains(.unobservable),
      codeGraph.codeEdges.ownersRead.insert(owner).inserted
    else { return }
    for member in core.pointee.slots(of: owner.index) {
      codeGraph.readCode(of: CodePlace(slot: member))
    }
  }

  /// Resolves the edges that waited for names that the turn has declared, or that lead over what it
  /// has set. Does the searches that were given up, as soon as they have cost as much as doing all
  /// of them together.
  func followDeclaredNames() {
    let isNamed = !symbols.declaredMeanwhile.isEmpty
    let known = isNamed ? codeGraph.codeEdges.edges.count : 0
    if isNamed {
      let declared = symbols.declaredMeanwhile
      symbols.declaredMeanwhile = []
      for name in declared {
        for link in codeGraph.resolveCode(waitingFor: name) where codeGraph.closesCodeCycle(link) {
          noteClosedCycle(link)
        }
      }
    }
    if !state.running.declaredCode.isEmpty { warnAboutDeclaredCode() }
    if isNamed { warnAboutResolvedCode(from: known) }
    if !state.running.assignedReferences.isEmpty {
      let assigned = state.running.assignedReferences
      state.running.assignedReferences = []
      for reference in assigned where !core.pointee.isDead(reference.slot) {
        let known = codeGraph.codeEdges.edges.count
        readActions(besides: reference.slot)
        _ = codeGraph.resolveCode(over: reference.slot)
        // An edge with a new target has another number.
        let edges = codeGraph.codeEdges.numbers(over: reference.slot).filter { $0 >= known }
        var held: CodeGraph.HeldComponents?
        warnAboutCodeCycle(reference, through: codeGraph.edgesThatClose(edges, reference), &held)
      }
      codeGraph.forgetGoneCode()
    }
    if codeGraph.codeEdges.cost > core.pointee.links.count + codeGraph.codeEdges.edges.count {
      warnAboutUnsearched(noteClosedCycle)
    }
  }

  /// Warns about the cycles that links close whose paths the turn has moved to other properties.
  func warnAboutMovedLinks() {
    let closing = core.pointee.takeClosingLink()
    if state.running.movedLinks.isEmpty, closing == 0 { return }
    var moved = state.running.movedLinks.filter(codeGraph.closesCodeCycle)
    state.running.movedLinks = []
    if closing != 0, core.pointee.isLiving(link: closing) { moved.append(closing) }
    if moved.isEmpty { return }
    let place = turnStatement.map { (file: $0.tree.tree.file, span: $0.tree.tree[$0.node].span) }
    for link in moved where !state.running.closedLinks.contains(link) {
      // A new one has failed before it was examined.
      let isNew = place.map { self.place(of: link)?.span == $0.span } ?? false
      warnAboutCycle(link, movedBy: isNew ? nil : place)
    }
  }

  /// Does the searches that were given up, before a question about cycles or the end of the run.
  package func finishCodeSearches() {
    guard !isDry, !core.pointee.isInTurn else { return }
    warnAboutUnsearched { warnAboutCycle($0) }
  }

  private func warnAboutUnsearched(_ warn: (UInt32) -> Void) {
    guard codeGraph.codeEdges.cost > 0 else { return }
    let (links, assigned, declared, components) = codeGraph.findUnsearched()
    var held: CodeGraph.HeldComponents? = CodeGraph.HeldComponents(components)
    links.forEach(warn)
    for (reference, edges) in assigned { warnAboutCodeCycle(reference, through: edges, &held) }
    // One warning for each edge that no earlier warning covers: one path may have as many edges as
    // actions.
    var covered: Set<Int> = []
    for (place, edges) in declared {
      for number in edges where !covered.contains(number) {
        covered.formUnion(
          warnAboutCodeCycle(place, throughEdge: number, &held).compactMap(\.edge))
      }
    }
  }
}
