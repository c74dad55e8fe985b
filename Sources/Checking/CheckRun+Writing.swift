import Language
import Names
import Syntax

/// What can be written, and which values.
extension CheckRun {
  func assign(_ id: NodeID, _ assign: AssignSyntax) {
    let operation = assign.operation
    write(to: assign.target, isSilent: assign.isSilent, isChange: operation != nil) { old in
      let new = self.value(assign.value)
      return operation.map { self.applied($0, old, new, at: id) } ?? new
    }
  }

  /// Examines a write to `target` of the value that `change` makes of the old one.
  ///
  /// Dynamic, or the compiler would make a copy of all that a write can do for each kind of target
  /// inside another one: a third of the code of this module.
  ///
  /// - Parameter isChange: Whether the old value is read.
  dynamic func write(
    to target: NodeID, isSilent: Bool, isChange: Bool, _ change: (StaticValue) -> StaticValue
  ) {
    switch tree.expression(target) {
    case .name(let name):
      writeName(target, name, isSilent: isSilent, isChange: isChange, change)
    case .member(let base, let name) where mayBeEntry(target, base):
      write(to: base, isSilent: isSilent, isChange: true) { old in
        let new = change(self.entry(tree.name(name), of: old))
        return old.setting(.string(text(tree.name(name))), to: new)
      }
    case .member(let base, let name):
      writeMember(target, base, tree.name(name), isSilent: isSilent, isChange: isChange, change)
    case .element(let base, let index) where mayBeObject(base, index):
      writeKeyed(target, base, index, isSilent: isSilent, isChange: isChange, change)
    case .element(let base, let index):
      write(to: base, isSilent: isSilent, isChange: true) { old in
        let place = self.value(index)
        let isNothing = old.kinds == .nil && place.kinds.contains(.string)
        if isNothing || old.kinds.contains(.object) {
          _ = change(.unknown)
          return isNothing ? old : .unknown
        }
        if old.kinds.contains(.dictionary) {
          if old.kinds == .dictionary { self.require(.dictionaryKey, place, at: target) }
          let new = change(.unknown)
          return place.literal.map { old.setting($0, to: new) } ?? StaticValue(old.kinds)
        }
        self.require(.index(below: old.count), place, at: target)
        let new = change(.unknown)
        self.require(.writtenList, old, at: target)
        return old.changed(.replace, place, new)
      }
    case .selfReference:
      report(.selfWritten, at: target)
      _ = change(.unknown)
    case .parenthesized(let inner):
      write(to: inner, isSilent: isSilent, isChange: isChange, change)
    default: _ = change(.unknown)
    }
  }

  /// Whether the expression before `[…]` is an object, or may be one and cannot be written itself,
  /// so that a key names the written property.
  private func mayBeObject(_ base: NodeID, _ index: NodeID) -> Bool {
    let kinds = quietly(in: script) { value(base).kinds }
    guard kinds.contains(.object) else { return false }
    return isUnwritable(base) ? tree[index].kind != .intLiteral : !kinds.contains(.list)
  }

  /// Whether a target that is written as `d["name"]` is an entry of a dictionary.
  private func mayBeEntry(_ target: NodeID, _ base: NodeID) -> Bool {
    guard tree.isKey(target) else { return false }
    let kinds = quietly(in: script) { value(base).kinds }
    return kinds.contains(.dictionary) && !kinds.contains(.object)
  }

  private func isUnwritable(_ base: NodeID) -> Bool {
    guard case .name(let name) = tree.expression(base) else {
      return tree[base].kind == .selfReference
    }
    if case .member? = resolve(name) { return false }
    return !isVariable(name)
  }

  private func writeKeyed(
    _ target: NodeID, _ base: NodeID, _ index: NodeID, isSilent: Bool, isChange: Bool,
    _ change: (StaticValue) -> StaticValue
  ) {
    let object = value(base)
    let key = value(index)
    if !object.kinds.contains(.list) { require(.key, key, at: target) }
    if case .string(let name)? = key.literal {
      let path = DottedKey.names(in: name)
      let owner = member(along: path.dropLast(), of: object, at: target)
      if let known = owner.object {
        return writeProperty(
          names.intern(path[path.count - 1]), of: known, at: target, isSilent: isSilent,
          isChange: isChange, mayBeNil: owner.kinds != .object, change)
      }
    }
    _ = change(.unknown)
  }

