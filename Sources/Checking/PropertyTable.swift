import Language
import Names
import Syntax

/// A property, event, action or command as a body declares it.
struct StaticProperty {
  var name: Name
  var script: SyntaxTreeBox
  var nameNode: NodeID
  var type = StaticType.any
  /// The expression for its first value, or for every value of a `computed` one; `.none` if it has
  /// none.
  var initial = NodeID.none
  /// Its `set` block with its place, which may be in the class that it is inherited from.
  var setter: (script: SyntaxTreeBox, block: NodeID)?
  var isComputed = false
  var isWeak = false
  var role = MemberKind.property
  /// The number of parameters of an action.
  var parameterCount: Int { code?.parameters.count ?? 0 }
  /// The declaration of an action or a command, and the names of its parameters.
  var code: (script: SyntaxTreeBox, node: NodeID, parameters: [Name])?

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
    return all.first { $0.name == name }
  }
}
