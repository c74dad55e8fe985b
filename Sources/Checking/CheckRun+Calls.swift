import Language
import Names
import Syntax
import Values

extension CheckRun {
  /// A call of a function, of an action, or of a method that changes a list.
  func call(_ id: NodeID, _ callee: NodeID, _ arguments: NodeList) -> StaticValue {
    if case .member(let base, let name) = tree.expression(callee) {
      if let found = enumeration(base) { return enumerationCase(found, name, arguments) }
      return memberCall(id, base, tree.name(name), arguments)
    }
    guard case .name(let name) = tree.expression(callee) else { return .unknown }
    guard let function = BuiltinFunction(rawValue: text(name)) else {
      actionCall(id, callee, name, arguments)
      return .unknown
    }
    let mistake = function.mistake(ofGiving: arguments.count)
    report(mistake, at: id)
    let (values, isRight) =
      function == .untracked
      ? untracked { lookAt(arguments, of: name, function) } : lookAt(arguments, of: name, function)
    return isRight && mistake == nil ? result(of: function, values, at: id) : .unknown
  }

  /// Calls the function with its arguments, or with samples of them.
  private func result(
    of function: BuiltinFunction, _ given: [StaticValue], at id: NodeID
  ) -> StaticValue {
    var isKnown = true
    var values: [Value] = []
    var samples: [Value] = []
    for value in given {
      guard let kind = value.kinds.single else { return .unknown }
      samples.append(ValueKinds.samples[kind])
      let whole = value.whole
      values.append(whole ?? ValueKinds.samples[kind])
      if whole == nil { isKnown = false }
    }
    // The result may be too long to compute.
    if function.bytes(values) ?? 0 > CheckRun.mostMade {
      values = samples
      isKnown = false
    }
    var random = SeededRandom(state: 0)
    do throws(ScriptFailure) {
      let result = try function.call(values[...], random: &random, now: 0)
      if isKnown, random.state == 0, !function.dependsOnTime { return StaticValue(result) }
      guard function.givesElements else { return StaticValue(ValueKinds(of: result)) }
      // It gives one of what it is given; an element of a list can be anything.
      let isOfList = given.contains { $0.kinds == .list }
      return isOfList ? .unknown : StaticValue(given.reduce([]) { $0.union($1.kinds) })
    } catch {
      report(error, .wrongCall, at: id)
      return .unknown
    }
  }

  static let mostMade = StaticValue.mostFollowed * MemoryLayout<Value>.stride

  // MARK: Actions

