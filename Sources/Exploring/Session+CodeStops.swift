import BindingEngine
import CodeCycles
import Interpreter
import Rendering
import Text

// Where a value stopped on its way through code: the way is known from the text, and what happened on it
// from the remembered turns.
extension Session {
  /// Where a value stopped.
  enum CodeStop {
    /// At a link, for a reason that the remembered turns have.
    case link(WhyNot)
    case line(StyledText)
    /// It went all the way: what set the target.
    case nowhere(EventPlace)
    /// The text may lead there, and only a run shows whether it does.
    case undecided
  }

  func stop(on way: [CodeStep], _ answer: WhyNot) -> CodeStop {
    guard let first = way.first,
      var place = answer.index.lastSet(of: first.from.slot ?? 0, before: answer.index.end)
        ?? beforeRunning(first.link, answer.index)
    else {
      return way.first.map { .line(idleText(of: $0.from, since: nil, answer.target, answer)) }
        ?? .undecided
    }
    if let refused = refusal(of: place, answer.index) { return refused }
    for step in way {
      guard let next = happening(of: step, behind: place, in: answer.index) else {
        return stop(at: step, behind: place, answer)
      }
      if let refused = refusal(of: next, answer.index) { return refused }
      place = next
    }
    return .nowhere(place)
  }

  /// What came before an observer's block ran last, which may be because of something else on its path.
  private func beforeRunning(_ link: UInt32, _ index: EventIndex) -> EventPlace? {
    guard link != 0 else { return nil }
    for turn in index.turns.indices.reversed() {
      let ran = index.turns[turn].events.lastIndex { $0.kind == .observe && $0.link == link }
      if let ran { return EventPlace(turn: turn, position: ran - 1) }
    }
    return nil
  }

  /// The event that a step led to.
  private func happening(
    of step: CodeStep, behind place: EventPlace, in index: EventIndex
  ) -> EventPlace? {
    guard let slot = step.to.slot else { return nil }
    let isLater = step.edge.map { codeGraph.codeEdges[$0].effect.isLater } ?? false
    let last = index.tick(after: place.turn) ?? place.turn
    return index.sets(of: slot).first { $0 > place && (isLater || $0.turn <= last) }
  }

  private func stop(at step: CodeStep, behind place: EventPlace, _ answer: WhyNot) -> CodeStop {
    let text = AnswerText(names: LiveRecording(self), isASCII: options.isASCII)
    let index = answer.index
    func at(_ place: EventPlace) -> StyledText { "in \(text.sentence(index.turns[place.turn]))" }
    let behind = index.consequences(of: place)
    if let dropped = behind.first(where: { isRefusal(index[$0], at: step, in: $0.turn, index) }) {
      return .line("\(.held, "dropped") \(at(dropped)): \(text.text(index[dropped]))")
    }
    var moment = place
    if step.link != 0 {
      let ran = behind.first { index[$0].kind == .observe && index[$0].link == step.link }
      guard let ran else {
        let found = answer.stopped(at: step.link, behind: place, in: LiveRecording(self))
        if case .unknown = found.obstacle { return .undecided }
        return .link(found)
      }
      moment = ran
    }
    if let failure = failure(of: moment, index) {
      return .line(
        """
        \(.error, "an error") ended \(who(of: step, text)) \(at(failure)): \(index[failure].text ?? "")
        """)
    }
    guard let number = step.edge else { return .undecided }
    let edge = codeGraph.codeEdges[number]
    let past = PastValues(self, index, at: moment, in: edge.unit, edge.effect)
    guard let failed = past.failedCondition() else { return .undecided }
    let condition = shortText(of: failed.node, in: edge.tree, limit: 60)
    return .line(
      """
      \(who(of: step, text)) ran \(at(moment)), but '\(code: condition)' was \(.new, "\(failed.value)"), so it did not \
      \(edge.effect.plainVerb(for: codeGraph.role(of: step.to))) \(.property, describe(step.to))
      """)
  }

  /// The call itself was refused: of a command that is not enabled, or is executing.
  private func refusal(of call: EventPlace, _ index: EventIndex) -> CodeStop? {
    guard index[call].kind == .call else { return nil }
    let sequence = index[call].sequence
    let dropped = index.turns[call.turn].events.first {
      $0.kind == .dropped && $0.cause == sequence && $0.property == 0
    }
    guard let dropped else { return nil }
    let text = AnswerText(names: LiveRecording(self), isASCII: options.isASCII)
    let turn = text.sentence(index.turns[call.turn])
    return .line("\(.held, "dropped") in \(turn): \(text.text(dropped))")
  }

  /// The error that ended a block: the first one while no other block has begun.
  private func failure(of moment: EventPlace, _ index: EventIndex) -> EventPlace? {
    let behind = index.turns[moment.turn].events[(moment.position + 1)...]
    let end = behind.firstIndex { $0.kind == .observe || $0.kind == .error }
    guard let end, behind[end].kind == .error else { return nil }
    return EventPlace(turn: moment.turn, position: end)
  }

  private func who(of step: CodeStep, _ text: AnswerText<LiveRecording>) -> StyledText {
    step.link == 0 ? StyledText(code: describe(step.from)) : text.sentence(ofLink: step.link)
  }

  /// Whether something did not do what the step asked of it: a command that is not enabled, an event that
  /// was not fired, a write of an equal value.
  private func isRefusal(
    _ event: TraceEvent, at step: CodeStep, in turn: Int, _ index: EventIndex
  ) -> Bool {
    guard event.kind == .dropped, event.link == 0, let slot = step.to.slot else { return false }
    if event.property == slot { return true }
    // A command's call is an event of its own.
    return index.place(of: event.cause, in: turn).map { cause in
      index[cause].kind == .call && index[cause].property == slot
    } ?? false
  }
}
