import BindingEngine

extension AnswerText {
  /// What kept a value from arriving, the stop first.
  package func lines(_ answer: WhyNot) -> [String] {
    guard answer.obstacle != .nothingRemembered else {
      if answer.index.turns.isEmpty { return Self.nothingRemembered }
      let name = names.name(ofProperty: answer.source ?? answer.target)
      let line =
        answer.source == nil
        ? "no turn that is remembered changed anything"
        : "\(name) has not changed in any turn that is remembered, so nothing was to be passed on"
      return ([line] + due(answer)).flatMap { TurnTrace.wrap($0, width: width) }
    }
    var lines = [stop(answer)]
    if !answer.rest.isEmpty {
      let links = answer.rest.prefix(5).map { names.shortTitle(ofLink: $0) }
      let more = answer.rest.count > 5 ? " \(signs.ellipsis)" : ""
      lines.append(
        "from there it would have gone on through \(links.joined(separator: ", "))\(more) to"
          + " \(names.name(ofProperty: answer.target))")
    }
    lines += overwrites(answer)
    if let later = answer.laterTurn {
      lines.append(
        "\(sentence(answer.index.turns[later])), changed nothing that leads to"
          + " \(names.name(ofProperty: answer.target))")
    }
    lines += standing(answer)
    lines += due(answer)
    return lines.flatMap { TurnTrace.wrap($0, width: width) }
  }

  /// What was set for a time that has not come.
  private func due(_ answer: WhyNot) -> [String] {
    answer.due.prefix(3).map { place in
      "not yet there: \(text(answer.index[place])), set in turn \(answer.index.number(of: place));"
        + " 'wait' lets it come"
    }
  }

  private func overwrites(_ answer: WhyNot) -> [String] {
    answer.overwrites.prefix(5).map { place in
      let event = answer.index[place]
      let turn = answer.index.turns[place.turn]
      let who = actor(answer.index.actor(of: place), in: answer.index)
      var by = who.map { "\($0), in \(sentence(turn))" } ?? sentence(turn)
      if case .arrived(let arrived) = answer.obstacle, arrived.turn == place.turn {
        by = "\(who ?? Self.theStatement), in the same turn"
      }
      return "then it was overwritten with \(names.text(ofValue: event.new)) by \(by)"
    }
  }

  /// Since when the property has the value that it has, where the stop does not say it.
  private func standing(_ answer: WhyNot) -> [String] {
    if case .arrived = answer.obstacle { return [] }
    guard let last = answer.lastSet,
      answer.index[last].kind == .write || answer.index[last].kind == .compute
    else { return [] }
    let name = names.name(ofProperty: answer.target)
    let value = names.text(ofValue: answer.index[last].new)
    return ["\(name) has been \(value) since turn \(answer.index.number(of: last))"]
  }

