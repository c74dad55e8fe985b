import Names

extension GraphCore {
  /// Adds a class.
  ///
  /// - Parameters:
  ///   - own: Its own properties; those of the superclass come before them.
  ///   - forwardDeclared: The handle that was given to it before it was declared.
  package mutating func makeClass(
    name: Name, superclass: ClassID?, properties own: [PropertyInfo], defaultProperty: Name?,
    forwardDeclared: ClassID? = nil
  ) -> ClassID {
    var record = ClassRecord(
      name: name, superclass: superclass.map { ($0, classes[Int($0.index)]) }, own: own,
      defaultProperty: defaultProperty)
    let isPlain =
      superclass.map { shapes[$0.index].isPlain } ?? true && own.allSatisfy { $0.flags.isEmpty }
    let shape = ClassShape(count: UInt32(record.properties.count), isPlain: isPlain)
    record.identity = forwardDeclared?.index ?? UInt32(classes.count)
    if let forwardDeclared {
      shapes[forwardDeclared.index] = shape
      classes[Int(forwardDeclared.index)] = record
      return forwardDeclared
    }
    precondition(classes.count < ObjectRecord.classLimit, "too many classes")
    shapes.append(shape)
    classes.append(record)
    return classID(at: UInt32(classes.count - 1))
  }

  /// Gives a class its handle before it is declared. Nothing can be an instance of it until then.
  package mutating func forwardDeclareClass(_ name: Name) -> ClassID {
    let made = makeClass(name: name, superclass: nil, properties: [], defaultProperty: nil)
    classes[Int(made.index)].isForwardDeclared = true
    return made
  }

  /// The index of a property in its class. A method of the graph, because another module would copy
  /// the class to read it.
  package func ordinal(of name: Name, in classID: UInt32) -> Int? {
    classes[Int(classID)].ordinal(of: name)
  }

  /// Makes an instance; its properties are nil, `computed` ones stale.
  ///
  /// - Complexity: O(*p*) in the number of its properties, amortized.
  package mutating func makeObject(_ classID: ClassID) -> ObjectID {
    let shape = shapes[classID.index]
    let index = allocateObject()
    let base =
      shape.isPlain
      ? allocatePlainSlots(shape.count, owner: index) : allocateSlots(shape.count)
    let object = objects.pointer(index)
    object.pointee = ObjectRecord(
      base: base, classID: classID.index, generation: object.pointee.generation + 1)
    if isLogging { appendLog(.madeObject, slot: index) }
    if numbersObjects { numberObject(index) }
    if !shape.isPlain {
      let properties = classes[Int(classID.index)].properties
      var slot = base
      properties.visitAll { info in
        initialize(slot: slot, owner: index, info: info)
        slot += 1
      }
    }
    return object.pointee.id(at: index, tagBits)
  }

  private mutating func numberObject(_ index: UInt32) {
    while makingOrder.count <= Int(index) { makingOrder.append(0) }
    makingOrder[index] = nextObjectNumber
    nextObjectNumber &+= 1
  }

  /// When an object was made, for comparison with others.
  package func makingOrder(of object: UInt32) -> UInt32 {
    Int(object) < makingOrder.count ? makingOrder[object] : object
  }

  @inline(__always)
  private mutating func allocateObject() -> UInt32 {
    guard freePlaces.objects.isEmpty else { return takeFreeObject() }
    objects.append(ObjectRecord())
    return UInt32(objects.count - 1)
  }

  private mutating func takeFreeObject() -> UInt32 {
    let free = freePlaces.objects.removeLast()
    // Kept until now, so that the trace can name an object that is gone.
    if !objectNames.isEmpty { objectNames[free] = nil }
    if ordinal(of: free) != 0 { setOrdinal(0, of: free) }
    return free
  }

  /// Slots for properties without a type, a setter or a value to evaluate.
  private mutating func allocatePlainSlots(_ count: UInt32, owner: UInt32) -> UInt32 {
    let record = PropertyRecord(owner: owner)
    if !freePlaces.blocks.isEmpty, let base = freePlaces.blocks[count]?.popLast() {
      for slot in base..<(base + count) { properties[slot] = record }
      return base
    }
    let base = count == 0 ? 0 : UInt32(properties.count)
    for _ in 0..<count {
      properties.append(record)
      firstIncoming.append(0)
    }
    return base
  }

  private mutating func initialize(slot: UInt32, owner: UInt32, info: PropertyInfo) {
    let flags = info.flags
    properties[slot] = PropertyRecord(owner: owner, flags: flags, marks: info.marks)
    firstIncoming[slot] = 0
    if flags.contains(.computed) { makeComputedLink(slot: slot, info: info, owner: owner) }
  }

  private mutating func allocateSlots(_ count: UInt32) -> UInt32 {
    if count == 0 { return 0 }
    if !freePlaces.blocks.isEmpty, let base = freePlaces.blocks[count]?.popLast() { return base }
    return appendSlots(count)
  }

