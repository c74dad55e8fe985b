import Basics
import Names

/// What makes a write to a property more than a plain store. If all are clear, it can be stored.
@usableFromInline
package struct PropertyFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8
  @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let typed = PropertyFlags(rawValue: 1)
  package static let hasSetter = PropertyFlags(rawValue: 2)
  package static let computed = PropertyFlags(rawValue: 4)
  /// Its object is released.
  package static let dead = PropertyFlags(rawValue: 8)
  /// A script variable, which nothing can observe.
  package static let unobservable = PropertyFlags(rawValue: 16)
  /// Something that happens: it has a value, its payload, only while its handlers are notified.
  package static let event = PropertyFlags(rawValue: 32)
  /// An action or a command: a binding that writes it calls it.
  package static let callable = PropertyFlags(rawValue: 64)
  /// A listener must be notified before it changes.
  static let hasPrior = PropertyFlags(rawValue: 128)
}

@usableFromInline
package struct PropertyMarks: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt16
  @usableFromInline
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A `computed` whose value must be evaluated before it is read.
  package static let stale = PropertyMarks(rawValue: 1)
  /// A `computed` that is being evaluated.
  package static let evaluating = PropertyMarks(rawValue: 2)
  /// An event or an action, which no expression can read.
  package static let unreadable = PropertyMarks(rawValue: 8)
  /// A link writes it.
  static let bound = PropertyMarks(rawValue: 16)
  /// Its listeners are being notified, under a semantics that starts over: see `again`.
  static let delivering = PropertyMarks(rawValue: 32)
  /// Its observers will be notified when the bindings have been evaluated.
  static let toNotify = PropertyMarks(rawValue: 64)
  /// It has the value that it had when the batch that is ending began.
  static let restored = PropertyMarks(rawValue: 256)
  /// The first place among its listeners is free: see `Semantics.Subscribe.firstPlace`.
  static let vacant = PropertyMarks(rawValue: 512)
  /// It was written in a batch, or in the first run of an effect, since the last batch began.
  static let captured = PropertyMarks(rawValue: 1024)
  /// A stale `computed`, but so far nothing is known to have changed; what it reads may have.
  static let unsure = PropertyMarks(rawValue: 128)

  /// What is rolled back with a turn. The rest is true of the graph as it is, or of the stack.
  static let ofValue: PropertyMarks = [.stale, .unsure, .vacant, .captured]
  /// Lies on a cycle: its component is in `CycleFinder.component`.
  static let inComponent = PropertyMarks(rawValue: 4)
}

extension PropertyRecord {
  /// Whether its value can be read as it is: it is not an event or action, and need not be
  /// evaluated.
  ///
  /// Tests the bits directly, because in other modules each named mark is a call, and every name
  /// lookup needs this.
  @inlinable @inline(__always)
  package var isAtHand: Bool { marks.rawValue & 0b1001 == 0 }

  /// Whether it is a `computed` property; inlinable for the same reason.
  @inlinable @inline(__always)
  package var isEvaluated: Bool { flags.rawValue & 4 != 0 }
}

/// One object: its class and where its properties stand, in 8 bytes. Released when `generation` is
/// even.
@usableFromInline
package struct ObjectRecord {
  package var base: UInt32
  /// The class in the upper 24 bits, the generation in the lower 8.
  @usableFromInline var classAndGeneration: UInt32

  @inline(__always)
  init(base: UInt32 = 0, classID: UInt32 = 0, generation: UInt32 = 0) {
    self.base = base
    classAndGeneration = classID << 8 | generation
  }

  /// The object's handle.
  ///
  /// - Parameter tagBits: Those of its graph.
  @inline(__always)
  func id(at index: UInt32, _ tagBits: UInt32) -> ObjectID {
    ObjectID(index: index, tagAndGeneration: tagBits | generation)
  }

  /// Whether the handle is that of the object here, of a graph's own, and it has this class.
  @inline(__always)
  func isLiving(_ object: ObjectID, ofClass classID: UInt32) -> Bool {
    classAndGeneration == classID << 8 | object.generation
  }

  /// A place whose last object has this generation is not used again, because a handle of its first
  /// object could then mean a later one. That costs 8 bytes for every 127 objects.
  static let lastGeneration: UInt32 = 254
  static let classLimit = 1 << 24

  @inline(__always)
  package var classID: UInt32 {
    get { classAndGeneration >> 8 }
    set { classAndGeneration = newValue << 8 | generation }
  }

  @inlinable @inline(__always)
  package var generation: UInt32 {
    get { classAndGeneration & 0xFF }
    set { classAndGeneration = classAndGeneration & ~0xFF | newValue }
  }
}

