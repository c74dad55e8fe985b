import BindingEngine
import TestSupport
import Testing

/// One sequence of operations, done to a graph and to the naive model at the same time, and compared
/// after each.
final class Scenario {
  let graph: Graph
  let model: NaiveModel
  var random: SeededRandom
  let seed: Int
  let isTraced: Bool
  var objects: [ObjectID] = []
  /// Bindings by a number that both sides share.
  var bindings: [Int: BindingID] = [:]
  var links: [Int: ModelLink] = [:]
  var engineKeys = 0
  var modelKeys = 0
  /// What the graph's closures saw.
  var events: [String] = []
  /// The steps so far, for the message of a failure.
  var steps: [String] = []
  let classID: ClassID

  init(_ semantics: Semantics, seed: Int, isTraced: Bool) {
    graph = try! Graph(semantics: semantics)
    let knobs = ModelKnobs(semantics)
    if semantics.order == .queue {
      model = QueueModel(knobs)
    } else {
      model = knobs.batches || knobs.notifiesLast ? SweepModel(knobs) : NaiveModel(knobs)
    }
    random = SeededRandom(seed: seed)
    self.seed = seed
    self.isTraced = isTraced
    classID = try! graph.makeClass("Object", Scenario.properties)
    if isTraced { graph.onTrace = { _ in } }
    for _ in 0..<4 { makeObject() }
  }

  private static var properties: [PropertySpec] {
    [
      .stored("a"), .stored("b"), .stored("number", ValueType(.int, optional: true)),
      .stored("capped") { value, _ in
        if case .int(let number) = value { .int(min(number, 100)) } else { value }
      },
      .stored("next"), .computed("sum", Scenario.sum), .computed("half", Scenario.half),
    ]
  }

  /// The same as `NaiveModel.sum`.
  private static func sum(_ graph: Graph, _ object: ObjectID) throws -> Value {
    let a = try graph.value(of: graph.property("a", of: object))
    guard case .int(let number) = a else { return a }
    if number % 11 == 10 { throw Refusal() }
    var other = try graph.value(of: graph.property(number % 2 == 0 ? "b" : "next", of: object))
    if case .object(let next) = other { other = try graph.value(of: graph.property("b", of: next)) }
    guard case .int(let more) = other else { return .int(number) }
    return .int((number + more) % 1_000)
  }

  /// The same as `NaiveModel.half`.
  private static func half(_ graph: Graph, _ object: ObjectID) throws -> Value {
    guard case .int(let number) = try graph.value(of: graph.property("sum", of: object)) else {
      return .nil
    }
    return .int(number / 4)
  }

  struct Refusal: Error {}

  func makeObject() {
    objects.append(try! graph.make(classID))
    _ = model.makeObject()
  }

  // MARK: Both sides

  func value(_ value: ModelValue) -> Value {
    switch value {
    case .nil: .nil
    case .int(let number): .int(number)
    case .text(let text): .string(text)
    case .object(let number): .object(objects[number])
    }
  }

  func value(_ value: Value) -> ModelValue {
    switch value {
    case .int(let number): .int(number)
    case .string(let text): .text(text)
    case .object(let object): .object(objects.firstIndex(of: object) ?? -1)
    default: .nil
    }
  }

  func property(_ object: Int, _ name: String) throws(GraphError) -> PropertyID {
    try graph.property(name, of: objects[object])
  }

  static func error(_ error: GraphError) -> ModelError {
    switch error {
    case .typeMismatch: .typeMismatch
    case .readOnly: .readOnly
    case .refusedWrite: .refused
    case .readsItself: .readsItself
    case .runaway: .runaway
    default: .thrown
    }
  }