  private mutating func appendSlots(_ count: UInt32) -> UInt32 {
    let base = UInt32(properties.count)
    for _ in 0..<count {
      properties.append(PropertyRecord())
      firstIncoming.append(0)
    }
    return base
  }

  /// Adds a property to one object.
  package mutating func extend(_ object: ObjectID, with info: PropertyInfo) -> UInt32 {
    let slot = allocateSlots(1)
    extensions[object.index, default: ObjectExtension()].append(info, at: slot)
    if isLogging { appendLog(.extended, slot: object.index) }
    initialize(slot: slot, owner: object.index, info: info)
    return slot
  }

  // MARK: What stays

  // Compiled code may point to classes, transformers, variables and the events of `addEvent`. They
  // are not rolled back, and their slots are always new ones: a later state that can still be
  // restored may use the free ones.

  /// Adds an event that stays, also if the running turn is rolled back.
  package mutating func addEvent(_ name: Name, to object: ObjectID) -> UInt32 {
    let slot = appendSlots(1)
    let info = PropertyInfo(name: name, role: .event)
    extensions[object.index, default: ObjectExtension()].append(info, at: slot)
    initialize(slot: slot, owner: object.index, info: info)
    return slot
  }

  /// A slot for the driver, such as a script variable. It is never observed.
  package mutating func makeVariable() -> UInt32 {
    let slot = appendSlots(1)
    properties[slot].flags = .unobservable
    return slot
  }

  /// Adds what stays and was made in `other`, an earlier state that has continued while this one
  /// was kept. Variables begin without a value.
  package mutating func takeLasting(from other: borrowing GraphCore) {
    for index in classes.indices where classes[index].isForwardDeclared {
      classes[index] = other.classes[index]
      shapes[UInt32(index)] = other.shapes[UInt32(index)]
    }
    for index in classes.count..<other.classes.count {
      classes.append(other.classes[index])
      shapes.append(other.shapes[UInt32(index)])
    }
    for index in transformers.count..<other.transformers.count {
      transformers.append(other.transformers[UInt32(index)])
    }
    let first = appendSlots(UInt32(other.properties.count - properties.count))
    var events: Set<UInt32> = []
    for (object, members) in other.extensions {
      for (info, slot) in members where slot >= first {
        extensions[object, default: ObjectExtension()].append(info, at: slot)
        initialize(slot: slot, owner: object, info: info)
        events.insert(slot)
      }
    }
    for slot in first..<UInt32(properties.count) where !events.contains(slot) {
      if other.properties[slot].flags.contains(.unobservable) {
        properties[slot].flags = .unobservable
      } else {
        freePlaces.blocks[1, default: []].append(slot)
      }
    }
  }

  /// A slot in which a link keeps what it read last.
  mutating func makeMemory() -> UInt32 {
    let slot = allocateSlots(1)
    properties[slot] = PropertyRecord(flags: .unobservable)
    return slot
  }

  // MARK: Looking up

  /// Whether a handle of any graph is one of this graph whose object still lives.
  @inline(__always)
  func isOwnAndAlive(_ object: ObjectID) -> Bool {
    // The handle of another graph may lead beyond the table.
    guard Int(object.index) < objects.count else { return false }
    return objects.base[Int(object.index)].id(at: object.index, tagBits) == object
  }

  /// Whether the object behind a handle of this graph still lives.
  @inlinable @inline(__always)
  package func isAlive(_ object: ObjectID) -> Bool {
    objects[object.index].generation == object.generation
  }

  package func classID(of object: ObjectID) -> ClassID {
    classID(at: objects[object.index].classID)
  }

  /// The handle of the class at a place of the table.
  package func classID(at index: UInt32) -> ClassID { ClassID(index: index, tag: tag) }

  /// The handle of the object that is at a place of the table now.
  @inline(__always)
  package func objectID(at index: UInt32) -> ObjectID {
    objects[index].id(at: index, tagBits)
  }

  /// The slot of the property called `name`, or nil if the object has none.
  ///
  /// - Complexity: O(1).
  package func slot(_ name: Name, of object: ObjectID) -> UInt32? {
    let record = objects[object.index]
    if let ordinal = classes[Int(record.classID)].ordinal(of: name) {
      return record.base + UInt32(ordinal)
    }
    return extensions[object.index]?.first(named: name)?.slot
  }

  /// What the class, or the object's extension, declares for the property at `slot`.
  package func info(of slot: UInt32) -> PropertyInfo {
    let owner = properties[slot].owner
    let record = objects[owner]
    let declared = classes[Int(record.classID)].properties
    if slot >= record.base, Int(slot - record.base) < declared.count {
      return declared[Int(slot - record.base)]
    }
    guard let added = extensions[owner], let place = added.place(of: slot) else {
      return PropertyInfo(name: .none)
    }
    return added[place].info
  }

