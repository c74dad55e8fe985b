import Names
import Syntax

/// A class, or the shape of a single object, as its body declares it.
final class StaticClass {
  /// `.none` for the shape of a single object.
  let name: Name
  @exclusivity(unchecked) private(set) var superclass: StaticClass?
  @exclusivity(unchecked) private(set) var script: SyntaxTreeBox
  @exclusivity(unchecked) private(set) var body: NodeID
  @exclusivity(unchecked) private var table = PropertyTable()
  @exclusivity(unchecked) private var ownDefault = Name.none
  /// Whether it may have more members than are known, for example because its superclass is unknown.
  @exclusivity(unchecked) var isOpen: Bool
  /// The required actions of a protocol, as they are written; nil for a class.
  @exclusivity(unchecked) var requirements: [RequirementSyntax]?
  /// Whether it has `computed` properties, its own or inherited.
  @exclusivity(unchecked) private(set) var hasComputed: Bool
  /// Whether its body, or an inherited one, contains bindings or observers.
  @exclusivity(unchecked) private(set) var hasLinks: Bool

  init(name: Name, superclass: StaticClass?, script: SyntaxTreeBox, body: NodeID) {
    self.name = name
    (self.superclass, self.script, self.body) = (superclass, script, body)
    (isOpen, hasComputed, hasLinks) = (false, false, false)
    declare(superclass, script, body)
  }

  /// A class that a type names before its declaration: its members are unknown.
  init(forwardDeclared name: Name, in script: SyntaxTreeBox) {
    self.name = name
    (superclass, self.script, body) = (nil, script, .none)
    (isOpen, hasComputed, hasLinks) = (true, false, false)
  }

  /// Sets what its declaration says, besides its members.
  func declare(_ superclass: StaticClass?, _ script: SyntaxTreeBox, _ body: NodeID) {
    (self.superclass, self.script, self.body) = (superclass, script, body)
    isOpen = superclass?.isOpen ?? false
    hasComputed = superclass?.hasComputed ?? false
    let tree = script.tree
    hasLinks =
      superclass?.hasLinks ?? false
      || tree.members(of: body).contains {
        tree[$0].kind == .binding || tree[$0].kind == .observe || tree[$0].kind == .on
      }
  }

  /// The members that its own body declares.
  var own: [StaticProperty] { table.all }

  /// Whether its own body declares the name.
  func owns(_ name: Name) -> Bool { table[name] != nil }

  func add(_ property: StaticProperty) {
    table.add(property)
    if property.isComputed { hasComputed = true }
  }

  /// The property as the class, or the nearest superclass with it, declares it.
  func property(_ name: Name) -> StaticProperty? {
    var current: StaticClass? = self
    while let candidate = current {
      if let found = candidate.table[name] { return found }
      current = candidate.superclass
    }
    return nil
  }

  /// The property that an instance alone stands for in a binding; nil if there is none.
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

  /// The class and its superclasses, the most general first.
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

  /// Whether its instances observe their view model themselves.
  func watchesViewModel(_ viewModel: Name, _ didUpdate: Name) -> Bool {
    property(viewModel)?.role == .property && property(didUpdate)?.role == .action
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
