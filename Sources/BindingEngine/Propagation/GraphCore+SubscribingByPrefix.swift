// `subscribe = prefix`: a reader takes its places when its evaluation has ended. As far as it has read
// the same as before, in the same order, it keeps them; from the first difference on it gives up
// all, and takes those of what it has read now at the ends of the lists. The place that becomes free
// is taken by the last listener.
//
// The steps of a `computed` without listeners stay in their lists, where they mark it. They are not
// listeners, so they fill no gap, and nobody fills theirs.
extension GraphCore {
  // MARK: Beginning

  /// Whether what is read now, or evaluated because of that, is read by something that is subscribed
  /// to what it reads.
  private var isReadBySubscriber: Bool {
    guard frames.count > 0 else { return false }
    if let level = effectLevel { return !frames[level].marks.contains(.untracked) }
    let frame = frames[UInt32(frames.count - 1)]
    if frame.phase == .computed, frame.marks.contains(.untracked) { return false }
    return switch frame.phase {
    // What passes only one value subscribes to nothing.
    case .readSource, .source, .discover, .attach: !links[frame.link].flags.contains(.once)
    case .computed: links[frame.link].flags.contains(.subscribed)
    default: false
    }
  }

  /// A `computed` is about to be evaluated. It subscribes if its reader is subscribed.
  ///
  /// - Returns: Whether it subscribes to what it had read before.
  mutating func beginsToSubscribe(_ link: UInt32) -> Bool {
    guard !links[link].flags.contains(.subscribed), isReadBySubscriber else { return false }
    setFlags(links[link].flags.union(.subscribed), of: link)
    // Unless its reader subscribes to it.
    agenda.unobserved.append(links[link].target)
    return details[links[link].detail].firstStep != 0
  }

  /// Subscribes those `computed` properties that the evaluation on top of the stack has read and that
  /// need no evaluation.
  mutating func subscribeRead() {
    guard isReadBySubscriber else { return }
    let base = frames[effectLevel ?? UInt32(frames.count - 1)].readBase
    for position in base..<max(base, UInt32(reads.count)) { subscribeComputed(at: reads[position]) }
  }

  /// A `computed` that subscribes has been evaluated: it takes its place also where it has read the
  /// same as before.
  ///
  /// - Parameter before: The steps that it had.
  mutating func subscribeAlsoToSame(_ link: UInt32, _ before: [UInt32]) {
    let same = zip(before, steps(of: link)).prefix { $0 == $1 }.map(\.0)
    for step in same { moveLast(step) }
  }

  /// Subscribes a `computed` to what it has read last: it takes each place before the `computed` property
  /// there subscribes, too. One that was never read before is evaluated by that: it takes its places at
  /// the end, after those of what it reads.
  ///
  /// - Complexity: O(*n*) in the properties that these read.
  mutating func subscribeInOrder(_ link: UInt32) {
    var pending: [(steps: [UInt32], place: Int, isFirst: Bool)] = []
    func open(_ link: UInt32, in core: inout GraphCore) {
      let flags = core.links[link].flags
      core.setFlags(flags.union([.subscribed, .wasRead]), of: link)
      pending.append((core.steps(of: link), 0, !flags.contains(.wasRead)))
    }
    open(link, in: &self)
    while let (steps, place, isFirst) = pending.last {
      guard place < steps.count else {
        pending.removeLast()
        if isFirst { for step in steps { moveLast(step) } }
        continue
      }
      pending[pending.count - 1].place += 1
      if !isFirst { moveLast(steps[place]) }
      let inner = idleComputed(at: links[steps[place]].source)
      if inner != 0 { open(inner, in: &self) }
    }
  }

  // MARK: Following a way

