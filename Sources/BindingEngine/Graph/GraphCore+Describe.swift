import Names

extension GraphCore {
  /// The name of an object: as it was declared, `ann.address` for a part, otherwise `Person:2`.
  package func describe(_ object: ObjectID) -> String {
    guard object.tag == tag else { return "nil" }
    // One generation later: it is released, but its place is not yet used again.
    let age = objects[object.index].generation &- object.generation
    guard age <= 1 else { return "nil" }
    return describeObject(object.index)
  }

  private func describeObject(_ index: UInt32) -> String {
    var suffix = ""
    var index = index
    var hops = 0
    // A part's parent may itself be a part. The chain ends because parents are older.
    while true {
      // A longer path is not readable, and a class that makes instances of itself makes long ones.
      if hops == GraphCore.mostHopsNamed { return "…" + suffix }
      hops += 1
      switch objectNames[index] {
      case .declared(let name): return names.text(of: name) + suffix
      case .part(let parent, let name, let ordinal):
        guard parent.index != index, holds(parent, name, index) else {
          return "\(className(of: index)):\(ordinal)\(suffix)"
        }
        suffix = "." + names.text(of: name) + suffix
        index = parent.index
      case nil:
        let ordinal = ordinal(of: index)
        return "\(className(of: index)):\(ordinal == 0 ? Int(index) : ordinal)\(suffix)"
      }
    }
  }

  private static let mostHopsNamed = 100

  /// Whether the property `name` of `parent` still leads to the object at `index`.
  private func holds(_ parent: ObjectID, _ name: Name, _ index: UInt32) -> Bool {
    guard objects[parent.index].generation &- parent.generation <= 1,
      let slot = slot(name, of: parent), case .object(let part) = properties[slot].value
    else { return false }
    return part.index == index
  }

  /// The name of the class, or of the nearest superclass that has a name.
  private func className(of index: UInt32) -> String {
    var current: ClassID? = classID(at: objects[index].classID)
    while let candidate = current {
      let record = classes[Int(candidate.index)]
      if record.name != .none { return names.text(of: record.name) }
      current = record.superclass
    }
    return "object"
  }

  /// Names `part` by the property of `parent` whose declaration made it.
  package mutating func namePart(_ part: ObjectID, of parent: ObjectID, _ name: Name) {
    let known = self.ordinal(of: part.index)
    let ordinal = known == 0 ? Int(part.index) : known
    self.name(part, .part(of: parent, name, ordinal: ordinal))
  }

  /// The property whose declaration made an object; 0 for any other object.
  package func slot(ofPart object: ObjectID) -> UInt32 {
    guard case .part(let owner, let name, _)? = objectNames[object.index], isAlive(owner) else {
      return 0
    }
    return slot(name, of: owner) ?? 0
  }

  /// `label.text`, as the trace names a property.
  package func describe(property slot: UInt32) -> String {
    let owner = properties[slot].owner
    guard owner != 0 else { return "nothing" }
    return describeObject(owner) + "." + names.text(of: info(of: slot).name)
  }

  /// A property, as an error names it.
  package func named(_ slot: UInt32) -> Named<PropertyID> {
    Named(propertyID(slot), describe(property: slot))
  }

  /// An object, as an error names it.
  package func named(_ object: ObjectID) -> Named<ObjectID> { Named(object, describe(object)) }

  /// A value as the language would write it, but a string without quotes, and a case by its name.
  package func describe(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .enumeration(let value): value.text { $0.literal { element($0) } }
    default: literal(value)
    }
  }

  /// A value as the language would write it.
  package func literal(_ value: Value) -> String {
    if case .object(let object) = value { return describe(object) }
    return value.literal { element($0) }
  }

  /// The value of a property as the language would write it. An object that is named after this very
  /// property has its class and number instead.
  package func literal(_ value: Value, in slot: UInt32) -> String {
    guard case .object(let object) = value, isAlive(object),
      case .part(let parent, let name, let ordinal)? = objectNames[object.index],
      slot != 0, properties[slot].owner == parent.index, info(of: slot).name == name
    else { return literal(value) }
    return "\(className(of: object.index)):\(ordinal)"
  }

  private func element(_ object: ObjectID) -> String {
    // A handle of another graph cannot be looked up in this one.
    guard object.tag == tag, isAlive(object) else { return "nil" }
    return describe(object)
  }
}
