import BindingEngine

// Reports wrong results, and fails if there are any.

var failures: [String] = []

@MainActor
func expect(_ isTrue: Bool, _ what: String) {
  if !isTrue { failures.append(what) }
}

func error(of body: () throws -> Void) -> (any Error)? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

func asyncError(of body: () async throws -> Void) async -> (any Error)? {
  do {
    try await body()
    return nil
  } catch {
    return error
  }
}

let thermostat = try Thermostat()
try await thermostat.listen()
try await thermostat.set(10)
expect(try await thermostat.read() == .double(50), "a binding in an actor passes values")
expect(
  try await thermostat.setTwice(20, 30) == .double(86), "a batch returns what its closure does")
expect(
  await thermostat.observedValues() == ["double(50.0)", "double(68.0)", "double(86.0)"],
  "an observer may use its actor")

let own = await asyncError { try await thermostat.fail() }
expect(own is Thermostat.TooHot, "a batch throws the error of its closure")
expect(try await thermostat.read() == .double(86), "a batch that throws is rolled back")

let wrapped = await asyncError { try await thermostat.set(200) } as? GraphError
expect(wrapped?.underlying as? Thermostat.TooHot == .init(), "the error of a closure is kept")
expect(
  try await thermostat.tried(0).0 == .double(32), "a dry run returns what its closure does")
expect(try await thermostat.tried(200).1 == wrapped, "equal errors are equal")

let other = Graph()
let foreign = await thermostat.handle()
expect(error { try other.set(foreign, to: .int(1)) } as? GraphError == .otherGraph, "another graph")

let ring = try Graph(semantics: .kvo)
let thing = ring.makeClass("Thing", properties: ["v"])
let a = try ring.property("v", of: ring.make(thing, named: "a"))
let b = try ring.property("v", of: ring.make(thing, named: "b"))
func increment(_ value: Value) -> Value {
  if case .int(let number) = value { .int(number + 1) } else { .int(0) }
}
try ring.bind(.property(a), to: .property(b)) { $0.transform = increment }
let closing = error {
  try ring.bind(.property(b), to: .property(a)) { $0.transform = increment }
  try ring.set(a, to: .int(1))
}
expect(
  closing.map { "\($0)" }?.hasPrefix("a cycle (#2, #1) never ends: beyond the limit of") == true,
  "a runaway says in words what it is, not \(closing.map { "\($0)" } ?? "nothing")")

guard failures.isEmpty else { fatalError("not so: \(failures.joined(separator: "; "))") }
print("all is as it should be")
