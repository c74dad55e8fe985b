import Names
import Syntax
import Values

/// What is known about a value at a place: from the world, and from bodies in the text.
struct PlaceValue<Object> {
  var known: KnownValue<Object>
  /// The bodies of a text that has not run; the nearest come first.
  var bodies: [NodeID] = []

  var kinds: ValueKinds { known.kinds }
  var isObject: Bool { known.object != nil || !bodies.isEmpty }

  static var unknown: PlaceValue { PlaceValue(known: .unknown) }
}

// The values of expressions in the text, as far as they can be known at their places.
extension CandidateSearch {
  typealias Found = PlaceValue<World.Object>

  private static var deepest: Int { 32 }

  func isTurn(_ name: Name) -> Bool {
    world.text(name) == "turn" && !sight.locals.contains { $0.name == name }
      && world.kind(of: name) == nil
  }

  /// `self`, as the body around the place defines it.
  var ownBody: Found { object(of: sight.bodyHolder, body: sight.body) }

  /// The value of an expression; nil if it is uncertain.
  func value(of id: NodeID, depth: Int = 0) -> Found? {
    guard depth < CandidateSearch.deepest else { return .unknown }
    switch tree.expression(id) {
    case .nilLiteral: return Found(known: KnownValue(.nil))
    case .boolLiteral: return Found(known: KnownValue(.bool))
    case .intLiteral: return Found(known: KnownValue(.int))
    case .doubleLiteral: return Found(known: KnownValue(.double))
    case .durationLiteral: return Found(known: KnownValue(.duration))
    case .stringLiteral, .interpolation: return Found(known: KnownValue(.string))
    case .listLiteral: return Found(known: KnownValue(.list))
    case .dictionaryLiteral: return Found(known: KnownValue(.dictionary))
    case .name(let name): return value(ofName: name, depth: depth)
    case .selfReference: return sight.body.exists ? ownBody : nil
    case .member(let base, let name):
      if case .name(let root) = tree.expression(base), isTurn(root) {
        return Found(known: KnownValue([.int, .string, .nil]))
      }
      guard let base = value(of: base, depth: depth + 1) else { return nil }
      if tree.isKey(id), case .dictionary(let entries)? = base.known.contents {
        return element(entries, .string(world.text(tree.name(name))))
      }
      return value(of: tree.name(name), in: base)
    case .new(_, let body):
      return object(of: id, body: body)
    case .parenthesized(let inner): return value(of: inner, depth: depth + 1)
    case .responds, .typeTest: return Found(known: KnownValue(.bool))
    case .call(let callee, _):
      guard case .member(_, let name) = tree.expression(callee),
        let method = ValueMethod.named(world.text(tree.name(name)))
      else { return .unknown }
      return Found(known: KnownValue(method.gives))
    case .element(let base, let key):
      return value(of: base, depth: depth + 1).map { element(at: key, of: $0) }
    case .unary, .binary, .conditional: return .unknown
    case .number, .labeledArgument, .valueBlock, .missing, .none: return nil
    }
  }

  private func value(ofName name: Name, depth: Int) -> Found? {
    if let local = sight.locals.first(where: { $0.name == name }) {
      guard local.value.exists else { return .unknown }
      // A variable may hold something else by then, but usually another object of the same kind.
      let value = value(of: local.value, depth: depth + 1)
      return local.kind == .constant || value?.isObject == true ? value : .unknown
    }
    if world.text(name) == "outer", sight.outerBody.exists {
      return object(of: sight.outerHolder, body: sight.outerBody)
    }
    if sight.body.exists, let own = members(of: ownBody, where: { $0 == name }).first {
      return Found(known: own.member.value)
    }
    return world.value(ofDeclared: name).map { Found(known: $0) }
  }

  private func value(of name: Name, in base: Found) -> Found? {
    if let member = members(of: base, where: { $0 == name }).first?.member {
      return member.kind == .property || member.kind == .command ? Found(known: member.value) : nil
    }
    if base.isObject { return nil }
    guard let tail = ValueTail(rawValue: world.text(name)) else { return nil }
    if tail.givesElement, let contents = base.known.contents {
      return tail.apply(to: contents, text: { _ in "" }).map { Found(known: world.known($0)) }
    }
    let kinds = StaticOperators.result(of: tail, base.kinds)
    return kinds.isEmpty ? nil : Found(known: KnownValue(kinds))
  }

