// Whether a change arrived, and what set the target after that.
extension WhyNotFinder {
  func arrive(in turn: Int, _ ways: Ways, _ answer: inout WhyNot) -> Bool {
    var sets = index.sets(of: target, in: turn).filter { index.stands($0) }
    var first = EventPlace(turn: turn, position: -1)
    if let source {
      guard let begin = beginning(of: source, in: turn, ways) else { return false }
      guard ways.upstream[source] != nil else {
        return arriveThroughCode(from: source, since: begin, &answer)
      }
      first = begin
    }
    sets = sets.filter { $0 > first }
    if let source {
      func comes(_ place: EventPlace) -> Bool {
        ways.comesAlong(place) && descends(place, from: source, since: first)
      }
      // What a binding passed on is the change itself, what code wrote because of it another value.
      func isPassed(_ place: EventPlace) -> Bool { index[place].link != 0 && comes(place) }
      // An answer to that request may have arrived since.
      let later = index.sets(of: target).filter { $0.turn > turn }
      let passed = sets.last(where: isPassed)
      guard let own = passed ?? sets.last(where: comes) else {
        guard let landed = later.last(where: comes),
          ways.stop(in: turn)?.obstacle.isLostAnswer(since: landed) != true
        else { return false }
        answer.obstacle = .arrived(landed)
        answer.turn = landed.turn
        answer.overwrites = later.filter { $0 > landed }
        return true
      }
      if let stop = laterStop(than: own, in: turn, ways) {
        (answer.obstacle, answer.rest) = (stop.obstacle, ways.rest(from: stop.property))
        return true
      }
      answer.obstacle = .arrived(own)
      answer.overwrites = (sets + later).filter {
        $0 > own && !(passed == nil ? comes($0) : isPassed($0))
      }
      return true
    }
    guard let last = sets.last else { return false }
    if let stop = ways.stopBehindStatement(last) {
      answer.obstacle = stop
      return true
    }
    // The user misses the last one that was overwritten with another value.
    let other = sets.last {
      index[$0].link != 0 && index[$0].link != index[last].link && index[$0].new != index[last].new
    }
    if let other {
      answer.obstacle = .arrived(other)
      answer.overwrites = sets.filter { $0 > other }
    } else {
      answer.obstacle = .arrived(last)
    }
    if case .nil = index[last].new, index[last].link != 0 {
      answer.nilStep = recorded.brokenStep(of: index[last].link)
    }
    return true
  }

  /// No binding leads from the source to the target, but the change may be what set the target.
  private func arriveThroughCode(
    from source: UInt32, since begin: EventPlace, _ answer: inout WhyNot
  ) -> Bool {
    let sets = index.sets(of: target).filter { $0 > begin && index.stands($0) }
    guard let last = sets.last(where: { descends($0, from: source, since: begin) }) else {
      return false
    }
    (answer.obstacle, answer.turn) = (.arrived(last), last.turn)
    answer.overwrites = sets.filter { $0 > last }
    return true
  }

  /// Where the source's last change in a turn stopped, if an earlier one has arrived.
  private func laterStop(
    than own: EventPlace, in turn: Int, _ ways: Ways
  ) -> (obstacle: WhyNot.Obstacle, property: UInt32)? {
    guard let source, let last = index.changes(of: source, in: turn).last, last > own,
      index[last].new != index.lastSet(of: target, before: index.end).map({ index[$0].new })
    else { return nil }
    // The echo of what arrived.
    let writer = index[last].link
    if writer != 0, recorded.lead(of: writer) == recorded.lead(of: index[own].link) { return nil }
    guard let stop = ways.stop(in: turn, since: last) else { return nil }
    switch stop.obstacle {
    case .held, .rejected, .silent, .stopped, .brokenTarget, .waiting, .waitingForTick, .noted:
      return stop
    default: return nil
    }
  }

  /// The most events that are looked at to find out whether one comes from another.
  private static var mostFollowed: Int { 1_000_000 }

  /// Whether an event comes from a change of a property: through what caused it, and through what was read.
  func descends(
    _ place: EventPlace, from source: UInt32, since begin: EventPlace
  ) -> Bool {
    var pending = [(place: place, limit: place)]
    var seen: Set<EventPlace> = []
    while let (place, limit) = pending.popLast(), seen.count < Self.mostFollowed {
      guard place >= begin, seen.insert(place).inserted else { continue }
      let event = index[place]
      if event.kind == .answer, let request = index.timerSetting(of: place.turn) {
        pending.append((request, request))
        continue
      }
      if event.property == source { return true }
      if [.fire, .compute, .observe].contains(event.kind) {
        let read = index.reads(at: place, in: recorded)
        if read.contains(source) { return true }
        for property in read {
          if let set = index.set(of: property, readAt: place, before: limit) {
            pending.append((set, set > place ? limit : set))
          }
        }
      }
      if event.cause != 0 {
        if let cause = index.place(of: event.cause, in: place.turn) {
          pending.append((cause, place))
        }
      } else if let setting = index.timerSetting(of: place.turn) {
        pending.append((setting, setting))
      }
    }
    return false
  }
}
