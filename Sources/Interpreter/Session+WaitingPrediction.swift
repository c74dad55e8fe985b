import Language
import Syntax

// How a cycle ends whose laps are turns of their own, since they wait for answers or timers: time passes in
// a trial, and everything is rolled back.
extension Session {
  /// How many timers may follow from one another in a trial.
  private static var mostWaits: UInt32 { 1_000 }

  /// What results from a write when time passes: alone, or with another write while something is due, whichever
  /// is worse. nil if the statement cannot be run.
  func waitingPrediction(_ write: String) -> CyclePrediction? {
    guard !isOnTrial, !write.contains(where: { ":…\n".contains($0) }),
      let alone = waiting(write)
    else { return nil }
    guard alone.prediction.verdict != .waitsForever, let due = alone.firstDue, due > 1,
      let again = secondWrite(write)
    else { return alone.prediction }
    let half = core.pointee.literal(.duration(due / 2))
    let both = "\(write); advance \(half); \(again)"
    guard var overlapping = waiting(both)?.prediction, overlapping.verdict == .waitsForever else {
      return alone.prediction
    }
    overlapping.write = both
    return overlapping
  }

  /// A write like this one with another number; nil if it writes no number.
  private func secondWrite(_ write: String) -> String? {
    let parts = write.split(separator: " ")
    guard parts.count == 3, let number = Int(parts[2]), number < .max else { return nil }
    return "\(parts[0]) = \(number + 1)"
  }

  /// Runs statements and lets time pass.
  private func waiting(_ text: String) -> (prediction: CyclePrediction, firstDue: Int?)? {
    let (tree, errors, _) = Parser.parse(
      SourceFile(name: "<prediction>", text: text.replacing("; ", with: "\n") + "\n"), names: names)
    let (wait, _, _) = Parser.parse(SourceFile(name: "<prediction>", text: "wait\n"), names: names)
    guard errors.isEmpty else { return nil }
    let (silent, trial) = (SilentHost(), TurnCounter())
    let (steps, start) = (machine.steps, core.pointee.clock.now)
    let limits = (machine.stepLimit, machine.mostGenerations)
    machine.stepLimit = min(limits.0, steps + predictionSteps)
    machine.mostGenerations = Session.mostWaits
    core.pointee.limitFirings(to: min(options.maximumSteps ?? .max, predictionSteps))
    defer {
      (machine.stepLimit, machine.mostGenerations) = limits
      core.pointee.limitFirings(to: options.maximumSteps ?? .max)
    }
    var (firstDue, end, taken): (Int?, Int, Int) = (nil, start, 0)
    let isDone: Void? = try? tried(reportingTo: silent, trial) {
      runReporting(tree)
      firstDue = core.pointee.clock.pending.first.map { $0.due - core.pointee.clock.now }
      trial.turns = 0
      if silent.errors.isEmpty { runReporting(wait) }
      end = core.pointee.clock.now
      taken = machine.steps - steps + trial.firings
    }
    guard isDone != nil else { return nil }
    predictionSteps -= max(taken, 100)
    machine.steps = steps
    let verdict: CyclePrediction.Verdict
    let outcome: String
    if let error = silent.errors.first(where: { !$0.isFailedExpectation }) {
      let isEndless = trial.turns >= Int(Session.mostWaits)
      verdict = isEndless ? .waitsForever : .fails
      outcome =
        isEndless
        ? "'wait' does not end within \(Session.mostWaits) timers that follow from one another"
        : "it ends with an error: \(error.message)"
    } else {
      verdict = .waits(turns: trial.turns)
      let time = core.pointee.literal(.duration(end - start))
      outcome =
        trial.turns == 0
        ? "it settles, and nothing is due later"
        : "it ends after \(time), in \(trial.turns) more turn\(trial.turns == 1 ? "" : "s")"
    }
    return (CyclePrediction(verdict: verdict, text: outcome), firstDue)
  }
}

/// Counts the turns of a trial.
private final class TurnCounter: TurnListener {
  let isTrial = true
  let wantsTrace = false
  var turns = 0
  private(set) var firings = 0

  func turnEnded(_ session: Session) {
    turns += 1
    firings += session.core.pointee.turn.firings
  }
}
