import BindingEngine
import Text

extension AnswerText {
  /// Why a value did not arrive, beginning with the place where it stopped.
  ///
  /// - Parameters:
  ///   - codeWay: The way through code on which it would have come, where no binding stopped it.
  ///   - remark: Why nothing came to the place where it stopped.
  package func lines(
    _ answer: WhyNot, codeWay: [StyledText] = [], remark: StyledText? = nil
  ) -> [StyledText] {
    guard answer.obstacle != .nothingRemembered else {
      if answer.index.turns.isEmpty { return Self.nothingRemembered }
      let name = name(answer.source ?? answer.target)
      let line: StyledText =
        answer.source == nil
        ? "no remembered turn changed anything"
        : "\(name) has not changed in any remembered turn, so there was nothing to pass on"
      return ([line] + due(answer)).flatMap { $0.wrapped(width: width) }
    }
    let later = isNotYet(answer) ? due(answer) : []
    var lines = later + (remark.map { [$0] } ?? []) + (codeWay.isEmpty ? [stop(answer)] : codeWay)
    if !answer.rest.isEmpty {
      let links = answer.rest.prefix(5).map { names.shortTitle(ofLink: $0) }
      let more =
        answer.rest.count > 5
        ? " \(signs.ellipsis) \(answer.rest.count - 5) more ('graph PATH' draws them)" : ""
      lines.append(
        """
        from there the way goes on through \(links.joined(by: ", "))\(more) to \
        \(name(answer.target))
        """)
    }
    lines += overwrites(answer)
    if let later = answer.laterTurn {
      lines.append(
        """
        \(sentence(answer.index.turns[later])), changed nothing that leads to \
        \(name(answer.target))
        """)
    }
    lines += standing(answer)
    if later.isEmpty { lines += due(answer) }
    return lines.flatMap { $0.wrapped(width: width) }
  }

  /// Whether nothing held anything back: it is still to come.
  private func isNotYet(_ answer: WhyNot) -> Bool {
    switch answer.obstacle {
    case .unchanged, .noPath, .noWriter: !answer.due.isEmpty
    default: answer.isDue && !answer.due.isEmpty
    }
  }

  /// What was set for a time that has not come.
  private func due(_ answer: WhyNot) -> [StyledText] {
    let lines: [StyledText] = answer.due.prefix(3).map { place in
      """
      not there yet: \(text(answer.index[place])), set in turn \
      \(answer.index.number(of: place)); \(hint: "'wait' lets the time pass")
      """
    }
    let rest = answer.due.count - lines.count
    let hint = "\(signs.ellipsis) \(rest) more are due; 'advance 1s' lets a part of the time pass"
    return rest > 0 ? lines + [StyledText(hint: hint)] : lines
  }

  private func overwrites(_ answer: WhyNot) -> [StyledText] {
    answer.overwrites.prefix(5).map { place in
      let event = answer.index[place]
      let turn = answer.index.turns[place.turn]
      let who = actor(answer.index.actor(of: place), in: answer.index)
      var by: StyledText = who.map { "\($0), in \(sentence(turn))" } ?? sentence(turn)
      if case .arrived(let arrived) = answer.obstacle, arrived.turn == place.turn {
        by = "\(who ?? Self.theStatement), in the same turn"
      }
      return "then it was overwritten with \(.new, names.text(ofValue: event.new)) by \(by)"
    }
  }

  /// Since when the property has the value that it has, where the stop does not say it.
  private func standing(_ answer: WhyNot) -> [StyledText] {
    switch answer.obstacle {
    case .arrived, .notFired: return []
    default: break
    }
    guard let last = answer.lastSet,
      answer.index[last].kind == .write || answer.index[last].kind == .compute
    else { return [] }
    let value = names.text(ofValue: answer.index[last].new)
    return [
      "\(name(answer.target)) has been \(.new, value) since turn \(answer.index.number(of: last))"
    ]
  }