/// One edge along which changes travel: a one-way binding, one direction of a two-way binding, an
/// observer, a `computed` property, or one further property that one of these observes.
package struct LinkRecord {
  var next: UInt32
  var previous: UInt32
  /// The observed property; 0 if the link observes through steps, or does not observe.
  package var source: UInt32
  /// The written property. For a step: the index of the link that it belongs to.
  package var target: UInt32
  /// Index in `details`; 0 for a plain copy.
  package var detail: UInt32
  package var flags: LinkFlags
  /// The order of making, from which `GraphCore.number(of:)` makes the number that people use.
  package var serial: UInt32
  /// The next link that writes the same target.
  var nextIncoming: UInt32

  /// The link that fires when what the one at `link` observes changes: for a step, the link that it
  /// belongs to.
  @inline(__always)
  func listener(at link: UInt32) -> UInt32 { flags.contains(.step) ? target : link }
}

package struct LinkFlags: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It is firing.
  package static let locked = LinkFlags(rawValue: 1)
  package static let dead = LinkFlags(rawValue: 2)
  /// Needs more than copying one value: has a detail, or is a step.
  package static let special = LinkFlags(rawValue: 4)
  package static let observer = LinkFlags(rawValue: 8)
  package static let computed = LinkFlags(rawValue: 16)
  /// Observes one more property for the link in `target`.
  package static let step = LinkFlags(rawValue: 32)
  /// The forward direction of a two-way binding; the reverse is the next link.
  package static let forward = LinkFlags(rawValue: 64)
  package static let reverse = LinkFlags(rawValue: 128)
  /// A firing of it was held back in this turn.
  static let wasHeld = LinkFlags(rawValue: 256)
  /// Ends after its first passing of a value.
  package static let once = LinkFlags(rawValue: 512)
  /// It observes, now that its first value has passed.
  package static let linked = LinkFlags(rawValue: 1024)
  /// A step made, or a link moved, in the running turn: earlier changes do not concern it.
  static let fresh = LinkFlags(rawValue: 2048)
  /// Its place may be used again.
  static let free = LinkFlags(rawValue: 4096)
  /// Writes the result of one transformer on one property to another property, and does nothing
  /// else.
  static let maps = LinkFlags(rawValue: 8192)
  /// An observer that is also notified before each change.
  static let prior = LinkFlags(rawValue: 16384)
  /// An observer of one property.
  static let plainObserver = LinkFlags(rawValue: 32768)
  /// Waits in the agenda to fire.
  static let queued = LinkFlags(rawValue: 1 << 16)
  /// Waits there because something that it reads has certainly changed.
  static let confirmed = LinkFlags(rawValue: 1 << 17)
  /// Something else writes its target, too.
  static let joins = LinkFlags(rawValue: 1 << 18)
  /// Has fired in this round of a topological order.
  static let firedInRound = LinkFlags(rawValue: 1 << 19)
  /// Of a `computed` that is marked: its listeners are due, or were since the agenda was last
  /// empty.
  static let announced = LinkFlags(rawValue: 1 << 20)

  /// Of a `computed`: it is subscribed to what it reads, because something observes it.
  static let subscribed = LinkFlags(rawValue: 1 << 21)
  /// What it observes, or the step, has changed since the link, or its owner, was evaluated.
  static let changed = LinkFlags(rawValue: 1 << 22)
  /// It was written with an arrow to the left: its source is the right end.
  package static let leftward = LinkFlags(rawValue: 1 << 23)
  /// A `once` that has passed its value, and stays.
  package static let spent = LinkFlags(rawValue: 1 << 24)
  /// Has a place in the next round: see `Semantics.Siblings.marks`.
  static let placed = LinkFlags(rawValue: 1 << 25)
  /// Evaluates a `computed` for one listener: see `Semantics.Computed.own`.
  static let own = LinkFlags(rawValue: 1 << 26)
  /// An observer whose block finds out what it observes: see `GraphCore+Effects.swift`.
  package static let effect = LinkFlags(rawValue: 1 << 27)
  /// Of a step of an effect that runs: it has read the property in this run.
  static let readNow = LinkFlags(rawValue: 1 << 28)
  /// Of a `computed`: its listeners know that it has changed, and none is up to date since.
  static let confirming = readNow
  /// Of such a step: its property has forgotten it, so another one is made if it is read again.
  static let forgotten = LinkFlags(rawValue: 1 << 29)
  /// Of an effect: it has two steps at one property.
  static let twice = LinkFlags(rawValue: 1 << 30)
  /// Of a `computed`: something that observes has read it.
  static let wasRead = twice
  /// Its reader runs and has left this place: it is behind the listeners, and is not one. See
  /// `Semantics.Subscribe.eachRun`.
  static let away = LinkFlags(rawValue: 1 << 31)

  /// What a link was, which the trace needs after its end.
  static let lasting: LinkFlags = [
    .observer, .computed, .step, .forward, .reverse, .once, .effect,
  ]

  /// A link with none of these can be fired as a plain copy at once.
  static let obstacles: LinkFlags = [.locked, .dead, .special, .step, .fresh, .joins]
  static let obstaclesButLock: LinkFlags = [.dead, .special, .step, .fresh, .joins]
  static let twoWay: LinkFlags = [.forward, .reverse]
  /// The flags that show whether a link that maps can take the short way.
  static let allOfMapping: LinkFlags = [
    .locked, .dead, .special, .step, .fresh, .joins, .forward, .reverse, .maps,
  ]
  /// The flags that show whether a link that passes the value of an expression on can take the short way.
  static let allOfExpression: LinkFlags = [
    .locked, .dead, .special, .observer, .computed, .step, .forward, .reverse, .once, .linked,
    .joins,
  ]
  /// What belongs to the running turn, or is true of the graph as it stands, and is kept.
  static let ofTurn: LinkFlags = [
    .locked, .wasHeld, .fresh, .queued, .confirmed, .firedInRound, .announced, .joins, .changed,
    .placed, .readNow, .forgotten,
  ]
  /// What is true of a link as long as the agenda is not empty.
  static let ofAgenda: LinkFlags = [.queued, .confirmed, .firedInRound, .announced, .placed]
}

