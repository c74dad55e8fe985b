import Values

/// Runs the transformers of a two-way binding on sample values.
///
/// `check` runs nothing itself, so an interpreter is passed to it for this.
public protocol RoundTripTrials {
  /// - Parameter script: A script with one binding, which is tried.
  /// - Returns: The result, and how its values are written.
  func tryRoundTrip(in script: String) -> RoundTripOutcome
}

/// The result of a trial.
public struct RoundTripOutcome {
  package var finding: RoundTrip.Finding
  /// A value as it is written in the language.
  package var literal: (Value) -> String

  package init(finding: RoundTrip.Finding, literal: @escaping (Value) -> String = { _ in "" }) {
    self.finding = finding
    self.literal = literal
  }
}
