import Names
import Syntax
import Values

/// The calls on the object that holds a command's status.
package enum CommandCall: String, CaseIterable {
  case execute, cancel, finish

  /// The statuses of a command, which are strings that 'switch' takes as cases.
  package static let statuses = Enumeration(
    name: "BKCommandStatus",
    cases: (["default", "executing"] + ends).map { Enumeration.Case($0, parameters: []) })

  /// The final statuses of a command.
  package static let ends = ["succeeded", "failed", "cancelled"]

  /// How many arguments it can have.
  var counts: [Int] {
    switch self {
    case .execute: [0, 1]
    case .cancel: [0]
    case .finish: [1, 3]
    }
  }

  /// A few words about it.
  var summary: String {
    switch self {
    case .execute: "runs the command, with a value or the last one"
    case .cancel: "ends it before it is done"
    case .finish:
      "ends it as " + CommandCall.ends.map { "\"\($0)\"" }.joined(separator: ", ")
        + "; before that, a content and an error"
    }
  }

  /// The text after its name in a call.
  var opening: String {
    switch self {
    case .execute: "("
    case .cancel: "()"
    case .finish: "(\""
    }
  }
}

// What is wrong with a call.
extension World {
  /// - Parameter function: The function that is called; nil for an action, which has `name`.
  package func mistake(
    ofArgument id: NodeID, in tree: SyntaxTree, of name: Name, _ function: BuiltinFunction?
  ) -> Mistake? {
    if tree[id].kind == .valueBlock { return .noBlockTaken(text(name)) }
    // Only values take labels.
    guard tree[id].kind == .labeledArgument else { return nil }
    return function.map { .labelsOfFunction($0) } ?? .labelsOfAction(text(name))
  }

  package func mistake(ofGiving count: Int, to name: Name, taking wanted: Int) -> Mistake? {
    count == wanted ? nil : .callArguments(text(name), wanted: wanted, given: count)
  }

  /// What is wrong with calling a transformer in an expression.
  package func mistake(ofCalling name: Name, _ ways: TransformerWays) -> Mistake? {
    if ways.contains(.asynchronous) { return .callOfLater(text(name)) }
    if ways.contains(.ofBinding) { return .callOfKeeping(text(name)) }
    return ways.contains(.forward)
      ? nil : .cannotGo(text(name), isReversed: false, canTurn: false)
  }

  /// A binding has one value to give.
  package func mistake(ofPassingTo name: Name, taking wanted: Int) -> Mistake? {
    wanted > 1 ? mistake(ofGiving: 1, to: name, taking: wanted) : nil
  }

  /// - Parameter actions: The actions of the object with the name `owner`.
  package func noAction(_ name: Name, of owner: String, having actions: [String]) -> Mistake {
    .noAction(text(name), owner: owner, near: near(name, among: actions))
  }

  /// What is wrong with a call of `name` on the object that holds a command's status.
  ///
  /// - Parameters:
  ///   - first: The first argument, if it is known.
  ///   - isDeclared: Whether a body declares the command, and so defines what it does.
  package func mistake(
    ofCommandCall name: Name, given count: Int, last: Value?, of owner: @autoclosure () -> String,
    isDeclared: Bool
  ) -> Mistake? {
    guard let call = CommandCall(rawValue: text(name)) else {
      return noAction(name, of: owner(), having: CommandCall.allCases.map(\.rawValue))
    }
    guard call.counts.contains(count) else {
      let most = call.counts[call.counts.count - 1]
      return mistake(
        ofGiving: count, to: name, taking: call.counts.first { $0 > count } ?? most)
    }
    if call == .finish, let last {
      guard case .string(let status) = last, CommandCall.ends.contains(status) else {
        if case .string(let status) = last { return .commandEnd("\"\(status)\"") }
        return .commandEnd(last.typeName)
      }
    }
    return isDeclared ? nil : .commandWithoutBody(owner())
  }

  package func mistake(
    ofChangingList operation: ListOperation, given arguments: NodeList, in tree: SyntaxTree
  ) -> Mistake? {
    labels(of: arguments, in: tree) == operation.labels ? nil : .calledWrongly(operation)
  }

  /// What is wrong with the arguments of a method of a value, including its block.
  package func mistake(
    ofCalling method: ValueMethod, given arguments: NodeList, in tree: SyntaxTree
  ) -> Mistake? {
    let hasBlock = tree.block(of: arguments).exists
    if hasBlock != (method.block != nil) {
      return hasBlock ? .noBlockTaken(method.name) : .blockMissing(method)
    }
    return labels(of: arguments, in: tree) == method.labels ? nil : .methodCalledWrongly(method)
  }

  /// The labels of a call's arguments in parentheses; empty if there are none.
  package func labels(of arguments: NodeList, in tree: SyntaxTree) -> [String] {
    tree.given(arguments).map { argument in
      guard case .labeledArgument(let label, _) = tree.expression(argument) else { return "" }
      return text(tree.name(label))
    }
  }
}

extension BuiltinFunction {
  package func mistake(ofGiving count: Int) -> Mistake? {
    arity.contains(count) ? nil : .argumentCount(self, count)
  }
}

extension SyntaxTree {
  /// The arguments of a call, without their labels.
  package func value(ofArgument id: NodeID) -> NodeID {
    if case .labeledArgument(_, let value) = expression(id) { value } else { id }
  }
}
