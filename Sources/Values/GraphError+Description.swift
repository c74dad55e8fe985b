extension GraphError: CustomStringConvertible {
  /// What went wrong, in a few words. Objects in values have no name here; `Graph.describe` names
  /// them.
  public var description: String { words { $0.ownText } }

  /// - Parameter literal: A value as it would be written in a program.
  package func words(_ literal: (Value) -> String) -> String {
    switch self {
    case .released: "the object is released"
    case .otherGraph: "the handle belongs to another graph"
    case .noProperty(let name, let object): "no property '\(name)' in '\(object)'"
    case .noEvent(let property): "'\(property)' holds no object with a default event"
    case .noTail(let name, let value) where ValueTail(rawValue: name)?.isTooLarge(value) ?? false:
      "'\(name)' of \(literal(value)) is too large for an Int"
    case .noTail(let name, let value): "\(value.typeName) has no '\(name)'"
    case .typeMismatch(let property, let value): "'\(property)' does not take \(literal(value))"
    case .readOnly(let property): "'\(property)' cannot be written"
    case .refusedWrite(let property, let binding):
      "'\(property)' is written by #\(binding.number) alone"
    case .stillObserved(let object, let link): "'\(object)' is still observed by #\(link.number)"
    case .unboundAlready(let link): "#\(link.number) is unbound already"
    case .readsItself(let circle):
      circle.count > 2
        ? "'\(circle[0])' reads itself: \(GraphError.path(of: circle))"
        : "'\(circle.first?.name ?? "")' reads itself"
    case .changesWhatItReads(let property, let changed):
      "'\(property)' changes '\(changed)', which it reads"
    case .cannotGo(let transformer, let isReverse):
      "transformer '\(transformer)' has no \(isReverse ? "reverse" : "forward")"
    case .runaway(let runaway): runaway.description
    case .noTwoWay: "under this semantics a two-way binding would be a loop by itself"
    case .interrupted: "interrupted"
    case .nestedTooDeeply:
      "closures that write nest deeper than \(GraphError.maximumClosureNesting)"
    case .refused(let reason): reason
    case .thrown(let text, _): text
    }
  }

  /// `a.x reads b.y, which reads a.x`.
  package static func path(of circle: [Named<PropertyID>]) -> String {
    let names = circle.map(\.name)
    return names.prefix(2).joined(separator: " reads ")
      + names.dropFirst(2).map { ", which reads \($0)" }.joined()
  }
}

extension Runaway: CustomStringConvertible {
  /// What ran in a cycle, and beyond which limit.
  public var description: String {
    let beyond = "beyond the limit of \(limit) \(unit.words)"
    return switch shape {
    case .oscillates(let period): "a cycle\(way) oscillates with period \(period): \(beyond)"
    case .diverges: "a cycle\(way) never ends: \(beyond)"
    case .loop where laps == 0: "a loop\(way): each value would be evaluated from the others"
    case .loop: "a loop\(way): it is due while it is firing"
    case .endless: "no end within the limit of \(limit) \(unit.words)"
    case .longChain: "a chain longer than the limit of \(limit) \(unit.words)"
    case .blowUp: "one change reached a binding on more paths than the limit of \(limit)"
    }
  }

  /// ` (#1, #2)`, a `computed` property by its name.
  private var way: String {
    guard !hops.isEmpty else { return "" }
    let names = hops.map { $0.binding.map { "#\($0.number)" } ?? $0.property.name }
    return " (\(names.joined(separator: ", ")))"
  }
}

extension Semantics.LimitUnit {
  fileprivate var words: String {
    switch self {
    case .firings: "firings of one binding"
    case .depth: "nested writes"
    case .rounds: "rounds"
    }
  }
}

extension Value {
  /// The value as far as it can be written without its graph.
  fileprivate var ownText: String {
    switch self {
    case .nil: "nil"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): Value.text(of: number)
    case .string(let text): Value.quoted(text)
    case .list(let list): "a list of \(list.count)"
    case .dictionary(let dictionary): "a dictionary of \(dictionary.count)"
    case .enumeration(let value): "\(value.enumeration.name).\(value.name)"
    case .object: "an object"
    case .duration(let microseconds): Value.text(ofMicroseconds: microseconds)
    }
  }
}
