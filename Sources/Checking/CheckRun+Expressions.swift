import BindingEngine
import Language
import Names
import Syntax

/// What expressions can give, found without working them out.
extension CheckRun {
  /// Looks at an expression and says what it can give.
  @discardableResult
  func value(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    switch node.kind {
    case .nilLiteral: return StaticValue(.nil)
    case .trueLiteral: return StaticValue(Value.bool(true))
    case .falseLiteral: return StaticValue(Value.bool(false))
    case .intLiteral: return StaticValue(.int(Int(bitPattern: UInt(SyntaxTree.bits(node)))))
    case .doubleLiteral:
      return StaticValue(.double(Double(bitPattern: SyntaxTree.bits(node))))
    case .durationLiteral:
      return StaticValue(.duration(Int(bitPattern: UInt(SyntaxTree.bits(node)))))
    case .stringLiteral: return StaticValue(.string(tree.strings[Int(node.a)]))
    case .interpolation:
      for part in tree.children(node.a) { value(part) }
      return StaticValue(.string)
    case .listLiteral:
      for element in tree.children(node.a) { value(element) }
      var list = StaticValue(.list)
      list.count = tree.count(node.a)
      return list
    case .name: return nameValue(id)
    case .selfReference:
      guard let receiver = scope.receiver else {
        report(.selfOutside, at: id)
        return .unknown
      }
      return StaticValue(.object, object: receiver)
    case .member: return memberValue(id)
    case .element: return elementValue(id)
    case .call: return call(id)
    case .new: return newInstance(id)
    case .unary: return unary(id)
    case .binary: return binary(id)
    case .conditional: return conditional(id)
    case .parenthesized: return value(NodeID(node.a))
    default: return .unknown
    }
  }

  // MARK: Names and members

