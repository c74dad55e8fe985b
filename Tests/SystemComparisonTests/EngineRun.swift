import BindingEngine
import Testing

/// Does the steps of a scenario to a graph of bindlab, whose closures log what the other system's
/// program logs.
final class EngineRun {
  private let graph: Graph
  private let classID: ClassID
  private let constructs: ComparedSystem.Constructs
  private var objects: [Int: ObjectID] = [:]
  private var ways: [Int: ObjectID] = [:]
  private let wayID: ClassID
  private var properties: [PropertyID] = []
  private var links: [Int: BindingID] = [:]
  private var looping: Set<BindingID> = []
  private var step = RunRecord.StepRecord()
  /// Stops a step that has logged as much as the other system's program may. Firings that double with
  /// each level would go on to a million otherwise.
  private let interrupt = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  private struct Refusal: Error {}

  private static let members = ["a", "b", "c", "d"]

  init(_ semantics: Semantics, constructs: ComparedSystem.Constructs) throws {
    graph = try Graph(semantics: semantics)
    classID = graph.makeClass("Thing", properties: EngineRun.members)
    wayID = graph.makeClass("Way", properties: ["next"])
    self.constructs = constructs
    interrupt.initialize(to: 0)
    graph.core.pointee.interruptFlag = UnsafePointer(interrupt)
    guard constructs.hasLoops else { return }
    // A binding keeps its error, and is asked once.
    graph.onTrace = { [unowned self] event in
      if event.kind == .held, event.reason == .loop, let binding = event.binding,
        looping.insert(binding).inserted
      {
        step.hasLoop = true
      }
    }
  }

  deinit {
    graph.core.pointee.interruptFlag = nil
    interrupt.deallocate()
  }

  /// Does all steps, or those up to the first one that runs away.
  func run(_ scenario: ComparedScenario) throws -> RunRecord {
    var record = RunRecord()
    for next in scenario.steps {
      step = RunRecord.StepRecord()
      do {
        try take(next)
      } catch let error as GraphError {
        note(error)
      }
      if constructs.waitsForTick {
        do { try graph.tick() } catch { note(error) }
      }
      if step.events.count >= RunRecord.mostEvents { step.hasRunAway = true }
      let isRead = !constructs.readsSome || record.steps.count == scenario.steps.count - 1
      if !step.hasRunAway, isRead { try readValues() }
      record.steps.append(step)
      if step.hasRunAway { break }
    }
    try #require(graph.core.pointee.checkInvariants() == [], "\(scenario)")
    return record
  }

  private func note(_ error: GraphError) {
    if constructs.hasLoops {
      step.hasLoop = true
      return
    }
    if error.isRunaway { step.hasRunAway = true } else { step.hasFailed = true }
  }

  private func readValues() throws {
    step.values = try properties.reduce(into: "=") { line, property in
      let value = try graph.isAlive(property.object) ? String(number(property)) : "x"
      line += " " + value
    }
  }

  // MARK: Values

  private func number(_ property: PropertyID) throws -> Int {
    try number(graph.value(of: property))
  }

  private func number(_ value: Value) throws -> Int {
    guard case .int(let number) = value else { throw Refusal() }
    return number
  }

  private func value(of formula: ComparedScenario.Formula, in graph: Graph) throws -> Int {
    func read(_ property: Int) throws -> Int { try number(graph.value(of: properties[property])) }
    switch formula {
    case .sum(let sources):
      let sum = try sources.reduce(0) { try $0 + read($1) }
      return ((sum % 1_000) + 1_000) % 1_000
    case .choice(let test, let even, let odd):
      for property in [test, even, odd] { try graph.depend(on: properties[property]) }
      return try read(test).isMultiple(of: 2) ? read(even) : read(odd)
    case .remainder(let sources, let added, let divisor):
      let sum = try sources.reduce(added) { try $0 + read($1) }
      return divisor > 0 ? sum % divisor : sum
    }
  }

  private func log(_ line: String) {
    if step.events.count < RunRecord.mostEvents { step.events.append(line) }
    if step.events.count == RunRecord.mostEvents { interrupt.pointee = 1 }
  }

  private func logFiring(_ number: Int, _ line: String) {
    if constructs.showsFirings { log("fire #\(number) \(line)") }
  }

  // MARK: Steps

  /// Makes a binding, which stays even if its first value has an ignored error.
  private func keep(_ number: Int, _ make: () throws -> BindingID) throws {
    let place = graph.core.pointee.nextNumber
    do {
      links[number] = try make()
    } catch {
      if let link = graph.core.pointee.link(numbered: place) {
        links[number] = graph.core.pointee.bindingID(link)
      }
      throw error
    }
  }

