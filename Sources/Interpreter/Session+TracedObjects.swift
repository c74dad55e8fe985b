import BindingEngine
import Rendering

// What the lines of a trace for programs say of an object that was made: a reader of the trace has no
// other source for what nothing has written since.
extension Session {
  /// The name of the object that keeps a link; nil if none does.
  func keeperName(of link: UInt32) -> String? {
    guard let origin = linkOrigin(of: link), origin.tree.tree.keeper(origin.node).exists else {
      return nil
    }
    return core.pointee.keepers()[core.pointee.lead(of: link)].map { core.pointee.describe($0) }
  }

  /// Adds the class and the first values of each object that a turn has made and not released again.
  ///
  /// - Parameter events: The events of the entries, in the same order.
  func addMembers(to trace: inout TurnTrace, _ events: [TraceEvent]) {
    guard events.contains(where: { $0.kind == .make }) else { return }
    // What a property had before its first write. If events are missing, that is not known.
    var first: [UInt32: Value] = [:]
    for event in events.reversed() where event.kind == .write || event.kind == .correct {
      first[event.property] = event.old
    }
    for (position, event) in events.enumerated() where event.kind == .make {
      guard case .object(let object) = event.new, core.pointee.isAlive(object) else { continue }
      let name = className(of: object)
      if !name.isEmpty { trace.entries[position].className = name }
      if trace.leftOut > 0 { continue }
      trace.entries[position].members = core.pointee.slots(of: object.index).compactMap { slot in
        let info = core.pointee.info(of: slot)
        guard info.role == .property else { return nil }
        let value = info.computed.exists ? nil : traced(first[slot] ?? core.pointee.read(slot))
        return TraceEntry.TracedMember(name: names.text(of: info.name), value: value)
      }
    }
  }
}
