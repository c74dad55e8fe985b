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
    let mistake = function.mistake(ofGiving: arguments.count)
    report(mistake, at: id)
    let (kinds, isRight) = lookAt(arguments, of: name, function)
    return isRight && mistake == nil ? result(of: function, kinds, at: id) : .unknown
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
      guard let wanted, declaration.isCertain else { return }
      report(mistake(ofGiving: arguments.count, to: name, taking: wanted), at: id)
    case .loose?: lookAt(arguments, of: name)
    case .local?: reportUnknown(unknownFunction(name), at: callee)
    case nil:
      lookAt(arguments, of: name)
      guard facts.extended[name] == nil else { return }
      reportUnknown(name, at: callee, unknownFunction(name))
    }
  }

  /// Looks at what a function or an action is given.
  @discardableResult
  private func lookAt(
    _ arguments: NodeList, of name: Name, _ function: BuiltinFunction? = nil
  ) -> (kinds: [ValueKinds], isRight: Bool) {
    var kinds: [ValueKinds] = []
    var isRight = true
    for argument in arguments {
      if let mistake = mistake(ofArgument: argument, in: tree, of: name, function) {
        report(mistake, at: argument)
        isRight = false
      }
      kinds.append(value(tree.value(ofArgument: argument)).kinds)
    }
    return (kinds, isRight)
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
    } else if form == .action {
      report(object.kinds.mistake(ofCalling: text(name)), at: id)
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
    if let mistake = member.role.mistake(ofCalling: calleeText(of: id)) {
      return report(mistake, at: id)
    }
    // A class that inherits from this one may take another number.
    guard isSettled(member, of: known) else { return }
    report(mistake(ofGiving: count, to: name, taking: member.parameterCount), at: id)
  }

  private func reportNoAction(_ name: Name, _ known: KnownObject, at id: NodeID) {
    let object = known.object
    guard mayTellWhatIsMissing(name, known) else { return }
    let actions = object.propertyNames.filter { object.property($0)?.role == .action }
    report(noAction(name, of: object.text(names), having: actions.map(text)), at: id)
  }

  private func callCommand(_ name: Name, _ command: StaticObject, count: Int, at id: NodeID) {
    var isDeclared = false
    if case .part(let parent, let name) = command.called {
      isDeclared = parent.property(name)?.role == .command
    }
    report(
      mistake(ofCommandCall: name, given: count, of: command.text(names), isDeclared: isDeclared),
      at: id)
  }

  // MARK: Lists

  /// `vm.items.append(3)`.
  private func listCall(
    _ id: NodeID, _ operation: ListOperation, _ target: NodeID, _ arguments: NodeList
  ) -> StaticValue {
    report(mistake(ofChangingList: operation, given: arguments, in: tree), at: id)
    write(to: target, isSilent: false, isChange: true) { old in
      for argument in arguments { self.value(self.tree.value(ofArgument: argument)) }
      return self.require(.changedList(operation), old, at: id) ? StaticValue(.list) : .unknown
    }
    return StaticValue(.nil)
  }
}
