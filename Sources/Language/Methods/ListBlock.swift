import BindingEngine
import Names
import Syntax

/// What a method of lists does with what its block gives for each element.
package enum ListBlock: Sendable {
  case map, filter, flatMap, reduce, sortedBy, groupedBy, first, any, all, none

  /// Whether the block has to give a Bool.
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

  /// The names that the block has: the element, its index or key, and what `reduce` has so far.
  package var parameters: [String] {
    self == .reduce ? ["value", "index", "total"] : ["value", "index"]
  }

  /// The elements of `list` in the order of `keys`, of which each stands for one; equal ones keep
  /// their order.
  ///
  /// - Throws: `ScriptFailure` where two keys cannot be compared.
  /// - Complexity: O(*n* log *n*).
  package static func sorted(
    _ list: ListValue, by keys: [Value]
  ) throws(ScriptFailure) -> ListValue {
    for key in keys.dropFirst() { _ = try Operators.isLess(keys[0], key) }
    let elements = Array(list)
    let order = elements.indices.sorted { (left, right) in
      keys[left].isLess(than: keys[right]) ?? false
    }
    guard let sorted = ListValue(order.map { elements[$0] }) else { throw Operators.tooDeep }
    return sorted
  }
}

extension SyntaxTree {
  /// The block that a call is given; none where it is given none.
  package func block(of arguments: NodeList) -> NodeID {
    guard let last = arguments.last, case .valueBlock(let body) = expression(last) else {
      return .none
    }
    return body
  }

  /// The method of that name, where labels or a block show that no action of an object is meant.
  package func certainMethod(_ name: String, given arguments: NodeList) -> ValueMethod? {
    guard let last = arguments.last,
      self[last].kind == .valueBlock
        || arguments.contains(where: { self[$0].kind == .labeledArgument })
    else { return nil }
    return ValueMethod.named(name)
  }

  /// What a call is given in parentheses.
  package func given(_ arguments: NodeList) -> [NodeID] {
    arguments.filter { self[$0].kind != .valueBlock }
  }
}
