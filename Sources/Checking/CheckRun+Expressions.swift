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
      return StaticValue(.list)
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
    case .local(let local, _)?: return local.value
    case .member?:
      guard let receiver = scope.receiver else { return .unknown }
      return member(name, of: receiver, at: id)
    case .loose?: return .unknown
    case .global(let declaration)?:
      switch declaration.symbol {
      case .object(let object):
        guard let object, !object.isReleased else { return .unknown }
        return StaticValue(.object, object: KnownObject(object: object, isExact: true))
      case .constant(let value): return value
      case .variable:
        if scope.role == .computed { warnAboutVariable(name, at: id) }
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

  private func warnAboutVariable(_ name: Name, at id: NodeID) {
    guard !scope.isMuted, warnedVariables.insert(name).inserted else { return }
    report(.variableInComputed(text(name)), .warning, at: tree[id].span)
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
    return tailValue(name, of: baseValue.kinds, at: id)
  }

  private func memberOfObject(
    _ name: Name, _ base: StaticValue, _ object: KnownObject, at id: NodeID
  ) -> StaticValue {
    // A member of nil is nil, whatever its name.
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

  /// What a name gives behind a value that is no known object.
  private func tailValue(_ name: Name, of kinds: ValueKinds, at id: NodeID) -> StaticValue {
    // A member of nil is nil, and an object may have it.
    guard !kinds.contains(.object), kinds != .nil, let type = kinds.typeName else {
      return .unknown
    }
    guard let tail = ValueTail(rawValue: text(name)) else {
      guard !kinds.contains(.nil) else { return .unknown }
      let near = near(name, among: ValueTail.allCases.map(\.rawValue))
      report(.noTail(text(name), type: type, near: near), at: id)
      return .unknown
    }
    let result = StaticOperators.result(of: tail, kinds)
    if result.isEmpty {
      report(.tailNotFor(text(name), type: type), at: id)
      return .unknown
    }
    return StaticValue(result)
  }

  private func elementValue(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    let kinds = value(NodeID(node.a)).kinds
    if kinds.isDisjoint(with: [.list, .nil]), let type = kinds.typeName {
      report(.noElements(type: type), at: id)
    }
    index(NodeID(node.b), in: id)
    return .unknown
  }

  /// The index of an element, which is told of at the element.
  func index(_ index: NodeID, in id: NodeID) {
    let kinds = value(index).kinds
    if kinds.isDisjoint(with: .int), let type = kinds.typeName {
      report(.noIndex(type: type), at: id)
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
      let first = value(left).kinds
      return operated(operation, first, value(right).kinds, at: id)
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