  /// Does one thing to both sides, and compares the results and everything that can be observed then.
  func step(
    _ what: String, engine: () throws -> Void, model modelled: () throws -> Void
  ) throws {
    steps.append(what)
    events = []
    model.events = []
    model.starts = []
    // It takes longer than all the rest.
    let before = seed.isMultiple(of: 3) ? Snapshot(of: graph) : nil
    let turnsBefore = graph.lastTurn.number
    var failure: ModelError?
    var expected: ModelError?
    var graphError: GraphError?
    do { try engine() } catch let error as GraphError {
      failure = Scenario.error(error)
      graphError = error
    }
    do { try modelled() } catch let error as ModelError { expected = error }
    try #require(failure == expected, "\(story): \(graphError.map(graph.describe) ?? "no error")")
    if let graphError, let before, graph.core.pointee.policy(for: graphError) == .undo {
      try #require(Snapshot(of: graph).differences(from: before) == [], "\(story)")
    }
    try compare()
    if isTraced, graph.lastTurn.number > turnsBefore { try compareTrace() }
  }

  var story: String { "seed \(seed)\n  " + steps.joined(separator: "\n  ") }

  private func compare() throws {
    let core = graph.core
    let problems = core.pointee.checkInvariants()
    try #require(problems == [], "\(story)")
    try #require(events == model.events, "\(story)")
    let turn = graph.lastTurn
    let counts = ModelCounts(
      writes: turn.writes, firings: turn.firings, held: turn.held, dropped: turn.dropped,
      depth: model.describesDepth ? turn.depth : 0, rounds: turn.rounds)
    if !model.describesDepth { model.counts.depth = 0 }
    try #require(counts == model.counts, "\(story)")
    // Recording each with the testing library would take longer than all the rest.
    var differences: [String] = []
    for (number, object) in objects.enumerated() {
      let modelled = model.objects[number]
      if graph.isAlive(object) != modelled.isAlive { differences.append("\(number) lives") }
      guard modelled.isAlive else { continue }
      for name in Scenario.names {
        let slot = try property(number, name).slot
        let wanted = modelled.properties[name]!
        if core.pointee.properties[slot].marks.contains(.stale) != wanted.isStale {
          differences.append("\(number).\(name) is stale")
        }
        let found = value(core.pointee.read(slot))
        if found != model.living(wanted.value) {
          differences.append("\(number).\(name) is \(found), not \(wanted.value)")
        }
      }
    }
    for (key, link) in links where (bindings[key].map(graph.isBound) ?? false) != link.isAlive {
      differences.append("#\(link.number) lives")
    }
    try #require(differences == [], "\(story)")
  }

  private static let names = ["a", "b", "number", "capped", "next", "sum", "half"]

  /// The order of everything that fires or is held back, by the trace.
  private func compareTrace() throws {
    let core = graph.core
    let traced: [String] = core.pointee.trace.compactMap { event in
      switch event.kind {
      case .held: "held \(core.pointee.number(of: event.link))"
      case .observe: "observe \(core.pointee.number(of: event.link))"
      case .fire: "fire \(core.pointee.number(of: event.link))"
      default: nil
      }
    }
    try #require(traced == model.starts, "\(story)")
  }
}

extension ModelKnobs {
  init(_ semantics: Semantics) {
    switch semantics.equal {
    case .pass: equal = .pass
    // The model has no lists.
    case .drop, .dropSame: equal = .drop
    case .dropSimple: equal = .dropSimple
    }
    switch semantics.lock {
    case .yes: lock = .yes
    case .no: lock = .no
    case .bindings: lock = .bindings
    case .twoWay: lock = .twoWay
    case .observers: lock = .observers
    case .computed: lock = .computed
    }
    switch semantics.write {
    case .keep: write = .keep
    case .break: write = .break
    case .refuse: write = .refuse
    }
    switch semantics.error {
    case .undo: onError = .undo
    case .stop: onError = .stop
    case .goOn: onError = .goOn
    }
    pulls = semantics.computed == .pull
    newestFirst = semantics.siblings == .newest
    latestFirst = semantics.siblings == .latest
    notifiesLast = semantics.observers == .last
    batches = semantics.flush != .now
    waitsForTick = semantics.flush == .tick
    endsWithTarget = semantics.death == .either
    undoesRunaways = semantics.beyond == .undo
    if semantics.limitUnit == .depth { depthLimit = semantics.limit ?? .max }
    if semantics.limitUnit == .rounds { roundLimit = semantics.limit ?? .max }
    if semantics.limitUnit == .firings { firingLimit = semantics.limit ?? .max }
  }
}
