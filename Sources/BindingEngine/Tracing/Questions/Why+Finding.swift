import Basics

extension Why {
  /// The most branches that are followed.
  private static let mostBranches = 64

  /// Finds what caused the value that a property had after turn `number`, or has now.
  ///
  /// - Complexity: O(*n* + *m* log *n*) in the numbers of events and of causes.
  package init(_ property: UInt32, after number: Int? = nil, in recorded: some Recorded) {
    self.property = property
    index = recorded.index(upTo: number)
    guard !index.turns.isEmpty else {
      if let number, !recorded.numbers.isEmpty {
        outcome = .noTurn(number)
      } else {
        outcome = .nothingRemembered
      }
      return
    }
    if let number, number >= recorded.numbers.upperBound {
      outcome = .noTurn(number)
      return
    }
    var finder = WhyFinder(recorded: recorded, index: index)
    guard let last = finder.origin(of: property, before: index.end) else {
      outcome = .notSet
      return
    }
    let set = finder.change(of: property, upTo: last)
    if set != last { rewritten = last }
    finder.follow(property, from: set)
    while let (property, place) = finder.takePending() {
      guard finder.branches.count < Why.mostBranches else {
        leftOut += 1
        continue
      }
      finder.follow(property, from: place)
    }
    branches = finder.branches
    notes = finder.notes
    finder.settleReads(&notes)
  }
}

/// Follows causes backwards with explicit work lists, because a chain may be a million long.
private struct WhyFinder<Record: Recorded> {
  let recorded: Record
  let index: EventIndex
  var branches: [Why.Branch] = []
  var notes: [Why.Note] = []
  /// For each turn, for each event the branch that explains it, counted from 1.
  private var explained: [[Int32]]
  private var pending: [(property: UInt32, place: EventPlace)] = []
  private var nextPending = 0

  init(recorded: Record, index: EventIndex) {
    self.recorded = recorded
    self.index = index
    explained = Array(repeating: [], count: index.turns.count)
  }

  /// What set the property before `limit`: the last write, or the making of its object.
  func origin(of property: UInt32, before limit: EventPlace) -> EventPlace? {
    origin(of: property, setBy: index.lastSet(of: property, before: limit), before: limit)
  }

  private func origin(
    of property: UInt32, setBy set: EventPlace?, before limit: EventPlace
  ) -> EventPlace? {
    let making = recorded.object(of: property).flatMap { index.making(of: $0, before: limit) }
    guard let set else { return making }
    // A reused place was another property before its object was made.
    if let making, set < making { return making }
    return set
  }

  /// The event that gave the property its value, before later turns wrote the same value again.
  func change(of property: UInt32, upTo last: EventPlace) -> EventPlace {
    var place = last
    while index[place].kind == .write, index[place].change.kind == .set,
      index[place].reason != .released,
      index[place].old == index[place].new,
      let earlier = origin(of: property, before: place), earlier.turn < place.turn
    {
      place = earlier
    }
    return place
  }

  mutating func takePending() -> (property: UInt32, place: EventPlace)? {
    while nextPending < pending.count {
      nextPending += 1
      let next = pending[nextPending - 1]
      if branch(explaining: next.place) == nil { return next }
    }
    return nil
  }

  private func branch(explaining place: EventPlace) -> Int? {
    let known = explained[place.turn]
    guard place.position < known.count, known[place.position] != 0 else { return nil }
    return Int(known[place.position]) - 1
  }

  private mutating func mark(_ place: EventPlace) {
    if explained[place.turn].isEmpty {
      explained[place.turn] = Array(repeating: 0, count: index.turns[place.turn].events.count)
    }
    explained[place.turn][place.position] = Int32(branches.count + 1)
  }

  /// Sets the branch that explains each read.
  func settleReads(_ notes: inout [Why.Note]) {
    for note in notes.indices {
      for read in notes[note].reads.indices {
        guard let place = notes[note].reads[read].place else { continue }
        notes[note].reads[read].branch = branch(explaining: place)
      }
    }
  }

  /// Adds the branch of a property, from the event that set it back to a statement.
  mutating func follow(_ property: UInt32, from set: EventPlace) {
    var steps: [Why.Step] = []
    var origin = Why.Origin.statement
    var current: EventPlace? = set
    while let here = current {
      if let known = branch(explaining: here) {
        origin = .branch(known, here)
        break
      }
      mark(here)
      var step = Why.Step(place: here)
      let event = index[here]
      var isForgotten = false
      switch event.kind {
      case .fire, .compute, .observe:
        current = causes(of: event, at: here, for: steps.last?.place, &step, &isForgotten)
      case .answer:
        // Its turn began with it.
        current = index.timerSetting(of: here.turn)
        isForgotten = current == nil
      default:
        current = cause(of: event, at: here, &isForgotten)
      }
      steps.append(step)
      if isForgotten { origin = .forgotten }
    }
    steps.reverse()
    branches.append(Why.Branch(property: property, steps: steps, origin: origin))
  }

  /// The event that caused this one; nil for a statement.
  private func cause(
    of event: TraceEvent, at place: EventPlace, _ isForgotten: inout Bool
  ) -> EventPlace? {
    if event.cause == 0 {
      return index.note(behind: place) ?? index.timerSetting(of: place.turn)
    }
    let found = index.place(of: event.cause, in: place.turn)
    isForgotten = found == nil
    return found
  }

  /// Where a firing or a `computed` came from: what it read last, or otherwise what set it off.
  ///
  /// - Parameter result: What it led to.
  private mutating func causes(
    of event: TraceEvent, at place: EventPlace, for result: EventPlace?, _ step: inout Why.Step,
    _ isForgotten: inout Bool
  ) -> EventPlace? {
    func read(_ property: UInt32) -> EventPlace? {
      let set = index.set(of: property, readAt: place, before: result)
      return origin(of: property, setBy: set, before: place)
    }
    var isTriggerForgotten = false
    let trigger = cause(of: event, at: place, &isTriggerForgotten)
    let properties = index.reads(at: place, in: recorded)
    if properties.count == 1 {
      // The plain case, without an array: a hop of a long chain.
      guard let read = read(properties[0]) else {
        isForgotten = isTriggerForgotten
        return trigger
      }
      if read != trigger, let trigger { step.note = add(Why.Note(trigger: trigger)) }
      return read
    }
    var found: [Why.Read] = []
    for property in properties where !found.contains(where: { $0.property == property }) {
      found.append(Why.Read(property: property, place: read(property)))
    }
    var main = found.firstIndex { $0.place != nil && $0.place == trigger }
    if main == nil, event.kind != .observe {
      main = found.indices.filter { found[$0].place != nil }
        .max { found[$0].place! < found[$1].place! }
    }
    var note = Why.Note()
    var next = trigger
    if let main {
      next = found[main].place
      if next != trigger { note.trigger = trigger }
      found.remove(at: main)
    } else {
      isForgotten = isTriggerForgotten
    }
    note.reads = found
    for read in found {
      if let place = read.place, index[place].kind != .make {
        pending.append((read.property, place))
      }
    }
    if note.trigger != nil || !note.reads.isEmpty { step.note = add(note) }
    return next
  }

  private mutating func add(_ note: Why.Note) -> Int {
    notes.append(note)
    return notes.count - 1
  }
}
