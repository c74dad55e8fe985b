import BindingEngine

/// A graph inside an actor: callers from elsewhere get values, and never the graph.
actor Thermostat {
  struct TooHot: Error, Equatable {}

  private let graph = Graph()
  private let celsius: PropertyID
  private let fahrenheit: PropertyID
  private var observed: [String] = []

  init() throws {
    let dial = graph.makeClass("Dial", properties: ["celsius", "fahrenheit"])
    let object = try graph.make(dial, named: "dial")
    celsius = try graph.property("celsius", of: object)
    fahrenheit = try graph.property("fahrenheit", of: object)
    let toFahrenheit = graph.makeTransformer("Fahrenheit") { value in
      guard case .double(let number) = value else { return .nil }
      if number > 100 { throw TooHot() }
      return .double(number * 1.8 + 32)
    }
    try graph.bind(.property(celsius), to: .property(fahrenheit)) {
      $0.transformers = [toFahrenheit]
    }
  }

  func listen() throws {
    try graph.observe(fahrenheit) { [weak self] change in
      let value = change.value
      self?.assumeIsolated { $0.note(value) }
    }
  }

  private func note(_ value: Value) { observed.append("\(value)") }

  func set(_ number: Double) throws { try graph.set(celsius, to: .double(number)) }

  /// A closure whose error type is not written, and one that returns something.
  func setTwice(_ one: Double, _ other: Double) throws -> Value {
    try graph.batch { try graph.set(celsius, to: .double(one)) }
    return try graph.batch {
      try graph.set(celsius, to: .double(other))
      return try graph.value(of: fahrenheit)
    }
  }

  func fail() throws {
    try graph.batch {
      try graph.set(celsius, to: .double(1))
      throw TooHot()
    }
  }

  func tried(_ number: Double) throws -> (Value?, GraphError?) {
    let run = try graph.dryRun {
      try graph.set(celsius, to: .double(number))
      return try graph.value(of: fahrenheit)
    }
    return (run.result, run.error)
  }

  func read() throws -> Value { try graph.value(of: fahrenheit) }
  func observedValues() -> [String] { observed }
  func handle() -> PropertyID { celsius }
}
