/// A property that a class declares.
public struct PropertySpec {
  var name: String
  var type: ValueType
  var isWeak = false
  var setter: ((_ value: Value, _ old: Value) throws -> Value)?
  var computed: ((Graph, ObjectID) throws -> Value)?
  var isEvent = false

  /// Something that happens: it has no value of its own, and is fired with one.
  public static func event(_ name: String) -> PropertySpec {
    PropertySpec(name: name, type: .any, isEvent: true)
  }

  /// A property that holds a value.
  ///
  /// - Parameter set: Turns the written value into the one that is compared and stored.
  public static func stored(
    _ name: String, _ type: ValueType = .any,
    set: ((_ value: Value, _ old: Value) throws -> Value)? = nil
  ) -> PropertySpec {
    PropertySpec(name: name, type: type, setter: set)
  }

  /// A property that observes what `body` reads through the graph, which is determined again at
  /// each evaluation.
  public static func computed(
    _ name: String, _ body: @escaping (Graph, ObjectID) throws -> Value
  ) -> PropertySpec {
    PropertySpec(name: name, type: .any, computed: body)
  }
}

/// A property of a class, looked up once for all instances.
public struct PropertyKey: Hashable, Sendable {
  let classID: ClassID
  let ordinal: UInt32
}

extension Graph {
  // MARK: Classes

  /// Adds a class whose instances have `properties`, which take any value.
  public func makeClass(
    _ name: String, properties: [String], default defaultProperty: String? = nil
  ) -> ClassID {
    addClass(name, nil, properties.map { .stored($0) }, defaultProperty)
  }

  /// Adds a class whose instances have the properties of `superclass` and `properties`, which take
  /// any value.
  ///
  /// - Throws: `GraphError.otherGraph`.
  public func makeClass(
    _ name: String, inheriting superclass: ClassID, properties: [String],
    default defaultProperty: String? = nil
  ) throws(GraphError) -> ClassID {
    try makeClass(
      name, inheriting: superclass, properties.map { .stored($0) }, default: defaultProperty)
  }

  /// Adds a class.
  ///
  /// - Parameters:
  ///   - superclass: The new class has its properties, too; a property of the same name replaces an
  ///     inherited one.
  ///   - defaultProperty: The property meant when only an object is named.
  /// - Throws: `GraphError.otherGraph` if the superclass or the type of a property belongs to
  ///   another graph.
  public func makeClass(
    _ name: String, inheriting superclass: ClassID? = nil, _ properties: [PropertySpec],
    default defaultProperty: String? = nil
  ) throws(GraphError) -> ClassID {
    if let superclass { try check(superclass) }
    for property in properties { try check(property.type) }
    return addClass(name, superclass, properties, defaultProperty)
  }

  private func addClass(
    _ name: String, _ superclass: ClassID?, _ properties: [PropertySpec],
    _ defaultProperty: String?
  ) -> ClassID {
    forgetFuture()
    let names = core.pointee.names
    return core.pointee.makeClass(
      name: names.intern(name), superclass: superclass, properties: properties.map(info),
      defaultProperty: defaultProperty.map(names.intern))
  }

  private func info(of spec: PropertySpec) -> PropertyInfo {
    PropertyInfo(
      name: core.pointee.names.intern(spec.name), type: spec.type, isWeak: spec.isWeak,
      setter: spec.setter.map { keep(.setter($0)) } ?? .none,
      computed: spec.computed.map { keep(.computed($0)) } ?? .none,
      role: spec.isEvent ? .event : .property)
  }

  /// The key by which `property(_:of:)` finds a property without looking up its name; nil if the
  /// class has no property of that name.
  ///
  /// - Throws: `GraphError.otherGraph`.
  public func key(_ name: String, in classID: ClassID) throws(GraphError) -> PropertyKey? {
    try check(classID)
    guard let name = core.pointee.names.name(name) else { return nil }
    return core.pointee.classes[Int(classID.index)].ordinal(of: name).map {
      PropertyKey(classID: classID, ordinal: UInt32($0))
    }
  }

