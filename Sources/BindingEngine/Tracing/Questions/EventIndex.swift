import Basics

/// The remembered turns, with the events that set each property, in order.
///
/// Made in one pass over the events, so a chain of any length needs only a binary search for each
/// hop. Later turns are added to it, so that a question after each of many turns costs what that turn did.
package struct EventIndex: Sendable {
  package private(set) var turns: [RecordedTurn] = []
  /// How many events they have.
  package private(set) var eventCount = 0
  /// For each turn the first event that was not rolled back.
  private var kept: [Int] = []
  /// `places[starts[p] ..< starts[p + 1]]` are the events of the first turns that set property `p`.
  private var starts: [Int] = []
  private var places: [EventPlace] = []
  /// The events that set a property, for those that are set in turns that were added since.
  private var placesSince: [UInt32: [EventPlace]] = [:]
  /// The calls of each action and command by code.
  private var calls: [UInt32: [EventPlace]] = [:]
  /// The calls by code of what belongs to no object.
  package private(set) var freeCalls: [EventPlace] = []
  /// Where each object was made.
  private var makings: [ObjectID: EventPlace] = [:]
  /// The turns in which a tick of the virtual clock passed on what waited for it.
  private var ticks: [Int] = []
  /// What was scheduled for later, except requests to asynchronous transformers.
  private(set) var timers: [EventPlace] = []
  /// The requests to asynchronous transformers.
  private(set) var requests: [EventPlace] = []
  /// For each event that says that a target was marked, where its binding was evaluated when that was read,
  /// and the marks of each binding that was not evaluated since.
  private(set) var pulls: [EventPlace: EventPlace] = [:]
  private var marks: [UInt32: [EventPlace]] = [:]
  /// For each of these evaluations the last mark, and for each turn the later ones with evaluations of what
  /// it marked.
  private var markBefore: [EventPlace: EventPlace] = [:]
  private var pullTurns: [Int: [Int]] = [:]
  /// Where each property was marked last.
  private var lastMarks: [UInt32: EventPlace] = [:]
  /// Where each link got other ends.
  private(set) var rebinds: [UInt32: [EventPlace]] = [:]
  /// Where a write of each property was noted.
  private var notes: [UInt32: [EventPlace]] = [:]

  /// - Parameter turns: The turns that count, in order.
  /// - Complexity: O(*n*) in the number of events.
  package init(_ turns: ArraySlice<RecordedTurn>) {
    self.turns = Array(turns)
    kept.reserveCapacity(turns.count)
    for ordinal in self.turns.indices { prepare(ordinal) }
    fill()
    for ordinal in self.turns.indices { enter(ordinal) }
  }

  /// Adds the turn that came after the others.
  ///
  /// - Complexity: O(*n*) in its events, amortized.
  package mutating func append(_ turn: RecordedTurn) {
    let ordinal = turns.count
    turns.append(turn)
    prepare(ordinal)
    for position in kept[ordinal]..<turn.events.count {
      let event = turns[ordinal].events[position]
      guard event.kind.sets, event.property != 0 else { continue }
      if placesSince[event.property] == nil {
        placesSince[event.property] = Array(sets(of: event.property))
      }
      placesSince[event.property]?.append(EventPlace(turn: ordinal, position: position))
    }
    enter(ordinal)
  }

  private mutating func prepare(_ ordinal: Int) {
    let undo = turns[ordinal].events.lastIndex { $0.kind == .undo }
    kept.append(undo.map { $0 + 1 } ?? 0)
    // What a firing inside another one reads is recorded between the reads of the outer one.
    let reads = turns[ordinal].reads
    if !zip(reads, reads.dropFirst()).allSatisfy({ $0.event <= $1.event }) {
      let order = reads.indices.sorted { (reads[$0].event, $0) < (reads[$1].event, $1) }
      turns[ordinal].reads = order.map { reads[$0] }
    }
  }

  private mutating func fill() {
    var counts: [Int] = []
    eachSet { property, _ in
      let index = Int(property)
      if index >= counts.count {
        counts += repeatElement(0, count: max(index + 1 - counts.count, counts.count))
      }
      counts[index] += 1
    }
    starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    var next = starts
    places = Array(repeating: EventPlace(turn: 0, position: 0), count: starts[starts.count - 1])
    eachSet { property, place in
      places[next[Int(property)]] = place
      next[Int(property)] += 1
    }
  }

  /// Notes what else is looked up of a turn.
  private mutating func enter(_ ordinal: Int) {
    let turn = turns[ordinal]
    eventCount += turn.events.count
    if let timer = turn.timer, timer.setting == nil { ticks.append(ordinal) }
    for position in kept[ordinal]..<turn.events.count {
      let place = EventPlace(turn: ordinal, position: position)
      switch turn.events[position].kind {
      case .make:
        guard case .object(let object) = turn.events[position].new else { continue }
        makings[object] = place
      case .timer: timers.append(place)
      case .request: requests.append(place)
      case .dropped where turn.events[position].reason == .unread:
        marks[turn.events[position].link, default: []].append(place)
        lastMarks[turn.events[position].property] = place
      case .fire where !marks.isEmpty:
        for mark in marks.removeValue(forKey: turn.events[position].link) ?? [] {
          pulls[mark] = place
          markBefore[place] = mark
          if mark.turn != ordinal, pullTurns[mark.turn]?.last != ordinal {
            pullTurns[mark.turn, default: []].append(ordinal)
          }
        }
      case .rebind: rebinds[turn.events[position].link, default: []].append(place)
      case .note: notes[turn.events[position].property, default: []].append(place)
      case .call:
        let (member, called) = (turn.events[position].property, turn.events[position].other)
        if called != 0 { calls[called, default: []].append(place) }
        if member | called == 0 { freeCalls.append(place) }
      default: break
      }
    }
  }

  private func eachSet(_ body: (UInt32, EventPlace) -> Void) {
    for (ordinal, turn) in turns.enumerated() {
      turn.events.withUnsafeBufferPointer { events in
        for position in kept[ordinal]..<events.count
        where events[position].kind.sets && events[position].property != 0 {
          body(events[position].property, EventPlace(turn: ordinal, position: position))
        }
      }
    }
  }

  // MARK: Looking up

  package subscript(place: EventPlace) -> TraceEvent { turns[place.turn].events[place.position] }

  /// The number of the turn of an event.
  package func number(of place: EventPlace) -> Int { turns[place.turn].number }

  /// The index of the turn with a number among the remembered ones.
  package func ordinal(ofTurn number: Int) -> Int? {
    let low = (0..<turns.count).partitionPoint { turns[$0].number >= number }
    return low < turns.count && turns[low].number == number ? low : nil
  }

  /// What a `set` block did with the value of a write, or of one that was dropped; nil if it stores what
  /// it is given.
  package func correction(of place: EventPlace) -> EventPlace? {
    if let note = note(behind: place) { return correction(of: note) }
    let (events, event) = (turns[place.turn].events, self[place])
    for position in stride(from: place.position - 1, through: 0, by: -1) {
      let earlier = events[position]
      // It is after everything that the block did, and observers before the change come between.
      if earlier.sequence <= event.cause { return nil }
      if earlier.kind == .correct, earlier.property == event.property, earlier.cause == event.cause
      {
        return EventPlace(turn: place.turn, position: position)
      }
      let isOther = [.write, .note].contains(earlier.kind) && earlier.property == event.property
      if isOther, earlier.cause == event.cause { return nil }
    }
    return nil
  }

  /// The write on the way to an event whose value a `set` block corrected last, if there is one.
  package func correctedWrite(before place: EventPlace) -> EventPlace? {
    var current = place
    for _ in 0..<10_000 {
      guard let cause = cause(of: current) else { return nil }
      if self[cause].kind == .write, correction(of: cause) != nil { return cause }
      current = cause
    }
    return nil
  }

  /// What caused an event; of the first ones of a tick, the change in an earlier turn that it passes on.
  package func cause(of place: EventPlace) -> EventPlace? {
    let event = self[place]
    if let note = note(behind: place) { return note }
    if let mark = markBefore[place] { return self.place(of: self[mark].cause, in: mark.turn) }
    if event.cause != 0 { return self.place(of: event.cause, in: place.turn) }
    let isFiring = event.kind == .fire || event.kind == .observe
    guard isFiring, event.property != 0,
      let set = lastSet(of: event.property, before: EventPlace(turn: place.turn, position: 0))
    else { return nil }
    return tick(after: set.turn) == place.turn ? set : nil
  }

  /// Whether the turn left anything: it was not rolled back.
  package func stands(_ place: EventPlace) -> Bool { place.position >= kept[place.turn] }

  /// The place of the event with a number in the turn; nil if it was not kept.
  package func place(of sequence: UInt32, in turn: Int) -> EventPlace? {
    turns[turn].events.index(of: sequence).map { EventPlace(turn: turn, position: $0) }
  }

  /// What an event was recorded to have read.
  ///
  /// - Complexity: O(log *n*) in the reads of its turn.
  package func reads(at place: EventPlace) -> [UInt32] {
    let (reads, sequence) = (turns[place.turn].reads, self[place].sequence)
    if reads.isEmpty { return [] }
    let first = reads.indices.partitionPoint { reads[$0].event >= sequence }
    return reads[first...].prefix { $0.event == sequence }.map(\.property)
  }

  /// The properties that an event read: as recorded, or otherwise as far as the link shows.
  package func reads(at place: EventPlace, in recorded: some Recorded) -> [UInt32] {
    let found = reads(at: place)
    if !found.isEmpty { return found }
    let event = self[place]
    if event.kind == .observe { return [] }
    if event.kind == .fire, event.property != 0 { return [event.property] }
    return recorded.link(event.link)?.sources ?? []
  }

  /// What set the timer that began a turn; nil if a statement began it, and if that is not
  /// remembered.
  package func timerSetting(of turn: Int) -> EventPlace? {
    guard let setting = turns[turn].timer?.setting, let earlier = ordinal(ofTurn: setting.turn)
    else { return nil }
    return place(of: setting.sequence, in: earlier)
  }

  /// Where the value began to wait that was dropped in a transformer with its own `late`.
  ///
  /// - Complexity: O(*n*) in the number of requests.
  package func requestOfDropped(_ place: EventPlace) -> EventPlace? {
    let dropped = self[place]
    return requests.last {
      $0 < place && self[$0].link == dropped.link && self[$0].text == dropped.text
        && self[$0].old == dropped.new
    }
  }

  /// The value that was dropped for one that began to wait in the same transformer.
  package func droppedBy(_ request: EventPlace) -> EventPlace? {
    let events = turns[request.turn].events
    let position = events[..<request.position].lastIndex {
      $0.isOfWaiting && $0.reason == .overtaken && $0.link == events[request.position].link
        && $0.text == events[request.position].text
    }
    return position.map { EventPlace(turn: request.turn, position: $0) }
  }

  /// The tick that passed on what a turn changed: the next turn that nothing has set. Under a semantics
  /// that does not wait for a tick there is none, and after a tick neither: what it changes it passes on
  /// itself.
  ///
  /// - Complexity: O(log *n*) in the number of ticks.
  package func tick(after turn: Int) -> Int? {
    let position = ticks.indices.partitionPoint { ticks[$0] > turn }
    if position > 0, ticks[position - 1] == turn { return nil }
    return position < ticks.count ? ticks[position] : nil
  }

  /// The last turn in which a tick passed on what waited for it.
  package var lastTick: Int? { ticks.last }

  /// Where a write was noted that this event stored or dropped: in its turn, or before the tick.
  ///
  /// - Complexity: O(*n*) in the notes of the property since then.
  package func note(behind place: EventPlace) -> EventPlace? {
    let event = self[place]
    guard !notes.isEmpty, event.kind == .write || event.kind == .dropped else { return nil }
    if event.cause != 0 {
      let cause = self.place(of: event.cause, in: place.turn)
      return cause.flatMap { self[$0].kind == .note ? $0 : nil }
    }
    guard
      let last = notes[event.property]?.last(where: {
        $0.turn < place.turn && self[$0].new == event.new
      })
    else { return nil }
    return tick(after: last.turn) == place.turn ? last : nil
  }

  /// The writes of a property that no tick has stored yet. What a tick notes it also stores, or it is lost.
  func openNotes(of property: UInt32) -> some Sequence<EventPlace> {
    let last = lastSet(of: property, before: end)
    let lastTick = lastTick ?? -1
    return (notes[property] ?? []).lazy.filter { note in
      note.turn > lastTick && last.map { $0 < note } ?? true
    }
  }

  /// Whether a write was noted in any remembered turn.
  var hasNotes: Bool { !notes.isEmpty }

  /// Where the binding was evaluated whose target an event has marked; nil if nothing has read that since.
  func pull(of mark: EventPlace) -> EventPlace? { pulls[mark] }

  /// The later turns in which bindings were evaluated whose targets a turn has marked.
  func turnsOfPulls(of turn: Int) -> [Int] { pullTurns[turn] ?? [] }

  /// The change that marked a property last, if nothing has read or written it since.
  func changeMarking(_ property: UInt32) -> EventPlace? {
    guard let mark = lastMarks[property], pulls[mark] == nil,
      lastSet(of: property, before: end).map({ $0 < mark }) ?? true
    else { return nil }
    return place(of: self[mark].cause, in: mark.turn)
  }

  /// What came after an event in its turn, in the tick that passed on what it changed, and behind the
  /// evaluation of what it marked.
  package func consequences(of place: EventPlace) -> some Sequence<EventPlace> {
    let first = min(place.position + 1, turns[place.turn].events.count)
    let own = (first..<turns[place.turn].events.count).lazy.map {
      EventPlace(turn: place.turn, position: $0)
    }
    let tick = tick(after: place.turn)
    let later = (0..<(tick.map { turns[$0].events.count } ?? 0)).lazy.map {
      EventPlace(turn: tick ?? 0, position: $0)
    }
    guard !pulls.isEmpty else { return [own, later].lazy.joined() }
    let pulled = own.compactMap { pulls[$0] }.map { pull in
      (pull.position..<turns[pull.turn].events.count).lazy.map {
        EventPlace(turn: pull.turn, position: $0)
      }
    }
    return ([own, later] + pulled).lazy.joined()
  }

  /// What set a property, in order, without what was rolled back.
  package func sets(of property: UInt32) -> ArraySlice<EventPlace> {
    if !placesSince.isEmpty, let all = placesSince[property] { return all[...] }
    let index = Int(property)
    guard index > 0, index + 1 < starts.count else { return [] }
    return places[starts[index]..<starts[index + 1]]
  }

  /// The events in a turn that gave a property another value, or fired it. That a command was called does
  /// not change it.
  func changes(of property: UInt32, in turn: Int) -> [EventPlace] {
    sets(of: property, in: turn).filter { self[$0].kind != .call }
  }

  /// The events that set a member, or called it, in order.
  package func uses(of member: UInt32) -> [EventPlace] {
    guard let called = calls[member] else { return Array(sets(of: member)) }
    return (Array(sets(of: member)) + called).sorted()
  }

  /// The last event that set a property before `limit`.
  ///
  /// - Complexity: O(log *n*) in the number of times that it was set.
  package func lastSet(of property: UInt32, before limit: EventPlace) -> EventPlace? {
    let sets = sets(of: property)
    let low = sets.indices.partitionPoint { sets[$0] >= limit }
    return low > sets.startIndex ? sets[low - 1] : nil
  }

  /// The event that made an object, if it came before `limit`.
  package func making(of object: ObjectID, before limit: EventPlace) -> EventPlace? {
    makings[object].flatMap { $0 < limit ? $0 : nil }
  }

  /// The last event of all; nil if the last turn has none.
  package var last: EventPlace? {
    guard let turn = turns.last, !turn.events.isEmpty else { return nil }
    return EventPlace(turn: turns.count - 1, position: turn.events.count - 1)
  }

  /// After all events.
  package var end: EventPlace { EventPlace(turn: turns.count, position: 0) }

  /// The events that set a property in one turn.
  package func sets(of property: UInt32, in turn: Int) -> [EventPlace] {
    sets(of: property).filter { $0.turn == turn }
  }
}

extension TraceEvent.Kind {
  /// Whether such an event gives a value to the property that it names, or mentions it.
  package var sets: Bool {
    switch self {
    case .write, .compute, .event, .call: true
    default: false
    }
  }
}

extension [TraceEvent] {
  /// The place of the event with a number, in events that are sorted by it; nil for the statement,
  /// and for one that was left out.
  ///
  /// - Complexity: O(log *n*), and O(1) if nothing is left out before it.
  package func index(of sequence: UInt32) -> Int? {
    let guess = Int(sequence) - 1
    if indices.contains(guess), self[guess].sequence == sequence { return guess }
    let place = indices.partitionPoint { self[$0].sequence >= sequence }
    return place < count && sequence > 0 && self[place].sequence == sequence ? place : nil
  }
}
