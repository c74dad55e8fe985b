/// What a transformer with `after` does with a value while an earlier one still waits in it: the words
/// after its `late`.
package enum LateAnswers: String, CaseIterable, Sendable {
  /// Both pass on, each in its own time.
  case land
  /// The earlier one is dropped.
  case drop
  /// The earlier one is dropped, and the newer one passes on at the time that was set for it.
  case replace
  /// They pass on one after the other: the timer of the next is set when the one before has passed on.
  case queue
}
