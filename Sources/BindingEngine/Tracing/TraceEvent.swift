/// Something that happened in a turn, or did not happen, and why. It is plain data; a renderer turns
/// it into text.
public struct TraceEvent: Sendable {
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// A value was stored: `property`, `old`, `new`; `link` where a binding did it.
    case write
    /// A binding passed a value on: `property` is its source, `other` its target, `old` the value
    /// read, `new` the value after transforming.
    case fire
    /// One stage of a binding's transformers: `old` in, `new` out; `text` its name.
    case transform
    /// The `set` block of `property` was given `old` and stores `new` instead; `link` where a binding
    /// gave it. What is done with `new` follows, with the same cause.
    case correct
    /// A binding or observer was due, and was held back by its lock.
    case held
    /// A write or a firing that was not carried out; `reason` says why.
    case dropped
    /// An observer's block ran, with `old` and `new` as the values before and after the change; `new` is
    /// the payload of an event.
    case observe
    /// A write was noted, and is stored later: `property`, its present value `old`, and `new`; `link` where
    /// a binding did it. The write that follows from it has it as its cause, if it is of the same turn.
    case note
    /// A `computed` was evaluated: `property`, `old`, `new`.
    case compute
    /// A binding or observer was made.
    case bind
    /// A binding or observer ended; `reason` says why.
    case unbind
    /// A binding or observer follows something else now: of a path, the object `new` and no longer `old`,
    /// nil where the path has nil; of an expression, `property` and no longer `other`.
    case move
    /// A binding got other ends: it wrote `property`, and now writes `other`; `text` is how it was written
    /// before, and the reads of the event are what it followed.
    case rebind
    /// An object was made: `new`; a cell for the element `old`.
    case make
    /// A released cell is used again: `new`, for the element `old`.
    case reuse
    case release
    /// `link` read the stale value `old` of `property`: `other` was `new` already, and `awaited` had
    /// yet to pass that on.
    case glitch
    /// `text` was printed.
    case print
    /// An event happened: `property`, and `new`, its payload; `link` where a binding did it.
    case event
    /// An action or a command was called with `new`: `property`; or by code as `text` says, with the values
    /// in the list `old`: then `other` is the member of an object that it is.
    case call
    /// A binding made a request to an asynchronous transformer, `text`: `old` was given, and the
    /// answer is due at `new`.
    case request
    /// That answer arrived: `old` had been given.
    case answer
    /// Something was scheduled for the time `new`; `text` says what.
    case timer
    /// Something failed; `text` says what.
    case error
    /// Everything that the turn did was rolled back.
    case undo
  }

  public enum Reason: UInt8, Sendable, CaseIterable {
    case none
    /// The written value is already there.
    case equal
    /// A two-way binding gave its right end what it had written there last.
    case repeated
    /// nil on the path to the target.
    case brokenTarget
    /// nil on the path to the source, and the binding waits until the path is complete for the
    /// first time.
    case brokenSource
    /// The target's object is released; of a write: the object that `property` referred to.
    case released
    /// The semantics refuses a plain write to a bound property.
    case refused
    /// A plain write to the target undid the binding.
    case overwritten
    /// A second binding to the same target replaced it.
    case replaced
    /// By `unbind`.
    case asked
    /// `once` has passed its value: it ends, or stays and does not fire again.
    case once
    /// By `silent`: nothing was notified.
    case silent
    /// The list was changed in place: nothing was notified.
    case inPlace
    /// An effect is not notified of its own change of what it had read before: it observes that only
    /// when its run has ended.
    case unnoticed
    /// The listener has not read in the list what has changed.
    case elsewhere
    /// The target of the binding is marked: it is evaluated when that is read.
    case unread
    /// A call or write to a member of nil.
    case nothing
    /// The event has no handler.
    case unheard
    /// A newer request has overtaken the answer; or, in a transformer with its own `late`, `text`, a
    /// newer value at the time `old` the one that waited there.
    case overtaken
    /// Of a request and its answer: the value waits in a transformer with its own `late`, `text`.
    case waiting
    /// The block gave no answer.
    case unanswered
    /// A transformer rejected the value `new`; `text` says why.
    case rejected
    /// The binding that made the request has ended.
    case unbound
    /// The command is executing already.
    case executing
    /// The command is not enabled.
    case disabled
    /// The command is not executing, so there is nothing to cancel.
    case idle
    /// The command is not executing, so there is nothing to finish.
    case unbegun
    /// An observer waits for its first value, and there is none.
    case noValue
    /// A command's body threw it, and so the command fails.
    case caught
    /// It is due while it is firing, which is a loop.
    case loop
    /// An observer is notified before the change.
    case prior
    /// The value is announced, and stored when its listeners have been notified.
    case announced
    /// It was evaluated from a value that it keeps, and that is another by now.
    case kept
    /// It is stored now, over what they have written.
    case storedOver
    /// It is not locked while it fires, because its `transform` block is new.
    case unlocked
    /// Of a noted write: a later one of the same property took its place.
    case later
    /// An effect was due, and all that it has read has the value that it has read.
    case unchanged
    /// The effect that had made it runs again, or has ended.
    case remade
    /// Nobody keeps it, or what kept it was released.
    case unkept
  }

  // Ordered by size, since a turn may have hundreds of thousands of events.

  public var old: Value
  public var kind: Kind
  public var reason: Reason
  private var changeKind = ListChange.Kind.set
  /// The number of this event in its turn, from 1.
  public var sequence: UInt32
  public var new: Value
  /// The event that caused this one; 0 for the statement itself.
  public var cause: UInt32
  /// The binding or observer that acted; 0 for none.
  public var link: UInt32
  /// Property handles; 0 for none.
  package var property: UInt32
  package var other: UInt32
  private var changeIndex: UInt32 = 0
  /// The length of the log at that time, counted from the turn's beginning.
  package var entry: UInt32 = 0
  /// The number of plain copies of numbers in a row that this event stands for, beginning at
  /// `property`; their values are in the log. 0 for an ordinary event. See `GraphCore.withHops`.
  package var hops: UInt32 = 0
  /// Text that is in none of the values: a stage's name, printed text, an error's message.
  public var text: String?

  /// For a write: what happened to the list.
  public var change: ListChange {
    get { ListChange(changeKind, at: Int(changeIndex)) }
    set {
      changeKind = newValue.kind
      changeIndex = UInt32(truncatingIfNeeded: newValue.index)
    }
  }

  /// Of a glitch: the binding that had yet to pass the change on. Only a write says what happened to a
  /// list, so the two share a place.
  package var awaited: UInt32 {
    get { kind == .glitch ? changeIndex : 0 }
    set { changeIndex = newValue }
  }

  package init(
    kind: Kind, reason: Reason = .none, sequence: UInt32, cause: UInt32, link: UInt32 = 0,
    property: UInt32 = 0, other: UInt32 = 0, old: Value = .nil, new: Value = .nil,
    text: String? = nil, change: ListChange = .set
  ) {
    self.kind = kind
    self.reason = reason
    self.sequence = sequence
    self.cause = cause
    self.link = link
    self.property = property
    self.other = other
    self.old = old
    self.new = new
    self.text = text
    changeKind = change.kind
    changeIndex = UInt32(truncatingIfNeeded: change.index)
  }

  /// What was recorded as a firing, and turned out to be a move.
  init(movedAs firing: TraceEvent) {
    self = firing
    (kind, old, new, property, other) = (.move, .nil, .nil, 0, 0)
  }
}

extension TraceEvent {
  /// Whether it says that a value was dropped that waited in a transformer with its own `late`.
  public var isOfWaiting: Bool {
    kind == .dropped && (reason == .overtaken || reason == .unbound) && text != nil
  }
}
