import BindingEngine
import TestSupport

/// Runs a recorded program on a graph, with the same log as the libraries.
final class RecordedProgramRun {
  private let graph: Graph
  private let program: RecordedProgram
  private var properties: [String: PropertyID] = [:]
  private var bindings: [Int: BindingID] = [:]
  private var observers: [Int: BindingID] = [:]
  private(set) var log: [String] = []
  /// The invariants that do not hold at the end.
  private(set) var problems: [String] = []
  /// Whether it exceeded a limit.
  private(set) var hasRunAway = false

  private struct Refusal: Error {}

  init(_ program: RecordedProgram, under semantics: Semantics, isTraced: Bool = false) throws {
    graph = try Graph(semantics: semantics)
    self.program = program
    if isTraced { graph.onTrace = { _ in } }
  }

  func run() throws {
    try make()
    try take()
  }

  /// Makes the contents of the program.
  func make() throws {
    let signal = graph.makeClass("Signal", properties: ["value"])
    for number in 0..<program.n {
      let property = try graph.property("value", of: graph.make(signal))
      properties["s\(number)"] = property
      try graph.set(property, to: .int(0))
    }
    try graph.tick()
    for formula in program.comp {
      properties[formula.name] = try graph.extend(
        graph.make(signal),
        with: .computed("computed") { [unowned self] graph, _ in
          try .int(evaluate(formula))
        })
    }
    // What is evaluated at each change is evaluated when it is declared.
    if graph.semantics.computed == .push || graph.semantics.computed == .ahead {
      try noting { for formula in program.comp { _ = try number(formula.name) } }
    }
    for case .list(let made) in program.order {
      guard case .word(let kind) = made[0], case .number(let number) = made[1] else { continue }
      try noting { kind == "b" ? try bind(number) : try observe(number) }
    }
    try noting { try graph.tick() }
  }

  /// Does the steps of the program.
  func take() throws {
    for step in program.steps {
      log.append("w")
      try noting { try take(step) }
      try noting { try graph.tick() }
    }
    let values =
      try (0..<program.n).map { try number("s\($0)") } + program.comp.map { try number($0.name) }
    log.append("end " + values.map(String.init).joined(separator: " "))
    problems = graph.core.pointee.checkInvariants()
  }

  /// Allows the turns from now on to be rewound.
  func remember() { graph.journalLimit = .max }

  /// Restores the graph to that point, when the log was `earlier`.
  func rewind(to earlier: [String]) throws {
    try graph.rewind(.max)
    log = earlier
    problems = graph.core.pointee.checkInvariants()
  }

  private func noting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch GraphError.runaway {
      hasRunAway = true
    }
  }

  private func number(_ name: String) throws -> Int {
    guard let property = properties[name], case .int(let number) = try graph.value(of: property)
    else { throw Refusal() }
    return number
  }

  private func evaluate(_ formula: RecordedFormula) throws -> Int {
    if let choice = formula.if {
      return try graph.choose(
        if: { try number(choice[0]).isMultiple(of: 2) }, then: { try number(choice[1]) },
        otherwise: { try number(choice[2]) })
    }
    let sum = try formula.src.reduce(formula.add) { try $0 + number($1) }
    if formula.mod > 0 { return sum % formula.mod }
    // Endless growth is a runaway, whatever its values are.
    return sum < 1 << 53 ? sum : sum % 1_000_003
  }

  private func bind(_ number: Int) throws {
    let binding = program.binds[number]
    guard let source = properties[binding.src], let target = properties[binding.dst] else {
      throw Refusal()
    }
    let place = graph.core.pointee.nextNumber
    defer {
      // It stays even if its first value has an error.
      if let link = graph.core.pointee.link(numbered: place) {
        bindings[number] = graph.core.pointee.bindingID(link)
      }
    }
    if binding.op == .id {
      try graph.bind(source, to: target)
    } else {
      try graph.bind(.property(source), to: .property(target)) {
        $0.transform = { value in
          guard case .int(let value) = value else { throw Refusal() }
          return .int(binding.op(value))
        }
      }
    }
  }

  private func observe(_ number: Int) throws {
    guard let property = properties[program.obs[number]] else { throw Refusal() }
    observers[number] = try graph.observe(property) { [unowned self] change in
      log.append("o\(number) \(graph.describe(change.value))")
    }
  }

  private func take(_ step: [RecordedItem]) throws {
    if case .list(let only) = step[0], case .word(let word) = only[0],
      case .number(let number) = only[1]
    {
      let ended = word == "unbind" ? bindings[number] : observers[number]
      if let ended { try graph.unbind(ended) }
      return
    }
    let writes = step.compactMap { item -> (Int, Int)? in
      guard case .list(let pair) = item, case .number(let signal) = pair[0],
        case .number(let value) = pair[1]
      else { return nil }
      return (signal, value)
    }
    if writes.count == 1 {
      try write(writes[0])
    } else {
      try graph.batch { for pair in writes { try write(pair) } }
    }
  }

  private func write(_ pair: (signal: Int, value: Int)) throws {
    guard let property = properties["s\(pair.signal)"] else { throw Refusal() }
    try graph.set(property, to: .int(pair.value))
  }
}
