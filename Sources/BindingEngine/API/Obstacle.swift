/// What kept a change from arriving at a property.
public struct Obstacle: Sendable, CustomStringConvertible {
  public enum Reason: Sendable, Equatable {
    /// No remembered turn changed anything, or changed the property in question.
    case nothingRemembered
    /// The change did arrive: see `event`, and `overwrites` for what came after it.
    case arrived
    /// No binding and no `computed` writes the property.
    case noWriter
    /// Something does, but no path leads there from what was changed.
    case noPath
    /// A path leads only in the other direction, through `binding`.
    case oneWay
    /// The lock of `binding` held it back.
    case held
    /// The value was there already.
    case equal
    /// nil on the path to what `binding` writes: at `step`, if it has a name.
    case nilOnTarget
    /// nil on the path to what `binding` observes: at `step`, if it has a name.
    case nilOnSource
    /// The object is released.
    case released
    /// The handle belongs to another graph.
    case otherGraph
    /// `binding` passes only one value, and has done so.
    case spent
    /// All that the effect `binding` has read has the value that it has read.
    case unconcerned
    /// The effect `binding` changed it itself after it had read it, and is not notified of that.
    case unnoticed
    /// `binding` has not read in the list what has changed there.
    case elsewhere
    /// The two-way `binding` had written this value to its right end last.
    case repeated
    /// The semantics refused the write because of `binding`.
    case refused
    /// Everything that the turn did was rolled back.
    case undone
    /// An error, `event`, ended what was still due.
    case stopped
    /// `binding` has ended: `event` says when, and its `cause` and `reason` by what.
    case unbound
    /// `binding` wrote the property until it got other ends, or its path got another object.
    case rebound
    /// The write was silent, or the list was changed in place: nothing was notified.
    case silent
    /// A batch is open.
    case batchOpen
    /// An answer is not due yet.
    case waiting
    /// It is passed on at the next tick of the clock.
    case waitingForTick
    /// The write was noted, and is stored at the next tick of the clock.
    case noted
    /// The write of `binding` was noted, and a later one of the same property counted.
    case outwritten
    /// A newer request has overtaken the answer.
    case overtaken
    /// The transformer of `binding` gave no answer.
    case unanswered
    /// The transformer of `binding` rejected the value.
    case rejected
    /// `binding` was made after the change.
    case madeLater
    /// What `binding` observes has not changed since.
    case unchanged
    /// A two-way binding had passed a value in the other direction.
    case otherDirection
    /// The property is an event, which has not happened since `event`, or not at all.
    case notFired
    /// A `computed` property that nothing has read since.
    case unread
    /// It was due, and the remembered turns do not say what happened to it.
    case unknown
  }

  public var reason: Reason
  /// The binding or observer at which the change stopped.
  public var binding: BindingID?
  /// The property that is nil, also if nil was passed on because of it.
  public var step: PropertyID?
  /// What happened there, and in which turn.
  public var event: GraphEvent?
  public var turn: Int?
  /// The bindings through which it would have continued from there, in order.
  public var rest: [BindingID] = []
  /// If it did arrive: what set the property after that.
  public var overwrites: [GraphEvent] = []
  /// One sentence for people.
  public var description: String
}

extension Graph {
  /// What kept a change from arriving at a property.
  ///
  /// - Parameter source: Where the change would come from; nil for whatever the last turn changed.
  /// - Returns: `.nothingRemembered` without a journal.
  /// - Complexity: O(*n* + *m*) in the numbers of events remembered and of bindings on the paths.
  public func whyNot(_ property: PropertyID, from source: PropertyID? = nil) -> Obstacle {
    guard isLive(property), source.map(isLive) ?? true else {
      let isForeign = [property, source ?? property].contains { !owns($0.object) }
      let error = isForeign ? GraphError.otherGraph : .released
      return Obstacle(reason: isForeign ? .otherGraph : .released, description: "\(error)")
    }
    let recording = GraphRecording(self)
    let answer = WhyNot(property.slot, from: source?.slot, in: recording)
    return ObstacleDescriber(recording: recording, answer: answer).obstacle()
  }
}

