import Names

/// An object that a declaration makes, or a representative of all objects that are made in this way.
final class StaticObject {
  enum Called {
    case declared(Name)
    case part(of: StaticObject, Name)
    /// By its class.
    case instance
  }

  /// A computed property of an object.
  typealias Reader = (object: StaticObject, property: StaticProperty)

  let type: StaticClass
  @exclusivity(unchecked) private(set) var called: Called
  /// What `extend` added.
  @exclusivity(unchecked) private var extras = PropertyTable()
  /// The objects that its properties hold permanently.
  @exclusivity(unchecked) private var parts = SmallNameMap<StaticObject>()
  /// The values of its properties since they were last written.
  @exclusivity(unchecked) private var held = SmallNameMap<Held>()
  /// The computed properties that read each of its own, as far as they have been evaluated.
  @exclusivity(unchecked) private var readers = SmallNameMap<[Reader]>()
  /// The places of its properties in a graph, by the graph's number.
  @exclusivity(unchecked) private var slots = SmallNameMap<UInt32>()
  @exclusivity(unchecked) private var slotsGraph = 0
  /// When it was made, by the count of what becomes unknown.
  let time: Int
  /// Whether it is certainly made, and once.
  @exclusivity(unchecked) var isCertain = false
  /// Whether it may already be released.
  @exclusivity(unchecked) var isReleased = false
  /// Whether it is certainly released.
  @exclusivity(unchecked) var isGone = false

  init(of type: StaticClass, called: Called, at time: Int) {
    self.type = type
    self.called = called
    self.time = time
  }

  func property(_ name: Name) -> StaticProperty? {
    type.property(name) ?? extras[name]
  }

  func extend(with property: StaticProperty) { extras.add(property) }

  /// The place of a property in the graph with a number, if it has one.
  func slot(_ name: Name, inGraph number: Int) -> UInt32? {
    slotsGraph == number ? slots[name] : nil
  }

  func setSlot(_ slot: UInt32, of name: Name, inGraph number: Int) {
    if slotsGraph != number { slots = SmallNameMap() }
    slotsGraph = number
    slots[name] = slot
  }

  func part(_ name: Name) -> StaticObject? { parts[name] }

  func setPart(_ name: Name, _ part: StaticObject) { parts[name] = part }

  func held(_ name: Name) -> Held? { held[name] }

  func hold(_ held: Held, in name: Name) {
    if self.held[name]?.isOpen != true { self.held[name] = held }
  }

  /// Stops following a property that may be written at any time from here on.
  func open(_ name: Name) { held[name] = .open }

  /// More of one property are not followed.
  private static let mostReaders = 100

  func readers(of name: Name) -> [Reader] { readers[name] ?? [] }

  /// Records that a computed property reads one of its own.
  ///
  /// - Returns: Whether it is the first.
  func note(reader: StaticObject, _ property: StaticProperty, of name: Name) -> Bool {
    let isFirst = readers.isEmpty
    let known = readers(of: name)
    let isThere = known.contains {
      $0.object === reader && $0.property.name == property.name
    }
    if !isThere, known.count < StaticObject.mostReaders {
      readers[name] = known + [(reader, property)]
    }
    return isFirst
  }

  /// Ends the references to its values, which may refer to it.
  func forgetParts() {
    parts = SmallNameMap()
    held = SmallNameMap()
    readers = SmallNameMap()
  }

  /// Gives an instance the name of the first constant that holds it.
  func call(_ name: Name) {
    if case .instance = called { called = .declared(name) }
  }

  /// Gives it the name of the property whose declaration made it.
  func become(_ name: Name, of object: StaticObject) {
    if case .instance = called { called = .part(of: object, name) }
  }

  /// Whether the declaration of another object made it for a property.
  func isPart(_ name: Name, of object: StaticObject) -> Bool {
    guard case .part(let owner, let own) = called else { return false }
    return owner === object && own == name
  }

  var propertyNames: [Name] { type.propertyNames + extras.all.map(\.name) }

  /// Whether messages can refer to it by name.
  var isNamed: Bool {
    if case .instance = called { return false }
    return true
  }

  /// The object that it is a part of, and so on.
  var root: StaticObject {
    var current = self
    while case .part(let parent, _) = current.called { current = parent }
    return current
  }
}

extension StaticObject {
  /// Its name in messages: `vm`, `ann.address`, or the name of its class.
  func text(_ names: NameTable) -> String {
    var suffix = ""
    var current = self
    while true {
      switch current.called {
      case .declared(let name): return names.text(of: name) + suffix
      case .part(let parent, let name):
        suffix = "." + names.text(of: name) + suffix
        current = parent
      case .instance:
        guard let named = current.type.named else { return "object" + suffix }
        return names.text(of: named.name) + suffix
      }
    }
  }
}
