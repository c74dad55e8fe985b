import BindingEngine
import Text

/// The objects that a turn of a trace made or released. They count if the turn is kept.
struct ChangedObjects {
  private var made: [RecordedTrace.MadeObject] = []
  private var values: [(property: UInt32, value: Value)] = []
  private var released: Set<UInt32> = []

  /// - Returns: The lists that the properties of a new object have.
  mutating func take(
    _ event: TraceEvent, _ fields: TraceFields, in trace: inout RecordedTrace
  ) throws(JSONError) -> [(property: UInt32, list: ListValue)] {
    var lists: [(property: UInt32, list: ListValue)] = []
    guard case .object(let object) = event.new else { return lists }
    switch event.kind {
    case .make:
      var properties: [UInt32] = []
      for (name, value) in fields.members {
        let property = trace.property("\(trace.objectNames[Int(object.index)]).\(name)")
        properties.append(property)
        guard let value else { continue }
        let first = try fields.value(value, in: &trace)
        values.append((property, first))
        if case .list(let list) = first { lists.append((property, list)) }
      }
      made.append(
        RecordedTrace.MadeObject(
          object: object, className: fields.className ?? "", properties: properties, turn: 0))
    case .release:
      released.insert(object.index)
      made.removeAll { $0.object == object }
    default: break
    }
    return lists
  }

  /// The turn is kept.
  func add(to trace: inout RecordedTrace, _ turn: Int) {
    for object in released { trace.release(object, in: turn) }
    for var object in made {
      object.turn = turn
      trace.add(object)
    }
    for (property, value) in values {
      trace.firstValues[property, default: []].append((turn, value))
    }
  }
}
