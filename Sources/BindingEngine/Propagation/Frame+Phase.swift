extension Frame {
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
    /// Waits for a `computed` to be evaluated.
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
    /// The handlers of an event run; `held` has the payload of the same event around it.
    case happened
    /// An action or a command is running, called by a binding or a block.
    case calling
    /// Those who want to know before a change are being notified; `held` has the value to store.
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
  }

  struct Marks: OptionSet {
    let rawValue: UInt8

    /// `run()` returns when this level is done.
    static let root = Marks(rawValue: 1)
    /// A change is on its way to what is delivered or was read, and has not come there yet.
    static let behind = Marks(rawValue: 2)
    /// It was said of the firing that it read such a value.
    static let counted = Marks(rawValue: 4)
    /// The delivery is to begin again.
    static let restart = Marks(rawValue: 8)
    /// Only observers are notified, or only bindings fired.
    static let observers = Marks(rawValue: 16)
    static let bindings = Marks(rawValue: 32)
    /// After a batch: the observers of what the bindings on the way write are told at the place of
    /// each binding.
    static let deep: Marks = [.observers, .bindings]
    /// The observers behind the bindings have yet to have their turn.
    static let first = Marks(rawValue: 64)
    /// They have been notified of a later change meanwhile, and know all there is.
    static let told = Marks(rawValue: 128)
    /// It stands within another delivery of the same property. Where there is that, none begins again.
    static let inner = restart
  }
}