  private func writeName(
    _ id: NodeID, _ name: Name, isSilent: Bool, isChange: Bool,
    _ change: (StaticValue) -> StaticValue
  ) {
    let resolution = resolve(name)
    noteUse(of: name, resolution, at: id, .written)
    switch resolution {
    case .local(let local, let isCopy)?:
      report(mistake(ofWriting: name, isCopy ? .copy : local.kind), at: id)
      hold(change(held(local)), inLocal: name)
    case .member?:
      guard let receiver = scope.receiver else { return }
      if !isSilent {
        checkAgainstObserved(name, of: receiver, isOwn: true, at: id, "writes")
        noteWrite(name, of: receiver, at: id, isChange: isChange)
      }
      writeProperty(name, of: receiver, at: id, isSilent: isSilent, isChange: isChange, change)
    case .loose?: _ = change(.unknown)
    case .global(let declaration)?:
      if let mistake = mistake(ofWriting: name, declaration.symbol.kind, isSilent: isSilent) {
        if case .silentVariable = mistake {
          report(mistake, at: id)
        } else if declaration.isCertain {
          report(mistake, at: id, notes: note("declared here", declaration))
        }
      }
      let new = change(held(variable: name) ?? .unknown)
      if case .variable = declaration.symbol { hold(new, inVariable: name) }
    case nil:
      if name == turnName { report(.turnWritten, at: id) } else { reportUnknownName(id) }
      _ = change(.unknown)
    }
  }

  private func writeMember(
    _ id: NodeID, _ base: NodeID, _ name: Name, isSilent: Bool, isChange: Bool,
    _ change: (StaticValue) -> StaticValue
  ) {
    if isTurn(base) {
      report(.turnWritten, at: id)
      _ = change(.unknown)
      return
    }
    let object = value(base)
    if let known = object.object {
      if !isSilent {
        checkAgainstObserved(
          name, of: known, isOwn: tree[base].kind == .selfReference, at: id, "writes")
        noteWrite(name, of: known, at: id, isChange: isChange)
      }
      return writeProperty(
        name, of: known, at: id, isSilent: isSilent, isChange: isChange,
        mayBeNil: object.kinds != .object, change)
    }
    let admitted = object.declared ?? object.kinds
    let kinds = isDeclared(base) ? admitted.subtracting(.nil) : admitted
    if !kinds.isEmpty { report(kinds.mistake(ofWriting: text(name)), at: id) }
    // A write to nothing is dropped.
    if object.kinds == .nil {
      _ = change(StaticValue(.nil))
    } else {
      let new = change(.unknown)
      hold(new, in: name, of: nil)
      noteHoldingSelf(new, in: name, at: id)
    }
  }

  private func writeProperty(
    _ name: Name, of known: KnownObject, at id: NodeID, isSilent: Bool, isChange: Bool,
    mayBeNil: Bool = false, _ change: (StaticValue) -> StaticValue
  ) {
    guard let property = known.object.property(name) else {
      reportNoProperty(name, known, at: id, mayBeNil: mayBeNil)
      _ = change(.unknown)
      return
    }
    noteUse(ofMember: name, of: known.object, at: id, .written)
    guard property.role == .property else {
      return writeMember(
        property, of: known, at: id, isChange: isChange, mayBeNil: mayBeNil, change)
    }
    let isSettled = isSettled(property, of: known)
    let old = isSettled ? held(property, of: known) ?? StaticValue(property.kinds) : .unknown
    let new = change(old)
    hold(new, in: name, of: mayBeNil ? nil : known, isSilent: isSilent)
    noteHolding(new, in: property, of: known, at: id)
    guard isSettled, !mayBeNil else { return }
    if let mistake = mistake(ofWriting: property, of: known) { return report(mistake, at: id) }
    guard isSilent || !property.hasSetter else {
      return checkSetter(of: property, of: known, given: new, at: id)
    }
    check(new, for: property, of: known.object, at: id)
    if !isSilent { refuseWrite(to: property, of: known, at: id) }
  }

  /// Examines the result of a property's `set` block, which the type of the property must admit.
  func checkSetter(
    of property: StaticProperty, of known: KnownObject, given value: StaticValue, at id: NodeID
  ) {
    guard !scope.isMuted, !value.kinds.isEmpty, value.kinds.typeName != nil,
      let setter = property.setter,
      let block = block(setter.block, in: setter.script, isInline: false)
    else { return }
    let outcome = result(of: block, given: StaticValue(value.kinds), receiver: known)
    if var error = outcome.error {
      error.notes.insert(
        .init(
          .note, "this writes \(value.text(names) ?? "another value")",
          file: tree.file, span: tree[id].span),
        at: 0)
      findings.add(error)
    } else {
      check(outcome.value, for: property, of: known.object, at: id)
    }
  }

