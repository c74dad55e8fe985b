import Language
import Names
import Syntax

/// The bodies of objects and classes.
extension CheckRun {
  /// The shape that a body gives, with all that is wrong in its declarations.
  func makeShape(
    _ body: NodeID, name: Name, superclass: StaticClass?, isOpen: Bool
  ) -> StaticClass {
    let shape = StaticClass(name: name, superclass: superclass, script: script, body: body)
    if isOpen { shape.isOpen = true }
    guard body.exists, tree[body].kind == .body else { return shape }
    let members = tree.children(tree[body].a)
    var seen: [Name: NodeID] = [:]
    for member in members where tree.declaresMember(member) {
      let nameNode = NodeID(tree[member].a)
      guard tree[nameNode].kind == .name else { continue }
      if let first = seen.updateValue(nameNode, forKey: tree.name(nameNode)) {
        report(
          .declaredTwice(text(tree.name(nameNode))), at: nameNode,
          notes: [
            .init(.note, "first declared here", file: tree.file, span: tree[first].span)
          ])
        continue
      }
      shape.add(declaredMember(member, inheriting: superclass))
    }
    setDefault(of: shape, members)
    if let superclass {
      for own in shape.own { refuseOtherKind(own, superclass) }
    }
    return shape
  }

  private func declaredMember(
    _ member: NodeID, inheriting superclass: StaticClass?
  ) -> StaticProperty {
    let node = tree[member]
    if node.kind == .property { return property(member, inheriting: superclass) }
    let nameNode = NodeID(node.a)
    var made = StaticProperty(name: tree.name(nameNode), script: script, nameNode: nameNode)
    switch node.kind {
    case .computed:
      made.initial = NodeID(node.b)
      made.isComputed = true
    case .event: made.role = .event
    case .action:
      made.role = .action
      made.parameterCount = tree.count(node.b) - 1
      refuseFunctionName(nameNode)
    case .command: made.role = .command
    default: break
    }
    return made
  }

  /// Reports an action with the name of a function.
  ///
  /// - Returns: Whether it is one.
  @discardableResult
  func refuseFunctionName(_ id: NodeID) -> Bool {
    let name = text(tree.name(id))
    guard BuiltinFunction(rawValue: name) != nil else { return false }
    report(.namedAsFunction(name), at: id)
    return true
  }

  /// What a class inherits as an event cannot become a property: bindings count on it.
  private func refuseOtherKind(_ own: StaticProperty, _ superclass: StaticClass) {
    guard let inherited = inheritedProperty(own.name, from: superclass), inherited.role != own.role
    else {
      return
    }
    report(
      .otherKind(text(own.name), was: inherited.role, is: own.role), at: own.nameNode)
  }

  /// The property that a class has from those before it. One that only one body declares is not
  /// looked for: a chain of classes may be long.
  private func inheritedProperty(_ name: Name, from superclass: StaticClass) -> StaticProperty? {
    (facts.bodies[name] ?? 0) > 1 ? superclass.property(name) : nil
  }

  private func setDefault(of shape: StaticClass, _ members: [NodeID]) {
    guard let member = members.first(where: { tree[$0].kind == .defaultMember }) else { return }
    let node = NodeID(tree[member].a)
    let name = tree.name(node)
    if shape.property(name) != nil {
      shape.defaultProperty = name
    } else if !shape.isOpen {
      report(.defaultOfNothing(text(name)), at: node)
    }
  }

