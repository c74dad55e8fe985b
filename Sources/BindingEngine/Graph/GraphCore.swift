import Names

/// The whole state of a graph: flat tables, reached by 32-bit handles.
///
/// A struct with mutating methods, used through one pointer. As properties of a class, the same
/// tables would be checked for exclusive access at every step, which costs eight times as much as a
/// hop. Handle 0 of every table is "none"; property 0 is a tombstone, to which bindings point whose
/// target is gone.
@usableFromInline
package struct GraphCore: ~Copyable {
  /// A field of a type that only memory can hold keeps the whole struct in memory. Without it the
  /// compiler still moves all 1,000 bytes to a temporary for many functions that only read.
  private let inMemory: Any = ()

  /// Distinguishes the handles of this graph from those of others, in 24 bits; 0 belongs to no
  /// graph.
  package let tag: UInt32
  /// The tag where an object's handle has it, so that one comparison shows whether a handle belongs
  /// to this graph and its object lives.
  let tagBits: UInt32

  // MARK: Tables

  /// The values, and the log: see `GraphCore+Commit.swift`.
  @usableFromInline var store = Store()
  /// The first link that writes it, for each property.
  var firstIncoming = FlatArray<UInt32>()
  @usableFromInline package var objects = FlatArray<ObjectRecord>()
  package var links = FlatArray<LinkRecord>()
  package var details = FlatArray<LinkDetail>()
  package var stages = FlatArray<Stage>()
  package var transformers = FlatArray<TransformerRecord>()
  package var paths: [KeyPathRecord] = []
  package var classes: [ClassRecord] = []
  /// What making an object needs to know about its class.
  var shapes = FlatArray<ClassShape>()
  package let names: NameTable

  // MARK: What few objects and links have

  /// Properties added to one object later, by object index.
  package var extensions: [UInt32: ObjectExtension] = [:]
  /// What was declared of them before they were declared otherwise; the log names them by place.
  var replacedInfos: [PropertyInfo] = []
  /// What was in force before each change of the semantics that can be rolled back, the latest last.
  var replacedRules: [Rules] = []
  /// The objects that the declaration of another one made, by the index of that object.
  var children: [UInt32: [ObjectID]] = [:]
  /// Links that end with an object without observing it, by object index.
  var ties: [UInt32: [Tie]] = [:]
  /// The name of an object in diagnostics and in the trace, by object index.
  package var objectNames: [UInt32: ObjectName] = [:]
  /// The number of an object among the instances of its class, by object index; grows only when one
  /// is given.
  var ordinals = FlatArray<UInt32>()
  /// The order in which objects were made, by object index. Places are used again, and their order
  /// depends on what is remembered. Only if `numbersObjects`.
  var makingOrder = FlatArray<UInt32>()
  package var numbersObjects = false
  var nextObjectNumber: UInt32 = 1
  /// The source place of each link, an opaque token of the driver; grows only when one is given.
  var origins: [UInt32] = []
  package var linkNames: [UInt32: Name] = [:]

  // MARK: What can be used again

  var freePlaces = FreePlaces()
  var pending = Pending()
  /// The steps made and the links moved in this turn. A step keeps the length of the log at its
  /// making in its `detail`, which it does not use otherwise.
  var freshLinks = FlatArray<UInt32>()
  /// The length of the log when a link was moved.
  var freshMoves: [UInt32: UInt32] = [:]
  /// What is due when changes do not travel depth first.
  var agenda = Agenda()
  /// What depth-first orders keep beside the stack.
  var sweeps = Sweeps()
  /// Which marks mean that reading a property needs more work: see `noteRead`.
  package var readMask = GraphCore.ordinaryReadMask
  /// Nothing that is due can change a property before this place.
  package var settledBelow = Int32.min
  /// A link with this serial or a later one was made since the turn began, and since a part of the
  /// turn was last marked. A rollback removes it completely, so its earlier state need not be kept.
  var firstNewSerial: UInt32 = 1
  /// Blocks that the driver may forget, once the turn is kept or rolled back.
  package var retiredBlocks: [BlockID] = []

  // MARK: The running turn

  var frames = FlatArray<Frame>(minimumCapacity: 64)
  /// What is on its way, if somebody has asked.
  var awaited = Awaited()
  /// Values that frames hold while blocks run.
  var held = FlatArray<Value>()
  /// The entry of the list change that was last asked for, and up to where the log has no other
  /// write of that list.
  var latestChange: (entry: UInt32, seen: UInt32) = (.max, .max)
  /// Whether writes to properties that hold or have held an object are noted.
  package var notesReferences = false
  /// Whether links whose paths move to other properties are noted.
  package var notesMoves = false
  /// What was held back, and the ways that led there: see `holds`.
  var holding = Holding()
  /// Properties that the running block has read, if that matters.
  package var reads = FlatArray<UInt32>()
  /// Formulas that wait for a `computed`, in the order of their levels.
  var pauses = FlatArray<FormulaPause>()
  /// The formulas of transformers and of expressions, by block; grown only where one is given.
  var formulas = FlatArray<UnsafeMutablePointer<FormulaStep>?>()
  /// Counts the blocks that the driver has run.
  var answers: UInt32 = 0
  package var semantics = Semantics.bind
  /// Whether links may be in another order than that of making: see `subscribe` and `siblings`.
  var hasReordered = false
  /// The semantics as separate flags for the loop.
  var knobs = Knobs(.bind, mostFirings: GraphCore.mostFirings)
  package var turn = TurnCounts()
  package var isInTurn = false
  /// States to which several turns can be rolled back, the latest last.
  var checkpoints: [Checkpoint] = []
  /// The turns that are remembered.
  package var journal = Journal()
  /// Whether the log keeps what a turn has done when the turn is kept.
  var keepsLog = false
  /// Blocks of timers that have run while the log was kept. They are needed again if the timers
  /// become due again.
  var finishedBlocks: [BlockID] = []
  /// Where the running turn began, if the turns before it are still in the log.
  var turnStart = Savepoint()
  var counts = FiringCounts()
  var rare = RareState()
  /// The serial that the next link gets.
  package var nextSerial: UInt32 = 1
  /// The serials of `computed` properties, which have no number, in order.
  var unnumbered: [UInt32] = []
  /// The link that was made with each serial; empty until a number is first asked for.
  var linksBySerial = FlatArray<UInt32>()
  /// For links whose targets are in `crowded`: the one before in the list of writers.
  var previousIncoming = FlatArray<UInt32>()
  /// Properties with so many writers that these are linked both ways.
  var crowded: Set<UInt32> = []
  /// The block that `run()` asks its driver to run.
  package var request = BlockRequest()
  package var failure: GraphError?
  /// Whether the failure came before anything was put on the stack.
  var failedBeforeItsFrame = false
  /// What the next `run()` returns at once: a request or a failure that came up at the beginning of
  /// something.
  var pendingSuspension: Suspension?
  /// Set from outside, say by a signal handler, to stop a running turn.
  package var interruptFlag: UnsafePointer<Int32>?
  /// How many listeners and levels a turn may look at, and how many listeners it may hold back: a limit
  /// for trials, where many listeners of one property can make a firing as long as a million others.
  package var mostWork = Int.max

  // MARK: Tracing

  package var isTracing = false
  /// Whether what follows from what is noted, because of a value that may have been stale.
  var isWatching = false
  /// What a question must not change: see `beginAsking`.
  var askedDuring: (TurnCounts, isTracing: Bool)?
  /// The event that is the cause if no frame has one.
  package var rootEvent: UInt32 = 0
  var recording = Recording()
  /// Whether numbers that are copied plainly are not recorded one by one, because the log has them.
  package var tracesHopsByLog = false
  var traceLimit = TraceLimit.shown

  var cycles = CycleFinder()
  package var clock = VirtualClock()
  /// The last request of each binding that goes through an asynchronous transformer.
  var lastRequests: [UInt32: UInt64] = [:]
  /// What each two-way binding wrote to its right end last, if that is noted.
  var lastWritten: [UInt32: Value] = [:]
  /// What each link depends on although it has not read it when it was evaluated last: see
  /// `takeReads(of:from:)`.
  var unread: [UInt32: Set<UInt32>] = [:]
  var keeping = Keeping()
  var inside = InsideReads()
  /// The value that passed on last from a queue, until the timer of the next is set.
  var landedQueue: TimerRecord.Answer?

  package init(names: NameTable, tag: UInt32) {
    self.names = names
    self.tag = tag
    tagBits = ObjectID(index: 0, generation: 0, tag: tag).tagAndGeneration
    properties.append(PropertyRecord(flags: .dead))
    firstIncoming.append(0)
    objects.append(ObjectRecord())
    links.append(
      LinkRecord(
        next: 0, previous: 0, source: 0, target: 0, detail: 0, flags: .dead, serial: 0,
        nextIncoming: 0))
    details.append(
      LinkDetail(source: .nothing, target: .nothing, sender: ObjectID.none))
    transformers.append(TransformerRecord(name: .none, forward: .none, reverse: .none))
  }

  @inlinable @inline(__always)
  package var properties: FlatArray<PropertyRecord> {
    _read { yield store.properties }
    _modify { yield &store.properties }
  }

  @inline(__always)
  var log: FlatArray<LogEntry> { store.log }

  package mutating func destroy() { forEachTable(.destroy) }

  /// Lists every table once, for copying and for destroying.
  mutating func forEachTable(_ change: TableChange) {
    store.forEachTable(change)
    firstIncoming.undergo(change)
    objects.undergo(change)
    shapes.undergo(change)
    links.undergo(change)
    linksBySerial.undergo(change)
    previousIncoming.undergo(change)
    details.undergo(change)
    stages.undergo(change)
    transformers.undergo(change)
    frames.undergo(change)
    held.undergo(change)
    reads.undergo(change)
    pauses.undergo(change)
    formulas.undergo(change)
    freshLinks.undergo(change)
    ordinals.undergo(change)
    makingOrder.undergo(change)
    agenda.forEachTable(change)
    sweeps.forEachTable(change)
    clock.forEachTable(change)
    holding.forEachTable(change)
    awaited.forEachTable(change)
    cycles.forEachTable(change)
  }
}

