import BindingEngine

/// A property as a body declares it.
struct StaticProperty {
  var name: Name
  var script: SyntaxTreeBox
  var nameNode: NodeID
  var type = StaticType.any
  /// The expression for its first value; none where it has none.
  var initial = NodeID.none
  var hasSetter = false
  var isComputed = false
}

/// A class, or the shape of a single object, as its body declares it.
final class StaticClass {
  /// None for the shape of a single object.
  let name: Name
  let superclass: StaticClass?
  let script: SyntaxTreeBox
  let body: NodeID
  private(set) var own: [StaticProperty] = []
  /// Positions in `own`; made only for bodies too long to be searched.
  private var positions: [Name: Int] = [:]
  private var ownDefault = Name.none
  /// Whether more may be in it than is known: its superclass is unknown, say.
  var isOpen: Bool

  private static let longest = 8

  init(name: Name, superclass: StaticClass?, script: SyntaxTreeBox, body: NodeID) {
    self.name = name
    self.superclass = superclass
    self.script = script
    self.body = body
    isOpen = superclass?.isOpen ?? false
  }

  func add(_ property: StaticProperty) {
    own.append(property)
    if own.count == StaticClass.longest + 1 {
      for (position, known) in own.enumerated() { positions[known.name] = position }
    } else if own.count > StaticClass.longest {
      positions[property.name] = own.count - 1
    }
  }

  private func ownProperty(_ name: Name) -> StaticProperty? {
    if own.count > StaticClass.longest { return positions[name].map { own[$0] } }
    return own.first { $0.name == name }
  }

  /// The property as the class or the nearest of those it inherits from declares it.
  func property(_ name: Name) -> StaticProperty? {
    var current: StaticClass? = self
    while let candidate = current {
      if let found = candidate.ownProperty(name) { return found }
      current = candidate.superclass
    }
    return nil
  }

  /// The property meant when a binding names only an instance; none where there is none.
  var defaultProperty: Name {
    get {
      var current: StaticClass? = self
      while let candidate = current {
        if candidate.ownDefault != .none { return candidate.ownDefault }
        current = candidate.superclass
      }
      return .none
    }
    set { ownDefault = newValue }
  }

  /// The class and those it inherits from, the most general first.
  var chain: [StaticClass] {
    var found: [StaticClass] = []
    var current: StaticClass? = self
    while let candidate = current {
      found.append(candidate)
      current = candidate.superclass
    }
    return found.reversed()
  }

  func inherits(from other: StaticClass) -> Bool {
    var current: StaticClass? = self
    while let candidate = current {
      if candidate === other { return true }
      current = candidate.superclass
    }
    return false
  }

  /// The nearest class that has a name.
  var named: StaticClass? {
    var current: StaticClass? = self
    while let candidate = current, candidate.name == .none { current = candidate.superclass }
    return current
  }

  /// The names of all properties, inherited ones first.
  var propertyNames: [Name] {
    var found: [Name] = []
    var seen: Set<Name> = []
    for layer in chain {
      for property in layer.own where seen.insert(property.name).inserted {
        found.append(property.name)
      }
    }
    return found
  }
}