  private func take(_ step: ComparedScenario.Step) throws {
    switch step {
    case .property(_, let object, let member, let value): try make(object, member, value)
    case .computed(let index, let formula): try compute(index, formula)
    case .bind(let number, let transform, let source, let target):
      try keep(number) {
        // If nothing logs its firing, a copy is a plain binding, which may be read through.
        if !constructs.showsFirings, case .copy = transform {
          return try graph.bind(properties[source], to: properties[target])
        }
        return try graph.bind(.property(properties[source]), to: end(target)) {
          $0.transform = self.passing(number, transform.callAsFunction)
        }
      }
    case .bindBothWays(let number, let transform, let left, let right):
      let transformer = graph.makeTransformer(
        forward: passing(number, transform.callAsFunction),
        reverse: passing(number, transform.reversed))
      try keep(number) {
        try graph.bindBothWays(end(left), end(right)) { $0.transformers = [transformer] }
      }
    case .join(let number, let formula, let target):
      try keep(number) {
        try graph.bind(
          .expression { [unowned self] graph in try .int(self.value(of: formula, in: graph)) },
          to: end(target)
        ) {
          // Not when it is read: making the binding also reads it, to find its dependencies.
          $0.transform = { [unowned self] sum in
            try self.logFiring(number, "->\(self.number(sum))")
            return sum
          }
        }
      }
    case .observe(let number, let property, let action):
      links[number] = try graph.observe(properties[property]) { [unowned self] change in
        try self.observe(number, property, self.number(change.value), action)
      }
    case .observePrior(let number, let property):
      links[number] = try graph.observe(properties[property], prior: true) {
        [unowned self] change in
        let word = change.change.kind == .prior ? "prior" : "obs"
        try self.log("\(word) #\(number) \(self.number(properties[property]))")
      }
    case .observeDependent(let number, let property, let isTwice):
      let dependent = try graph.property(
        isTwice ? "twice" : "quad", of: properties[property].object)
      try observe(.property(dependent), as: number)
    case .way(let way, let property):
      ways[way] = try graph.make(wayID)
      try point(way, at: property)
    case .point(let way, let property): try point(way, at: property)
    case .observeWay(let number, let way):
      if let object = ways[way] { try observe(.path(object, "next.a"), as: number) }
    case .set(let property, let value): try graph.set(properties[property], to: .int(value))
    case .batch(let writes):
      try graph.batch { () throws(GraphError) in
        // If an error is ignored, the writes after it are done, too.
        var failure: GraphError?
        for write in writes {
          do throws(GraphError) {
            try graph.set(properties[write.property], to: .int(write.value))
          } catch {
            failure = failure ?? error
            // A refused write has failed itself, and not one of its effects.
            if case .refusedWrite(let refused, _) = error,
              refused.handle == properties[write.property]
            {
              break
            }
            // What does not end is stopped from outside there, with all that was to follow.
            if graph.semantics.error != .goOn || error.isRunaway { break }
          }
        }
        if let failure { throw failure }
      }
    case .unbind(let number):
      if let link = links[number] { try graph.unbind(link) }
    case .release(let object):
      if let object = objects[object], graph.isAlive(object) { try graph.release(object) }
    case .read(let property): try log("read \(property) \(number(properties[property]))")
    }
  }

  private func observe(_ source: BindingSource, as number: Int) throws {
    links[number] = try graph.observe(source) { [unowned self] change in
      try self.log("obs #\(number) \(self.number(change.value))")
    }
  }

  private func point(_ way: Int, at property: Int) throws {
    guard let object = ways[way] else { return }
    try graph.set(
      graph.property("next", of: object), to: .object(properties[property].object))
  }

  private func make(_ object: Int, _ member: Int, _ value: Int) throws {
    let id = try objects[object] ?? graph.make(classID)
    objects[object] = id
    properties.append(try graph.property(EngineRun.members[member], of: id))
    try graph.set(properties[properties.count - 1], to: .int(value))
    guard constructs.hasWays else { return }
    for (name, source) in [("twice", "a"), ("quad", "twice")] {
      let dependent = try graph.extend(
        id,
        with: .computed(name) { [unowned self] graph, object in
          try .int(2 * self.number(graph.value(of: graph.property(source, of: object))))
        })
      // It begins to follow the key here, before anything observes it.
      if let dependent { _ = try graph.value(of: dependent) }
    }
  }

  private func compute(_ index: Int, _ formula: ComparedScenario.Formula) throws {
    let property = try graph.extend(
      graph.make(classID),
      with: .computed("sum") { [unowned self] graph, _ in
        try .int(self.value(of: formula, in: graph))
      })
    properties.append(try #require(property))
    // There what depends on it listens to it from now on, and so evaluates it.
    if graph.semantics.dependsOnNamed { _ = try number(graph.value(of: properties[index])) }
  }

  private func end(_ property: Int) -> BindingTarget { .property(properties[property]) }

  private func passing(
    _ number: Int, _ change: @escaping (Int) -> Int
  ) -> (Value) throws -> Value {
    { [unowned self] value in
      let value = try self.number(value)
      self.logFiring(number, "\(value)->\(change(value))")
      return .int(change(value))
    }
  }

  // MARK: Observers

  private func observe(
    _ number: Int, _ property: Int, _ value: Int, _ action: ComparedScenario.Action
  ) throws {
    log("obs #\(number) \(value)")
    switch action {
    case .raise(let end) where value < end: try write(value + 1, to: property)
    case .cap(let most) where value > most: try write(most, to: property)
    case .write(let other, let amount): try write(value + amount, to: other)
    case .lift(let other, let end) where value < end: try write(value + 1, to: other)
    case .look(let other, let start) where value >= start:
      try log("look \(other) \(self.number(properties[other]))")
    case .end(let link): if let ended = links[link] { try graph.unbind(ended) }
    case .fail(let divisor) where value % divisor == 0: throw Refusal()
    default: break
    }
  }

  private func write(_ value: Int, to property: Int) throws {
    guard graph.isAlive(properties[property].object) else { return }
    do {
      try graph.set(properties[property], to: .int(value))
    } catch {
      // A write that ends in a loop is still done.
      guard constructs.hasLoops else { throw error }
      note(error)
    }
  }
}

extension GraphError {
  fileprivate var isRunaway: Bool {
    switch self {
    case .runaway, .nestedTooDeeply: true
    default: false
    }
  }
}
