import Values

/// The data that a world keeps for each kind of declaration.
package protocol SymbolContents {
  associatedtype Object
  associatedtype Constant
  associatedtype Variable
  associatedtype Class
  associatedtype Transformer
  associatedtype Link
  associatedtype OwnSemantics
  associatedtype Action
}

/// The meaning of a name declared at top level; all declarations share one namespace.
package enum DeclaredSymbol<Contents: SymbolContents> {
  case object(Contents.Object)
  case constant(Contents.Constant)
  case variable(Contents.Variable)
  case classSymbol(Contents.Class)
  /// Its required actions are the members of a class without instances.
  case protocolSymbol(Contents.Class)
  case enumeration(Enumeration)
  case transformer(Contents.Transformer)
  /// A binding or an observer with a name.
  case link(Contents.Link)
  case semantics(Contents.OwnSemantics)
  /// An action that belongs to no object.
  case action(Contents.Action)
  /// What only gives a value.
  case function(Contents.Action)

  /// The action or function that it is.
  package var callable: Contents.Action? {
    switch self {
    case .action(let callable), .function(let callable): callable
    default: nil
    }
  }

  @inlinable package var kind: SymbolKind {
    switch self {
    case .object: .object
    case .constant: .constant
    case .variable: .variable
    case .classSymbol: .classSymbol
    case .protocolSymbol: .protocolSymbol
    case .enumeration: .enumeration
    case .transformer: .transformer
    case .link: .link
    case .semantics: .semantics
    case .action: .action
    case .function: .function
    }
  }
}