  private func nameValue(_ id: NodeID) -> StaticValue {
    let name = tree.name(id)
    switch resolve(name) {
    case .local(let local, _)?: return afterRelease(local.value)
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
      case .constant(let value): return afterRelease(value)
      case .variable:
        if let role = scope.role, role.followsWhatItReads {
          warnAboutVariable(name, of: role, at: id)
        }
        guard !declaration.isAgain, declaration.isCertain, !isIncomplete,
          facts.written[name] == nil
        else { return .unknown }
        return variables[name] ?? .unknown
      case .classSymbol where scope.role == .each:
        // The class of a cell is told by its name.
        return StaticValue(.string)
      case .classSymbol: report(.classAsValue(text(name)), at: id)
      case .transformer, .link, .semantics, .action:
        if declaration.isCertain { report(.notAValue(text(name), declaration.symbol.kind), at: id) }
      }
      return .unknown
    case nil:
      if name == turnName { report(.turnAsValue, at: id) } else { reportUnknownName(id) }
      return .unknown
    }
  }

  /// The value as it is where the object may be released: every reference to it reads nil then.
  private func afterRelease(_ value: StaticValue) -> StaticValue {
    guard let known = value.object, known.object.isReleased else { return value }
    return known.isExact && known.object.isGone && scope.isFlow ? StaticValue(.nil) : .unknown
  }

  private func warnAboutVariable(_ name: Name, of role: BlockRole, at id: NodeID) {
    let read = VariableRead(name: name, isSource: role == .source)
    guard !scope.isMuted, warnedVariables.insert(read).inserted else { return }
    report(
      .unannouncedVariable(text(name), isSource: read.isSource), .warning, at: tree[id].span)
  }

  private func memberValue(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    let base = NodeID(node.a)
    let nameNode = NodeID(node.b)
    let name = tree.name(nameNode)
    if tree[base].kind == .name, tree.name(base) == turnName, resolve(turnName) == nil {
      return turnField(nameNode)
    }
    if tree[base].kind == .name, case .local(let local, _)? = resolve(tree.name(base)),
      local.isChange
    {
      return changeField(nameNode)
    }
    let baseValue = value(base)
    if let object = baseValue.object { return memberOfObject(name, baseValue, object, at: id) }
    // A member of nil is nil, whatever its name.
    if baseValue.kinds == .nil { return StaticValue(.nil) }
    // Only where a name leads to it a run knows the type of what is nil.
    if baseValue.kinds.contains(.nil), !isDeclared(base) { return .unknown }
    let chain = TailChain([text(name)], behind: baseValue.kinds, near: nearTail)
    if let failure = chain.failure { report(failure.mistake, at: id) }
    return StaticValue(chain.kinds)
  }

  /// Whether this is a property of an object that a name stands for.
  func isDeclared(_ id: NodeID) -> Bool {
    guard tree[id].kind == .member, tree[NodeID(tree[id].a)].kind == .name,
      case .global(let declaration)? = resolve(tree.name(NodeID(tree[id].a))),
      declaration.isCertain, !declaration.isAgain
    else { return false }
    switch declaration.symbol {
    case .object(let object?): return !object.isReleased
    case .constant(let value): return value.object.map { !$0.object.isReleased } ?? false
    default: return false
    }
  }

  private func memberOfObject(
    _ name: Name, _ base: StaticValue, _ object: KnownObject, at id: NodeID
  ) -> StaticValue {
    let mayBeNil = base.kinds != .object
    return member(name, of: object, at: id, mayBeNil: mayBeNil)
  }

  /// `change.kind` or `change.index`.
  private func changeField(_ id: NodeID) -> StaticValue {
    let name = text(tree.name(id))
    let fields = ["kind", "index"]
    guard !fields.contains(name) else { return name == "kind" ? StaticValue(.string) : .unknown }
    report(
      .noProperty(name, owner: "change", near: near(tree.name(id), among: fields), known: fields),
      at: id)
    return .unknown
  }

  private func turnField(_ id: NodeID) -> StaticValue {
    let name = text(tree.name(id))
    switch TurnField(rawValue: name) {
    case .number?, .writes?, .firings?, .held?, .dropped?, .depth?, .glitches?, .rounds?,
      .made?, .reused?:
      return StaticValue(.int)
    case .outcome?: return StaticValue(.string)
    case .cycle?: return StaticValue([.string, .nil])
    case nil:
      let near = near(tree.name(id), among: TurnField.allCases.map(\.rawValue))
      report(.unknownTurnField(name, near: near), at: id)
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
    if property.role == .event || property.role == .action {
      if !mayBeNil, !object.isReleased {
        let text = sourceText(of: id)
        report(property.role == .event ? .eventAsValue(text) : .actionAsValue(text), at: id)
      }
      return .unknown
    }
    if known.isExact, object.isCertain, reads != nil {
      let place = StaticGraph.Place(object: object, name: name)
      if conditionDepth == 0 {
        reads?.append(place)
      } else if !conditions.isEmpty {
        latentReads.append(LatentRead(place: place, conditions: conditions))
      }
    }
    guard isSettled(property, of: known) else { return .unknown }
    var value = StaticValue(property.kinds)
    if mayBeNil { value.kinds.formUnion(.nil) }
    if let part = part(property, of: known) {
      value.object = KnownObject(object: part, isExact: true)
      // It may be released, alone, or with what it is a part of.
      value.kinds = mayBeNil ? [.object, .nil] : .object
    } else if case .instance(let type) = property.type.base, !property.isComputed {
      value.object = KnownObject(object: representative(of: type), isExact: false)
    }
    return value
  }

  /// Whether `property` is what every object has that `known` may stand for.
  func isSettled(_ property: StaticProperty, of known: KnownObject) -> Bool {
    known.isExact || (facts.bodies[property.name] ?? 0) <= 1
  }

  func reportNoProperty(
    _ name: Name, _ known: KnownObject, at id: NodeID, mayBeNil: Bool = false
  ) {
    let object = known.object
    guard !mayBeNil, mayTellWhatIsMissing(name, known) else { return }
    let candidates = object.propertyNames.map(text)
    report(
      .noProperty(
        text(name), owner: object.text(names), near: near(name, among: candidates),
        known: candidates), at: id)
  }

  /// Whether it is certain that an object has no member of a name which it is not known to have.
  func mayTellWhatIsMissing(_ name: Name, _ known: KnownObject) -> Bool {
    let object = known.object
    guard !object.type.isOpen, !object.isReleased, facts.extended[name] == nil else { return false }
    // Another class may well have it.
    return known.isExact || (facts.bodies[name] ?? 0) == 0
  }

  private func elementValue(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    let list = value(NodeID(node.a))
    if list.kinds.isDisjoint(with: [.list, .nil]), let type = list.kinds.typeName {
      report(.noElements(type: type), at: id)
    }
    index(NodeID(node.b), in: id, count: list.count)
    return .unknown
  }

  /// The index of an element, which is told of at the element.
  ///
  /// - Parameter count: How many elements there are, where that is known.
  func index(_ index: NodeID, in id: NodeID, count: Int? = nil) {
    let found = value(index)
    if found.kinds.isDisjoint(with: .int), let type = found.kinds.typeName {
      report(.noIndex(type: type), at: id)
    } else if let count, case .int(let position)? = found.literal,
      !(0..<count).contains(position)
    {
      report(.outsideList(position, count: count), at: id)
    }
  }

  // MARK: Operators

  private func unary(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    let operand = value(NodeID(node.a))
    let isNot = node.flags == UnaryOperator.not.rawValue
    if isNot {
      if operand.kinds.isDisjoint(with: .bool), let type = operand.kinds.typeName {
        report(.notOfNoBool(type: type), at: id)
      }
      return StaticValue(.bool)
    }
    let allowed = operand.kinds.intersection([.int, .double, .duration])
    if allowed.isEmpty, let type = operand.kinds.typeName {
      report(.cannotNegate(type: type), at: id)
      return .unknown
    }
    var result = StaticValue(allowed.isEmpty ? .any : allowed)
    if let literal = operand.literal { result.literal = try? Operators.negate(literal) }
    return result
  }

  private func binary(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    guard let operation = BinaryOperator(rawValue: node.flags) else { return .unknown }
    let left = NodeID(node.a)
    let right = NodeID(node.b)
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
      if let left = first.literal, let right = second.literal {
        return folded(operation, left, right, at: id)
      }
      return operated(operation, first.kinds, second.kinds, at: id)
    }
  }

  /// What an operator gives for values that stand in the text; reported where it fails for them.
  private func folded(
    _ operation: BinaryOperator, _ left: Value, _ right: Value, at id: NodeID
  ) -> StaticValue {
    do throws(ScriptFailure) {
      return StaticValue(try StaticOperators.apply(operation, left, right))
    } catch {
      report(error, .wrongOperand, at: id)
      return .unknown
    }
  }

  /// What an operator gives; reported where it certainly fails.
  func operated(
    _ operation: BinaryOperator, _ left: ValueKinds, _ right: ValueKinds, at id: NodeID
  ) -> StaticValue {
    let kinds = StaticOperators.result(of: operation, left, right)
    guard kinds.isEmpty else { return StaticValue(kinds) }
    if let mistake = StaticOperators.mistake(operation, left, right) { report(mistake, at: id) }
    return .unknown
  }

  private func conditional(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    condition(NodeID(node.a))
    var kinds: ValueKinds = []
    perhaps(NodeID(node.a), .isTrue) { kinds.formUnion(value(tree.child(node.b, 0)).kinds) }
    perhaps(NodeID(node.a), .isFalse) { kinds.formUnion(value(tree.child(node.b, 1)).kinds) }
    return StaticValue(kinds)
  }

  /// Looks at a part of an expression that is worked out only where `node` has come to `outcome`.
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
