import Language
import Names
import Syntax
import Values

/// A property, event, action or command as a body declares it. It changes only until it is in its class.
///
/// A class, since it is looked up several times for each statement, and a copy of a struct with all
/// these fields counts four references.
final class StaticProperty {
  let name: Name
  @exclusivity(unchecked) var script: SyntaxTreeBox
  @exclusivity(unchecked) var nameNode: NodeID
  @exclusivity(unchecked) var type: StaticType
  /// The expression for its first value, or for a `computed` one's every value; none if it has
  /// none.
  @exclusivity(unchecked) var initial: NodeID
  /// Its `set` block and where that stands, which may be in the class that it is inherited from.
  @exclusivity(unchecked) var setter: (script: SyntaxTreeBox, block: NodeID)?
  @exclusivity(unchecked) var isComputed: Bool
  @exclusivity(unchecked) var isWeak: Bool
  @exclusivity(unchecked) var role: MemberKind
  /// How many values an action takes.
  var parameterCount: Int { code?.parameters.count ?? 0 }
  /// The declaration of the same name in the most general class; nil if this is the only one.
  @exclusivity(unchecked) var root: StaticProperty?
  /// Its number in the map of the program; 0 if it has none yet.
  @exclusivity(unchecked) var symbol: UInt32 = 0
  /// The declaration of an action or a command, and the names of what it is given.
  @exclusivity(unchecked) var code: (script: SyntaxTreeBox, node: NodeID, parameters: [Name])?

  /// A path of this property alone, made once for all bindings of all instances.
  private(set) lazy var path = [name]

  init(name: Name, script: SyntaxTreeBox, nameNode: NodeID) {
    (self.name, self.script, self.nameNode) = (name, script, nameNode)
    (type, initial, role) = (.any, .none, .property)
    (setter, code, isComputed, isWeak) = (nil, nil, false, false)
  }

  /// A copy of an inherited property, of which a part is to be declared again. A field that this forgets
  /// does not compile, unless it is optional.
  init(like inherited: StaticProperty) {
    name = inherited.name
    script = inherited.script
    nameNode = inherited.nameNode
    type = inherited.type
    initial = inherited.initial
    setter = inherited.setter
    isComputed = inherited.isComputed
    isWeak = inherited.isWeak
    role = inherited.role
    code = inherited.code
    root = inherited.root
  }

  var hasSetter: Bool { setter != nil }

  /// The values that can be read from it.
  var kinds: ValueKinds {
    if role == .command { return .object }
    if role != .property || isComputed { return .any }
    // A released object has no properties left.
    return isWeak ? type.kinds.union(.nil) : type.kinds
  }
}

/// Properties in the order in which they were declared.
struct PropertyTable {
  private(set) var all: [StaticProperty] = []
  /// Indices into `all`; made only for bodies that are too long to be searched.
  private var positions: [Name: Int] = [:]

  private static let longest = 8

  mutating func add(_ property: StaticProperty) {
    all.append(property)
    if all.count == PropertyTable.longest + 1 {
      for (position, known) in all.enumerated() { positions[known.name] = position }
    } else if all.count > PropertyTable.longest {
      positions[property.name] = all.count - 1
    }
  }

  subscript(name: Name) -> StaticProperty? {
    if all.count > PropertyTable.longest { return positions[name].map { all[$0] } }
    for position in all.indices where all[position].name == name { return all[position] }
    return nil
  }
}
