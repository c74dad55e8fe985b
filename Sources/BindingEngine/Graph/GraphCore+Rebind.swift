// Changing a live binding: it keeps its number and its transformers.
extension GraphCore {
  /// Moves a binding to other ends; it observes again only after `attach`.
  package mutating func rebind(_ link: UInt32, source: EndSpec, target: EndSpec) {
    precondition(isInTurn, "bindings move inside a turn")
    replaceEnds(of: link, source: source, target: target)
    if let last = lastWritten.removeValue(forKey: link) {
      // It says nothing about the new end.
      appendLog(.wrote, last, slot: 1, link: link)
    }
    let partner = partner(of: link)
    if partner != 0 { replaceEnds(of: partner, source: target, target: source) }
    if partner == 0, case .path(let path) = target { tie(link, to: path.root, isTarget: true) }
  }

  private mutating func unattach(_ link: UInt32) {
    guard links[link].flags.contains(.linked) else { return }
    if links[link].detail != 0 { follow(link, []) }
    if links[link].source != 0 {
      remove(link)
      // It forgets its neighbours once it is in another list.
      noteNeighbours(of: link)
    }
    if links[link].target != 0 { leave(link) }
    setFlags(links[link].flags.subtracting(.linked), of: link)
  }

  private mutating func replaceEnds(of link: UInt32, source: EndSpec, target: EndSpec) {
    unattach(link)
    beginAgain(link)
    setFlags(links[link].flags.subtracting(.maps), of: link)
    appendLog(.source, slot: links[link].source, link: link)
    appendLog(.target, slot: links[link].target, link: link)
    links[link].source = 0
    links[link].target = 0
    links[link].source = ownSource(source)
    if case .property(let slot) = target { links[link].target = slot }
    links[link].flags.insert(.fresh)
    freshLinks.append(link)
    freshMoves[link] = UInt32(truncatingIfNeeded: log.count)
    if links[link].detail == 0, case .property = source, case .property = target { return }
    makeSpecial(link)
    saveDetail(of: link, always: true)
    var detail = details[links[link].detail]
    pending.add(paths: detail.paths)
    detail.source = makeEnd(source)
    detail.target = makeEnd(target)
    detail.sender = sender(of: source)
    if case .property = source {
    } else if detail.memory == 0, remembers(link, detail) {
      detail.memory = makeMemory()
    }
    details[links[link].detail] = detail
    if isMapping(link) {
      setFlags(links[link].flags.union(.maps), of: link)
      details[links[link].detail].mapping = mappingBlock(of: link)
    }
  }

  /// Gives a plain binding room for what it does besides copying.
  private mutating func makeSpecial(_ link: UInt32) {
    guard links[link].detail == 0 else { return }
    let source = links[link].source
    let sender =
      source == 0 ? ObjectID.none : propertyID(source).object
    links[link].detail = allocateDetail(
      LinkDetail(source: .property, target: .property, sender: sender))
    appendLog(.madeDetail, link: link)
    setFlags(links[link].flags.union(.special), of: link)
  }

  /// Gives a live binding another `transform` block, in both directions.
  package mutating func setTransform(_ block: BlockID, of link: UInt32) {
    // Both directions share it.
    let old = details[links[link].detail].transform
    if old.exists { pending.add(block: old) }
    for half in [link, partner(of: link)] where half != 0 {
      makeSpecial(half)
      saveDetail(of: half, always: true)
      details[links[half].detail].transform = block
      setFlags(links[half].flags.subtracting(.maps), of: half)
    }
  }

  mutating func setFlags(_ flags: LinkFlags, of link: UInt32) {
    if isLogging { appendLog(.flags, slot: links[link].flags.rawValue, link: link) }
    links[link].flags = flags
  }
}
