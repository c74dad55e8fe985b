import Language
import Names
import Syntax

/// The bodies of objects and classes.
extension CheckRun {
  /// The shape that a body gives, with everything that is wrong in its declarations.
  func makeShape(
    _ body: NodeID, name: Name, superclass: StaticClass?, isOpen: Bool
  ) -> StaticClass {
    let shape = declaredClass(name, superclass, body)
    if isOpen { shape.isOpen = true }
    if name != .none, name == classBeingDeclared.name { classBeingDeclared.shape = shape }
    let members = tree.members(of: body)
    for id in members {
      let nameNode = tree.member(id).declaredName
      guard tree[nameNode].kind == .name else { continue }
      if shape.owns(tree.name(nameNode)) {
        report(
          .declaredTwice(text(tree.name(nameNode))), at: nameNode,
          notes: firstNote(of: tree.name(nameNode), in: members, before: id))
        continue
      }
      let member = declaredMember(id, inheriting: superclass)
      if let superclass, let inherited = inheritedProperty(member.name, from: superclass) {
        member.root = inherited.root ?? inherited
      }
      noteMember(member, at: nameNode, in: shape)
      shape.add(member)
    }
    setDefault(of: shape, members)
    if let superclass {
      for own in shape.own {
        let inherited = inheritedProperty(own.name, from: superclass)?.role
        report(mistake(ofMember: own.name, own.role, inheritedAs: inherited), at: own.nameNode)
      }
    }
    return shape
  }

  /// A class whose declaration has been reached; types may have named it earlier.
  func declaredClass(_ name: Name, _ superclass: StaticClass?, _ body: NodeID) -> StaticClass {
    guard name != .none, let known = forwardDeclaredClasses.removeValue(forKey: name) else {
      let made = StaticClass(name: name, superclass: superclass, script: script, body: body)
      if name != .none { namedShapes.append(made) }
      return made
    }
    known.declare(superclass, script, body)
    return known
  }

  /// Where the last member of the name is before another one.
  private func firstNote(
    of name: Name, in members: NodeList, before id: NodeID
  ) -> [Diagnostic.Note] {
    let nodes = members.prefix { $0 != id }.map { tree.member($0).declaredName }
    guard let last = nodes.last(where: { tree[$0].kind == .name && tree.name($0) == name }) else {
      return []
    }
    return [.init(.note, "first declared here", file: tree.file, span: tree[last].span)]
  }

  private func declaredMember(
    _ id: NodeID, inheriting superclass: StaticClass?
  ) -> StaticProperty {
    let member = tree.member(id)
    let nameNode = member.declaredName
    let made = StaticProperty(name: tree.name(nameNode), script: script, nameNode: nameNode)
    switch member {
    case .property(let syntax): return property(syntax, inheriting: superclass)
    case .computed(let computed):
      made.initial = computed.value
      made.isComputed = true
    case .event: made.role = .event
    case .action(let action):
      made.role = .action
      made.code = (script, id, action.parameters.map { tree.name($0) })
      report(mistake(ofAction: made.name), at: nameNode)
    case .command(let command):
      made.role = .command
      let parameters = command.parameter.exists ? [tree.name(command.parameter)] : []
      made.code = (script, id, parameters)
    case .defaultMember, .binding, .observe, .on, .missing: break
    }
    return made
  }

  /// The property that a class inherits. If only one body declares the name, the classes are not
  /// searched, since a chain of classes may be long.
  private func inheritedProperty(_ name: Name, from superclass: StaticClass) -> StaticProperty? {
    (facts.bodies[name] ?? 0) > 1 ? superclass.property(name) : nil
  }

  private func setDefault(of shape: StaticClass, _ members: NodeList) {
    guard let member = members.first(where: { tree[$0].kind == .defaultMember }),
      case .defaultMember(let node) = tree.member(member)
    else { return }
    let name = tree.name(node)
    if let property = shape.property(name) {
      shape.defaultProperty = name
      noteUse(of: property, nil, at: node)
    } else if !shape.isOpen {
      report(.defaultOfNothing(text(name)), at: node)
    }
  }

  private func property(
    _ syntax: PropertySyntax, inheriting superclass: StaticClass?
  ) -> StaticProperty {
    let (nameNode, typeNode, initial) = (syntax.name, syntax.type, syntax.initial)
    let name = tree.name(nameNode)
    var property = StaticProperty(name: name, script: script, nameNode: nameNode)
    property.isWeak = syntax.isWeak
    let inherited = superclass.flatMap { inheritedProperty(name, from: $0) }
    if let inherited, inherited.role == .property {
      property = StaticProperty(like: inherited)
      if inherited.isComputed {
        report(.computedInClass(text(name)), at: nameNode)
        property.isComputed = false
      }
    }
    if initial.exists {
      property.script = script
      property.nameNode = nameNode
      property.initial = initial
    }
    if typeNode.exists { property.type = type(typeNode) }
    if syntax.setter.exists { property.setter = (script, syntax.setter) }
    let mistake = mistake(
      ofProperty: syntax, name, isInherited: inherited != nil,
      admitsNil: property.type.admitted.contains(.nil), type: sourceText(typeNode))
    report(mistake, at: nameNode)
    return property
  }

