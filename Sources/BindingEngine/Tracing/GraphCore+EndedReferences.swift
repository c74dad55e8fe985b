// References that became nil because their objects were released. Nobody is notified of that, and no value
// is written: the property still holds the handle, which means nil from then on.
extension GraphCore {
  /// Records an event for each property that refers to an object which the running turn has released. Must
  /// be called when everything else has happened.
  ///
  /// - Complexity: O(*n*) in the properties of the graph, if anything was released.
  package mutating func recordEndedReferences() {
    var releases: [ObjectID: UInt32] = [:]
    for event in recording.events where event.kind == .release {
      if case .object(let object) = event.new { releases[object] = event.sequence }
    }
    if releases.isEmpty { return }
    for slot in 1..<UInt32(max(properties.count, 1)) {
      let property = properties.pointer(slot)
      guard let object = property.object, property.pointee.owner != 0,
        property.pointee.flags.isDisjoint(with: [.dead, .unobservable, .computed, .event]),
        let release = releases[object]
      else { continue }
      record(.write, .released, cause: release, property: slot, old: .object(object))
    }
  }
}