  /// What kind of member the property at `slot` is.
  ///
  /// Nearly always its flags say so, and what its class declares need not be copied.
  package func role(of slot: UInt32) -> MemberKind {
    properties[slot].flags.isDisjoint(with: [.event, .callable, .dead])
      ? .property : info(of: slot).role
  }

  // For other modules, which would build the set of flags at run time and copy the record before
  // reading it. That was a fifth of the cost of making a cell.

  /// Whether a write to the property may run code: a `set` block, an action or a command.
  package func mayRunCode(_ slot: UInt32) -> Bool {
    !properties[slot].flags.isDisjoint(with: [.callable, .hasSetter])
  }

  /// Whether the property is an action or a command.
  package func isCallable(_ slot: UInt32) -> Bool { properties[slot].flags.contains(.callable) }

  /// Whether the property's object is released.
  package func isDead(_ slot: UInt32) -> Bool { properties[slot].flags.contains(.dead) }

  /// What a class declares for the member called `name`; nil for nothing.
  package func declared(
    _ name: Name, in classID: ClassID
  ) -> (role: MemberKind, isComputed: Bool)? {
    let place = Int(classID.index)
    guard let ordinal = classes[place].ordinal(of: name) else { return nil }
    return (
      classes[place].properties[ordinal].role, classes[place].properties[ordinal].computed.exists
    )
  }

  /// All slots of an object, declared ones first.
  package func slots(of object: UInt32) -> [UInt32] {
    let record = objects[object]
    let count = UInt32(classes[Int(record.classID)].properties.count)
    return (0..<count).map { record.base + $0 } + (extensions[object]?.map(\.slot) ?? [])
  }

  /// How many slots `slots(of:)` gives.
  package func slotCount(of object: UInt32) -> Int {
    classes[Int(objects[object].classID)].properties.count + (extensions[object]?.count ?? 0)
  }

  /// Whether an object has a stale property. Instances of most classes cannot have one.
  package func hasStaleProperty(_ object: UInt32) -> Bool {
    if shapes[objects[object].classID].isPlain, extensions.isEmpty { return false }
    return staleProperty(of: object, from: 0) != nil
  }

  /// The first stale property of an object, counting its properties from `ordinal`; nil for none.
  package func staleProperty(of object: UInt32, from ordinal: Int) -> (slot: UInt32, ordinal: Int)?
  {
    let record = objects[object]
    let count = classes[Int(record.classID)].properties.count
    for place in ordinal..<Swift.max(ordinal, count) {
      let slot = record.base + UInt32(place)
      if properties[slot].marks.contains(.stale) { return (slot, place) }
    }
    guard let added = extensions[object] else { return nil }
    let first = Swift.max(0, ordinal - count)
    for place in first..<Swift.max(first, added.count)
    where properties[added[place].slot].marks.contains(.stale) {
      return (added[place].slot, count + place)
    }
    return nil
  }

  package func propertyID(_ slot: UInt32) -> PropertyID {
    let owner = properties[slot].owner
    return PropertyID(
      object: objectID(at: owner), slot: slot)
  }

  /// Whether instances of `classID` are instances of `ancestor`.
  package func inherits(_ classID: ClassID, from ancestor: ClassID) -> Bool {
    var current: ClassID? = classID
    while let candidate = current {
      if candidate == ancestor || areSame(candidate, ancestor) { return true }
      current = classes[Int(candidate.index)].superclass
    }
    return false
  }

  private func isInstance(_ object: ObjectID, of wanted: ClassID) -> Bool {
    guard classes[Int(wanted.index)].isProtocol else {
      return inherits(classID(of: object), from: wanted)
    }
    return unmetActions(of: wanted, in: object).isEmpty
  }

  /// The actions of a protocol that an object lacks, or has with another number of parameters.
  ///
  /// - Complexity: O(*n*) in the actions of the protocol.
  package func unmetActions(
    of wanted: ClassID, in object: ObjectID
  ) -> [(action: PropertyInfo, own: PropertyInfo?)] {
    classes[Int(wanted.index)].properties.compactMap { action in
      let own = slot(action.name, of: object).map { info(of: $0) }
      return action.isMet(by: own) ? nil : (action, own)
    }
  }

  /// The value to store if `type` admits `value`, with an `Int` widened for a `Double`; otherwise
  /// nil.
  package func admit(_ value: Value, as type: ValueType) -> Value? {
    switch (type.base, value) {
    case (.any, _): return value
    case (_, .nil): return type.isOptional ? value : nil
    case (.int, .int), (.double, .double), (.number, .int), (.number, .double),
      (.string, .string), (.bool, .bool), (.list, .list), (.dictionary, .dictionary),
      (.object, .object), (.duration, .duration):
      return value
    case (.enumeration(let wanted), .enumeration(let given)):
      return wanted.admits(given) ? value : nil
    case (.double, .int(let number)): return .double(Double(number))
    case (.instance(let wanted), .object(let object)):
      guard isAlive(object) else { return type.isOptional ? .nil : nil }
      return isInstance(object, of: wanted) ? value : nil
    default: return nil
    }
  }
}