  // MARK: Making objects

  /// An object made of a class and a body; nil if the class is unknown.
  ///
  /// - Parameter isNamed: Called when the object has its shape and before it has its values.
  @discardableResult
  func makeObject(
    of classNode: NodeID, _ protocols: [NodeID] = [], body: NodeID, called: StaticObject.Called,
    isNamed: (StaticObject) -> Void = { _ in }
  ) -> StaticObject? {
    let superclass = classNode.exists ? classNamed(classNode) : nil
    let isOpen = classNode.exists && superclass == nil
    var shape: StaticClass
    if let superclass, !body.exists {
      shape = superclass
    } else {
      shape = makeShape(body, name: .none, superclass: superclass, isOpen: isOpen)
    }
    let object = StaticObject(of: shape, called: called, at: holdings.time)
    reportMissingActions(of: shape, named: object.text(names), protocols)
    // What a computed property makes is made at each evaluation, and may make more.
    object.isCertain =
      scope.isFlow && scope.isCertain && conditionDepth == 0 && scope.role != .computed
    isNamed(object)
    makeParts(ofClassesOf: object)
    self.body(body, of: object, isNow: true) {
      guard object.isCertain else { return self.noteUncertainLinks(of: shape) }
      self.evaluateComputed(of: object)
      self.connectComputed(of: object)
      for layer in shape.chain where layer.name != .none {
        self.connectLinks(of: layer, to: object)
      }
      if shape.watchesViewModel(self.viewModelName, self.didUpdateName) { _ = self.nextNumber() }
    }
    return isOpen ? nil : object
  }

  /// `new PERSON { … }`.
  func newInstance(of classNode: NodeID, _ body: NodeID) -> StaticValue {
    guard let object = makeObject(of: classNode, body: body, called: .instance)
    else { return StaticValue(.object) }
    warnOfOwnDelegates(body, isNew: true) { object.property($0)?.isWeak == true }
    return StaticValue(.object, object: KnownObject(object: object, isExact: true))
  }

  /// Warns about weak properties to which the code of a body assigns their own object.
  func warnOfOwnDelegates(_ body: NodeID, isNew: Bool, isWeak: (Name) -> Bool) {
    guard !scope.isMuted else { return }
    for (name, value) in tree.assignmentsOfSelf(in: body) where isWeak(name) {
      report(
        .ownDelegate(text(name), isNew: isNew, hasOuter: isNew && scope.receiver != nil), .warning,
        at: tree[value].span)
    }
  }

  // MARK: Looking into bodies

  /// Examines what a body says about `object`: first values, `computed`, blocks, then its bindings.
  ///
  /// - Parameter beforeLinks: Runs between its values and its bindings.
  func body(
    _ body: NodeID, of object: StaticObject, isNow: Bool, beforeLinks: () -> Void = {}
  ) {
    guard body.exists, tree[body].kind == .body else { return beforeLinks() }
    depth += 1
    defer { depth -= 1 }
    let members = tree.members(of: body)
    let outer = scope.receiver
    let outermost = scope.outer
    defer { scope.outer = outermost }
    scope.outer = isNow ? outer : nil
    let depth = scope.locals.count
    if isNow, let outer, tree.contains(nameIn: body, where: { $0 == outerName }) {
      scope.locals.append(
        Scope.Local(
          name: outerName, kind: .constant, value: StaticValue(.object, object: outer)))
    }
    scope.receiver = KnownObject(object: object, isExact: isNow)
    for member in members where tree[member].kind == .property {
      firstValue(tree.property(member), of: object)
    }
    for member in members where tree[member].kind == .computed {
      within(scope.inside(.computed, names: names, isNow: isNow && scope.isFlow)) {
        value(tree.value(member).value)
      }
    }
    let inner = (scope.receiver, scope.locals)
    scope.receiver = outer
    scope.locals.truncate(to: depth)
    beforeLinks()
    (scope.receiver, scope.locals) = inner
    for member in members {
      switch tree.member(member) {
      case .binding(let binding): self.binding(member, binding)
      case .observe(let observer): observe(member, observer)
      case .on(let observer): on(member, observer)
      case .action(let action): actionBody(action)
      case .command(let command): commandBody(command)
      case .property, .computed, .defaultMember, .event, .missing: break
      }
    }
    scope.receiver = outer
    scope.locals.truncate(to: depth)
  }

  /// Postpones the block of an action.
  func actionBody(_ action: ActionSyntax) {
    later(
      action.block, action.isFunction ? .function : .action,
      parameters: Array(action.parameters))
  }

