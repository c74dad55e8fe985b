import Language
import Names
import Syntax

/// An action or a command, as its class or the script declares it.
package final class Callable {
  package let name: Name
  package let parameters: [Name]
  package let body: Code
  /// Whether it only gives a value.
  package let isFunction: Bool
  /// How long a command takes: an expression, evaluated at each execution; nil for none.
  package let delay: Code?
  /// What a command does when it begins, and when it is cancelled.
  package let begin, cancel: Code?
  package let tree: SyntaxTreeBox
  package let node: NodeID
  /// The members of its object that its block sees; nil for an action without an object.
  private let scope: MemberScope?

  package init(
    name: Name, parameters: [Name], body: Code, delay: Code? = nil, begin: Code? = nil,
    cancel: Code? = nil, tree: SyntaxTreeBox, node: NodeID, scope: MemberScope?
  ) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.delay = delay
    self.begin = begin
    self.cancel = cancel
    self.tree = tree
    self.node = node
    self.scope = scope
    isFunction = tree.tree[node].kind == .action && tree.tree.action(node).isFunction
  }

  /// The bare names in it that mean members of `self`.
  package var members: SharedNames { scope?.names ?? [] }

  package var belongsToNone: Bool { scope == nil }
}
