/// One thing that a turn did, and what it takes to put it back: 32 bytes.
///
/// Putting back goes through the log from its end, so each entry finds the tables as they were
/// right after it. That is what lets a list node be put back by the neighbours it still knows.
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
    /// Behind the step `link` of a way came the step `slot`.
    case nextStep
    /// `link` had no detail.
    case madeDetail
    /// The detail of `link` was `savedDetails[slot]`.
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
    /// The object `slot` was called `savedNames[link]`.
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

/// One level of the explicit stack on which changes travel.
struct Frame {
  enum Phase: UInt8 {
    /// Goes through the links of a property that was written.
    case deliver
    /// A link with a detail is firing, and its source is to be read, once whatever stands above
    /// on the stack is done.
    case readSource
    /// Waits for its source expression.
    case source
    /// Waits for the stage numbered `stage` of its transformers.
    case stage
    /// Waits for its `transform` block.
    case transform
    /// Its value is written and being delivered.
    case delivered
    /// Waits for its own `observe` block.
    case ownObserver
    /// Waits for an observer's block.
    case observer
    /// Waits for a `computed` to be worked out.
    case computed
    /// Waits for a `set` block, before a write.
    case setter
    /// A new link is to begin to observe.
    case attach
    /// It waits for its source expression, to see what that reads.
    case discover
    /// Waits for its only transformer; see `GraphCore+Mapping.swift`.
    case mapping
    /// Waits for the cells of the list that it passes on.
    case each
    /// A request has gone out to an asynchronous transformer: the firing ends without a value.
    case requested
    /// An event is being told of; `held` has the payload of the same event around it.
    case happened
    /// An action or a command is running, called by a binding or a block.
    case calling
    /// Those who are told before a change are being told; `held` has the value to store, and
    /// `limit` the link that writes it.
    case prior
    /// Goes through listeners that were gathered; see `GraphCore+Sweeps.swift`.
    case sweep
    /// Bindings are being evaluated, and their observers told after them.
    case wave
    /// Takes what is due from the agenda.
    case flush
    /// Announces what changed in a batch.
    case announce
    /// Finds out whether a `computed` has changed; see `GraphCore+Pull.swift`.
    case verify
  }

  struct Marks: OptionSet {
    let rawValue: UInt8

    /// `run()` returns when this level is done.
    static let root = Marks(rawValue: 1)
    /// What is delivered, or was read, does not know yet of a change that is on its way to it.
    static let behind = Marks(rawValue: 2)
    /// It was said of the firing that it read such a value.
    static let counted = Marks(rawValue: 4)
    /// The delivery is to begin again.
    static let restart = Marks(rawValue: 8)
    /// Only observers are told, or only bindings fired.
    static let observers = Marks(rawValue: 16)
    static let bindings = Marks(rawValue: 32)
    /// The observers behind the bindings have yet to have their turn.
    static let first = Marks(rawValue: 64)
    /// After a batch: the observers of what the bindings on the way write are told at the place of
    /// each binding.
    static let deep = first
    /// They have been told of a later change meanwhile, and know all there is.
    static let told = Marks(rawValue: 128)
    /// It stands within another delivery of the same property. Where there is that, none begins again.
    static let inner = restart
  }

  /// The next link to look at. While a change of a list is passed on, its index.
  var cursor: UInt32
  /// Links with this serial or a later one were made after the change and do not hear of it. While
  /// a change of a list is passed on, its kind.
  var limit: UInt32
  /// The link that is firing; 0 for a statement's write.
  var link: UInt32
  /// The log entry of the write that is being delivered, `UInt32.max` for none; while a source or
  /// a `computed` is worked out, how many of `reads` were there before.
  var entry: UInt32
  /// The trace event that this level belongs to.
  var event: UInt32
  var slot: UInt32
  /// How many of `held` were there before this level's own; for a delivery, which has none, the
  /// index of the list's change.
  var heldBase: UInt32
  /// The stage of a firing; for a delivery the kind of the list's change.
  var stage: UInt16
  var phase: Phase
  var marks: Marks
  /// The highest level below that has yet to go on to further listeners, counted from 1; 0 for
  /// none: as long as there is none, nothing is on its way.
  var open: UInt32

  var isRoot: Bool { marks.contains(.root) }

  @inline(__always)
  init(
    cursor: UInt32, limit: UInt32, link: UInt32, entry: UInt32, event: UInt32, slot: UInt32,
    heldBase: UInt32, stage: UInt16, phase: Phase, isRoot: Bool, open: UInt32 = 0
  ) {
    self.cursor = cursor
    self.limit = limit
    self.link = link
    self.entry = entry
    self.event = event
    self.slot = slot
    self.heldBase = heldBase
    self.stage = stage
    self.phase = phase
    marks = isRoot ? .root : []
    self.open = open
  }

  /// Whether it passes a change on to listeners.
  var isDelivery: Bool { phase == .deliver || phase == .sweep }

  /// Of a delivery: what happened to the list.
  var change: ListChange {
    get { ListChange(ListChange.Kind(rawValue: UInt8(stage)) ?? .set, at: Int(heldBase)) }
    set {
      stage = UInt16(newValue.kind.rawValue)
      heldBase = UInt32(truncatingIfNeeded: newValue.index)
    }
  }

  /// Of a firing: what happened to the list that it passes on.
  var firedChange: ListChange {
    get { ListChange(ListChange.Kind(rawValue: UInt8(limit)) ?? .set, at: Int(cursor)) }
    set {
      limit = UInt32(newValue.kind.rawValue)
      cursor = UInt32(truncatingIfNeeded: newValue.index)
    }
  }
}
