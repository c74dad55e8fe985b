import Basics
import BindingEngine
import Compiling
import Language
import Names
import Rendering
import Syntax

/// What a session knows of the remembered turns.
struct SessionJournal {
  /// One turn.
  struct Entry {
    var statement: (tree: SyntaxTreeBox, node: NodeID)?
    var timer: (timer: TurnTimer, title: String?)?
    /// What the session knew before it.
    var before: SessionMark
  }

  var entries: [Entry] = []
  /// What the session knew after the last turn.
  var after: SessionMark?
  /// What has changed since then without a turn, when the running one began.
  var begun = (random: SeededRandom(state: 0), historyCount: 0)
  /// Where `rewind` began. `replay` leads back to it until something new is done.
  var present: Present?
}

/// What a session knows in addition to its graph, as far as turns change it: small enough to be
/// kept for each turn.
struct SessionMark {
  var symbolChanges: Int
  /// How many instances `madeInstances` has.
  var madeCount: Int
  /// How many statements had been done, including those without a turn.
  var historyCount: Int
  var turned: SessionState.Turned

  init(_ session: Session) {
    symbolChanges = session.symbols.changeCount
    madeCount = session.state.madeInstances.count
    historyCount = session.state.history.count
    turned = session.state.turned
  }

  /// Restores everything; the graph has been rolled back before.
  func restore(_ session: Session) {
    session.symbols.undoChanges(to: symbolChanges)
    while session.state.madeInstances.count > madeCount,
      let layout = session.state.madeInstances.popLast()
    {
      layout.instanceCount -= 1
    }
    if session.state.history.count > historyCount {
      session.state.history.removeLast(session.state.history.count - historyCount)
    }
    session.state.turned = turned
  }
}

extension SessionMark {
  /// Moves it when what is older than `first` has been forgotten.
  fileprivate mutating func move(past first: SessionMark) {
    symbolChanges -= first.symbolChanges
    madeCount -= first.madeCount
  }
}

/// The complete state from which turns were rolled back.
final class Present {
  private let state: SavedState
  private let session: SessionCheckpoint
  private let after: SessionMark?
  /// The turns that it remembers.
  let count: Int
  private var turns = TakenOff<SessionJournal.Entry>()
  private var endedLinks = TakenOff<EndedLink>()
  /// Blocks that only the present still needs.
  private var postponed: [BlockID] = []

  init(_ session: Session) {
    state = SavedState(session.core.pointee)
    self.session = SessionCheckpoint(session, tryingVerdicts: false)
    count = session.state.journal.entries.count
    after = session.state.journal.after
  }

  /// Rolls back the last turns.
  ///
  /// - Parameter count: How many are left: fewer than there are.
  func rewind(_ session: Session, to count: Int) {
    let before = session.state.journal.entries[count].before
    state.rewind(&session.core.pointee, to: count)
    turns.take(from: &session.state.journal.entries, downTo: count)
    before.restore(session)
    let turn = session.state.turned.lastTurn.counts.number
    endedLinks.take(from: &session.state.endedLinks) { $0.turn > turn }
    session.state.journal.after = SessionMark(session)
    // Their code is needed again in the present.
    postponed += session.core.pointee.retiredBlocks
    session.core.pointee.retiredBlocks = []
  }

  /// Makes it the state of the session again.
  ///
  /// - Parameter staying: Whether turns will be rolled back from there again.
  func restore(_ session: Session, staying: Bool) {
    if staying {
      state.restore(&session.core.pointee)
    } else {
      state.become(&session.core.pointee)
    }
    postponed = []
    // The settings for showing things, and what has been shown, are not part of it.
    let kept = (session.options, session.expectations, session.errors, session.warnings)
    self.session.restore(session)
    (session.options, session.expectations, session.errors, session.warnings) = kept
    session.options.semantics = session.core.pointee.semantics
    turns.putBack { session.state.journal.entries.append($0) }
    session.state.journal.after = after
    endedLinks.putBack { session.state.endedLinks.append($0) }
  }

  /// What only it still needed can be forgotten.
  func giveUp(_ session: Session) {
    session.core.pointee.retiredBlocks += postponed
    session.machine.forgetRetiredBlocks()
  }
}

extension Session {
  package var journalIsOpen: Bool { core.pointee.remembersTurns }

  /// Remembers turns from now on.
  ///
  /// - Parameter limit: How many; 0 for none.
  public func openJournal(_ limit: Int) {
    guard !core.pointee.isInTurn, core.pointee.journal.limit != limit else { return }
    core.pointee.openJournal(limit)
    rememberedForQuestions = nil
    if limit == 0 {
      state.journal = SessionJournal()
    } else if state.journal.after == nil {
      symbols.keepsChanges = true
      state.journal.after = SessionMark(self)
    }
    symbols.keepsChanges = limit > 0
    if limit == 0 { state.madeInstances = [] }
    machine.forgetRetiredBlocks()
    applyTraceMode()
  }