/// What a link has besides the copying of one property to another.
package struct LinkDetail {
  package enum End {
    case property
    /// A key path, in `paths`.
    case path(UInt32)
    /// An expression, which can only be a source.
    case block(BlockID)
    /// The missing target of an observer.
    case nothing
  }

  /// The block of the only stage, for a link that only maps.
  var mapping = BlockID.none
  package var source: End
  /// Waits without a first value until its source path is complete. It is stored here, and the next
  /// small field after the target, because both ends have padding there.
  package var isWaiting = false
  /// An observer that runs for nil only if its own property changes to it: not when it is made, and
  /// not when its path leads elsewhere.
  var wantsValue = false
  package var target: End
  /// The `observe` block is not called until the link observes.
  var observesLater = false
  private var packedStageCount: UInt16 = 0
  /// The stages of the transformer chain: `stages[firstStage ..< firstStage + stageCount]`.
  package var firstStage: UInt32 = 0
  package var stageCount: UInt32 {
    get { UInt32(packedStageCount) }
    set { packedStageCount = UInt16(newValue) }
  }
  package var transform: BlockID = .none
  package var observe: BlockID = .none
  /// Turns a list of elements into the list of their cells; see `each`.
  package var each: BlockID = .none
  /// The observed object, for blocks that use `sender`: the root of the source.
  package var sender: ObjectID
  /// Where the last value of a source that is more than a property is kept, for `old`; 0 for none.
  package var memory: UInt32 = 0
  /// The first of the further links, chained through `nextIncoming`.
  var firstStep: UInt32 = 0
  /// How often it has fired, both directions together, in the turn numbered `countedIn`.
  var firings: UInt32 = 0
  var countedIn: UInt32 = 0
  /// Of an effect: the effect that made it, the effect made last in it, and the one that its maker
  /// made before; 0 for none.
  var maker: UInt32 = 0
  var lastInner: UInt32 = 0
  var earlierInner: UInt32 = 0

  init(source: End, target: End, sender: ObjectID) {
    self.source = source
    self.target = target
    self.sender = sender
  }
}

