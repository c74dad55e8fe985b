/// What a turn may have changed: everything about which its log has an entry.
package struct TouchedByTurn {
  /// Properties whose value was stored, or became stale or fresh.
  package var properties: Set<UInt32> = []
  /// Objects that were made, have ended or have got other properties.
  package var objects: Set<UInt32> = []

  package init() {}
}

extension GraphCore {
  /// What the running turn may have changed so far; nothing between turns.
  ///
  /// - Complexity: O(*n*) in what it did.
  package var touchedByTurn: TouchedByTurn {
    var touched = TouchedByTurn()
    guard isInTurn else { return touched }
    for position in turnStart.log..<log.count {
      let entry = log.base + position
      switch entry.pointee.kind {
      case .write, .grew, .marks: touched.properties.insert(entry.pointee.slot)
      case .madeObject, .released, .extended, .reclassed:
        touched.objects.insert(entry.pointee.slot)
      case .redeclared: touched.objects.insert(properties[entry.pointee.slot].owner)
      default: break
      }
    }
    return touched
  }
}
