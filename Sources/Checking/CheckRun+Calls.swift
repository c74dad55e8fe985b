import BindingEngine
import Language
import Names
import Syntax

extension CheckRun {
  /// A call of a function, of an action, or of what changes a list.
  func call(_ id: NodeID, _ callee: NodeID, _ arguments: NodeList) -> StaticValue {
    if case .member(let base, let name) = tree.expression(callee) {
      return memberCall(id, base, tree.name(name), arguments)
    }
    guard case .name(let name) = tree.expression(callee) else { return .unknown }
    guard let function = BuiltinFunction(rawValue: text(name)) else {
      actionCall(id, callee, name, arguments)
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
    if case .labeledArgument(_, let labeled) = tree.expression(id) { return value(labeled) }
    return value(id)
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
      report(error, .wrongCall, at: id)
      return .unknown
    }
  }

  // MARK: Actions

  /// `rename("Bo")`: an action of `self`, or one that belongs to no object.
  private func actionCall(_ id: NodeID, _ callee: NodeID, _ name: Name, _ arguments: NodeList) {
    switch resolve(name) {
    case .member?:
      lookAt(arguments, of: name)
      if let receiver = scope.receiver {
        callMember(name, of: receiver, count: arguments.count, at: id)
      }
    case .global(let declaration)?:
      guard case .action(let wanted) = declaration.symbol else {
        if declaration.isCertain {
          report(mistake(ofCall: name), at: callee)
        }
        return
      }
      lookAt(arguments, of: name)
      if let wanted, declaration.isCertain, wanted != arguments.count {
        report(.callArguments(text(name), wanted: wanted, given: arguments.count), at: id)
      }
    case .loose?: lookAt(arguments, of: name)
    case .local?: reportUnknown(unknownFunction(name), at: callee)
    case nil:
      lookAt(arguments, of: name)
      guard facts.extended[name] == nil else { return }
      reportUnknown(name, at: callee, unknownFunction(name))
    }
  }

  /// Looks at what an action is given.
  private func lookAt(_ arguments: NodeList, of name: Name) {
    for argument in arguments {
      if tree[argument].kind == .labeledArgument {
        report(.labelsOfAction(text(name)), at: argument)
      }
      valueOfArgument(argument)
    }
  }

  /// `vm.rename("Bo")`, or `vm.items.append(3)`.
  private func memberCall(
    _ id: NodeID, _ base: NodeID, _ name: Name, _ arguments: NodeList
  ) -> StaticValue {
    let operation = ListOperation(rawValue: text(name))
    let form = tree.form(ofCall: id, operation)
    if let operation, form != .action {
      // Looking twice at what has calls in it would take twice as long for each of them.
      if form == .list || isPlainPath(base) && !value(base).kinds.contains(.object) {
        return listCall(id, operation, base, arguments)
      }
    }
    let object = value(base)
    lookAt(arguments, of: name)
    if let known = object.object {
      callMember(
        name, of: known, count: arguments.count, at: id, mayBeNil: object.kinds != .object)
    } else if form == .action, let mistake = object.kinds.mistake(ofCalling: text(name)) {
      report(mistake, at: id)
    }
    return .unknown
  }

  private func isPlainPath(_ id: NodeID) -> Bool {
    var id = id
    while case .member(let base, _) = tree.expression(id) { id = base }
    return tree[id].kind == .name || tree[id].kind == .selfReference
  }

  /// A call as it is written, without what it is given.
  private func calleeText(of id: NodeID) -> String {
    String(sourceText(id).prefix { $0 != "(" })
  }

  private func callMember(
    _ name: Name, of known: KnownObject, count: Int, at id: NodeID, mayBeNil: Bool = false
  ) {
    let object = known.object
    guard !mayBeNil, !object.isReleased else { return }
    if object.type === commandClass {
      if known.isExact { callCommand(name, object, count: count, at: id) }
      return
    }
    guard let member = object.property(name) else {
      return reportNoAction(name, known, at: id)
    }
    guard member.role == .action else {
      return report(.notAnAction(calleeText(of: id), member.role), at: id)
    }
    // A class that inherits from this one may take another number.
    guard isSettled(member, of: known), member.parameterCount != count else { return }
    report(.callArguments(text(name), wanted: member.parameterCount, given: count), at: id)
  }

  private func reportNoAction(_ name: Name, _ known: KnownObject, at id: NodeID) {
    let object = known.object
    guard mayTellWhatIsMissing(name, known) else { return }
    let near = near(
      name,
      among: object.propertyNames.filter { object.property($0)?.role == .action }.map(text))
    report(.noAction(text(name), owner: object.text(names), near: near), at: id)
  }

  private func callCommand(_ name: Name, _ command: StaticObject, count: Int, at id: NodeID) {
    let text = text(name)
    let owner = command.text(names)
    guard text == "execute" || text == "cancel" else {
      let near = near(name, among: ["execute", "cancel"])
      return report(.noAction(text, owner: owner, near: near), at: id)
    }
    let most = text == "execute" ? 1 : 0
    guard count <= most else {
      return report(.callArguments(text, wanted: most, given: count), at: id)
    }
    if case .part(let parent, let name) = command.called, parent.property(name)?.role == .command {
      return
    }
    report(.commandWithoutBody(owner), at: id)
  }

  // MARK: Lists

  /// `vm.items.append(3)`.
  private func listCall(
    _ id: NodeID, _ operation: ListOperation, _ target: NodeID, _ arguments: NodeList
  ) -> StaticValue {
    let given = arguments.map { argument in
      guard case .labeledArgument(let label, _) = tree.expression(argument) else { return "" }
      return text(tree.name(label))
    }
    if given != operation.labels { report(.calledWrongly(operation), at: id) }
    write(to: target, isSilent: false, isChange: true) { old in
      for argument in arguments { self.valueOfArgument(argument) }
      return self.require(.changedList(operation), old, at: id) ? StaticValue(.list) : .unknown
    }
    return StaticValue(.nil)
  }
}
