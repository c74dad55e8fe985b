import BindingEngine
import Language
import Syntax

// The virtual clock: scheduling, and letting time pass.
extension Machine {
  /// How many more timers may be due than before time began to pass.
  private static let mostTimersMore = 100_000

  func duration(_ value: Value) throws(ScriptFailure) -> Int {
    guard case .duration(let time) = value, time >= 0 else {
      throw ValuePlace.duration.failure(value)
    }
    return time
  }

  /// `after 2s { … }`.
  func after(_ node: NodeID) throws(ScriptFailure) {
    let block = blockID(pop())
    let delay = try duration(pop())
    let origin = withSession { session in
      frames[UInt32(frames.count - 1)].code._withUnsafeGuaranteedRef {
        session.origin($0.tree, node, arrow: nil)
      }
    }
    let timer = core.pointee.schedule(.block(block), after: delay, origin: origin)
    core.pointee.recordSetting(of: timer, cause: core.pointee.currentCause, text: "the block")
  }

  /// Pushes the time until which time passes: for `wait`, which has none, the last possible time.
  func beginPassing(isWait: Bool) throws(ScriptFailure) {
    if isWait {
      push(.int(.max))
    } else {
      let time = core.pointee.clock.time(after: try duration(pop()))
      push(.int(time))
    }
    core.pointee.clock.beginPassing(countsLaterOnes: isWait)
    core.pointee.setNextOfEachQueue()
  }

  /// Begins the turn of what is due next.
  ///
  /// - Returns: Whether there was anything until the time on top of the stack, which is removed if
  ///   not.
  func passTime() throws(ScriptFailure) -> Bool {
    guard case .int(let end) = (sp - 1).pointee else { preconditionFailure("no time to go to") }
    // Before anything is removed from the clock, because an interrupt must lose nothing.
    try countStep()
    guard core.pointee.timerGrowth <= Machine.mostTimersMore else {
      core.pointee.clock.endPassing()
      throw .message(
        "timers set more and more timers: \(Machine.mostTimersMore) more are due than before",
        help: "everything done until now is kept")
    }
    guard let timer = core.pointee.nextTimer(until: end) else {
      discard(1)
      if end != .max { core.pointee.stand(at: end) }
      core.pointee.clock.endPassing()
      return false
    }
    guard timer.generation < mostGenerations else {
      core.pointee.clock.endPassing()
      core.pointee.restore(timer)
      let path = session.codeCycle(through: timer).map { ", by \(session.pathText($0))" } ?? ""
      throw .message(
        "something is due again and again: \(mostGenerations) timers followed from one another"
          + path,
        help: "it began with \(session.describe(timer)); everything done until now is kept")
    }
    withSession { session in
      session.beginTurn()
      if timer.origin != 0 {
        let place = Int(timer.origin) - 1
        session.noteStatement(
          session.state.origins[place].node, in: session.state.origins[place].tree)
      } else {
        session.turnStatement = nil
      }
      session.state.turned.turnTimer = (
        core.pointee.noteTimer(timer), core.pointee.isTracing ? session.title(of: timer) : nil
      )
      session.state.turned.runningTimer = timer
    }
    try start(timer)
    return true
  }

  /// Makes what was due, and was interrupted, due again: its turn has been rolled back.
  func restoreInterruptedTimer() {
    guard session.state.turned.turnTimer != nil, let timer = session.state.turned.runningTimer
    else { return }
    session.state.turned.runningTimer = nil
    if case .block(let block) = timer.work {
      core.pointee.unretire(block)
    }
    core.pointee.restore(timer)
  }

  private func start(_ timer: TimerRecord) throws(ScriptFailure) {
    switch timer.work {
    case .block(let block):
      let entry = blocks.base + Int(block.index)
      guard let unmanaged = entry.pointee.code else { return }
      core.pointee.retire(block)
      if let owner = entry.pointee.receiver, !core.pointee.isAlive(owner) {
        return dropDue("the block")
      }
      let code = unmanaged.takeUnretainedValue()
      if code.isPending { prepare(code) }
      enter(code, kind: .part, receiver: entry.pointee.receiver)
      if entry.pointee.copies.isEmpty { return }
      for position in entry.pointee.copies.indices {
        locals[position] = entry.pointee.copies[position]
      }
    case .object(let command):
      guard core.pointee.isAlive(command) else {
        return dropDue("the command")
      }
      let code = session.command.execute
      enter(code, kind: .part, receiver: command)
      pc = code.entry + session.command.running
    case .answer: try handle(core.pointee.land(timer))
    case .tick: try handle(core.pointee.tick())
    }
  }

  /// Whether the object that a block belongs to, if there is one, still lives.
  func isAwaited(_ block: BlockID) -> Bool {
    guard let owner = blocks[block.index].receiver else { return true }
    return core.pointee.isAlive(owner)
  }

  /// What is due belongs to an object that is released.
  private func dropDue(_ what: String) {
    core.pointee.turn.dropped += 1
    core.pointee.record(.dropped, .released, cause: core.pointee.currentCause, text: what)
  }
}

extension Session {
  /// What the trace shows as the statement of a timer's turn.
  func statement(of timer: TimerRecord) -> (tree: SyntaxTreeBox, node: NodeID)? {
    guard timer.origin != 0 else { return nil }
    let origin = state.origins[Int(timer.origin) - 1]
    return (origin.tree, origin.node)
  }

  /// What is due, where its statement does not say it by itself.
  func title(of timer: TimerRecord) -> String? {
    switch timer.work {
    case .block: return nil
    case .tick: return "the tick"
    case .object(let command) where !core.pointee.isAlive(command):
      return "a command is due"
    case .object(let command): return "\(core.pointee.describe(command)) is due"
    case .answer(let answer):
      guard core.pointee.isAwaited(answer) else { return "an answer is due" }
      if let stage = core.pointee.nameOfWaiting(answer) {
        return
          "\(stage) of #\(core.pointee.number(of: answer.link)) \(describe(link: answer.link)) is due"
      }
      return
        "the answer of #\(core.pointee.number(of: answer.link)) \(describe(link: answer.link)) is due"
    }
  }

  /// A timer in words, for messages.
  package func describe(_ timer: TimerRecord) -> String {
    guard let (tree, node) = statement(of: timer) else { return "a timer" }
    return "'\(shortText(of: node, in: tree.tree, limit: 50))'"
  }

  /// What is still due, in order, for the end of a script.
  public var stillDue: [String] {
    let what = core.pointee.hasNotes ? "what was noted is stored" : "what changed is passed on"
    let tick = core.pointee.isTickDue ? ["at the next tick: \(what)"] : []
    return tick
      + core.pointee.clock.pending.filter(isAwaited).map { timer in
        "at \(core.pointee.literal(.duration(timer.due))): \(title(of: timer) ?? describe(timer))"
          + (statement(of: timer).map {
            " (\(placeText($0.tree.tree.file, $0.tree.tree[$0.node].span)))"
          }
            ?? "")
      }
  }

  private func isAwaited(_ timer: TimerRecord) -> Bool {
    switch timer.work {
    case .block(let block): machine.isAwaited(block)
    case .object(let command): core.pointee.isAlive(command)
    case .answer(let answer): core.pointee.isAwaited(answer)
    case .tick: true
    }
  }
}