  private func stop(_ answer: WhyNot) -> String {
    let target = names.name(ofProperty: answer.target)
    let turn = answer.index.turns[answer.turn]
    func at(_ place: EventPlace) -> String { "in \(sentence(answer.index.turns[place.turn]))" }
    func value(_ place: EventPlace) -> String { names.text(ofValue: answer.index[place].new) }
    func step(_ property: UInt32) -> String {
      property == 0 ? "" : ": \(names.name(ofProperty: property)) is nil"
    }
    switch answer.obstacle {
    case .nothingRemembered, .arrived: return arrival(answer)
    case .noWriter:
      return "nothing is bound to \(target): no binding and no computed property writes it"
    case .noPath:
      let from = answer.source.map { names.name(ofProperty: $0) } ?? "what \(sentence(turn)) wrote"
      return "no way leads from \(from) to \(target)"
    case .oneWay(let link):
      return
        "the way goes only in the other direction: \(sentence(ofLink: link)) passes values from"
        + " \(ends(link)), and not back"
    case .held(let link, let place):
      return "held \(at(place)): \(sentence(ofLink: link)) was firing already, and its lock kept it"
        + " from firing again"
    case .equal(0, let place):
      let name = names.name(ofProperty: answer.index[place].property)
      return
        "dropped \(at(place)): \(name) was \(value(place)) already, and the semantics passes no equal"
        + " value on"
    case .equal(let link, let place):
      return
        "dropped \(at(place)): \(sentence(ofLink: link)) came to \(value(place)), which was there"
        + " already, and the semantics passes no equal value on"
    case .brokenTarget(let link, let property, let place):
      return "dropped \(at(place)): nil stands on the way to the target of"
        + " \(sentence(ofLink: link))\(step(property))"
    case .brokenSource(let link, let property, let place):
      return
        "\(sentence(ofLink: link)) waits since \(turnName(place, answer)): nil stands on the way"
        + " to its source\(step(property))"
    case .released(let link, let place):
      return
        "dropped \(at(place)): the object that \(names.title(ofLink: link)) writes to is released"
    case .refused(let link, let place):
      return
        "refused \(at(place)): \(sentence(ofLink: link)) writes it, and the semantics lets nothing"
        + " else do so"
    case .undone(let error):
      let text = error.flatMap { answer.index[$0].text }.map { ": \($0)" } ?? ""
      return "\(sentence(turn)), failed\(text); everything that it did was put back"
    case .stopped(let error):
      return "an error stopped what was still to be done \(at(error)):"
        + " \(answer.index[error].text ?? "")"
    case .unbound(let link, let place):
      return "\(names.title(ofLink: link)) is no more: unbound \(at(place))"
        + "\(names.entry(answer.index[place]).reasonText)"
    case .silent(let place):
      return "\(names.name(ofProperty: answer.index[place].property)) was written silently"
        + " \(at(place)), so that nobody was told"
    case .batchOpen: return "a batch is open: what it changes is passed on when it ends"
    case .waiting(let link, let place):
      return "\(sentence(ofLink: link)) asked for it \(at(place)); the answer is due at"
        + " \(value(place)) of the virtual clock: 'wait' lets it come"
    case .waitingForTick(let link, let place):
      return
        "what was written \(at(place)) is passed on at the next tick of the virtual clock, through"
        + " \(sentence(ofLink: link)): 'wait' or 'advance' lets it come"
    case .overtaken(let link, let place):
      return "the answer for \(value(place)) came too late for \(sentence(ofLink: link)): a newer"
        + " request had overtaken it \(at(place))"
    case .unanswered(let link, let place):
      return "the transformer gave no answer for \(value(place)) to \(sentence(ofLink: link)):"
        + " 'drop' left it out \(at(place))"
    case .madeLater(let link, let place):
      return
        "\(sentence(ofLink: link)) was made after the change, \(at(place)), and passed nothing at"
        + " once"
    case .unchanged(let link, let source, let last):
      let name = names.name(ofProperty: source)
      let since =
        last.map { "since \(turnName($0, answer))" } ?? "in any turn that is remembered"
      let isObserver = names.link(link)?.kind == .observer
      return
        "\(name) has not changed \(since), and \(sentence(ofLink: link))"
        + (isObserver ? " is told only of changes" : " passes on only changes")
    case .unread(let link, _):
      return "\(names.text(ofLink: link)) is worked out when somebody reads it, and nobody has"
    case .unknown(let link, let place):
      return "\(sentence(ofLink: link)) did not fire \(at(place)); the trace does not say why"
    }
  }

  private func arrival(_ answer: WhyNot) -> String {
    guard case .arrived(let place) = answer.obstacle else { return "" }
    let target = names.name(ofProperty: answer.target)
    let turn = answer.index.turns[place.turn]
    let event = answer.index[place]
    let who = actor(answer.index.actor(of: place), in: answer.index)
    let by = who.map { ", by \($0)" } ?? ""
    guard answer.nilStep == 0 else {
      return "nil arrived at \(target) in \(sentence(turn))\(by): on the way"
        + " \(names.name(ofProperty: answer.nilStep)) is nil"
    }
    if event.kind == .event || event.kind == .call {
      return "it did: \(text(event)) in \(sentence(turn))\(by)"
    }
    return "it did arrive: \(target) became \(names.text(ofValue: event.new)) in"
      + " \(sentence(turn))\(by)"
  }

  private func turnName(_ place: EventPlace, _ answer: WhyNot) -> String {
    "turn \(answer.index.number(of: place))"
  }

  /// `left to right`, of what a link connects.
  private func ends(_ link: UInt32) -> String {
    let text = names.text(ofLink: link)
    return text.contains("<~") ? "right to left" : "left to right"
  }
}

extension TraceEntry {
  /// Why a link ended, where it was not asked to.
  var reasonText: String {
    switch reason {
    case .released: ", as its object was released"
    case .overwritten: ", as its target was written"
    case .replaced: ", as another binding took its place"
    case .once: ", as it was to pass one value"
    default: ""
    }
  }
}
