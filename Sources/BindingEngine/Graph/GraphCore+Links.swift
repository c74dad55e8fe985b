import Basics

/// One end of a binding or the source of an observer.
package enum EndSpec {
  case property(UInt32)
  case path(KeyPathRecord)
  /// An expression; `sender` is what its blocks see as `sender`.
  case block(BlockID, sender: ObjectID)
  case nothing
}

/// A binding or an observer that will be made.
package struct LinkSpec {
  package var source: EndSpec
  package var target: EndSpec = .nothing
  package var isTwoWay = false
  /// Whether it was written with an arrow to the left.
  package var isLeftward = false
  package var isOnce = false
  package var stages: [Stage] = []
  package var transform = BlockID.none
  package var observe = BlockID.none
  /// Makes cells of the elements of a list.
  package var each = BlockID.none
  /// For an observer: it is also notified before each change.
  package var isPrior = false
  /// For an observer: it is notified of its first value, unless that is nil.
  package var wantsValue = false
  /// The `observe` block is not called for the first value.
  package var observesLater = false
  /// An observer whose block, the source, is all that it does.
  package var isEffect = false
  /// Waits, passing nothing, while the source path is broken.
  package var isWaiting = false
  /// A token of the driver's for the place in the source.
  package var origin: UInt32 = 0

  package init(source: EndSpec) { self.source = source }

  var isPlain: Bool {
    guard case .property = source, case .property = target else { return false }
    return stages.isEmpty && !transform.exists && !observe.exists && !each.exists && !isOnce
      && !isWaiting
  }
}

extension GraphCore {
  /// Makes a binding or an observer, which does not observe yet: see `attach`.
  ///
  /// - Returns: The link. The reverse direction of a two-way binding is the next link.
  /// - Complexity: O(1) amortized for plain bindings.
  package mutating func makeLink(_ spec: LinkSpec) -> UInt32 {
    var isObserver = false
    if case .nothing = spec.target { isObserver = true }
    let link = spec.isTwoWay ? allocatePair() : allocateLink()
    let serial = takeSerial()
    var flags: LinkFlags = isObserver ? .observer : []
    if spec.isTwoWay { flags.insert(.forward) }
    if spec.isLeftward { flags.insert(.leftward) }
    if spec.isOnce { flags.insert(.once) }
    if spec.isPrior { flags.insert(.prior) }
    if spec.isEffect { flags.insert(.effect) }
    if !spec.isPlain { flags.insert(.special) }
    links[link] = LinkRecord(
      next: 0, previous: 0, source: 0, target: 0, detail: 0, flags: flags, serial: serial,
      nextIncoming: 0)
    setEnds(link, spec, source: spec.source, target: spec.target)
    if spec.isTwoWay {
      flags.subtract(.forward)
      flags.insert(.reverse)
      links[link + 1] = LinkRecord(
        next: 0, previous: 0, source: 0, target: 0, detail: 0, flags: flags, serial: serial,
        nextIncoming: 0)
      setEnds(link + 1, spec, source: spec.target, target: spec.source)
    }
    noteNumber(of: link)
    if spec.origin != 0 { setOrigin(spec.origin, of: link) }
    if isLogging { appendLog(.madeLink, link: link) }
    return link
  }

  private mutating func setEnds(
    _ link: UInt32, _ spec: LinkSpec, source: EndSpec, target: EndSpec
  ) {
    links[link].source = ownSource(source)
    if case .property(let slot) = target { links[link].target = slot }
    guard links[link].flags.contains(.special) else { return }
    var detail = LinkDetail(
      source: makeEnd(source), target: makeEnd(target), sender: sender(of: source))
    if !spec.stages.isEmpty {
      detail.stageCount = UInt32(spec.stages.count)
      detail.firstStage = allocateStages(detail.stageCount)
      let isReversed = links[link].flags.contains(.reverse)
      for (position, stage) in spec.stages.enumerated() {
        let place = isReversed ? spec.stages.count - 1 - position : position
        stages[detail.firstStage + UInt32(place)] = Stage(
          transformer: stage.transformer, isReversed: stage.isReversed != isReversed)
      }
      makeRoom(forStagesOf: detail)
    }
    detail.transform = spec.transform
    detail.observe = spec.observe
    detail.each = spec.each
    detail.isWaiting = spec.isWaiting
    detail.wantsValue = spec.wantsValue
    detail.observesLater = spec.observesLater
    if case .property = source {} else if remembers(link, detail) { detail.memory = makeMemory() }
    links[link].detail = allocateDetail(detail)
    if case .property = source, links[link].flags.contains(.observer), !spec.isWaiting {
      links[link].flags.insert(.plainObserver)
    }
    if isMapping(link) {
      links[link].flags.insert(.maps)
      details[links[link].detail].mapping = mappingBlock(of: link)
    }
    if !spec.isTwoWay, case .path(let path) = target { tie(link, to: path.root, isTarget: true) }
  }

