import BindingEngine
import TestSupport

/// Does random things to a graph; the same number always does the same to graphs in the same state.
final class RandomDriver {
  let graph = Graph()
  let thing: ClassID
  var objects: [ObjectID] = []
  var bindings: [BindingID] = []
  var log: [String] = []

  init() {
    thing = try! graph.makeClass(
      "Thing",
      [
        .stored("a"), .stored("b"), .stored("next"),
        .computed("double") { graph, object in
          guard case .int(let number) = try graph.value(of: graph.property("a", of: object))
          else { return .nil }
          return .int(2 * (number % 1_000))
        },
      ])
    for _ in 0..<4 { objects.append(try! graph.make(thing)) }
  }

  func property(_ random: inout SeededRandom) throws(GraphError) -> PropertyID {
    let object = objects[Int.random(in: 0..<objects.count, using: &random)]
    return try graph.property(["a", "b", "a", "next"].randomElement(using: &random)!, of: object)
  }

  func value(_ random: inout SeededRandom) -> Value {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .object(objects[Int.random(in: 0..<objects.count, using: &random)])
    case 1: .string("text \(Int.random(in: 0..<9, using: &random))")
    default: .int(Int.random(in: 0..<50, using: &random))
    }
  }

  /// Errors are intended.
  func step(_ random: inout SeededRandom) {
    do {
      try tryStep(&random)
    } catch {
      // Slots are used again earlier if nothing is remembered, and unnamed objects have their numbers.
      log.append("\(error)".replacing(/Thing:[0-9]+/, with: "Thing"))
    }
  }

  private func tryStep(_ random: inout SeededRandom) throws {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: objects.append(try graph.make(thing))
    case 1, 2:
      let (source, target) = (try property(&random), try property(&random))
      let isInitial = Bool.random(using: &random)
      bindings.append(
        try graph.bind(.property(source), to: .property(target)) { $0.initially = isInitial })
    case 3:
      let (source, target) = (try property(&random), try property(&random))
      bindings.append(
        try graph.bind(.property(source), to: .property(target)) { binding in
          binding.transform = { value in
            guard case .int(let number) = value else { return value }
            if number % 7 == 6 { throw Refusal() }
            return .int(number + 1)
          }
        })
    case 4:
      let observed = try property(&random)
      bindings.append(
        try graph.observe(observed) { [unowned self] in log.append(text(of: $0.value)) })
    case 5:
      let object = objects[Int.random(in: 0..<objects.count, using: &random)]
      let target = try property(&random)
      bindings.append(try graph.bind(.path(object, "next.a"), to: .property(target)))
    case 6 where !bindings.isEmpty:
      try graph.unbind(bindings.remove(at: Int.random(in: 0..<bindings.count, using: &random)))
    case 7 where objects.count > 3:
      let index = Int.random(in: 0..<objects.count, using: &random)
      try graph.release(objects.remove(at: index))
    case 8:
      let (target, value) = (try property(&random), value(&random))
      try graph.after(Int.random(in: 0..<50, using: &random)) { [unowned self] in
        log.append("due")
        try? graph.set(target, to: value)
      }
    case 9: try graph.advance(by: Int.random(in: 0..<60, using: &random))
    case 10:
      let (target, other) = (try property(&random), try property(&random))
      let fails = Bool.random(using: &random)
      try graph.batch {
        try graph.set(target, to: .int(7))
        try graph.set(other, to: .int(8))
        if fails { throw GraphError.thrown("no") }
      }
    default:
      let target = try property(&random)
      try graph.set(target, to: value(&random))
    }
  }

  struct Refusal: Error {}

  /// Handles may differ, but not the objects that they stand for.
  private func text(of value: Value) -> String {
    guard case .object(let object) = value else { return "\(value)" }
    return "object \(objects.firstIndex(of: object) ?? -1)"
  }

  /// Everything that a user of the graph can observe.
  var visible: [String] {
    var turn = graph.lastTurn
    // It contains handles.
    let loop = turn.loop.map { "\($0.shape) \($0.limit) \($0.laps)" } ?? "none"
    turn.loop = nil
    var lines = ["turn \(turn), loop \(loop)", "now \(graph.now) due \(graph.dueCount)"]
    for object in objects {
      for name in ["a", "b", "next", "double"] {
        guard let property = try? graph.property(name, of: object) else { continue }
        let value = (try? graph.value(of: property)) ?? .nil
        lines.append("\(name) \(text(of: value))")
      }
    }
    lines += bindings.map { "\($0.number) \(graph.isBound($0))" }
    return lines + log
  }
}