  /// `rename("Bo")`: an action of `self`, or one that belongs to no object.
  private func actionCall(_ id: NodeID, _ callee: NodeID, _ name: Name, _ arguments: NodeList) {
    let resolution = resolve(name)
    noteUse(of: name, resolution, at: callee)
    switch resolution {
    case .member?:
      let given = lookAt(arguments, of: name).values
      if let receiver = scope.receiver {
        callMember(name, of: receiver, given: given, at: id)
      }
    case .global(let declaration)?:
      if isCalculation(declaration.symbol) {
        lookAt(arguments, of: name)
        if let block = functionBlocks[name] { noteAccesses(ofCalling: block) }
        if declaration.isCertain {
          report(mistake(ofCalling: name, declaration.symbol, arguments.count), at: id)
        }
        return
      }
      guard case .action(let wanted) = declaration.symbol else {
        if declaration.isCertain {
          report(mistake(ofCall: name), at: callee)
        }
        return
      }
      lookAt(arguments, of: name)
      if let action = actions[name] {
        noteCall(of: action.syntax.block, in: action.script)
        reportEffect(of: [action.syntax.block], in: action.script.tree, at: id)
      }
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

  /// Examines the arguments of a function or an action.
  @discardableResult
  func lookAt(
    _ arguments: NodeList, of name: Name, _ function: BuiltinFunction? = nil
  ) -> (values: [StaticValue], isRight: Bool) {
    var values: [StaticValue] = []
    var isRight = true
    for argument in arguments {
      if let mistake = mistake(ofArgument: argument, in: tree, of: name, function) {
        report(mistake, at: argument)
        isRight = false
      }
      values.append(value(tree.value(ofArgument: argument)))
    }
    return (values, isRight)
  }

  /// `Cell.height(vm)`: an action of a class that uses no member of its instance.
  ///
  /// - Returns: Whether `base` is the name of a class that has such an action.
  private func classCall(
    _ id: NodeID, _ base: NodeID, _ name: Name, _ arguments: NodeList
  ) -> Bool {
    guard case .name(let className) = tree.expression(base),
      case .global(let declaration)? = resolve(className),
      case .classSymbol(let shape) = declaration.symbol, let property = shape.property(name),
      property.role == .action
    else { return false }
    noteUse(of: className, .global(declaration), at: base)
    noteUse(ofMember: name, of: representative(of: shape), at: id)
    lookAt(arguments, of: name)
    report(mistake(ofGiving: arguments.count, to: name, taking: property.parameterCount), at: id)
    for layer in shape.chain.reversed() where layer.owns(name) {
      let source = layer.script.tree
      for member in source.members(of: layer.body) {
        guard case .action(let action) = source.member(member), source.name(action.name) == name
        else { continue }
        let used = source.memberUsed(in: action) { shape.property($0) != nil }
        guard let used else { return true }
        report(
          .needsInstance(
            action: text(name), className: text(className), member: used.map(text) ?? "self"),
          at: id)
      }
      break
    }
    return true
  }

  /// `vm.rename("Bo")`, or `vm.items.append(3)`.
  private func memberCall(
    _ id: NodeID, _ base: NodeID, _ name: Name, _ arguments: NodeList
  ) -> StaticValue {
    if classCall(id, base, name, arguments) { return .unknown }
    if let method = tree.certainMethod(text(name), given: arguments) {
      return methodCall(id, base, method, arguments)
    }
    if let last = arguments.last, tree[last].kind == .valueBlock {
      value(base)
      report(.noBlockTaken(text(name)), at: last)
      return .unknown
    }
    let operation = ListOperation.called(text(name), labels: labels(of: arguments, in: tree))
    let form = tree.form(ofCall: id, operation)
    if let operation, form != .action {
      // Examining nested calls twice would double the time for each level.
      if form == .list || isPlainPath(base) && !value(base).kinds.contains(.object) {
        return listCall(id, operation, base, arguments)
      }
    }
    let object = value(base)
    let given = lookAt(arguments, of: name).values
    if let known = object.object {
      callMember(name, of: known, given: given, at: id, mayBeNil: object.kinds != .object)
    } else if form == .action {
      report(object.kinds.mistake(ofCalling: text(name)), at: id)
      if let method = ValueMethod.named(text(name)), object.kinds.isDisjoint(with: [.nil, .object])
      {
        let labels = mistake(ofCalling: method, given: arguments, in: tree)
        report(labels, at: id)
        return labels == nil ? result(of: method, object, given, at: id) : .unknown
      }
    }
    return .unknown
  }

  private func isPlainPath(_ id: NodeID) -> Bool {
    var id = id
    while case .member(let base, _) = tree.expression(id) { id = base }
    return tree[id].kind == .name || tree[id].kind == .selfReference
  }

  /// A call as it is written, without its arguments.
  private func calleeText(of id: NodeID) -> String {
    String(sourceText(id).prefix { $0 != "(" })
  }

  private func callMember(
    _ name: Name, of known: KnownObject, given: [StaticValue], at id: NodeID,
    mayBeNil: Bool = false
  ) {
    let count = given.count
    let object = known.object
    noteUse(ofMember: name, of: object, at: id)
    guard !object.isReleased else { return }
    if mayBeNil {
      if object.type !== commandClass, object.property(name) == nil,
        knowsWhatIsMissing(name, known)
      {
        warnOfMember(missing(name, of: object), of: known, at: id)
      }
      return
    }
    if object.type === commandClass {
      if known.isExact { callCommand(name, object, given: given, at: id) }
      return
    }
    guard let member = object.property(name) else {
      return reportNoAction(name, known, at: id)
    }
    if let mistake = member.role.mistake(ofCalling: calleeText(of: id)) {
      return report(mistake, at: id)
    }
    // A class that inherits from this one may take another number of arguments.
    guard isSettled(member, of: known) else { return }
    if let code = member.code {
      let tree = code.script.tree
      if known.isExact, case .action(let action) = tree.member(code.node) {
        noteCall(of: action.block, in: code.script)
      }
      reportEffect(of: tree.executed(ofCallable: code.node), in: tree, at: id)
    }
    report(mistake(ofGiving: count, to: name, taking: member.parameterCount), at: id)
  }

  /// Reports a call in a formula of something that does more than giving a value.
  private func reportEffect(of blocks: [NodeID], in code: SyntaxTree, at id: NodeID) {
    guard scope.role == .computed else { return }
    let effects = blocks.flatMap { code.effects(of: $0, parameters: []) }
    guard effects.contains(where: { isVisible($0, in: code) }) else { return }
    report(.formulaWithEffect(callee: calleeText(of: id)), .warning, at: tree[id].span)
  }

  /// Whether an effect is more than a variable's of the code itself; what an action does that it calls in
  /// turn is not looked at.
  private func isVisible(_ effect: CodeEffect, in code: SyntaxTree) -> Bool {
    guard effect.kind == .writes else { return effect.kind != .calls }
    guard case .name(let name) = code.expression(effect.node) else { return true }
    return !effect.locals.contains(name)
  }

  private func reportNoAction(_ name: Name, _ known: KnownObject, at id: NodeID) {
    let object = known.object
    guard knowsWhatIsMissing(name, known) else { return }
    let callee = calleeText(of: id)
    if callee.hasSuffix(".\(text(name))"), let type = protocolAllowing(name, in: known) {
      return report(
        .optionalActionMissing(
          text(name), owner: object.text(names), protocol: type,
          base: String(callee.dropLast(text(name).count + 1))), at: id)
    }
    report(missing(name, of: object), at: id)
  }

  private func missing(_ name: Name, of object: StaticObject) -> Mistake {
    let actions = object.propertyNames.filter { object.property($0)?.role == .action }
    return noAction(name, of: object.text(names), having: actions.map(text))
  }

  private func callCommand(
    _ name: Name, _ command: StaticObject, given: [StaticValue], at id: NodeID
  ) {
    var isDeclared = false
    if case .part(let parent, let name) = command.called {
      isDeclared = parent.property(name)?.role == .command
    }
    if scope.role == .computed {
      report(.formulaWithEffect(callee: calleeText(of: id)), .warning, at: tree[id].span)
    }
    report(
      mistake(
        ofCommandCall: name, given: given.count, last: given.last?.whole,
        of: command.text(names), isDeclared: isDeclared),
      at: id)
  }

  // MARK: Lists

  /// `vm.items.append(3)`.
  private func listCall(
    _ id: NodeID, _ operation: ListOperation, _ target: NodeID, _ arguments: NodeList
  ) -> StaticValue {
    let mistake = mistake(ofChangingList: operation, given: arguments, in: tree)
    report(mistake, at: id)
    write(to: target, isSilent: false, isChange: true) { old in
      let given = arguments.map { self.value(self.tree.value(ofArgument: $0)) }
      guard self.require(.changedList(operation), old, at: id), mistake == nil else { return old }
      let (place, value) = operation.parts(of: given)
      self.check(place, of: operation, in: old, at: id)
      if operation.takesContents, !value.kinds.contains(.list), let type = value.kinds.typeName {
        self.report(ListOperation.failure(ofContents: type), .noList, at: id)
      }
      return old.changed(operation, place, value)
    }
    return StaticValue(.nil)
  }

  /// Reports an index outside a list of known length.
  private func check(
    _ place: StaticValue, of operation: ListOperation, in list: StaticValue, at id: NodeID
  ) {
    guard operation != .append, operation != .appendContents else { return }
    // A range of places.
    if operation == .remove, place.kinds.contains(.list) { return }
    let count = operation.inserts ? nil : list.count
    guard require(.index(below: count), place, at: id), operation.inserts,
      case .int(let index)? = place.literal, let count = list.count,
      let failure = ListOperation.failure(ofInsertingAt: index, in: count)
    else { return }
    report(failure, .noList, at: id)
  }
}

extension ListOperation {
  /// The index and the new element among the arguments of a call.
  fileprivate func parts(of given: [StaticValue]) -> (place: StaticValue, value: StaticValue) {
    switch self {
    case .append, .appendContents: (.unknown, given[0])
    case .insert, .insertContents: (given[1], given[0])
    case .remove: (given[0], .unknown)
    case .replace: (given[0], given[1])
    }
  }
}