  /// Where it stopped, in one sentence.
  package func stop(_ answer: WhyNot) -> StyledText {
    let target = name(answer.target)
    let turn = answer.index.turns[answer.turn]
    func at(_ place: EventPlace) -> StyledText { "in \(sentence(answer.index.turns[place.turn]))" }
    func value(_ place: EventPlace) -> StyledText {
      StyledText(.new, names.text(ofValue: answer.index[place].new))
    }
    func stage(_ place: EventPlace) -> StyledText {
      "\(code: answer.index[place].text ?? "its transformer")"
    }
    func replaced(by place: EventPlace) -> StyledText {
      guard let dropped = answer.index.droppedBy(place) else { return "" }
      let until = answer.index.requestOfDropped(dropped).map { value($0) }
      return """
        , and at \(names.text(ofValue: answer.index[dropped].old)) replaced \
        \(value(dropped))\(until.map { ", which was held until \($0)" } ?? "")
        """
    }
    func step(_ property: UInt32) -> StyledText {
      property == 0 ? "" : ": \(name(property)) is nil"
    }
    switch answer.obstacle {
    case .nothingRemembered, .arrived: return arrival(answer)
    case .noWriter:
      return "nothing is bound to \(target): no binding and no computed property writes it"
    case .noPath:
      let from: StyledText = answer.source.map(name) ?? "what \(sentence(turn)) wrote"
      return "no path leads from \(from) to \(target)"
    case .oneWay(let link):
      return """
        the path only leads the other way: \(sentence(ofLink: link)) passes values from \
        \(ends(link)), not back
        """
    case .held(let link, let place):
      return """
        \(.held, "held back") \(at(place)): \(sentence(ofLink: link)) was already firing, and a \
        locked binding does not fire again
        """
    case .equal(0, let place):
      let name = name(answer.index[place].property)
      if let correction = correction(of: place, in: answer.index) {
        return """
          \(.held, "dropped") \(at(place)): \(name) was given \(correction); it was that already, and \
          this semantics does not pass on equal values
          """
      }
      return """
        \(.held, "dropped") \(at(place)): \(name) was already \(value(place)), and this semantics \
        does not pass on equal values
        """
    case .equal(let link, let place) where answer.index[place].kind == .compute:
      return """
        \(sentence(ofLink: link)) was evaluated \(at(place)) and is still \(value(place)), and this \
        semantics does not pass on equal values
        """
    case .equal(let link, let place):
      if let correction = correction(of: place, in: answer.index) {
        return """
          \(.held, "dropped") \(at(place)): \(sentence(ofLink: link)) gave \(correction); the target \
          had that already, and this semantics does not pass on equal values
          """
      }
      return """
        \(.held, "dropped") \(at(place)): \(sentence(ofLink: link)) gave \(value(place)), which \
        the target already had, and this semantics does not pass on equal values
        """
    case .spent(let link, let place):
      return """
        \(sentence(ofLink: link)) did not fire \(at(place)): it passes only one value, and has done so
        """
    case .unconcerned(let link, let place):
      return """
        \(sentence(ofLink: link)) was due and did not run \(at(place)): all that it has read has the \
        value that it has read
        """
    case .unnoticed(let link, let place):
      return """
        \(sentence(ofLink: link)) changed \(name(answer.index[place].property)) itself \(at(place)), \
        after it had read it, and is not notified of that: it observes it only from the end of that run on
        """
    case .elsewhere(let link, let place):
      return """
        \(sentence(ofLink: link)) was not notified \(at(place)): it has not read in \
        \(name(answer.index[place].property)) what has changed there
        """
    case .repeated(let link, let place):
      return """
        \(.held, "dropped") \(at(place)): \(sentence(ofLink: link)) gave \(value(place)), which is what it \
        wrote there last, and under this semantics a two-way binding does not write that again
        """
    case .brokenTarget(let link, let property, let place):
      return """
        \(.held, "dropped") \(at(place)): a property is nil on the path to the target of \
        \(sentence(ofLink: link))\(step(property))
        """
    case .brokenSource(let link, let property, let place):
      return """
        \(sentence(ofLink: link)) has been waiting since \(turnName(place, answer)): a property is \
        nil on the path to its source\(step(property))
        """
    case .released(let link, let place):
      return
        "\(.held, "dropped") \(at(place)): the object that \(names.title(ofLink: link)) writes to was released"
    case .refused(let link, let place):
      return """
        \(.held, "refused") \(at(place)): \(sentence(ofLink: link)) writes it, and under this \
        semantics nothing else may
        """
    case .undone(let error):
      let text = error.flatMap { answer.index[$0].text }.map { ": \($0)" } ?? ""
      return "\(sentence(turn)), \(.error, "failed")\(text); everything it did was rolled back"
    case .stopped(let error):
      return """
        \(.error, "an error") stopped what remained to be done \(at(error)): \(answer.index[error].text ?? "")
        """
    case .unbound(let link, let place):
      return """
        \(names.title(ofLink: link)) no longer exists: unbound \
        \(at(place))\(names.entry(answer.index[place]).reasonText)\(keeper(of: place, answer) ?? "")
        """
    case .rebound(let link, let place):
      return """
        \(sentence(ofLink: link)) has other ends \(since(place, answer)): it was \
        \(code: answer.index[place].text ?? "")
        """
    case .leadsElsewhere(let link, let property, let place):
      return """
        \(sentence(ofLink: link)) writes \(name(property)) now, and no longer \(target), which it \
        wrote last in \(turnName(place, answer))
        """
    case .silent(let place) where answer.index[place].reason == .released:
      return """
        \(name(answer.index[place].property)) became nil \(at(place)), because its object was released, \
        and nothing was notified
        """
    case .silent(let place) where answer.index[place].reason == .inPlace:
      return """
        \(name(answer.index[place].property)) was changed in place \(at(place)), so nothing was \
        notified; a new list would be passed on: \(code: newList(name(answer.index[place].property).plain))
        """
    case .silent(let place):
      return """
        \(name(answer.index[place].property)) was written silently \(at(place)), so nothing was \
        notified
        """
    case .batchOpen: return "a batch is open: its changes are passed on when it ends"
    case .waiting(let link, let place) where answer.index[place].reason == .waiting:
      return """
        \(.held, "held") by \(stage(place)) until \(value(place)): \(sentence(ofLink: link)) got it \
        \(at(place))\(replaced(by: place)); \(hint: "'wait' lets the time pass")
        """
    case .waiting(let link, let place):
      return """
        \(sentence(ofLink: link)) requested it \(at(place)); the answer is due at \(value(place)) \
        of the virtual clock: \(hint: "'wait' lets the time pass")
        """
    case .waitingForTick(let link, let place):
      return """
        what was written \(at(place)) is passed on at the next tick of the virtual clock, through \
        \(sentence(ofLink: link)): \(hint: "'wait' or 'advance' lets the time pass")
        """
    case .noted(let link, let place):
      let by: StyledText = link == 0 ? "" : " by \(sentence(ofLink: link))"
      return """
        \(name(answer.index[place].property)) = \(value(place)) was \(.held, "noted")\(by) \(at(place)), and \
        is stored at the next tick of the virtual clock: \(hint: "'wait' or 'advance' lets the time pass")
        """
    case .outwritten(let link, let place):
      return """
        \(sentence(ofLink: link)) wrote \(value(place)), which was \(.dropped, "dropped") \(at(place)): a \
        later write of \(name(answer.index[place].property)) in the same round counted
        """
    case .overtaken(let link, let place) where answer.index[place].isOfWaiting:
      let until = answer.index.requestOfDropped(place).map { value($0) }
      let time = names.text(ofValue: answer.index[place].old)
      return """
        \(.held, "held") by \(stage(place))\(until.map { " until \($0)" } ?? ""); a newer value replaced \
        \(value(place)) at \(time), \(at(place)), in \(sentence(ofLink: link))
        """
    case .overtaken(let link, let place):
      return """
        the answer for \(value(place)) came too late for \(sentence(ofLink: link)): a newer \
        request had replaced it \(at(place))
        """
    case .unanswered(let link, let place):
      return """
        the transformer gave no answer for \(value(place)) to \(sentence(ofLink: link)): it ended \
        with 'drop' \(at(place))
        """
    case .rejected(let link, let place):
      return """
        \(.held, "rejected") \(at(place)): \(sentence(ofLink: link)) did not take \(value(place)): \
        \(answer.index[place].text ?? "")
        """
    case .madeLater(let link, let place):
      return """
        \(sentence(ofLink: link)) was made after the change, \(at(place)), and passed nothing on \
        when it was made
        """
    case .unchanged(let link, let source, let last):
      let name = name(source)
      if let known = names.link(link), known.kind == .computed, known.sources.count > 1 {
        let when = last.map { "since \(turnName($0, answer)), when \(name) did" }
        return """
          nothing that \(sentence(ofLink: link)) reads has changed \
          \(when ?? "in any remembered turn")
          """
      }
      let since =
        last.map { "since \(turnName($0, answer))" } ?? "in any remembered turn"
      let what =
        switch names.link(link)?.kind {
        case .observer: "is notified only of changes"
        case .computed: "has nothing else to change for"
        default: "passes on only changes"
        }
      let change = names.isEvent(source) ? "was not fired" : "has not changed"
      return "\(name) \(change) \(since), and \(sentence(ofLink: link)) \(what)"
    case .notFired(nil): return "\(target) was not fired in any remembered turn"
    case .notFired(let place?):
      let who = actor(answer.index.actor(of: place), in: answer.index)
      let by: StyledText = who.map { ", by \($0)" } ?? ""
      if answer.index[place].kind == .dropped {
        return "\(.held, "dropped") \(at(place))\(by): \(text(answer.index[place]))"
      }
      return """
        it did happen, last \(at(place))\(by): \(text(answer.index[place])); it was not fired since
        """
    case .otherDirection(let link, let place):
      let event = answer.index[place]
      let before: StyledText =
        event.old == event.new ? "" : ", over \(.old, names.text(ofValue: event.old))"
      return """
        \(sentence(ofLink: link)) went the other way \(at(place)): it wrote \(value(place)) to \
        \(name(event.property))\(before), and does not bring its own value back
        """
    case .unread(let link, let place) where answer.index[place].reason == .unread:
      return """
        \(sentence(ofLink: link)) marked \(name(answer.index[place].property)) \(at(place)): it is evaluated \
        when that is read, and nothing has read it since
        """
    case .unread(let link, _):
      return
        "\(code: names.text(ofLink: link)) is evaluated only when it is read, and nothing has read it"
    case .unfollowed(let link, let place):
      return """
        \(sentence(ofLink: link)) read \(name(answer.source ?? 0)) last \(at(place)), and does not follow it \
        now
        """
    case .unknown(let link, let place)
    where place == answer.index.last && answer.index[place].kind == .fire:
      return "\(sentence(ofLink: link)) is firing \(at(place)): what it gives is still to come"
    case .unknown(let link, let place) where answer.index[place].kind == .observe:
      return "\(sentence(ofLink: link)) ran \(at(place)), but did not write \(target)"
    case .unknown(let link, let place) where answer.index[place].kind == .fire:
      let firing = answer.index[place].sequence
      let isReused = answer.index.turns[place.turn].events.contains {
        $0.kind == .reuse && $0.cause == firing
      }
      let why = isReused ? ", which has the same objects: they were given other values" : ""
      return "\(sentence(ofLink: link)) fired \(at(place)), but did not write \(target)\(why)"
    case .unknown(let link, let place):
      return "\(sentence(ofLink: link)) did not fire \(at(place)); the trace does not say why"
    }
  }

