/// One thing that a turn did, with what is needed to undo it: 32 bytes.
///
/// Undoing goes through the log from its end, so each entry finds the tables as they were right
/// after it. That is how a list node can be restored by the neighbours that it still knows.
struct LogEntry {
  enum Kind: UInt8 {
    /// `slot` held `value`; `link` wrote it, 0 for a statement.
    case write
    /// The text in `slot` had `value` bytes, and grew.
    case grew
    /// `link` fired and stored nothing; recorded for the limit, which counts firings.
    case fired
    /// The marks of `slot` were `link`, as raw value.
    case marks
    /// `slot` is the object made.
    case madeObject
    /// `slot` is the object released.
    case released
    /// `slot` is the object that got one more property.
    case extended
    /// The object `slot` was of the class `link`.
    case reclassed
    /// The property `slot`, which extends its object, was declared as number `link`.
    case redeclared
    case madeLink
    /// `link` was alive.
    case endedLink
    /// `link` was added to the list of its source.
    case linked
    /// `link` was removed from the list of its source.
    case unlinked
    /// `link`, which moves to another list, was after `slot` and before `cause`.
    case neighbours
    /// `link` became a writer of its target.
    case joined
    /// `link` stopped being a writer of its target.
    case left
    /// The source of `link` was `slot`.
    case source
    /// The target of `link` was `slot`.
    case target
    /// The flags of `link` were `slot`, as raw value.
    case flags
    /// Whether what a link observes has changed since, of several at once: see `ChangedLinks`.
    case changed
    /// After the step `link` of a path came the step `slot`.
    case nextStep
    /// `link` had no detail.
    case madeDetail
    /// The detail of `link` was saved as number `slot`.
    case detail
    /// Timer `slot` was set.
    case scheduled
    /// Timer `slot` was cancelled.
    case unscheduled
    /// The last request of `link` was timer `slot`.
    case requested
    /// `link` was registered at `slot`, as a stamp.
    case registered
    /// Timer `slot` fell due when the clock was at `value`. Recorded between turns.
    case fell
    /// What fell due before was not run, and timer `slot` took its place. Recorded between turns.
    case dueAgain
    /// The clock was at `value`. Recorded between turns.
    case passed
    /// `link` was tied to the object `slot`.
    case tied
    /// The object `slot` got one more child.
    case parented
    /// The name of the object `slot` was saved as number `link`.
    case named
  }

  var value: Value
  var kind: Kind
  var slot: UInt32
  var link: UInt32
  /// For a number that was copied plainly, if the log serves as the trace: the event that caused
  /// the copy.
  var cause: UInt32 = 0
}
