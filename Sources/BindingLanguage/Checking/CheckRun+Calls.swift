import BindingEngine

extension CheckRun {
  /// A call of a function, or of what changes a list.
  func call(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    let callee = NodeID(node.a)
    if tree[callee].kind == .member { return listCall(id) }
    let arguments = tree.children(node.b)
    guard tree[callee].kind == .name else { return .unknown }
    let name = text(tree.name(callee))
    guard let function = BuiltinFunction(rawValue: name) else {
      let near = near(tree.name(callee), among: BuiltinFunction.allCases.map(\.rawValue))
      report(.unknownFunction(name, near: near), at: callee)
      for argument in arguments { valueOfArgument(argument) }
      return .unknown
    }
    var isRight = function.arity.contains(arguments.count)
    if !isRight { report(.argumentCount(function, arguments.count), at: id) }
    var kinds: [ValueKinds] = []
    for argument in arguments {
      if tree[argument].kind == .labeledArgument {
        report(.labelsOfFunction(function), at: argument)
        isRight = false
      }
      kinds.append(valueOfArgument(argument).kinds)
    }
    return isRight ? result(of: function, kinds, at: id) : .unknown
  }

  @discardableResult
  private func valueOfArgument(_ id: NodeID) -> StaticValue {
    value(tree[id].kind == .labeledArgument ? NodeID(tree[id].b) : id)
  }

  /// Calls the function with samples of what it is given.
  private func result(
    of function: BuiltinFunction, _ kinds: [ValueKinds], at id: NodeID
  ) -> StaticValue {
    var samples: [Value] = []
    for kind in kinds {
      guard let single = kind.single else { return .unknown }
      samples.append(ValueKinds.samples[single])
    }
    var random = SeededRandom(state: 0)
    do throws(ScriptFailure) {
      let result = try function.call(samples[...], random: &random)
      // What comes out of a list can be anything.
      if kinds.contains(.list), function == .min || function == .max { return .unknown }
      return StaticValue(ValueKinds(of: result))
    } catch {
      if case .message(let message, let help) = error, !scope.isMuted {
        findings.add(
          Diagnostic(
            .error, message, file: tree.file, span: tree[id].span,
            notes: help.map { [.init(.help, $0)] } ?? []))
      }
      return .unknown
    }
  }

  /// `vm.items.append(3)`.
  private func listCall(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    let callee = tree[NodeID(node.a)]
    let nameNode = NodeID(callee.b)
    let name = text(tree.name(nameNode))
    let arguments = tree.children(node.b)
    guard let operation = ListOperation(rawValue: name) else {
      let near = near(tree.name(nameNode), among: ListOperation.allCases.map(\.rawValue))
      report(.notCallable(name, near: near), at: nameNode)
      return .unknown
    }
    var isRight = arguments.count == operation.labels.count
    for (argument, label) in zip(arguments, operation.labels) {
      let isLabeled = tree[argument].kind == .labeledArgument
      let given = isLabeled ? text(tree.name(NodeID(tree[argument].a))) : ""
      if given != label { isRight = false }
    }
    if !isRight { report(.calledWrongly(operation), at: id) }
    let target = NodeID(callee.a)
    write(to: target, isSilent: false) { old in
      for argument in arguments { self.valueOfArgument(argument) }
      if old.kinds.isDisjoint(with: .list), let type = old.kinds.typeName {
        self.report(.noList(operation, type: type), at: id)
        return .unknown
      }
      return StaticValue(.list)
    }
    return StaticValue(.nil)
  }
}
