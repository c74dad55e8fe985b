// What a turn schedules for a later time, and what happens then. Time passes only between turns.
extension GraphCore {
  /// Sets a timer, which is removed if its turn is rolled back.
  ///
  /// - Parameters:
  ///   - delay: Microseconds from now.
  ///   - origin: The driver's token for the place in the source.
  /// - Complexity: O(log *n*) in the number of timers.
  package mutating func schedule(
    _ work: TimerRecord.Work, after delay: Int, origin: UInt32
  ) -> UInt32 {
    let timer = clock.add(after: delay, work, origin: origin)
    if isLogging { appendLog(.scheduled, slot: timer) }
    return timer
  }

  /// How many more timers are pending than when time began to pass.
  package var timerGrowth: Int { clock.growth }

  /// Cancels what is due for `object`.
  ///
  /// - Returns: Whether there was anything.
  /// - Complexity: O(*n*) in the number of timers.
  package mutating func cancelTimer(of object: ObjectID) -> Bool {
    guard let timer = clock.timer(of: object) else { return false }
    clock.cancel(timer)
    appendLog(.unscheduled, slot: timer)
    pending.add(timer: timer)
    return true
  }

  /// Whether something of an object is due.
  package func hasTimer(of object: ObjectID) -> Bool { clock.timer(of: object) != nil }

  // MARK: Asynchronous transformers

  /// Whether a binding goes through an asynchronous transformer.
  package func isAsynchronous(_ link: UInt32) -> Bool { isAsynchronous(detail: links[link].detail) }

  func isAsynchronous(detail: UInt32) -> Bool {
    let first = details[detail].firstStage
    for stage in first..<(first + details[detail].stageCount)
    where transformers[stages[stage].transformer].takesTime { return true }
    return false
  }

  /// Whether the values of a binding do not pass through its `transform` block: as in BIND, an answer
  /// does not. A transformer with its own `late` passes on what it was given.
  func skipsTransform(detail: UInt32) -> Bool {
    let first = details[detail].firstStage
    for stage in first..<(first + details[detail].stageCount) {
      let transformer = transformers[stages[stage].transformer]
      if transformer.takesTime, transformer.late == nil { return true }
    }
    return false
  }

  /// Starts an asynchronous transformer. The firing on top ends without a value.
  mutating func request(_ value: Value, after delay: Int) -> Suspension? {
    let top = UInt32(frames.count - 1)
    let frame = frames[top]
    let link = frame.link
    if let late = transformer(of: link, at: frame.stage).late {
      return wait(value, for: delay, late)
    }
    let timer = schedule(
      .answer(answer(for: value)), after: delay, origin: origin(of: lead(of: link)))
    appendLog(.requested, .int(Int(lastRequests[link] ?? 0)), link: link)
    lastRequests[link] = clock[timer].serial
    if isTracing {
      recordSetting(
        of: timer, .request, cause: frame.event, link: link, old: value,
        text: stageName(link, frame.stage))
    }
    frames[top].phase = .requested
    return nil
  }

  /// What the firing on top asks the stage that it has reached.
  func answer(for value: Value) -> TimerRecord.Answer {
    let frame = frames[UInt32(frames.count - 1)]
    let keepsValues = keepsValues(of: links[frame.link].detail)
    return TimerRecord.Answer(
      link: frame.link, serial: links[frame.link].serial, stage: frame.stage, input: value,
      value: keepsValues ? held[frame.heldBase + 1] : .nil,
      old: keepsValues ? held[frame.heldBase] : .nil)
  }

  /// Writes the answer of an asynchronous transformer to the present end of its binding. Must be
  /// called in a turn.
  package mutating func land(_ timer: TimerRecord) -> Suspension {
    guard case .answer(let answer) = timer.work else {
      preconditionFailure("no answer of a transformer")
    }
    let link = answer.link
    guard isAwaited(answer) else { return dropAnswer(0, .unbound, answer) }
    let late = transformer(of: link, at: answer.stage).late
    if late == .queue { landedQueue = answer }
    if late == nil, knobs.dropsLate, lastRequests[link] != timer.serial {
      return dropAnswer(link, .overtaken, answer)
    }
    if isBeyondLimit(link) { return failRunaway(.firings, isRoot: true) }
    lock(link, links.pointer(link))
    let name = stageName(link, answer.stage)
    let event = record(
      .answer, late == nil ? .none : .waiting, cause: currentCause, link: link,
      property: isWay(link) ? 0 : links[link].source,
      old: answer.input,
      text: name)
    var frame = level(.stage, link: link, event: event, isRoot: true)
    frame.stage = answer.stage
    if keepsValues(of: links[link].detail) {
      held.append(living(answer.old))
      held.append(living(answer.value))
    }
    push(frame)
    let input = living(answer.input)
    keepForTrace(input)
    let stage = stages[details[links[link].detail].firstStage + UInt32(answer.stage)]
    let transformer = transformers[stage.transformer]
    return ask(
      .transformer, stage.isReversed ? transformer.reverse : transformer.forward, value: input,
      old: input, link: link)
  }

  /// Ends the firing of a transformer that gives no answer. The target keeps its value.
  package mutating func withholdAnswer() -> Suspension {
    let frame = frames[UInt32(frames.count - 1)]
    turn.dropped += 1
    if isTracing {
      record(
        .dropped, .unanswered, cause: frame.event, link: frame.link,
        new: living(held[frame.heldBase + 2]))
    }
    return finishFiring() ? .done : run()
  }

  /// Whether the binding's last request is still due, or a value waits in it.
  ///
  /// - Complexity: O(*n*) in the number of timers, if it has made a request.
  func isAnswerDue(to link: UInt32) -> Bool {
    if links[link].detail != 0 {
      for stage in 0..<details[links[link].detail].stageCount
      where waitingTimer(at: UInt16(stage), of: link) != nil { return true }
    }
    guard let serial = lastRequests[link] else { return false }
    return (0..<UInt32(clock.timers.count)).contains {
      clock.timers[$0].isPending && clock.timers[$0].serial == serial
    }
  }

  /// Whether the binding that made the request still waits for this answer.
  package func isAwaited(_ answer: TimerRecord.Answer) -> Bool {
    links[answer.link].serial == answer.serial
      && links[answer.link].flags.isDisjoint(with: [.dead, .free])
  }

  private mutating func dropAnswer(
    _ link: UInt32, _ reason: TraceEvent.Reason, _ answer: TimerRecord.Answer
  ) -> Suspension {
    turn.dropped += 1
    if isTracing {
      record(.dropped, reason, cause: currentCause, link: link, new: living(answer.input))
    }
    return .done
  }

  /// The name of a stage in the trace; nil for a block.
  func stageName(_ link: UInt32, _ position: UInt16) -> String? {
    let stage = stages[details[links[link].detail].firstStage + UInt32(position)]
    let text = names.text(of: transformers[stage.transformer].name)
    return text.isEmpty ? nil : stage.isReversed ? "!" + text : text
  }

  /// What an event has scheduled, if it is still pending.
  ///
  /// - Complexity: O(*n*) in the number of timers.
  package func pendingTimer(setBy setting: TurnTimer.Setting) -> TimerRecord? {
    for position in 0..<UInt32(clock.timers.count)
    where clock.timers[position].isPending && clock.timers[position].setting == setting {
      return clock.timers[position]
    }
    return nil
  }
}
