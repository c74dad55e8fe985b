import BindingEngine
import Testing

/// Events, lists and virtual time, as a user of the library has them.
struct TimeTests {
  private let graph = Graph()
  private let source: ObjectID
  private let target: ObjectID

  init() throws {
    let shape = try graph.makeClass(
      "Thing", [.stored("value"), .stored("items"), .event("happened")])
    source = try graph.make(shape, named: "source")
    target = try graph.make(shape, named: "target")
  }

  private func property(_ name: String, of object: ObjectID) throws -> PropertyID {
    try graph.property(name, of: object)
  }

  @Test func `an event passes its payload and leaves nothing behind`() throws {
    let event = try property("happened", of: source)
    let value = try property("value", of: target)
    try graph.bind(.property(event), to: .property(value)) { $0.initially = false }
    var observed: [Value] = []
    try graph.observe(event) { observed.append($0.value) }
    try graph.fire(event, .int(3))
    try graph.fire(event, .int(3))
    #expect(observed == [.int(3), .int(3)])
    #expect(try graph.value(of: value) == .int(3))
    #expect(try graph.value(of: event) == .nil)
    #expect(throws: GraphError.self) { try graph.fire(value) }
    #expect(throws: GraphError.self) { try graph.set(event, to: .int(1)) }
    #expect(graph.core.pointee.checkInvariants() == [])
  }

  @Test func `a change of one element arrives as a change of one element`() throws {
    let items = try property("items", of: source)
    let copy = try property("items", of: target)
    try graph.set(items, to: .list(ListValue([.int(1), .int(2)])!))
    try graph.bind(items, to: copy)
    var changes: [ListChange] = []
    try graph.observe(copy) { changes.append($0.change) }
    #expect(try graph.insert(.int(9), at: 1, in: items))
    #expect(try graph.replace(at: 0, in: items, with: .int(8)))
    #expect(try graph.remove(at: 2, from: items))
    #expect(try !graph.remove(at: 2, from: items))
    #expect(try !graph.insert(.int(9), at: 3, in: items))
    #expect(
      changes == [
        ListChange(.insert, at: 1), ListChange(.replace, at: 0), ListChange(.remove, at: 2),
      ])
    #expect(try graph.value(of: copy) == .list(ListValue([.int(8), .int(9)])!))
    #expect(graph.core.pointee.checkInvariants() == [])
  }

  @Test func `an observer can be notified before and after a change`() throws {
    let value = try property("value", of: source)
    try graph.set(value, to: .int(1))
    var notified: [(ListChange.Kind, Value)] = []
    try graph.observe(value, prior: true) { notified.append(($0.change.kind, $0.value)) }
    try graph.set(value, to: .int(2))
    #expect(notified.map(\.0) == [.prior, .set])
    #expect(notified.map(\.1) == [.int(1), .int(2)])
  }

  @Test func `timers are due in the order of time, and then of their requests`() throws {
    var order: [Int] = []
    try graph.after(20) { order.append(3) }
    try graph.after(10) { order.append(1) }
    try graph.after(10) { order.append(2) }
    #expect(graph.dueCount == 3)
    #expect(try graph.advance(by: 15))
    #expect(order == [1, 2] && graph.now == 15)
    #expect(try graph.advance(by: 5))
    #expect(order == [1, 2, 3] && graph.dueCount == 0)
  }

  @Test func `a timer set by a rolled-back turn is never due`() throws {
    struct Failure: Error {}
    let value = try property("value", of: source)
    try graph.observe(value) { change in
      try change.graph.after(1) { Issue.record("it fell due") }
      throw Failure()
    }
    #expect(throws: GraphError.self) { try graph.set(value, to: .int(1)) }
    #expect(graph.dueCount == 0)
    #expect(try graph.advance(by: 5))
  }

  @Test func `an asynchronous answer arrives later, at the present target`() throws {
    let value = try property("value", of: source)
    let answer = try property("value", of: target)
    let slow = try graph.makeTransformer("slow", after: 10, forward: { $0 })
    try graph.bind(.property(value), to: .property(answer)) { $0.transformers = [slow] }
    try graph.set(value, to: .int(4))
    #expect(try graph.value(of: answer) == .nil)
    #expect(try graph.advance(by: 10))
    #expect(try graph.value(of: answer) == .int(4))
    #expect(throws: GraphError.self) {
      try graph.bindBothWays(.property(value), .property(answer)) { $0.transformers = [slow] }
    }
  }

  @Test func `timers that set each other for the same time are stopped, and can continue`() throws {
    var count = 0
    func again() throws {
      count += 1
      try graph.after(0, again)
    }
    try graph.after(0, again)
    #expect(try !graph.advance(by: 1, limit: 100))
    #expect(count == 100 && graph.dueCount == 1)
    #expect(try !graph.advance(by: 1, limit: 100))
    #expect(count > 100)
  }
}
