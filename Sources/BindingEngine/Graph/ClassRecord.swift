import Basics
import Names

/// What a class, or the extension of a single object, declares about one property.
package struct PropertyInfo {
  package var name: Name
  package var type: ValueType
  package var isWeak: Bool
  /// Turns a written value into the stored one; none if values are stored unchanged.
  package var setter: BlockID
  /// Evaluates the value; none for a stored property.
  package var computed: BlockID
  package var role: MemberKind
  /// The driver's token for a callable member.
  package var callable: UInt32
  /// How many values an action takes.
  package var arity = 0
  /// Whether a protocol allows it but does not require it.
  package var isOptional = false

  package init(
    name: Name, type: ValueType = .any, isWeak: Bool = false, setter: BlockID = .none,
    computed: BlockID = .none, role: MemberKind = .property, callable: UInt32 = 0
  ) {
    self.name = name
    self.type = type
    self.isWeak = isWeak
    self.setter = setter
    self.computed = computed
    self.role = role
    self.callable = callable
  }

  /// Whether an object meets this requirement of a protocol.
  ///
  /// - Parameter member: Its member of the same name; nil if it has none.
  package func isMet(by member: PropertyInfo?) -> Bool {
    guard let member else { return isOptional }
    return member.role == .action && member.arity == arity
  }

  /// The initial flags of a property that is declared like this.
  var flags: PropertyFlags {
    var flags: PropertyFlags = []
    if type != .any { flags.insert(.typed) }
    if setter.exists { flags.insert(.hasSetter) }
    if computed.exists { flags.insert(.computed) }
    switch role {
    case .property: break
    case .event: flags.insert(.event)
    case .action, .command: flags.insert(.callable)
    }
    return flags
  }

  /// Its initial marks.
  var marks: PropertyMarks {
    if computed.exists { return .stale }
    return role == .event || role == .action ? .unreadable : []
  }
}

/// How many properties a class has, and whether all of them are plain slots.
struct ClassShape {
  var count: UInt32
  var isPlain: Bool
}

/// A class: the properties of its instances, inherited ones first.
package struct ClassRecord {
  /// None for the shape of a single object.
  package var name: Name
  package var superclass: ClassID?
  package var properties = SharedList<PropertyInfo>()
  /// The positions of the properties; made only if there are too many to be searched, since most
  /// classes have few.
  private var ordinals = SharedNames()
  /// The property meant when a binding names only the object.
  package var defaultProperty: Name?
  /// Whether it is a protocol: it has no instances, and every object with its actions conforms to
  /// it.
  package var isProtocol = false
  /// Whether it is only forward-declared: a type names it before its declaration.
  package var isForwardDeclared = false
  /// Whether writes to its instances are stored at once, and never noted: the driver reads back what it
  /// has written.
  package var storesAtOnce = false
  /// The place of the first class that was declared as this one.
  var identity: UInt32 = 0

  /// A linear search is faster than hashing for a few names.
  private static let longest = 8

  /// - Parameters:
  ///   - superclass: Its properties are shared until something is added.
  ///   - own: Its own properties; those of the superclass come before them.
  init(
    name: Name, superclass: (id: ClassID, record: ClassRecord)?, own: [PropertyInfo],
    defaultProperty: Name?
  ) {
    self.name = name
    self.superclass = superclass?.id
    if let inherited = superclass?.record {
      (properties, ordinals) = (inherited.properties, inherited.ordinals)
    }
    self.defaultProperty = defaultProperty ?? superclass?.record.defaultProperty
    for info in own { declare(info) }
  }

  private mutating func declare(_ info: PropertyInfo) {
    if let ordinal = ordinal(of: info.name) {
      properties[ordinal] = info
      return
    }
    properties.append(info)
    guard properties.count > ClassRecord.longest else { return }
    for ordinal in ordinals.count..<properties.count {
      ordinals.insert(properties[ordinal].name, UInt32(ordinal))
    }
  }

  /// The position of the property called `name` among `properties`.
  package func ordinal(of name: Name) -> Int? {
    guard properties.count <= ClassRecord.longest else { return ordinals[name].map(Int.init) }
    return properties.onlyArray?.firstIndex { $0.name == name }
  }
}