  private func commandBody(_ command: CommandSyntax) {
    let parameters = command.parameter.exists ? [command.parameter] : []
    later(command.block, .action, parameters: parameters)
    if command.delay.exists { later(command.delay, .delay) }
    for block in [command.beginBlock, command.cancelBlock] where block.exists {
      later(block, .action, parameters: parameters)
    }
  }

  private func firstValue(_ declared: PropertySyntax, of object: StaticObject) {
    let (name, initial) = (tree.name(declared.name), declared.initial)
    if declared.setter.exists { later(declared.setter, .setter) }
    guard initial.exists else { return }
    if case .name(name) = tree.expression(initial), case .member? = resolve(name) {
      report(
        .givesItself(text(name), means: declaration(of: name)?.symbol.kind), .warning,
        at: tree[initial].span)
    }
    let value = self.value(initial)
    noteHoldingOuter(declared, of: object)
    guard let property = object.property(name), property.role == .property, !property.isComputed
    else { return }
    guard !property.hasSetter else {
      let owner = KnownObject(object: object, isExact: true)
      return checkSetter(of: property, of: owner, given: value, at: initial)
    }
    check(value, for: property, of: object, at: initial)
    hold(first: value, initial, in: name, of: object)
    noteHolding(
      value, in: property, of: KnownObject(object: object, isExact: true), at: initial,
      isFirst: true)
    guard let part = value.object, part.isExact else { return }
    if tree[initial].kind == .new { part.object.become(name, of: object) }
    if !facts.mayBeWritten(name), part.object.isCertain || tree[initial].kind == .new {
      setPart(name, part.object, of: object)
    }
  }

  /// Examines what a class's body says about its instances, which may run at any time.
  func body(ofClass shape: StaticClass) {
    body(shape.body, of: representative(of: shape), isNow: false)
  }

  // MARK: Parts

  /// Stands for any instance of a class that the text refers to.
  func representative(of shape: StaticClass) -> StaticObject {
    let key = ObjectIdentifier(shape)
    if let known = representatives[key] { return known }
    let made = StaticObject(of: shape, called: .instance, at: holdings.time)
    representatives[key] = made
    return made
  }

  func setPart(_ name: Name, _ part: StaticObject, of object: StaticObject) {
    object.setPart(name, part)
    wholes.append(object)
  }

  /// The object that a property holds permanently; nil if it may hold another.
  func part(_ property: StaticProperty, of known: KnownObject) -> StaticObject? {
    let object = known.object
    if let part = object.part(property.name) { return part.isReleased ? nil : part }
    if property.role == .command { return command(property, of: object) }
    guard property.initial.exists, !property.isComputed, !property.hasSetter,
      !facts.mayBeWritten(property.name), known.isExact || facts.bodies[property.name] == 1
    else { return nil }
    let source = property.script.tree
    guard case .new(let name, let body) = source.expression(property.initial),
      case .classSymbol(let superclass)? = declaration(of: source.name(name))?.symbol
    else { return nil }
    let shape = shape(ofNew: body, in: property.script, superclass)
    let part = StaticObject(
      of: shape, called: .part(of: object, property.name), at: object.time)
    part.isCertain = object.isCertain
    setPart(property.name, part, of: object)
    return part
  }

  /// The object that holds the status of a command.
  private func command(_ property: StaticProperty, of object: StaticObject) -> StaticObject? {
    guard let commandClass, let responseClass else { return nil }
    let made = StaticObject(
      of: commandClass, called: .part(of: object, property.name), at: object.time)
    made.isCertain = object.isCertain
    if !facts.mayBeWritten(responseName) {
      let response = StaticObject(
        of: responseClass, called: .part(of: made, responseName), at: object.time)
      response.isCertain = object.isCertain
      setPart(responseName, response, of: made)
    }
    setPart(property.name, made, of: object)
    return made
  }

  /// The shape of `new` with a body; findings are reported where it is examined.
  private func shape(
    ofNew body: NodeID, in source: SyntaxTreeBox, _ superclass: StaticClass
  ) -> StaticClass {
    guard body.exists else { return superclass }
    let key = OriginKey(tree: ObjectIdentifier(source), node: body)
    if let known = shapes[key] { return known }
    let made = quietly(in: source) {
      makeShape(body, name: .none, superclass: superclass, isOpen: false)
    }
    shapes[key] = made
    return made
  }

  /// Examines something in another file without reporting anything.
  func quietly<Result>(in source: SyntaxTreeBox, _ body: () -> Result) -> Result {
    let outer = script
    let wasMuted = scope.isMuted
    if source !== outer { enter(source) }
    scope.isMuted = true
    let result = body()
    scope.isMuted = wasMuted
    if source !== outer { enter(outer) }
    return result
  }
}
