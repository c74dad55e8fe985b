import BindingEngine
import CodeCycles
import Interpreter
import Rendering
import Text

// The path through code on which a value would have come: the answer of `whynot` if no binding held
// it back.
extension Session {
  /// The answer where no binding held the value back: the way through code, and where it stopped there.
  func codeAnswer(
    for answer: WhyNot
  ) -> (answer: WhyNot, lines: [StyledText], remark: StyledText?) {
    if let unnoticed = unnoticedChange(answer) { return (unnoticed, [], nil) }
    if let equal = equalWrite(answer) { return (equal, [], nil) }
    switch answer.obstacle {
    case .noWriter, .noPath: break
    // The block of the observer ran, but wrote nothing there.
    case .unknown(let link, _) where graphState.links[link].flags.contains(.observer): break
    case .unchanged(_, let source, _) where answer.source == nil:
      let hidden = hiddenWay(for: answer)
      guard hidden.isEmpty else { return (answer, hidden, nil) }
      return (answer, [], idleCode(leadingTo: source, answer))
    case .madeLater, .equal:
      // Of an earlier turn: the last one may have changed what only code, or another branch, reads.
      guard answer.laterTurn != nil, answer.source == nil else { return (answer, [], nil) }
      return (answer, hiddenWay(for: answer), nil)
    case .unbound, .rebound: return (answer, livingWay(for: answer), nil)
    default: return (answer, [], nil)
    }
    let starts = beginnings(of: answer)
    guard let shortest = codeGraph.codeWay(from: starts, to: answer.target),
      let start = shortest.first?.from
    else { return otherAnswer(for: answer) }
    if let line = silentWrite(at: start.slot, answer.index) { return (answer, [line], nil) }
    let found = stop(from: start, answer)
    let way = found.map { $0.way.isEmpty ? shortest : $0.way } ?? shortest
    switch found?.stop {
    case .link(let stopped): return (stopped, [], nil)
    case .line(let line): return (answer, [line] + lines(of: shortest, through: way), nil)
    case .nowhere(let place):
      var answer = answer
      (answer.obstacle, answer.turn) = (.arrived(place), place.turn)
      answer.overwrites = answer.index.sets(of: answer.target).filter { $0 > place }
      return (answer, [], nil)
    case .undecided(nil) where isUntouched(start, answer), nil where isUntouched(start, answer):
      var answer = answer
      answer.obstacle = .nothingRemembered
      return (answer, [], nil)
    case .undecided(let ran):
      return (answer, (ran.map { [$0] } ?? []) + lines(of: shortest, through: way), nil)
    case nil: return (answer, lines(of: shortest, through: shortest), nil)
    }
  }

  /// If a binding on the way has ended: what else leads there, but stopped or does not read it now.
  private func livingWay(for answer: WhyNot) -> [StyledText] {
    guard let source = answer.source else { return [] }
    let start = CodePlace(slot: source)
    if let way = codeGraph.codeWay(from: [start], to: answer.target),
      way.contains(where: { $0.edge != nil }),
      case (let way, .line(let line))? = stop(from: start, answer)
    {
      return [line] + lines(of: way, through: way)
    }
    let isRead = linksNaming(source).contains { link in
      !graphState.sources(of: link).isEmpty && leads(link, from: source, to: answer.target)
    }
    return isRead ? hiddenWay(for: answer) : []
  }

  /// Whether the property asked about has not changed in any remembered turn.
  private func isUntouched(_ place: CodePlace, _ answer: WhyNot) -> Bool {
    guard let slot = place.slot, slot == answer.source else { return false }
    return graphState.info(of: slot).role == .property
      && answer.index.lastSet(of: slot, before: answer.index.end) == nil
  }

  /// The answer if no way leads from the change to the target: what hides it, or what else leads there.
  private func otherAnswer(
    for answer: WhyNot
  ) -> (answer: WhyNot, lines: [StyledText], remark: StyledText?) {
    if let lost = lostBefore(answer) { return (answer, [lost], nil) }
    let hidden = hiddenWay(for: answer)
    guard hidden.isEmpty else { return (answer, hidden, nil) }
    guard answer.obstacle == .noWriter, let writer = codeWriter(of: answer.target) else {
      return (answer, [], callOfNothing(answer))
    }
    var answer = answer
    answer.obstacle = .noPath
    return (answer, [], writer)
  }

  /// What the last turn called or wrote over nil: what the object would have done, nobody knows.
  private func callOfNothing(_ answer: WhyNot) -> StyledText? {
    switch answer.obstacle {
    case .noWriter, .noPath: break
    default: return nil
    }
    guard let turn = answer.index.turns.last(where: { $0.events.contains { $0.kind != .print } }),
      let event = turn.events.last(where: { $0.kind == .dropped && $0.reason == .nothing })
    else { return nil }
    let text = AnswerText(names: LiveRecording(self), isASCII: options.isASCII)
    return "\(.held, "dropped") in \(text.sentence(turn)): \(text.text(event))"
  }