  /// The property that a link observes by itself. For a path it is the first property, which stays
  /// as long as the path's first object; the others have steps.
  func ownSource(_ source: EndSpec) -> UInt32 {
    switch source {
    case .property(let slot): slot
    case .path(let path):
      isAlive(path.root) ? path.names.first.flatMap { slot($0, of: path.root) } ?? 0 : 0
    case .block, .nothing: 0
    }
  }

  /// Whether a link observes along a path.
  func isWay(_ link: UInt32) -> Bool {
    guard links[link].detail != 0, !links[link].flags.contains(.step),
      case .path = details[links[link].detail].source
    else { return false }
    return true
  }

  /// Whether the last value that the link has read is needed.
  func remembers(_ link: UInt32, _ detail: LinkDetail) -> Bool {
    links[link].flags.intersection([.observer, .effect]) == .observer || detail.observe.exists
  }

  mutating func makeEnd(_ end: EndSpec) -> LinkDetail.End {
    switch end {
    case .property: return .property
    case .path(let path):
      if let free = freePlaces.paths.popLast() {
        paths[Int(free)] = path
        return .path(free)
      }
      paths.append(path)
      return .path(UInt32(paths.count - 1))
    case .block(let block, _): return .block(block)
    case .nothing: return .nothing
    }
  }

  func sender(of end: EndSpec) -> ObjectID {
    switch end {
    case .property(let slot): propertyID(slot).object
    case .path(let path): path.root
    case .block(_, let sender): sender
    case .nothing: ObjectID.none
    }
  }

  /// The link by which a `computed` property follows what it reads.
  mutating func makeComputedLink(slot: UInt32, info: PropertyInfo, owner: UInt32) {
    let link = allocateLink()
    let serial = takeSerial()
    unnumbered.append(serial)
    var detail = LinkDetail(
      source: .block(info.computed), target: .property,
      sender: objectID(at: owner))
    detail.memory = 0
    links[link] = LinkRecord(
      next: 0, previous: 0, source: 0, target: slot, detail: allocateDetail(detail),
      flags: [.computed, .special], serial: serial, nextIncoming: 0)
    join(link)
    if isLogging { appendLog(.madeLink, link: link) }
  }

  mutating func takeSerial() -> UInt32 {
    let serial = nextSerial
    nextSerial += 1
    return serial
  }

  // MARK: Allocation

  mutating func allocateLink() -> UInt32 {
    if let free = freePlaces.links.popLast() {
      forgetDescription(of: free)
      return free
    }
    if let pair = freePlaces.pairs.popLast() {
      freePlaces.links.append(pair + 1)
      forgetDescription(of: pair)
      return pair
    }
    return appendLink()
  }

  /// Allocates a link with these contents.
  @inline(__always)
  mutating func addLink(_ record: LinkRecord) -> UInt32 {
    guard freePlaces.links.isEmpty, freePlaces.pairs.isEmpty else {
      let link = allocateLink()
      links[link] = record
      return link
    }
    links.append(record)
    return UInt32(links.count - 1)
  }

  /// Two neighbouring places: that is how the halves of a two-way binding find each other.
  private mutating func allocatePair() -> UInt32 {
    if let pair = freePlaces.pairs.popLast() {
      forgetDescription(of: pair)
      forgetDescription(of: pair + 1)
      return pair
    }
    let pair = appendLink()
    _ = appendLink()
    return pair
  }

  private mutating func appendLink() -> UInt32 {
    links.append(
      LinkRecord(
        next: 0, previous: 0, source: 0, target: 0, detail: 0, flags: .dead, serial: 0,
        nextIncoming: 0))
    return UInt32(links.count - 1)
  }

