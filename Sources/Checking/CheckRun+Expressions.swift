import Language
import Names
import Syntax
import Text
import Values

/// The possible values of expressions, found without running the script.
extension CheckRun {
  /// Examines an expression and returns what is known about its value.
  @discardableResult
  func value(_ id: NodeID) -> StaticValue {
    switch tree.expression(id) {
    case .nilLiteral: return StaticValue(.nil)
    case .boolLiteral(let flag): return StaticValue(Value.bool(flag))
    case .intLiteral(let number): return StaticValue(.int(number))
    case .doubleLiteral(let number): return StaticValue(.double(number))
    case .durationLiteral(let time): return StaticValue(.duration(time))
    case .stringLiteral(let text): return StaticValue(.string(text))
    case .interpolation(let parts):
      for part in parts { value(part) }
      return StaticValue(.string)
    case .listLiteral(let elements):
      return StaticValue(elements: elements.map { value($0) })
    case .dictionaryLiteral(let parts): return dictionary(id, parts)
    case .name(let name): return nameValue(id, name)
    case .selfReference:
      guard let receiver = scope.receiver else {
        report(.selfOutside, at: id)
        return .unknown
      }
      return StaticValue(.object, object: receiver)
    case .member(let base, let name): return memberValue(id, base, name)
    case .element(let base, let index): return elementValue(id, base, index)
    case .call(let callee, let arguments): return call(id, callee, arguments)
    case .new(let classNode, let body): return newInstance(of: classNode, body)
    case .unary(let operation, let operand): return unary(id, operation, operand)
    case .binary(let operation, let left, let right): return binary(id, operation, left, right)
    case .conditional(let test, let then, let otherwise):
      return conditional(test, then, otherwise)
    case .responds(let base, let name):
      let asked = value(base)
      if let object = asked.object?.object {
        noteUse(ofMember: tree.name(name), of: object, at: name)
      }
      require(.asked, asked, at: base)
      return StaticValue(.bool)
    case .typeTest(let base, let type): return typeTest(base, type)
    case .parenthesized(let expression): return value(expression)
    case .number, .labeledArgument, .valueBlock, .missing, .none: return .unknown
    }
  }

  // MARK: Names and members

  private func nameValue(_ id: NodeID, _ name: Name) -> StaticValue {
    let resolution = resolve(name)
    noteUse(of: name, resolution, at: id)
    switch resolution {
    case .local(let local, _)?: return held(local)
    case .member?:
      guard let receiver = scope.receiver else { return .unknown }
      return member(name, of: receiver, at: id)
    case .loose?: return .unknown
    case .global(let declaration)?:
      switch declaration.symbol {
      case .object(let object):
        guard let object else { return .unknown }
        let value = StaticValue(.object, object: KnownObject(object: object, isExact: true))
        return object.isReleased ? afterRelease(value) : value
      case .constant(let constant): return afterRelease(constant.value)
      case .variable:
        if let role = scope.role, role.followsWhatItReads {
          warnAboutVariable(name, of: role, at: id)
        }
        guard !declaration.isAgain, declaration.isCertain, !isIncomplete else { return .unknown }
        return held(variable: name) ?? .unknown
      case .classSymbol, .protocolSymbol, .enumeration, .transformer, .link, .semantics, .action,
        .function:
        guard let mistake = mistake(ofValue: name, declaration.symbol.kind, in: scope.role) else {
          return StaticValue(.string)
        }
        if declaration.isCertain || declaration.symbol.kind == .classSymbol {
          report(mistake, at: id)
        }
      }
      return .unknown
    case nil:
      if text(name) == LanguageWords.lastValue { return .unknown }
      if name == turnName { report(.turnAsValue, at: id) } else { reportUnknownName(id) }
      return .unknown
    }
  }

  private func warnAboutVariable(_ name: Name, of role: BlockRole, at id: NodeID) {
    let read = VariableRead(name: name, isSource: role == .source)
    guard !scope.isMuted, warnedVariables.insert(read).inserted else { return }
    report(
      .unannouncedVariable(text(name), isSource: read.isSource), .warning, at: tree[id].span)
  }