/// Turns what was found into handles and words for the public.
private struct ObstacleDescriber {
  let recording: GraphRecording
  let answer: WhyNot

  func obstacle() -> Obstacle {
    var found = stop()
    found.rest = answer.rest.compactMap { recording.binding($0) }
    found.overwrites = answer.overwrites.map { recording.event(answer.index[$0]) }
    if let last = found.overwrites.last { found.description += "; then came \(last)" }
    return found
  }

  private var target: String { recording.name(ofProperty: answer.target) }

  private func stop() -> Obstacle {
    switch answer.obstacle {
    case .nothingRemembered:
      return make(.nothingRemembered, "no remembered turn changed it")
    case .arrived(let place):
      var text = "it did arrive, \(turn(place)): \(event(place))"
      if let given = answer.index.correction(of: place) {
        text += "; its 'set' was given \(recording.graph.describe(answer.index[given].old))"
      }
      if answer.nilStep != 0 { text += "; \(name(answer.nilStep)) is nil" }
      return make(.arrived, at: place, step: answer.nilStep, text)
    case .noWriter: return make(.noWriter, "no binding and no computed property writes \(target)")
    case .noPath:
      let start = answer.source.map(name) ?? "what changed last"
      return make(.noPath, "no path leads from \(start) to \(target)")
    case .oneWay(let link):
      return make(.oneWay, of: link, "\(title(link)) leads only in the other direction")
    case .held(let link, let place):
      return make(
        .held, of: link, at: place, "the lock of \(title(link)) held it back, \(turn(place))")
    case .equal(let link, let place):
      let value = recording.graph.describe(answer.index[place].new)
      let by = link == 0 ? "the write" : title(link)
      if let given = answer.index.correction(of: place) {
        let old = recording.graph.describe(answer.index[given].old)
        return make(
          .equal, of: link, at: place,
          "\(by) gave \(old), which 'set' made \(value), and that was already there")
      }
      return make(.equal, of: link, at: place, "\(by) gave \(value), which was already there")
    case .spent(let link, let place):
      return make(.spent, of: link, at: place, "\(title(link)) passes only one value")
    case .unconcerned(let link, let place):
      return make(
        .unconcerned, of: link, at: place,
        "\(title(link)) has read nothing that is another value now")
    case .unnoticed(let link, let place):
      return make(
        .unnoticed, of: link, at: place,
        "\(title(link)) changed it itself \(turn(place)), after it had read it")
    case .elsewhere(let link, let place):
      return make(
        .elsewhere, of: link, at: place,
        "\(title(link)) has not read in the list what changed \(turn(place))")
    case .repeated(let link, let place):
      let value = recording.graph.describe(answer.index[place].new)
      return make(
        .repeated, of: link, at: place, "\(title(link)) gave \(value), which it had written last")
    case .brokenTarget(let link, let step, let place):
      return make(
        .nilOnTarget, of: link, at: place, step: step,
        "nil on the path to the target of \(title(link))\(isNil(step))"
      )
    case .brokenSource(let link, let step, let place):
      return make(
        .nilOnSource, of: link, at: place, step: step,
        "nil on the path to the source of \(title(link))\(isNil(step))")
    case .released(let link, let place):
      return make(.released, of: link, at: place, "what \(title(link)) writes to was released")
    case .refused(let link, let place):
      return make(.refused, of: link, at: place, "\(title(link)) writes it, and nothing else may")
    case .undone(let place):
      let number = answer.index.turns[answer.turn].number
      let why = place.map { ": \(event($0))" } ?? ""
      var found = make(.undone, at: place, "turn \(number) was rolled back\(why)")
      found.turn = number
      return found
    case .stopped(let place):
      return make(
        .stopped, at: place,
        "an error ended what was due \(turn(place)): \(answer.index[place].text ?? "")")
    case .unbound(let link, let place):
      return make(
        .unbound, of: link, at: place,
        "\(title(link)) ended \(turn(place)), \(words(for: answer.index[place].reason))")
    case .rebound(let link, let place):
      return make(.rebound, of: link, at: place, "\(title(link)) has other ends \(turn(place))")
    case .leadsElsewhere(let link, let property, let place):
      return make(
        .rebound, of: link, at: place, "\(title(link)) writes \(name(property)) now")
    case .silent(let place):
      return make(.silent, at: place, "nothing was notified \(turn(place)): \(event(place))")
    case .batchOpen: return make(.batchOpen, "a batch is open, and passes it on when it ends")
    case .waiting(let link, let place):
      let due = recording.graph.describe(answer.index[place].new)
      return make(.waiting, of: link, at: place, "the answer for \(title(link)) is due at \(due)")
    case .waitingForTick(let link, let place):
      return make(.waitingForTick, of: link, at: place, "\(title(link)) waits for the next tick")
    case .noted(let link, let place):
      let name = name(answer.index[place].property)
      return make(.noted, of: link, at: place, "the write of \(name) waits for the next tick")
    case .outwritten(let link, let place):
      return make(
        .outwritten, of: link, at: place,
        "a later write took the place of that of \(title(link)) \(turn(place))")
    case .overtaken(let link, let place):
      return make(
        .overtaken, of: link, at: place, "a newer request of \(title(link)) replaced the answer")
    case .unanswered(let link, let place):
      return make(
        .unanswered, of: link, at: place, "the transformer of \(title(link)) gave no answer")
    case .rejected(let link, let place):
      return make(
        .rejected, of: link, at: place,
        "the transformer of \(title(link)) rejected the value: \(answer.index[place].text ?? "")")
    case .madeLater(let link, let place):
      return make(.madeLater, of: link, at: place, "\(title(link)) was made later, \(turn(place))")
    case .notFired(let place):
      let text = place.map { "\(target) has not happened since: \(turn($0))" }
      return make(.notFired, at: place, text ?? "\(target) has not happened in any remembered turn")
    case .otherDirection(let link, let place):
      return make(
        .otherDirection, of: link, at: place,
        "\(title(link)) went the other way, \(turn(place)): \(event(place))")
    case .unchanged(let link, let source, let place):
      return make(
        .unchanged, of: link, at: place,
        "\(name(source)), from which \(title(link)) comes, is unchanged"
      )
    // Asked of traces alone.
    case .unfollowed: return make(.noPath, "no path leads to \(target)")
    case .unread(let link, let place):
      return make(.unread, of: link, at: place, "nothing has read \(title(link)) since")
    case .unknown(let link, let place):
      let ran = [.fire, .observe].contains(answer.index[place].kind)
      let what = ran ? "fired and did not write it" : "did not fire"
      return make(.unknown, of: link, at: place, "\(title(link)) \(what), \(turn(place))")
    }
  }

  // MARK: Parts

  private func make(
    _ reason: Obstacle.Reason, of link: UInt32 = 0, at place: EventPlace? = nil, step: UInt32 = 0,
    _ text: String
  ) -> Obstacle {
    Obstacle(
      reason: reason, binding: recording.binding(link), step: recording.property(step),
      event: place.map { event($0) }, turn: place.map { answer.index.number(of: $0) },
      description: text)
  }

  private func event(_ place: EventPlace) -> GraphEvent { recording.event(answer.index[place]) }
  private func turn(_ place: EventPlace) -> String { "in turn \(answer.index.number(of: place))" }
  private func name(_ property: UInt32) -> String { recording.name(ofProperty: property) }
  private func title(_ link: UInt32) -> String { recording.text(ofLink: link) }
  private func isNil(_ step: UInt32) -> String { step == 0 ? "" : ": \(name(step)) is nil" }

  private func words(for reason: TraceEvent.Reason) -> String {
    switch reason {
    case .released: "because its object was released"
    case .overwritten: "because its target was written"
    case .replaced: "because another took its place"
    case .once: "because it passes only one value"
    case .unkept: "because nobody keeps it"
    case .remade: "because the effect that made it runs again or has ended"
    default: "as was asked"
    }
  }
}