  private func newList(_ name: String) -> String { "\(name) = \(name) + [x]" }

  private func since(_ place: EventPlace, _ answer: WhyNot) -> StyledText {
    "since \(sentence(answer.index.turns[place.turn]))"
  }

  /// The keeper whose release ended a link; nil if it ended in another way.
  private func keeper(of place: EventPlace, _ answer: WhyNot) -> String? {
    guard answer.index[place].reason == .unkept, let cause = answer.index.cause(of: place),
      answer.index[cause].kind == .release,
      let object = names.entry(answer.index[cause]).new?.text
    else { return nil }
    return ": \(object) was released"
  }

  private func turnName(_ place: EventPlace, _ answer: WhyNot) -> String {
    "turn \(answer.index.number(of: place))"
  }

  /// `left to right`, for the ends of a link.
  private func ends(_ link: UInt32) -> String {
    let text = names.text(ofLink: link)
    return text.contains("<~") ? "right to left" : "left to right"
  }
}

extension TraceEntry {
  /// Why a link was removed, if no statement asked for it.
  var reasonText: String {
    switch reason {
    case .released: ", because its object was released"
    case .overwritten: ", because its target was written"
    case .replaced: ", because another binding took its place"
    case .once: ", because it passes only one value"
    case .unkept: ", because nobody keeps it"
    case .remade: ", because the effect that made it runs again or has ended"
    default: ""
    }
  }
}
