import BindingEngine
import Language
import Names
import Syntax

/// Calls: of functions, of actions, and of what changes a list.
extension Compiler {
  func isFunction(_ name: Name) -> Bool { BuiltinFunction(rawValue: text(name)) != nil }

  mutating func call(
    _ callee: NodeID, _ arguments: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    switch tree.expression(callee) {
    case .member(let base, let name): try memberCall(base, name, arguments, at: id)
    case .name(let name):
      if let function = BuiltinFunction(rawValue: text(name)) {
        return try functionCall(function, arguments, at: id)
      }
      try actionCall(name, callee, arguments, at: id)
    default: throw error("only a function or a member can be called", at: callee)
    }
  }

  private mutating func functionCall(
    _ function: BuiltinFunction, _ arguments: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    try refuse(function.mistake(ofGiving: arguments.count), at: id)
    if function == .untracked {
      try untracked(at: tree[id].span) { (compiler) throws(Diagnostic) in
        _ = try compiler.push(arguments: arguments, of: .none, function, at: id)
      }
      return
    }
    let count = try push(arguments: arguments, of: .none, function, at: id)
    let number = BuiltinFunction.allCases.firstIndex(of: function) ?? 0
    emit(
      .callFunction, a: Int32(number), b: UInt16(count), at: tree[id].span, stack: 1 - count)
  }

  /// `rename("Bo")`: an action of `self`, or one without an object.
  private mutating func actionCall(
    _ name: Name, _ callee: NodeID, _ given: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    switch resolve(name) {
    case .member:
      try pushSelf(at: callee)
      let count = try push(arguments: given, of: name, at: id)
      emit(.callMember, a: Int32(count), b: try cache(name), at: span, stack: -count)
    case .global(.action(let index)): try callAction(index, name, given, at: id)
    case .global(.function(let index)):
      let count = try push(arguments: given, of: name, at: id)
      emit(.callAction, a: Int32(index), b: UInt16(count), at: span, stack: 1 - count)
    case .global(.transformer(let index)): try transformerCall(name, index, given, at: id)
    case .global: throw error(mistake(ofCall: name), at: callee)
    case .local, nil: throw error(unknownFunction(name), at: callee)
    }
  }

  private mutating func callAction(
    _ index: UInt32, _ name: Name, _ given: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    if role == .function, let own = session.callables.first(where: { $0.body === code }) {
      try refuse(
        impure(tree.action(own.node), "call the action '\(text(name))'", in: tree), at: id)
    }
    let count = try push(arguments: given, of: name, at: id)
    emit(.callAction, a: Int32(index), b: UInt16(count), at: tree[id].span, stack: 1 - count)
  }

  /// `Cell.height(vm)`: an action of a class that uses no member of its instance.
  ///
  /// - Returns: Whether `base` is the name of a class that has such an action.
  private mutating func classCall(
    _ base: NodeID, _ name: Name, _ given: NodeList, at id: NodeID
  ) throws(Diagnostic) -> Bool {
    guard case .name(let className) = tree.expression(base),
      case .global(.classSymbol(let classID))? = resolve(className)
    else { return false }
    let record = session.core.pointee.classes[Int(classID.index)]
    guard let ordinal = record.ordinal(of: name), record.properties[ordinal].role == .action else {
      return false
    }
    let index = record.properties[ordinal].callable
    let callable = session.callables[Int(index)]
    let action = callable.tree.tree.action(callable.node)
    if let member = callable.tree.tree.memberUsed(in: action, amongst: callable.members.contains) {
      throw error(
        .needsInstance(
          action: text(name), className: text(className), member: member.map(text) ?? "self"),
        at: id)
    }
    try callAction(index, name, given, at: id)
    return true
  }

  /// `Shout(vm.name)`, `Clamp(vm.x, 0, 10)`: what a transformer makes of its first argument.
  private mutating func transformerCall(
    _ name: Name, _ index: UInt32, _ given: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    let record = session.core.pointee.transformers[index]
    try refuse(mistake(ofCalling: name, record.ways), at: id)
    let parameters = session.transformerParameters[index] ?? []
    let wanted = parameters.count + 1
    let signature = ([text(name) + "(value"] + parameters.map(text)).joined(separator: ", ") + ")"
    try refuse(
      mistake(ofGiving: given.count, to: name, taking: wanted, signature: signature), at: id)
    let count = try push(arguments: given, of: name, at: id)
    emit(
      .callTransformer, a: Int32(index), b: UInt16(count), at: tree[id].span, stack: 1 - count)
  }

  /// Pushes the arguments.
  ///
  /// - Returns: How many there are.
  mutating func push(
    arguments: NodeList, of name: Name, _ function: BuiltinFunction? = nil, at id: NodeID
  ) throws(Diagnostic) -> Int {
    guard arguments.count < Int(UInt16.max) else {
      throw error("more values than an action can take", at: id)
    }
    for argument in arguments {
      try refuse(mistake(ofArgument: argument, in: tree, of: name, function), at: argument)
      try expression(argument)
    }
    return arguments.count
  }

  /// `vm.rename("Bo")`, or `vm.items.append(3)`; which of them is known only when it runs.
  private mutating func memberCall(
    _ base: NodeID, _ nameNode: NodeID, _ given: NodeList, at id: NodeID
  ) throws(Diagnostic) {
    let span = tree[id].span
    let name = tree.name(nameNode)
    if let found = enumeration(base) {
      return try enumerationCase(found, nameNode, given, at: id)
    }
    if try classCall(base, name, given, at: id) { return }
    if let method = tree.certainMethod(text(name), given: given) {
      return try methodCall(base, method, given, at: id)
    }
    let operation = ListOperation.called(text(name), labels: labels(of: given, in: tree))
    let form = tree.form(ofCall: id, operation)
    if form == .list, let operation { return try listCall(base, operation, given, at: id) }
    try expression(base)
    guard form == .either, let operation else {
      let count = try push(arguments: given, of: name, at: id)
      emit(.callMember, a: Int32(count), b: try cache(name), at: span, stack: -count)
      return
    }
    let skip = emit(.jumpIfNoObject, at: tree[base].span)
    let count = try push(arguments: given, of: name, at: id)
    emit(.callMember, a: Int32(count), b: try cache(name), at: span, stack: -count)
    let end = emit(.jump, at: span)
    land(skip)
    emit(.pop, at: span, stack: -1)
    guarded(at: id) { (compiler) throws(Diagnostic) in
      try compiler.listCall(base, operation, given, at: id)
    }
    land(end)
  }
}

extension TransformerRecord {
  package var ways: TransformerWays {
    var ways = TransformerWays(
      forward: forward.exists, reverse: reverse.exists, isAsynchronous: takesTime && late == nil)
    if late != nil || keepsState { ways.insert(.ofBinding) }
    return ways
  }
}
