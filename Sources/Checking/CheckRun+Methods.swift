import Language
import Syntax
import Values

/// Calls of methods of values: labels or a block show that no action is meant.
extension CheckRun {
  func methodCall(
    _ id: NodeID, _ base: NodeID, _ method: ValueMethod, _ arguments: NodeList
  ) -> StaticValue {
    let receiver = value(base)
    let given = tree.given(arguments).map { value(tree.value(ofArgument: $0)) }
    let mistake =
      mistake(ofCalling: method, given: arguments, in: tree)
      ?? method.mistake(ofReceiver: receiver.kinds)
    report(mistake, at: id)
    guard let block = method.block else {
      return mistake == nil ? result(of: method, receiver, given, at: id) : .unknown
    }
    let body = tree.block(of: arguments)
    guard body.exists else { return .unknown }
    look(at: body, of: block, in: receiver, total: given.first)
    guard receiver.kinds.isDisjoint(with: [.nil, .object]) else { return .unknown }
    // A filtered value is of its own kind.
    return StaticValue(block == .filter ? receiver.kinds : method.gives)
  }

  /// Looks at the block of a list's method, which runs for each element, if there are any.
  private func look(
    at body: NodeID, of block: ListBlock, in receiver: StaticValue, total: StaticValue?
  ) {
    let visible = scope.locals.count
    let only = receiver.elements?.count == 1 ? receiver.elements?.first : nil
    for name in block.parameters {
      let value: StaticValue =
        switch name {
        case "index": place(in: receiver)
        case "value": only ?? .unknown
        default: .unknown
        }
      scope.locals.append(Scope.Local(name: names.intern(name), kind: .constant, value: value))
    }
    let wasCertain = scope.isCertain
    scope.isCertain = false
    conditionDepth += 1
    let given = value(body)
    if block.isCondition { require(.condition, given, at: body) }
    conditionDepth -= 1
    scope.isCertain = wasCertain
    scope.locals.truncate(to: visible)
  }

  /// The result of a method without a block: the value itself if everything is known.
  func result(
    of method: ValueMethod, _ receiver: StaticValue, _ given: [StaticValue], at id: NodeID
  ) -> StaticValue {
    let arguments = given.compactMap(\.whole)
    guard let whole = receiver.whole, arguments.count == given.count else {
      return receiver.kinds.isDisjoint(with: [.nil, .object]) ? StaticValue(method.gives) : .unknown
    }
    do throws(ScriptFailure) {
      return StaticValue(
        try method.call(on: whole, arguments, text: { ValueMethod.plainText(of: $0) }) {
          (bytes) throws(ScriptFailure) in
          guard bytes <= CheckRun.mostMade else {
            throw .outOfMemory(.beyond(limit: CheckRun.mostMade))
          }
        })
    } catch .outOfMemory {
      // The result may be too long to compute.
      return StaticValue(method.gives)
    } catch {
      report(error, .wrongCall, at: id)
      return .unknown
    }
  }
}
