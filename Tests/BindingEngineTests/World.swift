import BindingEngine
import Testing

/// A graph of objects with a `value` and a `next`, and a log of what its closures saw. At the end
/// of each test the invariants hold.
final class World {
  let graph: Graph
  let classID: ClassID
  var log: [String] = []
  /// Checking every table takes seconds if there are a million bindings.
  var isTooLargeToCheck = false

  init(_ semantics: Semantics = .bind) {
    graph = try! Graph(semantics: semantics)
    classID = graph.makeClass("Thing", properties: ["value", "next"])
  }

  convenience init(_ change: (inout Semantics) -> Void) {
    var semantics = Semantics(name: "own")
    change(&semantics)
    self.init(semantics)
  }

  func object() -> ObjectID { try! graph.make(classID) }

  func value(of object: ObjectID) throws -> PropertyID { try graph.property("value", of: object) }
  func next(of object: ObjectID) throws -> PropertyID { try graph.property("next", of: object) }

  /// New properties with these values.
  func properties(_ values: Value...) throws -> [PropertyID] {
    try values.map { value in
      let property = try self.value(of: object())
      try graph.set(property, to: value)
      return property
    }
  }

  func values(_ properties: [PropertyID]) throws -> [Value] {
    try properties.map { try graph.value(of: $0) }
  }

  /// Logs `name old->new` at each change.
  @discardableResult
  func watch(_ property: PropertyID, _ name: String) throws -> BindingID {
    try graph.observe(property) { [unowned self] change in
      log.append("\(name) \(graph.describe(change.old))->\(graph.describe(change.value))")
    }
  }

  /// Binds with a transformer that adds.
  @discardableResult
  func bindAdding(
    _ amount: Int, _ source: PropertyID, _ target: PropertyID, initially: Bool = true
  ) throws -> BindingID {
    try graph.bind(.property(source), to: .property(target)) {
      $0.initially = initially
      $0.transform = { .int(try World.number($0) + amount) }
    }
  }

  static func number(_ value: Value) throws -> Int {
    guard case .int(let number) = value else { throw NotANumber() }
    return number
  }

  struct NotANumber: Error {}

  func checkInvariants(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(graph.core.pointee.checkInvariants() == [], sourceLocation: sourceLocation)
  }

  deinit { if !isTooLargeToCheck { checkInvariants() } }
}

/// The error that `body` throws.
func graphError(_ body: () throws -> Void) -> GraphError? {
  do {
    try body()
    return nil
  } catch {
    return error as? GraphError
  }
}
