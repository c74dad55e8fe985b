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
