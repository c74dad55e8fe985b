import Language
import Names
import Values

// What the effects of code are resolved against: the objects that `check` knows.
extension CheckRun: EffectWorld {
  func effectRoot(_ name: Name) -> EffectRoot {
    switch declaration(of: name)?.symbol {
    case .object(let object): object.map { .object(handle(of: $0), variable: nil) } ?? .other
    case .constant(let value):
      value.value.object.flatMap {
        $0.isExact ? .object(handle(of: $0.object), variable: nil) : nil
      } ?? .other
    case .action: .action(effectPlace(StaticGraph.Place(object: outside, name: name)))
    case .variable, .classSymbol, .protocolSymbol, .enumeration, .transformer, .link, .semantics,
      .function:
      .other
    case nil: .unknown
    }
  }

  func effectMember(
    _ name: Name, of handle: ObjectID
  ) -> (place: EffectPlace, kind: MemberKind)? {
    let object = object(of: handle)
    return object.property(name).map {
      (effectPlace(StaticGraph.Place(object: object, name: name)), $0.role)
    }
  }

  func effectMembers(
    of handle: ObjectID
  ) -> [(place: EffectPlace, kind: MemberKind)] {
    let object = object(of: handle)
    return object.propertyNames.compactMap { name in
      object.property(name).flatMap { property in
        property.isComputed && !property.hasSetter
          ? nil : (effectPlace(StaticGraph.Place(object: object, name: name)), property.role)
      }
    }
  }

  func effectObject(in place: EffectPlace) -> (object: ObjectID, isFixed: Bool)? {
    object(in: staticPlace(place)).map { (handle(of: $0.object), $0.isFixed) }
  }

  func holdsCollection(in place: EffectPlace) -> Bool {
    let place = staticPlace(place)
    guard let held = place.object.held(place.name)?.value else { return false }
    return held.kinds.isSubset(of: [.list, .dictionary])
  }

  func changesInPlace(in place: EffectPlace) -> Bool {
    let place = staticPlace(place)
    guard isSemanticsCertain, semantics.inside == .nobody else { return false }
    return place.object.held(place.name)?.value.kinds == .list
  }

  /// The object in a property, and whether it is there permanently.
  func object(in place: StaticGraph.Place) -> (object: StaticObject, isFixed: Bool)? {
    guard let property = place.object.property(place.name) else { return nil }
    let known = KnownObject(object: place.object, isExact: true)
    if let part = part(property, of: known) { return (part, true) }
    guard let held = place.object.held(place.name)?.value.object, held.isExact else { return nil }
    return (held.object, false)
  }

  func defaultMember(of handle: ObjectID) -> Name? {
    let name = object(of: handle).type.defaultProperty
    return name == .none ? nil : name
  }

  func notification(named name: Name) -> EffectPlace {
    effectPlace(StaticGraph.Place(object: center, name: name))
  }

  func making(_ className: Name) -> EffectPlace? {
    guard case .classSymbol? = declaration(of: className)?.symbol else { return nil }
    return effectPlace(StaticGraph.Place(object: maker, name: className))
  }

  func ending(_ place: EffectPlace, by call: CommandCall) -> EffectPlace {
    let ended = staticPlace(place)
    guard let (command, _) = object(in: ended) else { return place }
    let end = StaticGraph.Place(object: command, name: names.intern("\(call.rawValue)()"))
    commandEnds[end] = (ended, call)
    return effectPlace(end)
  }

  // MARK: Handles

  func handle(of object: StaticObject) -> ObjectID {
    let key = ObjectIdentifier(object)
    if let known = effectHandles[key] { return known }
    let made = ObjectID(index: UInt32(effectObjects.count), generation: 0, tag: 0)
    effectHandles[key] = made
    effectObjects.append(object)
    return made
  }

  private func object(of handle: ObjectID) -> StaticObject { effectObjects[Int(handle.index)] }

  private func effectPlace(_ place: StaticGraph.Place) -> EffectPlace {
    EffectPlace(
      number: UInt64(handle(of: place.object).index) << 32 | UInt64(place.name.index))
  }

  func staticPlace(_ place: EffectPlace) -> StaticGraph.Place {
    StaticGraph.Place(
      object: effectObjects[Int(place.number >> 32)],
      name: Name(index: UInt32(truncatingIfNeeded: place.number)))
  }
}
