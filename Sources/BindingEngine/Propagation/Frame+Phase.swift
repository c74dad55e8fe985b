extension Frame {
  enum Phase: UInt8 {
    /// Goes through the links of a property that was written.
    case deliver
    /// A link with a detail is firing. Its source is read when the levels above it on the stack are
    /// done.
    case readSource
    /// Waits for its source expression.
    case source
    /// Waits for the stage numbered `stage` of its transformers.
    case stage
    /// Waits for how long its value waits in that transformer; the value is the last one in `held`.
    case wait
    /// Waits for its `transform` block.
    case transform
    /// Its value is written and being delivered.
    case delivered
    /// Waits for its own `observe` block.
    case ownObserver
    /// Waits for an observer's block.
    case observer
    /// Waits for the end of an effect's block.
    case effect
    /// Waits for a `computed` to be evaluated.
    case computed
    /// Waits for a `set` block, before a write.
    case setter
    /// A new link is about to observe.
    case attach
    /// It waits for its source expression, to find out what that reads.
    case discover
    /// Waits for its only transformer; see `GraphCore+Mapping.swift`.
    case mapping
    /// Waits for the cells of the list that it passes on.
    case each
    /// A request was sent to an asynchronous transformer: the firing ends without a value.
    case requested
    /// The handlers of an event run; `held` has the payload of an outer firing of the same event.
    case happened
    /// An action or a command is running, called by a binding or a block.
    case calling
    /// Observers that run before a change are being notified; `held` has the value to store.
    case prior
    /// Goes through listeners that were gathered; see `SweepOrder`.
    case sweep
    /// Bindings are being evaluated, and their observers notified after them.
    case wave
    /// Takes what is due from the agenda.
    case flush
    /// Announces what changed in a batch.
    case announce
    /// Finds out whether a `computed` has changed; see `GraphCore+Verifying.swift`.
    case verify
    /// Finds out whether something that may have changed has changed; see `GraphCore+Ahead.swift`.
    case lookUp
    /// Evaluates what was marked since it began.
    case update
  }

  struct Marks: OptionSet {
    let rawValue: UInt8

    /// `run()` returns when this level is done.
    static let root = Marks(rawValue: 1)
    /// A change is on its way to what is delivered or was read, and has not arrived yet.
    static let behind = Marks(rawValue: 2)
    /// The trace already says that the firing read such a value.
    static let counted = Marks(rawValue: 4)
    /// The delivery will start over.
    static let restart = Marks(rawValue: 8)
    /// Only observers are notified, or only bindings fired.
    static let observers = Marks(rawValue: 16)
    static let bindings = Marks(rawValue: 32)
    /// After a batch: the observers of what these bindings write are notified at the place of each
    /// binding.
    static let deep: Marks = [.observers, .bindings]
    /// The observers after the bindings have not been notified yet.
    static let first = Marks(rawValue: 64)
    /// They have been notified of a later change meanwhile, which includes this one.
    static let notified = Marks(rawValue: 128)
    /// Of `computed`: the observers that run before a change have been notified.
    static let notifiedPrior = notified
    /// Of `computed`: it subscribes to what it had read before.
    static let subscribes = first
    /// Of what reads: it has been counted that a value which it keeps is another by now.
    static let overtaken = observers
    /// Of a block that reads: what it reads now, it reads untracked.
    static let untracked = restart
    /// It is inside another delivery of the same property. Then none starts over.
    static let inner = restart
  }
}