  /// The name and place of an ended link are kept for the trace until its place is used again. So
  /// is its registration, for a turn that is rolled back.
  private mutating func forgetDescription(of link: UInt32) {
    if !linkNames.isEmpty { linkNames[link] = nil }
    if Int(link) < origins.count { origins[Int(link)] = 0 }
    if sweeps.stamp(of: link) != 0 { sweeps.setStamp(0, of: link) }
  }

  private mutating func allocateStages(_ count: UInt32) -> UInt32 {
    if let free = freePlaces.stages[count]?.popLast() { return free }
    let first = UInt32(stages.count)
    for _ in 0..<count { stages.append(Stage(transformer: 0, isReversed: false)) }
    return first
  }

  mutating func allocateDetail(_ detail: LinkDetail) -> UInt32 {
    if let free = freePlaces.details.popLast() {
      details[free] = detail
      return free
    }
    details.append(detail)
    return UInt32(details.count - 1)
  }

  mutating func setOrigin(_ origin: UInt32, of link: UInt32) {
    while origins.count <= Int(link) { origins.append(0) }
    origins[Int(link)] = origin
  }

  /// The driver's token for the place of `link` in the source; 0 for none.
  package func origin(of link: UInt32) -> UInt32 {
    Int(link) < origins.count ? origins[Int(link)] : 0
  }

  // MARK: Numbers

  /// The number that people use for a binding or observer: `#3`.
  package func number(of link: UInt32) -> Int { number(ofLead: lead(of: link)) }

  private func number(ofLead link: UInt32) -> Int {
    let serial = links[link].serial
    return Int(serial) - unnumberedCount(below: serial)
  }

  /// The forward direction of the binding, for a step or a reverse direction; else the link itself.
  @inline(__always)
  package func lead(of link: UInt32) -> UInt32 {
    var link = owner(of: link)
    if links[link].flags.contains(.reverse) { link -= 1 }
    return link
  }

  private func unnumberedCount(below serial: UInt32) -> Int {
    (0..<unnumbered.count).partitionPoint { unnumbered[$0] >= serial }
  }

  /// The living binding or observer with this number.
  ///
  /// - Complexity: O(log *c*) in the number of `computed` properties; O(*n*) in the number of links the
  ///   first time: people ask for numbers, programs keep handles.
  package mutating func link(numbered number: Int) -> UInt32? {
    if linksBySerial.count == 0 {
      // Those that have ended too, as long as that may be rolled back.
      for link in 1..<UInt32(max(links.count, 1))
      where links[link].flags.isDisjoint(with: [.free, .step, .reverse, .computed]) {
        noteSerial(of: link)
      }
    }
    let serial = serial(numbered: number)
    guard serial > 0, serial < linksBySerial.count else { return nil }
    let link = linksBySerial[UInt32(serial)]
    let isAlive = links[link].flags.isDisjoint(with: [.dead, .step, .reverse, .computed])
    return link != 0 && isAlive && Int(links[link].serial) == serial ? link : nil
  }

  /// The serial of the link with a number. `computed` properties have serials, but no numbers.
  private func serial(numbered number: Int) -> Int {
    var (low, high) = (0, unnumbered.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(unnumbered[middle]) - middle <= number { low = middle + 1 } else { high = middle }
    }
    return number + low
  }

  /// Enters a new link in the table of serials, if the table is in use.
  private mutating func noteSerial(of link: UInt32) {
    let serial = links[link].serial
    while linksBySerial.count <= Int(serial) { linksBySerial.append(0) }
    linksBySerial[serial] = link
  }

  /// Enters a link that is made in the table of serials, inlined for the case that there is none.
  @inline(__always)
  mutating func noteNumber(of link: UInt32) {
    if linksBySerial.count > 0 { noteSerial(of: link) }
  }

  /// All living bindings and observers, in any order.
  package func allLinks() -> [UInt32] {
    (1..<UInt32(max(links.count, 1))).filter {
      links[$0].flags.isDisjoint(with: [.dead, .step, .reverse, .computed])
    }
  }

  package func bindingID(_ link: UInt32) -> BindingID {
    let lead = lead(of: link)
    return BindingID(index: lead, number: UInt32(number(ofLead: lead)), tag: tag)
  }
}
