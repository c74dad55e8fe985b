// What a driver with a stack of its own needs to keep the two stacks in step.
extension GraphCore {
  /// How many levels stand on the engine's stack.
  package var stackHeight: Int { frames.count }

  /// Leaves everything above `height`, every lock open.
  package mutating func unwind(to height: Int) {
    while frames.count > height {
      let frame = frames.removeLast()
      if frame.phase == .deliver { turn.currentDepth -= 1 }
      if frame.phase == .computed { properties[frame.slot].marks.remove(.evaluating) }
      if frame.link != 0 { unlock(frame.link) }
      held.truncate(to: min(held.count, Int(frame.heldBase)))
    }
    pendingSuspension = nil
  }

  /// The links whose firing is going on, the innermost first.
  package func firingLinks() -> [UInt32] {
    var found: [UInt32] = []
    for position in stride(from: frames.count - 1, through: 0, by: -1) {
      let link = frames[UInt32(position)].link
      if link != 0, found.last != link { found.append(link) }
    }
    return found
  }

  /// The link that closed a cycle when it began to observe, since this was last asked; 0 for none.
  package mutating func takeClosingLink() -> UInt32 {
    let link = cycles.closedBy
    cycles.closedBy = 0
    return link
  }

  // MARK: Changing a live binding

  /// Moves a binding to other ends, keeping its number and its transformers; it observes again only
  /// after `attach`.
  package mutating func rebind(_ link: UInt32, source: EndSpec, target: EndSpec) {
    unattach(link)
    replaceEnds(of: link, source: source, target: target)
    let partner = partner(of: link)
    if partner != 0 {
      unattach(partner)
      replaceEnds(of: partner, source: target, target: source)
    }
  }

  private mutating func unattach(_ link: UInt32) {
    guard links[link].flags.contains(.linked) else { return }
    if links[link].source != 0 { remove(link) }
    if links[link].target != 0 { leave(link) }
    if links[link].detail != 0 { follow(link, []) }
    setFlags(links[link].flags.subtracting(.linked), of: link)
  }

  private mutating func replaceEnds(of link: UInt32, source: EndSpec, target: EndSpec) {
    var detail = LinkDetail(
      source: makeEnd(source), target: makeEnd(target), sender: sender(of: source))
    if links[link].detail != 0 {
      saveDetail(of: link)
      let old = details[links[link].detail]
      detail.firstStage = old.firstStage
      detail.stageCount = old.stageCount
      detail.transform = old.transform
      detail.observe = old.observe
      detail.memory = old.memory
    }
    var slots: (source: UInt32, target: UInt32) = (0, 0)
    if case .property(let slot) = source { slots.source = slot }
    if case .property(let slot) = target { slots.target = slot }
    appendLog(.source, slot: links[link].source, link: link)
    links[link].source = slots.source
    appendLog(.target, slot: links[link].target, link: link)
    links[link].target = slots.target
    let isPlain = links[link].detail == 0 && slots.source != 0 && slots.target != 0
    if isPlain { return }
    makeSpecial(link)
    if slots.source == 0, detail.memory == 0 { detail.memory = makeVariable() }
    details[links[link].detail] = detail
  }

  /// Gives a plain binding room for what it has beyond copying.
  private mutating func makeSpecial(_ link: UInt32) {
    guard links[link].detail == 0 else { return }
    let source = links[link].source
    let sender =
      source == 0 ? ObjectID(index: 0, generation: 0) : propertyID(source).object
    links[link].detail = allocateDetail(
      LinkDetail(source: .property, target: .property, sender: sender))
    setFlags(links[link].flags.union(.special), of: link)
  }

  /// Gives a live binding another `transform` block, in both directions.
  package mutating func setTransform(_ block: BlockID, of link: UInt32) {
    for half in [link, partner(of: link)] where half != 0 {
      makeSpecial(half)
      saveDetail(of: half)
      details[links[half].detail].transform = block
    }
  }

  private mutating func setFlags(_ flags: LinkFlags, of link: UInt32) {
    if isInTurn { appendLog(.flags, slot: links[link].flags.rawValue, link: link) }
    links[link].flags = flags
  }
}

extension GraphCore {
  /// The number that the next binding or observer gets.
  package var nextNumber: Int { Int(nextSerial) - unnumbered.count }
}
