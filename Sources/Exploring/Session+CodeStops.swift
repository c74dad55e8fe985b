import BindingEngine
import CodeCycles
import Interpreter
import Language
import Rendering
import Text

// Where a value stopped on its way through code: the ways are known from the text, and what happened on them
// from the remembered turns.
extension Session {
  /// Where a value stopped.
  enum CodeStop {
    /// At a link, for a reason that the remembered turns have.
    case link(WhyNot)
    case line(StyledText)
    /// It went all the way: what set the target.
    case nowhere(EventPlace)
    /// The text may lead there, and only a run shows whether it does. What ran, if something did.
    case undecided(StyledText?)
  }

  /// Of all ways from a place to the target: where the value stopped on the way on which it came farthest.
  func stop(from start: CodePlace, _ answer: WhyNot) -> (way: [CodeStep], stop: CodeStop)? {
    var search = CodeStopSearch(self, answer)
    guard let place = uses(of: start, in: answer.index).last ?? search.beforeRunning(from: start)
    else {
      guard let way = codeGraph.codeWay(from: [start], to: answer.target) else { return nil }
      return (way, .line(idleText(of: start, since: nil, answer.target, answer)))
    }
    return search.follow(from: start, at: place)
  }
}

extension Session {
  /// The events that set a place, or called it, in order.
  func uses(of place: CodePlace, in index: EventIndex) -> [EventPlace] {
    if let slot = place.slot { return index.uses(of: slot) }
    guard place.action != nil else { return [] }
    return index.freeCalls.filter { freeAction(calledBy: index[$0]) == place }
  }
}

/// Follows all ways that lead to the target, as far as something happened on them.
private struct CodeStopSearch {
  /// How many steps are looked at.
  private static let mostSteps = 1_000

  let session: Session
  let answer: WhyNot
  let text: AnswerText<LiveRecording>
  private let leading: Set<CodePlace>
  private var seen: Set<CodePlace> = []
  private var count = 0

  init(_ session: Session, _ answer: WhyNot) {
    self.session = session
    self.answer = answer
    text = AnswerText(names: LiveRecording(session), isASCII: session.options.isASCII)
    let target = CodePlace(slot: answer.target)
    leading = Set(session.codeGraph.places(leadingTo: target) + [target])
  }

  private var index: EventIndex { answer.index }

  /// A step that did not happen, and how much came before it: steps, and conditions that were met.
  private struct Stopped {
    var way: [CodeStep]
    var stop: Session.CodeStop
    var met = 0

    var rank: (Int, Int, Int) {
      let certainty =
        switch stop {
        case .line, .link, .nowhere: 1
        case .undecided: 0
        }
      return (way.count, certainty, met)
    }
  }

  mutating func follow(from start: CodePlace, at place: EventPlace) -> (
    way: [CodeStep], stop: Session.CodeStop
  )? {
    if let refused = refusal(of: place) { return ([], refused) }
    return search(from: start, at: place, []).map { ($0.way, $0.stop) }
  }

  private mutating func search(
    from start: CodePlace, at place: EventPlace, _ way: [CodeStep]
  ) -> Stopped? {
    guard seen.insert(start).inserted else { return nil }
    var best: Stopped?
    for step in session.codeGraph.codeSteps(from: start) where leading.contains(step.to) {
      count += 1
      guard count < CodeStopSearch.mostSteps else { break }
      let way = way + [step]
      guard let found = stopped(at: step, behind: place, way) else { continue }
      if case .nowhere = found.stop { return found }
      if best.map({ $0.rank < found.rank }) ?? true { best = found }
    }
    return best
  }

  private mutating func stopped(
    at step: CodeStep, behind place: EventPlace, _ way: [CodeStep]
  ) -> Stopped? {
    guard let next = happening(of: step, behind: place) else {
      let (stop, met) = stop(at: step, behind: place)
      return Stopped(way: way, stop: stop, met: met)
    }
    if step.to.slot == answer.target { return Stopped(way: way, stop: .nowhere(next)) }
    if let refused = refusal(of: next) { return Stopped(way: way, stop: refused) }
    return search(from: step.to, at: next, way)
  }

