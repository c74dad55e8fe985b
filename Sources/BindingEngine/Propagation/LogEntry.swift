/// One thing that a turn did, and what it takes to put it back: 32 bytes.
///
/// Putting back goes through the log from its end, so each entry finds the tables as they were
/// right after it. That is what lets a list node be restored by the neighbours it still knows.
struct LogEntry {
  enum Kind: UInt8 {
    /// `slot` held `value`; `link` wrote it, 0 for a statement.
    case write
    /// `link` fired and stored nothing; there for the limit, which counts firings.
    case fired
    /// The marks of `slot` were `link`, as raw value.
    case marks
    /// `slot` is the object made.
    case madeObject
    /// `slot` is the object released.
    case released
    /// `slot` is the object that got one more property.
    case extended
    case madeLink
    /// `link` was alive.
    case endedLink
    /// `link` was put into the list of its source.
    case linked
    /// `link` was taken out of the list of its source.
    case unlinked
    /// `link`, which is to stand in another list, stood behind `slot` and before `cause`.
    case neighbours
    /// `link` became a writer of its target.
    case joined
    /// `link` ceased to be a writer of its target.
    case left
    /// The source of `link` was `slot`.
    case source
    /// The target of `link` was `slot`.
    case target
    /// The flags of `link` were `slot`, as raw value.
    case flags
    /// Whether what a link observes has changed since, of several at once: see `ChangedLinks`.
    case changed
    /// Behind the step `link` of a way came the step `slot`.
    case nextStep
    /// `link` had no detail.
    case madeDetail
    /// The detail of `link` was number `slot` of those that are saved.
    case detail
    /// Timer `slot` was set.
    case scheduled
    /// Timer `slot` was called off.
    case unscheduled
    /// The last request of `link` was timer `slot`.
    case requested
    /// `link` was registered at `slot`, as a stamp.
    case registered
    /// Timer `slot` fell due, when the clock stood at `value`. Entered between turns.
    case fell
    /// What fell due before was not run: timer `slot` took its place. Entered between turns.
    case dueAgain
    /// The clock stood at `value`. Entered between turns.
    case passed
    /// `link` was tied to the object `slot`.
    case tied
    /// The object `slot` got one more child.
    case parented
    /// The object `slot` was called number `link` of the saved names.
    case named
  }

  var value: Value
  var kind: Kind
  var slot: UInt32
  var link: UInt32
  /// Of a number that was copied plainly, where the log stands for the trace: the event that the copy
  /// follows from.
  var cause: UInt32 = 0
}
