/// One level of the explicit stack on which changes travel: 36 bytes.
///
/// Its `phase` says what kind of level it is. Each kind has fields of its own, which share six
/// words: an enum with payloads, made by hand. A firing becomes the delivery of what it wrote in
/// place, and every hop changes a field or two of a level. With a Swift enum the whole payload
/// would be copied out and in, and separate fields would take 52 bytes. A debug build checks that a
/// field is used only if the phase has it.
struct Frame {
  // Ordered so that there is no padding, and what a hop clears is together.
  private var first: UInt32
  private var second: UInt32
  /// The link that is firing; 0 for a statement's write.
  var link: UInt32
  private var third: UInt32
  /// The trace event that this level belongs to.
  var event: UInt32
  private var fourth: UInt32
  /// Without the uppermost bit, which is `isKnown`.
  private var fifthAndKnown: UInt32
  private var sixth: UInt16
  var phase: Phase
  var marks: Marks
  /// The highest level below that still has further listeners, counted from 1; 0 for none. As long
  /// as there is none, nothing is on its way.
  var open: UInt32

  /// A delivery to the listeners from `nextLink` on.
  @inline(__always)
  init(
    delivering slot: UInt32, to nextLink: UInt32, newSerial: UInt32, entry: UInt32, link: UInt32,
    event: UInt32, isRoot: Bool, open: UInt32 = 0
  ) {
    self.init(
      .deliver, nextLink, newSerial, entry, 0, link: link, slot: slot, event: event, isRoot: isRoot,
      open: open)
  }

  /// A delivery to the listeners that are gathered up to `place`.
  init(
    sweeping slot: UInt32, from place: Int, newStamp: UInt32, entry: UInt32, link: UInt32,
    event: UInt32, isRoot: Bool
  ) {
    self.init(
      .sweep, UInt32(place), newStamp, entry, 0, link: link, slot: slot, event: event,
      isRoot: isRoot, open: 0)
  }

  /// A level that delivers nothing itself; see `GraphCore.level`.
  @inline(__always)
  init(
    _ phase: Phase, link: UInt32, slot: UInt32, event: UInt32, readBase: Int, heldBase: Int,
    isRoot: Bool
  ) {
    self.init(
      phase, 0, 0, UInt32(readBase), UInt32(heldBase), link: link, slot: slot, event: event,
      isRoot: isRoot, open: 0)
  }

  @inline(__always)
  private init(
    _ phase: Phase, _ first: UInt32, _ second: UInt32, _ third: UInt32, _ fifth: UInt32,
    link: UInt32, slot: UInt32, event: UInt32, isRoot: Bool, open: UInt32
  ) {
    (self.first, self.second, self.third, fifthAndKnown, sixth) = (first, second, third, fifth, 0)
    self.phase = phase
    marks = isRoot ? .root : []
    self.link = link
    self.event = event
    fourth = slot
    self.open = open
  }

  private static let known: UInt32 = 1 << 31

  @inline(__always)
  private var fifth: UInt32 {
    get { fifthAndKnown & ~Frame.known }
    set { fifthAndKnown = fifthAndKnown & Frame.known | newValue & ~Frame.known }
  }

  /// Whether `Awaited` has a record of this level. A new level has none: one that has, and all below
  /// it, have been on the stack ever since.
  var isKnown: Bool {
    get { fifthAndKnown & Frame.known != 0 }
    set { fifthAndKnown = newValue ? fifthAndKnown | Frame.known : fifth }
  }

  /// The property that it concerns; 0 for none.
  @inline(__always)
  var slot: UInt32 {
    assert(phase != .wave)
    return fourth
  }

  var isRoot: Bool {
    get { marks.contains(.root) }
    set { if newValue { marks.insert(.root) } else { marks.remove(.root) } }
  }

  /// Whether it passes a change on to listeners.
  var isDelivery: Bool { phase == .deliver || phase == .sweep }
}

// MARK: What goes through listeners

extension Frame {
  /// Of `deliver`: the next link to visit.
  @inline(__always)
  var nextLink: UInt32 {
    get {
      assert(phase == .deliver)
      return first
    }
    set {
      assert(phase == .deliver)
      first = newValue
    }
  }

  /// Of `deliver`: links with this serial or a later one were made after the change and are not
  /// notified of it.
  @inline(__always)
  var newSerial: UInt32 {
    assert(phase == .deliver)
    return second
  }

  /// The next place to visit: of `sweep` in `gathered`, of `wave` and `announce` in `due`, of
  /// `prior` in `held`, counted from the end of what it keeps there itself, of `update` in what is due
  /// ahead.
  var place: UInt32 {
    get {
      assert([.sweep, .wave, .announce, .prior, .update].contains(phase))
      return first
    }
    set {
      assert([.sweep, .wave, .announce, .prior, .update].contains(phase))
      first = newValue
    }
  }

  /// Of `sweep`: what has registered with a later stamp is not notified.
  var newStamp: UInt32 {
    get {
      assert(phase == .sweep)
      return second
    }
    set {
      assert(phase == .sweep)
      second = newValue
    }
  }

  /// Of a delivery: the log entry of the write, `UInt32.max` for none.
  @inline(__always)
  var entry: UInt32 {
    get {
      assert(isDelivery)
      return third
    }
    set {
      assert(isDelivery)
      third = newValue
    }
  }

  /// Of a delivery: what happened to the list.
  var change: ListChange {
    get {
      assert(isDelivery)
      return ListChange(ListChange.Kind(rawValue: UInt8(sixth)) ?? .set, at: Int(fifth))
    }
    set {
      assert(isDelivery)
      sixth = UInt16(newValue.kind.rawValue)
      fifth = UInt32(truncatingIfNeeded: newValue.index)
    }
  }

