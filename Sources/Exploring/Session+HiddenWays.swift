import BindingEngine
import CodeCycles
import Interpreter
import Rendering
import Text

// Why no path leads to a property although the code looks as if one did.
extension Session {
  /// What hides the path that the user may have in mind; empty for nothing.
  func hiddenWay(for answer: WhyNot) -> [StyledText] {
    let target = answer.target
    for place in beginnings(of: answer) {
      guard let slot = place.slot, graphState.info(of: slot).role == .property else { continue }
      for link in linksNaming(slot).prefix(Session.mostFollowed)
      where leads(link, from: slot, to: target) {
        return [reading(of: slot, by: link, answer)]
      }
      if let line = unchangedReference(around: slot, to: target, answer.index)
        ?? otherObject(than: slot, to: target, answer.index)
      {
        return [line]
      }
    }
    switch answer.obstacle {
    case .noWriter, .noPath: break
    default: return []
    }
    let line =
      answer.source == nil
      ? idleCode(leadingTo: target, answer) : brokenObserver(of: target) ?? brokenCall(to: target)
    return line.map { [$0] } ?? []
  }

  /// Whether code would have led there, and nobody was notified of the change where it begins.
  func silentWrite(at slot: UInt32?, _ index: EventIndex) -> StyledText? {
    guard let slot, let last = index.lastSet(of: slot, before: index.end),
      case let reason = index[last].reason, reason == .silent || reason == .inPlace
    else { return nil }
    let name = graphState.describe(property: slot)
    let text = AnswerText(names: LiveRecording(self), isASCII: options.isASCII)
    let turn = text.sentence(index.turns[last.turn])
    let what = reason == .silent ? "written silently" : "changed in place"
    return "\(.property, name) was \(what) in \(turn), so nothing was notified"
  }

  /// How many links are followed to find whether they lead to the target.
  private static var mostFollowed: Int { 100 }

  /// Whether something leads to the target when a link fires or runs.
  ///
  /// - Parameter slot: What the block of an effect reads, which it need not follow; 0 for anything.
  func leads(_ link: UInt32, from slot: UInt32 = 0, to target: UInt32) -> Bool {
    if slot != 0, graphState.links[link].flags.contains(.effect) {
      let goal = CodePlace(slot: target)
      return codeGraph.steps(of: link, from: CodePlace(slot: slot)).contains {
        $0.to == goal || codeGraph.codeWay(from: [$0.to], to: target) != nil
      }
    }
    let end = graphState.links[link].target
    if end != 0 {
      return end == target || graphState.way(from: end, to: target) { _, _ in true } != nil
    }
    return codeGraph.codeWay(
      from: graphState.sources(of: link).map { CodePlace(slot: $0) }, to: target) != nil
  }

  /// What reads the property, but not because it has changed: an expression in a branch that is not taken,
  /// or the block of an observer of something else.
  private func reading(of slot: UInt32, by link: UInt32, _ answer: WhyNot) -> StyledText {
    if graphState.links[link].flags.contains(.effect) { return reading(of: slot, byEffect: link) }
    let name = graphState.describe(property: slot)
    guard graphState.links[link].flags.contains(.observer) else {
      if graphState.sources(of: link).isEmpty {
        return "\(sentence(link)) has read nothing yet, and so not \(.property, name)"
      }
      if let line = untracked(slot, by: link) ?? missedSource(of: link, answer.index) {
        return line
      }
      let places = namings(of: slot, by: link)
      let isForElements = !places.isEmpty && places.allSatisfy(\.isForElements)
      let reason =
        isForElements
        ? "its block has read it for no element" : "it is in a branch that is not taken now"
      return """
        \(sentence(link)) has not read \(.property, name): \(reason), with \(followed(by: link))
        """
    }
    guard let source = graphState.sources(of: link).last else { return "" }
    // Its trigger came since, and it stopped somewhere else.
    let known = answer.index.lastSet(of: answer.target, before: answer.index.end)
    if let last = answer.index.lastSet(of: source, before: answer.index.end),
      known.map({ $0 < last }) ?? true, let line = stopLine(from: CodePlace(slot: source), answer)
    {
      return line
    }
    let isEvent = graphState.info(of: source).role == .event
    let last = answer.index.lastSet(of: source, before: answer.index.end)
    let since = last.map { "since turn \(answer.index.number(of: $0))" } ?? "in any remembered turn"
    let trigger = graphState.describe(property: source)
    return """
      only the block of \(sentence(link)) takes \(.property, name) \
      there, and \(.property, trigger) \(isEvent ? "was not fired" : "has not changed") \(since)
      """
  }

