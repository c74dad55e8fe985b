import BindingEngine
import Compiling
import Language
import Names
import Syntax

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
      state.callables.append(
        Callable(
          name: tree.name(action.name), parameters: parameters, body: body, tree: box, node: node,
          scope: scope))
    } else {
      let command = tree.command(node)
      let parameters = command.parameter.exists ? [tree.name(command.parameter)] : []
      guard let body = code(command.block, .action, parameters) else {
        preconditionFailure("a command without a block went through the parser")
      }
      state.callables.append(
        Callable(
          name: tree.name(command.name), parameters: parameters, body: body,
          delay: code(command.delay, .delay, parameters),
          begin: code(command.beginBlock, .action, parameters),
          cancel: code(command.cancelBlock, .action, parameters), tree: box, node: node,
          scope: scope))
    }
    return UInt32(state.callables.count - 1)
  }

  // MARK: Notifications

  /// The event of a notification: a member of an object that has no name.
  package func notification(_ name: Name) -> UInt32 {
    if let slot = state.notificationSlots[name] { return slot }
    let slot = core.pointee.addEvent(name, to: state.notificationCenter)
    state.notificationSlots[name] = slot
    return slot
  }

  /// The notification with this `slot`; nil for any other member.
  package func notificationName(at slot: UInt32) -> Name? {
    guard core.pointee.properties[slot].owner == state.notificationCenter.index else { return nil }
    return core.pointee.info(of: slot).name
  }
}

extension Session {
  /// Made when the first command is executed.
  var command: CommandCode {
    if let made = state.commandCode { return made }
    let made = CommandCode(names: names)
    state.commandCode = made
    return made
  }
}