  private func memberValue(_ id: NodeID, _ base: NodeID, _ nameNode: NodeID) -> StaticValue {
    let name = tree.name(nameNode)
    if isTurn(base) { return turnField(nameNode) }
    if let found = enumeration(base) { return enumerationCase(found, nameNode, nil) }
    if case .name(let base) = tree.expression(base), scope.local(base)?.local.isChange == true {
      return changeField(nameNode)
    }
    let baseValue = value(base)
    if let object = baseValue.object { return memberOfObject(name, baseValue, object, at: id) }
    if tree.isKey(id), baseValue.kinds.contains(.dictionary) { return entry(name, of: baseValue) }
    // A member of nil is nil, whatever its name.
    let kinds = baseValue.declared ?? baseValue.kinds
    if kinds == .nil { return StaticValue(.nil) }
    // A run knows the declared type of nil only if a name leads to it.
    if kinds.contains(.nil), !isDeclared(base) {
      return baseValue.kinds == .nil ? StaticValue(.nil) : .unknown
    }
    let chain = TailChain([text(name)], behind: kinds, near: nearTail)
    if let failure = chain.failure {
      report(failure.mistake, at: id)
    } else if let whole = baseValue.whole {
      return known(at: id) { () throws(ScriptFailure) in
        try ValueTail.value(text(name), ValueTail(rawValue: text(name)), of: whole)
      }
    }
    return StaticValue(baseValue.kinds == .nil ? .nil : chain.kinds)
  }

  /// Whether this is `turn`, and no declaration has that name.
  func isTurn(_ id: NodeID) -> Bool {
    if case .name(turnName) = tree.expression(id) { resolve(turnName) == nil } else { false }
  }

  /// Whether this is a property of an object that has a name.
  func isDeclared(_ id: NodeID) -> Bool {
    guard case .member(let base, _) = tree.expression(id),
      case .name(let name) = tree.expression(base),
      case .global(let declaration)? = resolve(name), declaration.isCertain, !declaration.isAgain
    else { return false }
    switch declaration.symbol {
    case .object(let object?): return !object.isReleased
    case .constant(let constant):
      return constant.value.object.map { !$0.object.isReleased } ?? false
    default: return false
    }
  }

  private func memberOfObject(
    _ name: Name, _ base: StaticValue, _ object: KnownObject, at id: NodeID
  ) -> StaticValue {
    let mayBeNil = base.kinds != .object
    return member(name, of: object, at: id, mayBeNil: mayBeNil)
  }

  /// What a key leads to: members of objects, as far as these are known.
  func member(along path: some Sequence<String>, of base: StaticValue, at id: NodeID) -> StaticValue
  {
    var value = base
    for name in path {
      guard let known = value.object else { return .unknown }
      value = memberOfObject(names.intern(name), value, known, at: id)
    }
    return value
  }

  /// `change.kind` or `change.index`.
  private func changeField(_ id: NodeID) -> StaticValue {
    let name = tree.name(id)
    switch ChangeField(rawValue: text(name)) {
    case .kind?: return StaticValue(.string)
    case .index?, .count?: break
    case nil: report(unknownChangeField(name), at: id)
    }
    return .unknown
  }

  private func turnField(_ id: NodeID) -> StaticValue {
    let name = tree.name(id)
    switch TurnField(rawValue: text(name)) {
    case .number?, .writes?, .firings?, .held?, .dropped?, .rejected?, .depth?,
      .glitches?, .rounds?, .made?, .reused?:
      return StaticValue(.int)
    case .outcome?: return StaticValue(.string)
    case .cycle?: return StaticValue([.string, .nil])
    case nil:
      report(unknownTurnField(name), at: id)
      return .unknown
    }
  }

