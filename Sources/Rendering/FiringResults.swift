import BindingEngine

extension [TraceEvent] {
  /// What each firing gave, by its event: what it led to, before a `set` block corrected that. Nothing
  /// for a firing that failed.
  package var firingResults: [UInt32: Value] {
    var results: [UInt32: Value] = [:]
    var firing: [UInt32: UInt32] = [:]
    for event in self {
      if event.kind == .fire { firing[event.sequence] = event.link }
      // What is rejected is no result, and neither is an older value that waited.
      if event.reason == .rejected || event.isOfWaiting { continue }
      // Other writes by the firing's own blocks are not its result.
      guard [.write, .note, .dropped, .correct].contains(event.kind), event.link != 0,
        firing[event.cause] == event.link, results[event.cause] == nil
      else { continue }
      results[event.cause] = event.kind == .correct ? event.old : event.new
    }
    return results
  }
}
