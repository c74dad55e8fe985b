// The turns that a graph remembers, so that it can answer questions about them and go back to them.
extension Graph {
  /// How many turns are remembered. It is 0 at first, for none. Setting it to 0 forgets them.
  ///
  /// Objects and bindings that ended in a turn keep their memory as long as the turn is remembered.
  /// A turn with very many changes may displace others before the limit is reached. A number below
  /// 0 is the same as 0. If it is set inside a turn, it takes effect with the next one.
  public var journalLimit: Int {
    get { nextJournalLimit ?? core.pointee.journal.limit }
    set {
      nextJournalLimit = max(0, newValue)
      trace()
    }
  }

  /// Applies a change of `onTrace` or `journalLimit` that was made inside the turn that has just
  /// ended.
  @inline(__always)
  func changeTrace() { if isTraceChanged { trace() } }

  /// Records events from the next turn on, if there is an `onTrace` or a journal. A firing that
  /// began without recording continues without it.
  func trace() {
    isTraceChanged = core.pointee.isInTurn
    guard !isTraceChanged else { return }
    settleReport()
    if let limit = nextJournalLimit {
      nextJournalLimit = nil
      forgetFuture()
      core.pointee.openJournal(limit)
      if limit == 0 { endings = [] }
      forgetRetired()
    }
    let remembers = core.pointee.journal.isOpen
    core.pointee.isTracing = onTrace != nil || remembers
    core.pointee.tracesHopsByLog = core.pointee.isTracing
  }

  /// How many turns are remembered now.
  public var rememberedTurnCount: Int { min(core.pointee.journal.count, journalLimit) }

  /// The numbers of the remembered turns, as in `lastTurn.number`; empty without a journal.
  public var rememberedTurns: Range<Int> {
    guard rememberedTurnCount > 0 else { return 0..<0 }
    let last = core.pointee.rememberedNumber(at: core.pointee.journal.count - 1)
    return (last - rememberedTurnCount + 1)..<(last + 1)
  }

  /// What happened in a turn, by default the last one; nil if that turn is not remembered.
  ///
  /// - Complexity: O(*n*) in the number of its events.
  public func rememberedTurn(_ number: Int? = nil) -> RememberedTurn? {
    guard let number = number ?? rememberedTurns.last else { return nil }
    let recording = GraphRecording(self)
    guard let turn = recording.turn(number) else { return nil }
    return RememberedTurn(
      number: number, timer: turn.timer, events: turn.events.map { recording.event($0) },
      leftOut: turn.leftOut,
      outcome: RecordedTurn.Outcome(rawValue: turn.outcome) ?? .settled, wasUndone: turn.wasUndone)
  }

  // MARK: Remembering

  /// Enters the turn that has just ended.
  func rememberTurn(failing error: GraphError? = nil) {
    guard core.pointee.journal.isOpen else { return }
    forgetFuture()
    core.pointee.rememberTurn(outcome(of: error))
    endings += newEndings
    newEndings = []
    forgetOldEndings()
    if !core.pointee.retiredBlocks.isEmpty { forgetRetired() }
  }

  private func outcome(of error: GraphError?) -> RecordedTurn.Outcome {
    if let runaway = core.pointee.turn.runaway { return runaway.hops.isEmpty ? .runaway : .loop }
    if error != nil { return .failed }
    return core.pointee.turn.held > 0 ? .held : .settled
  }

  /// Notes the bindings and observers that end with the running turn.
  func noteEndings() {
    guard core.pointee.journal.isOpen else { return }
    newEndings = core.pointee.linksEndingNow { (describe(link: $0), "", []) }
  }

  /// Forgets those of forgotten turns.
  func forgetOldEndings() {
    guard let first = endings.first else { return }
    let oldest = core.pointee.journal.count > 0 ? core.pointee.rememberedNumber(at: 0) : .max
    if first.turn < oldest { endings.removeFirst(endings.prefix { $0.turn < oldest }.count) }
  }
}

/// A remembered turn.
public struct RememberedTurn: Sendable {
  public var number: Int
  /// What fell due and began it; nil if a call began it.
  public var timer: TurnTimer?
  /// What happened and what did not, in that order.
  public var events: [GraphEvent]
  /// How many events in the middle were too many to be kept.
  public var leftOut: Int
  public var outcome: RecordedTurn.Outcome
  /// Whether everything that it did was rolled back, for example after an error.
  public var wasUndone: Bool
}
