import BindingEngine
import TestSupport

/// Runs a recorded program on a graph, with the same log as the libraries: with their numbers, those of
/// JavaScript.
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
      try graph.set(property, to: .double(0))
    }
    try graph.tick()
    for formula in program.comp {
      properties[formula.name] = try graph.extend(
        graph.make(signal),
        with: .computed("computed") { [unowned self] graph, _ in
          try .double(evaluate(formula))
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
    log.append("end " + values.map(Self.text).joined(separator: " "))
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

  /// A number as JavaScript writes it.
  private static func text(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number.isNaN { return "NaN" }
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return "\(whole)" }
    // Its shortest digits, and zeros up to 21 places.
    let parts = "\(number)".split(separator: "e")
    if parts[0].hasSuffix(".0"), parts.count == 1 { return String(parts[0].dropLast(2)) }
    guard parts.count == 2, let exponent = Int(parts[1]), exponent < 21 else { return "\(number)" }
    let digits = parts[0].filter { $0 != "." }
    return digits + String(repeating: "0", count: max(0, exponent + 1 - digits.count))
  }

  private func number(_ name: String) throws -> Double {
    guard let property = properties[name], case .double(let number) = try graph.value(of: property)
    else { throw Refusal() }
    return number
  }

  private func evaluate(_ formula: RecordedFormula) throws -> Double {
    if let choice = formula.if {
      return try graph.choose(
        if: { try number(choice[0]).truncatingRemainder(dividingBy: 2) == 0 },
        then: { try number(choice[1]) },
        otherwise: { try number(choice[2]) })
    }
    let sum = try formula.src.reduce(Double(formula.add)) { try $0 + number($1) }
    return formula.mod > 0 ? sum.truncatingRemainder(dividingBy: Double(formula.mod)) : sum
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
          guard case .double(let value) = value else { throw Refusal() }
          return .double(binding.op(value))
        }
      }
    }
  }

  private func observe(_ number: Int) throws {
    guard let property = properties[program.obs[number]] else { throw Refusal() }
    observers[number] = try graph.observe(property) { [unowned self] change in
      guard case .double(let value) = change.value else { throw Refusal() }
      log.append("o\(number) \(Self.text(value))")
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
    try graph.set(property, to: .double(Double(pair.value)))
  }
}