  private func property(_ member: NodeID, inheriting superclass: StaticClass?) -> StaticProperty {
    let node = tree[member]
    let nameNode = NodeID(node.a)
    let name = tree.name(nameNode)
    let typeNode = tree.child(node.b, 0)
    let initial = tree.child(node.b, 1)
    var property = StaticProperty(
      name: name, script: script, nameNode: nameNode, isWeak: node.flags & 1 != 0)
    let inherited = superclass.flatMap { inheritedProperty(name, from: $0) }
    if let inherited, inherited.role == .property {
      property = inherited
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
    let setter = tree.child(node.b, 2)
    if setter.exists { property.setter = (script, setter) }
    if typeNode.exists, inherited == nil, !initial.exists,
      !property.type.admitted.contains(.nil)
    {
      report(.needsValue(text(name), type: sourceText(typeNode)), at: nameNode)
    }
    return property
  }

  // MARK: Making objects

  /// An object made of a class and a body; nil where the class is unknown.
  ///
  /// - Parameter isNamed: Called when the object has its shape and before it has its values.
  @discardableResult
  func makeObject(
    of classNode: NodeID, body: NodeID, called: StaticObject.Called,
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
    let object = StaticObject(of: shape, called: called)
    object.isCertain = scope.isFlow && scope.isCertain && conditionDepth == 0
    isNamed(object)
    makeParts(ofClassesOf: object)
    self.body(body, of: object, isNow: true) {
      guard object.isCertain else { return self.noteUncertainLinks(of: shape) }
      self.connectComputed(of: object)
      for layer in shape.chain where layer.name != .none {
        self.connectLinks(of: layer, to: object)
      }
      if shape.watchesViewModel(self.viewModelName, self.didUpdateName) { _ = self.nextNumber() }
    }
    return isOpen ? nil : object
  }

  /// `new PERSON { … }`.
  func newInstance(_ id: NodeID) -> StaticValue {
    let node = tree[id]
    guard
      let object = makeObject(of: NodeID(node.a), body: NodeID(node.b), called: .instance)
    else { return StaticValue(.object) }
    return StaticValue(.object, object: KnownObject(object: object, isExact: true))
  }

  // MARK: Looking into bodies

  /// Looks at what a body says of `object`: first values, `computed`, blocks, then its bindings.
  ///
  /// - Parameter beforeLinks: What comes between its values and its bindings.
  func body(
    _ body: NodeID, of object: StaticObject, isNow: Bool, beforeLinks: () -> Void = {}
  ) {
    guard body.exists, tree[body].kind == .body else { return beforeLinks() }
    depth += 1
    defer { depth -= 1 }
    let members = tree.children(tree[body].a)
    let outer = scope.receiver
    scope.receiver = KnownObject(object: object, isExact: isNow)
    for member in members where tree[member].kind == .property {
      firstValue(member, of: object)
    }
    for member in members where tree[member].kind == .computed {
      within(scope.inside(.computed, names: names, isNow: isNow && scope.isFlow)) {
        value(NodeID(tree[member].b))
      }
    }
    let inner = scope.receiver
    scope.receiver = outer
    beforeLinks()
    scope.receiver = inner
    for member in members {
      switch tree[member].kind {
      case .binding: binding(member)
      case .observe, .on: observe(member)
      case .action: actionBody(member)
      case .command: commandBody(member)
      default: break
      }
    }
    scope.receiver = outer
  }

  /// Puts by what an action does.
  func actionBody(_ id: NodeID) {
    let list = tree[id].b
    later(
      tree.child(list, 0), .action, parameters: tree.children(list, from: 1).map { tree.name($0) })
  }

  private func commandBody(_ id: NodeID) {
    let list = tree[id].b
    let parameter = tree.child(list, 0)
    let parameters = parameter.exists ? [tree.name(parameter)] : []
    later(tree.child(list, 2), .action, parameters: parameters)
    let delay = tree.child(list, 1)
    if delay.exists { later(delay, .delay) }
    let cancel = tree.child(list, 3)
    if cancel.exists { later(cancel, .action, parameters: parameters) }
  }

  private func firstValue(_ member: NodeID, of object: StaticObject) {
    let node = tree[member]
    let name = tree.name(NodeID(node.a))
    let initial = tree.child(node.b, 1)
    let setter = tree.child(node.b, 2)
    if setter.exists { later(setter, .setter) }
    guard initial.exists else { return }
    let value = self.value(initial)
    guard let property = object.property(name), property.role == .property, !property.isComputed
    else { return }
    guard !property.hasSetter else {
      let owner = KnownObject(object: object, isExact: true)
      return checkSetter(of: property, of: owner, given: value, at: initial)
    }
    check(value, for: property, of: object, at: initial)
    guard let part = value.object, part.isExact else { return }
    if tree[initial].kind == .new { part.object.become(name, of: object) }
    if !facts.mayBeWritten(name), part.object.isCertain || tree[initial].kind == .new {
      setPart(name, part.object, of: object)
    }
  }

  /// What a class' body says of its instances, which may be any time.
  func body(ofClass shape: StaticClass) {
    body(shape.body, of: representative(of: shape), isNow: false)
  }

  // MARK: Parts

  /// Stands for whichever instance of a class the text speaks of.
  func representative(of shape: StaticClass) -> StaticObject {
    let key = ObjectIdentifier(shape)
    if let known = representatives[key] { return known }
    let made = StaticObject(of: shape, called: .instance)
    representatives[key] = made
    return made
  }

  func setPart(_ name: Name, _ part: StaticObject, of object: StaticObject) {
    object.setPart(name, part)
    wholes.append(object)
  }

  /// The object that a property holds for good; nil where it may hold another.
  func part(_ property: StaticProperty, of known: KnownObject) -> StaticObject? {
    let object = known.object
    if let part = object.part(property.name) { return part.isReleased ? nil : part }
    if property.role == .command { return command(property, of: object) }
    guard property.initial.exists, !property.isComputed, !property.hasSetter,
      !facts.mayBeWritten(property.name), known.isExact || facts.bodies[property.name] == 1
    else { return nil }
    let source = property.script.tree
    let node = source[property.initial]
    guard node.kind == .new,
      case .classSymbol(let superclass)? = declaration(of: source.name(NodeID(node.a)))?.symbol
    else { return nil }
    let shape = self.shape(ofNew: property.initial, in: property.script, superclass)
    let part = StaticObject(of: shape, called: .part(of: object, property.name))
    part.isCertain = object.isCertain
    setPart(property.name, part, of: object)
    return part
  }

  /// The object that holds the status of a command.
  private func command(_ property: StaticProperty, of object: StaticObject) -> StaticObject? {
    guard let commandClass, let responseClass else { return nil }
    let made = StaticObject(of: commandClass, called: .part(of: object, property.name))
    made.isCertain = object.isCertain
    if !facts.mayBeWritten(responseName) {
      let response = StaticObject(of: responseClass, called: .part(of: made, responseName))
      response.isCertain = object.isCertain
      setPart(responseName, response, of: made)
    }
    setPart(property.name, made, of: object)
    return made
  }

  /// The shape that `new` with a body gives, which is reported of where it is looked at.
  private func shape(
    ofNew id: NodeID, in source: SyntaxTreeBox, _ superclass: StaticClass
  ) -> StaticClass {
    let body = NodeID(source.tree[id].b)
    guard body.exists else { return superclass }
    let key = OriginKey(tree: ObjectIdentifier(source), node: body)
    if let known = shapes[key] { return known }
    let made = quietly(in: source) {
      makeShape(body, name: .none, superclass: superclass, isOpen: false)
    }
    shapes[key] = made
    return made
  }

  /// Looks at something in another file without a word.
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
