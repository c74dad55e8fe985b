import Language
import Names
import Syntax
import Text

/// Calls: of functions, of actions, and of what changes a list.
extension Compiler {
  func isFunction(_ name: Name) -> Bool { BuiltinFunction(rawValue: text(name)) != nil }

  mutating func call(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let callee = NodeID(node.a)
    switch tree[callee].kind {
    case .member: try memberCall(id)
    case .name:
      if isFunction(tree.name(callee)) { return try functionCall(id) }
      try actionCall(id)
    default: throw error("only a function or a member can be called", at: callee)
    }
  }

  private mutating func functionCall(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let callee = NodeID(node.a)
    guard let function = BuiltinFunction(rawValue: text(tree.name(callee))) else { return }
    let arguments = tree.children(node.b)
    guard function.arity.contains(arguments.count) else {
      throw error(.argumentCount(function, arguments.count), at: id)
    }
    for argument in arguments {
      guard tree[argument].kind != .labeledArgument else {
        throw error(.labelsOfFunction(function), at: argument)
      }
      try expression(argument)
    }
    let number = BuiltinFunction.allCases.firstIndex(of: function) ?? 0
    emit(
      .callFunction, a: Int32(number), b: UInt16(arguments.count), at: node.span,
      stack: 1 - arguments.count)
  }

  /// `rename("Bo")`: an action of `self`, or one that belongs to no object.
  private mutating func actionCall(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let callee = NodeID(node.a)
    let name = tree.name(callee)
    switch resolve(name) {
    case .member:
      try pushSelf(at: callee)
      let count = try arguments(of: id, action: name)
      emit(
        .callMember, a: Int32(count), b: try cache(name), at: node.span, stack: -count)
    case .global(.action(let index)):
      let count = try arguments(of: id, action: name)
      emit(
        .callAction, a: Int32(index), b: UInt16(count), at: node.span, stack: 1 - count)
    case .global(let symbol):
      throw error(.calledNoAction(text(name), symbol.kind), at: callee)
    case .local, nil:
      var candidates = BuiltinFunction.allCases.map(\.rawValue)
      candidates += session.symbols.all.filter { $0.declaration.symbol.kind == .action }
        .map { text($0.name) }
      candidates += (members?.names ?? []).map(text).sorted()
      throw error(
        .unknownFunction(text(name), near: nearest(to: text(name), among: candidates)), at: callee)
    }
  }

  /// Pushes the arguments.
  ///
  /// - Returns: How many there are.
  private mutating func arguments(of id: NodeID, action name: Name) throws(Diagnostic) -> Int {
    let arguments = tree.children(tree[id].b)
    guard arguments.count < Int(UInt16.max) else {
      throw error("more values than an action can take", at: id)
    }
    for argument in arguments {
      guard tree[argument].kind != .labeledArgument else {
        throw error(.labelsOfAction(text(name)), at: argument)
      }
      try expression(argument)
    }
    return arguments.count
  }

  /// `vm.rename("Bo")`, or `vm.items.append(3)`, which only shows when it runs.
  private mutating func memberCall(_ id: NodeID) throws(Diagnostic) {
    let node = tree[id]
    let callee = tree[NodeID(node.a)]
    let name = tree.name(NodeID(callee.b))
    let base = NodeID(callee.a)
    let form = tree.form(ofCall: id, ListOperation(rawValue: text(name)))
    if form == .list { return try listCall(id) }
    try expression(base)
    guard form == .either else {
      let count = try arguments(of: id, action: name)
      emit(.callMember, a: Int32(count), b: try cache(name), at: node.span, stack: -count)
      return
    }
    let skip = emit(.jumpIfNoObject, at: tree[base].span)
    let count = try arguments(of: id, action: name)
    emit(.callMember, a: Int32(count), b: try cache(name), at: node.span, stack: -count)
    let end = emit(.jump, at: node.span)
    land(skip)
    emit(.pop, at: node.span, stack: -1)
    guarded(at: id) { (compiler) throws(Diagnostic) in try compiler.listCall(id) }
    land(end)
  }
}
