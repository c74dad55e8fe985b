// `subscribe = each-run`: a reader that runs again first leaves all its places, the last one first. The last
// listener takes each. Then it enters at the end of each list at the moment of its read, unless it is the last
// there already; so it can stand there twice, if another came between.
//
// A place that was left stays in the list, behind the listeners, with the flag `away`. If it is read again
// in the same order, which is usual, it only moves; otherwise it ends when its reader has run.
extension GraphCore {
  /// A link is about to run.
  mutating func leavePlaces(of link: UInt32) {
    guard !links[link].flags.isDisjoint(with: [.linked, .computed]),
      agenda.updates.readers[link] == nil
    else { return }
    let first = details[links[link].detail].firstStep
    if first != 0, links[first].nextIncoming == 0 {
      leavePlace(first)
    } else {
      for step in steps(of: link).reversed() { leavePlace(step) }
    }
    if links[link].source != 0 { leavePlace(link) }
    agenda.updates.readers[link] = Updates.Reader(next: first)
  }

  /// A link is about to read for the first time.
  mutating func beginReading(_ link: UInt32) {
    if agenda.updates.readers[link] == nil {
      agenda.updates.readers[link] = Updates.Reader(next: 0)
    }
  }

  private mutating func leavePlace(_ node: UInt32) {
    let slot = links[node].source
    let before = properties[slot].firstLink == node ? 0 : links[node].previous
    moveLast(node)
    links[node].flags.insert(.away)
    fillGap(after: before, in: slot)
  }

  private mutating func enter(_ node: UInt32) {
    moveLast(node)
    links[node].flags.remove(.away)
  }

  // MARK: Reading

  /// A running link has read `slot`.
  mutating func takePlace(at slot: UInt32, of link: UInt32) {
    guard var reader = agenda.updates.readers[link], !links[link].flags.contains(.dead) else {
      return
    }
    defer { agenda.updates.readers[link] = reader }
    reader.count += 1
    let last = lastListener(of: slot, after: 0)
    if last != 0, owner(of: last) == link { return }
    if links[link].source == slot {
      if links[link].flags.contains(.away) { enter(link) }
      return
    }
    if reader.next != 0, links[reader.next].source == slot {
      enter(reader.next)
      (reader.last, reader.next) = (reader.next, links[reader.next].nextIncoming)
      return
    }
    if notesMoves { rare.noteMoved(link) }
    let made = makeStep(at: slot, of: link)
    links[made].nextIncoming = reader.next
    setNext(of: reader.last, of: link, to: made)
    reader.last = made
    insert(made)
  }

  /// - Parameter step: A step of `link`; 0 for its beginning.
  private mutating func setNext(of step: UInt32, of link: UInt32, to next: UInt32) {
    if step == 0 {
      saveDetail(of: link)
      details[links[link].detail].firstStep = next
    } else {
      appendLog(.nextStep, slot: links[step].nextIncoming, link: step)
      links[step].nextIncoming = next
    }
  }

  /// What the level on top of the stack has read so far has its places before anything that is evaluated for
  /// it takes some.
  mutating func takePlacesEarly() {
    guard frames.count > 0 else { return }
    let frame = frames[UInt32(frames.count - 1)]
    guard frame.phase == .computed || frame.phase == .source,
      let reader = agenda.updates.readers[frame.link]
    else { return }
    let base = Int(frame.readBase) + reader.count
    for position in base..<max(base, reads.count) {
      takePlace(at: reads.base[position], of: frame.link)
    }
  }

  // MARK: When it has run

  /// A running link has read everything that it follows from now on.
  mutating func takePlaces(of link: UInt32, _ read: [UInt32]) {
    guard let reader = agenda.updates.readers[link] else { return }
    for slot in read.dropFirst(reader.count) { takePlace(at: slot, of: link) }
    giveUpPlaces(of: link)
  }

  /// A link that has ended its run without having read anything keeps what it follows: what it has left, and
  /// not what it has come to follow meanwhile, since its path leads over another object.
  mutating func takeSamePlaces(of link: UInt32) {
    guard agenda.updates.readers.take(link) != nil,
      !links[link].flags.contains(.dead)
    else { return }
    for node in [link] + steps(of: link) where links[node].flags.contains(.away) { enter(node) }
  }

  /// What a running link has not read again is not followed any more.
  mutating func giveUpPlaces(of link: UInt32) {
    guard let reader = agenda.updates.readers.take(link),
      !links[link].flags.contains(.dead)
    else { return }
    if links[link].flags.contains(.away) { enter(link) }
    guard reader.next != 0 else { return }
    if notesMoves { rare.noteMoved(link) }
    setNext(of: reader.last, of: link, to: 0)
    var step = reader.next
    while step != 0 {
      let next = links[step].nextIncoming
      endStep(step)
      step = next
    }
  }

  /// Whatever does not run any more is where it was listed last.
  mutating func forgetReaders() {
    guard !agenda.updates.readers.isEmpty else { return }
    let running = Set((0..<frames.count).map { frames.base[$0].link })
    for link in agenda.updates.readers.links where !running.contains(link) {
      agenda.updates.readers[link] = nil
      for node in [link] + steps(of: link) { links[node].flags.remove(.away) }
    }
  }
}