  /// An effect does not follow what it reads in `untracked`, or has not read in its last run.
  private func reading(of slot: UInt32, byEffect link: UInt32) -> StyledText {
    if let line = untracked(slot, by: link) { return line }
    let name = graphState.describe(property: slot)
    let places = namings(of: slot, by: link)
    let place = places.first { !$0.isUntracked }.map { StyledText(" (\(.place, $0.text))") } ?? ""
    guard !graphState.sources(of: link).isEmpty else {
      return """
        \(sentence(link)) has not reached its read of \(.property, name)\(place), and follows nothing
        """
    }
    return """
      \(sentence(link)) did not reach its read of \(.property, name)\(place) when it ran last, so it follows \
      only \(followed(by: link))
      """
  }

  /// That a link reads a property in `untracked` alone.
  private func untracked(_ slot: UInt32, by link: UInt32) -> StyledText? {
    let places = namings(of: slot, by: link)
    guard let first = places.first, places.allSatisfy(\.isUntracked) else { return nil }
    let consequence =
      graphState.links[link].flags.contains(.effect) ? "does not run" : "is not notified"
    return """
      \(sentence(link)) reads \(.property, graphState.describe(property: slot)) only in 'untracked' \
      (\(.place, first.text)), so it \(consequence) when that changes
      """
  }

  /// A change of what a link follows that it has not taken in, so that what it reads now is not known.
  private func missedSource(of link: UInt32, _ index: EventIndex) -> StyledText? {
    let fired = index.lastFiring(of: link)
    for source in graphState.sources(of: link) {
      guard let set = index.lastSet(of: source, before: index.end), fired.map({ $0 < set }) ?? true
      else { continue }
      if let line = silentWrite(at: source, index) { return line }
      if let line = newReference(source, setBy: set, followedBy: link, index) { return line }
    }
    return nil
  }

  /// What a link follows, with the present values.
  private func followed(by link: UInt32) -> StyledText {
    graphState.sources(of: link).map { slot -> StyledText in
      let name = graphState.describe(property: slot)
      return "\(.property, name) = \(.new, graphState.literal(graphState.read(slot)))"
    }.joined(by: ", ")
  }

  /// The first of some links that leads to the target; only so many are followed.
  func firstLink(to target: UInt32, where isMeant: (UInt32) -> Bool) -> UInt32? {
    var followed = 0
    for link in 1..<UInt32(max(graphState.links.count, 1))
    where graphState.links[link].flags.isDisjoint(with: [.dead, .step]) && isMeant(link) {
      if leads(link, to: target) { return link }
      followed += 1
      if followed == Session.mostFollowed { break }
    }
    return nil
  }

  /// `observe vm.user { … }`, for a change of `vm.user.name`.
  private func unchangedReference(
    around slot: UInt32, to target: UInt32, _ index: EventIndex
  ) -> StyledText? {
    let owner = graphState.properties[slot].owner
    guard owner != 0 else { return nil }
    let object = Value.object(graphState.objectID(at: owner))
    let found = firstLink(to: target) { link in
      guard !graphState.links[link].flags.contains(.computed) else { return false }
      return graphState.sources(of: link).last.map { graphState.read($0) } == object
    }
    guard let link = found, let last = graphState.sources(of: link).last else { return nil }
    let set = index.lastSet(of: last, before: index.end)
    if let set, index.lastSet(of: slot, before: index.end).map({ $0 < set }) ?? true {
      return newReference(last, setBy: set, followedBy: link, index)
    }
    let (reference, name) = (
      graphState.describe(property: last), graphState.describe(property: slot)
    )
    return """
      \(sentence(link)) follows \(.property, reference), which is still the same object; what changed \
      is a property inside it, \(.property, name)
      """
  }

