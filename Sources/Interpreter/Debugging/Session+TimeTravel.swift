import BindingEngine
import Language
import Rendering
import Syntax
import Text

// `rewind`, `replay` and `whatif`: some turns back, forward again, and a turn that is shown and not
// kept.
extension Session {
  func rewind(_ subject: Value?) throws(ScriptFailure) {
    let wanted = try turns(subject, word: "rewind")
    guard journalIsOpen else { throw Session.nothingRemembered }
    let possible = turnsBack
    guard possible > 0 else {
      throw .message("no remembered turn is left to rewind", help: nil)
    }
    let count = min(wanted, possible)
    travel(to: state.journal.entries.count - count)
    reportTravel("rewind", count)
    let note = count < wanted ? "; no more are remembered" : ""
    reportPosition("rewound \(count) turn\(count == 1 ? "" : "s")\(note)")
  }

  func replay(_ subject: Value?) throws(ScriptFailure) {
    guard journalIsOpen else { throw Session.nothingRemembered }
    let possible = turnsForward
    guard possible > 0 else {
      throw .message(
        "nothing to replay: no turn was rewound",
        help: "'rewind' undoes turns; 'replay' does them again until a new turn replaces them")
    }
    let wanted = subject == nil ? possible : try turns(subject, word: "replay")
    let count = min(wanted, possible)
    travel(to: state.journal.entries.count + count)
    reportTravel("replay", count)
    reportPosition("replayed \(count) turn\(count == 1 ? "" : "s")")
  }

  static let nothingRemembered = ScriptFailure.message(
    "no turns are remembered",
    help:
      "--journal N remembers the last N turns; a script with such a question does so by itself"
  )

  private func turns(_ subject: Value?, word: String) throws(ScriptFailure) -> Int {
    guard let subject else { return 1 }
    guard case .int(let count) = subject, count > 0 else {
      throw .message(
        "'\(word)' takes a number of turns above 0, not \(core.pointee.literal(subject))", help: nil
      )
    }
    return count
  }

  /// A line of the trace for programs: which turns count is another matter from here on.
  private func reportTravel(_ kind: String, _ count: Int) {
    guard options.traceStyle == .json, options.traceMode != .off, !isDry, !isOnTrial else { return }
    let turn = core.pointee.turn.number
    host.trace((["v": 1, "turn": turn, "kind": kind, "count": count] as JSONObject).json + "\n")
  }

  private func reportPosition(_ done: String) {
    print("\(.heading, done): \(code: position)")
    showWatched()
  }

  /// Where the session stands among its turns.
  private var position: String {
    let forward = turnsForward
    let ahead = forward > 0 ? "; replay: \(forward) ahead" : ""
    let number = state.turned.lastTurn.counts.number
    guard number > 0 else { return "before turn 1\(ahead)" }
    let statement = turnStatement.map { shortText(of: $1, in: $0.tree, limit: 50) }
    let timer = state.turned.turnTimer.map { timer, title in
      "at \(core.pointee.literal(.duration(timer.due))): \(title ?? statement ?? "the tick")"
    }
    let what = (timer ?? statement).map { "  \($0)" } ?? ""
    return "after turn \(number)\(what)\(ahead)"
  }

  // MARK: `whatif`

  func whatIf(_ block: NodeID, in box: SyntaxTreeBox) throws(ScriptFailure) {
    // A whole run is being compared, and this would change nothing in it.
    guard !isOnTrial else { return }
    let trial = TrialTraces(isTracing: true)
    let silent = SilentHost(reading: host, isASCII: options.isASCII)
    let before = dueCount
    let due = try tried(reportingTo: silent, trial) { () -> Int in
      runBlock(block, in: box)
      return dueCount
    }
    report(trial.traces, due: due - before, silent.errors)
    // A mistake, of which no turn tells.
    let told = trial.traces.flatMap { $0.entries.filter { $0.kind == .error }.compactMap(\.text) }
    let untold = silent.errors.first { !$0.isFailedExpectation && !told.contains($0.message) }
    if let untold { throw .diagnostic(untold) }
  }

  /// How much is due later.
  private var dueCount: Int {
    core.pointee.clock.pendingCount + (core.pointee.isTickDue ? 1 : 0)
  }

  /// Runs `body` between turns, and rolls back everything that it did.
  ///
  /// - Parameters:
  ///   - silent: Takes what is shown and what fails.
  ///   - trial: Receives the turns, so that none is remembered.
  package func tried<Found>(
    reportingTo silent: any SessionHost, _ trial: any TurnListener, _ body: () -> Found
  ) throws(ScriptFailure) -> Found {
    core.pointee.openCheckpoint()
    let checkpoint = SessionCheckpoint(self)
    let outer = (host: host, listener: listener)
    let kept = options
    listener = trial
    host = silent
    applyTraceMode()
    let found = withExtendedLifetime(silent) { body() }
    let wasInterrupted = isInterrupted
    isInterrupted = false
    listener = outer.listener
    core.pointee.rollBack()
    machine.forgetRetiredBlocks()
    checkpoint.restore(self)
    options = kept
    core.pointee.closeCheckpoint()
    machine.forgetRetiredBlocks()
    host = outer.host
    applyTraceMode()
    if wasInterrupted { throw .graph(.interrupted) }
    return found
  }

  private func report(_ traces: [TurnTrace], due: Int, _ errors: [Diagnostic]) {
    for trace in traces {
      switch options.traceStyle {
      // Lines for programs go where the lines of turns go.
      case .json, .flat:
        var trace = trace
        trace.isTried = true
        show(trace)
      case .tree:
        for line in treeLines(of: trace, full: options.traceMode == .full, isAsked: true) {
          print(line)
        }
      }
    }
    for error in errors where error.isFailedExpectation {
      print("   \(.error, "it would fail:") \(error.message)")
    }
    guard options.traceStyle == .tree else { return }
    let later = due > 0 ? "; \(due) more would be due later" : ""
    print("   \(.quiet, "only tried: all is as it was\(later)")")
  }
}