  /// Lets `link` keep its steps as far as `way` begins as before, and makes all others new.
  mutating func setWayKeepingPrefix(of link: UInt32, to way: [UInt32]) {
    let before = steps(of: link)
    let same = zip(before, way).prefix { links[$0].source == $1 }.count
    let read = Set(way[same...])
    // What it had read while it was not subscribed were no places, so nobody takes them.
    let subscribes =
      frames.count > 0 && frames[UInt32(frames.count - 1)].link == link
      && frames[UInt32(frames.count - 1)].marks.contains(.subscribes)
    if subscribes { links[link].flags.remove(.subscribed) }
    for step in before[same...] { endStep(step, reading: read) }
    if subscribes { links[link].flags.insert(.subscribed) }
    saveDetail(of: link)
    var first: UInt32 = 0
    let made = way[same...].map { makeStep(at: $0, of: link) }
    for step in made.reversed() {
      links[step].nextIncoming = first
      first = step
    }
    if same == 0 {
      details[links[link].detail].firstStep = first
    } else {
      let last = before[same - 1]
      appendLog(.nextStep, slot: links[last].nextIncoming, link: last)
      links[last].nextIncoming = first
    }
    for step in made { insert(step) }
  }

  // MARK: Ending

  /// Whether a link of a list is a listener now.
  private func isPresent(_ node: UInt32) -> Bool {
    knobs.subscribesEachRun ? !links[node].flags.contains(.away) : isListening(node)
  }

  /// The last listener of `slot` in the list after `place`; 0 for none.
  ///
  /// - Parameter place: A link of the list, or 0 for its beginning.
  func lastListener(of slot: UInt32, after place: UInt32) -> UInt32 {
    let head = properties[slot].firstLink
    guard head != 0 else { return 0 }
    var node = links[head].previous
    while node != place {
      if isPresent(node) { return node }
      if node == head { return 0 }
      node = links[node].previous
    }
    return 0
  }

  /// Moves the last listener after `place` to right behind it.
  ///
  /// - Parameter place: 0 for the beginning of the list.
  mutating func fillGap(after place: UInt32, in slot: UInt32) {
    let last = lastListener(of: slot, after: place)
    let head = properties[slot].firstLink
    guard last != 0, last != (place == 0 ? head : links[place].next) else { return }
    unlinkRaw(last)
    if isLogging {
      appendLog(.unlinked, slot: slot, link: last)
      noteNeighbours(of: last)
    }
    let first = properties[slot].firstLink
    links[last].next = place == 0 ? first : links[place].next
    links[last].previous = place == 0 ? links[first].previous : place
    relinkRaw(last)
    if isLogging { appendLog(.linked, slot: slot, link: last) }
  }

  /// Unsubscribes a `computed` that has lost its last listener, and those that lose theirs by that.
  ///
  /// - Parameter read: What the evaluation has just read because of which it lost it.
  mutating func unsubscribe(_ slot: UInt32, unlessIn read: Set<UInt32>) {
    var pending: [(steps: [UInt32], place: Int)] = []
    func leave(_ slot: UInt32, in core: inout GraphCore) {
      let flags = core.properties[slot].flags
      guard flags.contains(.computed), !flags.contains(.dead), !read.contains(slot) else { return }
      let link = core.computedLink(of: slot)
      guard core.links[link].flags.contains(.subscribed), !core.isObserved(slot) else { return }
      core.setFlags(core.links[link].flags.subtracting(.subscribed), of: link)
      pending.append((core.steps(of: link), 0))
    }
    leave(slot, in: &self)
    while let (steps, place) = pending.last {
      guard place < steps.count else {
        pending.removeLast()
        continue
      }
      pending[pending.count - 1].place += 1
      let source = links[steps[place]].source
      // It stays in the list, right behind the listener that has taken its place.
      let before = links[steps[place]].previous
      let isHead = properties[source].firstLink == steps[place]
      fillGap(after: isHead ? 0 : before, in: source)
      leave(source, in: &self)
    }
  }

  // MARK: When a firing ends

  /// What a link has written itself is no news to it: it has read what it has read, as of now. If it
  /// began to observe in this firing and is due because of its own write, its place is the last.
  mutating func noteOwnWrites(_ frame: Frame) {
    let flags = links[frame.link].flags
    guard flags.isDisjoint(with: [.computed, .dead, .step, .effect]) else { return }
    forgetChanges(of: frame.link)
    guard frame.slot == 0, flags.contains(.queued) else { return }
    var position = agenda.queue.count - 1
    while position >= agenda.head, agenda.queue.base[position].link != frame.link { position -= 1 }
    guard position >= agenda.head else { return }
    let due = agenda.queue.base[position]
    for later in position..<(agenda.queue.count - 1) {
      agenda.queue.base[later] = agenda.queue.base[later + 1]
    }
    agenda.queue.base[agenda.queue.count - 1] = due
  }
}
