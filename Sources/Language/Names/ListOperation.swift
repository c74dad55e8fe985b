import Syntax
import Values

/// The changes of a list in place.
package enum ListOperation: String, CaseIterable {
  case append, insert, remove, replace

  /// Its form in errors and `help`.
  package var signature: String {
    switch self {
    case .append: "append(x)"
    case .insert: "insert(x, at: i)"
    case .remove: "remove(at: i)"
    case .replace: "replace(at: i, with: x)"
    }
  }

  /// What it does.
  var summary: String {
    switch self {
    case .append: "adds an element at the end of a list"
    case .insert: "adds an element before the one at an index"
    case .remove: "removes the element at an index"
    case .replace: "sets the element at an index"
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
}

extension ListOperation {
  /// The changed list, and the change.
  ///
  /// - Parameters:
  ///   - first: The first argument of the call.
  ///   - second: The second one; nil if there is none.
  /// - Throws: `ScriptFailure` if the index does not exist, or the list would be nested too deeply.
  /// - Complexity: O(log *n*) in the length of the list.
  package func changed(
    _ list: ListValue, _ first: Value, _ second: Value
  ) throws(ScriptFailure) -> (list: ListValue, change: ListChange) {
    let change: ListChange
    let result: ListValue?
    switch self {
    case .append:
      change = ListChange(.insert, at: list.count)
      result = list.appending(first)
    case .insert:
      change = ListChange(.insert, at: try place(second, in: list.count))
      result = list.inserting(first, at: change.index)
    case .remove:
      change = ListChange(.remove, at: try place(first, in: list.count))
      result = list.removing(at: change.index)
    case .replace:
      change = ListChange(.replace, at: try place(first, in: list.count))
      result = list.replacing(at: change.index, with: second)
    }
    guard let result else { throw Operators.tooDeep }
    return (result, change)
  }

  private func place(_ index: Value, in count: Int) throws(ScriptFailure) -> Int {
    guard self == .insert, case .int(let place) = index else {
      return try ListOperation.position(index, below: count)
    }
    if let failure = ListOperation.failure(ofInsertingAt: place, in: count) { throw failure }
    return place
  }

  /// Why nothing can be inserted at an index of a list with this many elements; nil if it can.
  package static func failure(ofInsertingAt place: Int, in count: Int) -> ScriptFailure? {
    if place >= 0, place <= count { return nil }
    return .message(
      "nothing can be inserted at \(place) in a list of \(count)",
      help: "the first place is 0; the last is \(count), after all elements")
  }

  /// The index of the element that a value means.
  package static func position(
    _ index: Value, below count: Int
  ) throws(ScriptFailure) -> Int {
    guard case .int(let position) = index, position >= 0, position < count else {
      throw ValuePlace.index(below: count).failure(index)
    }
    return position
  }
}

/// What the call of a member can be, by its arguments.
package enum MemberCallForm {
  case action, list, either
}

extension SyntaxTree {
  /// What the call at `id` can be, with the operation of that name; nil if there is none.
  package func form(ofCall id: NodeID, _ operation: ListOperation?) -> MemberCallForm {
    guard let operation, case .call(_, let arguments) = expression(id) else { return .action }
    // Only lists take labels.
    if arguments.contains(where: { self[$0].kind == .labeledArgument }) { return .list }
    return operation == .append && arguments.count == 1 ? .either : .action
  }
}
