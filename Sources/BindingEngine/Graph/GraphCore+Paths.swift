import Names

extension GraphCore {
  /// The result of reading along a key path.
  enum Walk {
    /// Complete: the last property, or 0 if the last step was a value tail.
    case value(Value, slot: UInt32)
    /// nil was on the path.
    case broken
    /// A `computed` on the path must be evaluated first.
    case stale(UInt32)
    case failed(GraphError)
  }

  /// The value in `slot`; a reference to a released object is nil.
  @inlinable @inline(__always)
  package func read(_ slot: UInt32) -> Value { living(properties[slot].value) }

  /// `value` itself; nil for a released object.
  @inlinable @inline(__always)
  package func living(_ value: Value) -> Value {
    if case .object(let object) = value, !isAlive(object) { return .nil }
    return value
  }

  /// What one name of a key path leads to.
  private enum Step {
    case property(UInt32)
    /// What a value tail answers.
    case tail(Value)
    /// There is nil.
    case nothing
    case failed(GraphError)
  }

  @inline(__always)
  private func step(_ name: Name, from value: Value) -> Step {
    switch value {
    case .nil:
      return .nothing
    case .object(let object):
      guard let slot = slot(name, of: object) else {
        return .failed(.noProperty(names.text(of: name), of: named(object)))
      }
      return .property(slot)
    default:
      let text = names.text(of: name)
      guard
        let answer = ValueTail(rawValue: text)?.apply(to: value, text: { describe($0) })
          ?? value.entry(text)
      else { return .failed(.noTail(names.text(of: name), value: value)) }
      // A long one has been left early.
      if case .list = value, isInterrupted { return .failed(.interrupted) }
      return .tail(living(answer))
    }
  }

  /// Reads along `path` and appends each property it goes through to `reads`.
  mutating func walk(_ path: KeyPathRecord) -> Walk {
    guard isAlive(path.root) else { return .broken }
    var value = Value.object(path.root)
    var slot: UInt32 = 0
    for name in path.names {
      switch step(name, from: value) {
      case .property(let found):
        slot = found
        reads.append(slot)
        if properties[slot].marks.contains(.stale) { return .stale(slot) }
        value = read(slot)
      case .tail(let answer): (slot, value) = (0, answer)
      case .nothing: return .broken
      case .failed(let error): return .failed(error)
      }
    }
    return path.meansEvent ? walkToEvent(behind: slot) : .value(value, slot: slot)
  }

  /// Continues from the end of a path that means an event: to the event itself, or to the default
  /// event of the object there.
  private mutating func walkToEvent(behind slot: UInt32) -> Walk {
    guard slot != 0, !properties[slot].flags.contains(.event) else {
      return slot == 0 ? .broken : .value(read(slot), slot: slot)
    }
    if case .nil = read(slot) { return .broken }
    guard let event = defaultEvent(heldBy: slot) else { return .failed(.noEvent(named(slot))) }
    reads.append(event)
    return .value(read(event), slot: event)
  }

  /// The property at the end of `path` as it stands now; nil if the path is broken.
  func resolveTarget(_ path: KeyPathRecord) -> Result<UInt32?, GraphError> {
    guard isAlive(path.root) else { return .success(nil) }
    var object = path.root
    for name in path.names.dropLast() {
      guard let slot = slot(name, of: object) else {
        return .failure(.noProperty(names.text(of: name), of: named(object)))
      }
      guard case .object(let next) = read(slot) else { return .success(nil) }
      object = next
    }
    guard let last = path.names.last, let slot = slot(last, of: object) else {
      return .failure(
        .noProperty(names.text(of: path.names.last ?? .none), of: named(object)))
    }
    return .success(slot)
  }
}

extension GraphCore {
  /// The property at the end of `path` now, or the event that it means there; nil if the path is
  /// broken or ends with a value tail.
  package func lastSlot(of path: KeyPathRecord) -> UInt32? {
    guard case .success(let last) = resolveTarget(path) else { return nil }
    guard path.meansEvent, let last, info(of: last).role == .property else { return last }
    if case .nil = read(last) { return nil }
    return defaultEvent(heldBy: last) ?? last
  }

  /// The default event of the object that a property holds.
  package func defaultEvent(heldBy slot: UInt32) -> UInt32? {
    guard case .object(let object) = read(slot), let name = defaultProperty(of: object),
      let event = self.slot(name, of: object), info(of: event).role == .event
    else { return nil }
    return event
  }

  /// How far a key path leads now, without any evaluation.
  ///
  /// - Returns: The last property on the path, 0 for none, and whether nil is there before the end.
  package func reach(along path: KeyPathRecord) -> (last: UInt32, isBroken: Bool) {
    guard isAlive(path.root) else { return (0, true) }
    var value = Value.object(path.root)
    var last: UInt32 = 0
    for name in path.names {
      switch step(name, from: value) {
      case .property(let slot):
        last = slot
        value = read(slot)
      case .tail(let answer): value = answer
      case .nothing, .failed: return (last, true)
      }
    }
    if path.meansEvent, let event = defaultEvent(heldBy: last) { last = event }
    return (last, false)
  }

  /// The property meant if only the object is named.
  package func defaultProperty(of object: ObjectID) -> Name? {
    classes[Int(classID(of: object).index)].defaultProperty
  }
}