  // MARK: Objects

  /// Makes an instance of `class` in which every property is nil.
  ///
  /// - Parameter name: Its name in descriptions; `Class:index` without one.
  /// - Throws: `GraphError.otherGraph`.
  /// - Complexity: O(*p*) in the number of its properties, amortized.
  public func make(_ class: ClassID, named name: String) throws(GraphError) -> ObjectID {
    let object = try make(`class`)
    core.pointee.name(object, .declared(core.pointee.names.intern(name)))
    return object
  }

  /// Makes an instance of `class` in which every property is nil.
  ///
  /// - Throws: `GraphError.otherGraph`.
  public func make(_ class: ClassID) throws(GraphError) -> ObjectID {
    try check(`class`)
    noteChangeBetweenTurns()
    return core.pointee.makeObject(`class`)
  }

  /// Adds a property to one object; nil if it already has one of that name.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`.
  public func extend(
    _ object: ObjectID, with property: PropertySpec
  ) throws(GraphError) -> PropertyID? {
    try check(object)
    try check(property.type)
    if let name = core.pointee.names.name(property.name),
      core.pointee.slot(name, of: object) != nil
    {
      return nil
    }
    noteChangeBetweenTurns()
    return PropertyID(object: object, slot: core.pointee.extend(object, with: info(of: property)))
  }

  /// The handle of a property.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`, `.noProperty`.
  /// - Complexity: O(1) in the number of properties.
  public func property(_ name: String, of object: ObjectID) throws(GraphError) -> PropertyID {
    try check(object)
    guard let known = core.pointee.names.name(name),
      let slot = core.pointee.slot(known, of: object)
    else {
      throw .noProperty(name, of: core.pointee.named(object))
    }
    return PropertyID(object: object, slot: slot)
  }

  /// The handle of a property, by a key of its object's class or of an inherited class.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`, `.noProperty` if the object is of another
  ///   class.
  /// - Complexity: O(1), and O(*d*) in the depth of inheritance for a key of another class.
  @inline(__always)
  public func property(_ key: PropertyKey, of object: ObjectID) throws(GraphError) -> PropertyID {
    try check(object)
    let record = core.pointee.objects[object.index]
    if record.classID != key.classID.index || key.classID.tag != core.pointee.tag {
      try check(key.classID)
      guard core.pointee.inherits(core.pointee.classID(of: object), from: key.classID) else {
        throw .noProperty(name(of: key), of: core.pointee.named(object))
      }
    }
    return PropertyID(object: object, slot: record.base + key.ordinal)
  }

  private func name(of key: PropertyKey) -> String {
    core.pointee.names.text(
      of: core.pointee.classes[Int(key.classID.index)].properties[Int(key.ordinal)].name)
  }

  /// Whether the object belongs to this graph and is not released.
  @inline(__always)
  public func isAlive(_ object: ObjectID) -> Bool {
    core.pointee.isOwnAndAlive(object)
  }

  /// Ends an object: what observes it ends, too, and references to it read nil.
  ///
  /// - Throws: `GraphError.released` if it is already released, `.otherGraph`, `.stillObserved`.
  public func release(_ object: ObjectID) throws(GraphError) {
    try check(object)
    try turn { () throws(GraphError) in
      if let refusal = core.pointee.refusal(ofReleasing: object) { throw refusal }
      while let slot = core.pointee.markedTarget(ofReleasing: object) { try evaluate(slot) }
      core.pointee.release(object, cause: core.pointee.currentCause)
    }
  }

  /// Makes `part` end when `whole` ends, like an object that was made in the declaration of another
  /// one.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`.
  public func setParent(of part: ObjectID, to whole: ObjectID) throws(GraphError) {
    try check(part)
    try check(whole)
    noteChangeBetweenTurns()
    core.pointee.setParent(of: part, whole)
  }
}
