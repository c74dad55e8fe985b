// What is remembered of first readings. A `computed` is evaluated here when it is made. In Vue and Svelte it
// is evaluated when it is read for the first time, which shows in the order of listeners.
extension GraphCore {
  /// `running = hold`: a property keeps in mind only the place of the reader that reads now. If something
  /// nested reads it for the first time, it has forgotten the place of a running effect: that one gets
  /// another if it reads the property again. So has a `computed` that is being evaluated, if it comes to
  /// read the property only now.
  mutating func forgetPlaces(at slot: UInt32, besides link: UInt32) {
    var node = properties[slot].firstLink
    while node != 0 {
      let owner = owner(of: node)
      let flags = links[owner].flags
      if owner != link,
        flags.contains([.effect, .locked])
          || flags.contains(.computed) && isEvaluating(owner, beforeReading: slot)
      {
        links[node].flags.insert(.forgotten)
      }
      node = links[node].next
    }
  }

  /// Whether a `computed` is evaluated below on the stack, and has not read a property yet.
  private func isEvaluating(_ link: UInt32, beforeReading slot: UInt32) -> Bool {
    guard properties[links[link].target].marks.contains(.evaluating) else { return false }
    var end = UInt32(reads.count)
    for level in (0..<UInt32(frames.count)).reversed() {
      let frame = frames[level]
      if frame.phase == .computed, frame.link == link {
        return !(frame.readBase..<max(frame.readBase, end)).contains { reads[$0] == slot }
      }
      if frame.phase == .computed { end = min(end, frame.readBase) }
    }
    return false
  }

  /// `running = hold`: a `computed` has been evaluated. Where its places were forgotten it has taken others.
  mutating func takeForgottenPlaces(of link: UInt32) {
    var step = details[links[link].detail].firstStep
    while step != 0 {
      if links[step].flags.contains(.forgotten) {
        links[step].flags.remove(.forgotten)
        moveLast(step)
      }
      step = links[step].nextIncoming
    }
  }

  /// A `computed` is read for the first time, which was evaluated only when it was made. The systems
  /// evaluate it now, with those that it reads: what these read has forgotten the places of running readers.
  mutating func noteFirstReading(by link: UInt32) {
    var pending = [link]
    while let next = pending.popLast() {
      guard !links[next].flags.contains(.wasRead) else { continue }
      setFlags(links[next].flags.union(.wasRead), of: next)
      for step in steps(of: next) {
        let source = links[step].source
        if knobs.holdsEffects { forgetPlaces(at: source, besides: next) }
        if isComputed(source) { pending.append(computedLink(of: source)) }
      }
    }
  }

  /// Whether something reads what is evaluated next: it is not only evaluated because it was made.
  var isBeingRead: Bool {
    guard frames.count > 0 else { return false }
    let top = frames[UInt32(frames.count - 1)]
    switch top.phase {
    case .readSource, .source, .discover, .attach: return true
    case .computed: return links[top.link].flags.contains(.wasRead)
    default: return isInEffect
    }
  }

  /// A `computed` is about to be evaluated because it is read.
  mutating func noteFirstEvaluation(of link: UInt32) {
    guard !links[link].flags.contains(.wasRead) else { return }
    setFlags(links[link].flags.union(.wasRead), of: link)
    guard knobs.holdsEffects else { return }
    for step in steps(of: link) { forgetPlaces(at: links[step].source, besides: link) }
  }

  /// The first readings of those that the `computed` on top of the stack has read and that needed no
  /// evaluation.
  mutating func noteFirstReadings(from readBase: UInt32) {
    for position in readBase..<max(readBase, UInt32(reads.count))
    where isComputed(reads[position]) { noteFirstReading(by: computedLink(of: reads[position])) }
  }
}
