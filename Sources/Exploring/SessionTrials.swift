import Interpreter
import Language
import Syntax

/// Tries transformers in a session that contains only them and what they name.
struct SessionTrials: RoundTripTrials {
  func tryRoundTrip(in script: String) -> RoundTripOutcome {
    let host = SilentHost()
    var options = SessionOptions()
    options.refusesFiles = true
    options.maximumSteps = RoundTrip.mostSteps
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "<trial>", text: script))
    guard session.errors == 0, let link = session.sortedLinks().first else {
      return RoundTripOutcome(finding: .unknown)
    }
    let finding = session.roundTrip(of: link)
    // A name that is missing in the trial may exist when the script runs.
    guard finding.isWarning, session.state.callables.allSatisfy({ $0.body.failures.isEmpty }) else {
      return RoundTripOutcome(finding: .unknown)
    }
    // The session does not keep its host alive.
    return RoundTripOutcome(finding: finding) { [session, host] value in
      withExtendedLifetime(host) { session.graphState.literal(value) }
    }
  }
}

extension SessionOptions {
  /// The result of `check` with these options, and with an interpreter for round trips.
  public var checking: CheckOptions {
    var options = CheckOptions()
    options.semantics = semantics
    options.isASCII = isASCII
    options.refusesFiles = refusesFiles
    options.trials = SessionTrials()
    return options
  }
}
