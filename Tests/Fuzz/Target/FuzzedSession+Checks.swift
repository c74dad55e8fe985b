import BindingEngine
import Checking
import Exploring
import Interpreter
import Language
import RecordedTraces
import ScriptGrammar
import Syntax

/// What must be true of a session whatever it has run.
extension FuzzedSession {
  /// Whether the session can still be used: to go back and forth, to read its output, to continue.
  func checkUse() {
    guard !session.isOver else { return }
    stopWatching()
    require(travelDifferences())
    host.typist = nil
    require(firstFailureToGoOn())
    if host.keepsTrace { askTrace() }
  }

  /// An interrupted statement is over, and the following ones must not be interrupted.
  private func stopWatching() {
    Watchdog.end()
    session.forgetInterruption()
  }

  private func type(_ text: String) {
    session.run(SourceFile(name: "<repl>", text: text), isInteractive: true)
  }

  // MARK: Going on

  /// After all errors, a statement has its usual effect.
  private func firstFailureToGoOn() -> [String] {
    for statement in ["trace off", "unbreak"] { type(statement) }
    host.kept = ("", [])
    type("print 1")
    defer { host.kept = nil }
    guard let kept = host.kept, !session.hasUsedUpSteps else { return [] }
    return kept.output.contains("1\n")
      ? [] : ["print 1 printed '\(kept.output)', with \(kept.reports)"]
  }

  // MARK: Going back and forth

  /// The differences after going back over all turns, one at a time, and forward again.
  private func travelDifferences() -> [String] {
    guard session.hasJournal else { return [] }
    // Goes to the newest state, if the input has left an older one.
    type("replay")
    var states = [session.state()]
    while states.count <= FuzzedSession.longestTravel {
      let turn = session.lastTurnEnd.number
      type("rewind")
      require(session.checkInvariants())
      if session.lastTurnEnd.number == turn { break }
      states.append(session.state())
    }
    var broken: [String] = []
    for (steps, expected) in states.enumerated().dropLast().reversed() where broken.isEmpty {
      type("replay 1")
      require(session.checkInvariants())
      broken = differences(from: expected, to: session.state()).map { "\(steps) back: \($0)" }
    }
    return broken
  }

  private static let longestTravel = 30

  // MARK: Rolled back

  /// A timer is not due again if its turn is rolled back, and a new session is a different one.
  func passesTime(_ text: String) -> Bool {
    ["wait", "advance", "reset", "source", "rewind", "replay"].contains(where: text.contains)
  }

  /// The differences between two states that should be the same.
  func differences(from before: [String: String], to after: [String: String]) -> [String] {
    let changed = before.filter { after[$0.key, default: "nil"] != $0.value }.map {
      "\($0.key): \($0.value), then \(after[$0.key] ?? "none")"
    }
    // The slots of what was made are kept for others.
    let left = after.filter {
      before[$0.key] == nil && $0.value != "[]" && !$0.key.hasPrefix("value")
    }
    return changed + left.map { "\($0.key): \($0.value)" }
  }

  // MARK: The trace

  /// Opens the trace that the session has written, and asks about it.
  private func askTrace() {
    guard !host.trace.isEmpty else { return }
    var problem = ""
    let reader = TraceSession(
      host.trace, file: "fuzz.ndjson", host: host, style: (80, choices.options.isASCII, .plain),
      reporting: { problem = $0 })
    guard let reader else { return require(["the trace cannot be read: \(problem)"]) }
    var grammar = Grammar(random: Random(state: UInt64(host.trace.count)))
    let questions = (0..<8).map { _ in grammar.question() }
    for question in questions + ["turns", "trace last", "rewind", "costs", "graph", "replay"] {
      reader.run(question, name: "<repl>")
    }
  }
}
