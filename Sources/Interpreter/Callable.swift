import Language
import Names
import Syntax

/// An action or a command, as its class or the script declares it.
package final class Callable {
  let name: Name
  package let parameters: [Name]
  package let body: Code
  /// Whether it only gives a value.
  let isFunction: Bool
  /// How long a command takes: an expression, evaluated at each execution; nil for none.
  let delay: Code?
  /// What a command does when it begins, and when it is cancelled.
  let begin, cancel: Code?
  let tree: SyntaxTreeBox
  let node: NodeID
  /// The members of its object that its block sees; nil for an action without an object.
  private let scope: MemberScope?

  init(
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
  var members: Set<Name> { scope?.names ?? [] }

  var belongsToNone: Bool { scope == nil }
}

extension Session {
  /// The action or command that `node` declares; its block sees the members of `scope`.
  func makeCallable(_ node: NodeID, in box: SyntaxTreeBox, _ scope: MemberScope?) -> UInt32 {
    let tree = box.tree
    if scope != nil, !isLoadingPrelude { expectMemberCode() }
    func code(_ block: NodeID, _ role: BlockRole, _ parameters: [Name] = []) -> Code? {
      guard block.exists else { return nil }
      let code = Code(tree: box)
      code.pending = PendingBlock(
        node: block, role: role, copies: [], members: scope, parameters: parameters)
      return code
    }
    if tree[node].kind == .action {
      let action = tree.action(node)
      let parameters = action.parameters.map { tree.name($0) }
      guard let body = code(action.block, action.isFunction ? .function : .action, parameters)
      else {
        preconditionFailure("an action without a block went through the parser")
      }
      callables.append(
        Callable(
          name: tree.name(action.name), parameters: parameters, body: body, tree: box, node: node,
          scope: scope))
    } else {
      let command = tree.command(node)
      let parameters = command.parameter.exists ? [tree.name(command.parameter)] : []
      guard let body = code(command.block, .action, parameters) else {
        preconditionFailure("a command without a block went through the parser")
      }
      callables.append(
        Callable(
          name: tree.name(command.name), parameters: parameters, body: body,
          delay: code(command.delay, .delay, parameters),
          begin: code(command.beginBlock, .action, parameters),
          cancel: code(command.cancelBlock, .action, parameters), tree: box, node: node,
          scope: scope))
    }
    return UInt32(callables.count - 1)
  }

  // MARK: Notifications

  /// The event of a notification: a member of an object that has no name.
  func notification(_ name: Name) -> UInt32 {
    if let slot = notificationSlots[name] { return slot }
    let slot = core.pointee.addEvent(name, to: notificationCenter)
    notificationSlots[name] = slot
    return slot
  }

  /// The notification with this `slot`; nil for any other member.
  package func notificationName(at slot: UInt32) -> Name? {
    guard core.pointee.properties[slot].owner == notificationCenter.index else { return nil }
    return core.pointee.info(of: slot).name
  }
}
