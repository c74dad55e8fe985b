import Interpreter
import Rendering
import Text

/// Adds up what the turns of a run do, and records its trace.
///
/// As long as a session has a recorder, nothing of its trace is shown, and its semantics stays the one
/// that is tested.
final class RunRecorder: TurnListener {
  let isTrial = true

  /// The most lines of the trace that are kept in all turns.
  private static let mostLines = 100_000

  private(set) var run: ComparedRun
  /// Whether the session traces its turns.
  private(set) var wantsTrace: Bool
  /// The turns that did something, as lines.
  private(set) var turns: [TracedTurn] = []
  private var lineCount = 0
  private var laps = 0
  /// Statements that would have chosen another semantics, with their places.
  private(set) var passedOver: [String] = []

  init(name: String, isTracing: Bool = false) {
    run = ComparedRun(name: name)
    wantsTrace = isTracing
  }

  func passOver(_ statement: String, _ place: String) {
    let text = place.isEmpty ? statement : "\(statement) at \(place)"
    if !passedOver.contains(text), passedOver.count < 100 { passedOver.append(text) }
  }

  // MARK: Counting

  func turnSettles(_ session: Session) { laps = session.core.pointee.mostLaps() }

  func turnEnded(_ session: Session) {
    let turn = session.graphState.turn
    run.turns += 1
    run.writes += turn.writes
    run.firings += turn.firings
    run.held += turn.held
    run.glitches += turn.glitches
    run.rounds += turn.rounds
    let outcome = ComparedRun.Outcome(rawValue: session.outcome()) ?? .failed
    run.outcome = max(run.outcome, outcome)
    run.cycle = max(run.cycle, session.cycleVerdict(laps: laps))
    laps = 0
  }

  // MARK: Tracing

  func take(_ trace: TurnTrace, of session: Session) {
    guard wantsTrace, !trace.isQuiet else { return }
    let turn = TracedTurn(trace, isASCII: session.options.isASCII)
    lineCount += turn.lines.count
    turns.append(turn)
    if lineCount > RunRecorder.mostLines {
      wantsTrace = false
      session.applyTraceMode()
    }
  }

  // MARK: The end

  func finish(_ session: Session) -> ComparedRun {
    run.failed = session.expectations.failed
    run.errors = session.errors
    // An error outside of any turn; the error of a failed turn is already known.
    if run.errors > 0, run.outcome < .loop { run.outcome = .failed }
    run.links = session.sortedLinks().count
    run.values = session.finalValues()
    return run
  }
}

/// A turn of a trace that is shown beside another one.
struct TracedTurn {
  var number: Int
  var statement: String
  var place: String
  var lines: [StyledText]
  /// The last value that it gave to each property that it wrote.
  var written: [String: String] = [:]

  init(_ trace: TurnTrace, isASCII: Bool) {
    number = trace.number
    statement = trace.statement
    place = trace.place
    lines = trace.chronicle(isASCII: isASCII)
    for entry in trace.entries where entry.kind == .write || entry.kind == .compute {
      if let property = entry.property { written[property] = entry.new?.text ?? "" }
    }
  }
}

extension Session {
  /// What became of cycles in the turn that is over.
  ///
  /// - Parameter laps: How often the turn went round, as `mostLaps` gave it.
  func cycleVerdict(laps: Int) -> ComparedRun.CycleVerdict {
    let last = state.turned.lastTurn
    if let runaway = last.counts.runaway {
      switch runaway.shape {
      case .oscillates(let period): return .oscillates(period: period)
      case .diverges: return .diverges
      case .loop: return last.failure == nil ? .loop : .refused
      case .longChain: return .longChain
      case .endless: return .endless
      case .blowUp: return .blowUp
      }
    }
    if last.failure != nil {
      switch graphState.failure {
      case .readsItself, .changesWhatItReads: return .refused
      default: return .none
      }
    }
    let verdicts = self.verdicts()
    if verdicts.contains(where: { !$0.agrees }) { return .heldDisagreeing }
    if verdicts.contains(where: { $0.cycle != nil }) { return .heldAgreeing }
    // Under `error = go-on` the error ended it.
    if last.hasPassedOver { return .none }
    if laps > 0 { return .settled(after: laps) }
    if verdicts.isEmpty { return .none }
    let arePairs = verdicts.allSatisfy { graphState.partner(of: $0.link) != 0 }
    return arePairs ? .pair : .heldAgreeing
  }
}
