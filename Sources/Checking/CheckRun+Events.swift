import Language
import Names
import Syntax

/// Events, and which members can be ends of bindings.
extension CheckRun {
  /// `fire b.pressed(3)`.
  func fire(_ id: NodeID, _ path: NodeID, with payload: NodeID) {
    var name = Name.none
    var base: StaticValue
    var isOwn = false
    switch tree.expression(path) {
    case .member(let object, let member):
      base = value(object)
      name = tree.name(member)
      isOwn = tree[object].kind == .selfReference
    case .name(let member):
      if case .member? = resolve(member), let receiver = scope.receiver {
        base = StaticValue(.object, object: receiver)
        name = member
        isOwn = true
      } else {
        base = value(path)
      }
    default: base = value(path)
    }
    if payload.exists { value(payload) }
    if let known = base.object {
      checkAgainstObserved(name, of: known, isOwn: isOwn, at: id, "fires")
      fire(name, of: known, at: path, mayBeNil: base.kinds != .object)
    } else {
      require(.fired, base, at: path)
    }
  }

  /// - Parameter name: `.none` if there is only the object, which stands for its default event.
  private func fire(_ name: Name, of known: KnownObject, at id: NodeID, mayBeNil: Bool) {
    let object = known.object
    var name = name
    let isDefault = name == .none
    if isDefault {
      name = object.type.defaultProperty
      guard name != .none else {
        // A subclass may have one even if this class has none.
        guard known.isExact, !object.type.isOpen, !object.isReleased, !mayBeNil else { return }
        return reportNoDefaultEvent(known, isHandled: false, at: id)
      }
      guard known.isExact else { return }
    }
    guard let member = object.property(name) else {
      return reportNoProperty(name, known, at: id, mayBeNil: mayBeNil)
    }
    if !isDefault { noteUse(ofMember: name, of: object, at: id) }
    guard !mayBeNil, !object.isReleased else { return }
    if !isDefault, member.role == .property {
      // An object at the end of a path stands for its default event, like an object alone.
      let held = value(of: member, in: known)
      if let inner = held.object {
        return fire(.none, of: inner, at: id, mayBeNil: held.kinds != .object)
      }
      if held.kinds.contains(.object) || held.kinds == .nil && member.kinds.contains(.object) {
        return
      }
    }
    report(member.role.mistake(ofFiring: path(of: member, of: known)), at: id)
  }

  /// The name of the default event that an object alone stands for.
  func defaultEvent(of object: StaticObject) -> String? {
    let name = object.type.defaultProperty
    guard name != .none, object.property(name)?.role == .event else { return nil }
    return text(name)
  }

  private func part(at end: End) -> StaticObject? {
    guard let property = end.property, let owner = end.owner, property.role == .property else {
      return nil
    }
    return part(property, of: owner)
  }

  /// Warns about a binding that observes an object although the object's event is meant: its target
  /// holds something else.
  func warnWhereEventMeant(_ source: End, _ node: NodeID, _ target: End) {
    guard let part = part(at: source), let event = defaultEvent(of: part),
      let type = part.type.named, let taken = target.property, takesNoObject(taken)
    else { return }
    report(
      .eventMeant(sourceText(node), type: text(type.name), event: event), .warning,
      at: tree[node].span)
  }

  /// Whether the first value of a property is not an object, or is missing.
  private func takesNoObject(_ property: StaticProperty) -> Bool {
    guard property.role == .property else { return true }
    if property.kinds.isDisjoint(with: [.object, .nil]) { return true }
    switch property.script.tree[property.initial].kind {
    case .trueLiteral, .falseLiteral, .intLiteral, .doubleLiteral, .durationLiteral,
      .stringLiteral, .listLiteral, .dictionaryLiteral:
      return property.initial.exists
    default: return false
    }
  }

  /// Reports a two-way binding under a semantics that has none.
  func refuseTwoWay(_ arrow: Arrow, at id: NodeID, in source: SyntaxTreeBox) {
    guard arrow.isTwoWay, isSemanticsCertain, semantics.refusesTwoWay, scope.isFlow,
      scope.isCertain, !scope.isMuted
    else { return }
    findings.add(
      Diagnostic(
        .noTwoWay(semantics: semantics.name), file: source.tree.file, span: source.tree[id].span))
  }

  /// Warns of a two-way binding whose echo nothing stops, neither the semantics nor a transformer.
  func warnWhereEchoRuns(_ binding: BindingSyntax, at id: NodeID) {
    guard binding.arrow.isTwoWay, isSemanticsCertain, semantics.letsEchoesRun, scope.isFlow,
      scope.isCertain, !mayReject(binding, in: script)
    else { return }
    report(.endlessEcho(semantics: semantics.name), .warning, at: tree[id].span)
  }

  /// Reports two ends between which a binding cannot pass values.
  ///
  /// - Returns: Whether it can.
  @discardableResult
  func admit(
    _ arrow: Arrow, _ left: End, _ right: End, _ leftNode: NodeID, _ rightNode: NodeID,
    hasEach: Bool = false, isOnce: Bool = false
  ) -> Bool {
    let (source, target) = arrow.isLeftward ? (right, left) : (left, right)
    let found = mistake(
      ofPassing: arrow, from: source.member?.role, to: target.member?.role, isOnce: isOnce,
      hasEach: hasEach, action: target.action
    ) { isTarget in (isTarget ? target : source).member.map(text(of:)) ?? "" }
    guard let (mistake, isTarget) = found else { return true }
    report(mistake, at: isTarget == arrow.isLeftward ? leftNode : rightNode)
    return false
  }

  // MARK: Cells

  /// The class of the cells of a binding, or the block that chooses it.
  ///
  /// - Parameter source: Where the list comes from that passes at once and unchanged; nil if no list
  ///   does.
  func each(_ id: NodeID, of source: End?) {
    let isBlock = tree[id].kind == .block
    if !isBlock, let found = classNamed(id), let mistake = mistake(ofCell: found) {
      return report(mistake, at: id)
    }
    if let source, source.isWhole { require(.cells, source.first ?? source.value, at: id) }
    if isBlock { later(id, .each) }
  }

  private func mistake(ofCell type: StaticClass) -> Mistake? {
    let viewModel = type.property(viewModelName)
    return type.isOpen
      ? nil
      : mistake(
        ofCell: type.name, viewModel: viewModel?.role, isComputed: viewModel?.isComputed ?? false)
  }

  /// The block that chooses the class of a cell.
  func cellClass(_ block: NodeID) {
    guard let expression = tree.onlyExpression(of: block) else { return statements(of: block) }
    if require(.cellClass, value(expression), at: block),
      case .name(let name) = tree.expression(expression),
      case .classSymbol(let found)? = declaration(of: name)?.symbol
    {
      report(mistake(ofCell: found), at: block)
    }
  }

  /// Records that cells with their bindings are made, as many as there are elements.
  func noteLinksOfCells() {
    if scope.isFlow { linkCount = nil }
    makesLinksLater = true
  }
}
