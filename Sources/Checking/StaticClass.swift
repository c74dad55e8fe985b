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
  /// The property that an instance alone stands for in a binding; none if there is none.
  @exclusivity(unchecked) var defaultProperty = Name.none
  /// How many superclasses it has.
  @exclusivity(unchecked) private(set) var depth = 0
  /// What was found in superclasses: nil for a name that none of them has.
  @exclusivity(unchecked) private var inherited: [Name: StaticProperty?] = [:]
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
    depth = superclass.map { $0.depth + 1 } ?? 0
    inherited = [:]
    defaultProperty = superclass?.defaultProperty ?? .none
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

  /// Ends the references to its members, whose types may refer to it.
  func forgetMembers() {
    table = PropertyTable()
    inherited = [:]
  }

  /// The property as the class, or the nearest superclass with it, declares it.
  ///
  /// - Complexity: O(1) amortized, since a chain of classes may be long: every fourth class keeps
  ///   what was found above it. Superclasses are complete before others inherit from them.
  func property(_ name: Name) -> StaticProperty? {
    // Without counting references to the class, as most questions end here.
    if let own = table[name] { return own }
    if superclass == nil, !keepsInherited { return nil }
    var found: StaticProperty?
    var end: StaticClass? = self
    var isKept = false
    while let candidate = end {
      found = candidate.table[name]
      if found != nil { break }
      if candidate.keepsInherited {
        if let known = candidate.inherited[name] {
          found = known
          break
        }
        isKept = true
      }
      end = candidate.superclass
    }
    guard isKept else { return found }
    var current: StaticClass? = self
    while let candidate = current, candidate !== end {
      if candidate.keepsInherited { candidate.inherited[name] = .some(found) }
      current = candidate.superclass
    }
    return found
  }

  /// Only long chains have such classes.
  private var keepsInherited: Bool { depth % 4 == 3 }

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
    while let candidate = current, candidate.depth >= other.depth {
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
    if superclass == nil { return own.map(\.name) }
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
