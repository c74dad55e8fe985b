// How links end, by an `unbind` or with an object that they need.
extension GraphCore {
  /// Unbinds a binding or observer. Does nothing if it is already unbound.
  ///
  /// - Parameters:
  ///   - successor: The binding that takes its place; 0 for none.
  ///   - withInner: Whether the effects that it has made end with it, if it is one.
  package mutating func end(
    _ link: UInt32, reason: TraceEvent.Reason, cause: UInt32, successor: UInt32 = 0,
    withInner: Bool = true
  ) {
    precondition(isInTurn, "links end inside a turn")
    let link = lead(of: link)
    guard !links[link].flags.contains(.dead) else { return }
    let isTwoWay = links[link].flags.contains(.forward)
    if isTracing, !links[link].flags.contains(.computed) {
      record(.unbind, reason, cause: cause, link: link)
    }
    let isEffect = links[link].flags.contains(.effect)
    if isEffect {
      if withInner, !knobs.subscribesEachRun { endInner(of: link) }
      leaveMaker(link)
    }
    dropWaiting(of: link, cause: cause)
    if isTwoWay { dropWaiting(of: link + 1, cause: cause) }
    detach(link)
    if isTwoWay { detach(link + 1) }
    pending.add(link: link, reason: reason, successor: successor)
    if isEffect, withInner, knobs.subscribesEachRun { endInner(of: link) }
  }

  private mutating func detach(_ link: UInt32) {
    let flags = links[link].flags
    unmark(by: link)
    let steps = steps(of: link)
    for step in knobs.subscribesEachRun ? steps.reversed() : steps { endStep(step) }
    if flags.contains(.linked), links[link].source != 0 { remove(link) }
    // Last, so that an undo first makes it a writer again and then returns it to the lists.
    if !flags.isDisjoint(with: [.linked, .computed]), links[link].target != 0 { leave(link) }
    appendLog(.endedLink, link: link)
    links[link].flags.insert(.dead)
    if knobs.subscribesReading { leaveUnobserved() }
  }

  /// Ends an object: what observes it ends, too, references to it read nil from now on, and the
  /// objects that its declaration made are released.
  package mutating func release(_ object: ObjectID, cause: UInt32) {
    precondition(isInTurn, "objects end inside a turn")
    var ending = [object]
    while let next = ending.popLast() {
      guard isAlive(next) else { continue }
      let event = isTracing ? record(.release, cause: cause, new: .object(next)) : 0
      for slot in slots(of: next.index) { releaseSlot(slot, of: next, cause: event) }
      for tie in ties[next.index] ?? [] where links[tie.link].serial == tie.serial {
        if tie.isTarget, !endsWithTarget(tie.link, object: next) { continue }
        end(tie.link, reason: tie.isKeeper ? .unkept : .released, cause: event)
      }
      appendLog(.released, slot: next.index)
      objects[next.index].generation += 1
      pending.add(object: next.index)
      ending.append(contentsOf: (children[next.index] ?? []).reversed())
    }
  }

  /// Why an object must not be released: under `orphan = error`, something observes it or a part of it
  /// that does not end first, as what it keeps or has made for itself does.
  ///
  /// Apple's KVO raised `NSInternalInconsistencyException` there until iOS 10.
  ///
  /// - Parameter isOwn: Whether a link was made for the object at which it begins.
  /// - Complexity: O(*n*) in the properties that end, with what observes them.
  package func refusal(
    ofReleasing object: ObjectID, isOwn: (UInt32) -> Bool = { _ in false }
  ) -> GraphError? {
    guard semantics.orphan == .error else { return nil }
    var ending = [object]
    var (index, kept) = (0, Set<UInt32>())
    while index < ending.count {
      let next = ending[index]
      index += 1
      guard isAlive(next) else { continue }
      for tie in ties[next.index] ?? [] where !tie.isTarget && links[tie.link].serial == tie.serial
      {
        kept.insert(lead(of: tie.link))
      }
      ending.append(contentsOf: children[next.index] ?? [])
    }
    let all = Set(ending)
    for next in ending where isAlive(next) {
      for slot in slots(of: next.index) where info(of: slot).role != .event {
        for observer in observers(of: slot) {
          let isStep = links[observer].flags.contains(.step)
          let link = isStep ? lead(of: links[observer].target) : lead(of: observer)
          guard links[link].flags.isDisjoint(with: [.dead, .computed]), !kept.contains(link) else {
            continue
          }
          if isOwn(link), let root = root(of: link), all.contains(root) { continue }
          return .stillObserved(named(object), by: bindingID(link))
        }
      }
    }
    return nil
  }

  /// The object at which the path begins that a link observes; nil if it observes none.
  func root(of link: UInt32) -> ObjectID? {
    let detail = links[link].detail
    switch detail == 0 ? .property : details[detail].source {
    case .property: return objectID(at: properties[links[link].source].owner)
    case .path(let path): return paths[Int(path)].root
    case .block, .nothing: return nil
    }
  }

  private mutating func releaseSlot(_ slot: UInt32, of object: ObjectID, cause: UInt32) {
    for observer in observers(of: slot) where !links[observer].flags.contains(.dead) {
      if links[observer].flags.contains(.step) {
        loseWay(of: links[observer].target, through: object, cause: cause)
      } else {
        end(observer, reason: .released, cause: cause)
      }
    }
    for writer in writers(of: slot) {
      // A path to a target may lead elsewhere later; it ends with its first object.
      let detail = links[writer].detail
      if detail != 0, case .path = details[detail].target { continue }
      if links[writer].flags.contains(.computed) || knobs.endsWithTarget {
        end(writer, reason: .released, cause: cause)
      }
    }
    properties[slot].flags.insert(.dead)
  }

  /// Whether the end of `object`, the first object on the path to its target, ends `link`.
  private func endsWithTarget(_ link: UInt32, object: ObjectID) -> Bool {
    guard knobs.endsWithTarget, links[link].detail != 0,
      case .path(let path) = details[links[link].detail].target
    else { return false }
    return paths[Int(path)].root == object
  }

  /// What happens to a link that observes a whole path when an object on it is released: it ends
  /// with the first object of the path, and an expression with the last of those that it reads.
  private mutating func loseWay(of link: UInt32, through object: ObjectID, cause: UInt32) {
    let rest = sources(of: link).filter { properties[$0].owner != object.index }
    let isOver: Bool
    switch details[links[link].detail].source {
    case .path(let path): isOver = paths[Int(path)].root == object
    case .block: isOver = rest.isEmpty && !links[link].flags.contains(.computed)
    case .property, .nothing: isOver = true
    }
    if isOver {
      end(link, reason: .released, cause: cause)
    } else {
      if case .path = details[links[link].detail].source { waitForEvent(link) }
      setWay(of: link, to: rest)
    }
  }
}