  /// What came before a block ran last that follows a path over a property, which itself has not changed.
  func beforeRunning(from place: CodePlace) -> EventPlace? {
    let links = Set(session.codeGraph.codeSteps(from: place).map(\.link).filter { $0 != 0 })
    for turn in index.turns.indices.reversed() where !links.isEmpty {
      let ran = index.turns[turn].events.lastIndex {
        $0.kind == .observe && links.contains($0.link)
      }
      if let ran { return EventPlace(turn: turn, position: ran - 1) }
    }
    return nil
  }

  /// The event that a step led to.
  private func happening(of step: CodeStep, behind place: EventPlace) -> EventPlace? {
    if let before = writtenBefore(place, by: step) { return before }
    let isLater = effect(of: step)?.isLater ?? false
    let last = index.tick(after: place.turn) ?? place.turn
    return session.uses(of: step.to, in: index).first { use in
      guard use > place else { return false }
      // Another change may have set what came since.
      return use.turn <= last
        || isLater && index.timerSetting(of: use.turn).map { $0 > place } ?? true
    }
  }

  /// What a `set` block did, which runs before its property has the value.
  private func writtenBefore(_ place: EventPlace, by step: CodeStep) -> EventPlace? {
    guard step.link == 0, step.edge != nil, let slot = step.from.slot,
      index[place].property == slot,
      session.graphState.info(of: slot).role == .property
    else { return nil }
    return session.uses(of: step.to, in: index).last {
      $0.turn == place.turn && $0 < place && index[$0].cause == index[place].cause
    }
  }

  private func effect(of step: CodeStep) -> CodeEffect? {
    step.edge.map { session.codeGraph.codeEdges[$0].effect }
  }

  private func at(_ place: EventPlace) -> StyledText {
    "in \(text.sentence(index.turns[place.turn]))"
  }

  // MARK: Why a step did not happen

  private func stop(
    at step: CodeStep, behind place: EventPlace
  ) -> (stop: Session.CodeStop, met: Int) {
    let behind = index.consequences(of: place)
    if let dropped = behind.first(where: { isRefusal(index[$0], at: step, in: $0.turn) }) {
      return (.line("\(.held, "dropped") \(at(dropped)): \(text.text(index[dropped]))"), 0)
    }
    var given = place
    if step.link != 0 {
      let lead = session.graphState.lead(of: step.link)
      let ran = behind.first { place in
        let event = index[place]
        guard event.kind == .observe || step.edge != nil && event.kind == .fire else {
          return false
        }
        return event.link == step.link || session.graphState.lead(of: event.link) == lead
      }
      guard let ran else {
        let found = answer.stopped(at: step.link, behind: place, in: LiveRecording(session))
        if case .unknown = found.obstacle { return (.undecided(nil), 0) }
        return (.link(found), 0)
      }
      given = ran
    }
    guard let number = step.edge else { return (.undecided(nil), 0) }
    let edge = session.codeGraph.codeEdges[number]
    var moment = given
    if edge.effect.isLater {
      if let later = laterTurn(setBehind: given) {
        moment = EventPlace(turn: later, position: -1)
      } else if let line = cancelling(of: step, behind: given) {
        return (.line(line), 0)
      } else if setsTimer(behind: given) {
        return (.undecided(nil), 0)
      }
    } else if let failure = failure(of: moment) {
      return (
        .line(
          "\(.error, "an error") ended \(who(of: step)) \(at(failure)): \(index[failure].text ?? "")"
        ), 0
      )
    }
    let past = PastValues(
      session, index, at: moment, given: index[given], in: edge.unit, edge.effect)
    let (failed, met) = past.failedCondition()
    guard let failed else {
      guard edge.effect.condition.exists else { return (.undecided(nil), met) }
      // The value that one had then is not known, and so each after it may have decided.
      let open = edge.effect.conditions.dropFirst(met).map { condition -> StyledText in
        "'\(code: session.shortText(of: condition.node, in: edge.tree, limit: 60))'"
      }
      let decided: StyledText = open.isEmpty ? "" : ", and \(open.joined(by: " or ")) decided"
      return (.undecided("\(who(of: step)) ran \(at(moment))\(decided)"), met)
    }
    let condition = session.shortText(of: failed.node, in: edge.tree, limit: 60)
    let verb = edge.effect.plainVerb(for: session.codeGraph.role(of: step.to))
    return (
      .line(
        """
        \(who(of: step)) ran \(at(moment)), but '\(code: condition)' was \
        \(.new, session.graphState.literal(failed.value)), so it did not \(verb) \(.property, session.describe(step.to))
        """), met
    )
  }