  /// `bind vm.user.name ~> label.text`, for another `vm.user` that the binding has not taken in yet; nil
  /// if it has.
  private func newReference(
    _ reference: UInt32, setBy set: EventPlace, followedBy link: UInt32, _ index: EventIndex
  ) -> StyledText? {
    let text = AnswerText(names: LiveRecording(self), isASCII: options.isASCII)
    let name = graphState.describe(property: reference)
    let start: StyledText = """
      \(.property, name) was set in \(text.sentence(index.turns[set.turn])), and \(sentence(link)) takes \
      that in
      """
    if graphState.isTickDue, set.turn >= index.lastTick ?? 0 {
      return """
        \(start) at the next tick of the virtual clock: \(hint: "'wait' or 'advance' lets the time pass")
        """
    }
    let target = graphState.links[link].target
    guard target != 0, graphState.properties[target].marks.contains(.stale) else { return nil }
    return "\(start) when \(.property, graphState.describe(property: target)) is read"
  }

  /// An observer that would lead there, but whose path is broken.
  private func brokenObserver(of target: UInt32) -> StyledText? {
    let found = firstLink(to: target) { link in
      graphState.links[link].flags.contains(.observer) && graphState.brokenStep(of: link) != 0
    }
    return found.map { link in
      let step = graphState.describe(property: graphState.brokenStep(of: link))
      return "\(sentence(link)) is not notified: \(.property, step) is nil"
    }
  }

  /// A call that would lead there, but whose object is nil: a delegate that nobody has set.
  private func brokenCall(to target: UInt32) -> StyledText? {
    let leading =
      codeGraph.places(leadingTo: CodePlace(slot: target)).compactMap(\.member) + [target]
    for number in codeGraph.brokenEdges() {
      let edge = codeGraph.codeEdges[number]
      let path = edge.tree.path(edge.tree.withoutElements(edge.effect.node))
      guard let name = path.names.last.map({ edge.tree.name($0) }),
        let member = leading.first(where: { graphState.info(of: $0).name == name }),
        let slot = edge.over.last?.slot, case .nil = graphState.read(slot),
        mayBeMeant(member, by: edge)
      else { continue }
      let who =
        switch edge.origin {
        case .link(let link): sentence(link)
        case .place(let place): StyledText(code: describe(place))
        }
      return """
        \(who) would \(edge.effect.plainVerb(for: graphState.info(of: member).role)) \
        '\(code: names.text(of: name))' there, but \(.property, graphState.describe(property: slot)) is nil
        """
    }
    return nil
  }

  /// Whether a broken edge could lead to a member: not if its code is that of the object itself.
  private func mayBeMeant(_ member: UInt32, by edge: CodeEdge) -> Bool {
    let owner = graphState.propertyID(member).object
    return edge.owner != owner && edge.unit.scope.receiver != owner
  }

  /// What code leads there and has not run since the target was set, with what would run it.
  func idleCode(leadingTo target: UInt32, _ answer: WhyNot) -> StyledText? {
    if let line = brokenObserver(of: target) ?? brokenCall(to: target) { return line }
    let last = answer.index.lastSet(of: target, before: answer.index.end)
    var idle: StyledText?
    for place in codeGraph.places(leadingTo: CodePlace(slot: target)) where isTrigger(place) {
      let set = uses(of: place, in: answer.index).last
      if let line = refusedFiring(of: place, since: set, answer) { return line }
      guard let set, last.map({ set > $0 }) ?? true else {
        idle = idle ?? idleText(of: place, since: set, target, answer)
        continue
      }
      // It ran, and stopped on its way.
      if let line = stopLine(from: place, answer) { return line }
    }
    return idle
  }

  /// Where a change of a property stopped on its way through code to the target of a question.
  private func stopLine(from start: CodePlace, _ answer: WhyNot) -> StyledText? {
    switch stop(from: start, answer)?.stop {
    case .line(let line): line
    case .link(let stopped):
      AnswerText(names: LiveRecording(self), isASCII: options.isASCII).stop(stopped)
    case .undecided(let ran): ran
    case .nowhere, nil: nil
    }
  }

