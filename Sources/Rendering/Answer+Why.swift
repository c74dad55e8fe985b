import BindingEngine
import Text

extension AnswerText {
  /// How many hops of a long chain are shown at its beginning and at its end.
  private static var headHops: Int { 24 }
  private static var tailHops: Int { 16 }

  /// What caused a value, beginning with the statement.
  ///
  /// - Parameter number: The turn after which it was asked; nil for now.
  package func lines(_ why: Why, after number: Int? = nil) -> [StyledText] {
    let name = name(why.property)
    switch why.outcome {
    case .nothingRemembered: return Self.nothingRemembered
    case .noTurn(let number): return ["turn \(number) is not remembered"]
    case .notSet:
      let first = why.index.turns[0].number
      return ["\(name) has not been set since turn \(first), the first one remembered"]
    case .found: break
    }
    var lines: [Line] = []
    for position in why.branches.indices {
      if position > 0 { lines.append(Line(text: "")) }
      lines += branch(position, of: why, asked: position == 0 ? number : nil)
    }
    if why.leftOut > 0 {
      lines.append(Line(text: ""))
      let hint = "\(why.leftOut) more properties were read; 'graph dot PATH' has all that lead here"
      lines.append(Line(text: StyledText(hint: hint)))
    }
    var remarks = [otherWriters(why), why.rewritten.map { again($0, why) }]
    if number == nil { remarks.append(stale(why.property, why.index)) }
    return aligned(lines) + remarks.compactMap { $0 }.flatMap { $0.wrapped(width: width) }
  }

  /// The bindings and observers that wrote it in the same turn, if there were several.
  private func otherWriters(_ why: Why) -> StyledText? {
    guard let last = why.branches.first?.steps.last?.place else { return nil }
    let places = why.index.sets(of: why.property, in: last.turn)
    guard places.count > 1 else { return nil }
    var writers: [UInt32] = []
    for place in places {
      guard let actor = why.index.actor(of: place) else { continue }
      let link = why.index[actor].link
      if link != 0, !writers.contains(link) { writers.append(link) }
      if writers.count > Self.mostWriters { break }
    }
    guard writers.count > 1 else { return nil }
    let shown = writers.prefix(Self.mostWriters).map { sentence(ofLink: $0) }
    let more = writers.count > Self.mostWriters ? " \(signs.ellipsis)" : ""
    let made = madeIn(writers, why.index)
    // Below the other branches "it" could be another property.
    let subject: StyledText = why.branches.count > 1 ? name(why.property) : "it"
    return """
      \(subject) was written \(places.count) times in that turn, by \(shown.joined(by: ", "))\(more)\(made); \
      \(hint: "'blame \(names.name(ofProperty: why.property))' shows each")
      """
  }

  /// The turns in which some links were made, if all are remembered.
  private func madeIn(_ links: [UInt32], _ index: EventIndex) -> String {
    let leads = links.map { names.lead(of: $0) }
    var turns: [UInt32: Int] = [:]
    for turn in index.turns {
      for event in turn.events where event.kind == .bind && leads.contains(event.link) {
        turns[event.link] = turn.number
      }
    }
    let numbers = leads.compactMap { turns[$0] }
    guard numbers.count == links.count, let last = numbers.last, numbers.count > 1 else {
      return ""
    }
    if numbers.allSatisfy({ $0 == last }) { return ", all made in turn \(last)" }
    let earlier = numbers.dropLast().map { "\($0)" }.joined(separator: ", ")
    return ", made in turns \(earlier) and \(last)"
  }

  private static var mostWriters: Int { 5 }

  /// That a `computed` property has not been evaluated since something that it reads has changed.
  func stale(_ property: UInt32, _ index: EventIndex) -> StyledText? {
    Staleness(of: property, index).map { stale in
      """
      \(name(property)) is stale: \(name(stale.read)) was set in turn \
      \(index.number(of: stale.change)), and \(name(property)) has not been evaluated since
      """
    }
  }

  /// A later write of the same value.
  private func again(_ place: EventPlace, _ why: Why) -> StyledText {
    let (turn, actor) = (why.index.turns[place.turn], why.index.actor(of: place))
    let by: StyledText = self.actor(actor, in: why.index).map { ", by \($0)" } ?? ""
    let what: StyledText = "the same value was written again"
    let subject: StyledText = why.branches.count > 1 ? "to \(name(why.property)) \(what)" : what
    return "\(subject) in \(sentence(turn))\(by)"
  }