  /// What a property of a known object can hold.
  func member(
    _ name: Name, of known: KnownObject, at id: NodeID, mayBeNil: Bool = false
  ) -> StaticValue {
    let object = known.object
    guard let property = object.property(name) else {
      reportNoProperty(name, known, at: id, mayBeNil: mayBeNil)
      return .unknown
    }
    noteUse(ofMember: name, of: object, at: id)
    if let mistake = property.role.mistake(ofReading: sourceText(id)) {
      if !mayBeNil, !object.isReleased { report(mistake, at: id) }
      return .unknown
    }
    noteRead(name, of: known, at: id)
    if known.isExact, object.isCertain, reads != nil {
      let place = StaticGraph.Place(object: object, name: name)
      if conditionDepth == 0 {
        reads?.append(place)
      } else if !conditions.isEmpty {
        latentReads.append(LatentRead(place: place, conditions: conditions))
      }
    }
    return value(of: property, in: known, mayBeNil: mayBeNil)
  }

  /// The value that can be read from a property at this point.
  func value(
    of property: StaticProperty, in known: KnownObject, mayBeNil: Bool = false
  ) -> StaticValue {
    guard isSettled(property, of: known) else { return .unknown }
    let held = mayBeNil ? nil : present(property, of: known)
    var value = held ?? StaticValue(property.kinds)
    if mayBeNil { value.kinds.formUnion(.nil) }
    if case .enumeration(let type) = property.type.base { value.enumeration = type }
    if isStatus(property.name, of: known.object) { value.enumeration = CommandCall.statuses }
    if let part = part(property, of: known) {
      value.object = KnownObject(object: part, isExact: true)
      // It may be released, by itself or with the object that it is a part of.
      value.kinds = mayBeNil ? [.object, .nil] : .object
    } else if case .instance(let type) = property.type.base, !property.isComputed, held == nil {
      value.object = KnownObject(object: representative(of: type), isExact: false)
    }
    return value
  }

  /// Whether a property holds a command's status.
  func isStatus(_ name: Name, of object: StaticObject) -> Bool {
    object.type === commandClass && text(name) == "status"
  }

  /// Whether every object that `known` may stand for has `property`.
  func isSettled(_ property: StaticProperty, of known: KnownObject) -> Bool {
    known.isExact || (facts.bodies[property.name] ?? 0) <= 1
  }

  func reportNoProperty(
    _ name: Name, _ known: KnownObject, at id: NodeID, mayBeNil: Bool = false
  ) {
    let object = known.object
    guard knowsWhatIsMissing(name, known) else { return }
    let mistake = noProperty(
      name, of: object.text(names), having: object.propertyNames.map(text))
    if mayBeNil { warnOfMember(mistake, of: known, at: id) } else { report(mistake, at: id) }
  }

  /// Warns about a member that no object of the property's declared class can have, which is no error
  /// only as long as the property is nil.
  func warnOfMember(_ mistake: Mistake, of known: KnownObject, at id: NodeID) {
    guard !known.isExact else { return }
    let (message, help) = mistake.text
    report(code: .noMemberOfClass, message, at: id, help: help)
  }

  /// Whether an object certainly lacks a member that it is not known to have.
  func knowsWhatIsMissing(_ name: Name, _ known: KnownObject) -> Bool {
    let object = known.object
    guard !object.type.isOpen, !object.isReleased, facts.extended[name] == nil else { return false }
    // Another class may well have it.
    return known.isExact || (facts.bodies[name] ?? 0) == 0
  }

  private func elementValue(_ id: NodeID, _ base: NodeID, _ index: NodeID) -> StaticValue {
    let list = value(base)
    require(.list, list, at: id)
    if let range = tree.range(index) { return part(of: list, range, at: id) }
    let place = value(index)
    if list.kinds.subtracting(.nil) == .object {
      require(.key, place, at: id)
      guard case .string(let key)? = place.literal else { return .unknown }
      return member(along: DottedKey.names(in: key), of: list, at: id)
    }
    if let found = entryOrCharacter(of: list, at: place, id) { return found }
    if list.kinds.contains(.list), list.kinds.isDisjoint(with: [.object, .dictionary]) {
      require(.index(below: list.count), place, at: id)
    }
    if list.kinds == .nil { return StaticValue(.nil) }
    guard case .int(let place)? = place.literal, let elements = list.elements,
      elements.indices.contains(place)
    else { return .unknown }
    return afterRelease(elements[place])
  }