  /// Whether code is set off there: an event, an action, a command, or a property that code observes or
  /// that has a `set` block.
  private func isTrigger(_ place: CodePlace) -> Bool {
    guard let slot = place.slot else { return place.action != nil }
    let info = graphState.info(of: slot)
    return info.role != .property || info.setter.exists || codeGraph.isObservedByCode(slot)
  }

  /// That an event was not fired although something did fire it: its control is not enabled.
  private func refusedFiring(
    of place: CodePlace, since set: EventPlace?, _ answer: WhyNot
  ) -> StyledText? {
    guard let slot = place.slot, graphState.info(of: slot).role == .event else { return nil }
    for turn in answer.index.turns.indices.reversed() where turn >= set?.turn ?? 0 {
      let events = answer.index.turns[turn].events
      let position = events.lastIndex {
        $0.kind == .dropped && $0.property == slot && $0.reason == .disabled
      }
      guard let position else { continue }
      if let set, EventPlace(turn: turn, position: position) < set { return nil }
      let text = AnswerText(names: LiveRecording(self), isASCII: options.isASCII)
      return """
        \(.held, "dropped") in \(text.sentence(answer.index.turns[turn])): \(text.text(events[position]))
        """
    }
    return nil
  }

  func idleText(
    of place: CodePlace, since set: EventPlace?, _ target: UInt32, _ answer: WhyNot
  ) -> StyledText {
    if let refused = refusedFiring(of: place, since: set, answer) { return refused }
    let since = set.map { "since turn \(answer.index.number(of: $0))" } ?? "in any remembered turn"
    let name = graphState.describe(property: target)
    let verb =
      switch place.slot.map({ graphState.info(of: $0).role }) {
      case .event: place.slot.flatMap(notificationName) == nil ? "was not fired" : "was not posted"
      case .action, nil: "was not called"
      case .command: "was not executed"
      case .property: "has not changed"
      }
    return """
      only code leads to \(.property, name), from \(code: describe(place)), which \(verb) \
      \(since)\(place.slot.map { usedInstead(of: $0, answer) } ?? "")
      """
  }

  /// What was posted or fired that could be mistaken for it.
  private func usedInstead(of slot: UInt32, _ answer: WhyNot) -> StyledText {
    notificationName(at: slot) == nil
      ? firedInstead(of: slot, answer) : postedInstead(of: slot, answer)
  }

  /// An event that was fired last: of the same name and another object, or of the same object.
  private func firedInstead(of slot: UInt32, _ answer: WhyNot) -> StyledText {
    guard graphState.info(of: slot).role == .event else { return "" }
    let name = graphState.info(of: slot).name
    let owner = graphState.properties[slot].owner
    for turn in answer.index.turns.reversed() {
      for event in turn.events.reversed() where event.kind == .event || event.reason == .unheard {
        let fired = event.property
        guard fired != 0, fired != slot, graphState.info(of: fired).role == .event else {
          continue
        }
        let isOther = graphState.properties[fired].owner != owner
        guard isOther == (graphState.info(of: fired).name == name) else { continue }
        let what = isOther ? "which is another object's" : "which is another event"
        let path = graphState.describe(property: fired)
        return "; turn \(turn.number) fired \(.property, path), \(what)"
      }
    }
    return ""
  }

  /// A notification that was posted and has a similar name, but has no handler.
  private func postedInstead(of slot: UInt32, _ answer: WhyNot) -> StyledText {
    guard let meant = notificationName(at: slot) else { return "" }
    var posted: [String: Int] = [:]
    for turn in answer.index.turns {
      for event in turn.events where event.kind == .event || event.kind == .dropped {
        guard event.property != 0, let name = notificationName(at: event.property) else { continue }
        posted[names.text(of: name)] = turn.number
      }
    }
    guard let near = nearest(to: names.text(of: meant), among: posted.keys.sorted()),
      let turn = posted[near]
    else { return "" }
    return "; turn \(turn) posted '\(code: near)', which has another name"
  }

  /// A link with its place.
  func sentence(_ link: UInt32) -> StyledText {
    AnswerText(names: LiveRecording(self), isASCII: options.isASCII).sentence(ofLink: link)
  }
}