  /// If an effect that leads to the target has changed what it had read before, and has not run since: that
  /// is the answer, whatever it did before that.
  private func unnoticedChange(_ answer: WhyNot) -> WhyNot? {
    if case .arrived = answer.obstacle { return nil }
    var ran: Set<UInt32> = []
    for turn in answer.index.turns.indices.reversed() {
      let events = answer.index.turns[turn].events
      for position in events.indices.reversed() {
        let event = events[position]
        if event.kind == .observe { ran.insert(event.link) }
        let isHeld = event.kind == .held
        // The link of a turn that was rolled back is gone.
        guard isHeld || event.reason == .unnoticed, !ran.contains(event.link),
          event.link < graphState.links.count,
          case let flags = graphState.links[event.link].flags, flags.contains(.effect),
          !flags.contains(.dead)
        else { continue }
        // What is held back is not recorded with what had changed.
        let property = isHeld ? answer.source ?? 0 : event.property
        guard answer.source.map({ $0 == property }) ?? true,
          !isHeld || property == 0 || graphState.sources(of: event.link).contains(property),
          leads(event.link, from: property, to: answer.target)
        else { continue }
        let place = EventPlace(turn: turn, position: position)
        // What has changed since, or in another turn, is another matter.
        let last = answer.index.lastSet(of: property, before: answer.index.end)
        if property != 0, last.map({ place < $0 || isHeld && $0.turn != turn }) ?? isHeld {
          continue
        }
        var found = answer
        found.obstacle = isHeld ? .held(event.link, place) : .unnoticed(event.link, place)
        found.turn = turn
        return found
      }
    }
    return nil
  }

  /// If the last turn only wrote a value that was already there to something from which code leads to the
  /// target: that is the answer.
  private func equalWrite(_ answer: WhyNot) -> WhyNot? {
    switch answer.obstacle {
    case .noWriter, .noPath, .madeLater, .unchanged: break
    default: return nil
    }
    guard answer.source == nil, let last = answer.index.turns.indices.last else { return nil }
    let events = answer.index.turns[last].events
    let found = events.firstIndex { $0.kind == .dropped && $0.reason == .equal && $0.link == 0 }
    guard let found, !events.contains(where: { $0.kind == .write }),
      codeGraph.places(leadingTo: CodePlace(slot: answer.target))
        .contains(CodePlace(slot: events[found].property))
    else { return nil }
    var answer = answer
    (answer.obstacle, answer.turn, answer.laterTurn, answer.rest) = (
      .equal(0, EventPlace(turn: last, position: found)), last, nil, []
    )
    return answer
  }

  /// A binding that has ended and led to what code reads on the way to the target.
  private func lostBefore(_ answer: WhyNot) -> StyledText? {
    let recording = LiveRecording(self)
    for place in codeGraph.places(leadingTo: CodePlace(slot: answer.target)).prefix(50) {
      guard let slot = place.slot,
        recording.writers(of: slot).contains(where: { recording.link($0)?.isAlive == false })
      else { continue }
      let before = WhyNot(slot, from: answer.source, in: recording)
      switch before.obstacle {
      case .unbound, .rebound:
        return AnswerText(names: recording, isASCII: options.isASCII).stop(before)
      default: continue
      }
    }
    return nil
  }

  /// What code writes a property.
  private func codeWriter(of slot: UInt32) -> StyledText? {
    let steps = codeGraph.stepsLeading(to: CodePlace(slot: slot))
    guard let step = steps.first else { return nil }
    let place = place(of: step).map { " (\(placeText($0.file, $0.span)))" } ?? ""
    return
      "only code writes \(.property, graphState.describe(property: slot)): \(code: hopText(step))\(place)"
  }

  /// The way, and what each step of it does: that on which the value came farthest.
  private func lines(of shortest: [CodeStep], through way: [CodeStep]) -> [StyledText] {
    var whole = way
    if let last = way.last, last.to != shortest.last?.to, let end = shortest.last?.to,
      let rest = codeGraph.way(from: last.to, to: end)
    {
      whole += rest
    }
    guard let first = whole.first, let last = whole.last else { return [] }
    let ends: StyledText =
      "from \(.property, describe(first.from)) to \(.property, describe(last.to))"
    let steps: [StyledText] = whole.map { step in
      let place = place(of: step).map { placeText($0.file, $0.span) } ?? ""
      return "  \(code: hopText(step))\(.place, place.isEmpty ? "" : "   \(place)")"
    }
    return ["only code leads \(ends): \(code: pathText(whole))"]
      + steps.shortened {
        "  \(leftOutText($0, isASCII: options.isASCII)) \(hint: "'graph json' has them all")"
      }
  }

  /// Where the value would come from: the property asked about, or those that the turn changed.
  func beginnings(of answer: WhyNot) -> [CodePlace] {
    if let source = answer.source { return [CodePlace(slot: source)] }
    let turn = answer.laterTurn ?? answer.turn
    guard answer.index.turns.indices.contains(turn) else { return [] }
    var found: [CodePlace] = []
    for event in answer.index.turns[turn].events
    where [.write, .event, .call].contains(event.kind) && found.count < 8 {
      let slot = event.kind == .call && event.other != 0 ? event.other : event.property
      let place = slot != 0 ? CodePlace(slot: slot) : freeAction(calledBy: event)
      if let place, !found.contains(place) { found.append(place) }
    }
    return found
  }

  /// The action without an object that an event is a call of.
  func freeAction(calledBy event: TraceEvent) -> CodePlace? {
    guard event.kind == .call, event.property | event.other == 0,
      let name = event.text?.prefix(while: { $0 != "(" }),
      case .action(let index)? = symbol(names.intern(String(name)))
    else { return nil }
    return CodePlace(action: UInt32(index))
  }
}