  /// An element, or a part, of a value. Where its place is not known, it is taken to be like the first
  /// one.
  private func element(at key: NodeID, of base: Found) -> Found {
    let key = key.exists ? tree.expression(key) : .nilLiteral
    switch (base.known.contents, key) {
    case (_, .binary(.closedRange, _, _)), (_, .binary(.range, _, _)):
      return Found(known: KnownValue(base.kinds))
    case (.list(let list)?, .intLiteral(let position)) where list.indices.contains(position):
      return Found(known: world.known(list[position]))
    case (.list(let list)?, _): return list.first.map { Found(known: world.known($0)) } ?? .unknown
    case (.dictionary(let entries)?, .intLiteral(let number)):
      return element(entries, .int(number))
    case (.dictionary(let entries)?, _): return element(entries, nil)
    default: return .unknown
    }
  }

  private func element(_ entries: DictionaryValue, _ key: Value?) -> Found {
    let found = key.flatMap { entries[$0] } ?? entries.values.first
    return found.map { Found(known: world.known($0)) } ?? .unknown
  }

  /// The object that a declaration or an expression makes.
  private func object(of holder: NodeID, body: NodeID) -> Found {
    var type = NodeID.none
    var known: KnownValue<World.Object>?
    switch tree[holder].kind {
    case .objectDeclaration: type = tree.object(holder).superclass
    case .classDeclaration: type = tree.classDeclaration(holder).superclass
    case .new: if case .new(let found, _) = tree.expression(holder) { type = found }
    case .extend:
      if case .extend(let path, _) = tree.statement(holder) { known = extended(path) }
    default: break
    }
    if tree[type].kind == .name, let instance = world.instance(ofClass: tree.name(type)) {
      known = KnownValue(.object, object: instance)
    }
    return Found(known: known ?? KnownValue(.object), bodies: body.exists ? [body] : [])
  }

  /// The object of `extend`; its path begins at a name declared at top level.
  private func extended(_ path: NodeID) -> KnownValue<World.Object>? {
    let (root, names) = tree.path(path)
    guard case .name(let name) = tree.expression(root) else { return nil }
    var found = world.value(ofDeclared: name).map { Found(known: $0) }
    for name in names { found = found.flatMap { value(of: tree.name(name), in: $0) } }
    return found?.known
  }

  /// The members of an object; those of bodies in the text come first.
  func members(
    of value: Found, where isWanted: (Name) -> Bool
  ) -> [(member: KnownMember<World.Object>, origin: Candidate.Origin)] {
    var seen: Set<Name> = []
    var found: [(member: KnownMember<World.Object>, origin: Candidate.Origin)] = []
    for id in value.bodies.flatMap({ tree.members(of: $0) }) {
      let member = tree.member(id)
      let node = member.declaredName
      guard tree[node].kind == .name, node != place.name, isWanted(tree.name(node)),
        seen.insert(tree.name(node)).inserted
      else { continue }
      found.append((known(member, tree.name(node)), .body))
    }
    if let object = value.known.object {
      for member in world.members(of: object, where: isWanted)
      where seen.insert(member.name).inserted {
        found.append((member, .object))
      }
    }
    return found
  }

  /// A member as the text declares it.
  private func known(_ member: Member, _ name: Name) -> KnownMember<World.Object> {
    var made = KnownMember<World.Object>(
      name: name, kind: .property, isWritable: true, value: .unknown, note: "")
    switch member {
    case .property(let property): made.value = declaredValue(of: property)
    case .computed: made.isWritable = false
    case .event: made.kind = .event
    case .action: made.kind = .action
    case .command: made.kind = .command
    case .defaultMember, .binding, .observe, .on, .missing: break
    }
    made.note = made.kind.text
    return made
  }

  private func declaredValue(of property: PropertySyntax) -> KnownValue<World.Object> {
    if tree[property.type].kind == .type {
      let type = tree.type(property.type)
      if let named = TypeName(rawValue: world.text(type.name)) {
        return KnownValue(ValueKinds(of: ValueType(named.base, optional: type.isOptional)))
      }
      return KnownValue(
        type.isOptional ? [.object, .nil] : .object, object: world.instance(ofClass: type.name))
    }
    switch tree.expression(property.initial) {
    case .new(let type, _):
      guard tree[type].kind == .name else { return .unknown }
      return KnownValue(.object, object: world.instance(ofClass: tree.name(type)))
    default: return .unknown
    }
  }
}
