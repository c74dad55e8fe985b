import Names
import Syntax
import Values

/// How a method of lists uses the results of its block for the elements.
package enum ListBlock: Sendable {
  case map, filter, flatMap, reduce, sortedBy, groupedBy, first, any, all, none

  /// Whether the block must give a Bool.
  package var isCondition: Bool {
    switch self {
    case .filter, .first, .any, .all, .none: true
    case .map, .flatMap, .reduce, .sortedBy, .groupedBy: false
    }
  }

  /// Whether it keeps what the block gives, or the elements for which it gives true.
  package var gathers: Bool {
    switch self {
    case .map, .filter, .flatMap, .sortedBy, .groupedBy: true
    case .reduce, .first, .any, .all, .none: false
    }
  }

  /// The names in the block: the element, its index or key, and the intermediate result of `reduce`.
  package var parameters: [String] {
    self == .reduce ? ["value", "index", "total"] : ["value", "index"]
  }

  /// The elements of `list` in the order of `keys`, which has one for each; equal ones keep
  /// their order.
  ///
  /// - Parameter isInterrupted: Asked now and then; the sort ends when it is true.
  /// - Throws: `ScriptFailure` if two keys cannot be compared, or it is interrupted.
  /// - Complexity: O(*n* log *n*).
  package static func sorted(
    _ list: ListValue, by keys: [Value], isInterrupted: () -> Bool
  ) throws(ScriptFailure) -> ListValue {
    var steps = 0
    func step() throws(ScriptFailure) {
      steps &+= 1
      if steps & 4095 == 0, isInterrupted() { throw .graph(.interrupted) }
    }
    for key in keys.dropFirst() {
      try step()
      _ = try Operators.isLess(keys[0], key)
    }
    var elements: [Value] = []
    elements.reserveCapacity(list.count)
    for element in list {
      try step()
      elements.append(element)
    }
    let order: [Int]
    do {
      order = try elements.indices.sorted { (left, right) in
        try step()
        return keys[left].isLess(than: keys[right]) ?? false
      }
    } catch {
      throw .graph(.interrupted)
    }
    guard let sorted = ListValue(order.map { elements[$0] }) else { throw Operators.tooDeep }
    return sorted
  }
}

extension SyntaxTree {
  /// The block of a call; none if it has none.
  package func block(of arguments: NodeList) -> NodeID {
    guard let last = arguments.last, case .valueBlock(let body) = expression(last) else {
      return .none
    }
    return body
  }

  /// The method of that name, if labels or a block show that no action of an object is meant.
  package func certainMethod(_ name: String, given arguments: NodeList) -> ValueMethod? {
    guard let last = arguments.last,
      self[last].kind == .valueBlock
        || arguments.contains(where: { self[$0].kind == .labeledArgument })
    else { return nil }
    return ValueMethod.named(name)
  }

  /// The arguments of a call in parentheses.
  package func given(_ arguments: NodeList) -> [NodeID] {
    arguments.filter { self[$0].kind != .valueBlock }
  }
}