/// A link that ends with an object.
struct Tie {
  var link: UInt32
  /// Distinguishes the link from another one that has taken its place since.
  var serial: UInt32
  var isTarget: Bool
  /// Whether the object was named by `kept by`.
  var isKeeper: Bool
}

/// The name of an object.
package enum ObjectName {
  /// By its declaration.
  case declared(Name)
  /// By the object and property whose declaration made it, as long as it is there; it is the
  /// `ordinal`-th instance of its class.
  case part(of: ObjectID, Name, ordinal: Int)
}

extension GraphCore {
  /// The number of an object among the instances of its class; 0 for none.
  package func ordinal(of index: UInt32) -> Int {
    Int(index) < ordinals.count ? Int(ordinals[index]) : 0
  }

  /// Calls an object the `ordinal`-th instance of its class, until it gets a name.
  package mutating func setOrdinal(_ ordinal: Int, of index: UInt32) {
    while ordinals.count <= Int(index) { ordinals.append(0) }
    ordinals[index] = UInt32(truncatingIfNeeded: ordinal)
  }
}

/// What `run()` requests from its driver.
package struct BlockRequest {
  package enum Role: UInt8 {
    case transformer, transform, setter, observer, ownObserver, computed, source, effect, each, call
  }

  package var role: Role = .observer
  package var block = BlockID.none
  package var value = Value.nil
  package var old = Value.nil
  package var sender = ObjectID.none
  /// The link for which it runs; 0 for a setter of a plain write.
  package var link: UInt32 = 0
  /// The member to call.
  package var slot: UInt32 = 0
  /// What happened to the list, for an observer or for `each`.
  package var change = ListChange.set
}

/// The numbers of the last turn.
package struct TurnCounts {
  package var number = 0
  package var writes = 0
  package var firings = 0
  package var held = 0
  package var dropped = 0
  /// Firings whose value a transformer rejected.
  package var rejected = 0
  package var depth = 0
  /// Firings that read a value to which a change was still on its way.
  package var glitches = 0
  /// Rounds of the queue, or of the topological order.
  package var rounds = 0
  /// Cells that `each` has made, and cells that it has reused.
  package var made = 0
  package var reused = 0
  /// Writes of bindings that were evaluated because their targets were read.
  var pulled = 0
  /// How many listeners and levels were looked at to find out what is on its way.
  package var searched = 0
  /// How deep the delivery is now.
  var currentDepth = 0
  /// How many events are being handled, each set off by the one before.
  var nestedEvents = 0
  package var runaway: Runaway?
  /// Whether it exceeded its limit, or reached a cycle of `computed` properties because of it.
  var hasMetLimit = false

  package init() {}
}
