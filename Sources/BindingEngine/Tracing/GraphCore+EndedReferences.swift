// References that became nil because their objects were released. Nobody is notified of that, and no value
// is written: the property still holds the handle, which means nil from then on.
extension GraphCore {
  /// Records an event for each property that refers to an object which the running turn has released. Must
  /// be called when everything else has happened. Of a list or a dictionary with such objects the event has
  /// the whole value.
  ///
  /// - Complexity: O(*n*) in the properties of the graph and their elements, if anything was released.
  package mutating func recordEndedReferences() {
    var releases: [ObjectID: UInt32] = [:]
    for event in recording.events where event.kind == .release {
      if case .object(let object) = event.new { releases[object] = event.sequence }
    }
    if releases.isEmpty { return }
    for slot in 1..<UInt32(max(properties.count, 1)) {
      let property = properties.pointer(slot)
      guard property.pointee.owner != 0,
        property.pointee.flags.isDisjoint(with: [.dead, .unobservable, .computed, .event])
      else { continue }
      if let object = property.object {
        guard let release = releases[object] else { continue }
        record(.write, .released, cause: release, property: slot, old: .object(object))
        continue
      }
      let value = properties[slot].value
      if let release = value.firstRelease(among: releases) {
        record(
          .write, .released, cause: release, property: slot, old: value,
          new: value.without(releases))
      }
    }
  }
}

extension Value {
  /// The value with nil for objects that are released.
  fileprivate func without(_ releases: [ObjectID: UInt32], depth: Int = 0) -> Value {
    guard depth < ListValue.maximumDepth else { return self }
    switch self {
    case .object(let object): return releases[object] == nil ? self : .nil
    case .list(let list):
      return ListValue(list.map { $0.without(releases, depth: depth + 1) }).map { .list($0) }
        ?? self
    case .dictionary(var dictionary):
      for key in dictionary.keys {
        let element = dictionary[key]?.without(releases, depth: depth + 1) ?? .nil
        dictionary = dictionary.setting(key, to: element) ?? dictionary
      }
      return .dictionary(dictionary)
    default: return self
    }
  }

  /// The event that released one of the objects in a list or a dictionary; nil if none is released.
  fileprivate func firstRelease(among releases: [ObjectID: UInt32], depth: Int = 0) -> UInt32? {
    guard depth < ListValue.maximumDepth else { return nil }
    func first(_ elements: some Sequence<Value>) -> UInt32? {
      for element in elements {
        if let found = element.firstRelease(among: releases, depth: depth + 1) { return found }
      }
      return nil
    }
    switch self {
    case .object(let object): return releases[object]
    case .list(let list): return first(list)
    case .dictionary(let dictionary): return first(dictionary.values)
    default: return nil
    }
  }
}