  // MARK: Operators

  private func unary(_ id: NodeID, _ operation: UnaryOperator, _ node: NodeID) -> StaticValue {
    let operand = value(node)
    require(operation == .not ? .inverted : .negated, operand, at: id)
    if operation == .not { return StaticValue(.bool) }
    let allowed = operand.kinds.intersection([.int, .double, .duration])
    if let literal = operand.literal, let result = try? Operators.negate(literal) {
      return StaticValue(result)
    }
    return StaticValue(allowed.isEmpty ? .any : allowed)
  }

  private func binary(
    _ id: NodeID, _ operation: BinaryOperator, _ left: NodeID, _ right: NodeID
  ) -> StaticValue {
    switch operation {
    case .and, .or:
      condition(left)
      perhaps(left, operation == .and ? .isTrue : .isFalse) { condition(right) }
      return StaticValue(.bool)
    case .coalesce:
      let first = value(left)
      var second = StaticValue.unknown
      perhaps(left, .isNil) { second = value(right) }
      return StaticValue(first.kinds.subtracting(.nil).union(second.kinds))
    default:
      let first = value(left)
      let second = value(right)
      if operation == .equal || operation == .notEqual {
        checkStatus(first, comparedWith: second, at: right)
        checkStatus(second, comparedWith: first, at: left)
      }
      return applied(operation, first, second, at: id)
    }
  }

  /// Warns if a command's status is compared with a text that no command has as its status.
  private func checkStatus(_ status: StaticValue, comparedWith other: StaticValue, at id: NodeID) {
    guard status.enumeration?.name == CommandCall.statuses.name,
      case .string(let word)? = other.literal, CommandCall.statuses.named(word) == nil
    else { return }
    let words = CommandCall.statuses.cases.map(\.name)
    let near = nearest(to: word, among: words)
    report(
      code: .noSuchStatus, "no command has the status \"\(word)\"" + Mistake.meant(near), at: id,
      help: "the statuses are \(words.joined(separator: ", "))")
  }

  /// The result of an operator; an error is reported.
  func applied(
    _ operation: BinaryOperator, _ left: StaticValue, _ right: StaticValue, at id: NodeID
  ) -> StaticValue {
    guard let first = left.whole, let second = right.whole else {
      return operated(operation, left.kinds, right.kinds, at: id)
    }
    return known(at: id) { () throws(ScriptFailure) in
      try StaticOperators.apply(operation, first, second)
    }
  }

  /// The result for known values; an error is reported.
  func known(
    at id: NodeID, _ work: () throws(ScriptFailure) -> Value
  ) -> StaticValue {
    do throws(ScriptFailure) {
      return StaticValue(try work())
    } catch {
      report(error, .wrongOperand, at: id)
      return .unknown
    }
  }

  /// The result of an operator; an error is reported if it is certain.
  private func operated(
    _ operation: BinaryOperator, _ left: ValueKinds, _ right: ValueKinds, at id: NodeID
  ) -> StaticValue {
    let kinds = StaticOperators.result(of: operation, left, right)
    guard kinds.isEmpty else { return StaticValue(kinds) }
    report(StaticOperators.mistake(operation, left, right), at: id)
    return .unknown
  }

  private func conditional(_ test: NodeID, _ then: NodeID, _ otherwise: NodeID) -> StaticValue {
    condition(test)
    var kinds: ValueKinds = []
    perhaps(test, .isTrue) { kinds.formUnion(value(then).kinds) }
    perhaps(test, .isFalse) { kinds.formUnion(value(otherwise).kinds) }
    return StaticValue(kinds)
  }

  /// Examines a part of an expression that is evaluated only if `node` has the value `outcome`.
  private func perhaps(_ node: NodeID, _ outcome: Condition.Outcome, _ body: () -> Void) {
    let wasCertain = scope.isCertain
    scope.isCertain = false
    conditionDepth += 1
    if reads != nil { conditions.append(Condition(script: script, node: node, outcome: outcome)) }
    body()
    if reads != nil { conditions.removeLast() }
    conditionDepth -= 1
    scope.isCertain = wasCertain
  }
}