  /// That a command was cancelled before its block ran.
  private func cancelling(of step: CodeStep, behind place: EventPlace) -> StyledText? {
    guard let slot = step.from.slot, session.graphState.info(of: slot).role == .command else {
      return nil
    }
    let cancelled = index.uses(of: slot).first {
      $0 >= place && index[$0].kind == .call && index[$0].text?.hasSuffix(".cancel()") == true
    }
    return cancelled.map {
      "\(code: session.describe(step.from)) was cancelled \(at($0)), before its block ran"
    }
  }

  /// Whether something was set behind an event for a later time.
  private func setsTimer(behind place: EventPlace) -> Bool {
    index.consequences(of: place).contains { index[$0].kind == .timer }
  }

  /// The turn in which what was set behind an event ran.
  private func laterTurn(setBehind place: EventPlace) -> Int? {
    let events = index.turns[place.turn].events
    for position in max(place.position, 0)..<events.count where events[position].kind == .timer {
      let setting = EventPlace(turn: place.turn, position: position)
      let later = (place.turn + 1..<max(index.turns.count, place.turn + 1)).first {
        index.timerSetting(of: $0) == setting
      }
      if let later { return later }
    }
    return nil
  }

  /// The call itself was refused: of a command that is not enabled, or is executing.
  private func refusal(of call: EventPlace) -> Session.CodeStop? {
    guard index[call].kind == .call else { return nil }
    let sequence = index[call].sequence
    let dropped = index.turns[call.turn].events.first {
      $0.kind == .dropped && $0.cause == sequence && $0.property == 0
    }
    return dropped.map { .line("\(.held, "dropped") \(at(call)): \(text.text($0))") }
  }

  /// The error that ended a block: the first one while no other block has begun.
  private func failure(of moment: EventPlace) -> EventPlace? {
    let behind = index.turns[moment.turn].events[(moment.position + 1)...]
    let end = behind.firstIndex { $0.kind == .observe || $0.kind == .error }
    guard let end, behind[end].kind == .error else { return nil }
    return EventPlace(turn: moment.turn, position: end)
  }

  private func who(of step: CodeStep) -> StyledText {
    if step.link != 0 { return text.sentence(ofLink: step.link) }
    let isProperty = step.from.slot.map { session.graphState.info(of: $0).role } == .property
    let name = StyledText(code: session.describe(step.from))
    return isProperty ? "the 'set' block of \(name)" : name
  }

  /// Whether something did not do what the step asked of it: a command that is not enabled, an event that
  /// was not fired, a write of an equal value.
  private func isRefusal(_ event: TraceEvent, at step: CodeStep, in turn: Int) -> Bool {
    guard event.kind == .dropped, event.link == 0, let slot = step.to.slot else { return false }
    if event.property == slot { return true }
    // A command's call is an event of its own.
    return index.place(of: event.cause, in: turn).map { cause in
      index[cause].kind == .call && index[cause].other == slot
    } ?? false
  }
}
