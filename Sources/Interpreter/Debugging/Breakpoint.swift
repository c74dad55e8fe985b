import BindingEngine
import Syntax

/// Where a turn stops.
package struct Breakpoint {
  enum Place {
    /// When the property is stored, evaluated, or fired.
    case property(UInt32, of: ObjectID)
    /// When any property of the object is stored, evaluated, or fired.
    case object(ObjectID)
    /// When the binding or observer fires, or is held back.
    case link(BindingID)
    case occasion(BreakOccasion)
  }

  package var number: Int
  var place: Place
  /// As it was written, without `break`.
  package var text: String
  /// A condition on the values there.
  var condition: (tree: SyntaxTreeBox, node: NodeID)?
}

/// The events of a turn at which breakpoints stop, found one after the other.
struct BreakFinder {
  private let core: UnsafeMutablePointer<GraphCore>
  private let events: [TraceEvent]
  /// Properties that were stored before the examined event.
  private var written: Set<UInt32> = []
  private var position = 0

  init(_ events: [TraceEvent], _ core: UnsafeMutablePointer<GraphCore>) {
    self.core = core
    self.events = events
  }

  /// The next event at which some of `breakpoints` stop, whatever their conditions, with these.
  mutating func next(_ breakpoints: [Breakpoint]) -> (event: Int, stops: [Breakpoint])? {
    while position < events.count {
      let event = events[position]
      let stops = breakpoints.filter { matches($0.place, event) }
      if event.kind == .write { written.insert(event.property) }
      position += 1
      if !stops.isEmpty { return (position - 1, stops) }
    }
    return nil
  }

  private func matches(_ place: Breakpoint.Place, _ event: TraceEvent) -> Bool {
    switch place {
    case .property(let slot, let object):
      return event.property == slot && changes(event) && core.pointee.isAlive(object)
    case .object(let object):
      return event.property != 0 && changes(event)
        && core.pointee.properties[event.property].owner == object.index
        && core.pointee.isAlive(object)
    case .link(let binding):
      switch event.kind {
      case .fire, .observe, .held, .dropped, .answer:
        // Its place may belong to another now.
        return event.link != 0 && core.pointee.lead(of: event.link) == binding.index
          && core.pointee.number(of: binding.index) == Int(binding.number)
      default: return false
      }
    case .occasion(.glitch): return event.kind == .glitch
    case .occasion(.error): return event.kind == .error
    case .occasion(.secondWrite):
      return event.kind == .write && written.contains(event.property)
    case .occasion(.cycle):
      switch event.kind {
      case .held, .fire, .observe: return comesBack(event)
      default: return false
      }
    }
  }

  private func changes(_ event: TraceEvent) -> Bool {
    switch event.kind {
    case .write, .compute, .event, .call: true
    default: false
    }
  }

  /// Whether what fires, or is held back, is already firing. The echo of a two-way binding is not a
  /// cycle.
  private func comesBack(_ event: TraceEvent) -> Bool {
    guard event.link != 0 else { return false }
    let link = core.pointee.lead(of: event.link)
    var cause = event.cause
    var others = false
    while let earlier = self.event(cause) {
      if earlier.kind == .fire || earlier.kind == .observe, earlier.link != 0 {
        if core.pointee.lead(of: earlier.link) == link { return others }
        others = true
      }
      cause = earlier.cause
    }
    return false
  }

  /// The event of a number.
  private func event(_ sequence: UInt32) -> TraceEvent? {
    events.index(of: sequence).map { events[$0] }
  }
}