  /// Remembers turns if a script has questions about them and no number was set.
  func openJournal(for tree: SyntaxTree) {
    guard options.journalLimit == nil, !isOnTrial else { return }
    var wanted = 0
    var (expects, namesTurn) = (false, false)
    // Checked once for each kind, because a file may have a million nodes.
    var isAsked = [Bool](repeating: false, count: 256)
    for (index, node) in tree.nodes.enumerated() {
      if !isAsked[Int(node.kind.rawValue)] {
        isAsked[Int(node.kind.rawValue)] = true
        if tree.asksTheJournal(node) { wanted = SessionOptions.interactiveJournalLimit }
        if node.kind == .expect { expects = true }
      }
      if node.kind == .name, tree.name(NodeID(UInt32(index))) == turnName { namesTurn = true }
    }
    // An expectation about the last turn shows that turn where it fails.
    if expects, namesTurn { wanted = max(wanted, 1) }
    if wanted > core.pointee.journal.limit { openJournal(wanted) }
  }

  /// A turn begins.
  @inline(__always)
  func noteTurn() {
    if journalIsOpen { state.journal.begun = (state.turned.random, state.history.count) }
  }

  private var remembers: Bool { journalIsOpen && !isOnTrial && !isLoadingPrelude }

  /// The turn is over. What it did enters the journal, before anything else is tried.
  func rememberTurn() {
    guard remembers else { return }
    forgetFuture()
    state.endedLinks += state.endingLinks
    state.endingLinks = []
    core.pointee.rememberTurn(.settled)
  }

  /// Adds what is known now about the turn that has entered the journal.
  func finishRemembering() {
    guard remembers, var before = state.journal.after else { return }
    (before.turned.random, before.historyCount) = state.journal.begun
    core.pointee.setLastOutcome(rememberedOutcome())
    state.journal.entries.append(
      .init(statement: turnStatement, timer: state.turned.turnTimer, before: before))
    state.journal.after = SessionMark(self)
    forgetOldMarks()
    if !core.pointee.retiredBlocks.isEmpty { machine.forgetRetiredBlocks() }
  }

  /// The outcome as far as it is known without a trial.
  private func rememberedOutcome() -> RecordedTurn.Outcome {
    if state.turned.lastTurn.verdicts != nil || state.turned.lastTurn.counts.runaway != nil {
      return .init(rawValue: outcome()) ?? .settled
    }
    if state.turned.lastTurn.hasFailed { return .failed }
    return state.turned.lastTurn.counts.held > 0 ? .held : .settled
  }

  private func forgetOldMarks() {
    let count = state.journal.entries.count - core.pointee.journal.count
    guard count > 0 else { return }
    state.journal.entries.removeFirst(count)
    let oldest = core.pointee.journal.count > 0 ? core.pointee.rememberedNumber(at: 0) : .max
    let gone = state.endedLinks.prefix { $0.turn < oldest }.count
    if gone > 0 { state.endedLinks.removeFirst(gone) }
    guard let first = state.journal.entries.first?.before ?? state.journal.after else { return }
    symbols.forgetChanges(first.symbolChanges)
    state.madeInstances.removeFirst(first.madeCount)
    for position in state.journal.entries.indices {
      state.journal.entries[position].before.move(past: first)
    }
    state.journal.after?.move(past: first)
  }

  /// Something new has been done, so what was rolled back cannot be replayed.
  private func forgetFuture() {
    guard let present = state.journal.present else { return }
    state.journal.present = nil
    present.giveUp(self)
  }

  /// The last turn's trace, if it was not needed when it ran.
  func rememberedTrace() -> TurnTrace? {
    guard let entry = state.journal.entries.last, core.pointee.journal.count > 0 else { return nil }
    let turn = core.pointee.rememberedTurn(at: core.pointee.journal.count - 1)
    var trace = trace(
      of: turn.events, reads: turn.reads, leftOut: turn.leftOut, number: turn.number,
      statement: entry.statement,
      timer: entry.timer)
    if state.turned.lastTurn.failure == nil {
      state.turned.lastTurn.disagreements = disagreements(in: turn.events)
    }
    finish(&trace)
    return trace
  }

  // MARK: Going back and forth

  /// How many of the last turns can be rolled back.
  package var turnsBack: Int { min(state.journal.entries.count, core.pointee.journal.limit) }

  /// How many turns that were rolled back can be done again.
  var turnsForward: Int {
    (state.journal.present?.count ?? state.journal.entries.count) - state.journal.entries.count
  }

  /// Leads to the state after as many turns of the journal.
  func travel(to count: Int) {
    rememberedForQuestions = nil
    var count = count
    if state.journal.present == nil {
      // Turns beyond the limit are kept only to avoid moving the log. Rewinding twice must not
      // reach them.
      let before = state.journal.entries.count
      core.pointee.forgetTurnsBeyondLimit()
      forgetOldMarks()
      machine.forgetRetiredBlocks()
      count -= before - state.journal.entries.count
    }
    let present = state.journal.present ?? Present(self)
    // What is further back is reached from here.
    let isForward = count >= state.journal.entries.count
    if isForward { present.restore(self, staying: count < present.count) }
    if count < present.count {
      present.rewind(self, to: count)
      state.lastRendered = nil
      options.semantics = graph.semantics
      state.journal.present = present
    } else {
      state.journal.present = nil
    }
    applyTraceMode()
  }
}