extension LinkDetail {
  /// Whether the value of its expression goes to a property unchanged, and nothing else is
  /// notified.
  var isPlainExpression: Bool {
    guard case .block = source, case .property = target else { return false }
    return packedStageCount == 0 && !transform.exists && !observe.exists && !each.exists
      && !isWaiting && memory == 0
  }

  /// The paths of its ends.
  var paths: [UInt32] {
    var found: [UInt32] = []
    for case .path(let path) in [source, target] { found.append(path) }
    return found
  }
}

/// One transformer in a chain.
package struct Stage {
  package var transformer: UInt32
  package var isReversed: Bool
  /// Where the timer of the value that came last is kept; 0 for a transformer without its own `late`.
  var waiting: UInt32 = 0
  /// Where its state is kept; 0 for none.
  var state: UInt32 = 0

  package init(transformer: UInt32, isReversed: Bool) {
    self.transformer = transformer
    self.isReversed = isReversed
  }
}

/// A transformer: a block for each of its directions.
package struct TransformerRecord {
  package var name: Name
  package var forward: BlockID
  package var reverse: BlockID
  /// How long it takes, in microseconds of virtual time; nil for one that answers at once.
  package var delay: Int?
  /// Gives how long a value waits, or nil where it does not wait.
  package var wait: BlockID
  /// What happens to a value that still waits when a newer one comes; nil if the semantics decides.
  package var late: LateAnswers?
  /// Whether each binding keeps a state for its forward block.
  package var keepsState: Bool

  package init(
    name: Name, forward: BlockID, reverse: BlockID, delay: Int? = nil, wait: BlockID = .none,
    late: LateAnswers? = nil, keepsState: Bool = false
  ) {
    self.name = name
    self.forward = forward
    self.reverse = reverse
    self.delay = delay
    self.wait = wait
    self.late = late
    self.keepsState = keepsState
  }

  /// Whether its value may come later.
  package var takesTime: Bool { delay != nil || wait.exists }
}

/// A key path from an object: property names, then value tails once a value is not an object.
///
/// 16 bytes, since each cell of a list has some: an object's index leaves its upper bit free.
package struct KeyPathRecord {
  private static let meaning: UInt32 = 1 << 31

  private let indexAndMeaning: UInt32
  private let tagAndGeneration: UInt32
  package internal(set) var names: [Name]

  package init(root: ObjectID, names: [Name], meansEvent: Bool = false) {
    precondition(root.index < KeyPathRecord.meaning, "more objects than a key path can tell apart")
    indexAndMeaning = root.index | (meansEvent ? KeyPathRecord.meaning : 0)
    tagAndGeneration = root.tagAndGeneration
    self.names = names
  }

  package var root: ObjectID {
    ObjectID(
      index: indexAndMeaning & ~KeyPathRecord.meaning, tagAndGeneration: tagAndGeneration)
  }

  /// Whether an object at its end stands for its default event.
  package var meansEvent: Bool { indexAndMeaning & KeyPathRecord.meaning != 0 }
}