  /// Reports a plain write to the target of a one-way binding, under a semantics that refuses it.
  private func refuseWrite(to property: StaticProperty, of known: KnownObject, at id: NodeID) {
    let isNow = scope.isFlow && scope.isCertain
    guard semantics.write != .keep, isSemanticsCertain, scope.isFlow || mayRunByItself,
      !scope.isMuted, known.isExact, known.object.isCertain,
      let writer = graph.writer(
        of: StaticGraph.Place(object: known.object, name: property.name))
    else { return }
    let name = "\(known.object.text(names)).\(text(property.name))"
    guard semantics.write == .refuse else {
      let isCertain = isNow && !graph.mayEnd(writer)
      report(
        .endsBinding(
          hopText(graph.links[writer]), of: name, semantics: semantics.name,
          isCertain: isCertain), .warning, at: tree[id].span)
      if isNow { graph.end(writer) }
      return
    }
    guard isNow, !graph.mayEnd(writer) else { return }
    report(
      .refusedWrite(name, binding: graph.links[writer].number, semantics: semantics.name), at: id)
  }

  /// Whether this is code that something else than a binding may run.
  private var mayRunByItself: Bool {
    switch scope.role {
    case .action, .observer, .on, .after: true
    default: false
    }
  }

  /// A write to something other than a property.
  private func writeMember(
    _ member: StaticProperty, of known: KnownObject, at id: NodeID, isChange: Bool, mayBeNil: Bool,
    _ change: (StaticValue) -> StaticValue
  ) {
    let isKnown = !mayBeNil && !known.object.isReleased
    // Changing it means reading it first.
    if isChange, member.role != .command {
      if isKnown { _ = self.member(member.name, of: known, at: id) }
      _ = change(.unknown)
      return
    }
    let errors = findings.errorCount
    _ = change(StaticValue(isKnown ? member.kinds : .any))
    guard isKnown, findings.errorCount == errors else { return }
    report(mistake(ofWriting: member, of: known), at: id)
  }

  func mistake(ofWriting member: StaticProperty, of known: KnownObject) -> Mistake? {
    member.role.mistake(ofWriting: path(of: member, of: known), isComputed: member.isComputed)
  }

  /// The name of a member in messages.
  func path(of member: StaticProperty, of known: KnownObject) -> String {
    "\(known.object.text(names)).\(text(member.name))"
  }

  func text(of member: End.Member) -> String {
    "\(member.owner.object.text(names)).\(text(member.name))"
  }

  /// Reports a value that the type of a property never admits.
  func check(
    _ value: StaticValue, for property: StaticProperty, of object: StaticObject, at id: NodeID
  ) {
    let name = text(property.name)
    if case .instance(let wanted) = property.type.base, value.kinds == .object,
      let known = value.object
    {
      let unmet = unmetActions(of: wanted, in: known)
      if !unmet.isEmpty {
        return report(
          .lacksActions(
            property: "\(object.text(names)).\(name)", type: text(of: property.type),
            value: value.text(names) ?? known.object.text(names), unmet), at: id)
      }
    }
    guard !admits(property.type, value), let valueText = value.text(names) else { return }
    let type = text(of: property.type)
    report(
      .typeMismatch(
        property: "\(object.text(names)).\(name)", type: type, value: valueText,
        given: value.kinds.typeName), at: id)
  }

  /// Whether a property of the type may take the value.
  func admits(_ type: StaticType, _ value: StaticValue) -> Bool {
    if value.kinds.isDisjoint(with: type.admitted) { return false }
    if case .enumeration(let wanted) = type.base, case .enumeration(let given)? = value.literal {
      return wanted.admits(given)
    }
    guard case .instance(let wanted) = type.base, value.kinds == .object,
      let known = value.object, !known.object.isReleased, !known.object.type.isOpen
    else { return true }
    if wanted.requirements != nil { return unmetActions(of: wanted, in: known).isEmpty }
    let given = known.object.type
    return given.inherits(from: wanted) || !known.isExact && wanted.inherits(from: given)
  }

  func text(of type: StaticType) -> String {
    let base: String =
      switch type.base {
      case .named(let name): name.rawValue
      case .instance(let found): text(found.name)
      case .enumeration(let found): found.name
      case .unknown: TypeName.any.rawValue
      }
    if case .named(.any) = type.base { return base }
    return type.isOptional ? base + "?" : base
  }
}
