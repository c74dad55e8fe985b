// What ends with an object without observing it.
extension GraphCore {
  /// Lets `link` end with `object`, which it need not observe.
  package mutating func setOwner(of link: UInt32, _ object: ObjectID) {
    // A link that begins at the object ends with it anyway.
    if root(of: link) == object { return }
    tie(link, to: object, isTarget: false)
  }

  /// Lets `link` end with `object`, whatever its ends are.
  package mutating func keep(_ link: UInt32, by object: ObjectID) {
    guard !links[link].flags.contains(.dead) else { return }
    tie(link, to: object, isTarget: false, isKeeper: true)
  }

  /// The links that an object keeps, in the order in which that began.
  ///
  /// - Complexity: O(*n*) in all that end with it.
  package func kept(by object: ObjectID) -> [UInt32] {
    (ties[object.index] ?? []).compactMap { tie in
      tie.isKeeper && links[tie.link].serial == tie.serial
        && links[tie.link].flags.isDisjoint(with: [.dead, .free]) ? tie.link : nil
    }
  }

  /// The object that keeps each of the links that an object keeps.
  ///
  /// - Complexity: O(*n*) in all that end with an object.
  package func keepers() -> [UInt32: ObjectID] {
    var found: [UInt32: ObjectID] = [:]
    for index in ties.keys.sorted() {
      for link in kept(by: objectID(at: index)) { found[link] = objectID(at: index) }
    }
    return found
  }

  /// - Parameter isTarget: Only if the semantics says that the end of a target ends a binding.
  mutating func tie(
    _ link: UInt32, to object: ObjectID, isTarget: Bool, isKeeper: Bool = false
  ) {
    var list = ties[object.index] ?? []
    ties[object.index] = nil
    // Only sometimes, so that a cell that is bound again a million times does not keep them all.
    if list.count >= 8, list.count.nonzeroBitCount == 1 {
      list.removeAll { links[$0.link].serial != $0.serial || links[$0.link].flags.contains(.free) }
    }
    list.append(
      Tie(link: link, serial: links[link].serial, isTarget: isTarget, isKeeper: isKeeper))
    ties[object.index] = list
    if isLogging {
      store.note(.tied, slot: object.index, link: link, cause: links[link].serial)
    }
  }

  /// Undoes `tie`: the tie is near the end, if it was not removed since.
  mutating func untie(_ link: UInt32, serial: UInt32, from object: UInt32) {
    guard let place = ties[object]?.lastIndex(where: { $0.link == link && $0.serial == serial })
    else { return }
    ties[object]?.remove(at: place)
    if ties[object]?.isEmpty == true { ties[object] = nil }
  }

  /// Lets `part` end with `object`, whose declaration made it.
  package mutating func setParent(of part: ObjectID, _ object: ObjectID) {
    children[object.index, default: []].append(part)
    if isLogging { appendLog(.parented, slot: object.index) }
  }
}
