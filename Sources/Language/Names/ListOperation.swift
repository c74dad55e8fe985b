import BindingEngine
import Syntax

/// What can be done to a list where it stands.
package enum ListOperation: String, CaseIterable {
  case append, insert, remove, replace

  /// How it is called, for errors and `help`.
  var signature: String {
    switch self {
    case .append: "append(x)"
    case .insert: "insert(x, at: i)"
    case .remove: "remove(at: i)"
    case .replace: "replace(at: i, with: x)"
    }
  }

  /// The labels of its arguments; empty for none.
  package var labels: [String] {
    switch self {
    case .append: [""]
    case .insert: ["", "at"]
    case .remove: ["at"]
    case .replace: ["at", "with"]
    }
  }

  /// The list with the change made, and what observers learn of it.
  ///
  /// - Parameters:
  ///   - first: The first argument.
  ///   - second: The second one; nil where there is none.
  package func apply(
    to list: ListValue, _ first: Value, _ second: Value
  ) throws(ScriptFailure) -> (list: ListValue, change: ListChange) {
    let change: ListChange
    let result: ListValue?
    switch self {
    case .append:
      change = ListChange(.insert, at: list.count)
      result = list.appending(first)
    case .insert:
      if case .int(let place) = second, place < 0 || place > list.count {
        throw .message(
          "nothing can be inserted at \(place) in a list of \(list.count)",
          help: "the first place is 0, the last \(list.count), behind all others")
      }
      change = ListChange(.insert, at: try ListOperation.position(second, below: list.count + 1))
      result = list.inserting(first, at: change.index)
    case .remove:
      change = ListChange(.remove, at: try ListOperation.position(first, below: list.count))
      result = list.removing(at: change.index)
    case .replace:
      change = ListChange(.replace, at: try ListOperation.position(first, below: list.count))
      result = list.replacing(at: change.index, with: second)
    }
    guard let result else { throw Operators.tooDeep }
    return (result, change)
  }

  /// The place in a list that `index` names.
  package static func position(_ index: Value, below count: Int) throws(ScriptFailure) -> Int {
    guard case .int(let position) = index else {
      throw .mistake(.noIndex(type: index.typeName))
    }
    guard position >= 0, position < count else {
      throw .mistake(.outsideList(position, count: count))
    }
    return position
  }
}

/// What a call of a member can be, by what it is given.
package enum MemberCallForm {
  case action, list, either
}

extension SyntaxTree {
  /// What the call at `id` can be, with the operation of that name; nil where there is none.
  package func form(ofCall id: NodeID, _ operation: ListOperation?) -> MemberCallForm {
    guard let operation, case .call(_, let arguments) = expression(id) else { return .action }
    // Labels are for lists alone.
    if arguments.contains(where: { self[$0].kind == .labeledArgument }) { return .list }
    return operation == .append && arguments.count == 1 ? .either : .action
  }
}