  private func branch(_ position: Int, of why: Why, asked number: Int?) -> [Line] {
    let branch = why.branches[position]
    var lines: [Line] = []
    if let last = branch.steps.last {
      lines.append(Line(text: claim(branch.property, why.index[last.place], number)))
    }
    var shownTurn = -1
    switch branch.origin {
    case .statement: break
    case .forgotten:
      lines.append(Line(text: "  \(signs.ellipsis) what led here is not remembered"))
    case .branch(let other, let place):
      let behind = other == position ? "" : ", explained above"
      lines.append(Line(text: "  \(signs.ellipsis) from \(text(why.index[place]))\(behind)"))
      shownTurn = place.turn
    }
    let steps = branch.steps
    let isLong = steps.count > Self.headHops + Self.tailHops
    for (offset, step) in steps.enumerated() {
      if isLong, offset >= Self.headHops, offset < steps.count - Self.tailHops {
        if offset == Self.headHops {
          let count = steps.count - Self.headHops - Self.tailHops
          let hint = "  \(signs.ellipsis) \(count) more events; --trace=flat shows whole turns"
          lines.append(Line(text: StyledText(hint: hint)))
        }
        continue
      }
      if step.place.turn != shownTurn {
        shownTurn = step.place.turn
        lines.append(heading(why.index.turns[shownTurn]))
      }
      lines += hop(step, of: why, in: position)
    }
    return lines
  }

  /// `label.text is "HOBBIT", because`.
  private func claim(_ property: UInt32, _ event: TraceEvent, _ number: Int?) -> StyledText {
    let name = name(property)
    let after = number.map { " after turn \($0)" } ?? ""
    switch event.kind {
    case .make: return "\(name) has had its value since its object was made"
    case .event: return "\(name) happened last\(after) because of"
    case .write where event.change.kind != .set:
      guard case .list = event.new else { return "\(name) changed last\(after) because of" }
      return "\(name) is \(.new, value(after: event))\(after) because of"
    case .call: return "\(name) was called last\(after) because of"
    default: return "\(name) is \(.new, value(after: event))\(after) because of"
    }
  }

  private func hop(_ step: Why.Step, of why: Why, in branch: Int) -> [Line] {
    let event = why.index[step.place]
    var lines = [Line(text: "  \(hopText(step.place, why.index))", place: hopPlace(event))]
    if step.note >= 0 {
      let note = why.notes[step.note]
      if let trigger = note.trigger {
        // Only the reading of its target makes a binding fire while another listener does.
        let kind = why.index[trigger].kind
        let isRead = event.kind == .fire && [.fire, .observe, .compute].contains(kind)
        let how = isRead ? "read by" : "set off by"
        lines.append(Line(text: "     \(how) \(text(why.index[trigger]))"))
      }
      for read in note.reads {
        lines.append(Line(text: "     read \(reading(read, why, in: branch))"))
      }
    }
    if let correction = correction(of: step.place, in: why.index) {
      lines.append(Line(text: "     given \(correction)"))
    }
    for stage in why.stages(of: step.place) { lines.append(Line(text: "     \(text(stage))")) }
    return lines
  }

  private func hopText(_ place: EventPlace, _ index: EventIndex) -> StyledText {
    switch index[place].kind {
    // The line before shows what the binding read, and the next line what it wrote.
    case .fire: return title(at: place, in: index)
    default: return text(index[place])
    }
  }

  private func hopPlace(_ event: TraceEvent) -> String {
    switch event.kind {
    case .fire, .observe, .answer: return names.place(ofLink: event.link)
    case .compute: return event.link == 0 ? "" : names.place(ofLink: event.link)
    default: return ""
    }
  }

  private func reading(_ read: Why.Read, _ why: Why, in branch: Int) -> StyledText {
    let name = name(read.property)
    guard let place = read.place else { return "\(name), of which no change is remembered" }
    let event = why.index[place]
    if event.kind == .make {
      return "\(name), as it was made in turn \(why.index.number(of: place))"
    }
    let value = value(after: event)
    let turn = why.index.number(of: place)
    let known: StyledText = "\(name), \(.new, value) since turn \(turn)"
    guard let other = read.branch, other != branch else { return known }
    return "\(known)\(other < branch ? ": see above" : ": see below")"
  }
}
