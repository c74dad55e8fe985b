import BindingEngine

/// Runs the transformers of a two-way binding on sample values.
///
/// `check` runs nothing itself: who has an interpreter lends it for this.
public protocol RoundTripTrials {
  /// - Parameter script: A script whose one binding is tried.
  /// - Returns: What was found, and how its values are written.
  func tryRoundTrip(in script: String) -> RoundTripOutcome
}

/// What a trial has shown.
public struct RoundTripOutcome {
  package var finding: RoundTrip.Finding
  /// A value as it is written in the language.
  package var literal: (Value) -> String

  package init(finding: RoundTrip.Finding, literal: @escaping (Value) -> String = { _ in "" }) {
    self.finding = finding
    self.literal = literal
  }
}