  /// Of a delivery: whether one element of a list was inserted, removed or replaced.
  @inline(__always)
  var changesElement: Bool {
    assert(isDelivery)
    return sixth != 0
  }

  /// Lets a firing that has written `slot` continue as the delivery of that write.
  @inline(__always)
  mutating func deliver(_ slot: UInt32, to nextLink: UInt32, newSerial: UInt32, entry: UInt32) {
    assert(phase == .mapping)
    phase = .deliver
    (first, second, third) = (nextLink, newSerial, entry)
    fourth = slot
  }

  /// Of `wave` and `announce`: how many elements of `due` were there before its own. Of `update`: of what
  /// is due ahead.
  var notifyBase: UInt32 {
    get {
      assert([.wave, .announce, .update].contains(phase))
      return second
    }
    set {
      assert([.wave, .announce, .update].contains(phase))
      second = newValue
    }
  }

  /// Of `wave`: how many changes of a batch it began with; 0 if it began with a single write.
  var batchCount: UInt32 {
    get {
      assert(phase == .wave)
      return fourth
    }
    set {
      assert(phase == .wave)
      fourth = newValue
    }
  }

  /// Of `wave`: whether the bindings are evaluated and the observers are being notified.
  var isNotifying: Bool {
    get {
      assert(phase == .wave)
      return sixth != 0
    }
    set {
      assert(phase == .wave)
      sixth = newValue ? 1 : 0
    }
  }
}

// MARK: What reads and holds values

extension Frame {
  /// How many elements of `reads` were there before its own. A delivery reads nothing.
  @inline(__always)
  var readBase: UInt32 {
    get {
      assert(!isDelivery)
      return third
    }
    set {
      assert(!isDelivery)
      third = newValue
    }
  }

  /// How many elements of `held` were there before its own. A delivery holds nothing.
  @inline(__always)
  var heldBase: UInt32 {
    get {
      assert(!isDelivery)
      return fifth
    }
    set {
      assert(!isDelivery)
      fifth = newValue
    }
  }

  /// Of a firing: the index of its next transformer.
  var stage: UInt16 {
    get {
      assert(isFiring)
      return sixth
    }
    set {
      assert(isFiring)
      sixth = newValue
    }
  }

  /// Of a firing: what happened to the list that it passes on.
  var firedChange: ListChange {
    get {
      assert(isFiring)
      return ListChange(ListChange.Kind(rawValue: UInt8(second)) ?? .set, at: Int(first))
    }
    set {
      assert(isFiring)
      second = UInt32(newValue.kind.rawValue)
      first = UInt32(truncatingIfNeeded: newValue.index)
    }
  }

  /// Whether it is a link that passes a value on or begins to.
  private var isFiring: Bool {
    switch phase {
    case .readSource, .source, .stage, .wait, .transform, .delivered, .ownObserver, .observer,
      .mapping, .effect,
      .each, .requested, .attach, .discover:
      true
    case .deliver, .sweep, .wave, .announce, .prior, .setter, .verify, .computed, .flush, .calling,
      .happened, .lookUp, .update:
      false
    }
  }

  /// Of `effect`: the step that it is expected to read next. Of `lookUp`: the link or step to look at
  /// next. 0 for none.
  var nextStep: UInt32 {
    get {
      assert(phase == .effect || phase == .lookUp)
      return first
    }
    set {
      assert(phase == .effect || phase == .lookUp)
      first = newValue
    }
  }

  /// Of `effect`: the length of the log when it began.
  var begunAt: UInt32 {
    get {
      assert(phase == .effect)
      return second
    }
    set {
      assert(phase == .effect)
      second = newValue
    }
  }

  /// Of `setter` and `prior`: the link that writes the value; 0 for a statement. This level has not
  /// locked it.
  var writer: UInt32 {
    get {
      assert(phase == .setter || phase == .prior)
      return second
    }
    set {
      assert(phase == .setter || phase == .prior)
      second = newValue
    }
  }

  /// Of `verify`: the link that evaluates the `computed`.
  var evaluator: UInt32 {
    get {
      assert(phase == .verify)
      return first
    }
    set {
      assert(phase == .verify)
      first = newValue
    }
  }

  /// Of `lookUp`: the link that may have changed.
  var examined: UInt32 {
    get {
      assert(phase == .lookUp)
      return second
    }
    set {
      assert(phase == .lookUp)
      second = newValue
    }
  }

  /// Of `computed`: whether it is evaluated because a source changed, so that the result is
  /// delivered.
  var delivers: Bool {
    get {
      assert(phase == .computed)
      return sixth != 0
    }
    set {
      assert(phase == .computed)
      sixth = newValue ? 1 : 0
    }
  }

  /// Of `computed`: its number among the evaluations that are noted, counted from 1; 0 if it is not.
  var evaluation: UInt32 {
    get {
      assert(phase == .computed)
      return second
    }
    set {
      assert(phase == .computed)
      second = newValue
    }
  }

  /// Of `computed`: where its formula continues, as an index into `pauses` counted from 1; 0 for
  /// its beginning.
  var pause: UInt32 {
    get {
      assert(phase == .computed)
      return first
    }
    set {
      assert(phase == .computed)
      first = newValue
    }
  }

  /// Of `flush`: whether a round of the topological order has begun.
  var isInRound: Bool {
    get {
      assert(phase == .flush)
      return sixth != 0
    }
    set {
      assert(phase == .flush)
      sixth = newValue ? 1 : 0
    }
  }

  /// Of `calling`: whether a write called the member, and not a block.
  var isCalledByWrite: Bool {
    get {
      assert(phase == .calling)
      return sixth != 0
    }
    set {
      assert(phase == .calling)
      sixth = newValue ? 1 : 0
    }
  }
}
