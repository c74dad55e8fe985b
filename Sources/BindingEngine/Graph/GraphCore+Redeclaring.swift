import Names

// Classes that are declared again while they have instances.
//
// The new class has a place of its own in the table, and counts as the same as the one before. An
// instance of that keeps its slots: it becomes one of a class with the same members at the same
// places, of which some are declared otherwise now.
extension GraphCore {
  /// Lets a class count as the same as one that was declared before.
  package mutating func replace(_ old: ClassID, by new: ClassID) {
    classes[Int(new.index)].identity = classes[Int(old.index)].identity
  }

  /// Whether two classes are declarations of the same.
  package func areSame(_ one: ClassID, _ other: ClassID) -> Bool {
    classes[Int(one.index)].identity == classes[Int(other.index)].identity
  }

  /// Adds a class with the members of another one at the same places.
  ///
  /// - Parameter changed: What is declared otherwise, by place.
  package mutating func makeClass(
    like old: ClassID, superclass: ClassID?, changed: [Int: PropertyInfo]
  ) -> ClassID {
    precondition(classes.count < ObjectRecord.classLimit, "too many classes")
    var record = classes[Int(old.index)]
    record.superclass = superclass
    for (ordinal, info) in changed { record.properties[ordinal] = info }
    if let superclass {
      let wanted = classes[Int(superclass.index)].defaultProperty
      if let wanted, record.ordinal(of: wanted) != nil { record.defaultProperty = wanted }
    }
    shapes.append(
      ClassShape(
        count: UInt32(record.properties.count),
        isPlain: record.properties.allSatisfy { $0.flags.isEmpty }))
    classes.append(record)
    return classID(at: UInt32(classes.count - 1))
  }

  /// Makes an object an instance of a class with the same members at the same places.
  package mutating func reclass(_ object: ObjectID, to classID: ClassID) {
    let old = objects[object.index].classID
    precondition(shapes[old].count == shapes[classID.index].count, "members at other places")
    if isLogging { appendLog(.reclassed, slot: object.index, link: old) }
    setClass(classID.index, of: object.index)
  }

  mutating func setClass(_ classID: UInt32, of object: UInt32) {
    objects.pointer(object).pointee.classID = classID
    let base = objects[object].base
    for (ordinal, info) in classes[Int(classID)].properties.enumerated() {
      declare(info, at: base + UInt32(ordinal))
    }
  }

  /// Declares a property otherwise that extends an object.
  ///
  /// - Returns: Whether the property at `slot` is one.
  package mutating func redeclare(
    extension slot: UInt32, of object: ObjectID, as info: PropertyInfo
  ) -> Bool {
    guard let place = extensions[object.index]?.place(of: slot) else {
      return false
    }
    if isLogging, let old = extensions[object.index]?[place].info {
      replacedInfos.append(old)
      appendLog(.redeclared, slot: slot, link: UInt32(replacedInfos.count - 1))
    }
    setExtension(slot, of: object.index, info)
    return true
  }

  mutating func setExtension(_ slot: UInt32, of object: UInt32, _ info: PropertyInfo) {
    guard let place = extensions[object]?.place(of: slot) else { return }
    extensions[object]?.setInfo(info, at: place)
    declare(info, at: slot)
  }

  private mutating func declare(_ info: PropertyInfo, at slot: UInt32) {
    let declared: PropertyFlags = [.typed, .hasSetter]
    let rest = properties[slot].flags.subtracting(declared)
    properties[slot].flags = rest.union(info.flags.intersection(declared))
  }

  /// Gives a `computed` property another block, which is evaluated by `evaluateAgain`.
  package mutating func setBlock(ofComputed slot: UInt32, to block: BlockID) {
    let link = computedLink(of: slot)
    saveDetail(of: link)
    details[links[link].detail].source = .block(block)
  }

  /// Evaluates a `computed` property again and passes its value on; a stale one waits until it is read.
  package mutating func evaluateAgain(_ slot: UInt32) -> Suspension {
    if properties[slot].marks.contains(.stale) { return .done }
    return fireComputed(
      computedLink(of: slot), cause: currentCause, delivers: true, isRoot: true) ?? run()
  }
}
