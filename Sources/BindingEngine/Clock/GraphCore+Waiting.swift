import Basics

// Values that wait in a transformer with a `late` of its own. Each has a timer; the stage knows the
// timer of the value that came last. Under `queue` only the first value's timer runs: the others are
// parked, in the order in which they came.
extension GraphCore {
  /// Evaluates how long the value waits. The firing on top goes on with `gotWait`.
  mutating func askForWait(_ value: Value, _ block: BlockID, link: UInt32) -> Suspension? {
    frames[UInt32(frames.count - 1)].phase = .wait
    held.append(value)
    return ask(.transformer, block, value: value, old: value, link: link)
  }

  /// Takes what `after` gave for the value that it was asked for: a duration, or nil to pass it on at
  /// once.
  mutating func gotWait(_ answer: Value) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let value = living(held.removeLast())
    switch answer {
    case .duration(let delay) where delay >= 0: return request(value, after: delay)
    case .nil:
      let frame = frames[top]
      let late = transformer(of: frame.link, at: frame.stage).late
      if late == .drop || late == .replace {
        dropWaiting(at: frame.stage, of: frame.link, .overtaken, cause: frame.event)
      }
      return convert(value)
    default:
      return fail(
        .refused("'after' of a transformer gives a Duration or nil, not \(literal(answer))"))
    }
  }

  /// Lets a value wait in the transformer that the firing on top has reached.
  mutating func wait(_ value: Value, for delay: Int, _ late: LateAnswers) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    let (link, stage) = (frame.link, frame.stage)
    let earlier = waitingTimer(at: stage, of: link)
    let (work, origin) = (TimerRecord.Work.answer(answer(for: value)), origin(of: lead(of: link)))
    var place: (due: Int, serial: UInt64)?
    if late == .drop || late == .replace, let earlier {
      if late == .replace { place = (clock[earlier].due, clock[earlier].serial) }
      dropWaiting(earlier, .overtaken, cause: frame.event)
    }
    let timer = clock.add(
      after: delay, work, origin: origin, at: place, isParked: late == .queue && earlier != nil)
    if isLogging { appendLog(.scheduled, slot: timer) }
    storeSilently(.int(Int(timer)), in: self.stage(stage, of: link).waiting)
    recordSetting(
      of: timer, .request, cause: frame.event, link: link, old: value,
      text: stageName(link, stage), reason: .waiting)
    frames[top].phase = .requested
    return nil
  }

  /// Drops what waits in a stage of a binding.
  mutating func dropWaiting(
    at stage: UInt16, of link: UInt32, _ reason: TraceEvent.Reason, cause: UInt32
  ) {
    if let timer = waitingTimer(at: stage, of: link) { dropWaiting(timer, reason, cause: cause) }
  }

  private mutating func dropWaiting(
    _ timer: UInt32, _ reason: TraceEvent.Reason, cause: UInt32
  ) {
    guard case .answer(let answer) = clock[timer].work else { return }
    clock.cancel(timer)
    appendLog(.unscheduled, slot: timer)
    pending.add(timer: timer)
    turn.dropped += 1
    if isTracing {
      record(
        .dropped, reason, cause: cause, link: answer.link, old: .duration(clock.now),
        new: living(answer.input),
        text: stageName(answer.link, answer.stage))
    }
  }

  /// Drops everything that waits in a binding, which ends or gets other ends.
  mutating func dropWaiting(of link: UInt32, cause: UInt32) {
    let detail = links[link].detail
    guard detail != 0, !links[link].flags.contains(.step) else { return }
    for position in 0..<details[detail].stageCount {
      guard waitingTimer(at: UInt16(position), of: link) != nil else { continue }
      for timer in timers(at: UInt16(position), of: link) {
        dropWaiting(timer, .unbound, cause: cause)
      }
    }
  }

  /// A binding that gets another source begins again: what waits is dropped, and its transformers
  /// forget what they keep.
  mutating func beginAgain(_ link: UInt32) {
    let detail = links[link].detail
    guard detail != 0 else { return }
    dropWaiting(of: link, cause: currentCause)
    for position in 0..<details[detail].stageCount {
      let memory = stage(UInt16(position), of: link).state
      if memory != 0 { storeSilently(.nil, in: memory) }
    }
  }

  // MARK: The queue

  /// Sets the timer of the next value of the queue from which a value has passed on last. Must be
  /// called between turns.
  ///
  /// - Complexity: O(*n*) in the number of timers, if there is such a queue.
  mutating func setNextOfQueue() {
    guard let landed = landedQueue else { return }
    landedQueue = nil
    guard isAwaited(landed) else { return }
    setNext(at: landed.stage, of: landed.link)
  }

  /// Sets the timer of the first value of each queue, if it has none: the turn in which the value before
  /// passed on may be undone since.
  package mutating func setNextOfEachQueue() {
    guard clock.parkedCount > 0 else { return }
    for timer in 0..<UInt32(clock.timers.count)
    where clock.timers[timer].isPending && clock.timers[timer].isParked {
      guard case .answer(let answer) = clock.timers[timer].work, isAwaited(answer) else { continue }
      setNext(at: answer.stage, of: answer.link)
    }
  }

  private mutating func setNext(at stage: UInt16, of link: UInt32) {
    var first: UInt32?
    for timer in 0..<UInt32(clock.timers.count) where isWaiting(timer, at: stage, of: link) {
      guard clock.timers[timer].isParked else { return }
      if first.map({ clock.timers[timer].serial < clock.timers[$0].serial }) ?? true {
        first = timer
      }
    }
    guard let next = first else { return }
    let record = clock[next]
    let timer = clock.unpark(next)
    if keepsLog {
      appendLog(.unscheduled, slot: next)
      pending.add(timer: next)
      appendLog(.scheduled, slot: timer)
    } else {
      clock.free(next)
    }
    clock.timers[timer].setting = record.setting
    let waiting = self.stage(stage, of: link).waiting
    if read(waiting) == .int(Int(next)) { storeSilently(.int(Int(timer)), in: waiting) }
  }

  // MARK: What waits where

  func stage(_ position: UInt16, of link: UInt32) -> Stage {
    stages[details[links[link].detail].firstStage + UInt32(position)]
  }

  func transformer(of link: UInt32, at position: UInt16) -> TransformerRecord {
    transformers[stage(position, of: link).transformer]
  }

  /// The timer of the value that came last to a stage, if it still waits.
  func waitingTimer(at stage: UInt16, of link: UInt32) -> UInt32? {
    let memory = self.stage(stage, of: link).waiting
    guard memory != 0, case .int(let place) = read(memory), place < clock.timers.count,
      isWaiting(UInt32(place), at: stage, of: link)
    else { return nil }
    return UInt32(place)
  }

  /// The name of the stage in which a value waits; nil for the answer of an asynchronous transformer.
  package func nameOfWaiting(_ answer: TimerRecord.Answer) -> String? {
    transformer(of: answer.link, at: answer.stage).late.flatMap { _ in
      stageName(answer.link, answer.stage)
    }
  }

  private func isWaiting(_ timer: UInt32, at stage: UInt16, of link: UInt32) -> Bool {
    guard clock.timers[timer].isPending, case .answer(let answer) = clock.timers[timer].work
    else { return false }
    return answer.link == link && answer.stage == stage && answer.serial == links[link].serial
  }

  /// The timers of all values that wait in a stage, in the order in which they were set.
  ///
  /// - Complexity: O(*n*) in the number of timers.
  private func timers(at stage: UInt16, of link: UInt32) -> [UInt32] {
    (0..<UInt32(clock.timers.count)).filter { isWaiting($0, at: stage, of: link) }
      .sorted { clock[$0].serial < clock[$1].serial }
  }

  /// A timer was moved to another place: the stage in which its value waits must know.
  mutating func noteRestored(_ timer: UInt32) {
    guard case .answer(let answer) = clock[timer].work, isAwaited(answer) else { return }
    let waiting = stage(answer.stage, of: answer.link).waiting
    // One that came later is at its old place.
    guard waiting != 0, waitingTimer(at: answer.stage, of: answer.link) == nil else { return }
    storeSilently(.int(Int(timer)), in: waiting)
  }

  // MARK: State

  /// Where the transformer that is running keeps its state; 0 if it keeps none.
  package var runningState: UInt32 {
    guard frames.count > 0 else { return 0 }
    let frame = frames[UInt32(frames.count - 1)]
    guard frame.phase == .stage || frame.phase == .wait else { return 0 }
    return stage(frame.stage, of: frame.link).state
  }

  /// Gives the stages of a new binding room for what they keep.
  mutating func makeRoom(forStagesOf detail: LinkDetail) {
    for place in detail.firstStage..<(detail.firstStage + detail.stageCount) {
      guard !stages[place].isReversed else { continue }
      let transformer = transformers[stages[place].transformer]
      if transformer.late != nil { stages[place].waiting = makeMemory() }
      if transformer.keepsState { stages[place].state = makeMemory() }
    }
  }

  mutating func freeRoom(ofStagesOf detail: LinkDetail) {
    for place in detail.firstStage..<(detail.firstStage + detail.stageCount) {
      if stages[place].waiting != 0 { freeMemory(stages[place].waiting) }
      if stages[place].state != 0 { freeMemory(stages[place].state) }
      stages[place] = Stage(transformer: 0, isReversed: false)
    }
  }

  /// The slots in which the stages of a link keep what they keep.
  func stageMemories(of link: UInt32) -> [UInt32] {
    guard links[link].detail != 0, !links[link].flags.contains(.step) else { return [] }
    let detail = details[links[link].detail]
    return (detail.firstStage..<(detail.firstStage + detail.stageCount))
      .flatMap { [stages[$0].waiting, stages[$0].state] }.filter { $0 != 0 }
  }
}
